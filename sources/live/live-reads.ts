import { LRUCache } from 'lru-cache';
import type { Security } from '../../store/securities.js';
import type { SourceRead } from '../../store/source-reads.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { claimOrWait } from './claim-or-wait.js';
import {
  readDailyBars,
  TAKEN_OVER,
  type AcceptedHistory,
  type DailyReadingEnd,
  type DailySource,
} from './daily-reading.js';
import { isDueAt } from './due.js';
import { Flights, toldFault, toldUnderWay, WAIT_MS } from './flights.js';
import { CLAIM_MS, HeldClaim } from './held-claim.js';
import { isFault, ReadError, type ReadFault } from './read-error.js';
import { NOBODY } from './turns.js';
import { withinTime } from './within-time.js';

/** Reads from a live source what requests ask for and the store does not have, or has no longer current. */
export interface LiveReads {
  /**
   * Resolves at once for tickers that are stored: what is due is read in the background. For tickers that no source has
   * been asked for, resolves when they have been read, or after the time that a request waits. Never rejects. `caller`
   * says in whose turn they are read: an account, by default nobody.
   */
  ensure(tickers: readonly string[], caller?: string): Promise<void>;
  /** Told that a response without a read used the ticker, so that it is read in the background if due. */
  used(ticker: string): void;
  /** Of these tickers those that are to be read now: due, or never read, and not another source's or process's. */
  dueOf(tickers: readonly string[]): Promise<readonly string[]>;
  /** Reads tickers that are due, in nobody's turn, and resolves when all have been read. Never rejects. */
  refresh(tickers: readonly string[]): Promise<void>;
  /**
   * Reads the whole history of a ticker at once and stores it as the source has it now, whatever the stored one has;
   * ends what is known of the company before if the operator says so. Null if another process is reading the ticker.
   */
  accept(ticker: string, accepted: AcceptedHistory): Promise<DailyReadingEnd | null>;
  /** Why a ticker without data has none for now; null if its source does not have it, or nobody asked. */
  faultOf(ticker: string): { readonly fault: ReadFault; readonly retryAfterS: number } | null;
  /** Age in seconds of the oldest of the tickers' data that is a live source's; null if none is. */
  ageS(tickers: Iterable<string>): number | null;
  /** How requests were answered, for metrics. */
  readonly counts: ReadCounts;
  /** Why a source does not answer, by name. */
  silent(): Promise<ReadonlyMap<string, string>>;
  /** Reads nothing more, and resolves when readings under way have ended. */
  close(): Promise<void>;
}

export interface ReadCounts {
  /** Tickers in requests, by how they were served. */
  readonly served: { current: number; stale: number; waited: number; crowded: number };
  /** Readings, by how they ended. */
  readonly readings: Map<string, number>;
}

export interface LiveReadsOptions extends DailySource {
  /** Whether invented histories stay; else they are replaced by real ones. */
  readonly keepsSimulated: boolean;
  /** Time that a request waits for a ticker; 5 s by default. */
  readonly waitMs?: number;
  /** How often the claim of a reading under way is renewed; 20 s by default. */
  readonly renewMs?: number;
}

/** What this process knows of a ticker. */
interface Known {
  /** Nothing is looked up before. */
  readonly dueMs: number;
  readonly fetchedMs: number | null;
  readonly fault: ReadFault | null;
  /** Until when a process has claimed the reading; absent or null without one. */
  readonly claimedUntilMs?: number | null;
}

const KIND = 'daily';
const MOST_AT_ONCE = 8;
const MOST_WAITING = 5_000;
const MOST_KNOWN = 50_000;
/** How often a ticker of another source is looked at again. */
const FOREIGN_MS = 60_000;
/** How often a ticker that the source cannot have is looked at again: it may be imported meanwhile. */
const IMPOSSIBLE_MS = 60_000;

export function createLiveReads(options: LiveReadsOptions): LiveReads {
  return new Reads(options);
}

class Reads implements LiveReads {
  readonly counts: ReadCounts = { served: { current: 0, stale: 0, waited: 0, crowded: 0 }, readings: new Map() };
  readonly #options: LiveReadsOptions;
  readonly #known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  /** By ticker. */
  readonly #flights: Flights;
  /** Tickers that this process has claimed. */
  readonly #own = new Set<string>();
  #isClosed = false;

  constructor(options: LiveReadsOptions) {
    const { clock, log } = options;
    this.#options = options;
    this.#flights = new Flights({ running: MOST_AT_ONCE, waitingForNobody: MOST_WAITING, clock, log });
  }

  async ensure(tickers: readonly string[], caller: string = NOBODY): Promise<void> {
    const now = this.#options.clock();
    const due = tickers.filter((ticker) => (this.#known.get(ticker)?.dueMs ?? 0) <= now);
    this.counts.served.current += tickers.length - due.length;
    if (due.length === 0 || this.#isClosed) return;
    try {
      await this.#lookUp([...new Set(due)], caller);
    } catch (err) {
      // What is stored is served: its own reading tells if the store fails.
      this.#options.log.error({ err }, 'could not tell what is due from a live source');
    }
  }

  used(ticker: string): void {
    const known = this.#known.get(ticker);
    if (known !== undefined && known.dueMs <= this.#options.clock()) void this.ensure([ticker]);
  }

  async dueOf(tickers: readonly string[]): Promise<readonly string[]> {
    const { source, store, clock } = this.#options;
    const now = clock();
    const [reads, securities] = await Promise.all([
      store.sourceReads.bySymbols(tickers, KIND),
      store.securities.bySymbols(tickers),
    ]);
    return tickers.filter((ticker) => {
      if (this.#isForeign(securities.get(ticker))) return false;
      const read = reads.get(ticker);
      return read === undefined ? source.mayHave(ticker) : isDueAt(read, now);
    });
  }

  async refresh(tickers: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    await Promise.all(tickers.map((ticker) => this.#flight(ticker, NOBODY, Infinity) ?? Promise.resolve()));
  }

  async accept(ticker: string, accepted: AcceptedHistory): Promise<DailyReadingEnd | null> {
    const { source, store, clock } = this.#options;
    const now = clock();
    await store.sourceReads.makeDueAtOnce(store.db, ticker, KIND, new Date(now));
    const until = new Date(now + CLAIM_MS);
    const claim = await store.sourceReads.claim({
      symbol: ticker,
      kind: KIND,
      source: source.name,
      now: new Date(now),
      until,
    });
    return claim === null ? null : this.#readClaimed(claim, accepted);
  }

  faultOf(ticker: string): { readonly fault: ReadFault; readonly retryAfterS: number } | null {
    const known = this.#known.get(ticker);
    if (this.#flights.has(ticker))
      return toldUnderWay(this.#own.has(ticker) ? null : (known?.claimedUntilMs ?? null), this.#options.clock());
    if (known === undefined || known.fault === null || known.fault === 'unknown_ticker') return null;
    const { clock, waitMs = WAIT_MS } = this.#options;
    return toldFault({ fault: known.fault, dueMs: known.dueMs }, clock(), waitMs);
  }

  ageS(tickers: Iterable<string>): number | null {
    let oldest: number | null = null;
    for (const ticker of tickers) {
      const fetchedMs = this.#known.peek(ticker)?.fetchedMs ?? null;
      if (fetchedMs !== null) oldest = Math.min(oldest ?? fetchedMs, fetchedMs);
    }
    return oldest === null ? null : Math.max(0, Math.floor((this.#options.clock() - oldest) / 1000));
  }

  async silent(): Promise<ReadonlyMap<string, string>> {
    const { source, clock } = this.#options;
    try {
      await source.probe(clock());
      return new Map();
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      return new Map([[source.name, error.message]]);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flights.ended();
  }

  /** Starts readings of what is due, and waits for those of tickers without data. */
  async #lookUp(tickers: readonly string[], caller: string): Promise<void> {
    const { store, clock, waitMs = WAIT_MS } = this.#options;
    const [reads, securities] = await Promise.all([
      store.sourceReads.bySymbols(tickers, KIND),
      store.securities.bySymbols(tickers),
    ]);
    const awaited: Promise<void>[] = [];
    const now = clock();
    for (const ticker of tickers) {
      const security = securities.get(ticker);
      const read = reads.get(ticker);
      if (this.#isForeign(security)) {
        this.#known.set(ticker, { dueMs: now + FOREIGN_MS, fetchedMs: null, fault: null });
        continue;
      }
      const isHeld = security?.source === this.#options.source.name && security.lastDay !== null;
      if (read !== undefined) this.#remember(read, isHeld);
      else if (!this.#options.source.mayHave(ticker)) {
        this.#known.set(ticker, { dueMs: now + IMPOSSIBLE_MS, fetchedMs: null, fault: 'unknown_ticker' });
        continue;
      }
      const isDue = read === undefined || read.dueAt.getTime() <= now;
      if (!isDue) this.counts.served.current += 1;
      else if (isHeld) {
        this.counts.served.stale += 1;
        void this.#flight(ticker, NOBODY, Infinity);
      } else {
        const flight = this.#flight(ticker, caller, now + waitMs);
        this.counts.served[flight === null ? 'crowded' : 'waited'] += 1;
        if (flight === null) this.#known.set(ticker, { dueMs: now, fetchedMs: null, fault: 'crowded' });
        else awaited.push(flight);
      }
    }
    if (awaited.length > 0) await withinTime(Promise.all(awaited), waitMs);
  }

  /** Whether the prices are of a source that stays: all but this one and, unless asked for, the simulated market. */
  #isForeign(security: Security | undefined): boolean {
    if (security === undefined || security.lastDay === null) return false;
    const { source, keepsSimulated } = this.#options;
    return security.source !== source.name && (security.source !== SIMULATED || keepsSimulated);
  }

  #remember({ symbol, dueAt, fetchedAt, fault, claimedUntil }: SourceRead, isHeld: boolean): void {
    const fetchedMs = isHeld ? (fetchedAt?.getTime() ?? null) : null;
    const claimedUntilMs = claimedUntil?.getTime() ?? null;
    this.#known.set(symbol, {
      dueMs: dueAt.getTime(),
      fetchedMs,
      fault: isFault(fault) ? fault : null,
      claimedUntilMs,
    });
  }

  /** Reads a ticker once for all who ask; null if too much waits for the caller. Never rejects. */
  #flight(ticker: string, caller: string, wantedUntilMs: number): Promise<void> | null {
    return this.#flights.join(ticker, caller, wantedUntilMs, {
      about: { ticker },
      read: () => this.#read(ticker),
      leave: () => this.#leave(ticker, 'busy'),
    });
  }

  /** Notes that a ticker was not read, so that the next request asks for it. */
  #leave(ticker: string, fault: ReadFault): void {
    const fetchedMs = this.#known.peek(ticker)?.fetchedMs ?? null;
    this.#known.set(ticker, { dueMs: this.#options.clock(), fetchedMs, fault });
  }

  async #read(ticker: string): Promise<void> {
    const { source, store, clock } = this.#options;
    const claim = await claimOrWait({
      claim: (now) =>
        store.sourceReads.claim({
          symbol: ticker,
          kind: KIND,
          source: source.name,
          now: new Date(now),
          until: new Date(now + CLAIM_MS),
        }),
      recall: () => this.#recall(ticker, true),
      clock,
      isClosed: () => this.#isClosed,
    });
    if (claim === 'late') this.#leave(ticker, 'timeout');
    if (typeof claim === 'string') return;
    await this.#readClaimed(claim);
  }

  /** Makes a claimed reading; `accepted` of a history that an operator takes as it is. */
  async #readClaimed(claim: SourceRead, accepted?: AcceptedHistory): Promise<DailyReadingEnd> {
    const { source, store, clock, log, renewMs, onOtherCompany } = this.#options;
    const held = new HeldClaim(claim, { sourceReads: store.sourceReads, clock, log, renewMs });
    const reading = {
      source,
      store,
      clock,
      log,
      isForeign: (security: Security | undefined) => this.#isForeign(security),
      isClosed: () => this.#isClosed,
      ...(onOtherCompany === undefined ? {} : { onOtherCompany }),
      ...(accepted === undefined ? {} : { accepted }),
    };
    this.#own.add(claim.symbol);
    const outcome = await readDailyBars(reading, held).finally(() => this.#own.delete(claim.symbol));
    this.counts.readings.set(outcome, (this.counts.readings.get(outcome) ?? 0) + 1);
    await this.#recall(claim.symbol, outcome === 'stored' || outcome === TAKEN_OVER);
    return outcome;
  }

  /** Remembers the reading as it is stored; what was written may not have been notified yet. */
  async #recall(ticker: string, isWritten: boolean): Promise<SourceRead | undefined> {
    const { store, source } = this.#options;
    if (isWritten) {
      store.securities.forget([ticker]);
      store.bars.forget([ticker]);
    }
    const [reads, securities] = await Promise.all([
      store.sourceReads.bySymbols([ticker], KIND),
      store.securities.bySymbols([ticker]),
    ]);
    const read = reads.get(ticker);
    if (read !== undefined) this.#remember(read, securities.get(ticker)?.source === source.name);
    return read;
  }
}
