import type { Transaction } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { SecurityProfile } from '../models/security-profile.js';
import type { SourceRead, SourceReadOutcome } from '../../store/source-reads.js';
import type { Security } from '../../store/securities.js';
import type { Tables } from '../../store/tables.js';
import { recordOther, restateFound } from './close-disagreements.js';
import { dailyDueMs } from './due.js';
import { endCompany, type CompanyStore } from './end-company.js';
import { ClaimLost } from './held-claim.js';
import { listingNotes, mergedProfile, profileOf, toldListing } from './followed-listing.js';
import type { ReadHistory } from './live-source.js';

/** What an operator is told of one ticker at most. */
export const MOST_NOTES = 50;

/** Whether the stored history is of a source that a live one leaves alone: an import of the operator's, for example. */
export type IsForeign = (stored: Security | undefined) => boolean;

/** How the storing of a history ended. */
export type Stored = 'stored' | 'unchanged' | 'foreign';

export interface HistoryToStore {
  readonly claim: SourceRead;
  readonly claimedUntil: Date;
  readonly source: string;
  readonly read: ReadHistory;
  readonly nowMs: number;
  /** The history is of another company than the stored one, which had the ticker before. */
  readonly isOtherCompany: boolean;
}

const isSameProfile = (one: SecurityProfile, other: SecurityProfile): boolean =>
  JSON.stringify(profileOf({ ...(one as Security) })) === JSON.stringify(profileOf({ ...(other as Security) }));

/** The day of the newest split that is not stored, as one of the session under way is not; undefined without one. */
async function newSplitDay(
  { bars }: Pick<Store, 'bars'>,
  tx: Transaction<Tables>,
  symbol: string,
  { splits }: Pick<ReadHistory, 'splits'>,
): Promise<number | undefined> {
  if (splits.length === 0) return undefined;
  const known = new Set((await bars.within(tx, [symbol])).get(symbol)?.splits.map(({ day }) => day));
  return splits.findLast(({ day }) => !known.has(day))?.day;
}

/**
 * Stores a history with its splits, dividends and provenance in one transaction, so that no reader ever sees prices of
 * two adjustments. A ticker whose prices have become another source's meanwhile is left alone. Throws ClaimLost, and
 * stores nothing, if another process has taken the reading over.
 */
export async function storeHistory(
  store: CompanyStore & Pick<Store, 'db' | 'securities'>,
  { claim, claimedUntil, source, read, nowMs, isOtherCompany }: HistoryToStore,
  isForeign: IsForeign,
): Promise<Stored> {
  const { symbol, kind } = claim;
  const { bars, splits, dividends } = read;
  const lastDay = bars.days.at(-1) ?? null;
  const limited = (notes: readonly string[]): string[] =>
    [...new Set([...(read.isWhole ? [] : claim.notes), ...notes])].slice(-MOST_NOTES);
  const write = async (tx: Transaction<Tables>): Promise<Stored> => {
    const stored = (await store.securities.within(tx, [symbol])).get(symbol);
    const outcome = { symbol, kind, source, failures: 0, fault: null, dueAt: new Date(dailyDueMs(lastDay, nowMs)) };
    const finish = async (ended: SourceReadOutcome): Promise<void> => {
      if (!(await store.sourceReads.finish(tx, ended, claimedUntil))) throw new ClaimLost();
    };
    if (isForeign(stored)) {
      const other = { source, days: bars.days, close: bars.close, splits };
      const told = await recordOther(store, tx, symbol, other, new Date(nowMs));
      await finish({ ...outcome, fetchedAt: claim.fetchedAt, notes: [...claim.notes, ...told].slice(-MOST_NOTES) });
      return 'foreign';
    }
    const fetched = { ...outcome, fetchedAt: new Date(nowMs) };
    const splitDay = await newSplitDay(store, tx, symbol, read);
    const isUnchanged =
      !read.isWhole && stored?.source === source && stored.lastDay === lastDay && splitDay === undefined;
    if (!isUnchanged) {
      const told = claim.source === source ? claim : undefined;
      const profile = isOtherCompany ? read.profile : mergedProfile(stored, read.profile, told);
      if (stored === undefined || !isSameProfile(profile, stored))
        await store.securities.upsert(tx, [{ ...profile, source }]);
      const series = { symbol, source, bars, splits, dividends };
      if (read.isWhole) {
        await store.bars.replaceMany(tx, [series]);
        await restateFound(store, tx, [symbol]);
      } else await store.bars.mergeMany(tx, [series]);
      if (isOtherCompany) await endCompany(store, tx, symbol, source, nowMs);
      // Minute bars of the days before are not adjusted for the split.
      if (splitDay !== undefined) await store.bars.removeMinutesBefore(tx, symbol, splitDay);
      const listing = toldListing(read.profile, told);
      const changes = stored === undefined || isOtherCompany ? [] : listingNotes(stored, profile, nowMs);
      await finish({ ...fetched, ...listing, notes: limited([...changes, ...read.notes]) });
      return 'stored';
    }
    await finish({ ...fetched, notes: limited(read.notes) });
    return 'unchanged';
  };
  return store.db.transaction().execute(write);
}
