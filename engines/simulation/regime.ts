import { isoDate, yearsBack } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { fitHmm, type HmmFit } from './hmm.js';
import { stationary, type Pair } from './hmm-pass.js';
import { MIN_COMMON_SESSIONS, type Closes, type JointHistory } from './joint-history.js';

export type RegimeState = 'calm' | 'stressed';

/** The market's state at its last close. */
export interface RegimeReading {
  readonly state: RegimeState;
  /** Filtered probability of that state, ½ to 1. */
  readonly probability: number;
  readonly asOf: string;
}

/** Volatility regimes of a benchmark: a two-state chain over its daily returns; state 1 is `stressed`. */
export interface RegimeFit {
  /** Day of each return, oldest first. */
  readonly days: Int32Array;
  readonly hmm: HmmFit;
  /** Long-run share of sessions in each state. */
  readonly stationary: Pair;
  readonly today: RegimeReading;
}

/** Sessions over which leaving today's state is counted: a month. */
const SHIFT_SESSIONS = 21;

/** Years of the benchmark used for today's regime. */
export const REGIME_YEARS = 5;

/** The fewest days to draw a state from: its own, or the most similar ones. */
export const MIN_POOL_DAYS = 20;

/**
 * Regimes from the benchmark's total-return closes of the last `years`. Returns run from one bar with a price to the
 * next. Null with fewer than 60 sessions or without variation.
 */
export function fitRegimes({ days, adjClose }: Closes, years: number): RegimeFit | null {
  const last = days[days.length - 1];
  if (last === undefined) return null;
  const returns = new Float64Array(days.length);
  const returnDays = new Int32Array(days.length);
  let count = 0;
  let previous = 0;
  for (let i = lowerBound(days, yearsBack(last, years)); i < days.length; i += 1) {
    const close = at(adjClose, i);
    if (!(close > 0 && close < Infinity)) continue;
    if (previous > 0) {
      returns[count] = close / previous - 1;
      returnDays[count] = at(days, i);
      count += 1;
    }
    previous = close;
  }
  if (count + 1 < MIN_COMMON_SESSIONS) return null;
  const hmm = fitHmm(returns.subarray(0, count));
  if (hmm === null) return null;
  const stressed = at(hmm.filtered, count - 1);
  const today: RegimeReading = {
    state: stressed > 0.5 ? 'stressed' : 'calm',
    probability: Math.max(stressed, 1 - stressed),
    asOf: isoDate(at(returnDays, count - 1)),
  };
  return { days: returnDays.subarray(0, count), hmm, stationary: stationary(hmm.parameters), today };
}

/** Index of a state in the chain. */
export function indexOfState(state: RegimeState): 0 | 1 {
  return state === 'stressed' ? 1 : 0;
}

/** Probability, 0 to 100, that the chain leaves a state at least once within {@link SHIFT_SESSIONS}. */
export function shiftRiskPct({ hmm }: RegimeFit, state: RegimeState): number {
  const stay = state === 'stressed' ? hmm.parameters.transition[1][1] : hmm.parameters.transition[0][0];
  return 100 * (1 - stay ** SHIFT_SESSIONS);
}

/** Joint days of each state, as indices; `own` counts those that really belong to the state. */
export interface StatePools {
  readonly pools: readonly [Int32Array, Int32Array];
  readonly own: Pair;
}

/**
 * Days of each state: those whose smoothed probability of it is above ½; ties go to `calm`. A state with fewer than
 * {@link MIN_POOL_DAYS} days is drawn instead from that many days with its highest probability. Joint days on which the
 * benchmark has no return belong to neither.
 */
export function statePools(history: JointHistory, { days, hmm }: RegimeFit): StatePools | null {
  const known: { readonly index: number; readonly stressed: number }[] = [];
  history.days.forEach((day, index) => {
    const found = lowerBound(days, day);
    if (days[found] === day) known.push({ index, stressed: at(hmm.smoothed, found) });
  });
  if (known.length < MIN_POOL_DAYS) return null;
  const byStress = [...known].sort((a, b) => b.stressed - a.stressed || a.index - b.index);
  const stressedDays = byStress.filter(({ stressed }) => stressed > 0.5).length;
  const calmDays = known.length - stressedDays;
  const indices = (chosen: readonly { readonly index: number }[]): Int32Array => Int32Array.from(chosen, ({ index }) => index).sort();
  return {
    pools: [indices(byStress.slice(-Math.max(calmDays, MIN_POOL_DAYS))), indices(byStress.slice(0, Math.max(stressedDays, MIN_POOL_DAYS)))],
    own: [calmDays, stressedDays],
  };
}

/** Mean growth of the portfolio over `horizonDays` when the chain starts in each state: exact, not simulated. */
export function expectedGrowth(history: JointHistory, { hmm }: RegimeFit, { pools }: StatePools, horizonDays: number): Pair {
  const { factors, stride, weights } = history;
  const { transition } = hmm.parameters;
  const total = [0, 0];
  for (let j = 0; j < stride; j += 1) {
    const [calm, stressed] = pools.map((pool) => pool.reduce((sum, day) => sum + at(factors, day * stride + j), 0) / pool.length) as [number, number];
    let [from0, from1] = [1, 1];
    for (let day = 0; day < horizonDays; day += 1) {
      [from0, from1] = [
        transition[0][0] * calm * from0 + transition[0][1] * stressed * from1,
        transition[1][0] * calm * from0 + transition[1][1] * stressed * from1,
      ];
    }
    total[0] = (total[0] ?? 0) + at(weights, j) * from0;
    total[1] = (total[1] ?? 0) + at(weights, j) * from1;
  }
  return [total[0] ?? 0, total[1] ?? 0];
}

/**
 * Mean return over the horizon from today's state less that from the long-run mix of states, in percentage points of
 * the starting value.
 */
export function regimeDriftPct(history: JointHistory, fit: RegimeFit, pools: StatePools, horizonDays: number): number {
  const growth = expectedGrowth(history, fit, pools, horizonDays);
  const mix = fit.stationary[0] * growth[0] + fit.stationary[1] * growth[1];
  return 100 * (growth[indexOfState(fit.today.state)] - mix);
}
