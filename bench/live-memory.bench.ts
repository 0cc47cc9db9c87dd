import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseIsoDate } from '../calendar/days.js';
import { newYorkUtcMs } from '../calendar/new-york-time.js';
import { createOutbound } from '../outbound/outbound.js';
import { createEndpoint, type AnyEndpoint } from '../sources/live/endpoint.js';
import { createKindReads } from '../sources/live/kind-reads.js';
import { createLiveReads } from '../sources/live/live-reads.js';
import { chartOf } from '../sources/yahoo/fixtures/chart-server.js';
import { ratingsAnswer } from '../sources/yahoo/fixtures/answers.js';
import { startYahooServer } from '../sources/yahoo/fixtures/yahoo-server.js';
import { createYahooKinds } from '../sources/yahoo/yahoo-kinds.js';
import { createYahooSession } from '../sources/yahoo/yahoo-session.js';
import { createYahoo } from '../sources/yahoo/yahoo.js';
import { openStore, type Store } from '../store/open-store.js';

/*
 * Memory of a process that refreshes the same tickers over and over from a replay of Yahoo on the loopback interface:
 * heap in use after garbage collection, once each round of daily bars and rating actions is stored. There is no peer:
 * flat is the aim.
 */

const TICKERS = Number(process.env['MEMORY_TICKERS'] ?? 500);
const ROUNDS = Number(process.env['MEMORY_ROUNDS'] ?? 12);
/** Rounds until caches are full and code is compiled. */
const WARM_UP = 2;
const FIRST_BAR = parseIsoDate('2024-01-02') ?? Number.NaN;
const MINUTES_PER_HOUR = 60;
const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const clock = { nowMs: newYorkUtcMs(parseIsoDate('2025-06-03') ?? Number.NaN, 17 * MINUTES_PER_HOUR) };
const tickers = Array.from(
  { length: TICKERS },
  (_, index) => `M${[676, 26, 1].map((by) => String.fromCharCode(65 + (Math.floor(index / by) % 26))).join('')}`,
);

async function openReads(store: Store) {
  const vendor = await startYahooServer();
  const withSession = vendor.respond;
  vendor.respond = (asked, headers) => {
    const refused = withSession?.(asked, headers);
    if (refused !== undefined) return refused;
    const { pathname, searchParams } = asked;
    const symbol = pathname.split('/').at(-1) ?? '';
    if (pathname.startsWith('/v10/'))
      return { status: 200, body: ratingsAnswer(['2025-05-14', '2025-03-03', '2025-01-14']) };
    if (!pathname.startsWith('/v8/')) return undefined;
    const [from, to] = [Number(searchParams.get('period1')), Number(searchParams.get('period2'))];
    return { status: 200, body: JSON.stringify(chartOf(symbol, from, to, { firstDay: FIRST_BAR })) };
  };
  const outbound = createOutbound({ target: 'operator', maxSockets: 8 });
  const limits = { perSecond: 1_000_000, burst: 1_000_000, mostFailures: 5 };
  const open = (name: string): AnyEndpoint =>
    createEndpoint({
      name: `bench ${name}`,
      baseUrl: vendor.url,
      headers: { 'user-agent': 'bench' },
      limits,
      outbound,
      budgets: store.sourceBudgets,
      clock: () => clock.nowMs,
    });
  const chart = open('chart');
  const report = (details: object, message: string): void => console.error(message, details);
  const options = {
    store,
    keepsSimulated: false,
    clock: () => clock.nowMs,
    log: { info: report, warn: report, error: report },
  };
  const session = createYahooSession({ cookies: open('cookie'), crumbs: open('crumb') });
  const endpoints = { chart, summary: open('summary'), options: open('options') };
  const live = createLiveReads({ ...options, source: createYahoo(chart) });
  const kinds = createKindReads({ ...options, sources: [createYahooKinds({ session, endpoints, store })] });
  return {
    async refresh() {
      await live.refresh(tickers);
      await kinds.refresh('ratings', tickers);
      // What the replay has been asked for is its own memory, not the reads'.
      vendor.asked.length = 0;
      vendor.headers.length = 0;
    },
    readings: () => [...live.counts.readings, ...kinds.readings].reduce((sum, [, count]) => sum + count, 0),
    async close() {
      await Promise.all([live.close(), kinds.close()]);
      outbound.close();
      await vendor.close();
    },
  };
}

async function heapMib(): Promise<number> {
  for (let pass = 0; pass < 3; pass += 1) {
    collect();
    await sleep(50);
  }
  return process.memoryUsage().heapUsed / MIB;
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marketgraph-bench-'));
const store = await openStore({ dataDir });
const reads = await openReads(store);
try {
  const heaps: number[] = [];
  let warmReadings = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [before, start] = [reads.readings(), performance.now()];
    await reads.refresh();
    const readings = reads.readings() - before;
    const seconds = (performance.now() - start) / 1000;
    heaps.push(await heapMib());
    if (round > WARM_UP + 1) warmReadings += readings;
    console.log(
      `round ${round}: ${readings} readings in ${seconds.toFixed(1)} s; ${(heaps.at(-1) ?? 0).toFixed(1)} MiB of heap after ` +
        `collection, ${(process.memoryUsage().rss / MIB).toFixed(0)} MiB resident`,
    );
    clock.nowMs += DAY_MS;
  }
  const [first, last] = [heaps[WARM_UP] ?? Number.NaN, heaps.at(-1) ?? Number.NaN];
  console.log(
    `from round ${WARM_UP + 1} to ${ROUNDS}: ${(last - first).toFixed(1)} MiB, ${(((last - first) * MIB) / warmReadings).toFixed(0)} bytes a reading`,
  );
} finally {
  await reads.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
}
