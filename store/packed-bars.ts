import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { StoreError } from './errors.js';
import type { DailyBars, MinuteBars } from './series.js';

/*
 * Layout of a packed block, little-endian, every column at a multiple of 8 bytes:
 *
 *   0  u8   layout version, 1
 *   1  u8   kind: 1 daily, 2 minutes
 *   2  u16  0
 *   4  u32  count of bars
 *   8  u32  CRC-32 of everything from byte 16 on
 *  12  u32  0
 *  16  i32  count × day since 1970-01-01 (daily) or minute of the day (minutes), then 4 zero bytes if count is odd
 *   …  f64  count × open, count × high, count × low, count × close, [daily: count × adjClose,] count × volume
 *
 * Blocks are self-delimiting: a history is its years' blocks one after the other.
 */
const LAYOUT_VERSION = 1;
const HEADER_BYTES = 16;
const DAILY_COLUMNS = ['open', 'high', 'low', 'close', 'adjClose', 'volume'] as const;
const MINUTE_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;
const KINDS = { daily: { code: 1, columns: 6 }, minutes: { code: 2, columns: 5 } } as const;
const DAY_MS = 86_400_000;

type Kind = keyof typeof KINDS;

if (endianness() !== 'LE') throw new Error('packed bars are read in place and need a little-endian machine');

/** One calendar year of a daily history. */
export interface PackedYear {
  readonly year: number;
  readonly bars: number;
  readonly packed: Buffer;
}

/** A daily history as one block per calendar year. Throws StoreError `bars_invalid`. */
export function packYears(symbol: string, bars: DailyBars): PackedYear[] {
  checkColumns(symbol, bars.days, DAILY_COLUMNS.map((name) => bars[name]));
  const years: PackedYear[] = [];
  for (let from = 0; from < bars.days.length;) {
    const year = yearOf(bars.days[from] ?? 0);
    const nextYear = Date.UTC(year + 1, 0, 1) / DAY_MS;
    let to = from + 1;
    while (to < bars.days.length && (bars.days[to] ?? 0) < nextYear) to += 1;
    const columns = DAILY_COLUMNS.map((name) => bars[name].subarray(from, to));
    years.push({ year, bars: to - from, packed: pack('daily', bars.days.subarray(from, to), columns) });
    from = to;
  }
  return years;
}

/** Reads consecutive year blocks, oldest first, into one history on shared memory. Throws StoreError `bars_corrupt`. */
export function unpackYears(symbol: string, packed: Buffer): DailyBars {
  const blocks = readBlocks(symbol, packed, 'daily');
  const [days, columns] = join(packed, blocks, DAILY_COLUMNS.length);
  if (!isIncreasing(days)) throw corrupt(symbol, 'its days are out of order');
  const [open, high, low, close, adjClose, volume] = columns;
  if (!open || !high || !low || !close || !adjClose || !volume) throw corrupt(symbol, 'a column is missing');
  return { days, open, high, low, close, adjClose, volume };
}

/** One session of minute bars as a block. Throws StoreError `bars_invalid`. */
export function packMinutes(symbol: string, session: MinuteBars): Buffer {
  const columns = MINUTE_COLUMNS.map((name) => session[name]);
  checkColumns(symbol, session.minutes, columns);
  if ((session.minutes[0] ?? 0) < 0 || (session.minutes.at(-1) ?? 0) > 1439) throw invalid(symbol, 'a minute lies outside the day');
  return pack('minutes', session.minutes, columns);
}

/** Reads the block of one session. Throws StoreError `bars_corrupt`. */
export function unpackMinutes(symbol: string, day: number, packed: Buffer): MinuteBars {
  const blocks = readBlocks(symbol, packed, 'minutes');
  const [minutes, columns] = join(packed, blocks, MINUTE_COLUMNS.length);
  const [open, high, low, close, volume] = columns;
  if (blocks.length !== 1 || !isIncreasing(minutes)) throw corrupt(symbol, 'its minutes are out of order');
  if (!open || !high || !low || !close || !volume) throw corrupt(symbol, 'a column is missing');
  return { day, minutes, open, high, low, close, volume };
}

/** Bytes a history takes in memory. */
export function bytesOf(bars: { readonly open: Float64Array }): number {
  return bars.open.length * (4 + 8 * DAILY_COLUMNS.length) + 200;
}

/** The calendar year of a day since 1970-01-01. */
export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

interface Block {
  readonly count: number;
  /** Where its columns start in the buffer. */
  readonly at: number;
}

const paddedIndexBytes = (count: number): number => (count * 4 + 7) & ~7;
const blockBytes = (kind: Kind, count: number): number => HEADER_BYTES + paddedIndexBytes(count) + count * 8 * KINDS[kind].columns;

function pack(kind: Kind, index: Int32Array, columns: readonly Float64Array[]): Buffer {
  const packed = Buffer.alloc(blockBytes(kind, index.length));
  let at = HEADER_BYTES;
  packed.set(bytesIn(index), at);
  at += paddedIndexBytes(index.length);
  for (const column of columns) {
    packed.set(bytesIn(column), at);
    at += column.byteLength;
  }
  packed.writeUInt8(LAYOUT_VERSION, 0);
  packed.writeUInt8(KINDS[kind].code, 1);
  packed.writeUInt32LE(index.length, 4);
  packed.writeUInt32LE(crc32(packed.subarray(HEADER_BYTES)), 8);
  return packed;
}

function readBlocks(symbol: string, packed: Buffer, kind: Kind): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < packed.length;) {
    if (packed.length - at < HEADER_BYTES) throw corrupt(symbol, 'a block is cut off');
    const version = packed.readUInt8(at);
    if (version !== LAYOUT_VERSION) throw corrupt(symbol, `the layout ${String(version)} is unknown`);
    if (packed.readUInt8(at + 1) !== KINDS[kind].code) throw corrupt(symbol, 'a block is of another kind');
    const count = packed.readUInt32LE(at + 4);
    const end = at + blockBytes(kind, count);
    if (end > packed.length) throw corrupt(symbol, 'a block is cut off');
    if (crc32(packed.subarray(at + HEADER_BYTES, end)) !== packed.readUInt32LE(at + 8)) throw corrupt(symbol, 'a checksum is wrong');
    blocks.push({ count, at: at + HEADER_BYTES });
    at = end;
  }
  return blocks;
}

/** Joins blocks column by column on one piece of shared memory, so that worker threads read it without a copy. */
function join(packed: Buffer, blocks: readonly Block[], columnCount: number): [Int32Array, Float64Array[]] {
  const total = blocks.reduce((sum, { count }) => sum + count, 0);
  const memory = new SharedArrayBuffer(total * 8 * columnCount + total * 4);
  const columns = Array.from({ length: columnCount }, (_, column) => new Float64Array(memory, column * total * 8, total));
  const index = new Int32Array(memory, total * 8 * columnCount, total);
  let done = 0;
  for (const { count, at } of blocks) {
    bytesIn(index).set(packed.subarray(at, at + count * 4), done * 4);
    columns.forEach((column, position) => {
      const start = at + paddedIndexBytes(count) + position * count * 8;
      bytesIn(column).set(packed.subarray(start, start + count * 8), done * 8);
    });
    done += count;
  }
  return [index, columns];
}

function bytesIn(view: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function checkColumns(symbol: string, index: Int32Array, columns: readonly Float64Array[]): void {
  if (columns.some((column) => column.length !== index.length)) throw invalid(symbol, 'its columns differ in length');
  if (!isIncreasing(index)) throw invalid(symbol, 'its bars are not in order of time');
  if (columns.some((column) => !column.every(Number.isFinite))) throw invalid(symbol, 'a value is not a finite number');
}

function isIncreasing(index: Int32Array): boolean {
  for (let at = 1; at < index.length; at += 1) if ((index[at] ?? 0) <= (index[at - 1] ?? 0)) return false;
  return true;
}

const corrupt = (symbol: string, why: string): StoreError =>
  new StoreError('bars_corrupt', `The stored bars of ${symbol} are damaged (${why}): import them again.`);

const invalid = (symbol: string, why: string): StoreError =>
  new StoreError('bars_invalid', `The bars of ${symbol} cannot be stored: ${why}.`);
