import { existingDay } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isoInstantMs } from './instants.js';

/** An invalid cell; the message is the reason for refusing the row. */
export class CellError extends Error {
  override readonly name = 'CellError';
}

/**
 * Throws CellError for a row with fewer fields than the first line or with more, of which the empty ones do not count:
 * after a number such as `1,000` without quotes, every field would be another one's.
 */
export function checkWidth(cells: readonly string[], width: number): void {
  if (cells.length === width) return;
  if (cells.length > width && cells.slice(width).every((cell) => cell === '')) return;
  throw new CellError(`the row has ${cells.length} fields, the first line has ${width}`);
}

/** What nearly all cells are; the other forms cost more to tell. */
const PLAIN_NUMBER = /^\d{1,15}(?:\.\d{0,15})?$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** A finite number; accepts thousands separators (`1,234.5`) and a dollar sign (`$9`). */
export function parseNumber(cell: string | undefined, column: string): number {
  if (cell === undefined || cell === '') throw new CellError(`${column} is empty`);
  if (PLAIN_NUMBER.test(cell)) return Number(cell);
  const amount = cell.replace(/^\$/, '');
  const text = THOUSANDS.test(amount) ? amount.replaceAll(',', '') : amount;
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) throw new CellError(`${column} ${quote(cell)} is not a number`);
  return value;
}

/** Older rows are mistakes of a file. */
const FIRST_YEAR = 1900;

const DATE_FORMS = [
  { form: /^([1-9]\d{3})-(\d{1,2})-(\d{1,2})(?!\d)(.*)$/, order: ['year', 'month', 'day'] },
  { form: /^([1-9]\d{3})\/(\d{1,2})\/(\d{1,2})(?!\d)(.*)$/, order: ['year', 'month', 'day'] },
  { form: /^([1-9]\d{3})(\d{2})(\d{2})(?!\d)(.*)$/, order: ['year', 'month', 'day'] },
  { form: /^(\d{1,2})\/(\d{1,2})\/([1-9]\d{3})(?!\d)(.*)$/, order: ['month', 'day', 'year'] },
] as const;

/** A time in any zone, also `4:00 PM` and `093000`. */
const TIME =
  /^(\d{1,2}):?(\d{2})(?::?\d{2}(?:[.,]\d+)?)?(?: ?[ap]m)?(?: ?(?:Z|UTC|GMT|E[SD]?T|[+-]\d{2}:?\d{2}))?(?:\[[\w/]+\])?$/i;

interface DateCell {
  readonly day: number;
  /** What follows the date in the cell, trimmed; empty without a time part. */
  readonly rest: string;
}

const [ZERO, DASH] = ['0'.charCodeAt(0), '-'.charCodeAt(0)];

/** The number that the digits of a text from `from` to `to` make; NaN if one is none. */
function digitsIn(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * The day of exactly `YYYY-MM-DD`, what nearly all cells are; null for anything else, and for dates that are refused.
 */
function isoDayOf(cell: string): number | null {
  if (cell.length !== 10 || cell.charCodeAt(4) !== DASH || cell.charCodeAt(7) !== DASH) return null;
  const year = digitsIn(cell, 0, 4);
  return year >= FIRST_YEAR ? existingDay(year, digitsIn(cell, 5, 7), digitsIn(cell, 8, 10)) : null;
}

/** A day from `YYYY-MM-DD`, `YYYY/MM/DD`, `YYYYMMDD` or `M/D/YYYY`, and the time part that follows it. */
export function parseDate(cell: string | undefined): DateCell {
  if (cell === undefined || cell === '') throw new CellError('date is empty');
  const iso = isoDayOf(cell);
  if (iso !== null) return { day: iso, rest: '' };
  for (const { form, order } of DATE_FORMS) {
    const match = form.exec(cell);
    if (!match) continue;
    const part = (name: (typeof order)[number]): number => Number(match[order.findIndex((each) => each === name) + 1]);
    const day = existingDay(part('year'), part('month'), part('day'));
    if (day === null) throw new CellError(`date ${quote(cell)} does not exist (slashed dates are month/day/year)`);
    if (part('year') < FIRST_YEAR) throw new CellError(`date ${quote(cell)} is before ${FIRST_YEAR}`);
    const rest = (match[4] ?? '').replace(/^T/i, '').trim();
    const [, hours, minutes] = TIME.exec(rest) ?? [];
    if (rest !== '' && !(Number(hours) < 24 && Number(minutes) < 60))
      throw new CellError(`date ${quote(cell)} is followed by what is no time`);
    return { day, rest };
  }
  throw new CellError(`date ${quote(cell)} is not YYYY-MM-DD, YYYYMMDD or M/D/YYYY`);
}

const CLOCK = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/;

interface MinuteCell {
  readonly day: number;
  /** Minutes since midnight New York. */
  readonly minute: number;
}

/** Nanoseconds since 1970, as `sip_timestamp` and `participant_timestamp` are in files of ticks. */
const EPOCH_NS = /^\d{19}$/;

/**
 * A minute from date and time, in New York time unless the cell ends in `Z` or an offset, or from nanoseconds since
 * 1970.
 */
export function parseMinute(cell: string | undefined): MinuteCell {
  const text = cell?.trim() ?? '';
  if (EPOCH_NS.test(text)) return newYorkTime(Number(BigInt(text) / 1_000_000n));
  const { day, rest } = parseDate(cell);
  const ms = isoInstantMs(cell ?? '');
  if (!Number.isNaN(ms)) return newYorkTime(ms);
  const clock = CLOCK.exec(rest);
  const minute = Number(clock?.[1]) * 60 + Number(clock?.[2]);
  if (!clock || Number(clock[2]) > 59 || minute > 1439)
    throw new CellError(`timestamp ${quote(cell ?? '')} has no time HH:MM`);
  return { day, minute };
}

const SHOWN = 40;

function quote(cell: string): string {
  return JSON.stringify(cell.length > SHOWN ? `${cell.slice(0, SHOWN)}…` : cell);
}
