import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { readConfig } from '../bin/config.js';
import { openRuntime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';
import { isSession } from '../calendar/nyse.js';
import { utcDay } from '../calendar/days.js';
import type { DailyBars } from '../calendar/bars.js';
import { BENCHMARK } from '../engines/benchmark.js';
import { createScreen } from '../jobs/workers/screen/screen.js';
import { openStore, type Store } from '../store/open-store.js';
import { timed, timesOf } from './probe.js';

const TICKERS = Number(process.env['SCREENER_TICKERS'] ?? 5_000);
const YEARS = 4;
const WRITTEN_AT_ONCE = 50;
const ROUNDS = 300;
const SECTORS = ['Technology', 'Financials', 'Energy', 'Health Care', 'Industrials'];

const DAYS = ((): Int32Array => {
  const days: number[] = [];
  for (let day = utcDay(Date.now()) - 1; days.length < YEARS * 252; day -= 1) if (isSession(day)) days.push(day);
  return Int32Array.from(days.reverse());
})();

/** A plain random walk. */
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

async function fill(store: Store): Promise<void> {
  const symbols = [BENCHMARK, ...Array.from({ length: TICKERS - 1 }, (_, index) => `T${index}`)];
  for (let first = 0; first < symbols.length; first += WRITTEN_AT_ONCE) {
    const group = symbols.slice(first, first + WRITTEN_AT_ONCE);
    await store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(
        tx,
        group.map((symbol, k) => ({
          symbol,
          name: symbol,
          kind: 'equity',
          source: 'files',
          sector: SECTORS[(first + k) % SECTORS.length] ?? null,
        })),
      );
      await store.bars.replaceMany(
        tx,
        group.map((symbol, k) => ({ symbol, source: 'files', bars: walk(first + k) })),
      );
    });
  }
}

/** Time of a first table, and how long it blocked the event loop. */
async function coldStart(store: Store, what: string): Promise<void> {
  const screen = createScreen({ store, log: { info: () => undefined, error: console.error } });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await screen.table();
  const ms = performance.now() - start;
  delay.disable();
  await screen.close();
  console.log(
    `  ${what.padEnd(46)} ${(ms / 1000).toFixed(2)} s; event loop blocked at most ${(delay.max / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  );
}

/** One statement with the same conditions and order over stored values, as a client of the database would write it. */
async function statement(store: Store): Promise<number> {
  const start = performance.now();
  const { rows } = await sql`
    with matching as (
      select s.*, r.score from securities s join screen_rows r using (symbol)
      where s.kind = 'equity' and lower(s.sector) = any(${['technology', 'energy']}::text[])
        and round(r.score::numeric, 1) >= 45 and r.volume >= 1200000)
    select (select count(*) from matching) as total, page.* from (
      select * from matching order by round(score::numeric, 1) desc, symbol collate "C" desc limit 51) page`.execute(
    store.db,
  );
  if (rows.length !== 51) throw new Error(`The statement found ${rows.length} rows.`);
  return performance.now() - start;
}

const QUERY = `query ($after: String) { securities(first: 50, after: $after, filter: { kind: EQUITY, sectors: ["Technology", "Energy"], score: { atLeast: 45 }, volume: { atLeast: 1200000 } },
  orderBy: { field: SCORE, direction: DESC }) { totalCount pageInfo { endCursor } nodes { ticker name sector } } }`;

interface Compared {
  readonly first: number;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Requests and statements in turns, on a server without workers, so that nothing else runs. */
async function compare(dataDir: string): Promise<Compared> {
  const runtime = await openRuntime(
    readConfig({ SVC_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', SVC_SOURCE: 'none' }),
  );
  const server = await startServer(runtime);
  server.readiness.isMarketLoaded = true;
  const { id } = await runtime.access.accounts.create({ tier: 'institutional', perMinute: 100_000 });
  const { secret } = await runtime.access.keys.create(id);
  const body = JSON.stringify({ query: QUERY });
  const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' };
  const ask = (): Promise<number> => timed(() => fetch(`${server.url}/graphql`, { method: 'POST', headers, body }));
  try {
    const first = await ask();
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await ask());
      theirs.push(await statement(runtime.store));
    }
    return { first, ours, theirs };
  } finally {
    await server.close();
    await runtime.close();
  }
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
try {
  const store = await openStore({ dataDir: scratch, cacheBytes: 1_000_000 });
  try {
    await fill(store);
    console.log(`${TICKERS} tickers × ${DAYS.length} sessions, embedded database`);
    await coldStart(store, 'first table, everything computed');
    await coldStart(store, 'first table of a new process, from stored rows');
  } finally {
    await store.close();
  }
  const { first, ...times } = await compare(scratch);
  const [ours, theirs] = [timesOf(times.ours), timesOf(times.theirs)];
  console.log(`  first request of a new server                  ${first.toFixed(0)} ms`);
  console.log(
    `  a page of 50 by score, whole request           p50 ${ours.p50.toFixed(2)} ms, p99 ${ours.p99.toFixed(2)} ms`,
  );
  console.log(
    `  one SQL statement doing the same, no request   p50 ${theirs.p50.toFixed(2)} ms, p99 ${theirs.p99.toFixed(2)} ms`,
  );
  console.log(`  p50 of the statement over ours: ${(theirs.p50 / ours.p50).toFixed(2)}`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
