import type { DailyBar } from '../models/daily-bar.js';
import type { Dividend, Split } from '../../store/series.js';
import { simpleRatio } from '../models/simple-ratio.js';
import { divideBar, type AdjustedHistory } from './adjust.js';
import type { RawBar } from './daily-rows.js';
import type { FactorRow } from './lean-layout.js';

const ROUNDING = 1e-4;
const RATIO_DENOMINATORS = 20;
/** A step of the price factor below this share of the price is rounding, not a dividend. */
const SMALLEST_YIELD = 1e-6;

/**
 * Adjusts as-traded bars with a factor file. The first row whose day is not before the session applies: price × split
 * factor is split-adjusted; × price factor as well is total return. Splits and dividends are the steps between rows;
 * they take effect on the first session after the older row's day. `raw` is oldest first.
 */
export function adjustByFactors(raw: readonly RawBar[], factors: readonly FactorRow[]): AdjustedHistory {
  const rows = [...factors].sort((a, b) => a.lastDay - b.lastDay);
  const bars: DailyBar[] = [];
  let at = 0;
  for (const { bar } of raw) {
    while ((rows[at]?.lastDay ?? Infinity) < bar.day) at++;
    const splitFactor = rows[at]?.splitFactor ?? 1;
    bars.push({ ...divideBar(bar, 1 / splitFactor), adjClose: bar.close * (rows[at]?.priceFactor ?? 1) * splitFactor });
  }
  return { bars, ...readSteps(rows, bars) };
}

/** Steps inside a data gap take effect on the first session after it: dividends are summed, splits multiplied. */
function readSteps(rows: readonly FactorRow[], bars: readonly DailyBar[]): { splits: Split[]; dividends: Dividend[] } {
  const ratios = new Map<number, number>();
  const amounts = new Map<number, number>();
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    const effective = bars.find((bar) => bar.day > row.lastDay);
    if (!next || !effective || !bars.some((bar) => bar.day <= row.lastDay)) continue;
    const ratio = next.splitFactor / row.splitFactor;
    if (Math.abs(ratio - 1) > ROUNDING) {
      const exact = simpleRatio(ratio, ROUNDING, RATIO_DENOMINATORS) ?? ratio;
      ratios.set(effective.day, (ratios.get(effective.day) ?? 1) * exact);
    }
    const paid = 1 - row.priceFactor / next.priceFactor;
    if (paid > SMALLEST_YIELD && row.referencePrice > 0) {
      amounts.set(effective.day, (amounts.get(effective.day) ?? 0) + row.referencePrice * row.splitFactor * paid);
    }
  }
  return {
    splits: [...ratios].map(([day, ratio]) => ({ day, ratio })),
    dividends: [...amounts].map(([day, amount]) => ({ day, amount })),
  };
}
