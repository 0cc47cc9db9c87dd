import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOwnRedis } from '../access/fixtures/redis.js';
import { isoDate, utcDay } from '../calendar/days.js';
import { importFiles } from '../sources/files/import-files.js';
import { IMPORT as SESSIONS } from '../sources/files/import-sessions.js';
import { openStore, type Store } from '../store/open-store.js';
import { startChild, type Child } from './child.js';
import { timesOf, unlimitedKey } from './probe.js';
import { hasPostgres, startPostgres, type OwnServer } from './servers.js';

/**
 * A server and a worker at a share of the server's capacity, with streams, webhooks, imports and simulations beside.
 */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 3);
const SHARE = 0.7;
const CONNECTIONS = 16;
const [WARM_UP_SECONDS, MEASURED_SECONDS] = [5, 10];
const STREAMS = 20;
const EVENTS_A_SECOND = 5;
const SIMULATION_EVERY_MS = 5_000;
const IMPORT_EVERY_MS = 30_000;
const IMPORTED = { tickers: 100, days: 250 } as const;
const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA', 'JPM', 'XOM', 'WMT'] as const;

const state = { isStopped: false, failed: 0, simulations: 0, imports: 0, told: 0 };
const running: Promise<unknown>[] = [];

const isGoing = (): boolean => !state.isStopped;

/** What failed, by status or by the error's code. */
const failures = new Map<string, number>();

function failed(why: string): void {
  state.failed += 1;
  failures.set(why, (failures.get(why) ?? 0) + 1);
}

/** Repeats `work` until the end, at its own pace. */
function every(ms: number, work: (turn: number) => Promise<void>): void {
  running.push(
    (async () => {
      for (let turn = 0; isGoing(); turn += 1) {
        const next = performance.now() + ms;
        await work(turn).catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));
        while (isGoing() && performance.now() < next) await sleep(Math.min(200, Math.max(1, next - performance.now())));
      }
    })(),
  );
}

interface Receiver {
  readonly url: string;
  /** Times that each delivery id came. */
  readonly seen: ReadonlyMap<string, number>;
  /** Ids of the events that came. */
  readonly events: ReadonlySet<string>;
  close(): void;
}

/** Receives webhooks, and counts those that come twice under one delivery id. */
async function startReceiver(): Promise<Receiver> {
  const [seen, events] = [new Map<string, number>(), new Set<string>()];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const id = String(request.headers['x-svc-delivery']);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        events.add((JSON.parse(Buffer.concat(parts).toString()) as { readonly id: string }).id);
        response.writeHead(200).end();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen, events, close };
}

/** A day more of invented bars for a hundred tickers in each turn, as one file. */
async function importDay(store: Store, folder: string, turn: number): Promise<void> {
  const newest = utcDay(Date.now()) - 200 + turn;
  const rows = Array.from({ length: IMPORTED.tickers }, (_, ticker) =>
    Array.from({ length: turn === 0 ? IMPORTED.days : 5 }, (__, back) => {
      const close = (50 + ticker + Math.sin(newest - back) * 2).toFixed(2);
      const symbol = `Z${String.fromCharCode(65 + (ticker % 26))}${String.fromCharCode(65 + Math.floor(ticker / 26))}`;
      return `${symbol},${isoDate(newest - back)},${close},${close},${close},${close},1000`;
    }).join('\n'),
  );
  const file = path.join(folder, 'day.csv');
  await writeFile(file, `ticker,date,open,high,low,close,volume\n${rows.join('\n')}\n`);
  const { totals } = await importFiles(store, SESSIONS, [file], { strict: true });
  if (totals.refused > 0 || totals.rows === 0) failed('import');
  state.imports += 1;
}

/** Reads a stream of events to the end of the run. */
async function follow(base: string, key: string, ticker: string, stop: AbortSignal): Promise<void> {
  const query = 'subscription ($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker signal { label } } }';
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', Accept: 'text/event-stream' };
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers,
    signal: stop,
    body: JSON.stringify({ query, variables: { tickers: [ticker] } }),
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`The stream was answered with ${response.status}.`);
  const decoder = new TextDecoder();
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
    state.told += decoder.decode(part, { stream: true }).split('event: next').length - 1;
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The event loop's delay at the 99th percentile since the last look, milliseconds. */
async function loopP99Ms(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]);
}

const GROUP = `query ($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker signal { label compositeScore } } }`;

/** One request of the mix: mostly signals, one in ten a page of several securities. */
async function request(base: string, key: string, turn: number): Promise<Response> {
  const ticker = TICKERS[turn % TICKERS.length] ?? 'AAPL';
  if (turn % 10 !== 0) return fetch(`${base}/api/v1/signal?ticker=${ticker}`, { headers: { 'X-API-Key': key } });
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return fetch(`${base}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: GROUP, variables: { tickers: TICKERS } }),
  });
}

/** Requests of the mix a second that are answered if `CONNECTIONS` clients ask one after the other. */
async function capacityOf(base: string, keys: readonly string[], seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const client = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < end; turn += CONNECTIONS) {
      await (await request(base, keys[turn % keys.length] ?? '', turn)).arrayBuffer();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return answered / seconds;
}

/** Why a request got no answer: `fetch` has it in the cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Sends `perSecond` requests at their times, however long the answers take. */
async function minuteOf(
  base: string,
  keys: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  const start = performance.now();
  for (let sent = 0; performance.now() - start < seconds * 1000;) {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const at = start + (sent * 1000) / perSecond;
      const sending = request(base, keys[sent % keys.length] ?? '', sent)
        .then(async (response) => {
          await response.arrayBuffer();
          if (response.status !== 200) failed(String(response.status));
          times.push(performance.now() - at);
        })
        .catch((error: unknown) => failed(causeOf(error)));
      open.add(sending);
      void sending.then(() => open.delete(sending));
    }
    await sleep(5);
  }
  await Promise.all(open);
  return times;
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const servers: OwnServer[] = [];
const children: Child[] = [];

async function soak(): Promise<void> {
  const postgres = await startPostgres();
  servers.push(postgres);
  const redis = await startOwnRedis();
  servers.push(redis);
  const environment = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SVC_SECRET_KEY: randomBytes(32).toString('base64'),
    SVC_VAULT_KEY: randomBytes(32).toString('base64'),
    SVC_DATA_DIR: path.join(scratch, 'data'),
    SVC_SOURCE: 'simulated',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    SVC_ALLOW_PRIVATE_TARGETS: '1',
  };
  const server = await startChild('bin/main.js', environment);
  const worker = await startChild(
    'bin/worker.js',
    { ...environment, SVC_DATA_DIR: path.join(scratch, 'worker') },
    /^Worker (ready)/,
  );
  children.push(worker, server);
  const keys = Array.from({ length: 4 }, () => unlimitedKey(environment));
  const [key = ''] = keys;
  await capacityOf(server.url, keys, WARM_UP_SECONDS);
  const capacity = await capacityOf(server.url, keys, MEASURED_SECONDS);
  console.log(
    `capacity of this machine, which sends the requests too: ${capacity.toFixed(0)}/s, ${CONNECTIONS} at once`,
  );
  const rate = SHARE * capacity;

  const receiver = await startReceiver();
  const post = (address: string, body: object): Promise<Response> =>
    fetch(server.url + address, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const registered = await post('/api/v1/webhooks', { url: receiver.url });
  if (registered.status !== 201) throw new Error(`The webhook was answered with ${registered.status}.`);
  const store = await openStore({ databaseUrl: postgres.url, dataDir: scratch, cacheBytes: 1_000_000 });
  const emitted = new Set<string>();
  const stop = new AbortController();
  const streams = Array.from({ length: STREAMS }, (_, index) =>
    follow(server.url, key, TICKERS[index % TICKERS.length] ?? 'AAPL', stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) failed(error instanceof Error ? error.message : String(error));
    }),
  );
  running.push(...streams);
  every(1000 / EVENTS_A_SECOND, async () => {
    const id = `evt_${randomBytes(9).toString('base64url')}`;
    await store.db
      .transaction()
      .execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId: null, data: {}, at: new Date() }));
    emitted.add(id);
  });
  every(SIMULATION_EVERY_MS, async () => {
    const answer = await post('/api/v1/simulate', {
      positions: TICKERS.map((ticker) => ({ ticker, value_usd: 1_000 })),
      horizon_days: 63,
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) failed(`simulation ${answer.status}`);
    state.simulations += 1;
  });
  every(IMPORT_EVERY_MS, (turn) => importDay(store, scratch, turn));

  console.log(`${rate.toFixed(0)} requests/s, ${STREAMS} streams, ${EVENTS_A_SECOND} events/s, for ${MINUTES} minutes`);
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const times = await minuteOf(server.url, keys, rate, 60);
    const { p50, p99 } = timesOf(times);
    const memory = [server, worker].map(({ pid }) => residentMb(pid).toFixed(0)).join(' and ');
    console.log(
      `minute ${String(minute).padStart(2)}: ${times.length} answers, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ` +
        `event loop p99 ${(await loopP99Ms(server.url)).toFixed(1)} ms; resident ${memory} MB; ${state.failed} failed`,
    );
  }
  state.isStopped = true;
  stop.abort();
  await Promise.all(running);
  for (const end = Date.now() + 30_000; [...emitted].some((id) => !receiver.events.has(id)) && Date.now() < end;)
    await sleep(200);
  const twice = [...receiver.seen.values()].filter((count) => count > 1).length;
  console.log(
    `${emitted.size} events, ${[...emitted].filter((id) => !receiver.events.has(id)).length} of them lost; ` +
      `${receiver.seen.size} deliveries, ${twice} of them twice; ${state.simulations} simulations, ` +
      `${state.imports} imports, ${state.told} events of streams; ` +
      `${state.failed} failed ${JSON.stringify([...failures])}`,
  );
  receiver.close();
  await store.close();
}

try {
  if (hasPostgres) await soak();
  else console.log('skipped: PostgreSQL, which is not installed');
} finally {
  state.isStopped = true;
  for (const child of children) await child.stop();
  for (const each of servers) await each.stop();
  await rm(scratch, { recursive: true, force: true });
}
