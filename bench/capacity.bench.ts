import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startOwnRedis } from '../access/fixtures/redis.js';
import { openStore } from '../store/open-store.js';
import { startChild, type Child } from './child.js';
import { unlimitedKey } from './probe.js';
import { hasPostgres, startPostgres, type OwnPostgres, type OwnServer } from './servers.js';

/**
 * What each part of an installation spends on a request of each kind: processor time of the server, of PostgreSQL, of
 * its standby and of Redis, and what is asked of Redis and of the database. With and without a read replica.
 */
const SECONDS = Number(process.env['CAPACITY_SECONDS'] ?? 8);
const WARM_UP_SECONDS = 3;
/** After a start, composites are recorded and screens computed. */
const SETTLED_SECONDS = 30;
const CLIENTS = 8;
const EVENTS = 1_000;
const EVENTS_AT_ONCE = 50;
const TICK_US = 10_000;

const TICKERS = [
  'AAPL',
  'MSFT',
  'NVDA',
  'AMZN',
  'GOOGL',
  'META',
  'TSLA',
  'JPM',
  'V',
  'UNH',
  'XOM',
  'WMT',
  'JNJ',
  'PG',
  'HD',
  'KO',
] as const;
const tickerOf = (turn: number): string => TICKERS[turn % TICKERS.length] ?? 'AAPL';

interface Kind {
  readonly name: string;
  /** The path of a request, and its body if it is posted. */
  readonly of: (turn: number) => { readonly path: string; readonly body?: object };
}

const GROUP =
  'query ($tickers: [Ticker!]!) { securitiesByTicker(tickers: $tickers) { ticker name signal { label compositeScore } } }';
const KINDS: readonly Kind[] = [
  { name: 'REST, kept answer (`/signal`)', of: (turn) => ({ path: `/api/v1/signal?ticker=${tickerOf(turn)}` }) },
  {
    name: 'REST, computed from a series in memory (`/dca`)',
    of: (turn) => ({ path: `/api/v1/dca?ticker=${tickerOf(turn)}&monthly=${100 + (turn % 900_000)}` }),
  },
  {
    name: 'REST, read from the database (`/startup-news`, another one each time)',
    of: (turn) => ({ path: `/api/v1/startup-news?q=w${turn.toString(36)}&limit=${1 + (turn % 50)}` }),
  },
  {
    name: 'GraphQL, 16 securities with their signal',
    of: () => ({ path: '/graphql', body: { query: GROUP, variables: { tickers: TICKERS } } }),
  },
  {
    name: 'simulation, 10,000 paths × 63 days × 8 positions',
    of: (turn) => ({
      path: '/api/v1/simulate',
      body: {
        positions: TICKERS.slice(0, 8).map((ticker, index) => ({ ticker, value_usd: 1_000 + turn + index })),
        horizon_days: 63,
      },
    }),
  },
];

/** Processor time of a process, with that of children that have ended, in ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
}

/** Processor time of a process and those below it, in microseconds. */
function processorUs(pid: number): number {
  const below = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const ticks = below.map((each) => {
    try {
      const parent = Number(readFileSync(`/proc/${each}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      return parent === pid ? ticksOf(each) : 0;
    } catch (error) {
      // It has ended meanwhile, and its parent has its time.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
        return 0;
      throw error;
    }
  });
  return (ticksOf(pid) + ticks.reduce((sum, each) => sum + each, 0)) * TICK_US;
}

interface Parts {
  readonly server: Child;
  readonly worker: Child;
  readonly primary: OwnPostgres;
  readonly standby: OwnPostgres | undefined;
  readonly redis: Redis;
  readonly redisPid: number;
  readonly database: pg.Client;
}

interface Spent {
  readonly server: number;
  readonly worker: number;
  readonly primary: number;
  readonly standby: number;
  readonly redis: number;
  readonly redisCalls: number;
  readonly transactions: number;
}

async function spentBy({ server, worker, primary, standby, redis, redisPid, database }: Parts): Promise<Spent> {
  const { rows } = await database.query<{ n: string }>(
    'select sum(xact_commit + xact_rollback) as n from pg_stat_database',
  );
  const calls = [...(await redis.info('commandstats')).matchAll(/calls=(\d+)/g)];
  return {
    server: processorUs(server.pid),
    worker: processorUs(worker.pid),
    primary: processorUs(primary.pid),
    standby: standby === undefined ? 0 : processorUs(standby.pid),
    redis: ticksOf(redisPid) * TICK_US,
    redisCalls: calls.reduce((sum, [, count]) => sum + Number(count), 0),
    transactions: Number(rows[0]?.n),
  };
}

const NOTHING: Spent = { server: 0, worker: 0, primary: 0, standby: 0, redis: 0, redisCalls: 0, transactions: 0 };

/** What was spent on each of `count`, without what an idle installation spends in the time. */
function each(before: Spent, after: Spent, count: number, idle: Spent, seconds: number): Spent {
  const of = (name: keyof Spent): number => Math.max(0, (after[name] - before[name] - idle[name] * seconds) / count);
  return {
    server: of('server'),
    worker: of('worker'),
    primary: of('primary'),
    standby: of('standby'),
    redis: of('redis'),
    redisCalls: of('redisCalls'),
    transactions: of('transactions'),
  };
}

function row(name: string, perSecond: string, spent: Spent): string {
  const us = ['server', 'worker', 'primary', 'standby', 'redis'] as const;
  const calls = ['redisCalls', 'transactions'] as const;
  const cells = [...us.map((part) => spent[part].toFixed(0)), ...calls.map((part) => spent[part].toFixed(2))];
  return `| ${name} | ${perSecond} | ${cells.join(' | ')} |`;
}

/** Asks from several clients, each after its last answer, for some seconds; the number of answers. */
async function ask(base: string, keys: readonly string[], kind: Kind, seconds: number, from: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let [turn, answered] = [from, 0];
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      turn += 1;
      const { path: address, body } = kind.of(turn);
      const headers = { 'X-API-Key': keys[turn % keys.length] ?? '', 'Content-Type': 'application/json' };
      const response = await fetch(base + address, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status !== 200 || text.includes('"errors"'))
        throw new Error(`${address}: ${response.status} ${text.slice(0, 300)}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answered;
}

async function measureKinds(parts: Parts, keys: readonly string[], title: string): Promise<void> {
  console.log(`\n${title}; µs of processor each\n`);
  console.log(
    '| kind | a second here | server | worker | PostgreSQL | standby | Redis | calls of Redis | transactions |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  const { url } = parts.server;
  await sleep(SETTLED_SECONDS * 1000);
  const quiet = await spentBy(parts);
  await sleep(SECONDS * 1000);
  const idle = each(quiet, await spentBy(parts), SECONDS, NOTHING, 0);
  console.log(row('idle, each second', '', idle));
  for (const kind of KINDS) {
    const warm = await ask(url, keys, kind, WARM_UP_SECONDS, 0);
    const before = await spentBy(parts);
    const count = await ask(url, keys, kind, SECONDS, warm);
    const after = await spentBy(parts);
    console.log(row(kind.name, (count / SECONDS).toFixed(0), each(before, after, count, idle, SECONDS)));
  }
  await measureDeliveries(parts, keys[0] ?? '', idle);
}

/** Events to one endpoint that answers at once. */
async function measureDeliveries(parts: Parts, key: string, idle: Spent): Promise<void> {
  let received = 0;
  const receiver = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume().on('end', () => {
      received += 1;
      response.writeHead(200).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const registered = await fetch(`${parts.server.url}/api/v1/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: address }),
  });
  if (registered.status !== 201) throw new Error(`The webhook was answered with ${registered.status}.`);
  const { id } = (await registered.json()) as { readonly id: string };
  const store = await openStore({ databaseUrl: parts.primary.url, dataDir: scratch, cacheBytes: 1_000_000 });
  const before = await spentBy(parts);
  const start = performance.now();
  for (let sent = 0; sent < EVENTS; sent += EVENTS_AT_ONCE) {
    await store.db.transaction().execute(async (tx) => {
      for (let index = 0; index < EVENTS_AT_ONCE; index += 1) {
        const event = `evt_${randomBytes(9).toString('base64url')}`;
        await store.outbox.emit(tx, { id: event, type: 'signal.flip', accountId: null, data: {}, at: new Date() });
      }
    });
  }
  while (received < EVENTS) await sleep(20);
  const seconds = (performance.now() - start) / 1000;
  await sleep(1_000);
  const after = await spentBy(parts);
  console.log(row('webhook delivery', (EVENTS / seconds).toFixed(0), each(before, after, EVENTS, idle, seconds + 1)));
  await fetch(`${parts.server.url}/api/v1/webhooks?id=${id}`, { method: 'DELETE', headers });
  receiver.close();
  receiver.closeAllConnections();
  await store.close();
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const servers: OwnServer[] = [];
const children: Child[] = [];

async function measure(): Promise<void> {
  const primary = await startPostgres();
  servers.push(primary);
  const ownRedis = await startOwnRedis();
  servers.push(ownRedis);
  const redis = new Redis(ownRedis.url);
  const database = new pg.Client({ connectionString: primary.url });
  await database.connect();
  servers.unshift({ url: '', stop: async () => (redis.disconnect(), database.end()) });
  const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  const environment = {
    DATABASE_URL: primary.url,
    REDIS_URL: ownRedis.url,
    SVC_SECRET_KEY: randomBytes(32).toString('base64'),
    SVC_VAULT_KEY: randomBytes(32).toString('base64'),
    SVC_SOURCE: 'simulated',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    SVC_ALLOW_PRIVATE_TARGETS: '1',
  };
  const start = async (more: Readonly<Record<string, string>>): Promise<Child> => {
    const child = await startChild('bin/main.js', {
      ...environment,
      SVC_DATA_DIR: path.join(scratch, 'data'),
      ...more,
    });
    children.push(child);
    return child;
  };
  const alone = await start({});
  const workerData = { SVC_DATA_DIR: path.join(scratch, 'worker') };
  const worker = await startChild('bin/worker.js', { ...environment, ...workerData }, /^Worker (ready)/);
  children.push(worker);
  const keys = Array.from({ length: 4 }, () => unlimitedKey(environment));
  const parts = { worker, primary, redis, redisPid, database };
  await measureKinds({ ...parts, server: alone, standby: undefined }, keys, 'One server');
  await alone.stop();
  const standby = await startPostgres(primary);
  servers.unshift(standby);
  const reading = await start({ DATABASE_REPLICA_URL: standby.url });
  await measureKinds({ ...parts, server: reading, standby }, keys, 'One server with a read replica');
}

try {
  if (hasPostgres) await measure();
  else console.log('skipped: PostgreSQL, which is not installed');
} finally {
  for (const child of children) await child.stop();
  for (const server of servers) await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
