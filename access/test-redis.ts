import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';

export interface TestRedis {
  readonly url: string;
  /** Ends the server that was started here; leaves a given one alone. */
  stop(): Promise<void>;
}

const CONNECT_ATTEMPTS = 100;

/** Whether `redis-server` is installed: a test that stops or empties its Redis needs one of its own. */
export const hasOwnRedis = spawnSync('redis-server', ['--version']).status === 0;
/** Whether tests over Redis can run at all: `TEST_REDIS_URL` names one, or `redis-server` is installed. */
export const hasRedis = process.env['TEST_REDIS_URL'] !== undefined || hasOwnRedis;

/** The Redis that `TEST_REDIS_URL` names, else one of its own. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env['TEST_REDIS_URL'];
  return given === undefined ? startOwnRedis() : { url: given, stop: () => Promise.resolve() };
}

/** An empty Redis on a free loopback port, or on the given one, as after a restart. */
export async function startOwnRedis(onPort?: number): Promise<TestRedis> {
  const port = onPort ?? (await freePort());
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  await answers(url);
  return { url, stop: () => end(server) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answers(url: string): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: CONNECT_ATTEMPTS, retryStrategy: () => 50 });
  // Refused connections are expected until the server listens; the ping below fails when it never does.
  redis.on('error', () => undefined);
  try {
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
