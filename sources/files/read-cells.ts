import { newYorkTime } from '../../calendar/new-york-time.js';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import { CellError, parseDate, parseNumber } from './cells.js';
import { isoInstantMs } from './instants.js';

/** One value of a row; a number or a boolean only in JSON. */
export type Cell = string | number | boolean;

/** Parses a cell; `label` names it in refusals. Throws CellError. */
export type ReadCell = (cell: Cell, label: string) => unknown;

/** A column's parser and vendors' names for it, in addition to the field name; refusals use the first name. */
export type Column = readonly [read: ReadCell, ...names: string[]];

/** Characters that are not seen or turn the text around them; not those that join letters and signs. */
const UNSEEN = /(?:(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf})+/gu;
/** What a decoder writes for bytes that are no UTF-8. */
const DAMAGED = '\uFFFD';

/** A text without characters that are not seen. Throws CellError for one that was damaged when it was read. */
export function text(cell: Cell): string {
  const given = String(cell).trim();
  if (given.includes(DAMAGED)) throw new CellError(`${JSON.stringify(given)} is not UTF-8; save the file as UTF-8`);
  return given.replace(UNSEEN, '').trim();
}

/** Blank is absent. */
export function optionalText(cell: Cell): string | null {
  return text(cell) || null;
}

export function lowerCase(cell: Cell): string {
  return text(cell).toLowerCase();
}

/** `1,234.5` and `$9` too. */
export function number(cell: Cell, label: string): number {
  return typeof cell === 'number' ? cell : parseNumber(text(cell), label);
}

/** A calendar day since 1970-01-01. */
export function day(cell: Cell): number {
  return parseDate(text(cell)).day;
}

const EPOCH_SECONDS = /^\d{9,10}$/;

/** Milliseconds of an epoch in seconds or of an instant with its zone; NaN for anything else. */
export function instantMs(cell: Cell): number {
  const given = text(cell);
  return EPOCH_SECONDS.test(given) ? Number(given) * 1000 : isoInstantMs(given);
}

/** New York's day of an instant; else the date as it is. */
export function newYorkDay(cell: Cell): number {
  const ms = instantMs(cell);
  return Number.isNaN(ms) ? day(cell) : newYorkTime(ms).day;
}

/** Normalised: `brk-b` is `BRK.B`. Blank is absent. */
export function ticker(cell: Cell): string | null {
  const given = text(cell);
  if (given === '') return null;
  const parsed = tickerSchema.safeParse(given.toUpperCase().replaceAll('-', '.'));
  if (parsed.success) return parsed.data;
  throw new CellError(`ticker ${JSON.stringify(given)}: ${parsed.error.issues[0]?.message ?? 'not a ticker'}`);
}
