import { isoDate } from '../../calendar/days.js';
import { nextSession } from '../../calendar/nyse.js';
import { at } from '../series.js';
import { quantileReader } from './quantiles.js';

/** Share of outcomes in the tail of value at risk and its conditional mean. */
const TAIL = 0.05;
const TERMINAL_QUANTILES = [TAIL, 0.25, 0.5, 0.75, 1 - TAIL] as const;
const CONE_QUANTILES = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95] as const;

/** Distribution of the portfolio's value at the horizon; percentages of the starting value, losses in USD, positive. */
export interface Outcome {
  readonly terminal: {
    readonly meanPct: number;
    readonly p5Pct: number;
    readonly p25Pct: number;
    readonly p50Pct: number;
    readonly p75Pct: number;
    readonly p95Pct: number;
  };
  /** Share of paths that end above the starting value, 0 to 100. */
  readonly probabilityPositivePct: number;
  /** Loss at the 5% quantile; negative if even that is a gain. */
  readonly valueAtRisk: number;
  /** Mean loss of the paths at or beyond that quantile. */
  readonly expectedShortfall: number;
}

type ConeQuantile = 'p5' | 'p10' | 'p25' | 'p50' | 'p75' | 'p90' | 'p95';

/** Quantiles of the portfolio's value on one session: USD, and the gain in percent of the starting value. */
export interface ConePoint extends Readonly<Record<ConeQuantile | `${ConeQuantile}Pct`, number>> {
  readonly day: number;
  readonly date: string;
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
  const [p5, p25, p50, p75, p95] = quantileReader(terminal.length)(terminal, TERMINAL_QUANTILES);
  let tailSum = 0;
  let tailCount = 0;
  for (let path = 0; path < terminal.length; path += 1) {
    const multiple = at(terminal, path);
    if (multiple > p5) continue;
    tailSum += multiple;
    tailCount += 1;
  }
  return {
    terminal: {
      meanPct: gainPct(sum / terminal.length),
      p5Pct: gainPct(p5),
      p25Pct: gainPct(p25),
      p50Pct: gainPct(p50),
      p75Pct: gainPct(p75),
      p95Pct: gainPct(p95),
    },
    probabilityPositivePct: (100 * positive) / terminal.length,
    valueAtRisk: (1 - p5) * startValueUsd,
    expectedShortfall: (1 - tailSum / tailCount) * startValueUsd,
  };
}

/**
 * Quantiles of the value on each session: on `lastDay` (epoch day), the last of the history, where all equal the
 * starting value, and on those of the exchange after it. `byDay` as in `PathValues`.
 */
export function cone(byDay: Float32Array, paths: number, startValueUsd: number, lastDay: number): ConePoint[] {
  const read = quantileReader(paths);
  const pointOf = (day: number, session: number, multiples: Float64Array | Float32Array): ConePoint => {
    const [p5, p10, p25, p50, p75, p90, p95] = read(multiples, CONE_QUANTILES);
    const usd = (multiple: number): number => multiple * startValueUsd;
    const values = {
      p5: usd(p5),
      p10: usd(p10),
      p25: usd(p25),
      p50: usd(p50),
      p75: usd(p75),
      p90: usd(p90),
      p95: usd(p95),
    };
    const gains = {
      p5Pct: gainPct(p5),
      p10Pct: gainPct(p10),
      p25Pct: gainPct(p25),
      p50Pct: gainPct(p50),
      p75Pct: gainPct(p75),
      p90Pct: gainPct(p90),
      p95Pct: gainPct(p95),
    };
    return { day, date: isoDate(session), ...values, ...gains };
  };
  const points = [pointOf(0, lastDay, Float32Array.of(1))];
  let session = lastDay;
  for (let day = 1; day * paths <= byDay.length; day += 1) {
    session = nextSession(session);
    points.push(pointOf(day, session, byDay.subarray((day - 1) * paths, day * paths)));
  }
  return points;
}
