import type { DailyBars } from '../../calendar/bars.js';
import { at, lowerBound } from '../series.js';
import { DRIFT } from './constants.js';

/** The benchmark's closes: split-adjusted ones, and total-return ones. */
export type BenchmarkCloses = Pick<DailyBars, 'days' | 'close' | 'adjClose'>;

type TotalReturnCloses = Pick<BenchmarkCloses, 'days' | 'adjClose'>;

/**
 * Mean daily log return (total return) of the benchmark from its first close to its last one before each of these
 * ascending days: what a holder of the market expected on that day. 0 without a benchmark, and while its history is
 * shorter than {@link DRIFT.minReturns} returns.
 */
export function marketDrifts(benchmark: TotalReturnCloses | null, days: Int32Array): Float64Array {
  const drifts = new Float64Array(days.length);
  if (benchmark === null) return drifts;
  const first = benchmark.adjClose.findIndex((price) => price > 0);
  if (first === -1) return drifts;
  const start = at(benchmark.adjClose, first);
  return drifts.map((_, place) => {
    let last = lowerBound(benchmark.days, at(days, place)) - 1;
    while (last > first && !(at(benchmark.adjClose, last) > 0)) last -= 1;
    return last - first < DRIFT.minReturns ? 0 : Math.log(at(benchmark.adjClose, last) / start) / (last - first);
  });
}

/** {@link marketDrifts} on one day. */
export function marketDrift(benchmark: TotalReturnCloses | null, day: number): number {
  return at(marketDrifts(benchmark, Int32Array.of(day)), 0);
}
