import { isoDate } from '../../calendar/days.js';
import { newYorkTime, type NewYorkTime } from '../../calendar/new-york-time.js';
import type { MinuteQuotes } from '../../calendar/quotes.js';
import type { MinuteTrades } from '../../calendar/trades.js';
import {
  NO_TICK,
  tickAfter,
  tradeSide,
  type SideRule,
  type TradeSide,
} from '../../engines/microstructure/trade-side.js';
import { at, lowerBound } from '../../engines/series.js';
import { CellError, parseMinute, parseNumber } from './cells.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { readRowBatches, type Row } from './read-rows.js';
import { tickCells, tickColumns, type TickColumns } from './tick-columns.js';

/** Accepted names of each column of a file of trades, in lower case without spaces and underscores. */
export const TRADE_COLUMNS = {
  date: ['date', 'timestamp', 'day', 'datetime', 'time', 'participanttimestamp', 'siptimestamp'],
  time: ['time'],
  price: ['price', 'tradeprice', 'last', 'lastprice'],
  size: ['size', 'shares', 'quantity', 'qty', 'volume', 'tradesize', 'tradevolume'],
  bid: ['bid', 'bidprice', 'bestbid', 'nbb'],
  ask: ['ask', 'askprice', 'bestask', 'offer', 'nbo'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Field = keyof typeof TRADE_COLUMNS;
const REQUIRED: readonly Field[] = ['date', 'price', 'size'];

interface Trade extends NewYorkTime {
  readonly price: number;
  readonly size: number;
  /** Quote beside it; null without one. */
  readonly quote: { readonly middle: number; readonly isCrossed: boolean } | null;
}

/** A file's sessions, oldest first, how their sides were told, and its refused rows. */
export interface TradeFile {
  readonly sessions: readonly MinuteTrades[];
  readonly rows: number;
  /** Trades by what told their side; `stored` is a stored quote. */
  readonly rules: Readonly<Record<SideRule | 'stored', number>>;
  /** Trades whose quote was not used, because its bid is above its ask. */
  readonly crossed: number;
  readonly refused: readonly RefusedRow[];
}

type Sides = Record<TradeSide, number> & { trades: number };
type Sessions = Map<number, Map<number, Sides>>;

/**
 * Reads `timestamp,price,size`, oldest first, with `bid` and `ask` where the file has them. A trade without a quote in
 * its row is compared with the newest stored one of an earlier minute; a session's quotes are asked for once.
 */
export async function readTrades(
  file: string,
  now: Date,
  quotesOf: (day: number) => Promise<MinuteQuotes | undefined>,
): Promise<TradeFile> {
  const refused: RefusedRow[] = [];
  const byDay: Sessions = new Map();
  const rules = { quote: 0, stored: 0, tick: 0, none: 0 };
  const present = timeOf(newYorkTime(now.getTime()));
  let columns: TickColumns<Field> | undefined;
  let stored: MinuteQuotes | undefined;
  let [rows, crossed, newest, tick, day] = [0, 0, -Infinity, NO_TICK, NaN];
  for await (const batch of readRowBatches(file))
    for (const row of batch) {
      if (columns === undefined) {
        columns = tickColumns(row.cells, TRADE_COLUMNS, REQUIRED, 'trades need timestamp, price and size');
        continue;
      }
      let trade: Trade;
      try {
        trade = tradeOf(row, columns, newest, present);
      } catch (fault) {
        if (!(fault instanceof CellError)) throw fault;
        refused.push({ line: row.line, reason: fault.message });
        continue;
      }
      newest = timeOf(trade);
      rows += 1;
      if (trade.day !== day) [day, tick, stored] = [trade.day, NO_TICK, await quotesOf(trade.day)];
      tick = tickAfter(tick, trade.price);
      if (trade.quote?.isCrossed === true) crossed += 1;
      const own = trade.quote === null || trade.quote.isCrossed ? null : trade.quote.middle;
      const { side, rule } = tradeSide(trade.price, own ?? middleBefore(trade.minute, stored), tick);
      rules[rule === 'quote' && own === null ? 'stored' : rule] += 1;
      add(byDay, trade, side);
    }
  if (rows === 0 && refused.length === 0) throw new ImportError('The file has no rows of trades.');
  return { sessions: [...byDay].map(([of, minutes]) => sessionOf(of, minutes)), rows, rules, crossed, refused };
}

const timeOf = ({ day, minute }: NewYorkTime): number => day * 1440 + minute;

/** A stored quote is the last one of its minute, so that one of an earlier minute is the newest that was there. */
function middleBefore(minute: number, quotes: MinuteQuotes | undefined): number | null {
  const place = quotes === undefined ? -1 : lowerBound(quotes.minutes, minute) - 1;
  return quotes === undefined || place < 0 ? null : (at(quotes.bid, place) + at(quotes.ask, place)) / 2;
}

function add(byDay: Sessions, { day, minute, size }: Trade, side: TradeSide): void {
  const minutes = byDay.get(day) ?? new Map<number, Sides>();
  const sides = minutes.get(minute) ?? { trades: 0, bought: 0, sold: 0, unknown: 0 };
  sides.trades += 1;
  sides[side] += size;
  minutes.set(minute, sides);
  byDay.set(day, minutes);
}

function sessionOf(day: number, minutes: ReadonlyMap<number, Sides>): MinuteTrades {
  const sides = [...minutes.values()];
  const column = (name: keyof Sides): Float64Array => Float64Array.from(sides, (each) => each[name]);
  return {
    day,
    minutes: Int32Array.from(minutes.keys()),
    trades: column('trades'),
    bought: column('bought'),
    sold: column('sold'),
    unknown: column('unknown'),
  };
}

/** Beyond them, a price or a size is a mistake. */
const MOST = { price: 1e9, size: 1e10 } as const;

function tradeOf({ cells }: Row, index: TickColumns<Field>, newest: number, present: number): Trade {
  const cell = tickCells(cells, index);
  const positive = (field: keyof typeof MOST): number => {
    const value = parseNumber(cell(field), field);
    if (value > 0 && value <= MOST[field]) return value;
    throw new CellError(`${field} ${value} must be above 0 and at most ${MOST[field]}`);
  };
  const time = parseMinute(index.has('time') ? `${cell('date') ?? ''} ${cell('time') ?? ''}` : cell('date'));
  if (timeOf(time) > present) throw new CellError(`${isoDate(time.day)} is in the future`);
  if (timeOf(time) < newest) throw new CellError('the row is earlier than one above it; trades must be oldest first');
  return { ...time, price: positive('price'), size: positive('size'), quote: quoteOf(cell('bid'), cell('ask')) };
}

/** The quote of both sides; null without one. */
function quoteOf(bid = '', ask = ''): Trade['quote'] {
  if (bid === '' || ask === '') return null;
  const [low, high] = [parseNumber(bid, 'bid'), parseNumber(ask, 'ask')];
  return low > 0 && high > 0 ? { middle: (low + high) / 2, isCrossed: low > high } : null;
}
