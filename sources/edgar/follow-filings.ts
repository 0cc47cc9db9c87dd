import { LRUCache } from 'lru-cache';
import { secFiler } from '../../store/filers.js';
import type { Store } from '../../store/open-store.js';
import type { KindReads } from '../live/kind-reads.js';
import type { KindName } from '../live/kind-table.js';
import { ReadError, type ReadFault } from '../live/read-error.js';
import { storePolled } from '../live/store-polled.js';
import type { Edgar } from './edgar.js';
import { FEED_PAGE, type LatestFiling } from './latest-filings.js';

/** Accounts by ticker that watch or hold it. */
type HoldersOf = (tickers: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

export interface FollowOptions {
  readonly edgar: Pick<Edgar, 'latest' | 'formD' | 'form13F'>;
  readonly store: Pick<Store, 'db' | 'filers' | 'sourceReads'>;
  readonly kinds: Pick<KindReads, 'refresh'>;
  readonly holders: readonly HoldersOf[];
  readonly clock: () => number;
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Forms that change more than the list of filings. */
const KINDS_OF_FORMS: readonly (readonly [RegExp, KindName])[] = [
  [/./, 'filings'],
  [/^(10-[KQ]T?|20-F|40-F)(\/A)?$/, 'fundamentals'],
  [/^[345](\/A)?$/, 'insiders'],
];
const FORM_D = /^D(\/A)?$/;
const FORM_13F = /^13F-HR(\/A)?$/;
const MOST_PAGES = 5;
/** Documents that one run reads, so that requests of customers find a budget; others wait for the next runs. */
const MOST_DOCUMENTS = 20;
const MOST_WAITING = 5_000;
/** Faults of the source itself: it is not asked for more in this run. */
const AWAY: readonly ReadFault[] = ['rate_limited', 'refused', 'unreachable', 'paused', 'busy'];
/** Faults that may be of the one document, which may not be published yet. */
const MAYBE_LATER: readonly ReadFault[] = ['unknown_ticker', 'http_status', 'timeout'];
const MOST_ATTEMPTS = 5;

interface Waiting {
  readonly entry: LatestFiling;
  readonly attempts: number;
}
const MOST_SEEN = 20_000;

/**
 * Follows the feed of latest filings. What a new filing changes is due at once: watched and held tickers are read,
 * others when they are asked for. Forms D and 13F are read themselves.
 */
export function followFilings(options: FollowOptions): (isStopping: () => boolean) => Promise<void> {
  const { edgar, store, log } = options;
  const seen = new LRUCache<string, true>({ max: MOST_SEEN });
  /** Documents that are to be read, by accession number, oldest first. */
  const waiting = new Map<string, Waiting>();
  const keyOf = ({ accession, cik }: LatestFiling): string => `${accession} ${cik}`;

  const newEntries = async (): Promise<readonly LatestFiling[]> => {
    const entries: LatestFiling[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const read = await edgar.latest(page * FEED_PAGE);
      const fresh = read.filter((entry) => !seen.has(keyOf(entry)));
      entries.push(...fresh);
      if (fresh.length < read.length || read.length === 0) break;
    }
    return entries;
  };

  const queueDocuments = (entries: readonly LatestFiling[]): void => {
    for (const entry of [...entries].reverse())
      if (FORM_D.test(entry.form) || FORM_13F.test(entry.form)) waiting.set(entry.accession, { entry, attempts: 0 });
    const dropped = [...waiting.keys()].slice(0, Math.max(0, waiting.size - MOST_WAITING));
    for (const accession of dropped) waiting.delete(accession);
    if (dropped.length > 0)
      log.warn({ dropped: dropped.length }, 'too many documents of the SEC wait to be read; the oldest are dropped');
  };

  const readDocuments = async (isStopping: () => boolean): Promise<void> => {
    for (const { entry, attempts } of [...waiting.values()].slice(0, MOST_DOCUMENTS)) {
      if (isStopping()) return;
      const now = new Date(options.clock());
      const read = (): ReturnType<Edgar['formD']> =>
        FORM_D.test(entry.form) ? edgar.formD(entry, now) : edgar.form13F(entry, now);
      const fault = await storePolled({ store, log }, `form ${entry.form} ${entry.accession}`, read);
      if (fault !== null && AWAY.includes(fault)) return;
      waiting.delete(entry.accession);
      if (fault !== null && MAYBE_LATER.includes(fault) && attempts + 1 < MOST_ATTEMPTS)
        waiting.set(entry.accession, { entry, attempts: attempts + 1 });
    }
  };

  return async (isStopping) => {
    try {
      const entries = await newEntries();
      await makeDue(options, entries);
      queueDocuments(entries);
      for (const entry of entries) seen.set(keyOf(entry), true);
      await readDocuments(isStopping);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      log.warn({ what: 'latest filings', fault: error.fault, reason: error.message }, 'a live source gave no data');
    }
  };
}

async function makeDue(
  { store, kinds, holders, clock }: FollowOptions,
  entries: readonly LatestFiling[],
): Promise<void> {
  const tickersOf = await store.filers.tickersOfFilers([...new Set(entries.map(({ cik }) => secFiler(cik)))]);
  for (const [forms, kind] of KINDS_OF_FORMS) {
    const filers = new Set(entries.filter(({ form }) => forms.test(form)).map(({ cik }) => secFiler(cik)));
    const tickers = [...filers].flatMap((filer) => tickersOf.get(filer) ?? []);
    if (tickers.length === 0) continue;
    await store.sourceReads.makeDue(store.db, tickers, kind, new Date(clock()));
    const held = await Promise.all(holders.map((holdersOf) => holdersOf(tickers)));
    await kinds.refresh(kind, [...new Set(held.flatMap((each) => [...each.keys()]))]);
  }
}
