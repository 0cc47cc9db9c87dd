import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Store } from '../../store/open-store.js';
import type { SeriesWrite } from '../../store/bars.js';
import type { MinuteBars } from '../../calendar/bars.js';
import type { Tables } from '../../store/tables.js';
import { profileOf } from '../models/well-known.js';
import { SIMULATED_TABLES } from '../generated/simulated.js';
import { INSTRUMENTS, type Instrument } from './instruments.js';
import { simulateMarket, type SimulatedHistory } from './market.js';
import { afterHoursEndUtcMs, simulateMinutes } from './minutes.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';
import { lastClosedSession } from '../../calendar/nyse.js';

const DEFAULT_SEED = 20_100_104;
const MINUTE_SESSIONS = 5;
const SETTING = 'simulated_market';
/** Raise it when the generators' numbers change: the stored demo market is then written anew. */
const GENERATOR = 5;
const markSchema = z.object({
  generator: z.number(),
  seed: z.number(),
  tables: z.array(z.string()).default([]),
  /** The session that was written before its after-hours trading had ended. */
  openDay: z.number().nullable().default(null),
});
const TABLES = Object.entries<SimulatedRows>(SIMULATED_TABLES);

export interface LoadOptions {
  /** The market is generated up to the last session completed at this instant. */
  readonly now: Date;
  readonly seed?: number;
  /** Only these; all of `INSTRUMENTS` by default. */
  readonly instruments?: readonly Instrument[];
  readonly onProgress?: (progress: LoadProgress) => void;
}

export interface LoadProgress {
  readonly done: number;
  readonly total: number;
}

export interface LoadSummary {
  /** `loaded` anew, `extended` by new sessions or minutes after hours, or `current`: nothing to do. */
  readonly status: 'loaded' | 'extended' | 'current';
  /** Calendar day since 1970-01-01 of the newest session. */
  readonly lastDay: number;
  /** Tickers written. */
  readonly symbols: readonly string[];
  /** Tickers left alone because another source's data is stored for them. */
  readonly skipped: readonly string[];
  readonly bars: number;
  readonly minuteBars: number;
}

interface Plan {
  readonly isFresh: boolean;
  readonly lastDay: number;
  /** All that may be simulated. */
  readonly symbols: readonly string[];
  /** Newest stored session by symbol, of what is simulated and behind. */
  readonly behind: ReadonlyMap<string, number>;
  readonly skipped: readonly string[];
  /** Names in `SIMULATED_TABLES` of the rows that the store has. */
  readonly tables: readonly string[];
  /** Whether only the last session's minutes after hours are missing, and have ended by now. */
  readonly isAfterHoursDue: boolean;
}

/**
 * Puts the demo market with all `SIMULATED_TABLES` into the store under the source `simulated`: everything the first
 * time, later only what new sessions add. No bar is later than `now`: minutes after hours that are to come are added by
 * the first load after their end. Tickers stored from another source are never touched. One transaction: all of it or
 * nothing.
 */
export async function loadSimulatedMarket(store: Store, options: LoadOptions): Promise<LoadSummary> {
  const { now, seed = DEFAULT_SEED, instruments = INSTRUMENTS, onProgress } = options;
  const plan = await makePlan(store, now, seed, instruments);
  if (plan.behind.size === 0 && plan.tables.length === TABLES.length) {
    if (plan.isAfterHoursDue)
      return store.db.transaction().execute((tx) => addAfterHours(store, tx, { plan, seed, now }));
    return { status: 'current', lastDay: plan.lastDay, symbols: [], skipped: plan.skipped, bars: 0, minuteBars: 0 };
  }
  const wanted = instruments.filter(({ symbol }) => plan.behind.has(symbol));
  const histories: SimulatedHistory[] = [];
  for (const history of simulateMarket(seed, now, wanted)) {
    histories.push(history);
    onProgress?.({ done: histories.length, total: wanted.length });
  }
  const minutes = new Map(
    histories.map(({ symbol, bars }) => [symbol, simulateMinutes(seed, symbol, bars, { count: MINUTE_SESSIONS, now })]),
  );
  const writes = histories.map((history) => writeOf(history, plan));
  const written = await store.db
    .transaction()
    .execute((tx) => writeAll(store, tx, { writes, minutes, plan, seed, now }));
  return {
    status: plan.isFresh ? 'loaded' : 'extended',
    lastDay: plan.lastDay,
    symbols: written.map(({ write }) => write.symbol),
    skipped: [...plan.skipped, ...writes.filter((each) => !written.includes(each)).map(({ write }) => write.symbol)],
    bars: countBars(written),
    minuteBars: countMinutes(
      written.map(({ write }) => write.symbol),
      minutes,
    ),
  };
}

async function makePlan(store: Store, now: Date, seed: number, instruments: readonly Instrument[]): Promise<Plan> {
  const lastDay = lastClosedSession(now.getTime());
  const mark = markSchema.safeParse(await store.settings.get(SETTING));
  const isFresh = !mark.success || mark.data.generator !== GENERATOR || mark.data.seed !== seed;
  const stored = await store.securities.bySymbols(instruments.map(({ symbol }) => symbol));
  const behind = new Map<string, number>();
  const skipped: string[] = [];
  for (const { symbol } of instruments) {
    const security = stored.get(symbol);
    const upTo = isFresh ? -Infinity : (security?.lastDay ?? -Infinity);
    if (security && security.source !== SIMULATED) skipped.push(symbol);
    else if (upTo < lastDay) behind.set(symbol, upTo);
  }
  const loaded = isFresh ? [] : mark.data.tables;
  const openDay = mark.success ? mark.data.openDay : null;
  return {
    isFresh,
    lastDay,
    symbols: instruments.map(({ symbol }) => symbol),
    behind,
    skipped,
    tables: loaded.filter((name) => name in SIMULATED_TABLES),
    isAfterHoursDue: openDay === lastDay && afterHoursEndUtcMs(lastDay) <= now.getTime(),
  };
}

/** One ticker's bars to write, and whether they are its whole history. */
interface Contents {
  readonly write: SeriesWrite;
  readonly isWhole: boolean;
}

/** New sessions alone, unless one of them paid a dividend: then every earlier adjusted close changes too. */
function writeOf({ symbol, bars, splits, dividends }: SimulatedHistory, plan: Plan): Contents {
  const upTo = plan.behind.get(symbol) ?? -Infinity;
  const from = bars.days.findIndex((day) => day > upTo);
  const isWhole = upTo === -Infinity || dividends.some(({ day }) => day > upTo);
  if (isWhole) return { isWhole, write: { symbol, source: SIMULATED, bars, splits, dividends } };
  const added = {
    days: bars.days.subarray(from),
    open: bars.open.subarray(from),
    high: bars.high.subarray(from),
    low: bars.low.subarray(from),
    close: bars.close.subarray(from),
    adjClose: bars.adjClose.subarray(from),
    volume: bars.volume.subarray(from),
  };
  return { isWhole, write: { symbol, source: SIMULATED, bars: added } };
}

interface Load {
  readonly writes: readonly Contents[];
  readonly minutes: ReadonlyMap<string, readonly MinuteBars[]>;
  readonly plan: Plan;
  readonly seed: number;
  readonly now: Date;
}

/** Writes what no other source has taken by now, and answers with it. */
async function writeAll(
  store: Store,
  tx: Transaction<Tables>,
  { writes, minutes, plan, seed, now }: Load,
): Promise<readonly Contents[]> {
  // Two processes may start at once on one database: the second waits and writes the same bytes again.
  await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx);
  const taken = await takenSymbols(
    tx,
    writes.map(({ write }) => write.symbol),
  );
  const free = writes.filter(({ write }) => !taken.has(write.symbol));
  await store.securities.upsert(
    tx,
    free.map(({ write }) => ({ ...profileOf(write.symbol), source: SIMULATED })),
  );
  await store.bars.replaceMany(
    tx,
    free.filter(({ isWhole }) => isWhole).map(({ write }) => write),
  );
  await store.bars.mergeMany(
    tx,
    free.filter(({ isWhole }) => !isWhole).map(({ write }) => write),
  );
  for (const { write } of free) await store.bars.replaceMinutes(tx, write.symbol, minutes.get(write.symbol) ?? []);
  for (const [name, load] of TABLES) await load({ store, tx, now, isFirst: !plan.tables.includes(name) });
  await setMark(store, tx, { plan, seed, now });
  return free;
}

/** Writes the last session's minutes again, now with all of those after hours. */
async function addAfterHours(
  store: Store,
  tx: Transaction<Tables>,
  { plan, seed, now }: Pick<Load, 'plan' | 'seed' | 'now'>,
): Promise<LoadSummary> {
  await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx);
  const stored = await store.bars.within(tx, plan.symbols);
  const minutes = new Map(
    [...stored.values()].flatMap(({ symbol, source, bars }) =>
      source === SIMULATED && bars.days.at(-1) === plan.lastDay
        ? [[symbol, simulateMinutes(seed, symbol, bars, { count: 1, now })]]
        : [],
    ),
  );
  await store.bars.replaceMinutesMany(tx, minutes);
  await setMark(store, tx, { plan, seed, now });
  const symbols = [...minutes.keys()];
  const { lastDay, skipped } = plan;
  return { status: 'extended', lastDay, symbols, skipped, bars: 0, minuteBars: countMinutes(symbols, minutes) };
}

async function setMark(
  store: Store,
  tx: Transaction<Tables>,
  { plan: { lastDay }, seed, now }: Pick<Load, 'plan' | 'seed' | 'now'>,
): Promise<void> {
  const openDay = afterHoursEndUtcMs(lastDay) > now.getTime() ? lastDay : null;
  await store.settings.set(SETTING, { generator: GENERATOR, seed, tables: TABLES.map(([name]) => name), openDay }, tx);
}

/** Read in the transaction: an import may have brought real bars since the plan was made. */
async function takenSymbols(tx: Transaction<Tables>, symbols: readonly string[]): Promise<ReadonlySet<string>> {
  if (symbols.length === 0) return new Set();
  const rows = await tx
    .selectFrom('securities')
    .select('symbol')
    .where('symbol', 'in', [...symbols])
    .where('source', '<>', SIMULATED)
    .forUpdate()
    .execute();
  return new Set(rows.map(({ symbol }) => symbol));
}

function countBars(writes: readonly Contents[]): number {
  return writes.reduce((total, { write }) => total + write.bars.days.length, 0);
}

function countMinutes(symbols: readonly string[], minutes: ReadonlyMap<string, readonly MinuteBars[]>): number {
  let total = 0;
  for (const symbol of symbols) for (const session of minutes.get(symbol) ?? []) total += session.minutes.length;
  return total;
}
