import { isoDate } from '../../calendar/days.js';
import { newYorkTime, type NewYorkTime } from '../../calendar/new-york-time.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import { CellError, parseMinute, parseNumber } from './cells.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { readRowBatches, type Row } from './read-rows.js';
import { tickCells, tickColumns, type TickColumns } from './tick-columns.js';

/** Accepted names of each column of a file of quotes, in lower case without spaces and underscores. */
export const QUOTE_COLUMNS = {
  date: ['date', 'timestamp', 'day', 'datetime', 'time', 'participanttimestamp', 'siptimestamp'],
  time: ['time'],
  bid: ['bid', 'bidprice', 'bestbid', 'nbb'],
  ask: ['ask', 'askprice', 'bestask', 'offer', 'nbo'],
  bidSize: ['bidsize', 'bestbidsize'],
  askSize: ['asksize', 'bestasksize', 'offersize'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Field = keyof typeof QUOTE_COLUMNS;

/** The last quote of a minute; sizes in shares, NaN where the file has none. */
interface Quote extends NewYorkTime {
  readonly bid: number;
  readonly ask: number;
  readonly bidSize: number;
  readonly askSize: number;
}

/** A file's sessions, oldest first, and its refused rows. */
export interface QuoteFile {
  readonly sessions: readonly MinuteQuotes[];
  /** Rows that were read: more than the minutes that are stored where a minute has several. */
  readonly rows: number;
  readonly refused: readonly RefusedRow[];
}

/** Reads `timestamp,bid,ask,bid_size,ask_size`, oldest first: of several quotes of a minute the last one counts. */
export async function readPlainQuotes(file: string, now: Date): Promise<QuoteFile> {
  let columns: TickColumns<Field> | undefined;
  return readQuotes(file, now, (row) => {
    if (columns !== undefined) return plainQuote(row, columns);
    columns = tickColumns(row.cells, QUOTE_COLUMNS, REQUIRED, 'quotes need timestamp, bid and ask');
    return undefined;
  });
}

/**
 * Reads LEAN's minute quotes for `day`, without header: ms since midnight New York, then O, H, L, C and size of both
 * sides.
 */
export async function readLeanQuotes(file: string, day: number, now: Date): Promise<QuoteFile> {
  return readQuotes(file, now, (row) => leanQuote(row, day));
}

const timeOf = ({ day, minute }: NewYorkTime): number => day * 1440 + minute;

async function readQuotes(file: string, now: Date, read: (row: Row) => Quote | undefined): Promise<QuoteFile> {
  const byDay = new Map<number, Quote[]>();
  const refused: RefusedRow[] = [];
  const present = newYorkTime(now.getTime());
  let [rows, newest] = [0, -Infinity];
  for await (const batch of readRowBatches(file))
    for (const row of batch) {
      try {
        const quote = read(row);
        if (quote === undefined) continue;
        if (timeOf(quote) > timeOf(present)) throw new CellError(`${isoDate(quote.day)} is in the future`);
        if (timeOf(quote) < newest)
          throw new CellError('the row is earlier than one above it; quotes must be oldest first');
        newest = timeOf(quote);
        rows += 1;
        add(byDay, quote);
      } catch (fault) {
        if (!(fault instanceof CellError)) throw fault;
        refused.push({ line: row.line, reason: fault.message });
      }
    }
  if (rows === 0 && refused.length === 0) throw new ImportError('The file has no rows of quotes.');
  return { sessions: [...byDay].map(([day, quotes]) => sessionOf(day, quotes)), rows, refused };
}

function add(byDay: Map<number, Quote[]>, quote: Quote): void {
  const quotes = byDay.get(quote.day) ?? [];
  if (quotes.at(-1)?.minute === quote.minute) quotes.pop();
  quotes.push(quote);
  byDay.set(quote.day, quotes);
}

function sessionOf(day: number, quotes: readonly Quote[]): MinuteQuotes {
  return {
    day,
    minutes: Int32Array.from(quotes, ({ minute }) => minute),
    bid: Float64Array.from(quotes, ({ bid }) => bid),
    ask: Float64Array.from(quotes, ({ ask }) => ask),
    bidSize: Float64Array.from(quotes, ({ bidSize }) => bidSize),
    askSize: Float64Array.from(quotes, ({ askSize }) => askSize),
  };
}

const REQUIRED: readonly Field[] = ['date', 'bid', 'ask'];

function plainQuote({ cells }: Row, index: TickColumns<Field>): Quote {
  const cell = tickCells(cells, index);
  const size = (field: Field): number => {
    const text = cell(field) ?? '';
    return text === '' ? NaN : parseNumber(text, field === 'bidSize' ? 'bid size' : 'ask size');
  };
  const stamp = index.has('time') ? `${cell('date') ?? ''} ${cell('time') ?? ''}` : cell('date');
  return checked({
    ...parseMinute(stamp),
    bid: parseNumber(cell('bid'), 'bid'),
    ask: parseNumber(cell('ask'), 'ask'),
    bidSize: size('bidSize'),
    askSize: size('askSize'),
  });
}

const LEAN_CELLS = 11;
const [LEAN_BID, LEAN_BID_SIZE, LEAN_ASK, LEAN_ASK_SIZE] = [4, 5, 9, 10];
const LEAN_PRICE_UNITS = 10_000;
const MS_PER_MINUTE = 60_000;

function leanQuote({ cells }: Row, day: number): Quote {
  if (cells.length !== LEAN_CELLS)
    throw new CellError(`the row has ${cells.length} fields, a quote row has ${LEAN_CELLS}`);
  const time = parseNumber(cells[0], 'time');
  const minute = time / MS_PER_MINUTE;
  if (!Number.isInteger(minute) || minute < 0 || minute > 1439)
    throw new CellError(`time ${time} is not a whole minute of a day in ms`);
  return checked({
    day,
    minute,
    bid: parseNumber(cells[LEAN_BID], 'bid') / LEAN_PRICE_UNITS,
    ask: parseNumber(cells[LEAN_ASK], 'ask') / LEAN_PRICE_UNITS,
    bidSize: parseNumber(cells[LEAN_BID_SIZE], 'bid size'),
    askSize: parseNumber(cells[LEAN_ASK_SIZE], 'ask size'),
  });
}

/** Beyond it, a price is a mistake. */
const MOST_PRICE = 1e9;

function checked(quote: Quote): Quote {
  const { bid, ask, bidSize, askSize } = quote;
  for (const [name, value] of [
    ['bid', bid],
    ['ask', ask],
  ] as const)
    if (!(value > 0 && value <= MOST_PRICE))
      throw new CellError(`${name} ${value} must be above 0 and at most ${MOST_PRICE}`);
  if (bid > ask) throw new CellError(`the quote is crossed: bid ${bid} is above ask ${ask}`);
  for (const [name, value] of [
    ['bid size', bidSize],
    ['ask size', askSize],
  ] as const)
    if (value < 0) throw new CellError(`${name} ${value} is negative`);
  return quote;
}
