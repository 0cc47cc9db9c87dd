import { z } from 'zod';
import { minuteState, WINDOW_MS, type MinuteState, type RateLimiter, type Scope } from './limits.js';
import { bindScript } from './redis.js';
import { minuteKey } from './redis-keys.js';
import type { RedisClient } from './redis-servers.js';

export interface RedisRateLimiterOptions {
  readonly redis: RedisClient;
  /**
   * `server` (default) uses the clock of Redis, so that processes with different clocks share one exact window.
   * `caller` uses the time passed in, for tests.
   */
  readonly time?: 'server' | 'caller';
}

/**
 * The list contains the times (ms) of accepted requests, oldest first. Returns allowed, counted, the time at which the
 * next unit becomes available, and now.
 */
const TAKE = {
  name: 'svcTakeMinute',
  lua: `
    local limit, window, units = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local now = tonumber(ARGV[4])
    if not now then
      local time = redis.call('TIME')
      now = time[1] * 1000 + math.floor(time[2] / 1000)
    end
    local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
    if newest and newest - now > window then redis.call('DEL', KEYS[1]) newest = nil end
    local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
    while oldest and oldest <= now - window do
      redis.call('LPOP', KEYS[1])
      oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
    end
    local counted = redis.call('LLEN', KEYS[1])
    if counted >= limit then
      local blocking = limit > 0 and tonumber(redis.call('LINDEX', KEYS[1], counted - limit)) or now
      return {0, counted, blocking + window, now}
    end
    if units > 0 then
      redis.call('RPUSH', KEYS[1], string.format('%d', math.max(now, newest or now)))
      redis.call('PEXPIRE', KEYS[1], window)
      counted = counted + 1
      oldest = oldest or now
    end
    return {1, counted, oldest and oldest + window or now, now}`,
};

const reply = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** The rate limiter shared by several processes: one script, so it is exact under any concurrency. */
export function createRedisRateLimiter({ redis, time = 'server' }: RedisRateLimiterOptions): RateLimiter {
  const run = bindScript(redis, TAKE);
  const count = async (scope: Scope, limit: number, units: 0 | 1, nowMs: number): Promise<MinuteState> => {
    const answer = await run(minuteKey(scope), limit, WINDOW_MS, units, time === 'caller' ? nowMs : '');
    const [allowed, counted, nextFreeMs, atMs] = reply.parse(answer);
    return minuteState(allowed === 1, limit, counted, nextFreeMs, atMs);
  };
  return {
    take: (scope, limit, nowMs) => count(scope, limit, 1, nowMs),
    peek: (scope, limit, nowMs) => count(scope, limit, 0, nowMs),
    flush: () => Promise.resolve(),
  };
}
