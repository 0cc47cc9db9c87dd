import type { Holding } from '../tools/portfolio.js';
import { SESSIONS_AHEAD } from '../tools/simulation.js';
import { bounded, type Bounded } from './bounded.js';
import type { Found } from './found.js';
import { sessionsIn } from './horizons.js';
import { NO_LINE, ofQuestion, say, type Line } from './line.js';
import type { Question } from './question.js';

const SESSIONS = 126;
/** Dollars of a simulation whose question names none. */
export const ASSUMED = 10_000;

export const sessionsOf = (question: Question): Bounded => bounded(sessionsIn(question), SESSIONS_AHEAD, SESSIONS);

/** Holdings in dollars; null for numbers of shares. `whole`: dollars that weights are shares of. */
export function positionsOf(
  holdings: readonly Holding[],
  whole = ASSUMED,
): readonly { readonly ticker: string; readonly value: number }[] | null {
  if (holdings.some(({ shares }) => shares !== undefined)) return null;
  const total = holdings.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return holdings.map(({ ticker, weight = 1, value }) => ({
    ticker,
    value: value ?? Number(((whole * weight) / total).toFixed(2)),
  }));
}

/** That the sessions of a question are none of a simulation. */
export function unreadSessions(question: Question): readonly Line[] {
  const { value, isOther } = sessionsOf(question);
  const { least, most } = SESSIONS_AHEAD;
  return isOther
    ? [
        ofQuestion(
          `Simulations are of ${String(least)} to ${String(most)} sessions ahead; this one is of ${String(value)}.`,
        ),
      ]
    : [];
}

export function simulationLine(found: Found): Line {
  const n = (key: string) => found.number(`simulation.${key}`);
  const [p5, p50, p95, gain, risk, sessions, start] = ['p5', 'p50', 'p95', 'gain', 'var', 'sessions', 'start'].map(n);
  if (
    p5 === undefined ||
    p50 === undefined ||
    p95 === undefined ||
    gain === undefined ||
    risk === undefined ||
    sessions === undefined ||
    start === undefined
  )
    return NO_LINE;
  return say`Simulated over ${sessions} sessions from a starting value of ${start}, the median is ${p50}, the 5th percentile ${p5} and the 95th percentile ${p95}; the probability of a gain is ${gain} and the 95% value at risk ${risk}.`;
}

/** What the starting value becomes at each of the three quantiles. */
export function simulatedValues(found: Found): Line {
  const [low, middle, high] = ['p5_value', 'p50_value', 'p95_value'].map((key) => found.number(`simulation.${key}`));
  return low === undefined || middle === undefined || high === undefined
    ? NO_LINE
    : say`In dollars the median is ${middle}, the 5th percentile ${low} and the 95th percentile ${high}.`;
}
