import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { pino, type Logger } from 'pino';
import type { Clock } from '../calendar/utc-periods.js';
import { areDemoKeysAllowed } from '../access/demo.js';
import { connectRedis } from '../access/redis.js';
import { createAccess, type Access } from '../access/service.js';
import { openQueues, type Queues } from '../jobs/queue/open-queues.js';
import { openStore, type Store } from '../store/open-store.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';
import { openWebhooks, type Webhooks } from './webhooks.js';

/** What every entry point stands on. */
export interface Runtime {
  readonly config: Config;
  readonly store: Store;
  readonly access: Access;
  readonly log: Logger;
  readonly clock: Clock;
  readonly hasDemoKeys: boolean;
  readonly webhooks: Webhooks;
  /** Nothing is connected until a queue or a worker is asked for. */
  readonly queues: Queues;
  /** Whether the shared limits can be reached; true where there are none. */
  isRedisUp(): boolean;
  /** Registers what is closed first when the runtime closes. */
  readonly atEnd: (close: () => Promise<void>) => void;
  close(): Promise<void>;
}

const OUTAGE_SAID_EVERY_MS = 60_000;

/** Secrets that may travel in headers never reach a log. */
const REDACTED = ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers["x-svc-identity"]', 'req.headers.cookie'];

export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel, redact: REDACTED }, pino.destination({ dest: 2, sync: false }));
}

/** Where the build makes the seed, beside this file's folder. */
const SEED_FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'seed');

/** One line an outage: every attempt to come back fails with an error of its own. */
function outageLog(log: Logger, message: string, nowMs: Clock = Date.now): (error: Error) => void {
  let saidMs = 0;
  return ({ message: reason }) => {
    if (nowMs() - saidMs < OUTAGE_SAID_EVERY_MS) return;
    saidMs = nowMs();
    log.warn({ reason }, message);
  };
}

async function openRedis(config: Config, log: Logger): Promise<Redis | undefined> {
  if (config.redisUrl === undefined) return undefined;
  try {
    return await connectRedis(config.redisUrl, outageLog(log, 'Redis is away; requests are refused until it is back'));
  } catch (error) {
    throw new Failure(`Redis does not answer at ${new URL(config.redisUrl).host}; start it, or correct REDIS_URL.`, { cause: error });
  }
}

/** Opens the database and the limits. Throws Failure or StoreError with a sentence for people. */
export async function openRuntime(config: Config, clock: Clock = Date.now): Promise<Runtime> {
  const log = createLog(config);
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, seedFolder: SEED_FOLDER, log: (message) => log.info(message) });
  const ends: (() => Promise<void>)[] = [];
  let redis: Redis | undefined;
  try {
    redis = await openRedis(config, log);
    const hasDemoKeys = areDemoKeysAllowed({ hasDatabaseUrl: config.databaseUrl !== undefined, host: config.host, nodeEnv: config.nodeEnv });
    const access = await createAccess({ store, redis, clock, areDemoKeysAllowed: hasDemoKeys, onFlushError: (err) => log.error({ err }, 'counts could not be stored yet') });
    const webhooks = openWebhooks(config, store, clock, log);
    const queues = openQueues({
      store,
      redisUrl: config.redisUrl,
      onAway: outageLog(log, 'the queue is away; what is due waits until it is back'),
      onFailed: (err) => log.error({ err }, 'a job failed'),
    });
    return {
      config,
      store,
      access,
      webhooks,
      queues,
      log,
      clock,
      hasDemoKeys,
      isRedisUp: () => redis === undefined || redis.status === 'ready',
      atEnd: (end) => void ends.push(end),
      async close() {
        for (const end of ends) await end();
        await queues.close();
        webhooks.close();
        // Counts that cannot reach Redis or the database now are said, and keep nobody from closing the rest.
        await access.close().catch((err: unknown) => log.error({ err }, 'the last counts could not be stored'));
        redis?.disconnect();
        await store.close();
      },
    };
  } catch (error) {
    redis?.disconnect();
    await store.close();
    throw error;
  }
}
