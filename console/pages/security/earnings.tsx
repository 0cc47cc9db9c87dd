import { day, percent, price, signedPercent, signedShare, usd, whole } from '../../app/format.js';
import type { EarningsPanelFragment, EarningsSetupPanelFragment } from '../../generated/types.js';
import { Facts } from '../../parts/facts.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Return } from '../../parts/values.js';

type Earnings = NonNullable<EarningsPanelFragment['earningsCalendar']>;
type Estimates = NonNullable<Earnings['street']>;
type Setup = NonNullable<EarningsSetupPanelFragment['earningsSetup']>;

const quarterName = ({ fiscalYear, fiscalQuarter }: { readonly fiscalYear: number; readonly fiscalQuarter: number }) =>
  `Q${fiscalQuarter} ${fiscalYear}`;

/** The street's estimates of the next report; nothing without any. */
function estimateFacts(estimates: Estimates | null): readonly (readonly [string, string, string])[] {
  if (estimates === null) return [];
  const { earningsDate, isDateEstimate, epsAverage, epsLow, epsHigh, revenueAverage, revenueLow, revenueHigh } =
    estimates;
  return [
    [
      'Next report, by the street',
      day(earningsDate),
      isDateEstimate === true ? 'estimated' : isDateEstimate === false ? 'announced' : 'announced or estimated',
    ],
    ['EPS expected, USD', price(epsAverage), `${price(epsLow)} to ${price(epsHigh)}`],
    ['Revenue expected', usd(revenueAverage), `${usd(revenueLow)} to ${usd(revenueHigh)}`],
  ];
}

/** What was reported, and when the next report is due. */
export function EarningsView({ earnings }: { readonly earnings: Earnings }) {
  const { nextEarningsEstimate, daysUntilEarnings, street, earningsHistory } = earnings;
  return (
    <>
      <Facts
        items={[
          [
            'Next report, estimated',
            day(nextEarningsEstimate),
            daysUntilEarnings === null ? 'not announced, no estimate' : `in ${daysUntilEarnings} days`,
          ],
          ...estimateFacts(street),
          ['Revenue growth', signedShare(earnings.revenueGrowth), 'over the year before'],
          ['EPS growth', signedShare(earnings.epsGrowth), 'over the year before'],
        ]}
      />
      {earningsHistory.length === 0 ? (
        <Empty>No reports are stored.</Empty>
      ) : (
        <Table
          caption="Reported quarters"
          rows={earningsHistory}
          rowKey={({ periodEnd }) => periodEnd}
          columns={[
            { name: 'Quarter', cell: quarterName },
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

/** The move that options price in, or why there is none. */
function impliedFact({ impliedMove, missing }: Setup): readonly [string, string, string] {
  const name = 'Options imply';
  if (impliedMove === null)
    return [name, '–', missing.find(({ value }) => value === 'IMPLIED_MOVE')?.reason ?? 'no usable quotes'];
  const { movePct, dollars, expiry, quotedAt } = impliedMove;
  return [
    name,
    `±${percent(movePct)}`,
    `±${price(dollars)} USD by the expiry of ${day(expiry)}, quoted ${day(quotedAt)}`,
  ];
}

function consensusFact({ targets }: Setup): readonly [string, string, string] {
  const { consensus, low, high, count, upsidePct } = targets;
  return [
    'Price target, USD',
    price(consensus),
    count === 0
      ? 'no firm has set one within a year'
      : `${signedPercent(upsidePct)} from the last close; mean of ${whole(count)}, ${price(low)} to ${price(high)}`,
  ];
}

const upAndDown = (up: number | null, down: number | null): string =>
  up === null || down === null ? '–' : `${whole(up)} up, ${whole(down)} down`;

/** What analysts and options expect of the next report, and the growth that was reported before. */
export function SetupView({ setup }: { readonly setup: Setup }) {
  const { revisions, filingMoves, fundamentalsTrend } = setup;
  const { moves, medianSizePct } = filingMoves;
  const { upCount = null, downCount = null } = revisions.quarter ?? {};
  return (
    <>
      <Facts
        items={[
          impliedFact(setup),
          [
            'Moves after filings',
            moves.length === 0 ? '–' : `±${percent(medianSizePct)}`,
            moves.length === 0 ? 'no filing with prices' : `median of ${whole(moves.length)}`,
          ],
          consensusFact(setup),
          ['Revisions of 30 days', upAndDown(revisions.upCount, revisions.downCount), 'ratings and targets'],
          ['Revisions of 90 days', upAndDown(upCount, downCount), 'ratings and targets'],
        ]}
      />
      {fundamentalsTrend.quarters.length === 0 ? (
        <Empty>No growth is known: no reports are stored.</Empty>
      ) : (
        <Table
          caption="Growth over the same quarter of the year before"
          rows={fundamentalsTrend.quarters}
          rowKey={({ periodEnd }) => periodEnd}
          columns={[
            { name: 'Quarter', cell: quarterName },
            {
              name: 'Revenue',
              kind: 'number',
              cell: ({ revenueGrowth }) => <Return of={revenueGrowth} />,
              by: ({ revenueGrowth }) => revenueGrowth,
            },
            {
              name: 'EPS',
              kind: 'number',
              hint: 'Diluted, adjusted for splits',
              cell: ({ epsGrowth }) => <Return of={epsGrowth} />,
              by: ({ epsGrowth }) => epsGrowth,
            },
            {
              name: 'Net income',
              kind: 'number',
              cell: ({ netIncomeGrowth }) => <Return of={netIncomeGrowth} />,
              by: ({ netIncomeGrowth }) => netIncomeGrowth,
            },
          ]}
        />
      )}
    </>
  );
}
