import { useQuery } from '@apollo/client/react';
import { SecuritiesByTickerDocument, type SecuritiesByTickerQuery, type SignalLabel } from '@marketgraph/client/nodes';
import { LiveSignals } from './live-signals.js';
import { ProblemNotice } from './problem-notice.js';
import { problemsOf, type Problem } from './problem.js';

type Row = NonNullable<NonNullable<SecuritiesByTickerQuery['securitiesByTicker']>[number]>;
type Tone = 'up' | 'down' | 'flat';

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const LABELS: Readonly<Record<SignalLabel, { readonly text: string; readonly tone: Tone }>> = {
  STRONG_BUY: { text: 'Strong buy', tone: 'up' },
  BUY: { text: 'Buy', tone: 'up' },
  NEUTRAL: { text: 'Neutral', tone: 'flat' },
  SELL: { text: 'Sell', tone: 'down' },
  STRONG_SELL: { text: 'Strong sell', tone: 'down' },
};

function percent(value: number, digits: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(digits)} %`;
}

/** `APRIL` is Apr. */
function monthName(month: string): string {
  return month.charAt(0) + month.slice(1, 3).toLowerCase();
}

function Change({ changePct }: { readonly changePct: number | null }) {
  if (changePct === null) return <>–</>;
  const tone: Tone = changePct > 0 ? 'up' : changePct < 0 ? 'down' : 'flat';
  return <span className={tone}>{percent(changePct, 2)}</span>;
}

function Signal({ signal }: Pick<Row, 'signal'>) {
  if (signal === null) return <><td>–</td><td>–</td></>;
  const { text, tone } = LABELS[signal.label];
  return (
    <>
      <td><span className={`label ${tone}`}>{text}</span></td>
      <td>
        <span className={`score ${tone}`}>
          <span className="bar" role="meter" aria-label="Composite score" aria-valuemin={0} aria-valuemax={100} aria-valuenow={signal.compositeScore}><span style={{ width: `${signal.compositeScore}%` }} /></span>
          {signal.compositeScore.toFixed(1)}
        </span>
      </td>
    </>
  );
}

function SecurityRow({ row }: { readonly row: Row }) {
  const strongest = row.seasonality?.strongest;
  return (
    <tr data-ticker={row.ticker}>
      <th scope="row">{row.ticker}<small>{row.name}</small></th>
      <td className="number">{row.quote === null ? '–' : USD.format(row.quote.last)}</td>
      <td className="number"><Change changePct={row.quote?.changePct ?? null} /></td>
      <Signal signal={row.signal} />
      <td>{strongest === null || strongest === undefined ? '–' : `${monthName(strongest.name)}, ${percent(100 * strongest.mean, 1)}`}</td>
    </tr>
  );
}

function MissingRow({ ticker, problem }: { readonly ticker: string; readonly problem: Problem | undefined }) {
  return (
    <tr className="missing" data-ticker={ticker}>
      <th scope="row">{ticker}</th>
      <td colSpan={5}>{problem?.message ?? 'No data.'}</td>
    </tr>
  );
}

/** The table; a failed ticker keeps its row and shows the reason, a failed request shows one notice. */
export function Watchlist({ tickers, isLive }: { readonly tickers: readonly string[]; readonly isLive: boolean }) {
  const { data, previousData, error, loading, refetch } = useQuery(SecuritiesByTickerDocument, { variables: { tickers }, errorPolicy: 'all', notifyOnNetworkStatusChange: true });
  const problems = problemsOf(error);
  const rows = data?.securitiesByTicker ?? (loading ? previousData?.securitiesByTicker : null);
  if (rows === null || rows === undefined) {
    const [problem] = problems;
    return problem === undefined
      ? <p className="card waiting" aria-busy="true">Loading…</p>
      : <ProblemNotice problem={problem} onRetry={() => void refetch().catch(() => undefined)} />;
  }
  return (
    <div className="card" aria-busy={loading}>
      <table>
        <thead>
          <tr><th scope="col">Security</th><th scope="col" className="number">Last</th><th scope="col" className="number">Change</th><th scope="col">Signal</th><th scope="col">Score</th><th scope="col">Strongest month</th></tr>
        </thead>
        <tbody>
          {rows.map((row, index) =>
            row === null
              ? <MissingRow key={index} ticker={tickers[index] ?? ''} problem={problems.find(({ path }) => path[1] === index)} />
              : <SecurityRow key={index} row={row} />)}
        </tbody>
      </table>
      {isLive ? <LiveSignals tickers={tickers} /> : null}
    </div>
  );
}
