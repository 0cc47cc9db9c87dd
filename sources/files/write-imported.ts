import type { Transaction } from 'kysely';
import type { SeriesWrite } from '../../store/bar-writes.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { readUnpricedChains } from '../models/save-chains.js';
import { recordReplaced, restateFound } from '../live/close-disagreements.js';

/**
 * Merges imported histories into stored ones of the same source, and replaces those of other sources, whose closes are
 * compared first. Returns notes on tickers of which they disagree.
 */
export async function writeImported(
  store: Store,
  tx: Transaction<Tables>,
  writes: readonly SeriesWrite[],
  now: Date,
): Promise<readonly string[]> {
  const securities = await store.securities.within(
    tx,
    writes.map(({ symbol }) => symbol),
  );
  const notes: string[] = [];
  const same: string[] = [];
  for (const { symbol, source, bars, splits = [] } of writes) {
    const stored = securities.get(symbol);
    if (stored === undefined || stored.lastDay === null) continue;
    if (stored.source === source) same.push(symbol);
    else
      for (const note of await recordReplaced(
        store,
        tx,
        symbol,
        { source, days: bars.days, close: bars.close, splits },
        now,
      ))
        notes.push(`${symbol}: ${note}`);
  }
  await store.bars.mergeMany(tx, writes);
  await readUnpricedChains(
    store,
    tx,
    writes.map(({ symbol }) => symbol),
  );
  if (same.length > 0) await restateFound(store, tx, same);
  return notes;
}
