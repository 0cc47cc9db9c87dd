import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../bin/config.js';
import { openRuntime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';
import { lastClosedSession, sessionsBetween } from '../calendar/nyse.js';
import type { DailyBars } from '../calendar/bars.js';
import { seededRandom } from '../sources/simulated/random.js';
import type { Store } from '../store/open-store.js';
import { timesOf } from './probe.js';

/*
 * The first page of 10,000 shared portfolios, ranked, over REST: the first request, requests with the values known, and
 * requests after one portfolio has changed; against one SQL statement that orders as many stored scores, and JSON.
 */

const PORTFOLIOS = 10_000;
const ORDERS = 5;
const SYMBOLS = 60;
const SESSIONS = 250;
const PAGE = 20;
const ROUNDS = 200;
const LAST = lastClosedSession(Date.now());
const days = Int32Array.from(sessionsBetween(LAST - 380, LAST).slice(-SESSIONS));
const random = seededRandom(5, 0, 0);

function inventedBars(): DailyBars {
  let price = 20 + 200 * random();
  const close = Float64Array.from(days, () => (price *= 1 + 0.03 * (random() - 0.49)));
  return { days, open: close, high: close, low: close, close, adjClose: close, volume: close.map(() => 1_000) };
}

async function fill(store: Store): Promise<void> {
  const symbols = [
    'SPY',
    ...Array.from(
      { length: SYMBOLS },
      (_, index) => `S${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
    ),
  ];
  await store.db.transaction().execute((tx) =>
    store.bars.replaceMany(
      tx,
      symbols.map((symbol) => ({ symbol, source: 'files', bars: inventedBars() })),
    ),
  );
  const named = symbols.slice(1);
  await sql`insert into accounts (id, tier, created_at) select 'acc_bench' || i, 'free', now() from generate_series(1, ${PORTFOLIOS}::int) as i`.execute(
    store.db,
  );
  await sql`
    insert into community_members (account_id, id, name, role, accepted_at)
    select 'acc_bench' || i, 'mem_bench' || i, 'Member ' || i, 'other', now() from generate_series(1, ${PORTFOLIOS}::int) as i`.execute(
    store.db,
  );
  await sql`
    insert into paper_portfolios (id, account_id, started_day, is_shared, created_at)
    select 'ppf_bench' || i, 'acc_bench' || i, ${days[0]}::int, true, now() from generate_series(1, ${PORTFOLIOS}::int) as i`.execute(
    store.db,
  );
  await sql`
    insert into paper_orders (id, portfolio_id, symbol, side, shares, from_day, closes_at, placed_at)
    select 'ord_bench' || i || '_' || j, 'ppf_bench' || i, (${named}::text[])[1 + (i * 7 + j * 13) % ${SYMBOLS}::int], 'buy', 20 + (i + j) % 50,
      ${days[0]}::int + (i * 11 + j * 61) % 300, now(), now()
    from generate_series(1, ${PORTFOLIOS}::int) as i, generate_series(1, ${ORDERS}::int) as j`.execute(store.db);
  await sql`create table bench_scores as select 'mem_bench' || i as user_id, 'Member ' || i as name, random() * 100 as score, random() as return_pct,
    random() as alpha_pct, random() as sharpe, 3 as streak, 200 as xp from generate_series(1, ${PORTFOLIOS}::int) as i`.execute(
    store.db,
  );
  for (const table of ['community_members', 'paper_portfolios', 'paper_orders', 'bench_scores'])
    await sql`analyze ${sql.table(table)}`.execute(store.db);
}

async function statement(store: Store): Promise<number> {
  const start = performance.now();
  const { rows } =
    await sql`select rank() over (order by score desc), s.*, count(*) over () from bench_scores as s order by score desc limit ${PAGE}`.execute(
      store.db,
    );
  if (JSON.stringify({ count: rows.length, arena: rows }).length < 1_000)
    throw new Error('The statement found too little.');
  return performance.now() - start;
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const runtime = await openRuntime(
  readConfig({ SVC_DATA_DIR: scratch, PORT: '0', LOG_LEVEL: 'error', SVC_SOURCE: 'none' }),
);
const server = await startServer(runtime);
server.readiness.isMarketLoaded = true;
try {
  const { id } = await runtime.access.accounts.create({
    tier: 'institutional',
    perMinute: 100_000,
    perMonth: 1_000_000,
  });
  const { secret } = await runtime.access.keys.create(id);
  await fill(runtime.store);
  const ask = async (query: string): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${server.url}/api/v1/community?view=arena&limit=${PAGE}${query}`, {
      headers: { 'X-API-Key': secret },
    });
    const { count, total } = (await response.json()) as { count?: number; total?: number };
    if (count !== PAGE || total !== PORTFOLIOS)
      throw new Error(`${query}: ${response.status}, ${String(count)} of ${String(total)}`);
    return performance.now() - start;
  };
  const measure = async (take: () => Promise<number>, rounds = ROUNDS): Promise<ReturnType<typeof timesOf>> => {
    const times: number[] = [];
    for (let round = 0; round < rounds + 5; round++) times.push(await take());
    return timesOf(times.slice(5));
  };
  const changed = async (): Promise<number> => {
    await runtime.store.db
      .updateTable('paper_portfolios')
      .set((set) => ({ revision: set('revision', '+', 1) }))
      .where('id', '=', 'ppf_bench7')
      .execute();
    return ask('');
  };
  const plain = await measure(() => statement(runtime.store));
  const print = (name: string, { p50, p99 }: ReturnType<typeof timesOf>): void =>
    void process.stdout.write(
      `${name}: p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, ratio ${(p50 / plain.p50).toFixed(1)}\n`,
    );
  process.stdout.write(`${PORTFOLIOS} shared portfolios, ${ORDERS} orders each, pages of ${PAGE}, ms\n`);
  print('statement and JSON alone', plain);
  const first = await ask('');
  process.stdout.write(`first request: ${first.toFixed(0)}\n`);
  print('by score', await measure(() => ask('')));
  print('by streak', await measure(() => ask('&sort=streak')));
  print('after one portfolio has changed', await measure(changed, 40));
} finally {
  await server.close();
  await runtime.close();
  await rm(scratch, { recursive: true });
}
