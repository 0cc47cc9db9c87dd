import { simpleRatio } from '../models/simple-ratio.js';
import type { RawBar } from './daily-rows.js';

/** Splits are n:1, 3:2, 5:2, 4:3 or 5:4, or the inverse of one; by denominator, the numerators that occur. */
const USUAL_NUMERATORS: Readonly<Record<number, readonly number[]>> = { 2: [3, 5], 3: [4], 4: [5] };
/** A dividend on the day of a split moves the ratio by its yield; 0.6% covers a typical quarterly dividend. */
const TOLERANCE = 0.006;
/** Smaller jumps of the adjusted close are dividends. */
const SMALLEST_JUMP = 1.2;
/** Largest price move of a real day, apart from its split. */
const LARGEST_MOVE = 0.25;
/** Sessions on each side whose median volumes are compared: a quarter, because shorter periods follow the news. */
const VOLUME_SESSIONS = 63;
/** How far, in logarithms, volume must move towards the ratio: trading in dollars changes with many splits. */
const SMALLEST_VOLUME_SHARE = 0.25;

/** A jump of the adjusted close that is not read as a split. */
export interface UnreadJump {
  readonly day: number;
  readonly ratio: number;
  readonly reason: string;
}

export interface InferredSplits {
  readonly bars: readonly RawBar[];
  readonly unread: readonly UnreadJump[];
}

interface Jump {
  /** Index of the first bar after it. */
  readonly at: number;
  readonly ratio: number;
}

/**
 * Infers splits from an as-traded file that has an adjusted close but no split coefficients: the ratio of adjusted
 * close to close jumps by a usual split ratio, the price falls by the same, and volume rises with it. A spin-off or a
 * special dividend makes the same jump, by any ratio and without the volume. `raw` is oldest first.
 */
export function inferSplits(raw: readonly RawBar[]): InferredSplits {
  const jumps = jumpsIn(raw);
  const splits = new Map<number, number>();
  const unread: UnreadJump[] = [];
  for (const [place, jump] of jumps.entries()) {
    const volumes = { before: jumps[place - 1]?.at ?? 0, after: jumps[place + 1]?.at ?? raw.length };
    const split = usualRatio(jump.ratio);
    const reason = split === undefined ? 'not a usual split ratio' : faultOf(raw, { ...jump, ratio: split }, volumes);
    if (split !== undefined && reason === undefined) splits.set(jump.at, split);
    else unread.push({ day: raw[jump.at]?.bar.day ?? NaN, ratio: jump.ratio, reason: reason ?? '' });
  }
  return { bars: raw.map((row, at) => ({ ...row, split: splits.get(at) ?? row.split })), unread };
}

function jumpsIn(raw: readonly RawBar[]): readonly Jump[] {
  const factor = ({ bar }: RawBar): number => bar.adjClose / bar.close;
  return raw.flatMap((row, at) => {
    const before = raw[at - 1];
    if (before === undefined) return [];
    const ratio = factor(row) / factor(before);
    return Math.max(ratio, 1 / ratio) < SMALLEST_JUMP ? [] : [{ at, ratio }];
  });
}

/** The usual split ratio that a jump is close to; undefined if there is none. */
export function usualRatio(jump: number): number | undefined {
  const size = Math.max(jump, 1 / jump);
  const whole = simpleRatio(jump, TOLERANCE, 1);
  if (whole !== undefined && whole !== 1) return whole;
  for (const [denominator, numerators] of Object.entries(USUAL_NUMERATORS)) {
    const numerator = numerators.find((each) => Math.abs(each / Number(denominator) / size - 1) <= TOLERANCE);
    if (numerator !== undefined) return jump >= 1 ? numerator / Number(denominator) : Number(denominator) / numerator;
  }
  return undefined;
}

/** Why a jump by a usual ratio is no split; undefined if it is one. Volumes are compared between the adjacent jumps. */
function faultOf(
  raw: readonly RawBar[],
  { at, ratio }: Jump,
  adjacent: { readonly before: number; readonly after: number },
): string | undefined {
  const close = (index: number): number => raw[index]?.bar.close ?? NaN;
  if (!(Math.abs(Math.log((close(at) * ratio) / close(at - 1))) <= LARGEST_MOVE))
    return 'the price did not move with it';
  const before = medianVolume(raw.slice(Math.max(adjacent.before, at - VOLUME_SESSIONS), at));
  const after = medianVolume(raw.slice(at, Math.min(adjacent.after, at + VOLUME_SESSIONS)));
  const isMoved = Math.log(after / before) / Math.log(ratio) >= SMALLEST_VOLUME_SHARE;
  return isMoved ? undefined : 'volume did not move with it';
}

/** NaN without volume. */
function medianVolume(rows: readonly RawBar[]): number {
  const sorted = rows
    .map(({ bar }) => bar.volume)
    .filter((volume) => volume > 0)
    .sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
