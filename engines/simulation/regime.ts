import { isoDate, yearsBack } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { fitHmm, type HmmFit } from './hmm.js';
import { stationary, type Pair } from './hmm-pass.js';
import { MIN_COMMON_SESSIONS, type Closes } from './joint-history.js';

export type RegimeState = 'calm' | 'stressed';

/** The market's state at its last close. */
export interface RegimeReading {
  readonly state: RegimeState;
  /** Filtered probability of that state; below ½ while the state is being left. */
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

/** Probabilities of stress at which the reported state changes. */
const STRESSED = { enteredAt: 0.7, leftAt: 0.3, first: 0.5 } as const;

/** The reported state after another close: it changes only on clear evidence, so that it does not flicker. */
export function nextState(before: RegimeState | null, stressed: number): RegimeState {
  const bound = before === null ? STRESSED.first : before === 'calm' ? STRESSED.enteredAt : STRESSED.leftAt;
  return stressed > bound ? 'stressed' : 'calm';
}

/** The reading of a close at which stress has this filtered probability, after a close in state `before`. */
export function readingAfter(before: RegimeState | null, stressed: number, asOf: string): RegimeReading {
  const state = nextState(before, stressed);
  return { state, probability: state === 'stressed' ? stressed : 1 - stressed, asOf };
}

/** Daily returns of a benchmark, from one bar with a price to the next. */
export interface BenchmarkReturns {
  readonly days: Int32Array;
  readonly returns: Float64Array;
}

function benchmarkReturns({ days, adjClose }: Closes, from: number): BenchmarkReturns {
  const returns = new Float64Array(days.length);
  const returnDays = new Int32Array(days.length);
  let count = 0;
  let previous = 0;
  for (let i = lowerBound(days, from); i < days.length; i += 1) {
    const close = at(adjClose, i);
    if (!(close > 0 && close < Infinity)) continue;
    if (previous > 0) {
      returns[count] = close / previous - 1;
      returnDays[count] = at(days, i);
      count += 1;
    }
    previous = close;
  }
  return { days: returnDays.subarray(0, count), returns: returns.subarray(0, count) };
}

/**
 * Regimes from the benchmark's total-return closes of the last `years`. Null with fewer than 60 sessions or without
 * variation.
 */
export function fitRegimes(benchmark: Closes, years: number): RegimeFit | null {
  const last = benchmark.days[benchmark.days.length - 1];
  if (last === undefined) return null;
  const { days, returns } = benchmarkReturns(benchmark, yearsBack(last, years));
  if (days.length + 1 < MIN_COMMON_SESSIONS) return null;
  const hmm = fitHmm(returns);
  if (hmm === null) return null;
  const newest = days.length - 1;
  const before = hmm.filtered.subarray(0, newest).reduce<RegimeState | null>(nextState, null);
  const today = readingAfter(before, at(hmm.filtered, newest), isoDate(at(days, newest)));
  return { days, hmm, stationary: stationary(hmm.parameters), today };
}

/** Index of a state in the chain. */
export function indexOfState(state: RegimeState): 0 | 1 {
  return state === 'stressed' ? 1 : 0;
}

/** Filtered probability of stress at the benchmark's last close. */
export function stressedToday({ hmm: { filtered } }: RegimeFit): number {
  return at(filtered, filtered.length - 1);
}

/** Probability, 0 to 100, that the chain leaves a state at least once within {@link SHIFT_SESSIONS}. */
export function shiftRiskPct({ hmm }: RegimeFit, state: RegimeState): number {
  const stay = state === 'stressed' ? hmm.parameters.transition[1][1] : hmm.parameters.transition[0][0];
  return 100 * (1 - stay ** SHIFT_SESSIONS);
}
