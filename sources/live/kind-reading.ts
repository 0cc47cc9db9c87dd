import type { Kysely } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { SourceRead, SourceReadOutcome } from '../../store/source-reads.js';
import type { Tables } from '../../store/tables.js';
import { ImportError } from '../files/import-report.js';
import type { DailySource } from './daily-reading.js';
import { retryDueMs } from './due.js';
import { ClaimLost, type HeldClaim } from './held-claim.js';
import type { KindSource, ReadRows } from './kind-source.js';
import { kindDueMs, type KindName } from './kind-table.js';
import { plainLine } from './plain-line.js';
import { ReadError, type ReadFault } from './read-error.js';

/** Which sources are read, and where what they give is noted. */
export interface KindReading {
  /** In the order in which they are asked: the first that has the ticker gives the kind. */
  readonly sources: readonly KindSource[];
  readonly store: Pick<Store, 'db' | 'securities' | 'sourceReads'>;
  readonly clock: () => number;
  readonly log: DailySource['log'];
}

const MOST_NOTES = 50;
const MOST_NOTE_CHARACTERS = 300;
/** Faults that say nothing against the source. */
const QUIET: readonly ReadFault[] = ['unknown_ticker', 'kept', 'served', 'paused', 'busy'];
/** Faults that say less than those of a later source. */
const WITHOUT_TICKER: readonly ReadFault[] = ['unknown_ticker', 'served'];

/** Why a source gave nothing. */
interface Failed {
  readonly source: string;
  readonly error: ReadError;
}

/**
 * Asks the sources in their order for a claimed kind of a ticker; stores and notes what the first gives, or why none
 * gave anything. Throws ClaimLost, and stores nothing, if another process has taken the reading over.
 */
export async function readKind(reading: KindReading, kind: KindName, held: HeldClaim): Promise<SourceReadOutcome> {
  const { sources, clock, log } = reading;
  const { symbol } = held.read;
  let failed: Failed | undefined;
  for (const { name: source, kinds } of sources) {
    const read = kinds[kind];
    if (read === undefined) continue;
    try {
      return await storeRows(reading, kind, held, { source, rows: await read(symbol, new Date(clock())) });
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      const known = readErrorOf(error);
      if (known === undefined) log.error({ err: error, ticker: symbol, kind }, 'reading from a live source failed');
      const fault = known ?? new ReadError('unreadable', 'The answer could not be stored; the log has the reason.');
      // A source that failed says more than a later one that does not have the ticker.
      if (failed === undefined || WITHOUT_TICKER.includes(failed.error.fault)) failed = { source, error: fault };
    }
  }
  const unasked = { source: held.read.source, error: new ReadError('busy', 'No source was asked.') };
  return noteFailure(reading, held, failed ?? unasked);
}

async function finish(
  { store }: KindReading,
  tx: Kysely<Tables>,
  held: HeldClaim,
  outcome: SourceReadOutcome,
): Promise<SourceReadOutcome> {
  if (!(await store.sourceReads.finish(tx, outcome, await held.end()))) throw new ClaimLost();
  return outcome;
}

/** Stores what a source gave, and that it did, in one transaction. */
function storeRows(
  reading: KindReading,
  kind: KindName,
  held: HeldClaim,
  { source, rows: { save, notes, refused } }: { readonly source: string; readonly rows: ReadRows },
): Promise<SourceReadOutcome> {
  const { store, clock } = reading;
  return store.db.transaction().execute(async (tx) => {
    const stored = await save(tx);
    const told = refused.map(({ line, reason }) => `row ${line} was refused: ${reason}.`);
    const lines = [...notes, ...stored, ...told].slice(0, MOST_NOTES);
    return finish(reading, tx, held, {
      symbol: held.read.symbol,
      kind,
      source,
      failures: 0,
      fault: null,
      fetchedAt: new Date(clock()),
      dueAt: new Date(kindDueMs(kind, clock())),
      notes: lines.map((note) => plainLine(note, MOST_NOTE_CHARACTERS)),
    });
  });
}

async function noteFailure(
  reading: KindReading,
  held: HeldClaim,
  { source, error }: Failed,
): Promise<SourceReadOutcome> {
  const { store, clock, log } = reading;
  const claim: SourceRead = held.read;
  const { symbol, kind, fetchedAt, notes } = claim;
  if (!QUIET.includes(error.fault))
    log.warn({ ticker: symbol, kind, source, fault: error.fault, reason: error.message }, 'a live source gave no data');
  const failures = claim.failures + 1;
  return finish(reading, store.db, held, {
    symbol,
    kind,
    source: fetchedAt === null ? source : claim.source,
    fetchedAt,
    failures,
    fault: error.fault,
    notes: [...notes],
    dueAt: new Date(retryDueMs(error.fault, failures, error.waitMs, clock())),
  });
}

/** What the importer refuses to store, such as another filer's ticker, is unreadable. */
function readErrorOf(error: unknown): ReadError | undefined {
  if (error instanceof ReadError) return error;
  return error instanceof ImportError ? new ReadError('unreadable', error.message, { cause: error }) : undefined;
}
