import { useAccount, type Account } from '../app/account.js';
import { read } from '../app/api.js';
import { useAsOf } from '../app/as-of.js';
import { compact, day, moment, oneDecimal, price, secondsOf, signedPercent } from '../app/format.js';
import { keepInAddress, place } from '../app/router.js';
import { useStore } from '../app/store.js';
import { textsOf } from '../app/use-action.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { ComparePageDocument } from '../generated/documents.js';
import type { ComparePageQueryVariables, ComparePanelFragment } from '../generated/types.js';
import { AsOfNote } from '../parts/as-of-note.js';
import { Gate } from '../parts/gate.js';
import { Lines, type Line } from '../parts/lines.js';
import { linkIfOnRecord } from '../parts/on-record.js';
import { Panel } from '../parts/panel.js';
import { Prose } from '../parts/prose.js';
import { Empty, Loading } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Change, Label, Score, sectorWords, TickerLink } from '../parts/values.js';
import { rebased } from './compare/rebased.js';

type Security = NonNullable<NonNullable<ComparePanelFragment['securitiesByTicker']>[number]>;

const MOST = 4;
const SESSIONS = [
  [63, '3 months'],
  [126, '6 months'],
  [252, '1 year'],
  [1260, '5 years'],
] as const;
const STYLES: readonly Pick<Line, 'colour' | 'dash' | 'width'>[] = [
  { colour: 'accent', width: 2 },
  { colour: 'down', width: 2 },
  { colour: 'third', width: 2, dash: [6, 3] },
  { colour: 'text', width: 1.5, dash: [2, 3] },
];

/** One figure in each row, one security in each column. */
const ROWS: readonly (readonly [name: string, cell: (security: Security) => preact.ComponentChildren])[] = [
  ['Sector', sectorWords],
  ['Last, USD', ({ quote }) => price(quote?.last)],
  ['Change of the session', ({ quote }) => <Change percent={quote?.changePct} />],
  ['Volume, shares', ({ quote }) => compact(quote?.volume)],
  ['Signal', ({ signal }) => <Label label={signal?.label} />],
  ['Composite score', ({ signal }) => <Score score={signal?.compositeScore} />],
  ['Confidence, of 100', ({ signal }) => oneDecimal(signal?.confidence)],
  ['Technical', ({ signal }) => oneDecimal(signal?.scores.technical?.score)],
  ['Momentum', ({ signal }) => oneDecimal(signal?.scores.momentum?.score)],
  ['Fundamentals', ({ signal }) => oneDecimal(signal?.scores.fundamentals?.score)],
  ['Microstructure', ({ signal }) => oneDecimal(signal?.scores.microstructure?.score)],
  ['Options flow', ({ signal }) => oneDecimal(signal?.scores.optionsFlow?.score)],
  ['RSI, 14 sessions', ({ signal }) => oneDecimal(signal?.indicators.rsi)],
  ['Mean of 50 closes', ({ signal }) => price(signal?.indicators.sma50)],
  ['Mean of 200 closes', ({ signal }) => price(signal?.indicators.sma200)],
];

function tickersIn(text: string | null): readonly string[] {
  return [
    ...new Set(
      (text ?? 'AAPL,MSFT')
        .toUpperCase()
        .split(/[\s,]+/)
        .filter((ticker) => ticker !== ''),
    ),
  ];
}

function Form({ tickers, bars }: { readonly tickers: readonly string[]; readonly bars: number }) {
  const submit = (event: SubmitEvent): void => {
    const { tickers: text = '', bars: chosen = '' } = textsOf(event);
    keepInAddress({ tickers: tickersIn(text).join(','), bars: chosen });
  };
  return (
    <form class="inline" onSubmit={submit} key={JSON.stringify([tickers, bars])}>
      <label>
        Tickers, {MOST} at most
        <input type="text" name="tickers" size={24} required defaultValue={tickers.join(', ')} />
      </label>
      <label>
        Prices of
        <select name="bars">
          {SESSIONS.map(([value, text]) => (
            <option key={value} value={value} selected={value === bars}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="button primary">
        Compare <small>1 unit</small>
      </button>
    </form>
  );
}

function Prices({ securities }: { readonly securities: readonly Security[] }) {
  const { dates, series } = rebased(securities.map(({ barColumns }) => barColumns));
  if (dates.length < 2) return <Empty>The securities have no sessions in common.</Empty>;
  const label = securities.map(({ ticker }, index) => `${ticker} ${signedPercent(series[index]?.at(-1))}`).join(', ');
  return (
    <>
      <Lines
        label={`Return since ${day(dates[0])}: ${label}`}
        height={320}
        format={signedPercent}
        x={dates.map(secondsOf)}
        lines={securities.map(({ ticker }, index) => ({ name: ticker, values: series[index] ?? [], ...STYLES[index] }))}
      />
      <p class="faint">Percent since {day(dates[0])}, the first session that all have; without dividends.</p>
    </>
  );
}

const signalsOf = (securities: readonly (Security | null)[]) => securities.map((security) => security?.signal);

const linkToFigures = (variables: ComparePageQueryVariables, securities: readonly Security[]) =>
  linkIfOnRecord(
    (asOf) => read(ComparePageDocument, { ...variables, asOf }),
    ({ securitiesByTicker }) => signalsOf((securitiesByTicker ?? []).filter((each) => each !== null)),
    signalsOf(securities),
  );

function Result({ tickers, bars }: { readonly tickers: readonly string[]; readonly bars: number }) {
  const shownAt = useAsOf();
  const variables: ComparePageQueryVariables = { tickers: [...tickers], bars, ...shownAt };
  const { data, errors, dataSources, isLoading, again } = useQuery(ComparePageDocument, variables);
  const securities = (data?.securitiesByTicker ?? []).filter((each): each is Security => each !== null);
  const unknown = data === null ? [] : tickers.filter((ticker) => !securities.some((each) => each.ticker === ticker));
  const [error] = errors;
  const refused = errorAt(errors, 'securitiesByTicker', 'signal');
  const lastSession = securities
    .map(({ barColumns }) => barColumns?.dates.at(-1) ?? '')
    .sort()
    .at(-1);
  const shared = {
    dataSources,
    isLoading,
    again,
    error: securities.length === 0 ? error : undefined,
    source: { panel: 'ComparePanel', variables } as const,
  };
  return (
    <>
      <AsOfNote ofNow="last, change and volume of the figures are" />
      {unknown.length > 0 && securities.length > 0 && (
        <p class="gate" role="status">
          Not known here: {unknown.join(', ')}.
        </p>
      )}
      <Panel {...shared} title="Prices" tall={[330, 413]} link={{ asOf: undefined, to: shownAt.to ?? lastSession }}>
        {securities.length === 0 ? (
          <Empty>None of these tickers is known here.</Empty>
        ) : (
          <Prices securities={securities} />
        )}
      </Panel>
      <Panel
        {...shared}
        title="Figures"
        tall={[450, 655]}
        link={
          shownAt.asOf === undefined
            ? () => linkToFigures(variables, securities)
            : { asOf: shownAt.asOf, to: undefined }
        }
        note={
          shownAt.asOf === undefined
            ? undefined
            : `Signals and means as of ${moment(shownAt.asOf)}; last, change and volume of now`
        }
      >
        {refused !== undefined && (
          <p class="problem">
            <Prose text={refused.message} />
          </p>
        )}
        <Table
          caption="Figures side by side"
          rows={ROWS}
          rowKey={([name]) => name}
          columns={[
            { name: 'Figure', cell: ([name]) => name },
            ...securities.map((security) => ({
              name: security.ticker,
              hint: security.name,
              kind: 'number' as const,
              cell: ([, cell]: (typeof ROWS)[number]) => cell(security),
            })),
          ]}
        />
        <p class="faint">
          {securities.map(({ ticker, name }, index) => (
            <span key={ticker}>
              {index > 0 && ' · '}
              <TickerLink ticker={ticker} /> {name}
            </span>
          ))}
        </p>
      </Panel>
    </>
  );
}

function isSeveralAllowed({ allows, tier, batchTierOf }: Account): boolean {
  const needed = batchTierOf('Query.securitiesByTicker');
  return allows('Query.securitiesByTicker') && (needed === null || !['FREE', 'STARTER'].includes(tier));
}

/** Up to four securities side by side; the address keeps which. */
export function Compare() {
  const { account } = useAccount();
  const { query } = useStore(place);
  if (account === null) return <Loading rows={12} />;
  const all = tickersIn(query.get('tickers'));
  const tickers = all.slice(0, MOST);
  const bars = SESSIONS.find(([value]) => String(value) === query.get('bars'))?.[0] ?? 252;
  return (
    <>
      <header class="page-head">
        <h1>Compare</h1>
        <p class="note">Securities side by side.</p>
      </header>
      <div class="stack">
        <Gate
          account={account}
          field="Query.securitiesByTicker"
          what="Comparing securities"
          isOpen={isSeveralAllowed(account)}
          tier={account.batchTierOf('Query.securitiesByTicker') ?? 'PRO'}
        >
          <section class="panel" aria-label="What to compare">
            <div class="panel-body">
              <Form tickers={tickers} bars={bars} />
            </div>
          </section>
          {all.length > MOST && (
            <p class="gate" role="status">
              Not compared, because {MOST} at most are: {all.slice(MOST).join(', ')}.
            </p>
          )}
          <Result key={JSON.stringify([tickers, bars])} tickers={tickers} bars={bars} />
        </Gate>
      </div>
    </>
  );
}
