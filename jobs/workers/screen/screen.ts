import { ApiError } from '../../../access/errors.js';
import { BENCHMARK } from '../../../engines/benchmark.js';
import { ScreenTable } from '../../../engines/screen/screen-table.js';
import type { ScreenValues } from '../../../engines/screen/screen-values.js';
import { SCREENED_TABLES, type ScreenRow } from '../../../store/screen-rows.js';
import type { Security } from '../../../store/securities.js';
import { StoreError } from '../../../store/errors.js';
import type { Store } from '../../../store/open-store.js';
import { createThread } from '../one-thread.js';
import { computeRows, isCurrent, screenBenchmark, type Priced, type ScreenInputs } from './screen-rows.js';
import type * as thread from './screen-thread.js';

/** How far a computation of changed securities is. */
export interface ScreenProgress {
  readonly done: number;
  readonly of: number;
}

/** Every security with the values it is screened by, kept current. */
export interface Screen {
  /**
   * The table as of the versions of data that this process knows, or newer; computes what has changed, once for all
   * callers. While `isStopping`, it throws `unavailable`; what is computed by then is stored.
   */
  table(isStopping?: () => boolean): Promise<ScreenTable<Security>>;
  /** Null while nothing is being computed. */
  progress(): ScreenProgress | null;
  /** Stops a computation and ends the thread. */
  close(): Promise<void>;
}

export interface ScreenOptions {
  readonly store: Pick<Store, 'bars' | 'earnings' | 'optionReadings' | 'screenRows' | 'securities' | 'versionOf'>;
  readonly log: { info(details: object, message: string): void; error(details: object, message: string): void };
}

/** Those that the digests of reports are of. */
const REPORT_TABLES = ['earnings_reports', 'filings'] as const;
const SECURITIES_PER_READ = 500;
/** Histories that are read at a time: bounds memory, and how long one read blocks. */
const HISTORIES_PER_READ = 20;
/** Concurrent reads: one is computed while another is read or written. */
const LANES = 2;
const PROGRESS_EVERY = 1_000;

/** The versions of tables, as text; undefined while one is not known. */
type Version = string | undefined;

interface Current {
  readonly version: Version;
  readonly table: ScreenTable<Security>;
}

interface Refresh {
  readonly version: Version;
  readonly table: Promise<ScreenTable<Security>>;
}

/** All securities, in pages, so that no page blocks for long. */
async function allSecurities({ securities }: Pick<Store, 'securities'>): Promise<readonly Security[]> {
  const all: Security[] = [];
  for (let after: string | undefined, isMore = true; isMore;) {
    const page = await securities.list({ after, limit: SECURITIES_PER_READ });
    all.push(...page.securities);
    after = page.nextCursor ?? undefined;
    isMore = after !== undefined;
  }
  return all;
}

function groupsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, k) => items.slice(k * size, (k + 1) * size));
}

export function createScreen(options: ScreenOptions): Screen {
  return new KeptScreen(options);
}

class KeptScreen implements Screen {
  readonly #store: ScreenOptions['store'];
  readonly #log: ScreenOptions['log'];
  readonly #thread = createThread<typeof thread>('screen/screen-thread.js');
  readonly #stops = new Set<() => boolean>();
  #rows: ReadonlyMap<string, ScreenRow> = new Map();
  #reports: { readonly version: Version; readonly digests: ReadonlyMap<string, string> } | null = null;
  #current: Current | null = null;
  #running: Refresh | null = null;
  #next: Promise<ScreenTable<Security>> | null = null;
  #progress: ScreenProgress | null = null;

  constructor({ store, log }: ScreenOptions) {
    [this.#store, this.#log] = [store, log];
  }

  async table(isStopping: () => boolean = () => false): Promise<ScreenTable<Security>> {
    this.#stops.add(isStopping);
    try {
      return await this.#newest();
    } finally {
      this.#stops.delete(isStopping);
    }
  }

  async #newest(): Promise<ScreenTable<Security>> {
    const version = this.#versionOf(SCREENED_TABLES);
    if (version !== undefined && this.#current?.version === version) return this.#current.table;
    if (version !== undefined && this.#running?.version === version) return this.#running.table;
    // What runs may have read before the data was as this caller knows it.
    this.#next ??= this.#startAfter(this.#running?.table);
    return this.#next;
  }

  progress(): ScreenProgress | null {
    return this.#progress;
  }

  async close(): Promise<void> {
    this.#stops.add(() => true);
    await Promise.allSettled([this.#running?.table, this.#next]);
    await this.#thread.close();
  }

  async #startAfter(running: Promise<unknown> | undefined): Promise<ScreenTable<Security>> {
    await running?.catch(() => undefined);
    this.#next = null;
    const version = this.#versionOf(SCREENED_TABLES);
    const refresh: Refresh = { version, table: this.#refresh(version) };
    this.#running = refresh;
    return refresh.table.finally(() => {
      this.#progress = null;
      if (this.#running === refresh) this.#running = null;
    });
  }

  #versionOf(tables: readonly string[]): Version {
    const versions = tables.map((table) => this.#store.versionOf(table));
    return versions.includes(undefined) ? undefined : versions.join(' ');
  }

  /** Digests of reports by ticker, read again after a change of reports or filings alone. */
  async #reportDigests(): Promise<ReadonlyMap<string, string>> {
    const version = this.#versionOf(REPORT_TABLES);
    if (version !== undefined && this.#reports?.version === version) return this.#reports.digests;
    const digests = await this.#store.earnings.digests();
    this.#reports = { version, digests };
    return digests;
  }

  async #refresh(version: Version): Promise<ScreenTable<Security>> {
    const securities = await allSecurities(this.#store);
    const benchmark = screenBenchmark((await this.#store.bars.load([BENCHMARK])).get(BENCHMARK)?.bars ?? null);
    const rows = await this.#rowsOf(
      securities.filter((security): security is Priced => security.lastDay !== null),
      { benchmark, reports: await this.#reportDigests(), options: await this.#store.screenRows.optionDigests() },
    );
    this.#rows = rows;
    const values: (ScreenValues | null)[] = securities.map(({ symbol }) => rows.get(symbol) ?? null);
    const table = new ScreenTable(securities, values);
    this.#current = { version, table };
    return table;
  }

  /** Rows by symbol: those kept, then those stored, then computed ones. */
  async #rowsOf(securities: readonly Priced[], inputs: ScreenInputs): Promise<ReadonlyMap<string, ScreenRow>> {
    const rows = new Map<string, ScreenRow>();
    const changed = securities.filter((security) => {
      const kept = this.#rows.get(security.symbol);
      if (kept !== undefined && isCurrent(kept, security, inputs)) rows.set(security.symbol, kept);
      return !rows.has(security.symbol);
    });
    const absent: Priced[] = [];
    for (const group of groupsOf(changed, SECURITIES_PER_READ)) {
      const stored = await this.#store.screenRows.load(group.map(({ symbol }) => symbol));
      for (const security of group) {
        const row = stored.get(security.symbol);
        if (row !== undefined && isCurrent(row, security, inputs)) rows.set(security.symbol, row);
        else absent.push(security);
      }
    }
    await this.#compute(absent, inputs, rows);
    return rows;
  }

  async #compute(absent: readonly Priced[], inputs: ScreenInputs, rows: Map<string, ScreenRow>): Promise<void> {
    if (absent.length === 0) return;
    // Histories that end together are read from the same year on.
    const groups = groupsOf(
      [...absent].sort((one, other) => other.lastDay - one.lastDay),
      HISTORIES_PER_READ,
    ).values();
    const startedMs = performance.now();
    this.#progress = { done: 0, of: absent.length };
    const lane = async (): Promise<void> => {
      for (const group of groups) {
        this.#requireRunning();
        for (const row of await this.#computeGroup(group, inputs)) rows.set(row.symbol, row);
        this.#advance(group.length);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const each of lanes) if (each.status === 'rejected') throw each.reason;
    const ms = Math.round(performance.now() - startedMs);
    this.#log.info({ securities: absent.length, ms }, 'computed the screen');
  }

  /** Computes and stores; a security with damaged data has no values and does not affect the others. */
  async #computeGroup(group: readonly Priced[], inputs: ScreenInputs): Promise<readonly ScreenRow[]> {
    try {
      const rows = await computeRows(this.#store, (task) => this.#thread.run('run', task), group, inputs);
      await this.#store.screenRows.save(rows);
      return rows;
    } catch (err) {
      if (!(err instanceof StoreError)) throw err;
      if (group.length > 1) return (await Promise.all(group.map((each) => this.#computeGroup([each], inputs)))).flat();
      this.#log.error({ err, ticker: group[0]?.symbol }, 'the stored data of a ticker is damaged; no screen lists it');
      return [];
    }
  }

  #advance(by: number): void {
    const { done, of } = this.#progress ?? { done: 0, of: 0 };
    const next = { done: done + by, of };
    this.#progress = next;
    if (Math.floor(next.done / PROGRESS_EVERY) > Math.floor(done / PROGRESS_EVERY))
      this.#log.info({ securities: next.done, of }, 'computing the screen');
  }

  #requireRunning(): void {
    if ([...this.#stops].some((isStopping) => isStopping()))
      throw new ApiError('unavailable', 'The server is stopping.', { retry_after_s: 1 });
  }
}
