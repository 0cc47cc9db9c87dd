import { at } from '../series.js';
import { volumeOf, type MinuteTape } from '../minute-tape.js';

/** Price levels of the profile. */
const LEVELS = 24;
/** A price on the edge of two levels is of the upper one, up to rounding. */
const ROUNDING = 1e-9;
/** Share of the volume in the value area. */
const VALUE_AREA = 0.7;

export interface ProfileLevel {
  /** Middle of the level, USD. */
  readonly price: number;
  readonly volume: number;
}

export interface VolumeProfile {
  readonly levels: readonly ProfileLevel[];
  /** The level with the most volume; a tie goes to the lower price. */
  readonly pointOfControl: number;
  /** From the bottom of the lowest to the top of the highest level of the value area. */
  readonly valueArea: { readonly low: number; readonly high: number };
}

/** Each bar's volume spread evenly over its range, by level. */
function volumesByLevel({ low, high, volume }: MinuteTape, bottom: number, step: number): Float64Array {
  const volumes = new Float64Array(LEVELS);
  const levelOf = (price: number): number =>
    Math.min(LEVELS - 1, Math.max(0, Math.floor((price - bottom) / step + ROUNDING)));
  for (let i = 0; i < volume.length; i += 1) {
    const [from, to] = [at(low, i), at(high, i)];
    const [first, last] = [levelOf(from), levelOf(to)];
    if (first === last) {
      volumes[first] = at(volumes, first) + at(volume, i);
      continue;
    }
    for (let level = first; level <= last; level += 1) {
      const overlap = Math.min(to, bottom + (level + 1) * step) - Math.max(from, bottom + level * step);
      volumes[level] = at(volumes, level) + (at(volume, i) * Math.max(0, overlap)) / (to - from);
    }
  }
  return volumes;
}

/**
 * Volume of a session by price, in 24 levels of its range, its point of control and its value area: levels are added
 * to the point of control, each time the larger of the two neighbours (the upper one on a tie), until they hold 70% of
 * the volume. Null if the session has one price.
 *
 * Source: J. P. Steidlmayer, K. Koy, Markets and Market Logic (1986).
 */
export function volumeProfile(tape: MinuteTape): VolumeProfile | null {
  const bottom = tape.low.reduce((least, price) => Math.min(least, price), Infinity);
  const top = tape.high.reduce((most, price) => Math.max(most, price), 0);
  const step = (top - bottom) / LEVELS;
  if (!(step > 0)) return null;
  const volumes = volumesByLevel(tape, bottom, step);
  const most = volumes.reduce((best, volume, level) => (volume > at(volumes, best) ? level : best), 0);
  const needed = VALUE_AREA * volumeOf(tape);
  let [low, high, held] = [most, most, at(volumes, most)];
  while (held < needed && (low > 0 || high < LEVELS - 1)) {
    const below = low > 0 ? at(volumes, low - 1) : -1;
    const above = high < LEVELS - 1 ? at(volumes, high + 1) : -1;
    held += Math.max(below, above);
    if (above >= below) high += 1;
    else low -= 1;
  }
  const middle = (level: number): number => bottom + (level + 0.5) * step;
  return {
    levels: Array.from(volumes, (volume, level) => ({ price: middle(level), volume })),
    pointOfControl: middle(most),
    valueArea: { low: bottom + low * step, high: bottom + (high + 1) * step },
  };
}

/** An hour of the New York day, 9 for what trades from 9:30 to 10:00, and its share of the session's volume. */
export interface HourShare {
  readonly hour: number;
  readonly share: number;
}

export function hourlyVolume(tape: MinuteTape): readonly HourShare[] {
  const total = volumeOf(tape);
  const hours = new Map<number, number>();
  tape.minutes.forEach((minute, i) => {
    const hour = Math.floor(minute / 60);
    hours.set(hour, (hours.get(hour) ?? 0) + at(tape.volume, i));
  });
  return [...hours].map(([hour, volume]) => ({ hour, share: volume / total }));
}
