import { day, price, secondsOf, sentence, share, signedShare, usd, whole, words } from '../../app/format.js';
import { aMinuteAgo, useAsOf } from '../../app/as-of.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { StreetPageDocument } from '../../generated/documents.js';
import type { EarningsPanelFragment, StreetGradesPanelFragment } from '../../generated/types.js';
import { Facts } from '../../parts/facts.js';
import { Gate } from '../../parts/gate.js';
import { Lines } from '../../parts/lines.js';
import { AsOfNote } from '../../parts/as-of-note.js';
import { Panel } from '../../parts/panel.js';
import { Empty, Refusal } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Return } from '../../parts/values.js';
import type { TabProps } from './tab-props.js';

type Grades = NonNullable<StreetGradesPanelFragment['streetGrades']>;
type Action = Grades['recent'][number];

const HORIZONS = [
  ['oneMonth', '1 month'],
  ['threeMonths', '3 months'],
  ['sixMonths', '6 months'],
] as const;

/** Recent price targets at the close, with the price itself. */
function Targets({
  dates,
  closes,
  actions,
  ticker,
}: {
  readonly dates: readonly string[];
  readonly closes: readonly number[];
  readonly actions: readonly Action[];
  readonly ticker: string;
}) {
  const from = dates.length - Math.min(dates.length, 504);
  const shown = dates.slice(from);
  // The newest target that was known on each session, by whichever firm.
  const targets = [...actions]
    .filter(({ priceTarget }) => priceTarget !== null)
    .sort((one, other) => one.date.localeCompare(other.date));
  const targetOn = (date: string): number | null =>
    targets.findLast((action) => action.date <= date)?.priceTarget ?? null;
  if (targets.length === 0) return null;
  return (
    <Lines
      label={`Closes of ${ticker} and the newest price target`}
      height={200}
      format={price}
      x={shown.map(secondsOf)}
      lines={[
        { name: 'Close', values: closes.slice(from) },
        { name: 'Newest target', values: shown.map(targetOn), colour: 'third', steps: true, dash: [4, 3] },
      ]}
    />
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

function Actions({ actions }: { readonly actions: readonly Action[] }) {
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
  return recent.length < actionCount ? `; the newest ${recent.length} are listed` : '';
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

type Earnings = NonNullable<EarningsPanelFragment['earningsCalendar']>;

function EarningsTable({ earnings }: { readonly earnings: Earnings }) {
  const { nextEarningsEstimate, daysUntilEarnings } = earnings;
  return (
    <>
      <Facts
        items={[
          [
            'Next report, estimated',
            day(nextEarningsEstimate),
            daysUntilEarnings === null ? 'not announced, no estimate' : `in ${daysUntilEarnings} days`,
          ],
          ['Revenue growth', signedShare(earnings.revenueGrowth), 'over the year before'],
          ['EPS growth', signedShare(earnings.epsGrowth), 'over the year before'],
        ]}
      />
      {earnings.earningsHistory.length === 0 ? (
        <Empty>No reports are stored.</Empty>
      ) : (
        <Table
          caption="Reported quarters"
          rows={earnings.earningsHistory}
          rowKey={({ periodEnd }) => periodEnd}
          columns={[
            { name: 'Quarter', cell: ({ fiscalYear, fiscalQuarter }) => `Q${fiscalQuarter} ${fiscalYear}` },
            { name: 'Filed', cell: ({ filingDate }) => day(filingDate), isMinor: true },
            {
              name: 'EPS, USD',
              kind: 'number',
              hint: 'Diluted',
              cell: ({ epsDiluted }) => price(epsDiluted),
              by: ({ epsDiluted }) => epsDiluted,
            },
            { name: 'Revenue', kind: 'number', cell: ({ revenue }) => usd(revenue), by: ({ revenue }) => revenue },
            {
              name: 'Net income',
              kind: 'number',
              cell: ({ netIncome }) => usd(netIncome),
              by: ({ netIncome }) => netIncome,
            },
          ]}
        />
      )}
    </>
  );
}

/** What analysts said and what followed, and what the company reported. */
export function Street({ ticker, account }: TabProps) {
  const shownAt = useAsOf();
  const variables = { ticker, withEarnings: account.allows('Security.earningsCalendar'), bars: 1512, ...shownAt };
  const { data, errors, isLoading, again } = useQuery(StreetPageDocument, variables);
  const security = data?.security ?? null;
  const [first] = errors;
  if (security === null && !isLoading)
    return first === undefined ? (
      <Empty>No data are stored for {ticker}.</Empty>
    ) : (
      <Refusal error={first} again={again} />
    );
  const shared = { isLoading, again };
  const { streetGrades: grades = null, earningsCalendar: earnings = null } = security ?? {};
  const error = errorAt(errors, 'security', 'streetGrades');
  const source = { panel: 'StreetGradesPanel', variables, rest: `street-grades?ticker=${ticker}` } as const;
  const link = { asOf: shownAt.asOf ?? aMinuteAgo(), to: shownAt.to ?? security?.barColumns?.dates.at(-1) };
  const hasGrades = grades !== null && grades.actionCount > 0;
  const none = <Empty>No rating actions are stored for {ticker}.</Empty>;
  return (
    <>
      <h1 class="sr-only">{ticker}: street and earnings</h1>
      <AsOfNote />
      <div class="grid">
        <Panel
          {...shared}
          title="Rating actions"
          class="wide"
          tall={[655, 1225]}
          noteRoom="62 actions of 18 firms, Nov 27, 2021 to Nov 27, 2026; the newest 50 are listed"
          source={source}
          link={link}
          error={error}
          note={
            grades === null
              ? undefined
              : `${grades.actionCount} actions of ${grades.firmCount} firms, ${day(grades.from)} to ${day(grades.to)}${listedWords(grades)}`
          }
        >
          {!hasGrades ? (
            none
          ) : (
            <>
              <p>{sentence(grades.summary)}</p>
              <Targets
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
          isLoading={isLoading && variables.withEarnings}
          title="Earnings"
          class="wide"
          tall={[322, 392]}
          note="As filed with the SEC"
          error={errorAt(errors, 'security', 'earningsCalendar')}
          link={link}
          source={{ panel: 'EarningsPanel', variables, rest: `earnings-calendar?ticker=${ticker}` }}
        >
          <Gate account={account} field="Security.earningsCalendar" what="The earnings calendar">
            {earnings === null ? <Empty>No reports are stored.</Empty> : <EarningsTable earnings={earnings} />}
          </Gate>
        </Panel>
      </div>
    </>
  );
}
