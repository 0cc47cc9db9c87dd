import type { Store } from '../../store/open-store.js';
import type { Security } from '../../store/securities.js';
import type { SourceRead, SourceReadOutcome } from '../../store/source-reads.js';
import { retryDueMs } from './due.js';
import { ClaimLost, type HeldClaim } from './held-claim.js';
import type { LiveSource } from './live-source.js';
import { ReadError, type ReadFault } from './read-error.js';
import { checkReplacement } from './replaced-history.js';
import { MOST_NOTES, storeHistory, type Stored } from './store-history.js';

/** How a reading ended that another process has taken over: that process notes its end. */
export const TAKEN_OVER = 'taken_over';

/** How a reading of daily bars ended. */
export type DailyReadingEnd = Stored | ReadFault | typeof TAKEN_OVER | 'closed';

/** Which source is read, and where its bars are stored. */
export interface DailySource {
  readonly source: LiveSource;
  readonly store: Pick<Store, 'db' | 'securities' | 'bars' | 'composites' | 'sourceReads' | 'closeDisagreements'>;
  readonly clock: () => number;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

export interface DailyReading extends DailySource {
  /** Whether the stored prices are of a source that stays. */
  readonly isForeign: (security: Security | undefined) => boolean;
  /** Whether this process ends: the next one makes the reading. */
  readonly isClosed: () => boolean;
}

/** Quiet faults say nothing against the source, or were told with it. */
const QUIET: readonly ReadFault[] = ['unknown_ticker', 'paused', 'busy'];

const unclaimed = ({ claimedUntil: _claim, ...outcome }: SourceRead): SourceReadOutcome => outcome;

/** Reads the daily bars of a claimed ticker, stores them, and notes how that ended. */
export async function readDailyBars(reading: DailyReading, held: HeldClaim): Promise<DailyReadingEnd> {
  try {
    return await readAndStore(reading, held);
  } catch (error) {
    return noteFailure(reading, held, error);
  }
}

async function readAndStore({ source, store, clock, log, isForeign }: DailyReading, held: HeldClaim): Promise<Stored> {
  const { symbol } = held.read;
  const before = (await store.bars.readDaily([symbol])).get(symbol);
  const stored = before?.source === source.name ? before : null;
  const given = await source.readDaily(symbol, stored, clock());
  const security = stored === null ? undefined : (await store.securities.bySymbols([symbol])).get(symbol);
  const replaced = stored !== null && given.isWhole ? checkReplacement(stored, security, given) : null;
  const read = replaced === null ? given : { ...given, notes: [...replaced.notes, ...given.notes] };
  const claimedUntil = await held.end();
  const history = { claim: held.read, claimedUntil, source: source.name, read, nowMs: clock(), isOtherCompany: replaced?.isOtherCompany ?? false };
  const outcome = await storeHistory(store, history, isForeign);
  // The recorded composites are of another history.
  if (outcome === 'stored' && before !== undefined && (stored === null || history.isOtherCompany)) await store.composites.remove([symbol]);
  if (outcome === 'stored' && read.notes.length > 0)
    log.warn({ ticker: symbol, source: source.name, notes: read.notes }, 'a live source sent doubtful prices');
  return outcome;
}

async function noteFailure(
  { store, clock, log, isClosed }: DailyReading,
  held: HeldClaim,
  error: unknown,
): Promise<DailyReadingEnd> {
  const claimedUntil = await held.end();
  if (error instanceof ClaimLost) return TAKEN_OVER;
  const { read: claim } = held;
  const { symbol, kind, source, fetchedAt, notes } = claim;
  if (isClosed()) {
    await store.sourceReads.finish(store.db, { ...unclaimed(claim), dueAt: new Date(clock()) }, claimedUntil);
    return 'closed';
  }
  const isKnown = error instanceof ReadError;
  if (!isKnown) log.error({ err: error, ticker: symbol }, 'reading from a live source failed');
  const fault: ReadFault = isKnown ? error.fault : 'unreadable';
  if (isKnown && !QUIET.includes(fault))
    log.warn({ ticker: symbol, source, fault, reason: error.message }, 'a live source gave no data');
  const failures = claim.failures + 1;
  const dueAt = new Date(retryDueMs(fault, failures, isKnown ? error.waitMs : undefined, clock()));
  const told = isKnown && error.isNoted ? [error.message] : [];
  const outcome = {
    symbol, kind, source, fetchedAt, notes: [...new Set([...notes, ...told])].slice(-MOST_NOTES), failures, fault, dueAt,
  };
  return (await store.sourceReads.finish(store.db, outcome, claimedUntil)) ? fault : TAKEN_OVER;
}
