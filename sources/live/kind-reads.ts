import { LRUCache } from 'lru-cache';
import { KEPT, type SourceKind, type SourceRead, type SourceReadOutcome } from '../../store/source-reads.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { claimOrWait } from './claim-or-wait.js';
import { isDueAt } from './due.js';
import { Flights, toldFault, toldUnderWay, WAIT_MS } from './flights.js';
import { CLAIM_MS, ClaimLost, HeldClaim } from './held-claim.js';
import { readKind, type KindReading } from './kind-reading.js';
import { KIND_NAMES, KINDS_OF_READS, type KindName } from './kind-table.js';
import type { LiveReadsOptions } from './live-reads.js';
import { isFault, isStaleFor, ReadError, type ReadFault } from './read-error.js';
import { NOBODY } from './turns.js';
import { withinTime } from './within-time.js';

/** Reads other kinds of data than daily bars from live sources when requests use them. */
export interface KindReads {
  /** As for daily bars: waits for what nobody has read, and has what is due read in the background. Never rejects. */
  ensure(kind: KindName, tickers: readonly string[], caller?: string): Promise<void>;
  /**
   * Of these tickers those whose kind is to be read now: never read, or due and not read since an instant. None of
   * another source's rows.
   */
  dueOf(kind: KindName, tickers: readonly string[], sinceMs: number): Promise<readonly string[]>;
  /** Reads a kind that is due in nobody's turn, for any number of tickers, and resolves when all have been read. */
  refresh(kind: KindName, tickers: readonly string[]): Promise<void>;
  /** Of these tickers those whose rows a response notes, so that `ageS` can tell their age: none of a screen's. */
  noted(kind: KindName, tickers: readonly string[]): readonly string[];
  /**
   * Age in seconds of the oldest of these rows that are served although they are due, because the last reading failed;
   * null if there are none.
   */
  ageS(rows: Iterable<{ readonly kind: string; readonly ticker: string }>): number | null;
  /** Told that a response was used again: kinds that this process has read for the ticker are read if they are due. */
  used(ticker: string): void;
  /** Why a ticker without data has none for now; null if no source has it, or nobody asked. */
  faultOf(kind: KindName, ticker: string): { readonly fault: ReadFault; readonly retryAfterS: number } | null;
  /** The same of a kind that no source has ever given; null if one has. */
  neverGiven(kind: KindName, ticker: string): { readonly fault: ReadFault; readonly retryAfterS: number } | null;
  /** The configured sources that give a kind, in the order in which they are asked. */
  sourcesOf(kind: KindName): readonly string[];
  /** Has what this process knows of a ticker looked up again: it was changed in the store. */
  forget(ticker: string): void;
  /** Why sources do not answer, by name. */
  silent(): Promise<ReadonlyMap<string, string>>;
  /** Readings, by how they ended. */
  readonly readings: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface KindReadsOptions
  extends KindReading, Pick<LiveReadsOptions, 'keepsSimulated' | 'waitMs' | 'renewMs'> {}

const MOST_AT_ONCE = 4;
const MOST_WAITING = 1_000;
const MOST_KNOWN = 50_000;
/** A request for more tickers, such as a screen, reads what is stored of them. */
const MOST_TICKERS = 50;
const KEPT_SIMULATED_MS = 60_000;
/** How often a reading is looked up in the store although it is not due: another process may have changed that. */
const LOOKED_UP_EVERY_MS = 10 * 60_000;

/** When a kind is due, and why the last reading of it failed. */
interface Known {
  readonly dueMs: number;
  /** When it is looked up again at the latest; with `dueMs` by default. */
  readonly lookUpMs?: number;
  readonly fault: ReadFault | null;
  /** When a source last gave it; null if none has. */
  readonly fetchedMs: number | null;
  /** Until when a process has claimed the reading; absent or null without one. */
  readonly claimedUntilMs?: number | null;
}

type Remembered = Omit<SourceReadOutcome, 'source' | 'failures' | 'notes'> & Partial<Pick<SourceRead, 'claimedUntil'>>;

const NOBODY_ASKED: Known = { dueMs: 0, fault: null, fetchedMs: null };

/** Faults of a ticker that leave nothing to wait for: the source does not have it, or is not asked. */
const WITHOUT_WAIT: readonly ReadFault[] = ['unknown_ticker', 'kept', 'served'];
const keyOf = (kind: SourceKind, ticker: string): string => `${kind} ${ticker}`;

/** When a kind is looked up again: when it is due, or earlier. */
const lookUpAt = (known: Known | undefined): number =>
  known === undefined ? 0 : Math.min(known.dueMs, known.lookUpMs ?? Infinity);

export function createKindReads(options: KindReadsOptions): KindReads {
  return new Reads(options);
}

class Reads implements KindReads {
  readonly readings = new Map<string, number>();
  readonly #options: KindReadsOptions;
  /** What this process knows of each kind of a ticker. */
  readonly #known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  readonly #flights: Flights;
  /** Readings that this process has claimed. */
  readonly #own = new Set<string>();
  #isClosed = false;

  constructor(options: KindReadsOptions) {
    const { clock, log } = options;
    this.#options = options;
    this.#flights = new Flights({ running: MOST_AT_ONCE, waitingForNobody: MOST_WAITING, clock, log });
  }

  async ensure(kind: KindName, tickers: readonly string[], caller: string = NOBODY): Promise<void> {
    if (!this.#isGiven(kind) || tickers.length > MOST_TICKERS || this.#isClosed) return;
    const now = this.#options.clock();
    const due = [...new Set(tickers)].filter((ticker) => lookUpAt(this.#known.get(keyOf(kind, ticker))) <= now);
    if (due.length === 0) return;
    try {
      await this.#lookUp(kind, due, caller, now);
    } catch (err) {
      this.#options.log.error({ err }, 'could not tell what is due from a live source');
    }
  }

  async refresh(kind: KindName, tickers: readonly string[]): Promise<void> {
    if (this.#isClosed || !this.#isGiven(kind)) return;
    const real = await this.#withoutKept(tickers);
    await Promise.all(real.map((ticker) => this.#flight(kind, ticker, NOBODY, Infinity) ?? Promise.resolve()));
  }

  async dueOf(kind: KindName, tickers: readonly string[], sinceMs: number): Promise<readonly string[]> {
    if (!this.#isGiven(kind)) return [];
    const now = this.#options.clock();
    const reads = await this.#options.store.sourceReads.bySymbols(tickers, kind);
    return (await this.#withoutKept(tickers)).filter((ticker) => {
      const read = reads.get(ticker);
      if (read === undefined) return true;
      const isRead = (read.fetchedAt?.getTime() ?? 0) >= sinceMs;
      return isDueAt(read, now) && !isRead && read.fault !== KEPT;
    });
  }

  sourcesOf(kind: KindName): readonly string[] {
    return this.#options.sources.flatMap(({ name, kinds }) => (kinds[kind] === undefined ? [] : [name]));
  }

  #isGiven(kind: KindName): boolean {
    return this.sourcesOf(kind).length > 0;
  }

  /** Tickers without those whose invented data stays. */
  async #withoutKept(tickers: readonly string[]): Promise<readonly string[]> {
    const { store, keepsSimulated } = this.#options;
    if (!keepsSimulated) return tickers;
    const securities = await store.securities.bySymbols(tickers);
    return tickers.filter((ticker) => securities.get(ticker)?.source !== SIMULATED);
  }

  used(ticker: string): void {
    const now = this.#options.clock();
    for (const kind of KINDS_OF_READS) {
      const known = this.#known.peek(keyOf(kind, ticker));
      if (known !== undefined && lookUpAt(known) <= now) void this.ensure(kind, [ticker]);
    }
  }

  faultOf(kind: KindName, ticker: string): { readonly fault: ReadFault; readonly retryAfterS: number } | null {
    const key = keyOf(kind, ticker);
    const { dueMs, fault, claimedUntilMs = null } = this.#known.peek(key) ?? NOBODY_ASKED;
    const { clock, waitMs = WAIT_MS } = this.#options;
    if (this.#flights.has(key)) return toldUnderWay(this.#own.has(key) ? null : claimedUntilMs, clock());
    if (fault === null || WITHOUT_WAIT.includes(fault)) return null;
    return toldFault({ fault, dueMs }, clock(), waitMs);
  }

  neverGiven(kind: KindName, ticker: string): { readonly fault: ReadFault; readonly retryAfterS: number } | null {
    const { fetchedMs } = this.#known.peek(keyOf(kind, ticker)) ?? NOBODY_ASKED;
    return fetchedMs === null ? this.faultOf(kind, ticker) : null;
  }

  forget(ticker: string): void {
    for (const kind of KIND_NAMES) this.#known.delete(keyOf(kind, ticker));
  }

  async silent(): Promise<ReadonlyMap<string, string>> {
    const { sources, clock } = this.#options;
    const reasons = await Promise.all(
      sources.map(async (source) => {
        try {
          await source.probe(new Date(clock()));
          return [];
        } catch (error) {
          if (!(error instanceof ReadError)) throw error;
          return [[source.name, error.message] as const];
        }
      }),
    );
    return new Map(reasons.flat());
  }

  noted(kind: KindName, tickers: readonly string[]): readonly string[] {
    return this.#isGiven(kind) && tickers.length <= MOST_TICKERS ? tickers : [];
  }

  ageS(rows: Iterable<{ readonly kind: string; readonly ticker: string }>): number | null {
    let oldest: number | null = null;
    for (const { kind, ticker } of rows) {
      const { fault, fetchedMs } = this.#known.peek(`${kind} ${ticker}`) ?? NOBODY_ASKED;
      if (fetchedMs !== null && isStaleFor(fault)) oldest = Math.min(oldest ?? fetchedMs, fetchedMs);
    }
    return oldest === null ? null : Math.max(0, Math.floor((this.#options.clock() - oldest) / 1000));
  }

  #remember({ kind, symbol, dueAt, fault, fetchedAt, claimedUntil }: Remembered): void {
    const fetchedMs = fetchedAt?.getTime() ?? null;
    const dueMs = dueAt.getTime();
    const lookUpMs = this.#options.clock() + LOOKED_UP_EVERY_MS;
    const claimedUntilMs = claimedUntil?.getTime() ?? null;
    const known: Known = { dueMs, lookUpMs, fault: isFault(fault) ? fault : null, fetchedMs, claimedUntilMs };
    this.#known.set(keyOf(kind, symbol), known);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flights.ended();
  }

  async #lookUp(kind: KindName, tickers: readonly string[], caller: string, now: number): Promise<void> {
    const { store, keepsSimulated, waitMs = WAIT_MS } = this.#options;
    const [reads, securities] = await Promise.all([
      store.sourceReads.bySymbols(tickers, kind),
      store.securities.bySymbols(tickers),
    ]);
    const awaited: Promise<void>[] = [];
    for (const ticker of tickers) {
      if (keepsSimulated && securities.get(ticker)?.source === SIMULATED) {
        this.#known.set(keyOf(kind, ticker), { ...NOBODY_ASKED, dueMs: now + KEPT_SIMULATED_MS });
        continue;
      }
      const read = reads.get(ticker);
      if (read !== undefined) this.#remember(read);
      if (read !== undefined && read.dueAt.getTime() > now) continue;
      const isHeld = read !== undefined && read.fetchedAt !== null;
      const wantedUntilMs = isHeld ? Infinity : now + waitMs;
      const flight = this.#flight(kind, ticker, isHeld ? NOBODY : caller, wantedUntilMs);
      if (isHeld) continue;
      if (flight === null) this.#known.set(keyOf(kind, ticker), { ...NOBODY_ASKED, dueMs: now, fault: 'crowded' });
      else awaited.push(flight);
    }
    if (awaited.length > 0) await withinTime(Promise.all(awaited), waitMs);
  }

  /** Reads a kind of a ticker once for all who ask; null if too much waits for the caller. Never rejects. */
  #flight(kind: KindName, ticker: string, caller: string, wantedUntilMs: number): Promise<void> | null {
    const key = keyOf(kind, ticker);
    return this.#flights.join(key, caller, wantedUntilMs, {
      about: { ticker, kind },
      read: () => this.#read(kind, ticker),
      leave: () => this.#known.set(key, { ...NOBODY_ASKED, dueMs: this.#options.clock(), fault: 'busy' }),
    });
  }

  async #read(kind: KindName, ticker: string): Promise<void> {
    if (this.#isClosed) return;
    const { sources, store, clock } = this.#options;
    const [first] = sources.filter((source) => source.kinds[kind] !== undefined);
    if (first === undefined) return;
    const claim = await claimOrWait({
      claim: (now) =>
        store.sourceReads.claim({
          symbol: ticker,
          kind,
          source: first.name,
          now: new Date(now),
          until: new Date(now + CLAIM_MS),
        }),
      recall: async () => {
        const read = (await store.sourceReads.bySymbols([ticker], kind)).get(ticker);
        if (read !== undefined) this.#remember(read);
        return read;
      },
      // While another process is at it, what a source gave before is served.
      waitsFor: ({ fetchedAt }) => fetchedAt === null,
      clock,
      isClosed: () => this.#isClosed,
    });
    if (claim === 'late') this.#known.set(keyOf(kind, ticker), { ...NOBODY_ASKED, dueMs: clock(), fault: 'timeout' });
    if (typeof claim === 'string') return;
    const { log, renewMs } = this.#options;
    const held = new HeldClaim(claim, { sourceReads: store.sourceReads, clock, log, renewMs });
    this.#own.add(keyOf(kind, ticker));
    try {
      const outcome = await readKind({ sources, store, clock, log }, kind, held);
      this.#remember(outcome);
      this.#count(outcome.fault ?? 'stored');
    } catch (error) {
      // The process that has taken the reading over notes its end.
      if (!(error instanceof ClaimLost)) throw error;
      this.#count('taken_over');
    } finally {
      this.#own.delete(keyOf(kind, ticker));
      await held.end();
    }
  }

  #count(ended: string): void {
    this.readings.set(ended, (this.readings.get(ended) ?? 0) + 1);
  }
}
