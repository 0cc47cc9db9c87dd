import type { DaySampler } from './day-samplers.js';
import { GROUP_SIZE, type JointHistory } from './joint-history.js';

/** Called every {@link PATHS_PER_CHECK} paths and every session drawn; true ends the simulation. */
export type ShouldStop = () => boolean;

/** Paths simulated between two calls of `ShouldStop`: a few milliseconds of work. */
export const PATHS_PER_CHECK = 250;

/** Multiples of the positions' moves by session: growth = mean + move · `scales[session · stride + position]`. */
export interface SessionScales {
  readonly means: Float64Array;
  /** The growth table less the means. */
  readonly moves: Float32Array;
  readonly scales: Float64Array;
  /** Whether a scaled move could leave less than {@link LEAST_GROWTH}. */
  readonly isFloored: boolean;
}

/** What a scaled move leaves of a position at least. */
export const LEAST_GROWTH = 0.01;

/** What a simulated session multiplies the positions by: one row per drawable day, and the shares to begin with. */
export interface GrowthTable extends Pick<JointHistory, 'factors' | 'stride' | 'weights'> {
  /** None: the positions grow as on the day drawn. */
  readonly scaling?: SessionScales;
}

/**
 * The simulated values, as multiples of the starting value: the last of each path and, unless null, all of them by day,
 * `byDay[(day − 1) · paths + path]`. Single precision has a relative error below 6e-8 there, far below the sampling
 * error of a quantile.
 */
export interface PathValues {
  readonly terminal: Float64Array;
  readonly byDay: Float32Array | null;
}

/**
 * Adds the growth of positions `group` to `group + 5` along one path to `totals`. Their six values stay in registers
 * over the whole path for speed: a position costs one load and one product per day, and stores nothing.
 */
function addGroup({ factors, weights }: GrowthTable, offsets: Int32Array, group: number, totals: Float64Array): void {
  let a = weights[group] as number;
  let b = weights[group + 1] as number;
  let c = weights[group + 2] as number;
  let d = weights[group + 3] as number;
  let e = weights[group + 4] as number;
  let f = weights[group + 5] as number;
  for (let day = 0; day < offsets.length; day += 1) {
    const row = (offsets[day] as number) + group;
    a *= factors[row] as number;
    b *= factors[row + 1] as number;
    c *= factors[row + 2] as number;
    d *= factors[row + 3] as number;
    e *= factors[row + 4] as number;
    f *= factors[row + 5] as number;
    totals[day] = (totals[day] as number) + (a + b + (c + d) + (e + f));
  }
}

/** As {@link addGroup}, with the moves of each session scaled around the positions' means. */
function addScaledGroup(
  { weights, stride }: GrowthTable,
  { means, moves, scales }: SessionScales,
  offsets: Int32Array,
  group: number,
  totals: Float64Array,
): void {
  let a = weights[group] as number;
  let b = weights[group + 1] as number;
  let c = weights[group + 2] as number;
  let d = weights[group + 3] as number;
  let e = weights[group + 4] as number;
  let f = weights[group + 5] as number;
  const meanA = means[group] as number;
  const meanB = means[group + 1] as number;
  const meanC = means[group + 2] as number;
  const meanD = means[group + 3] as number;
  const meanE = means[group + 4] as number;
  const meanF = means[group + 5] as number;
  let scale = group;
  for (let day = 0; day < offsets.length; day += 1, scale += stride) {
    const row = (offsets[day] as number) + group;
    a *= meanA + (moves[row] as number) * (scales[scale] as number);
    b *= meanB + (moves[row + 1] as number) * (scales[scale + 1] as number);
    c *= meanC + (moves[row + 2] as number) * (scales[scale + 2] as number);
    d *= meanD + (moves[row + 3] as number) * (scales[scale + 3] as number);
    e *= meanE + (moves[row + 4] as number) * (scales[scale + 4] as number);
    f *= meanF + (moves[row + 5] as number) * (scales[scale + 5] as number);
    totals[day] = (totals[day] as number) + (a + b + (c + d) + (e + f));
  }
}

/** As {@link addScaledGroup}, where moves can be larger than the position: plain loops, since it is rare. */
function addFlooredGroup(
  { weights, stride }: GrowthTable,
  { means, moves, scales }: SessionScales,
  offsets: Int32Array,
  group: number,
  totals: Float64Array,
): void {
  for (let j = group; j < group + GROUP_SIZE; j += 1) {
    let value = weights[j] as number;
    for (let day = 0; day < offsets.length; day += 1) {
      const move = (moves[(offsets[day] as number) + j] as number) * (scales[day * stride + j] as number);
      value *= Math.max(LEAST_GROWTH, (means[j] as number) + move);
      totals[day] = (totals[day] as number) + value;
    }
  }
}

/** The drawn rows, `rows[day · paths + path]`; a session's may depend on those of the one before. Null if stopped. */
function drawnRows(sample: DaySampler, horizonDays: number, paths: number, shouldStop: ShouldStop): Uint16Array | null {
  const rows = new Uint16Array(horizonDays * paths);
  for (let day = 0; day < horizonDays; day += 1) {
    if (shouldStop()) return null;
    const session = rows.subarray(day * paths, (day + 1) * paths);
    if (day > 0) session.set(rows.subarray((day - 1) * paths, day * paths));
    sample(session, day);
  }
  return rows;
}

/**
 * Buy-and-hold value of the portfolio along `values.terminal.length` paths of `horizonDays` drawn days; each day is
 * drawn for all positions at once. Allocates nothing per path. False if stopped before the end.
 */
export function wealthPaths(
  table: GrowthTable,
  sample: DaySampler,
  horizonDays: number,
  { terminal, byDay }: PathValues,
  shouldStop: ShouldStop,
): boolean {
  const paths = terminal.length;
  const { stride, scaling } = table;
  const rows = drawnRows(sample, horizonDays, paths, shouldStop);
  if (rows === null) return false;
  const offsets = new Int32Array(horizonDays);
  const totals = new Float64Array(horizonDays);
  for (let path = 0; path < paths; path += 1) {
    if (path % PATHS_PER_CHECK === 0 && shouldStop()) return false;
    for (let day = 0; day < horizonDays; day += 1) offsets[day] = (rows[day * paths + path] as number) * stride;
    totals.fill(0);
    for (let group = 0; group < stride; group += GROUP_SIZE) {
      if (scaling === undefined) addGroup(table, offsets, group, totals);
      else if (scaling.isFloored) addFlooredGroup(table, scaling, offsets, group, totals);
      else addScaledGroup(table, scaling, offsets, group, totals);
    }
    terminal[path] = totals[horizonDays - 1] as number;
    if (byDay === null) continue;
    for (let day = 0; day < horizonDays; day += 1) byDay[day * paths + path] = totals[day] as number;
  }
  return true;
}
