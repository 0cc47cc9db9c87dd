import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpointsOf, nowMs, SPREADS, type Ask, type Spread, type Told } from './peers/webhook-messages.js';
import { startOwnRedis } from '../access/fixtures/redis.js';
import { hasPostgres, startPostgres, type OwnServer } from './servers.js';

const ROUNDS = 3;
const MEGABYTE = 1_048_576;
/** Time limit for the last delivery of a round. */
const ROUND_TIMEOUT_MS = 180_000;

/** The receivers: one server that returns 200 and records when each event arrived. */
class Receivers {
  readonly #arrivals: { readonly eventId: string; readonly atMs: number }[] = [];
  readonly #seen = new Set<string>();
  #twice = 0;
  #expectedCount = Infinity;
  #reached: () => void = () => undefined;
  // Longer than any pause between rounds: a connection closed in between would count as a failure of the peer.
  readonly #server = createServer({ keepAliveTimeout: ROUND_TIMEOUT_MS }, (request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const { id } = JSON.parse(Buffer.concat(parts).toString()) as { readonly id: string };
        response.writeHead(200).end();
        this.#take(id, `${request.url ?? ''} ${id}`);
      });
  });

  #take(eventId: string, delivery: string): void {
    if (this.#seen.has(delivery)) this.#twice += 1;
    this.#seen.add(delivery);
    this.#arrivals.push({ eventId, atMs: nowMs() });
    if (this.#seen.size >= this.#expectedCount) this.#reached();
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts a round; resolves with its last delivery. */
  expect(count: number): Promise<void> {
    this.#arrivals.length = 0;
    this.#seen.clear();
    this.#twice = 0;
    this.#expectedCount = count;
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`only ${this.#seen.size} of ${count} deliveries arrived`)),
        ROUND_TIMEOUT_MS,
      );
      this.#reached = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  get round() {
    return { arrivals: [...this.#arrivals], twice: this.#twice };
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

interface Sender {
  readonly name: string;
  readonly script: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Round {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly twice: number;
  readonly heapMb: number;
  readonly residentMb: number;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The result of `promise`; rejects if the sender exits first. */
async function unlessEnded<T>(child: ChildProcess, promise: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const ended = once(child, 'exit', { signal: stop.signal }).then(() => Promise.reject(new Error('the sender ended')));
  try {
    return await Promise.race([promise, ended]);
  } finally {
    stop.abort();
    await ended.catch(() => undefined);
  }
}

const told = async (child: ChildProcess): Promise<Told> => ((await once(child, 'message')) as [Told])[0];

async function runRound(child: ChildProcess, receivers: Receivers, spread: Spread): Promise<Round> {
  const count = spread.events * endpointsOf(spread);
  const arrived = receivers.expect(count);
  const startedMs = nowMs();
  const ask: Ask = { spread: SPREADS.indexOf(spread) };
  child.send(ask);
  const [{ emitted, heapBytes, residentBytes }] = await unlessEnded(child, Promise.all([told(child), arrived]));
  const { arrivals, twice } = receivers.round;
  const delays = arrivals
    .map(({ eventId, atMs }) => atMs - (emitted[eventId] ?? Number.NaN))
    .sort((one, other) => one - other);
  const lastMs = Math.max(...arrivals.map(({ atMs }) => atMs));
  return {
    perSecond: (count / (lastMs - startedMs)) * 1000,
    p50Ms: quantile(delays, 0.5),
    p99Ms: quantile(delays, 0.99),
    twice,
    heapMb: heapBytes / MEGABYTE,
    residentMb: residentBytes / MEGABYTE,
  };
}

/** All rounds of all spreads with one sender, in its own process. */
async function measure(
  { name, script, environment }: Sender,
  receivers: Receivers,
): Promise<ReadonlyMap<Spread, number>> {
  const file = path.join(import.meta.dirname, 'peers', script);
  const child = fork(file, {
    env: { ...process.env, ...environment },
    execArgv: ['--expose-gc', '--enable-source-maps'],
  });
  const { heapBytes, residentBytes } = await unlessEnded(child, told(child));
  console.log(
    `\n${name}: ${(heapBytes / MEGABYTE).toFixed(0)} MB of heap, ${(residentBytes / MEGABYTE).toFixed(0)} MB resident before`,
  );
  const best = new Map<Spread, number>();
  for (const spread of SPREADS) {
    for (let index = 1; index <= ROUNDS; index += 1) {
      const { perSecond, p50Ms, p99Ms, twice, heapMb, residentMb } = await runRound(child, receivers, spread);
      best.set(spread, Math.max(best.get(spread) ?? 0, perSecond));
      console.log(
        `  ${spread.name}, ${index}: ${perSecond.toFixed(0).padStart(5)}/s  delay p50 ${p50Ms.toFixed(0)} ms  p99 ${p99Ms.toFixed(0)} ms  ${heapMb.toFixed(0)} MB of heap, ${residentMb.toFixed(0)} resident${twice === 0 ? '' : `  ${twice} twice`}`,
      );
    }
  }
  const ended = once(child, 'exit');
  const end: Ask = { spread: null };
  child.send(end);
  await ended;
  return best;
}

const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
const receivers = new Receivers();
const servers: OwnServer[] = [];
try {
  const RECEIVER = await receivers.listen();
  const redis = await startOwnRedis();
  servers.push(redis);
  const common = {
    RECEIVER,
    SVC_ALLOW_PRIVATE_TARGETS: '1',
    SVC_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'warn',
    SVC_SOURCE: 'none',
    DATABASE_URL: undefined,
    REDIS_URL: undefined,
  };
  const senders: Sender[] = [
    { name: 'bare loop that signs and posts', script: 'webhook-posting.js', environment: common },
    {
      name: 'naive BullMQ job for each delivery',
      script: 'webhook-posting.js',
      environment: { ...common, REDIS_URL: redis.url },
    },
    {
      name: 'ours, embedded',
      script: 'webhook-delivery.js',
      environment: { ...common, SVC_DATA_DIR: path.join(scratch, 'embedded') },
    },
  ];
  if (hasPostgres) {
    const postgres = await startPostgres();
    servers.push(postgres);
    senders.push({
      name: 'ours, PostgreSQL and Redis',
      script: 'webhook-delivery.js',
      environment: {
        ...common,
        SVC_DATA_DIR: path.join(scratch, 'redis'),
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
      },
    });
  } else console.log('left out: PostgreSQL and Redis, for want of an installed PostgreSQL');
  const results = new Map<string, ReadonlyMap<Spread, number>>();
  // BENCH_SENDER=embedded measures only senders whose name contains it.
  for (const sender of senders.filter(({ name }) => name.includes(process.env['BENCH_SENDER'] ?? '')))
    results.set(sender.name, await measure(sender, receivers));
  console.log('\ndeliveries a second, best of each, as a share of the bare loop');
  const bare = results.get('bare loop that signs and posts');
  for (const [name, best] of results) {
    console.log(
      `  ${name.padEnd(36)} ${SPREADS.map((spread) => `${(best.get(spread) ?? 0).toFixed(0)}/s (${((best.get(spread) ?? 0) / (bare?.get(spread) ?? Number.NaN)).toFixed(2)})`).join('  ')}`,
    );
  }
} finally {
  receivers.close();
  for (const server of servers) await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
