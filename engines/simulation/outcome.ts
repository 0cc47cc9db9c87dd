import { at } from '../series.js';
import { quantileReader } from './quantiles.js';

/** Share of outcomes in the tail of value at risk and its conditional mean. */
const TAIL = 0.05;

/** Distribution of the portfolio's value at the horizon; percentages of the starting value, losses in USD, positive. */
export interface Outcome {
  readonly terminal: {
    readonly meanPct: number;
    readonly p5Pct: number;
    readonly p50Pct: number;
    readonly p95Pct: number;
  };
  /** Share of paths that end above the starting value, 0 to 100. */
  readonly probPositivePct: number;
  /** Loss at the 5% quantile; negative if even that is a gain. */
  readonly varDollar: number;
  /** Mean loss of the paths at or beyond that quantile. */
  readonly cvarDollar: number;
}

export interface ConePoint {
  readonly day: number;
  /** Portfolio value in USD. */
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/** Gain in percent of a multiple of the starting value. */
function gainPct(multiple: number): number {
  return (multiple - 1) * 100;
}

/** Outcome of final values given as multiples of `startValueUsd`. */
export function outcome(terminal: Float64Array, startValueUsd: number): Outcome {
  let sum = 0;
  let positive = 0;
  for (let path = 0; path < terminal.length; path += 1) {
    const multiple = at(terminal, path);
    sum += multiple;
    if (multiple > 1) positive += 1;
  }
  const [p5 = Number.NaN, p50 = Number.NaN, p95 = Number.NaN] = quantileReader(terminal.length)(terminal, [TAIL, 0.5, 1 - TAIL]);
  let tailSum = 0;
  let tailCount = 0;
  for (let path = 0; path < terminal.length; path += 1) {
    const multiple = at(terminal, path);
    if (multiple > p5) continue;
    tailSum += multiple;
    tailCount += 1;
  }
  return {
    terminal: { meanPct: gainPct(sum / terminal.length), p5Pct: gainPct(p5), p50Pct: gainPct(p50), p95Pct: gainPct(p95) },
    probPositivePct: (100 * positive) / terminal.length,
    varDollar: (1 - p5) * startValueUsd,
    cvarDollar: (1 - tailSum / tailCount) * startValueUsd,
  };
}

/** Quantiles of the value on each day, from the start on. `byDay` as in `PathValues`. */
export function cone(byDay: Float32Array, paths: number, startValueUsd: number): ConePoint[] {
  const read = quantileReader(paths);
  const points: ConePoint[] = [{ day: 0, p10: startValueUsd, p50: startValueUsd, p90: startValueUsd }];
  for (let day = 1; day * paths <= byDay.length; day += 1) {
    const values = byDay.subarray((day - 1) * paths, day * paths);
    const [p10 = Number.NaN, p50 = Number.NaN, p90 = Number.NaN] = read(values, [0.1, 0.5, 0.9]);
    points.push({ day, p10: p10 * startValueUsd, p50: p50 * startValueUsd, p90: p90 * startValueUsd });
  }
  return points;
}
