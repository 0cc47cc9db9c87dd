import { dayOf, utcDay } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { CellError, parseDate, parseMinute } from './cells.js';
import { day, instantMs, lowerCase, number, text, ticker, type Cell } from './read-cells.js';

/** The name of a contract: the underlying's root, the expiry as YYMMDD, `C` or `P`, and the strike in 1/1000 USD. */
const CONTRACT = /^([A-Z][A-Z0-9]{0,5}) *(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/;
const THOUSANDTHS = 1000;

interface Contract {
  readonly root: string;
  readonly expiry: number;
  readonly optionType: 'call' | 'put';
  readonly strike: number;
}

/** A contract's name; undefined for any other text. */
export function contractOf(cell: Cell): Contract | undefined {
  const match = CONTRACT.exec(text(cell).toUpperCase());
  if (!match) return undefined;
  const [, root = '', year, month, date, right, strike] = match;
  return {
    root,
    expiry: dayOf(2000 + Number(year), Number(month), Number(date)),
    optionType: right === 'C' ? 'call' : 'put',
    strike: Number(strike) / THOUSANDTHS,
  };
}

/** The underlying's ticker, also from a contract's name. */
export function underlying(cell: Cell): string | null {
  return contractOf(cell)?.root ?? ticker(cell);
}

/** A date, or an epoch of its midnight UTC. */
export function expiryDay(cell: Cell): number {
  const ms = instantMs(cell);
  return contractOf(cell)?.expiry ?? (Number.isNaN(ms) ? day(cell) : utcDay(ms));
}

export function strikePrice(cell: Cell, label: string): number {
  return contractOf(cell)?.strike ?? number(cell, label);
}

const TYPES: ReadonlyMap<string, 'call' | 'put'> = new Map(
  Object.entries<'call' | 'put'>({
    c: 'call',
    call: 'call',
    calls: 'call',
    p: 'put',
    put: 'put',
    puts: 'put',
  }),
);

export function optionType(cell: Cell): string {
  return contractOf(cell)?.optionType ?? TYPES.get(lowerCase(cell)) ?? text(cell);
}

const NOTHING = /^(|n\/?a|nan|null|none|-+)$/i;

/** Null where vendors write nothing, or a word for it. */
export function optionalNumber(cell: Cell, label: string): number | null {
  return NOTHING.test(text(cell)) ? null : number(cell, label);
}

/** Vendors write 0 if nobody quotes or has traded. */
export function optionalPrice(cell: Cell, label: string): number | null {
  return optionalNumber(cell, label) || null;
}

const MS_PER_MINUTE = 60_000;
const MINUTES_PER_DAY = 1440;
const CLOCK = /^(\d{1,2}):(\d{2})(:\d{2}(\.\d+)?)?$/;

/** Minute of milliseconds since midnight in New York; NaN for anything else, such as `20140606`. */
export function minuteOfMs(cell: Cell): number {
  const minute = Number(text(cell)) / MS_PER_MINUTE;
  return text(cell) !== '' && Number.isInteger(minute) && minute >= 0 && minute < MINUTES_PER_DAY ? minute : NaN;
}

/** New York's minute of a time or an instant; null for a date alone, which some vendors write with 0:00. */
export function quoteMinute(cell: Cell): number | null {
  const sinceMidnight = minuteOfMs(cell);
  const ms = instantMs(cell);
  if (!Number.isNaN(sinceMidnight)) return sinceMidnight;
  if (!Number.isNaN(ms)) return newYorkTime(ms).minute;
  const given = text(cell);
  const clock = CLOCK.exec(given);
  const minute = clock ? Number(clock[1]) * 60 + Number(clock[2]) : minuteOfDate(given);
  if (minute >= MINUTES_PER_DAY) throw new CellError(`time ${JSON.stringify(given)} does not exist`);
  return minute || null;
}

function minuteOfDate(given: string): number {
  return parseDate(given).rest === '' ? 0 : parseMinute(given).minute;
}
