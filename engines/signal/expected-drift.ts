import type { DailyBars } from '../../calendar/bars.js';
import { at } from '../series.js';
import { marketDrifts, type BenchmarkCloses } from './drift.js';
import { marketBetas } from './market-beta.js';

/**
 * Daily log return expected of a security at each of these ascending indices of its bars: its market beta times the
 * market's drift, both from before that day. That is the market model (S. Brown & J. Warner, Journal of Financial
 * Economics 14, 1985) without its intercept, which momentum is to find. 0 without a market.
 */
export function expectedDrifts(bars: DailyBars, benchmark: BenchmarkCloses | null, indices: Int32Array): Float64Array {
  const betas = marketBetas(bars, benchmark, indices);
  return marketDrifts(
    benchmark,
    indices.map((index) => at(bars.days, index)),
  ).map((drift, place) => drift * at(betas, place));
}
