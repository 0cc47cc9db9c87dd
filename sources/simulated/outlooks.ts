import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import type { NewEarningsReport } from '../../store/earnings.js';
import { streetOutlook, type StreetOutlook } from '../../store/street-outlooks.js';
import { simulatedQuarters } from './earnings.js';
import { hashText, normal, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('outlooks');
/** Of each company, so many outlooks: one since each of its newest reports. */
const OUTLOOKS = 4;
const QUARTERS = 4;
/** Deviation of the error of the average of estimates, and how far the lowest and the highest are from it. */
const ERROR = { eps: 0.06, revenue: 0.02 } as const;
const SPREAD = { eps: 0.08, revenue: 0.03 } as const;
const MILLION = 1_000_000;

const cents = (value: number): number => Math.round(value * 100) / 100;
const millions = (value: number): number => Math.round(value / MILLION) * MILLION;

interface Estimates {
  readonly eps: number;
  readonly revenue: number;
}

/** What the invented street expects of a quarter: its figures with an error. Null for one without them. */
function estimatesOf({ ticker, periodEnd, epsDiluted, revenue }: NewEarningsReport): Estimates | null {
  if (epsDiluted === null || revenue === null) return null;
  const random = seededRandom(SEED, periodEnd, hashText(ticker));
  const [epsError, revenueError] = [normal(random), normal(random)];
  return {
    eps: epsDiluted + Math.abs(epsDiluted) * ERROR.eps * epsError,
    revenue: revenue * (1 + ERROR.revenue * revenueError),
  };
}

/** What is said since a report was filed: at the end of its day in New York. Null without the following report. */
function outlookAfter(reports: readonly NewEarningsReport[], place: number): StreetOutlook | null {
  const [last, next] = [reports[place], reports[place + 1]];
  const filingDay = last?.filingDay ?? null;
  const reportDay = next?.filingDay ?? null;
  if (next === undefined || filingDay === null || reportDay === null) return null;
  const expected = estimatesOf(next);
  if (expected === null) return null;
  const around = (value: number, spread: number): number => Math.abs(value) * spread;
  const said = streetOutlook.parse({
    ticker: next.ticker,
    earningsFirstDay: reportDay,
    earningsLastDay: reportDay,
    isDateEstimate: true,
    exDividendDay: null,
    dividendDay: null,
    epsAverage: cents(expected.eps),
    epsLow: cents(expected.eps - around(expected.eps, SPREAD.eps)),
    epsHigh: cents(expected.eps + around(expected.eps, SPREAD.eps)),
    revenueAverage: millions(expected.revenue),
    revenueLow: millions(expected.revenue - around(expected.revenue, SPREAD.revenue)),
    revenueHigh: millions(expected.revenue + around(expected.revenue, SPREAD.revenue)),
    quarters: reports.slice(Math.max(0, place + 1 - QUARTERS), place + 1).map((report) => {
      const before = estimatesOf(report);
      return {
        periodEnd: report.periodEnd,
        epsActual: report.epsDiluted,
        epsEstimate: before === null ? null : cents(before.eps),
      };
    }),
  });
  return { ...said, source: SIMULATED, knownAt: new Date(newYorkUtcMs(filingDay + 1, 0)) };
}

/**
 * What an invented vendor says of the demo market's next reports, one outlook of a company since each of its newest
 * reports that were filed before New York's day of `now`. Estimates are the invented figures with a chance error.
 */
export function simulatedOutlooks(now: Date): readonly StreetOutlook[] {
  const today = newYorkTime(now.getTime()).day;
  return simulatedQuarters(now).flatMap((reports) => {
    const filed = reports.filter(({ filingDay }) => filingDay !== null && filingDay < today).length;
    const first = Math.max(0, filed - OUTLOOKS);
    return Array.from({ length: filed - first }, (_, index) => outlookAfter(reports, first + index)).flatMap(
      (outlook) => outlook ?? [],
    );
  });
}

/** Leaves out tickers of which a vendor has said something. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now, isFirst }) => {
  if (isFirst) await store.streetOutlooks.removeSource(tx, SIMULATED);
  const others = await store.streetOutlooks.tickersOfOthers(tx, SIMULATED);
  await store.streetOutlooks.add(
    tx,
    simulatedOutlooks(now).filter(({ ticker }) => !others.has(ticker)),
  );
};
