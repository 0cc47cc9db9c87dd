import { mayScreen, useAccount } from '../app/account.js';
import { counted, day, dayOfWeek, soon, oneDecimal, share, words } from '../app/format.js';
import { errorAt, useQuery } from '../app/use-query.js';
import { TodayDocument } from '../generated/documents.js';
import type { TodayQuery } from '../generated/types.js';
import { Facts } from '../parts/facts.js';
import { Panel } from '../parts/panel.js';
import { Empty, Refusal } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { Change, EventTitle, TickerLink } from '../parts/values.js';
import { byToday } from './calendar/by-today.js';
import { Board } from './today/board.js';
import { boardOf, breadthOf, moversOf, strongestOf, type BoardRow } from './today/board-rows.js';
import { Strongest } from './today/strongest.js';
import { useLiveScores } from './today/live-scores.js';

const MARKET_WORDS: Readonly<Record<string, string>> = {
  PRE_MARKET: 'Before the open',
  OPEN: 'Open',
  AFTER_HOURS: 'After hours',
  CLOSED: 'Closed',
  HOLIDAY: 'Holiday',
};

function MarketFacts({ data, rows }: { readonly data: TodayQuery; readonly rows: readonly BoardRow[] }) {
  const { market } = data;
  const { up, down, meanScore, buys, sells } = breadthOf(rows);
  const regime = data.portfolioOverlay?.regime;
  return (
    <Facts
      items={[
        [
          'Market',
          market === null ? '–' : (MARKET_WORDS[market.status] ?? words(market.status)),
          market === null
            ? undefined
            : market.status === 'OPEN'
              ? `closes ${soon(market.nextClose)}`
              : `opens ${soon(market.nextOpen)}`,
        ],
        ['Advancing / declining', `${up} / ${down}`, `of ${rows.length} shown`],
        [
          'Volatility regime',
          regime === null || regime === undefined ? '–' : words(regime.state),
          regime === null || regime === undefined
            ? undefined
            : `${share(regime.probability)} likely, SPY, ${day(regime.asOf)}`,
        ],
        ...(meanScore === null
          ? []
          : ([
              ['Mean score', oneDecimal(meanScore), '0 to 100, equities shown'],
              ['Buys / sells', `${buys} / ${sells}`, 'by label, strong ones included'],
            ] as const)),
      ].map(
        ([label, value, hint]) =>
          (hint === undefined ? [label ?? '', value] : [label ?? '', value, hint]) as [string, string, string],
      )}
    />
  );
}

function Movers({ title, rows }: { readonly title: string; readonly rows: readonly BoardRow[] }) {
  return (
    <div class="one-line">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <Empty>None.</Empty>
      ) : (
        <Table
          caption={title}
          rows={rows}
          rowKey={({ ticker }) => ticker}
          columns={[
            {
              name: 'Ticker',
              cell: ({ ticker, name }) => (
                <>
                  <TickerLink ticker={ticker} /> <span class="faint name">{name}</span>
                </>
              ),
            },
            { name: 'Change', kind: 'number', cell: ({ changePct }) => <Change percent={changePct} /> },
          ]}
        />
      )}
    </div>
  );
}

type Event = NonNullable<TodayQuery['catalysts']>['events'][number];

function EventTable({
  caption,
  events,
  atMost,
}: {
  readonly caption: string;
  readonly events: readonly Event[];
  readonly atMost: number;
}) {
  return (
    <Table
      caption={caption}
      rows={events}
      rowKey={({ date, type, ticker, title }) => `${date}${type}${ticker ?? ''}${title}`}
      atMost={atMost}
      columns={[
        { name: 'Day', cell: ({ date }) => <span class="nowrap">{dayOfWeek(date)}</span> },
        {
          name: 'What',
          cell: ({ title, isEstimate }) => <EventTitle title={title} isEstimate={isEstimate} />,
        },
        {
          name: 'Ticker',
          cell: ({ ticker, security }) =>
            ticker !== null && <TickerLink ticker={ticker} isStored={security !== null} />,
        },
      ]}
    />
  );
}

function Events({ catalysts }: { readonly catalysts: NonNullable<TodayQuery['catalysts']> }) {
  const { coming, disclosed } = byToday(catalysts);
  if (catalysts.events.length === 0) return <Empty>No events.</Empty>;
  return (
    <>
      {coming.length > 0 && <EventTable caption="Events, by New York’s days" events={coming} atMost={9} />}
      {disclosed.length > 0 && (
        <>
          <h3>Trades in Congress of the last seven days, by the day of their disclosure</h3>
          <EventTable caption="Trades in Congress" events={disclosed} atMost={4} />
        </>
      )}
    </>
  );
}

/** Its place is kept where scores will be live. */
function LiveNote({
  state,
  isAwaited,
}: {
  readonly state: ReturnType<typeof useLiveScores>['state'];
  readonly isAwaited: boolean;
}) {
  if (state === 'off') return isAwaited ? <span class="tag live kept">Scores are live</span> : null;
  return <span class={`tag live ${state}`}>{state === 'on' ? 'Scores are live' : 'Reconnecting…'}</span>;
}

/** As wide as any: it keeps the place of a day that is not known yet. */
const A_DAY = '2000-12-30';

/** The market at a glance, in one operation. */
export function Today() {
  const { account } = useAccount();
  const withScores = account !== null && mayScreen(account);
  const asked = useQuery(
    TodayDocument,
    account === null ? null : { withScores, withRegime: account.allows('Query.portfolioOverlay') },
  );
  const { data, errors, dataSources, again } = asked;
  const isLoading = account === null || asked.isLoading;
  const mayBeLive = account?.allows('Subscription.signalChanged') === true && withScores;
  const { scores, state } = useLiveScores(data, mayBeLive);
  const rows = boardOf(data, scores);
  const { gainers, losers } = moversOf(rows);
  const catalysts = data?.catalysts ?? null;
  const total = data?.screen?.totalCount ?? data?.securities?.totalCount ?? 0;
  const [whole] = errors;
  const session = data?.market?.lastSession ?? null;
  const board = withScores ? 'ScoredBoardPanel' : 'BoardPanel';
  const boardError = errorAt(errors, withScores ? 'screen' : 'securities');
  const among =
    total > rows.length
      ? `the ${rows.length} ${withScores ? 'most traded' : 'first'} of ${total} securities`
      : counted(rows.length, 'securities');
  const shown = data === null ? '' : ` · ${among} by sector`;
  return (
    <>
      <header class="page-head">
        <h1>Today</h1>
        <p class={session === null ? 'note kept' : 'note'}>Prices of the session of {day(session ?? A_DAY)}</p>
        <LiveNote state={state} isAwaited={mayBeLive || account === null} />
      </header>
      {data === null && whole !== undefined ? (
        <Refusal error={whole} again={again} />
      ) : (
        <div class="grid">
          <Panel
            title="Market"
            class="wide"
            isLoading={isLoading}
            tall={[50, 189]}
            dataSources={dataSources}
            source={{ panel: 'RegimePanel' }}
            error={errorAt(errors, 'market')}
            again={again}
          >
            {data !== null && <MarketFacts data={data} rows={rows} />}
          </Panel>
          <Panel
            title="Board"
            class="wide"
            tall={[390, 1247]}
            isVarying
            noteRoom="Coloured by composite score, 0 to 100 · the 60 most traded of 64 securities by sector"
            dataSources={dataSources}
            isLoading={isLoading}
            error={boardError}
            again={again}
            source={{ panel: board }}
            note={
              withScores
                ? `Coloured by composite score, 0 to 100${shown}`
                : `Coloured by change of the session, percent${shown} · scores of all need Pro`
            }
          >
            {rows.length === 0 ? (
              <Empty>No securities are stored.</Empty>
            ) : (
              <Board rows={rows} by={withScores ? 'score' : 'change'} />
            )}
          </Panel>
          <div class="stack">
            <Panel
              title="Movers"
              note={`Change of the session, percent${data === null ? '' : `, among ${among}`}`}
              tall={[269, 571]}
              noteRoom="Change of the session, percent, among 64 securities"
              dataSources={dataSources}
              isLoading={isLoading}
              error={boardError}
              again={again}
              source={{ panel: board }}
            >
              <div class="halves">
                <Movers title="Up" rows={gainers} />
                <Movers title="Down" rows={losers} />
              </div>
            </Panel>
          </div>
          <div class="stack">
            {(withScores || account === null) && (
              <Panel
                title="Strongest signals"
                note="Composite score, 0 to 100"
                tall={[253, 282]}
                dataSources={dataSources}
                isLoading={isLoading}
                error={boardError}
                again={again}
                source={{ panel: board }}
              >
                <Strongest rows={strongestOf(rows)} />
              </Panel>
            )}
            <Panel
              title="Events"
              note="The next seven days"
              tall={[288, 395]}
              dataSources={dataSources}
              isLoading={isLoading}
              error={errorAt(errors, 'catalysts')}
              again={again}
              source={{ panel: 'NextEventsPanel', rest: 'catalysts?days=7' }}
            >
              {catalysts !== null && <Events catalysts={catalysts} />}
            </Panel>
          </div>
        </div>
      )}
    </>
  );
}
