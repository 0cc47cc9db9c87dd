import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { hashText, normal, seededRandom, type Random } from './random.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { closeMinute, OPEN_MINUTE } from '../../calendar/nyse.js';

/** One session of daily prices, USD, and shares. */
interface DayBar {
  readonly day: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

interface MinuteRow {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Outside the regular session a minute trades with this chance; its shares relative to a regular minute's. */
const EXTENDED_CHANCE = 0.12;
const EXTENDED_VOLUME = 0.05;
const PRE_MARKET_MINUTES = 90;
const AFTER_HOURS_MINUTES = 120;
/** Deviation a minute outside the session, and of a minute's wicks, as log return. */
const QUIET_DEVIATION = 0.0003;

/** The instant after which a session has no more minutes, UTC epoch milliseconds. */
export function afterHoursEndUtcMs(day: number): number {
  return newYorkUtcMs(day, closeMinute(day) + AFTER_HOURS_MINUTES);
}

/**
 * Minute bars of the newest `count` sessions of a simulated history, oldest first, without those that end after `now`.
 * The regular minutes of a session open, close, rise, fall and sum up to its daily bar; a few minutes before and after
 * it come on top.
 */
export function simulateMinutes(
  seed: number,
  symbol: string,
  bars: DailyBars,
  { count, now }: { readonly count: number; readonly now: Date },
): MinuteBars[] {
  const purpose = hashText(`${symbol} minutes`);
  const first = Math.max(bars.days.length - count, 0);
  return Array.from(bars.days.subarray(first), (day, offset) => {
    const of = (column: Float64Array): number => column[first + offset] ?? 0;
    const bar = {
      day,
      open: of(bars.open),
      high: of(bars.high),
      low: of(bars.low),
      close: of(bars.close),
      volume: of(bars.volume),
    };
    return simulateSession(bar, seededRandom(seed, day, purpose), now.getTime());
  });
}

function simulateSession(bar: DayBar, random: Random, nowMs: number): MinuteBars {
  const close = closeMinute(bar.day);
  const regular = regularMinutes(bar, close - OPEN_MINUTE, random);
  const usualVolume = bar.volume / regular.length;
  const before = extendedMinutes(OPEN_MINUTE - PRE_MARKET_MINUTES, PRE_MARKET_MINUTES, bar.open, usualVolume, random);
  const after = extendedMinutes(close, AFTER_HOURS_MINUTES, bar.close, usualVolume, random);
  const ended = [...before, ...regular, ...after].filter(({ minute }) => newYorkUtcMs(bar.day, minute + 1) <= nowMs);
  return toColumns(bar.day, ended);
}

function regularMinutes(bar: DayBar, length: number, random: Random): MinuteRow[] {
  const path = bridge(bar, length, random);
  const volumes = shareOut(bar.volume, length, random);
  const cents = (price: number): number => clamp(Math.round(price * 100) / 100, bar.low, bar.high);
  const rows: MinuteRow[] = [];
  let open = bar.open;
  for (let at = 0; at < length; at++) {
    const close = at === length - 1 ? bar.close : cents(path[at + 1] ?? bar.close);
    const wick = Math.abs(normal(random)) * QUIET_DEVIATION * open;
    const high = cents(Math.max(open, close) + wick);
    const low = cents(Math.min(open, close) - wick);
    rows.push({ minute: OPEN_MINUTE + at, open, high, low, close, volume: volumes[at] ?? 1 });
    open = close;
  }
  return touchExtremes(rows, bar);
}

/** Rounded to cents, a path may miss the day's own high or low: the minute nearest to it reaches it. */
function touchExtremes(rows: readonly MinuteRow[], bar: DayBar): MinuteRow[] {
  const highest = rows.reduce((best, row, at) => (row.high > (rows[best]?.high ?? 0) ? at : best), 0);
  const lowest = rows.reduce((best, row, at) => (row.low < (rows[best]?.low ?? 0) ? at : best), 0);
  return rows.map((row, at) => ({
    ...row,
    high: at === highest ? bar.high : Math.max(row.high, row.open, row.close),
    low: at === lowest ? bar.low : Math.min(row.low, row.open, row.close),
  }));
}

/** Room on one side of open and close, as a share of what a path takes there, below which it is folded over. */
const TIGHT = 0.3;

/**
 * A random path of `length` + 1 points from open to close, livelier near both ends of the day, whose part above the
 * two is stretched to end at the high, and whose part below them at the low. A part with hardly any room is folded over
 * to the other side: squeezed into it, the price would stand still for hours.
 */
function bridge({ open, high, low, close }: DayBar, length: number, random: Random): Float64Array {
  const walk = new Float64Array(length + 1);
  for (let at = 1; at <= length; at++) walk[at] = (walk[at - 1] ?? 0) + normal(random) * smile(at, length);
  const unit = (high - low) / Math.sqrt(length);
  const end = walk[length] ?? 0;
  const drawn = walk.map((value, at) => open + (close - open) * (at / length) + (value - (end * at) / length) * unit);
  const top = Math.max(open, close);
  const bottom = Math.min(open, close);
  const isTightAbove = high - top < TIGHT * (Math.max(...drawn) - top);
  const isTightBelow = bottom - low < TIGHT * (bottom - Math.min(...drawn));
  const path = drawn.map((value) => {
    if (value > top && isTightAbove && !isTightBelow) return bottom - (value - top);
    return value < bottom && isTightBelow && !isTightAbove ? top + (bottom - value) : value;
  });
  const up = stretch(high - top, Math.max(...path) - top);
  const down = stretch(bottom - low, bottom - Math.min(...path));
  return path.map((value) => {
    if (value > top) return top + (value - top) * up;
    return value < bottom ? bottom - (bottom - value) * down : value;
  });
}

function stretch(wanted: number, reached: number): number {
  return reached > 0 ? wanted / reached : 1;
}

/** Activity over the session: about 2 at its ends, 0.75 in the middle. */
function smile(at: number, length: number): number {
  const fromMiddle = (2 * at) / length - 1;
  return 0.75 + 1.25 * fromMiddle ** 4;
}

/** Whole shares for each minute that sum up to `volume`. */
function shareOut(volume: number, length: number, random: Random): Float64Array {
  const weights = Float64Array.from({ length }, (_, at) => smile(at, length) * Math.exp(0.5 * normal(random)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = volume - length;
  const shares = new Float64Array(length);
  let cumulated = 0;
  let given = 0;
  for (let at = 0; at < length; at++) {
    cumulated += weights[at] ?? 0;
    const upTo = at === length - 1 ? spare : Math.floor((spare * cumulated) / total);
    shares[at] = 1 + upTo - given;
    given = upTo;
  }
  return shares;
}

function extendedMinutes(
  first: number,
  length: number,
  reference: number,
  usualVolume: number,
  random: Random,
): MinuteRow[] {
  const rows: MinuteRow[] = [];
  for (let minute = first; minute < first + length; minute++) {
    if (random() > EXTENDED_CHANCE) continue;
    const price = (): number =>
      Math.max(Math.round(reference * Math.exp(QUIET_DEVIATION * 5 * normal(random)) * 100), 1) / 100;
    const open = price();
    const close = price();
    const volume = Math.max(Math.round(usualVolume * EXTENDED_VOLUME * Math.exp(normal(random))), 1);
    rows.push({ minute, open, high: Math.max(open, close), low: Math.min(open, close), close, volume });
  }
  return rows;
}

function toColumns(day: number, rows: readonly MinuteRow[]): MinuteBars {
  const column = (name: Exclude<keyof MinuteRow, 'minute'>): Float64Array =>
    Float64Array.from(rows, (row) => row[name]);
  return {
    day,
    minutes: Int32Array.from(rows, ({ minute }) => minute),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
