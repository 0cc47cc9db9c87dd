import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BENCHMARK } from '../engines/benchmark.js';
import { compositesAt } from '../engines/signal/composite-history.js';
import { utcDay } from '../calendar/days.js';
import { isSession, sessionCloseUtcMs } from '../calendar/nyse.js';
import { createCompositesPool } from '../jobs/workers/composites/composites-pool.js';
import { recordComposites, type Recording } from '../jobs/workers/composites/record-composites.js';
import type { SeriesWrite } from '../store/bars.js';
import { openStore, type Store } from '../store/open-store.js';
import type { DailyBars } from '../calendar/bars.js';
import { startChild } from './child.js';
import { probe, unlimitedKey } from './probe.js';

/** 5,000 take several minutes: COMPOSITES_TICKERS=5000 COMPOSITES_YEARS=4 npm run bench -- composites */
const TICKERS = Number(process.env['COMPOSITES_TICKERS'] ?? 60);
const YEARS = Number(process.env['COMPOSITES_YEARS'] ?? 16);
const SESSIONS = YEARS * 252;
const WRITTEN_AT_ONCE = 50;
const NAIVE_DAYS = 200;
/** Runs of the engine; the first ones are not compiled yet. */
const FASTEST_OF = 10;
/** Enough that the back-fill outlasts the probe. */
const PROBED_TICKERS = 600;

/** The newest sessions before today, and one more that is added later. */
function sessionDays(): Int32Array {
  const days: number[] = [];
  for (let day = utcDay(Date.now()) - 1; days.length <= SESSIONS; day -= 1) if (isSession(day)) days.push(day);
  return Int32Array.from(days.reverse());
}

const DAYS = sessionDays();
const MARKET_SEED = 0;

/** A plain random walk: the benchmark depends on the amount of data, not on prices. */
function walk(seed: number): DailyBars {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
  let price = 100;
  const close = Float64Array.from(DAYS, () => (price *= 1 + next() * 0.03));
  const high = close.map((value) => value * (1 + Math.abs(next()) * 0.01));
  const low = close.map((value) => value * (1 - Math.abs(next()) * 0.01));
  return { days: DAYS, open: close, high, low, close, adjClose: close, volume: close.map(() => 1e6 * (1.5 + next())) };
}

function cut({ days, open, high, low, close, adjClose, volume }: DailyBars, from: number, to: number): DailyBars {
  const part = (column: Float64Array): Float64Array => column.subarray(from, to);
  return {
    days: days.subarray(from, to),
    open: part(open),
    high: part(high),
    low: part(low),
    close: part(close),
    adjClose: part(adjClose),
    volume: part(volume),
  };
}

/** Stores sessions `from` to `to` of each ticker, and of the market. */
async function fill(store: Store, tickers: number, from: number, to: number): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(tx, [{ symbol: BENCHMARK, name: BENCHMARK, kind: 'etf', source: 'files' }]);
    await store.bars.mergeMany(tx, [{ symbol: BENCHMARK, source: 'files', bars: cut(walk(MARKET_SEED), from, to) }]);
  });
  for (let first = 0; first < tickers; first += WRITTEN_AT_ONCE) {
    const writes = Array.from({ length: Math.min(WRITTEN_AT_ONCE, tickers - first) }, (_, k): SeriesWrite => ({
      symbol: `T${first + k}`,
      source: 'files',
      bars: cut(walk(first + k + 1), from, to),
    }));
    await store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(
        tx,
        writes.map(({ symbol, source }) => ({ symbol, name: symbol, kind: 'equity', source })),
      );
      await store.bars.mergeMany(tx, writes);
    });
  }
}

/** Wall-clock and CPU time of a task; CPU time is more reliable on a shared machine. */
interface Took {
  readonly seconds: number;
  readonly processorS: number;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [took: Took, result: T]> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [{ seconds: (performance.now() - start) / 1000, processorS: (user + system) / 1e6 }, result];
}

function line(what: string, { seconds, processorS }: Took, { tickers, days }: Recording): void {
  console.log(
    `  ${what.padEnd(30)} ${seconds.toFixed(2).padStart(8)} s  ${processorS.toFixed(2).padStart(8)} s of processors  ${tickers} tickers, ${days} days, ${((seconds * 1000) / Math.max(1, tickers)).toFixed(1)} ms a ticker, peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  );
}

/** The engine over a whole history, compared with the engine over a history truncated at each day. */
function againstNaive(): void {
  const [bars, benchmark] = [walk(1), walk(MARKET_SEED)];
  const all = Int32Array.from(bars.days.keys());
  const once = (work: () => unknown): number => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  const time = (work: () => unknown): number => Math.min(...Array.from({ length: FASTEST_OF }, () => once(work)));
  const ours =
    time(() => compositesAt({ bars, sessions: [], benchmark, fundamentals: null, optionsFlow: null, indices: all })) /
    all.length;
  const sample = Int32Array.from({ length: NAIVE_DAYS }, (_, k) => Math.floor(((k + 0.5) * all.length) / NAIVE_DAYS));
  const cutOff = (index: number): unknown =>
    compositesAt({
      bars: cut(bars, 0, index + 1),
      sessions: [],
      benchmark,
      fundamentals: null,
      optionsFlow: null,
      indices: Int32Array.of(index),
    });
  const naive = time(() => sample.forEach(cutOff)) / NAIVE_DAYS;
  console.log(
    `a day of a ${YEARS}-year history: ${(ours * 1000).toFixed(2)} µs; from the history cut off at each day ${(naive * 1000).toFixed(1)} µs: ${(naive / ours).toFixed(0)} times as fast`,
  );
}

async function recording(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, cacheBytes: 1_000_000 });
  const pool = createCompositesPool();
  const record = (): Promise<Recording> =>
    recordComposites({
      store,
      compute: (tasks) => pool.run(tasks),
      clock: Date.now,
      rng: Math.random,
      log: { info: ({ ...details }) => console.log(`    ${JSON.stringify(details)}`), error: console.error },
    });
  try {
    await fill(store, TICKERS, 0, SESSIONS);
    console.log(`${TICKERS} tickers × ${SESSIONS} sessions, embedded database`);
    line('back-fill', ...(await timed(record)));
    line('nothing new', ...(await timed(record)));
    await fill(store, TICKERS, SESSIONS, SESSIONS + 1);
    line('one more session', ...(await timed(record)));
    const [{ seconds }, latest] = await timed(() => store.composites.latest());
    console.log(`  newest of ${latest.size} tickers      ${(seconds * 1000).toFixed(1)} ms`);
  } finally {
    await pool.close();
    await store.close();
  }
}

async function tickersOnRecord(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^marketgraph_composites_tickers (\d+)/m.exec(text)?.[1]);
}

/** Latency of `/signal` for one client while the server back-fills the record. */
async function whileServing(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, cacheBytes: 1_000_000 });
  await fill(store, PROBED_TICKERS, 0, SESSIONS);
  await store.close();
  const environment = {
    SVC_DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SVC_SOURCE: 'none',
  };
  const keys = [unlimitedKey(environment), unlimitedKey(environment)] as const;
  const server = await startChild('bin/main.js', environment);
  try {
    const url = `${server.url}/api/v1/signal?ticker=T7`;
    const busy = await probe(url, keys[0]);
    const recorded = await tickersOnRecord(server.url);
    while ((await tickersOnRecord(server.url)) < PROBED_TICKERS);
    const idle = await probe(url, keys[1]);
    console.log(
      `/signal, one after the other, while a back-fill of ${PROBED_TICKERS} tickers runs (${recorded} done at the end): p50 ${busy.p50.toFixed(2)} ms  p99 ${busy.p99.toFixed(2)} ms; idle p50 ${idle.p50.toFixed(2)} ms  p99 ${idle.p99.toFixed(2)} ms`,
    );
  } finally {
    await server.stop();
  }
}

if (sessionCloseUtcMs(DAYS[DAYS.length - 1] ?? 0) > Date.now()) throw new Error('the newest session has not ended');
const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
try {
  againstNaive();
  await recording(path.join(scratch, 'recording'));
  if (TICKERS <= PROBED_TICKERS) await whileServing(path.join(scratch, 'serving'));
} finally {
  await rm(scratch, { recursive: true, force: true });
}
