import { isIncreasing, packBlock, unpackBlocks, type BlockKind } from './packed-blocks.js';
import { StoreError } from './errors.js';
import type { MinuteQuotes } from '../calendar/quotes.js';

/* A block of quotes (see `packed-blocks.ts`): the index is the minute of the day, the columns are those named below. */
const COLUMNS = ['bid', 'ask', 'bidSize', 'askSize'] as const;
const ALL = COLUMNS.map((_, column) => column);
const QUOTES: BlockKind = { code: 4, columnCount: COLUMNS.length, held: () => ALL };

/** One session of quotes as a block. */
export function packQuotes(session: MinuteQuotes): Buffer {
  return packBlock(
    QUOTES.code,
    0,
    session.minutes,
    COLUMNS.map((name) => session[name]),
  );
}

/** Reads the block of one session. Throws StoreError `bars_corrupt`. */
export function unpackQuotes(ticker: string, day: number, packed: Buffer): MinuteQuotes {
  const corrupt = (why: string): StoreError =>
    new StoreError('bars_corrupt', `The stored quotes of ${ticker} are damaged (${why}): import them again.`);
  const { blocks, index: minutes, columns } = unpackBlocks(QUOTES, packed, corrupt);
  const [bid, ask, bidSize, askSize] = columns;
  if (blocks !== 1 || !isIncreasing(minutes)) throw corrupt('its minutes are out of order');
  if (!bid || !ask || !bidSize || !askSize) throw corrupt('a column is missing');
  return { day, minutes, bid, ask, bidSize, askSize };
}
