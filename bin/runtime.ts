import type { Logger } from 'pino';
import type { Clock } from '../calendar/utc-periods.js';
import { areDemoKeysAllowed } from '../access/demo.js';
import { connectRedis } from '../access/redis.js';
import type { RedisClient } from '../access/redis-servers.js';
import { systemRandom } from '../access/secrets.js';
import { createAccess, type Access } from '../access/service.js';
import { openQueues, type Queues } from '../jobs/queue/open-queues.js';
import { createScreen, type Screen } from '../jobs/workers/screen/screen.js';
import type { NewsSearcher } from '../sources/news/ask-web.js';
import type { Store } from '../store/open-store.js';
import type { Config } from './config.js';
import { openConfiguredStore } from './configured-store.js';
import { Failure } from './failure.js';
import { createLog } from './log.js';
import { createAccountMail, openMailTransport } from './mail.js';
import { TAG_KEY_SETTING } from './own-keys.js';
import { openLiveSources, type LiveSources } from './live-sources.js';
import { openNewsSearch } from './news-search.js';
import { redisFailure } from './redis-failure.js';
import { loadTiersFile } from './tiers-file.js';
import { startTracing } from './tracing.js';
import { openVault, type VaultRuntime } from './vault.js';
import { openWebhooks, type Webhooks } from './webhooks.js';

/** The services that every program uses. */
export interface Runtime {
  readonly config: Config;
  readonly store: Store;
  readonly access: Access;
  readonly log: Logger;
  readonly clock: Clock;
  readonly hasDemoKeys: boolean;
  /** Secret of entity tags and versions, stored, so that every process has the same. */
  readonly tagKey: string;
  readonly webhooks: Webhooks;
  readonly vault: VaultRuntime;
  /** Searches the web for news; null if no search is configured. */
  readonly newsSearch: NewsSearcher | null;
  /** Reads daily bars from live sources; null if none is configured. */
  readonly live: LiveSources['live'];
  /** All configured live sources. */
  readonly sources: LiveSources;
  /** Reads nothing until it is first asked for. */
  readonly screen: Screen;
  /** Connects when the first queue or worker is requested. */
  readonly queues: Queues;
  /** Whether Redis is connected; true if none is configured. */
  isRedisUp(): boolean;
  /** Reads the limits of tiers again; null if they are built in. */
  readonly rereadTiers: (() => Promise<void>) | null;
  /** Registers a function to run first when the runtime closes. */
  readonly atEnd: (close: () => Promise<void>) => void;
  close(): Promise<void>;
}

const OUTAGE_LOG_INTERVAL_MS = 60_000;

const TAG_KEY_BYTES = 32;

/** Throttled: every failed reconnection attempt raises another error. */
function outageLog(log: Logger, message: string, nowMs: Clock = Date.now): (error: Error) => void {
  let loggedMs = 0;
  return ({ message: reason }) => {
    if (nowMs() - loggedMs < OUTAGE_LOG_INTERVAL_MS) return;
    loggedMs = nowMs();
    log.warn({ reason }, message);
  };
}

async function openRedis(config: Config, log: Logger): Promise<RedisClient | undefined> {
  if (config.redis === undefined) return undefined;
  try {
    return await connectRedis(
      config.redis,
      outageLog(log, 'Redis is unreachable; until it reconnects, requests fail with 503 and jobs wait'),
    );
  } catch (error) {
    throw new Failure(redisFailure(config.redis, error), { cause: error });
  }
}

/** Opens the database, Redis, access, webhooks and queues. Throws Failure or StoreError with a user-facing message. */
export async function openRuntime(
  config: Config,
  clock: Clock = Date.now,
  { migrates = config.migrates }: { readonly migrates?: boolean } = {},
): Promise<Runtime> {
  const log = createLog(config);
  return openServices(await openConfiguredStore(config, log, { migrates }), config, log, clock);
}

/** The services over an open database, which is closed if they cannot be opened. Throws as `openRuntime`. */
export async function openServices(
  store: Store,
  config: Config,
  log: Logger,
  clock: Clock = Date.now,
): Promise<Runtime> {
  const { tiersFile } = config;
  let stopTracing: (() => Promise<void>) | undefined;
  const ends: (() => Promise<void>)[] = [];
  let redis: RedisClient | undefined;
  let opened: Access | undefined;
  try {
    const endTracing = (stopTracing = await startTracing(config, log));
    redis = await openRedis(config, log);
    const hasDemoKeys = areDemoKeysAllowed({
      hasDatabaseUrl: config.databaseUrl !== undefined,
      host: config.host,
      nodeEnv: config.nodeEnv,
    });
    const mail = openMailTransport(config);
    ends.push(async () => mail.close());
    const access = (opened = await createAccess({
      store,
      redis,
      clock,
      areDemoKeysAllowed: hasDemoKeys,
      deliverMail: createAccountMail(mail, config.line.domain, clock),
      onMailError: (err) => log.error({ err }, 'could not deliver mail'),
      onFlushError: (err) => log.error({ err }, 'could not store usage counts; retrying'),
      log,
      onRenewError: (err) => log.error({ err }, 'could not renew reservations of AI tokens; retrying'),
    }));
    const tagKey = String(
      await store.settings.setOnce(TAG_KEY_SETTING, systemRandom(TAG_KEY_BYTES).toString('base64url')),
    );
    const webhooks = openWebhooks(config, store, clock, log);
    const vault = openVault(config, {
      store,
      clock,
      onError: (err) => log.error({ err }, 'could not record how uses of the vault ended; retrying'),
    });
    const newsSearch = openNewsSearch(config, { store, clock, log });
    const sources = openLiveSources(config, { store, clock, log });
    const screen = createScreen({ store, log });
    const queues = openQueues({
      store,
      redis: config.redis,
      connections: config.connections.queues,
      onAway: outageLog(log, 'the job queue is unreachable; due jobs wait until it reconnects'),
      onFailed: (err, queue) => log.error({ err, queue }, 'job failed'),
      onLost: (queue) =>
        log.warn({ queue }, 'a job ended with its process; the next run of its queue does what is left'),
    });
    return {
      config,
      store,
      access,
      webhooks,
      vault,
      newsSearch,
      live: sources.live,
      sources,
      screen,
      queues,
      log,
      clock,
      hasDemoKeys,
      tagKey,
      isRedisUp: () => redis === undefined || redis.status === 'ready',
      rereadTiers:
        tiersFile === undefined
          ? null
          : async () => {
              await loadTiersFile(tiersFile);
              access.authenticator.forget();
              log.info({ file: tiersFile }, 'took over the limits of tiers');
            },
      atEnd: (end) => void ends.push(end),
      async close() {
        for (const end of ends) await end();
        await queues.close();
        await screen.close();
        webhooks.close();
        await vault.close();
        await newsSearch?.close();
        await sources.close();
        // A failure to store the last counts is logged and must not prevent closing the rest.
        await access.close().catch((err: unknown) => log.error({ err }, 'could not store the last usage counts'));
        redis?.disconnect();
        await store.close();
        await endTracing();
      },
    };
  } catch (error) {
    // Its timers would go on with a store that is closed.
    await opened?.close().catch((err: unknown) => log.error({ err }, 'could not store the last usage counts'));
    redis?.disconnect();
    await store.close();
    await stopTracing?.();
    throw error;
  }
}
