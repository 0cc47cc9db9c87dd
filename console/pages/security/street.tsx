import { useState } from 'preact/hooks';
import { counted, day, price, secondsOf, sentence, share, whole, words } from '../../app/format.js';
import { aMinuteAgo, useAsOf } from '../../app/as-of.js';
import { reportsNote, sourcesOfKinds } from '../../app/data-sources.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { StreetPageDocument } from '../../generated/documents.js';
import type { StreetGradesPanelFragment } from '../../generated/types.js';
import { Gate } from '../../parts/gate.js';
import { Lines, type Mark } from '../../parts/lines.js';
import { AsOfNote } from '../../parts/as-of-note.js';
import { Panel } from '../../parts/panel.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Return } from '../../parts/values.js';
import { EarningsView, SetupView } from './earnings.js';
import { ratingMarks, type RatingAction } from './rating-marks.js';
import type { TabProps } from './tab-props.js';
import { Unknown } from './unknown.js';

type Grades = NonNullable<StreetGradesPanelFragment['streetGrades']>;

const HORIZONS = [
  ['oneMonth', '1 month'],
  ['threeMonths', '3 months'],
  ['sixMonths', '6 months'],
] as const;

/** Sessions of the chart: two years. */
const CHART_SESSIONS = 504;

/** Rating actions on the price. Each firm's target is its own, so that they are no line. */
function MarkedPrice({
  dates,
  closes,
  actions,
  ticker,
}: {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  readonly actions: readonly RatingAction[];
  readonly ticker: string;
}) {
  const [pointed, setPointed] = useState<Mark | null>(null);
  const shown = dates.slice(-CHART_SESSIONS);
  if (shown.length === 0) return <Empty>No prices are stored.</Empty>;
  const marks = ratingMarks(shown, actions);
  return (
    <div>
      <p class="pointed">{pointed?.text ?? '▲ upgrade · ▼ downgrade · ● other'}</p>
      <Lines
        label={`Closes of ${ticker} from ${day(shown[0])}, with ${counted(marks.length, 'sessions')} of rating actions marked; the table has them all`}
        height={200}
        format={price}
        x={shown.map(secondsOf)}
        lines={[{ name: 'Close', values: closes.slice(-CHART_SESSIONS) }]}
        marks={marks}
        onMark={setPointed}
      />
    </div>
  );
}

function Scoreboard({ grades }: { readonly grades: Grades }) {
  const rows = HORIZONS.flatMap(([key, horizon]) => [
    { id: `${key}up`, horizon, group: 'After upgrades', sample: grades.scoreboard[key].upgrades },
    { id: `${key}down`, horizon, group: 'After downgrades', sample: grades.scoreboard[key].downgrades },
    { id: `${key}all`, horizon, group: 'From every session', sample: grades.baseline[key] },
  ]);
  return (
    <Table
      caption="Returns after rating actions"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Return over', cell: ({ horizon }) => horizon },
        { name: 'From', cell: ({ group }) => group },
        { name: 'Returns', kind: 'number', cell: ({ sample }) => whole(sample.count) },
        { name: 'Median', kind: 'number', cell: ({ sample }) => <Return of={sample.median} /> },
        { name: 'Rose', kind: 'number', cell: ({ sample }) => share(sample.winRate) },
      ]}
    />
  );
}

function Actions({ actions }: { readonly actions: readonly RatingAction[] }) {
  return (
    <Table
      caption="Recent rating actions"
      rows={actions}
      rowKey={({ date, firm, action }) => date + firm + action}
      atMost={10}
      columns={[
        { name: 'Date', cell: ({ date }) => day(date), by: ({ date }) => date },
        { name: 'Firm', cell: ({ firm }) => firm, by: ({ firm }) => firm },
        {
          name: 'Action',
          cell: ({ action, previousRating, rating }) => (
            <>
              {words(action)}
              <span class="faint">
                {' '}
                {previousRating === null || previousRating === rating ? rating : `${previousRating} → ${rating}`}
              </span>
            </>
          ),
        },
        {
          name: 'Target, USD',
          kind: 'number',
          cell: ({ priceTarget }) => price(priceTarget),
          by: ({ priceTarget }) => priceTarget,
        },
        {
          name: 'Since',
          kind: 'number',
          cell: ({ returnSince }) => <Return of={returnSince} />,
          by: ({ returnSince }) => returnSince,
          isMinor: true,
        },
      ]}
    />
  );
}

/** The list has the newest actions alone. */
function listedWords({ actionCount, recent }: Grades): string {
  return recent.length < actionCount ? `; the newest ${recent.length} are marked and listed` : '';
}

function Firms({ grades }: { readonly grades: Grades }) {
  return (
    <Table
      caption="Firms"
      rows={grades.firms}
      rowKey={({ firm }) => firm}
      atMost={10}
      columns={[
        { name: 'Firm', cell: ({ firm }) => firm, by: ({ firm }) => firm },
        { name: 'Calls', kind: 'number', cell: ({ callCount }) => whole(callCount), by: ({ callCount }) => callCount },
        {
          name: 'Right',
          kind: 'number',
          hint: 'Calls that came true against SPY over three months',
          cell: ({ beatCount, scoredCount }) => `${beatCount} of ${scoredCount}`,
          by: ({ beatCount }) => beatCount,
        },
        { name: 'Share', kind: 'number', cell: ({ beatRate }) => share(beatRate), by: ({ beatRate }) => beatRate },
        { name: 'Last', cell: ({ lastAction }) => day(lastAction), by: ({ lastAction }) => lastAction, isMinor: true },
      ]}
    />
  );
}

/** What analysts said and what followed, and what the company reported. */
export function Street({ ticker, account }: TabProps) {
  const shownAt = useAsOf();
  const variables = {
    ticker,
    withEarnings: account.allows('Security.earningsCalendar'),
    withSetup: account.allows('Security.earningsSetup'),
    bars: CHART_SESSIONS,
    ...shownAt,
  };
  const { data, errors, isLoading, again } = useQuery(StreetPageDocument, variables);
  const security = data?.security ?? null;
  const [first] = errors;
  if (security === null && !isLoading) return <Unknown ticker={ticker} error={first} again={again} />;
  const {
    streetGrades: grades = null,
    earningsCalendar: earnings = null,
    earningsSetup: setup = null,
  } = security ?? {};
  const stored = security?.sources ?? [];
  const reports = sourcesOfKinds(stored, 'FUNDAMENTALS');
  const shared = { isLoading, again, dataSources: sourcesOfKinds(stored, 'RATINGS') };
  const error = errorAt(errors, 'security', 'streetGrades');
  const source = { panel: 'StreetGradesPanel', variables, rest: `street-grades?ticker=${ticker}` } as const;
  const link = { asOf: shownAt.asOf ?? aMinuteAgo(), to: shownAt.to ?? security?.barColumns?.dates.at(-1) };
  const hasGrades = grades !== null && grades.actionCount > 0;
  const none = <Empty>No rating actions are stored for {ticker}.</Empty>;
  return (
    <>
      <h1 class="sr-only">{ticker}: street and earnings</h1>
      <AsOfNote ofNow="what is expected of the next report is" />
      <div class="grid">
        <Panel
          {...shared}
          title="Rating actions"
          class="wide"
          tall={[676, 1246]}
          isVarying
          noteRoom="62 actions of 18 firms, Nov 27, 2021 to Nov 27, 2026; the newest 50 are listed"
          source={source}
          link={link}
          error={error}
          note={
            hasGrades
              ? `${counted(grades.actionCount, 'actions')} of ${counted(grades.firmCount, 'firms')}, ${day(grades.from)} to ${day(grades.to)}${listedWords(grades)}`
              : undefined
          }
        >
          {!hasGrades ? (
            none
          ) : (
            <>
              <p>{sentence(grades.summary)}</p>
              <MarkedPrice
                ticker={ticker}
                dates={security?.barColumns?.dates ?? []}
                closes={security?.barColumns?.closes ?? []}
                actions={grades.recent}
              />
              <Actions actions={grades.recent} />
            </>
          )}
        </Panel>
        <Panel
          {...shared}
          title="What followed"
          tall={[281, 471]}
          source={source}
          link={link}
          error={error}
          note="Returns from the next session on, percent"
        >
          {!hasGrades ? none : <Scoreboard grades={grades} />}
        </Panel>
        <Panel
          {...shared}
          title="Firms"
          tall={[203, 330]}
          source={source}
          link={link}
          error={error}
          note="Right: a return above SPY’s over three months, after a downgrade below it"
        >
          {!hasGrades ? none : <Firms grades={grades} />}
        </Panel>
        <Panel
          {...shared}
          isLoading={isLoading && variables.withSetup}
          dataSources={sourcesOfKinds(stored, 'FUNDAMENTALS', 'OPTIONS', 'RATINGS')}
          title="Before the next report"
          class="wide"
          tall={[335, 430]}
          note="What options and analysts expect, and growth over the year before"
          error={errorAt(errors, 'security', 'earningsSetup')}
          source={{ panel: 'EarningsSetupPanel', variables, rest: `earnings-setup?ticker=${ticker}` }}
        >
          <Gate account={account} field="Security.earningsSetup" what="What is expected of the next report">
            {setup === null ? <Empty>Nothing is stored.</Empty> : <SetupView setup={setup} />}
          </Gate>
        </Panel>
        <Panel
          {...shared}
          isLoading={isLoading && variables.withEarnings}
          dataSources={reports}
          title="Earnings"
          class="wide"
          tall={[322, 445]}
          note={reportsNote(reports)}
          error={errorAt(errors, 'security', 'earningsCalendar')}
          link={link}
          source={{ panel: 'EarningsPanel', variables, rest: `earnings-calendar?ticker=${ticker}` }}
        >
          <Gate account={account} field="Security.earningsCalendar" what="The earnings calendar">
            {earnings === null ? <Empty>No reports are stored.</Empty> : <EarningsView earnings={earnings} />}
          </Gate>
        </Panel>
      </div>
    </>
  );
}
