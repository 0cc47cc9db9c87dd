import type { DailyBars } from '../../calendar/bars.js';
import { yearsBack } from '../../calendar/days.js';
import { at, lowerBound } from '../series.js';

/** Total-return closes of one security; the arrays may be views on shared memory. */
export type Closes = Pick<DailyBars, 'days' | 'adjClose'>;

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

/** Daily growth of all positions on the same days. */
export interface JointHistory {
  /** The session before the first joint return. */
  readonly firstDay: number;
  /** Days with a joint return, oldest first (since 1970-01-01). */
  readonly days: Int32Array;
  /** close / previous close, a row of `stride` per day: the positions in order, then ones. */
  readonly factors: Float64Array;
  readonly stride: number;
  /** Share of the starting value in each position, padded with zeros; sums to 1. */
  readonly weights: Float64Array;
  readonly startValueUsd: number;
  /** Sessions that all positions share, in unbroken pairs: the joint returns and the one before the first. */
  readonly sessions: number;
  /** `sessions` over those of the position with the most sessions in the window. */
  readonly overlap: number;
  /** The position that shortens the common history most. */
  readonly shortestTicker: string;
}

export interface ShortHistory {
  readonly ok: false;
  readonly status: 'short_common_history';
  /** The ticker whose history leaves too little in common. */
  readonly ticker: string;
  readonly sessions: number;
  readonly message: string;
}

/** Prices by session and position; 0 if a position has none. */
interface PriceGrid {
  readonly days: Int32Array;
  readonly prices: Float64Array;
  readonly width: number;
}

function priceGrid(positions: readonly Position[], years: number): PriceGrid {
  const newest = positions.reduce((latest, { bars }) => Math.max(latest, bars.days[bars.days.length - 1] ?? -Infinity), -Infinity);
  const from = Number.isFinite(newest) ? yearsBack(newest, years) : 0;
  const starts = positions.map(({ bars }) => lowerBound(bars.days, from));
  const all = new Int32Array(positions.reduce((sum, { bars }, j) => sum + bars.days.length - (starts[j] ?? 0), 0));
  let filled = 0;
  positions.forEach(({ bars }, j) => {
    const inside = bars.days.subarray(starts[j]);
    all.set(inside, filled);
    filled += inside.length;
  });
  const days = all.sort().filter((day, i) => i === 0 || day !== all[i - 1]);
  const prices = new Float64Array(days.length * positions.length);
  positions.forEach(({ bars }, j) => {
    let row = 0;
    for (let i = starts[j] ?? 0; i < bars.days.length; i += 1) {
      while (at(days, row) < at(bars.days, i)) row += 1;
      const price = at(bars.adjClose, i);
      if (price > 0 && price < Infinity) prices[row * positions.length + j] = price;
    }
  });
  return { days, prices, width: positions.length };
}

/** Positions without a price on the session of a row or on the previous one. */
function missingAt({ prices, width }: PriceGrid, row: number, visit: (position: number) => void): number {
  let missing = 0;
  for (let j = 0; j < width; j += 1) {
    if (at(prices, row * width + j) > 0 && at(prices, (row - 1) * width + j) > 0) continue;
    missing += 1;
    visit(j);
  }
  return missing;
}

interface Completeness {
  /** Rows with a joint return. */
  readonly rows: Int32Array;
  /** For each position: returns gained by leaving it out, and sessions with a price. */
  readonly gained: Int32Array;
  readonly priced: Int32Array;
}

function completeness(grid: PriceGrid): Completeness {
  const { days, prices, width } = grid;
  const rows = new Int32Array(days.length);
  const gained = new Int32Array(width);
  const priced = new Int32Array(width);
  let count = 0;
  let missingOne = 0;
  const remember = (position: number): void => {
    missingOne = position;
  };
  for (let row = 0; row < days.length; row += 1) {
    for (let j = 0; j < width; j += 1) if (at(prices, row * width + j) > 0) priced[j] = at(priced, j) + 1;
    if (row === 0) continue;
    const missing = missingAt(grid, row, remember);
    if (missing === 1) gained[missingOne] = at(gained, missingOne) + 1;
    if (missing > 0) continue;
    rows[count] = row;
    count += 1;
  }
  return { rows: rows.subarray(0, count), gained, priced };
}

/** The position whose removal would add most to the common history; on a tie, the one with the fewest sessions. */
function shortest({ gained, priced }: Completeness): number {
  let chosen = 0;
  for (let j = 1; j < gained.length; j += 1) {
    const difference = at(gained, j) - at(gained, chosen) || at(priced, chosen) - at(priced, j);
    if (difference > 0) chosen = j;
  }
  return chosen;
}

/**
 * Joint daily growth of the positions over the last `years` before the newest bar of any of them. A session counts if
 * every position has a price on it and on the previous session, where sessions are those on which any position has a
 * bar: no return spans a hole. Refuses below {@link MIN_COMMON_SESSIONS}, naming the position that shortens the history
 * most.
 */
export function jointHistory(positions: readonly Position[], years: number): JointHistory | ShortHistory {
  const grid = priceGrid(positions, years);
  const complete = completeness(grid);
  const { rows } = complete;
  const sessions = rows.length === 0 ? 0 : rows.length + 1;
  const shortestTicker = positions[shortest(complete)]?.ticker ?? '';
  if (sessions < MIN_COMMON_SESSIONS) {
    const message = `The positions share ${sessions} sessions of daily history; a simulation needs `
      + `${MIN_COMMON_SESSIONS}. ${shortestTicker} shortens it most.`;
    return { ok: false, status: 'short_common_history', ticker: shortestTicker, sessions, message };
  }
  const stride = Math.ceil(grid.width / GROUP_SIZE) * GROUP_SIZE;
  const factors = new Float64Array(rows.length * stride).fill(1);
  rows.forEach((row, i) => {
    for (let j = 0; j < grid.width; j += 1) {
      factors[i * stride + j] = at(grid.prices, row * grid.width + j) / at(grid.prices, (row - 1) * grid.width + j);
    }
  });
  const startValueUsd = positions.reduce((sum, { valueUsd }) => sum + valueUsd, 0);
  const weights = new Float64Array(stride);
  positions.forEach(({ valueUsd }, j) => {
    weights[j] = valueUsd / startValueUsd;
  });
  const days = Int32Array.from(rows, (row) => at(grid.days, row));
  const firstDay = at(grid.days, at(rows, 0) - 1);
  const overlap = sessions / Math.max(...complete.priced);
  return { firstDay, days, factors, stride, weights, startValueUsd, sessions, overlap, shortestTicker };
}

/** Daily returns (decimals) of the portfolio at its starting weights, one per joint day. */
export function portfolioReturns({ days, factors, stride, weights }: JointHistory): Float64Array {
  return Float64Array.from(days, (_, i) => {
    let growth = 0;
    for (let j = 0; j < stride; j += 1) growth += at(weights, j) * at(factors, i * stride + j);
    return growth - 1;
  });
}
