import type { Transaction } from 'kysely';
import type { InstitutionalPosition } from '../../store/institutional-positions.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import type { NewFiling } from './filed-report.js';

/** Entries in pieces of a few thousand. */
export type PositionPieces =
  | Iterable<readonly InstitutionalPosition[]>
  | AsyncIterable<readonly InstitutionalPosition[]>;

/** Removes the invented filings of the demo market, which must not stand beside real ones. */
async function removeInvented(store: Store, tx: Transaction<Tables>): Promise<void> {
  await store.institutionalPositions.removeSource(tx, SIMULATED);
  await store.institutionalFilings.removeSource(tx, SIMULATED);
  await store.cusips.removeSource(tx, SIMULATED);
}

/** Stores filings with their entries, or replaces those with the same accession numbers. */
export async function storeFilings(
  store: Store,
  tx: Transaction<Tables>,
  filings: readonly NewFiling[],
  pieces: PositionPieces,
): Promise<void> {
  if (filings.some(({ source }) => source !== SIMULATED)) await removeInvented(store, tx);
  await store.institutionalPositions.remove(
    tx,
    filings.map(({ accession }) => accession),
  );
  for await (const piece of pieces) await store.institutionalPositions.add(tx, piece);
  await store.institutionalFilings.save(tx, filings);
}
