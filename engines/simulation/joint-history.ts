import { yearsBack } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';
import { commonCalendar, MAX_SPAN_DAYS, type Closes, type CommonCalendar } from './common-calendar.js';

export type { Closes } from './common-calendar.js';

/** One holding to simulate: `valueUsd` above 0 today, held to the end. */
export interface Position {
  readonly ticker: string;
  readonly valueUsd: number;
  readonly bars: Closes;
}

/** The fewest sessions on which all positions must have a price. */
export const MIN_COMMON_SESSIONS = 60;

/** Positions are simulated in groups of this many; rows of the factor table are padded to a multiple of it. */
export const GROUP_SIZE = 6;

/** Daily growth of all positions on the same days, oldest first. */
export interface JointReturns {
  /** The last day of each return (since 1970-01-01), and the day that it starts from. */
  readonly days: Int32Array;
  readonly startDays: Int32Array;
  /** close / previous common close, a row of `stride` per day: the positions in order, then ones. */
  readonly factors: Float64Array;
}

/** The joint returns of the lookback. */
export interface JointHistory extends JointReturns {
  readonly stride: number;
  /** Share of the starting value in each position, padded with zeros; sums to 1. */
  readonly weights: Float64Array;
  readonly startValueUsd: number;
  /** The joint returns, and the session before the first. */
  readonly sessions: number;
  /** Share of the time in the window for which the best known position has returns that the joint returns cover. */
  readonly overlap: number;
  /** The position that shortens the common history most. */
  readonly shortestTicker: string;
  /** All that is stored, from before the lookback to its end. */
  readonly stored: JointReturns;
}

export interface ShortHistory {
  readonly ok: false;
  readonly status: 'short_common_history';
  /** The ticker whose history leaves too little in common. */
  readonly ticker: string;
  readonly sessions: number;
  readonly message: string;
}

/** One position per ticker, sorted: values of the same ticker are summed. */
export function mergedPositions(positions: readonly Position[]): readonly Position[] {
  const merged = new Map<string, Position>();
  for (const position of positions) {
    const valueUsd = position.valueUsd + (merged.get(position.ticker)?.valueUsd ?? 0);
    merged.set(position.ticker, { ...position, valueUsd });
  }
  return [...merged.values()].sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
}

/** The position whose removal would add most to the common days; on a tie, the one with the fewest of its own. */
function shortest({ gained, priced }: CommonCalendar): number {
  let chosen = 0;
  for (let j = 1; j < gained.length; j += 1) {
    const difference = at(gained, j) - at(gained, chosen) || at(priced, chosen) - at(priced, j);
    if (difference > 0) chosen = j;
  }
  return chosen;
}

/** Returns between consecutive common days, without those over more than {@link MAX_SPAN_DAYS}. */
function jointReturns(positions: readonly Position[], common: Int32Array, stride: number): JointReturns {
  const ends = common.filter((day, i) => i > 0 && day - at(common, i - 1) <= MAX_SPAN_DAYS);
  const startDays = new Int32Array(ends.length);
  const factors = new Float64Array(ends.length * stride).fill(1);
  const bars = new Int32Array(positions.length);
  const prices = new Float64Array(positions.length);
  let row = 0;
  // By day and not by position: the table is written from beginning to end.
  for (let i = 0; i < common.length; i += 1) {
    const day = at(common, i);
    const isEnd = day === ends[row];
    if (isEnd) startDays[row] = at(common, i - 1);
    for (let j = 0; j < positions.length; j += 1) {
      const { days, adjClose } = (positions[j] as Position).bars;
      let bar = at(bars, j);
      while (at(days, bar) < day) bar += 1;
      bars[j] = bar;
      const price = at(adjClose, bar);
      if (isEnd) factors[row * stride + j] = price / at(prices, j);
      prices[j] = price;
    }
    if (isEnd) row += 1;
  }
  return { days: ends, startDays, factors };
}

function newestDay(positions: readonly Position[]): number | null {
  const newest = Math.max(...positions.map(({ bars }) => bars.days[bars.days.length - 1] ?? -Infinity));
  return Number.isFinite(newest) ? newest : null;
}

function coveredDays({ days, startDays }: JointReturns): number {
  return days.reduce((sum, day, row) => sum + day - at(startDays, row), 0);
}

/**
 * Joint daily growth of the positions over the last `years` before the newest bar of any of them: from each day on
 * which all have a price to the next, unless that is more than 5 calendar days later. Refuses below
 * {@link MIN_COMMON_SESSIONS}, naming the position that shortens the history most.
 */
export function jointHistory(positions: readonly Position[], years: number): JointHistory | ShortHistory {
  const newest = newestDay(positions);
  const from = newest === null ? 0 : yearsBack(newest, years);
  const calendar = commonCalendar(
    positions.map(({ bars }) => bars),
    from,
  );
  const stride = Math.ceil(positions.length / GROUP_SIZE) * GROUP_SIZE;
  const stored = jointReturns(positions, calendar.common, stride);
  const first = lowerBound(stored.startDays, from);
  const days = stored.days.subarray(first);
  const sessions = days.length === 0 ? 0 : days.length + 1;
  const shortestTicker = positions[shortest(calendar)]?.ticker ?? '';
  if (sessions < MIN_COMMON_SESSIONS) {
    const message =
      `The positions share ${sessions} sessions of daily history; a simulation needs ` +
      `${MIN_COMMON_SESSIONS}. ${shortestTicker} shortens it most.`;
    return { ok: false, status: 'short_common_history', ticker: shortestTicker, sessions, message };
  }
  const startValueUsd = positions.reduce((sum, { valueUsd }) => sum + valueUsd, 0);
  const weights = new Float64Array(stride);
  positions.forEach(({ valueUsd }, j) => {
    weights[j] = valueUsd / startValueUsd;
  });
  const joint = { days, startDays: stored.startDays.subarray(first), factors: stored.factors.subarray(first * stride) };
  const overlap = coveredDays(joint) / Math.max(...calendar.coveredDays);
  return { ...joint, stride, weights, startValueUsd, sessions, overlap, shortestTicker, stored };
}

/** Daily returns (decimals) of the portfolio at its starting weights, one per row of `returns`. */
export function portfolioReturns(
  { days, factors }: JointReturns,
  { stride, weights }: Pick<JointHistory, 'stride' | 'weights'>,
): Float64Array {
  return Float64Array.from(days, (_, i) => {
    let growth = 0;
    for (let j = 0; j < stride; j += 1) growth += at(weights, j) * at(factors, i * stride + j);
    return growth - 1;
  });
}
