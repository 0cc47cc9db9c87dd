/** Prices of a trade in one session, USD per share. */
export interface TradePlan {
  readonly entry: number;
  readonly stop: number;
  readonly target: number;
  /** Distance to the target over distance to the stop. */
  readonly rewardToRisk: number;
}

export interface PlanInput {
  readonly direction: 'long' | 'short' | 'flat';
  readonly last: number;
  /** Average true range of 14 sessions; NaN without enough of them. */
  readonly atr: number;
  /** Prices at which the session has shown support or resistance. */
  readonly levels: readonly number[];
  /** Highest and lowest price of the session so far; null once it is over, for a whole next one. */
  readonly range: { readonly high: number; readonly low: number } | null;
}

/** Bounds of both distances, in average true ranges. */
const DISTANCE = { least: 0.25, most: 1 } as const;

/**
 * A plan that enters at the last price. The stop is at the nearest level on the losing side. The target is where the
 * session's range would equal the average true range, which is what a usual day has left; once the session is over, one
 * average true range away. Both are at least a quarter of the
 * average true range away and at most one. A sentence if there is no plan.
 *
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems (1978), for stops by the average true range.
 */
export function tradePlan({ direction, last, atr, levels, range }: PlanInput): TradePlan | string {
  if (direction === 'flat') return 'The signal is neutral.';
  if (!(atr > 0)) return 'Fewer than 15 sessions are stored, or prices do not move: no average true range.';
  const side = direction === 'long' ? 1 : -1;
  const bounded = (distance: number): number => Math.min(DISTANCE.most * atr, Math.max(DISTANCE.least * atr, distance));
  const losses = levels.map((level) => side * (last - level)).filter((distance) => distance > 0);
  const risk = bounded(Math.min(...losses, DISTANCE.most * atr));
  const usedUp = range === null ? 0 : side * (last - (direction === 'long' ? range.low : range.high));
  const reward = bounded(atr - usedUp);
  const [stop, target] = [last - side * risk, last + side * reward];
  if (stop <= 0 || target <= 0) return 'The average true range is larger than the price.';
  return { entry: last, stop, target, rewardToRisk: reward / risk };
}
