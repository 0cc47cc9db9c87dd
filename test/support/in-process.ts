import { setTimeout } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import type { Tier } from '../../access/tiers.js';
import { readConfig } from '../../bin/config.js';
import { openRuntime, type Runtime } from '../../bin/runtime.js';
import { startServer } from '../../bin/server.js';
import type { ProgramServices } from '../../bin/services.js';
import type { Every } from '../../gateway/live/live.js';
import { call, endConnections, type Answer, type Call } from './http.js';
import { AS_OF_MS, marketTemplate } from './market.js';
import { removeScratchAtEnd, scratchCopy } from './scratch.js';

export interface TestKey {
  readonly key: string;
  readonly keyId: string;
  readonly accountId: string;
}

export interface AccountOptions {
  readonly perMinute?: number;
  readonly perMonth?: number;
}

/** A whole server in this process, whose time stands still until the test moves it. */
export interface TestServer {
  readonly url: string;
  readonly runtime: Runtime;
  readonly clock: { nowMs: number };
  /** Of the server's graph. */
  readonly services: ProgramServices;
  /** Moves the clock past the minute, so that every limit of a minute is fresh. */
  nextMinute(): void;
  /** The key of a new account: nobody else shares its minute or its month. */
  newKey(tier: Tier, options?: AccountOptions): Promise<TestKey>;
  call(path: string, options?: Call): Promise<Answer>;
  graphql(key: string, query: string, variables?: object): Promise<Answer>;
  /** Beats the hearts of all live streams once. */
  beat(): void;
  /** Live streams that are open. */
  streams(): number;
  /** Requests of the account's month so far. */
  used(key: TestKey): Promise<number>;
}

/** What the screener answers while it computes changed securities for longer than a request waits. */
const STILL_COMPUTING = 'The screener is computing';
const PAUSE_MS = 100;

/** An answer, asked for again while a busy machine still computes the screen. */
async function onceComputed(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!answer.text.includes(STILL_COMPUTING)) return answer;
    await setTimeout(PAUSE_MS);
  }
}

async function openServer(
  environment: Readonly<Record<string, string>>,
): Promise<{ server: TestServer; close(): Promise<void> }> {
  const clock = { nowMs: AS_OF_MS };
  const beats = new Set<() => void>();
  const every: Every = (_ms, task) => {
    beats.add(task);
    return () => void beats.delete(task);
  };
  const dataDir = await scratchCopy(await marketTemplate());
  const runtime = await openRuntime(
    readConfig({ SVC_DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...environment }),
    () => clock.nowMs,
  );
  // Left open, the database's worker would keep a failed run from ending.
  const running = await startServer(runtime, every).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  running.readiness.isMarketLoaded = true;
  const send = (path: string, options?: Call): Promise<Answer> => call(running.url, path, options);
  const server: TestServer = {
    url: running.url,
    runtime,
    clock,
    services: running.services,
    nextMinute: () => void (clock.nowMs += 61_000),
    async newKey(tier, options = {}) {
      const { id } = await runtime.access.accounts.create({ tier, ...options });
      const { secret, key } = await runtime.access.keys.create(id);
      return { key: secret, keyId: key.id, accountId: id };
    },
    call: send,
    graphql: (key, query, variables) =>
      onceComputed(() =>
        send('/graphql', { method: 'POST', key, body: { query, ...(variables === undefined ? {} : { variables }) } }),
      ),
    beat: () => beats.forEach((task) => task()),
    streams: () => running.streams(),
    async used({ key }) {
      const identity = await runtime.access.authenticator.authenticate({ kind: 'key', secret: key });
      return (await runtime.access.meter.peek(identity)).used;
    },
  };
  return {
    server,
    async close() {
      endConnections();
      await running.close();
      await runtime.close();
    },
  };
}

/** A server over the simulated market for the whole file; await it at the file's top, since it declares hooks. */
export async function serverForFile(environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const { server, close } = await openServer(environment);
  afterAll(close);
  removeScratchAtEnd();
  return server;
}
