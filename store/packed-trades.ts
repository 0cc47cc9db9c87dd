import type { MinuteTrades } from '../calendar/trades.js';
import { StoreError } from './errors.js';
import { isIncreasing, packBlock, unpackBlocks, type BlockKind } from './packed-blocks.js';

/* A block of trades (see `packed-blocks.ts`): the index is the minute of the day, the columns are those named below. */
const COLUMNS = ['trades', 'bought', 'sold', 'unknown'] as const;
const ALL = COLUMNS.map((_, column) => column);
const TRADES: BlockKind = { code: 5, columnCount: COLUMNS.length, held: () => ALL };

/** One session of trades as a block. */
export function packTrades(session: MinuteTrades): Buffer {
  return packBlock(
    TRADES.code,
    0,
    session.minutes,
    COLUMNS.map((name) => session[name]),
  );
}

/** Reads the block of one session. Throws StoreError `bars_corrupt`. */
export function unpackTrades(ticker: string, day: number, packed: Buffer): MinuteTrades {
  const corrupt = (why: string): StoreError =>
    new StoreError('bars_corrupt', `The stored trades of ${ticker} are damaged (${why}): import them again.`);
  const { blocks, index: minutes, columns } = unpackBlocks(TRADES, packed, corrupt);
  const [trades, bought, sold, unknown] = columns;
  if (blocks !== 1 || !isIncreasing(minutes)) throw corrupt('its minutes are out of order');
  if (!trades || !bought || !sold || !unknown) throw corrupt('a column is missing');
  return { day, minutes, trades, bought, sold, unknown };
}
