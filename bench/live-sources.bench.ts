import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseIsoDate } from '../calendar/days.js';
import { newYorkUtcMs } from '../calendar/new-york-time.js';
import { createOutbound } from '../outbound/outbound.js';
import { createEndpoint } from '../sources/live/endpoint.js';
import { createLiveReads, type LiveReads } from '../sources/live/live-reads.js';
import { liveStore } from '../sources/live/live-store.js';
import { startChartServer, type ChartServer } from '../sources/yahoo/fixtures/chart-server.js';
import { createYahoo } from '../sources/yahoo/yahoo.js';
import { openStore, type Store } from '../store/open-store.js';
import { timesOf, type Times } from './probe.js';

/*
 * Reading through from a replay of Yahoo's charts on the loopback interface, without its budget of requests: the first
 * answer for tickers that nobody has stored, refreshing tickers that are due, and how many requests wait for the
 * source. The peer asks for the same charts and parses them, and stores nothing.
 */

const FIRST = 100;
const TICKERS = 300;
const AT_ONCE = 8;
const REQUESTS = 5_000;
const MINUTES_PER_HOUR = 60;

const at = (date: string, hour: number): number =>
  newYorkUtcMs(parseIsoDate(date) ?? Number.NaN, hour * MINUTES_PER_HOUR);
const tickerOf = (index: number): string =>
  `B${[676, 26, 1].map((by) => String.fromCharCode(65 + (Math.floor(index / by) % 26))).join('')}`;
const clock = { nowMs: at('2025-06-03', 12) };

function openReads(store: Store, { url }: ChartServer, outbound: ReturnType<typeof createOutbound>): LiveReads {
  const limits = { perSecond: 1_000_000, burst: 1_000_000, mostFailures: 5 };
  const shared = { outbound, budgets: store.sourceBudgets, clock: () => clock.nowMs };
  const chart = createEndpoint({
    name: 'bench chart',
    baseUrl: url,
    headers: { 'user-agent': 'bench' },
    limits,
    ...shared,
  });
  const report = (details: object, message: string): void => console.error(message, details);
  const log = { info: report, warn: report, error: report };
  return createLiveReads({
    source: createYahoo(chart),
    store,
    keepsSimulated: false,
    clock: () => clock.nowMs,
    log,
    waitMs: 60_000,
  });
}

/** The peer: a chart of the same days, parsed. */
async function ask(url: string, ticker: string, fromMs: number): Promise<void> {
  const response = await fetch(
    `${url}/v8/finance/chart/${ticker}?interval=1d&period1=${fromMs / 1000}&period2=${clock.nowMs / 1000}`,
  );
  JSON.parse(await response.text());
}

async function times(count: number, one: (ticker: string) => Promise<unknown>): Promise<Times> {
  const measured: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await one(tickerOf(index));
    measured.push(performance.now() - start);
  }
  return timesOf(measured);
}

async function perSecond(tickers: readonly string[], all: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await all();
  return (tickers.length * 1000) / (performance.now() - start);
}

const readingsOf = ({ counts }: LiveReads): number =>
  [...counts.readings.values()].reduce((sum, count) => sum + count, 0);

async function refreshed(live: LiveReads, tickers: readonly string[]): Promise<void> {
  const wanted = readingsOf(live) + tickers.length;
  await live.ensure(tickers);
  while (readingsOf(live) < wanted) await sleep(2);
}

/** As many requests at once as the reads make. */
async function askAll(url: string, tickers: readonly string[], fromMs: number): Promise<void> {
  const waiting = [...tickers];
  const worker = async (): Promise<void> => {
    for (let ticker = waiting.pop(); ticker !== undefined; ticker = waiting.pop()) await ask(url, ticker, fromMs);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const shown = ({ p50, p99 }: Times): string => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

async function run(store: Store, vendor: ChartServer): Promise<void> {
  const outbound = createOutbound({ target: 'operator', maxSockets: AT_ONCE });
  const live = openReads(store, vendor, outbound);
  const { reading } = liveStore(store, { bars: live, kinds: null });
  const { bars } = reading(new Map());
  const first = await times(FIRST, (ticker) => bars.load([ticker]));
  const since = at('2022-01-03', 9);
  const alone = await times(FIRST, (ticker) => ask(vendor.url, ticker, since));
  console.log(`first answer of an unknown ticker, read, parsed and stored: ${shown(first)}`);
  console.log(`  asked and parsed alone: ${shown(alone)}`);

  const tickers = Array.from({ length: TICKERS }, (_, index) => tickerOf(index));
  for (let from = FIRST; from < TICKERS; from += AT_ONCE) await bars.load(tickers.slice(from, from + AT_ONCE));
  clock.nowMs = at('2025-06-03', 17);
  const ours = await perSecond(tickers, () => refreshed(live, tickers));
  const peer = await perSecond(tickers, () => askAll(vendor.url, tickers, at('2025-05-13', 9)));
  console.log(
    `refreshing ${TICKERS} tickers that are due: ${ours.toFixed(0)} a second; asked and parsed alone: ${peer.toFixed(0)}`,
  );

  // Every hundredth request is for a ticker that nobody has asked for; a session ends every thousand requests.
  const before = { ...live.counts.served };
  for (let index = 0; index < REQUESTS; index += 1) {
    if (index % 1_000 === 500) clock.nowMs += 24 * 3_600_000;
    await bars.load([index % 100 === 99 ? tickerOf(TICKERS + index) : tickerOf((index * 7) % TICKERS)]);
  }
  const { current, stale, waited } = live.counts.served;
  const [now, old, awaited] = [current - before.current, stale - before.stale, waited - before.waited];
  console.log(
    `${REQUESTS} requests: ${now} current, ${old} stale and refreshed behind, ${awaited} waited: ` +
      `${(((now + old) * 100) / (now + old + awaited)).toFixed(1)}% without waiting for the source`,
  );
  await live.close();
  outbound.close();
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marketgraph-bench-'));
const vendor = await startChartServer();
const store = await openStore({ dataDir });
try {
  await run(store, vendor);
} finally {
  await store.close();
  await vendor.close();
  await rm(dataDir, { recursive: true, force: true });
}
