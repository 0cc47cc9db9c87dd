import { Redis, type RedisOptions } from 'ioredis';
import { unavailable } from './errors.js';

/**
 * Settings under which a request never waits for a Redis that is away: commands fail at once while there is no
 * connection, and after `commandTimeout` when there is no answer; the connection comes back by itself.
 */
const REDIS_OPTIONS = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 1_000,
  commandTimeout: 1_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1_000),
} as const satisfies RedisOptions;

/** Resolves once connected, and tells `onError` of failures after that; rejects with `unavailable` where it fails, having closed the connection. */
export async function connectRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, { ...REDIS_OPTIONS, lazyConnect: true });
  // A failed connect() says only that the connection is closed; the event before it says why.
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

/** A Lua script, sent in full once and by its hash from then on. */
export interface RedisScript {
  readonly name: string;
  readonly lua: string;
}

type Runnable = Redis & Readonly<Record<string, (...parameters: (string | number)[]) => Promise<unknown>>>;

/** The script as a function of its one key and its arguments; what Redis fails at becomes `unavailable`. */
export function bindScript(redis: Redis, script: RedisScript): (key: string, ...parameters: (string | number)[]) => Promise<unknown> {
  redis.defineCommand(script.name, { numberOfKeys: 1, lua: script.lua });
  const command = (redis as Runnable)[script.name];
  if (command === undefined) throw new Error(`Redis command ${script.name} was not defined.`);
  return async (key, ...parameters) => {
    try {
      return await command.call(redis, key, ...parameters);
    } catch (error) {
      throw unavailable(error);
    }
  };
}
