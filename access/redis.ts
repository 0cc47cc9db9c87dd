import { Redis, type RedisOptions } from 'ioredis';
import { timed } from '../telemetry/topic.js';
import { REDIS_CALL } from '../telemetry/topics.js';
import { unavailable } from './errors.js';

/**
 * Requests never wait for an unreachable Redis: without a connection commands fail immediately, without a reply they
 * fail after `commandTimeout`. The client reconnects automatically.
 */
const REDIS_OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1_000,
  commandTimeout: 1_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1_000),
} as const satisfies RedisOptions;

/** Resolves once connected; later errors go to `onError`. Rejects with `unavailable` if it cannot connect. */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, { ...REDIS_OPTIONS, lazyConnect: true });
  // connect() rejects without the reason, which is in the preceding event.
  let reason: unknown;
  let wasConnected = false;
  redis.on('error', (error: Error) => {
    if (wasConnected) onError(error);
    else reason = error;
  });
  try {
    await redis.connect();
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

type Runnable = Redis & Readonly<Record<string, (...parameters: (string | number)[]) => Promise<unknown>>>;

/** The script as a function of its key and its arguments. Errors of Redis become `unavailable`. */
export function bindScript(
  redis: Redis,
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
