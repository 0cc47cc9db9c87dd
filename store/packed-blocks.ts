import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { civilOf, dayOf } from '../calendar/days.js';

/*
 * Layout of a packed block, little-endian, every column at a multiple of 8 bytes:
 *
 *   0  u8   layout version, 1
 *   1  u8   kind of the block, its `BlockKind`'s code
 *   2  u16  flags of the kind; 0 where it has none
 *   4  u32  count of rows
 *   8  u32  CRC-32 of everything from byte 16 on
 *  12  u32  0
 *  16  i32  count × index (a day or a minute), then 4 zero bytes if count is odd
 *   …  f64  count × each column present according to the flags
 *
 * Blocks are self-delimiting: a history is the concatenation of its years' blocks.
 */
const LAYOUT_VERSION = 1;
const HEADER_BYTES = 16;

if (endianness() !== 'LE') throw new Error('packed blocks are read in place and require a little-endian machine');

/** What a block holds. */
export interface BlockKind {
  readonly code: number;
  readonly columnCount: number;
  /** The columns of a block with these flags, in order; absent ones read as NaN. */
  readonly held: (flags: number) => readonly number[];
}

/** Joins blocks column by column, without checking the index. */
export interface UnpackedBlocks {
  readonly blocks: number;
  readonly index: Int32Array;
  readonly columns: readonly Float64Array[];
}

interface Block {
  readonly count: number;
  readonly held: readonly number[];
  /** Where its columns start in the buffer. */
  readonly at: number;
}

const paddedIndexBytes = (count: number): number => (count * 4 + 7) & ~7;

/** One block of the columns in `flags`, each as long as `index`. */
export function packBlock(code: number, flags: number, index: Int32Array, columns: readonly Float64Array[]): Buffer {
  const packed = Buffer.alloc(HEADER_BYTES + paddedIndexBytes(index.length) + index.length * 8 * columns.length);
  let at = HEADER_BYTES;
  packed.set(bytesIn(index), at);
  at += paddedIndexBytes(index.length);
  for (const column of columns) {
    packed.set(bytesIn(column), at);
    at += column.byteLength;
  }
  packed.writeUInt8(LAYOUT_VERSION, 0);
  packed.writeUInt8(code, 1);
  packed.writeUInt16LE(flags, 2);
  packed.writeUInt32LE(index.length, 4);
  packed.writeUInt32LE(crc32(packed.subarray(HEADER_BYTES)), 8);
  return packed;
}

/** Reads consecutive blocks into shared memory, for worker threads to read without a copy. Throws `corrupt(reason)`. */
export function unpackBlocks(kind: BlockKind, packed: Buffer, corrupt: (why: string) => Error): UnpackedBlocks {
  const blocks = readBlocks(kind, packed, corrupt);
  const total = blocks.reduce((sum, { count }) => sum + count, 0);
  const memory = new SharedArrayBuffer(total * (8 * kind.columnCount + 4));
  const columns = Array.from(
    { length: kind.columnCount },
    (_, column) => new Float64Array(memory, column * total * 8, total),
  );
  const index = new Int32Array(memory, total * 8 * kind.columnCount, total);
  let done = 0;
  for (const { count, held, at } of blocks) {
    bytesIn(index).set(packed.subarray(at, at + count * 4), done * 4);
    columns.forEach((column, position) => {
      const place = held.indexOf(position);
      if (place === -1) return column.fill(Number.NaN, done, done + count);
      const start = at + paddedIndexBytes(count) + place * count * 8;
      return bytesIn(column).set(packed.subarray(start, start + count * 8), done * 8);
    });
    done += count;
  }
  return { blocks: blocks.length, index, columns };
}

function readBlocks({ code, held: heldBy }: BlockKind, packed: Buffer, corrupt: (why: string) => Error): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < packed.length;) {
    if (packed.length - at < HEADER_BYTES) throw corrupt('a block is cut off');
    const version = packed.readUInt8(at);
    if (version !== LAYOUT_VERSION) throw corrupt(`the layout ${String(version)} is unknown`);
    if (packed.readUInt8(at + 1) !== code) throw corrupt('a block is of another kind');
    const count = packed.readUInt32LE(at + 4);
    const held = heldBy(packed.readUInt16LE(at + 2));
    const end = at + HEADER_BYTES + paddedIndexBytes(count) + count * 8 * held.length;
    if (end > packed.length) throw corrupt('a block is cut off');
    if (crc32(packed.subarray(at + HEADER_BYTES, end)) !== packed.readUInt32LE(at + 8))
      throw corrupt('a checksum is wrong');
    blocks.push({ count, held, at: at + HEADER_BYTES });
    at = end;
  }
  return blocks;
}

/** Whether the elements are strictly increasing. */
export function isIncreasing(index: Int32Array): boolean {
  for (let at = 1; at < index.length; at += 1) if ((index[at] ?? 0) <= (index[at - 1] ?? 0)) return false;
  return true;
}

function bytesIn(view: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Splits increasing days into ranges `[from, to)`, one per calendar year. */
export function* yearsIn(
  days: Int32Array,
): Generator<{ readonly year: number; readonly from: number; readonly to: number }> {
  for (let from = 0; from < days.length;) {
    const { year } = civilOf(days[from] ?? 0);
    const nextYear = dayOf(year + 1, 1, 1);
    let to = from + 1;
    while (to < days.length && (days[to] ?? 0) < nextYear) to += 1;
    yield { year, from, to };
    from = to;
  }
}
