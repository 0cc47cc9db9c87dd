import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { accountScope, type RateLimiter, type Scope } from './limits.js';
import { createMemoryRateLimiter } from './limits-memory.js';
import { createRedisRateLimiter } from './limits-redis.js';
import { connectRedis } from './redis.js';
import { minuteKey } from './redis-keys.js';
import type { RedisClient } from './redis-servers.js';
import { createManualClock, NOON, until } from './fixtures/access.js';
import { hasOwnRedis, hasRedis, startOwnRedis, startTestRedis, type TestRedis } from './fixtures/redis.js';

const nothingStored = {
  readMinutes: async () => [],
  addToMinutes: async () => undefined,
  deleteMinutes: async () => undefined,
};
const newScope = (): Scope => accountScope(randomUUID());

/** What both backends guarantee alike. */
function describeMinute(open: () => RateLimiter): void {
  const take = async (scope: Scope, limit: number, atMs: number) => open().take(scope, limit, NOON + atMs);

  it('frees a unit exactly 60 s after the request that used it', async () => {
    const scope = newScope();
    expect((await take(scope, 2, 0)).allowed).toBe(true);
    expect((await take(scope, 2, 30_000)).allowed).toBe(true);
    expect((await take(scope, 2, 59_999)).allowed).toBe(false);
    expect((await take(scope, 2, 60_000)).allowed).toBe(true);
    expect((await take(scope, 2, 89_999)).allowed).toBe(false);
    expect((await take(scope, 2, 90_000)).allowed).toBe(true);
  });

  it('never accepts more than the limit within any 60 s, also across minute boundaries', async () => {
    const scope = newScope();
    for (let index = 0; index < 5; index += 1) expect((await take(scope, 5, 59_000 + index)).allowed).toBe(true);
    for (let index = 0; index < 5; index += 1) expect((await take(scope, 5, 61_000 + index)).allowed).toBe(false);
  });

  it('is not extended by rejected requests', async () => {
    const scope = newScope();
    await take(scope, 1, 0);
    for (let second = 1; second < 60; second += 1) expect((await take(scope, 1, second * 1000)).allowed).toBe(false);
    expect((await take(scope, 1, 60_000)).allowed).toBe(true);
  });

  it('reports the remaining units, the reset time and the wait time', async () => {
    const scope = newScope();
    expect(await take(scope, 2, 0)).toEqual({
      allowed: true,
      limit: 2,
      remaining: 1,
      resetAtS: NOON / 1000 + 60,
      retryAfterS: 0,
    });
    expect(await take(scope, 2, 10_500)).toEqual({
      allowed: true,
      limit: 2,
      remaining: 0,
      resetAtS: NOON / 1000 + 60,
      retryAfterS: 0,
    });
    expect(await take(scope, 2, 59_500)).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetAtS: NOON / 1000 + 60,
      retryAfterS: 1,
    });
    const { retryAfterS } = await take(scope, 2, 20_000);
    expect((await take(scope, 2, 20_000 + retryAfterS * 1000)).allowed).toBe(true);
  });

  it('counts each scope separately', async () => {
    const scope = newScope();
    await take(scope, 1, 0);
    expect((await take(newScope(), 1, 0)).allowed).toBe(true);
    expect((await take(scope, 1, 0)).allowed).toBe(false);
  });

  it('applies a lowered limit immediately, with the right wait time', async () => {
    const scope = newScope();
    for (let index = 0; index < 4; index += 1) await take(scope, 10, index * 1000);
    expect(await take(scope, 2, 5_000)).toMatchObject({ allowed: false, remaining: 0, retryAfterS: 57 });
    expect((await take(scope, 2, 61_999)).allowed).toBe(false);
    expect((await take(scope, 2, 62_000)).allowed).toBe(true);
  });

  it('can be read without counting a request', async () => {
    const scope = newScope();
    const look = async (atMs: number) => open().peek(scope, 1, NOON + atMs);
    expect(await look(0)).toEqual({ allowed: true, limit: 1, remaining: 1, resetAtS: NOON / 1000, retryAfterS: 0 });
    await take(scope, 1, 0);
    expect(await look(1_000)).toMatchObject({ allowed: false, remaining: 0, retryAfterS: 59 });
    expect(await look(60_000)).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('rejects every request at a limit of 0', async () => {
    expect(await take(newScope(), 0, 0)).toMatchObject({ allowed: false, remaining: 0, retryAfterS: 60 });
  });
}

describe('the minute in memory', () => {
  let limiter: RateLimiter;
  beforeAll(async () => {
    limiter = await createMemoryRateLimiter({ usage: nothingStored, clock: createManualClock() });
  });
  describeMinute(() => limiter);
});

if (!hasRedis)
  console.log(
    'access/limits-backends.test.ts: the minute on Redis is skipped; no redis-server is installed and TEST_REDIS_URL is not set.',
  );
(hasRedis ? describe : describe.skip)('the minute on Redis', () => {
  let server: TestRedis;
  let redis: RedisClient[];
  let limiters: RateLimiter[];
  const unexpected = (error: Error): void => {
    throw error;
  };

  beforeAll(async () => {
    server = await startTestRedis();
    redis = await Promise.all([connectRedis(server.servers, unexpected), connectRedis(server.servers, unexpected)]);
    limiters = redis.map((connection) => createRedisRateLimiter({ redis: connection, time: 'caller' }));
  });
  afterAll(async () => {
    for (const connection of redis) connection.disconnect();
    await server.stop();
  });

  // The two processes take turns, so every guarantee holds across them.
  let turn = 0;
  describeMinute(() => {
    const limiter = limiters[turn % 2];
    turn += 1;
    if (limiter === undefined) throw new Error('The processes are not started.');
    return limiter;
  });

  it('accepts exactly the limit from two concurrent processes, by the clock of Redis', async () => {
    const scope = newScope();
    const takes = redis.flatMap((connection) => {
      const limiter = createRedisRateLimiter({ redis: connection });
      return Array.from({ length: 200 }, () => limiter.take(scope, 60, 0));
    });
    const states = await Promise.all(takes);
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(60);
    expect(new Set(states.map(({ remaining }) => remaining)).size).toBe(60);
  });

  it('leaves no keys in Redis when idle', async () => {
    const scope = newScope();
    await limiters[0]?.take(scope, 5, NOON);
    const ttlMs = (await redis[0]?.pttl(minuteKey(scope))) ?? 0;
    expect(ttlMs).toBeGreaterThan(0);
    expect(ttlMs).toBeLessThanOrEqual(60_000);
  });
});

(hasOwnRedis ? describe : describe.skip)('without its Redis', () => {
  it('requests fail as unavailable immediately, and work again after Redis reconnects', async () => {
    const first = await startOwnRedis();
    const redis = await connectRedis(first.servers, () => undefined);
    const limiter = createRedisRateLimiter({ redis });
    try {
      expect((await limiter.take('account:a', 1, 0)).allowed).toBe(true);
      await first.stop();
      await expect(limiter.take('account:a', 1, 0)).rejects.toMatchObject({
        code: 'unavailable',
        extra: { retry_after_s: 1 },
      });
      const second = await startOwnRedis(Number(new URL(first.url).port));
      try {
        await until(async () => {
          const state = limiter.peek('account:a', 1, 0);
          return Promise.resolve(state).then(
            () => true,
            () => false,
          );
        });
        expect((await limiter.take('account:b', 1, 0)).allowed).toBe(true);
      } finally {
        await second.stop();
      }
    } finally {
      redis.disconnect();
    }
  });

  it('connecting fails as unavailable', async () => {
    const gone = await startOwnRedis();
    await gone.stop();
    await expect(connectRedis(gone.servers, () => undefined)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringContaining('ECONNREFUSED') },
    });
  });
});
