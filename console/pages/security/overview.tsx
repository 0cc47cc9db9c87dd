import { day, moment, oneDecimal, secondsOf } from '../../app/format.js';
import { sourcesOfBars } from '../../app/data-sources.js';
import { useAsOf } from '../../app/as-of.js';
import { keepInAddress, place } from '../../app/router.js';
import { useStore } from '../../app/store.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { SecurityPageDocument } from '../../generated/documents.js';
import type { NewsPanelFragment, SignalHistoryPanelFragment } from '../../generated/types.js';
import { AsOfNote } from '../../parts/as-of-note.js';
import { Lines } from '../../parts/lines.js';
import { Panel } from '../../parts/panel.js';
import { SignalFactors } from '../../parts/signal-factors.js';
import { Empty, Loading } from '../../parts/states.js';
import { Candles } from './candles.js';
import { SecurityHead } from './security-head.js';
import type { TabProps } from './tab-props.js';
import { Unknown } from './unknown.js';

/** Sessions in a window of the chart; five years are loaded at once. */
const WINDOWS = [
  ['3 M', 63],
  ['6 M', 126],
  ['1 Y', 252],
  ['5 Y', 1260],
] as const;

/** At least 30 to 70, so that small changes look small. */
function rangeOf(scores: readonly number[]): readonly [number, number] {
  return [Math.min(30, ...scores), Math.max(70, ...scores)];
}

function ScoreHistory({ records }: { readonly records: NonNullable<SignalHistoryPanelFragment['signalHistory']> }) {
  if (records.length < 2)
    return (
      <Empty>
        No scores are on record yet. A new server records those of its prices within minutes; then each session adds
        one.
      </Empty>
    );
  const flat = (value: number): readonly number[] => records.map(() => value);
  return (
    <Lines
      label={`Composite score of ${records.length} sessions, last ${oneDecimal(records.at(-1)?.compositeScore)}`}
      height={180}
      format={oneDecimal}
      range={rangeOf(records.map(({ compositeScore }) => compositeScore))}
      x={records.map(({ date }) => secondsOf(date))}
      lines={[
        { name: 'Score', values: records.map(({ compositeScore }) => compositeScore) },
        { name: 'Neutral', values: flat(50), colour: 'faint', width: 1, dash: [4, 4] },
      ]}
    />
  );
}

function News({ news }: { readonly news: NonNullable<NewsPanelFragment['news']> }) {
  if (news.nodes.length === 0) return <Empty>No stories about this security are stored.</Empty>;
  return (
    <ul class="news">
      {news.nodes.map(({ id, title, url, source, publishedAt, sentiment }) => (
        <li key={id}>
          <a href={url} rel="noreferrer" target="_blank">
            {title}
          </a>
          <p class="faint">
            {source} · {moment(publishedAt)} ·{' '}
            <span class={`mood ${sentiment.label.toLowerCase()}`}>{sentiment.label.toLowerCase()}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Price, signal, its record and the news, in one operation. */
export function Overview({ ticker }: TabProps) {
  const shownAt = useAsOf();
  const variables = { ticker, bars: 1460, sessions: 1260, ...shownAt };
  const { data, errors, dataSources, isLoading, again } = useQuery(SecurityPageDocument, variables);
  const asked = useStore(place).query.get('window');
  const sessions = WINDOWS.find(([name]) => name === asked)?.[1] ?? 252;
  const security = data?.security ?? null;
  const [first] = errors;
  if (security === null && !isLoading) return <Unknown ticker={ticker} error={first} again={again} />;
  const path = (field: string) => errorAt(errors, 'security', field);
  const shared = { dataSources, isLoading, again };
  const { barColumns: columns = null, signal = null, news = null, signalHistory = null } = security ?? {};
  const from = columns?.dates.at(-Math.min(sessions, columns.dates.length)) ?? '';
  const to = { asOf: undefined, to: columns?.dates.at(-1) };
  const record = signalHistory?.at(-1);
  // The signal of now is in no record until its session is recorded: a link to it tells if it has changed.
  const isOnRecord =
    shownAt.asOf !== undefined || (record !== undefined && record.compositeScore === signal?.compositeScore);
  const signalLink = isOnRecord
    ? { asOf: shownAt.asOf ?? record?.knownAt, to: undefined }
    : { asOf: undefined, to: undefined };
  return (
    <>
      <AsOfNote />
      {security === null ? (
        <Loading tall={[137, 251]} label={`Loading ${ticker}`} />
      ) : (
        <SecurityHead security={security} />
      )}
      <div class="grid security">
        <div class="stack">
          <Panel
            {...shared}
            dataSources={sourcesOfBars(security, dataSources)}
            title="Price"
            tall={[495, 451]}
            note="USD, split-adjusted, daily; means of 20, 50 and 200 closes"
            error={path('barColumns')}
            source={{ panel: 'PricesPanel', variables }}
            link={to}
            tools={
              <div class="segments" role="group" aria-label="Window">
                {WINDOWS.map(([name, length]) => (
                  <button
                    key={name}
                    type="button"
                    aria-pressed={length === sessions}
                    onClick={() => keepInAddress({ window: name })}
                  >
                    {name}
                  </button>
                ))}
              </div>
            }
          >
            {columns === null || columns.dates.length === 0 ? (
              <Empty>No bars are stored.</Empty>
            ) : (
              <Candles columns={columns} sessions={sessions} />
            )}
          </Panel>
          <Panel
            {...shared}
            title="Score history"
            tall={[208, 224]}
            noteRoom="Composite score as recorded, from Nov 27, 2025"
            note={from === '' ? undefined : `Composite score as recorded, from ${day(from)}`}
            error={path('signalHistory')}
            source={{ panel: 'SignalHistoryPanel', variables }}
            link={to}
          >
            <ScoreHistory records={(signalHistory ?? []).filter(({ date }) => date >= from)} />
          </Panel>
        </div>
        <div class="stack">
          <Panel
            {...shared}
            title="Signal"
            tall={[398, 470]}
            note="Composite of five factors, 0 to 100, 50 is neutral; no investment advice"
            error={path('signal')}
            source={{ panel: 'SignalPanel', variables, rest: `signal?ticker=${ticker}` }}
            link={signalLink}
          >
            {signal === null ? <Empty>None of the factors has data.</Empty> : <SignalFactors signal={signal} />}
          </Panel>
          <Panel
            {...shared}
            title="News"
            tall={[813, 860]}
            note="Newest first; sentiment of the text"
            error={path('news')}
            source={{ panel: 'NewsPanel', variables, rest: `news?ticker=${ticker}&limit=10` }}
          >
            {news === null ? <Empty>No stories are stored.</Empty> : <News news={news} />}
          </Panel>
        </div>
      </div>
    </>
  );
}
