import { timed } from '../telemetry/topic.js';
import { REDIS_CALL } from '../telemetry/topics.js';
import { unavailable } from './errors.js';
import { createRedisClient, type RedisBehaviour, type RedisClient, type RedisServers } from './redis-servers.js';

/** Longer than a busy machine may keep this process from the processor, shorter than a client waits. */
const LONGEST_WAIT_MS = 3_000;

/**
 * Requests do not wait for a Redis without a connection: their commands fail immediately. Without a reply, they fail
 * after
 * `commandTimeoutMs`. The client reconnects automatically.
 */
const REQUESTS: RedisBehaviour = {
  waits: false,
  connectTimeoutMs: LONGEST_WAIT_MS,
  commandTimeoutMs: LONGEST_WAIT_MS,
  retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  isLazy: true,
};

/** Resolves once connected; later errors go to `onError`. Rejects with `unavailable` if it cannot connect. */
export async function connectRedis(servers: RedisServers, onError: (error: Error) => void): Promise<RedisClient> {
  const redis = createRedisClient(servers, REQUESTS);
  let wasConnected = false;
  let reason: unknown;
  try {
    await new Promise<void>((resolve, reject) => {
      redis.on('error', (error: Error) => {
        if (wasConnected) onError(error);
        // connect() rejects without the reason, and with unreachable sentinels or a cluster that is down never.
        else reject((reason = error));
      });
      redis.on('node error', (error: Error) => {
        if (wasConnected) onError(error);
        else reason = error;
      });
      redis.once('reconnecting', () => reject(new Error('It does not serve all slots.')));
      redis.connect().then(resolve, reject);
    });
    wasConnected = true;
  } catch (error) {
    redis.disconnect();
    throw unavailable(reason ?? error);
  }
  return redis;
}

/** A Lua script; sent in full once, then by its hash. */
export interface RedisScript {
  readonly name: string;
  readonly lua: string;
}

type Runnable = RedisClient & Readonly<Record<string, (...parameters: (string | number)[]) => Promise<unknown>>>;

/** The script as a function of its key and its arguments. Errors of Redis become `unavailable`. */
export function bindScript(
  redis: RedisClient,
  script: RedisScript,
): (key: string, ...parameters: (string | number)[]) => Promise<unknown> {
  redis.defineCommand(script.name, { numberOfKeys: 1, lua: script.lua });
  const command = (redis as Runnable)[script.name];
  if (command === undefined) throw new Error(`Redis command ${script.name} was not defined.`);
  return async (key, ...parameters) => {
    try {
      return await timed(REDIS_CALL, {}, () => command.call(redis, key, ...parameters));
    } catch (error) {
      throw unavailable(error);
    }
  };
}
