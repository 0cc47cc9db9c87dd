import { day, share, signedShare, twoDecimals, whole, words } from '../../app/format.js';
import { keepInAddress, place } from '../../app/router.js';
import { useStore } from '../../app/store.js';
import { sourcesOfBars } from '../../app/data-sources.js';
import { errorAt, useQuery } from '../../app/use-query.js';
import { wholeWithin } from '../../app/within.js';
import { PatternsPageDocument } from '../../generated/documents.js';
import type { GapStatsPanelFragment, SeasonalityPanelFragment } from '../../generated/types.js';
import { DcaResult } from '../../parts/dca-result.js';
import { Facts } from '../../parts/facts.js';
import { Panel } from '../../parts/panel.js';
import { Scroll } from '../../parts/scroll.js';
import { Empty } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Change, heatStep } from '../../parts/values.js';
import type { TabProps } from './tab-props.js';
import { Unknown } from './unknown.js';

type SeasonalityData = NonNullable<SeasonalityPanelFragment['seasonality']>;
type Month = SeasonalityData['months'][number];

const SHORT = (name: string): string => name.charAt(0) + name.slice(1, 3).toLowerCase();

/** Statistics of the twelve months: each is a row of the heat map's foot. */
const STATISTICS: readonly (readonly [
  name: string,
  cell: (month: Month) => string,
  tone: (month: Month) => number | null,
])[] = [
  ['Mean', ({ mean }) => signedShare(mean), ({ mean }) => mean],
  ['Median', ({ median }) => signedShare(median), ({ median }) => median],
  ['Rose', ({ winRate }) => share(winRate), () => null],
  ['Returns', ({ count }) => whole(count), () => null],
  ['p-value', ({ adjustedPValue }) => (adjustedPValue === null ? '–' : twoDecimals(adjustedPValue)), () => null],
];

const FULL = 0.1;

/** Returns by year and month as a heat map, with the statistics of each month below. */
function Heat({ data }: { readonly data: SeasonalityData }) {
  if (data.monthCount === 0) return <Empty>Less than a month of history is stored.</Empty>;
  return (
    <Scroll label="Monthly returns">
      <table class="heat">
        <caption class="sr-only">Returns by year and month, percent</caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {data.months.map(({ month, name }) => (
              <th key={month} scope="col" class="number">
                {SHORT(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...data.years].reverse().map(({ year, months }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {data.months.map(({ month }) => {
                const value = months.find((each) => each.month === month)?.return;
                return value === undefined ? (
                  <td key={month} />
                ) : (
                  <td key={month} class="number" data-step={heatStep(value, FULL)}>
                    {signedShare(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {STATISTICS.map(([name, cell, tone]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {data.months.map((month) => {
                const value = tone(month);
                return (
                  <td
                    key={month.month}
                    class="number"
                    {...(value === null ? {} : { 'data-step': heatStep(value, FULL / 2) })}
                  >
                    {cell(month)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tfoot>
      </table>
    </Scroll>
  );
}

type Gaps = NonNullable<GapStatsPanelFragment['gapStats']>;

function GapTable({ gaps }: { readonly gaps: Gaps }) {
  if (gaps.gapCount === 0) return <Empty>No gaps in {whole(gaps.sessions)} sessions.</Empty>;
  return (
    <>
      <Facts
        items={[
          ['Gaps', whole(gaps.gapCount), `of ${whole(gaps.sessions)} sessions`],
          ['Up gaps filled', share(gaps.up.fillRate), `of ${whole(gaps.up.count)}`],
          ['Down gaps filled', share(gaps.down.fillRate), `of ${whole(gaps.down.count)}`],
          [
            'Last gap',
            gaps.lastGap === null ? '–' : signedShare(gaps.lastGap.gap),
            gaps.lastGap === null
              ? ''
              : `${day(gaps.lastGap.date)}, ${gaps.lastGap.isFilled ? 'filled' : 'not filled'}`,
          ],
        ]}
      />
      <Table
        caption="Gaps by size"
        rows={gaps.buckets}
        rowKey={({ direction, size }) => direction + size}
        columns={[
          { name: 'Direction', cell: ({ direction }) => words(direction) },
          { name: 'Size', cell: ({ label }) => label },
          { name: 'Gaps', kind: 'number', cell: ({ count }) => whole(count), by: ({ count }) => count },
          {
            name: 'Filled',
            kind: 'number',
            hint: 'Traded back to the prior close in the same session',
            cell: ({ fillRate }) => share(fillRate),
            by: ({ fillRate }) => fillRate,
          },
          {
            name: 'Followed',
            kind: 'number',
            hint: 'Closed further in the direction of the gap',
            cell: ({ followRate }) => share(followRate),
            by: ({ followRate }) => followRate,
            isMinor: true,
          },
          {
            name: 'Open to close',
            kind: 'number',
            cell: ({ meanOpenClose }) => <Change percent={meanOpenClose === null ? null : 100 * meanOpenClose} />,
            by: ({ meanOpenClose }) => meanOpenClose,
          },
        ]}
      />
    </>
  );
}

function DcaForm({
  amount,
  years,
  ask,
}: {
  readonly amount: number;
  readonly years: number;
  readonly ask: (amount: number, years: number) => void;
}) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    ask(Number(fields.get('amount')), Number(fields.get('years')));
  };
  return (
    <form class="inline" onSubmit={submit}>
      <label>
        USD a month
        <input type="number" name="amount" min={10} max={1_000_000} step={1} required defaultValue={String(amount)} />
      </label>
      <label>
        Years
        <input type="number" name="years" min={1} max={15} step={1} required defaultValue={String(years)} />
      </label>
      <button type="submit" class="button">
        Compute
      </button>
    </form>
  );
}

/** What a security's history repeats: months, gaps, regular purchases, whose amount and years the address keeps. */
export function Patterns({ ticker }: TabProps) {
  const { query } = useStore(place);
  const [monthlyAmount, years] = [
    wholeWithin(query.get('monthly'), 10, 1_000_000, 500),
    wholeWithin(query.get('years'), 1, 15, 10),
  ];
  const variables = { ticker, monthlyAmount, years };
  const { data, errors, dataSources, isLoading, again } = useQuery(PatternsPageDocument, variables);
  const security = data?.security ?? null;
  const [first] = errors;
  if (security === null && !isLoading) return <Unknown ticker={ticker} error={first} again={again} />;
  const shared = { dataSources, isLoading, again };
  const { seasonality, gapStats, dca } = security ?? { seasonality: null, gapStats: null, dca: null };
  return (
    <>
      <h1 class="sr-only">{ticker}: patterns</h1>
      <div class="grid">
        <Panel
          {...shared}
          dataSources={sourcesOfBars(security, dataSources)}
          title="Seasonality"
          class="wide"
          tall={[603, 616]}
          noteRoom="Returns of 180 calendar months, percent · full colour at ±10% (mean ±5%) · p-values times twelve"
          source={{ panel: 'SeasonalityPanel', variables, rest: `seasonality?ticker=${ticker}` }}
          error={errorAt(errors, 'security', 'seasonality')}
          note={
            seasonality === null
              ? 'Returns of calendar months, percent'
              : `Returns of ${seasonality.monthCount} calendar months, percent · full colour at ±10% (mean ±5%) · p-values times twelve`
          }
        >
          {seasonality !== null && <Heat data={seasonality} />}
        </Panel>
        <Panel
          {...shared}
          dataSources={sourcesOfBars(security, dataSources)}
          title="Overnight gaps"
          tall={[322, 432]}
          noteRoom="Open against the prior close, Nov 27, 2011 to Nov 27, 2026"
          source={{ panel: 'GapStatsPanel', variables, rest: `gap-stats?ticker=${ticker}` }}
          error={errorAt(errors, 'security', 'gapStats')}
          note={
            gapStats === null
              ? 'Open against the prior close'
              : `Open against the prior close, ${day(gapStats.from)} to ${day(gapStats.to)}`
          }
        >
          {gapStats !== null && <GapTable gaps={gapStats} />}
        </Panel>
        <Panel
          {...shared}
          title="Monthly purchases"
          tall={[569, 748]}
          source={{
            panel: 'DcaPanel',
            variables,
            rest: `dca?ticker=${ticker}&monthly=${monthlyAmount}&years=${years}`,
          }}
          error={errorAt(errors, 'security', 'dca')}
          note="Dollar-cost averaging at adjusted closes, with dividends"
        >
          <DcaForm
            amount={monthlyAmount}
            years={years}
            ask={(amount, length) => keepInAddress({ monthly: String(amount), years: String(length) })}
          />
          {dca !== null && <DcaResult dca={dca} ticker={ticker} />}
        </Panel>
      </div>
    </>
  );
}
