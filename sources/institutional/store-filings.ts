import type { Transaction } from 'kysely';
import type { InstitutionalPosition } from '../../store/institutional-positions.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import type { NewFiling } from './filed-report.js';
import { filingBeside, notePrice, unitRead, valueUnit, type FiledPrices } from './value-unit.js';

/** Entries in pieces of a few thousand. */
export type PositionPieces =
  Iterable<readonly InstitutionalPosition[]> | AsyncIterable<readonly InstitutionalPosition[]>;

/** Removes the invented filings of the demo market, which must not stand beside real ones. */
async function removeInvented(store: Store, tx: Transaction<Tables>): Promise<void> {
  await store.institutionalPositions.removeSource(tx, SIMULATED);
  await store.institutionalFilings.removeSource(tx, SIMULATED);
  await store.cusips.removeSource(tx, SIMULATED);
}

/** A filing with more entries than these has prices of its own that tell its unit. */
const MOST_DOUBTFUL = 500;

/**
 * Reads filings that were stored before in the unit that these show: an amendment with few holdings may have
 * been imported before its report. Returns a note for each that was changed.
 */
async function renewUnits(
  store: Store,
  tx: Transaction<Tables>,
  filings: readonly NewFiling[],
): Promise<readonly string[]> {
  const saved = new Set(filings.map(({ accession }) => accession));
  const periods = new Set(filings.map(({ cik, periodDay }) => `${cik} ${periodDay}`));
  const ofManagers = await store.institutionalFilings.allOfManagers([...new Set(filings.map(({ cik }) => cik))], tx);
  const doubtful = [...ofManagers.values()]
    .flat()
    .filter(
      ({ accession, cik, periodDay, entries }) =>
        periods.has(`${cik} ${periodDay}`) && !saved.has(accession) && entries <= MOST_DOUBTFUL,
    );
  if (doubtful.length === 0) return [];
  const positions = await store.institutionalPositions.ofFilings(
    tx,
    doubtful.map(({ accession }) => accession),
  );
  const ofFiling = rowsByKey(positions, ({ accession }) => accession);
  const notes: string[] = [];
  for (const filing of doubtful) {
    const { accession, filingDay } = filing;
    const before = unitRead(filing);
    const prices: FiledPrices = new Map();
    for (const held of ofFiling.get(accession) ?? []) notePrice(prices, { ...held, value: held.value / before });
    const unit = valueUnit(filingDay, prices, filingBeside(ofManagers.get(filing.cik) ?? [], filing));
    if (unit.dollars === before) continue;
    await store.institutionalPositions.rescale(tx, accession, unit.dollars / before);
    await store.institutionalFilings.rescale(tx, accession, unit.dollars / before, unit.isCorrected);
    const used = unit.dollars === 1 ? 'dollars' : 'thousands of dollars';
    notes.push(`The values of ${accession}, which was imported before, are now read as ${used}, as this report shows.`);
  }
  return notes;
}

/**
 * Stores filings with their entries, or replaces those with the same accession numbers. Returns notes for the report.
 */
export async function storeFilings(
  store: Store,
  tx: Transaction<Tables>,
  filings: readonly NewFiling[],
  pieces: PositionPieces,
): Promise<readonly string[]> {
  if (filings.some(({ source }) => source !== SIMULATED)) await removeInvented(store, tx);
  await store.institutionalPositions.remove(
    tx,
    filings.map(({ accession }) => accession),
  );
  for await (const piece of pieces) await store.institutionalPositions.add(tx, piece);
  await store.institutionalFilings.save(tx, filings);
  return renewUnits(store, tx, filings);
}
