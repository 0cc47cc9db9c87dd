import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '../store/open-store.js';
import type { DailyBars } from '../calendar/bars.js';
import { startChild, type Child } from './child.js';

const KEY = { 'X-API-Key': 'svc_demo_institutional' };
const FEW = 60;
const MANY = 5_000;
const SESSIONS = 15 * 252;
const ASKED = 40;
const WRITTEN_AT_ONCE = 50;

function residentMb(pid: number): number {
  const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(pages) / 1024;
}

async function firstByteMs(url: string, ticker: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/seasonality?ticker=${ticker}`, { headers: KEY });
  const elapsed = performance.now() - startedAt;
  if (!response.ok) throw new Error(`${ticker} returned ${response.status}`);
  await response.arrayBuffer();
  return elapsed;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** A plain random walk: the benchmark depends on the number of tickers, not on prices. */
function walk(seed: number): DailyBars {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
  const days = new Int32Array(SESSIONS);
  const close = new Float64Array(SESSIONS);
  let price = 100;
  for (let i = 0; i < SESSIONS; i += 1) {
    days[i] = 15_000 + Math.floor(i / 5) * 7 + (i % 5);
    price *= 1 + next() * 0.02;
    close[i] = price;
  }
  return {
    days,
    open: close,
    high: close,
    low: close,
    close,
    adjClose: close,
    volume: new Float64Array(SESSIONS).fill(1_000),
  };
}

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += WRITTEN_AT_ONCE) {
    const writes = Array.from({ length: Math.min(WRITTEN_AT_ONCE, to - first) }, (_, k) => ({
      symbol: `T${first + k}`,
      source: 'files',
      bars: walk(first + k + 1),
    }));
    await store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(
        tx,
        writes.map(({ symbol, source }) => ({ symbol, name: symbol, kind: 'equity', source })),
      );
      await store.bars.replaceMany(tx, writes);
    });
  }
}

async function started(environment: Readonly<Record<string, string>>): Promise<Child> {
  return startChild('bin/main.js', { PORT: '0', LOG_LEVEL: 'error', HOST: '127.0.0.1', ...environment });
}

/** Milliseconds to the first byte for tickers not requested before, and for the same tickers again. */
async function costOf(
  dataDir: string,
  tickers: number,
): Promise<{ readonly cold: number; readonly warm: number; readonly rssMb: number }> {
  const server = await started({ SVC_DATA_DIR: dataDir, SVC_SOURCE: 'none' });
  const asked = Array.from({ length: ASKED }, (_, k) => `T${Math.floor((k * tickers) / ASKED)}`);
  try {
    await fetch(`${server.url}/api/v1/usage`, { headers: KEY });
    const cold: number[] = [];
    for (const ticker of asked.slice(0, ASKED / 2)) cold.push(await firstByteMs(server.url, ticker));
    const warm: number[] = [];
    for (const ticker of asked.slice(0, ASKED / 2)) warm.push(await firstByteMs(server.url, ticker));
    return { cold: median(cold), warm: median(warm), rssMb: residentMb(server.pid) };
  } finally {
    await server.stop();
  }
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
try {
  const demo = { SVC_DATA_DIR: path.join(scratch, 'demo') };
  const first = await started(demo);
  await first.stop();
  const again = await started(demo);
  const atRest = residentMb(again.pid);
  const cold = await firstByteMs(again.url, 'AAPL');
  const warm = await firstByteMs(again.url, 'AAPL');
  await again.stop();
  console.log(
    `start to ready, demo market: first start ${first.readyMs.toFixed(0)} ms, again ${again.readyMs.toFixed(0)} ms`,
  );
  console.log(`memory at rest: ${atRest.toFixed(0)} MB`);
  console.log(
    `first byte, demo market: cold ticker on a fresh server ${cold.toFixed(1)} ms, again ${warm.toFixed(1)} ms`,
  );

  const dataDir = path.join(scratch, 'many');
  const costs = [];
  let stored = 0;
  for (const tickers of [FEW, MANY]) {
    const store = await openStore({ dataDir, cacheBytes: 1_000_000 });
    await fill(store, stored, tickers);
    await store.close();
    stored = tickers;
    const cost = await costOf(dataDir, tickers);
    costs.push(cost);
    console.log(
      `${String(tickers).padStart(5)} tickers stored: first byte cold ${cost.cold.toFixed(1)} ms, warm ${cost.warm.toFixed(1)} ms, memory ${cost.rssMb.toFixed(0)} MB`,
    );
  }
  const [few, many] = costs;
  if (few !== undefined && many !== undefined)
    console.log(
      `ratio of ${MANY} to ${FEW} tickers: cold ${(many.cold / few.cold).toFixed(2)}, warm ${(many.warm / few.warm).toFixed(2)}`,
    );
} finally {
  await rm(scratch, { recursive: true, force: true });
}
