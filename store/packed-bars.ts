import { StoreError } from './errors.js';
import { isIncreasing, packBlock, unpackBlocks, yearsIn, type BlockKind } from './packed-blocks.js';
import type { DailyBars, MinuteBars } from '../calendar/bars.js';

/*
 * Blocks of bars (see `packed-blocks.ts`). The index is the day since 1970-01-01 (daily) or the minute of the day
 * (minutes); the columns are those named below, in that order.
 */
const DAILY_COLUMNS = ['open', 'high', 'low', 'close', 'adjClose', 'volume'] as const;
const MINUTE_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

function kindOf(code: number, columnCount: number): BlockKind {
  const all = Array.from({ length: columnCount }, (_, column) => column);
  return { code, columnCount, held: () => all };
}

const DAILY = kindOf(1, DAILY_COLUMNS.length);
const MINUTES = kindOf(2, MINUTE_COLUMNS.length);

/** One calendar year of a daily history. */
export interface PackedYear {
  readonly year: number;
  readonly bars: number;
  readonly packed: Buffer;
}

/** A daily history as one block per calendar year. Throws StoreError `bars_invalid`. */
export function packYears(symbol: string, bars: DailyBars): PackedYear[] {
  checkColumns(
    symbol,
    bars.days,
    DAILY_COLUMNS.map((name) => bars[name]),
  );
  return Array.from(yearsIn(bars.days), ({ year, from, to }) => {
    const columns = DAILY_COLUMNS.map((name) => bars[name].subarray(from, to));
    return { year, bars: to - from, packed: packBlock(DAILY.code, 0, bars.days.subarray(from, to), columns) };
  });
}

/** Reads consecutive year blocks, oldest first, into one history on shared memory. Throws StoreError `bars_corrupt`. */
export function unpackYears(symbol: string, packed: Buffer): DailyBars {
  const { index: days, columns } = unpackBlocks(DAILY, packed, (why) => corrupt(symbol, why));
  if (!isIncreasing(days)) throw corrupt(symbol, 'its days are out of order');
  const [open, high, low, close, adjClose, volume] = columns;
  if (!open || !high || !low || !close || !adjClose || !volume) throw corrupt(symbol, 'a column is missing');
  return { days, open, high, low, close, adjClose, volume };
}

/** One session of minute bars as a block. Throws StoreError `bars_invalid`. */
export function packMinutes(symbol: string, session: MinuteBars): Buffer {
  const columns = MINUTE_COLUMNS.map((name) => session[name]);
  checkColumns(symbol, session.minutes, columns);
  if ((session.minutes[0] ?? 0) < 0 || (session.minutes.at(-1) ?? 0) > 1439)
    throw invalid(symbol, 'a minute lies outside the day');
  return packBlock(MINUTES.code, 0, session.minutes, columns);
}

/** Reads the block of one session. Throws StoreError `bars_corrupt`. */
export function unpackMinutes(symbol: string, day: number, packed: Buffer): MinuteBars {
  const { blocks, index: minutes, columns } = unpackBlocks(MINUTES, packed, (why) => corrupt(symbol, why));
  const [open, high, low, close, volume] = columns;
  if (blocks !== 1 || !isIncreasing(minutes)) throw corrupt(symbol, 'its minutes are out of order');
  if (!open || !high || !low || !close || !volume) throw corrupt(symbol, 'a column is missing');
  return { day, minutes, open, high, low, close, volume };
}

/** Memory size of a history in bytes. */
export function bytesOf(bars: { readonly open: Float64Array }): number {
  return bars.open.length * (4 + 8 * DAILY_COLUMNS.length) + 200;
}

function checkColumns(symbol: string, index: Int32Array, columns: readonly Float64Array[]): void {
  if (columns.some((column) => column.length !== index.length)) throw invalid(symbol, 'its columns differ in length');
  if (!isIncreasing(index)) throw invalid(symbol, 'its bars are not in order of time');
  if (columns.some((column) => !column.every(isStorable)))
    throw invalid(symbol, `a value is not 0 or between ${LEAST} and ${MOST}`);
}

/** Beyond these, products and quotients of stored values might not be finite. */
const LEAST = 1e-12;
const MOST = 1e18;

function isStorable(value: number): boolean {
  return value === 0 || (Math.abs(value) >= LEAST && Math.abs(value) <= MOST);
}

const corrupt = (symbol: string, why: string): StoreError =>
  new StoreError('bars_corrupt', `The stored bars of ${symbol} are damaged (${why}): import them again.`);

const invalid = (symbol: string, why: string): StoreError =>
  new StoreError('bars_invalid', `The bars of ${symbol} cannot be stored: ${why}.`);
