import type { DailyBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Store } from '../../store/open-store.js';
import type { Security } from '../../store/securities.js';
import type { StoredSeries } from '../../store/series.js';
import type { SourceRead, SourceReadOutcome } from '../../store/source-reads.js';
import { retryDueMs } from './due.js';
import type { CompanyStore } from './end-company.js';
import { ClaimLost, type HeldClaim } from './held-claim.js';
import type { LiveSource, ReadHistory } from './live-source.js';
import { ReadError, type ReadFault } from './read-error.js';
import { checkReplacement, type Replacement } from './replaced-history.js';
import { MOST_NOTES, storeHistory, type Stored } from './store-history.js';

/** How a reading ended that another process has taken over: that process notes its end. */
export const TAKEN_OVER = 'taken_over';

/** How a reading of daily bars ended. */
export type DailyReadingEnd = Stored | ReadFault | typeof TAKEN_OVER | 'closed';

/** Which source is read, and where its bars are stored. */
export interface DailySource {
  readonly source: LiveSource;
  readonly store: CompanyStore & Pick<Store, 'db' | 'securities'>;
  /** Told of a ticker that has become another company's: what was known of its other kinds of data no longer holds. */
  readonly onOtherCompany?: (ticker: string) => void;
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
  /** Set where an operator takes the source's whole history as it is now for the stored one. */
  readonly accepted?: AcceptedHistory;
}

/** What an operator says of a history that is not taken for the stored one by itself. */
export interface AcceptedHistory {
  /** The ticker has become another company's, whose history it is. */
  readonly isOtherCompany: boolean;
}

/** A whole history that an operator accepts, with a note of what it replaces; why it was refused is part of it. */
function acceptedReplacement(
  stored: StoredSeries,
  security: Security | undefined,
  read: ReadHistory,
  { accepted, nowMs }: { readonly accepted: AcceptedHistory; readonly nowMs: number },
): Replacement {
  const range = ({ days }: DailyBars): string =>
    `${days.length} sessions from ${isoDate(days[0] ?? 0)} to ${isoDate(days.at(-1) ?? 0)}`;
  const told = `An operator accepted on ${isoDate(newYorkTime(nowMs).day)} a history of ${range(read.bars)} in place of ${range(stored.bars)}`;
  try {
    const checked = checkReplacement(stored, security, read);
    return { isOtherCompany: checked.isOtherCompany || accepted.isOtherCompany, notes: [...checked.notes, `${told}.`] };
  } catch (error) {
    if (!(error instanceof ReadError) || !error.isNoted) throw error;
    return { isOtherCompany: accepted.isOtherCompany, notes: [`${told}. ${error.message}`] };
  }
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

async function readAndStore(
  { source, store, clock, log, isForeign, onOtherCompany, accepted }: DailyReading,
  held: HeldClaim,
): Promise<Stored> {
  const { symbol, fetchedAt } = held.read;
  const before = (await store.bars.readDaily([symbol])).get(symbol);
  const stored = before?.source === source.name ? before : null;
  const continued =
    stored === null || accepted !== undefined
      ? null
      : { bars: stored.bars, splits: stored.splits, fetchedMs: fetchedAt?.getTime() ?? null };
  const given = await source.readDaily(symbol, continued, clock());
  const security = stored === null ? undefined : (await store.securities.bySymbols([symbol])).get(symbol);
  const replaced =
    stored === null || !given.isWhole
      ? null
      : accepted === undefined
        ? checkReplacement(stored, security, given)
        : acceptedReplacement(stored, security, given, { accepted, nowMs: clock() });
  const read = replaced === null ? given : { ...given, notes: [...replaced.notes, ...given.notes] };
  const claimedUntil = await held.end();
  const history = {
    claim: held.read,
    claimedUntil,
    source: source.name,
    read,
    nowMs: clock(),
    isOtherCompany: replaced?.isOtherCompany ?? false,
  };
  const outcome = await storeHistory(store, history, isForeign);
  // The recorded composites are of another history.
  if (outcome === 'stored' && before !== undefined && stored === null) await store.composites.remove([symbol]);
  if (outcome === 'stored' && history.isOtherCompany) onOtherCompany?.(symbol);
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
    symbol,
    kind,
    source,
    fetchedAt,
    notes: [...new Set([...notes, ...told])].slice(-MOST_NOTES),
    failures,
    fault,
    dueAt,
  };
  return (await store.sourceReads.finish(store.db, outcome, claimedUntil)) ? fault : TAKEN_OVER;
}
