import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../store/open-store.js';
import { forEachDatabase } from '../store/fixtures/databases.js';
import type { Identity } from './identity.js';
import type { Access } from './service.js';
import { connectRedis } from './redis.js';
import { monthKey } from './redis-keys.js';
import type { RedisClient } from './redis-servers.js';
import { createCustomer, createManualClock, NOON, openAccess, until, type ManualClock } from './fixtures/access.js';
import { hasOwnRedis, startOwnRedis, type TestRedis } from './fixtures/redis.js';

const MONTH_END = Date.UTC(2026, 5, 1);

interface Bench {
  readonly store: Store;
  /** Another process on the same database, and on the same Redis if there is one. */
  start(clock: ManualClock): Promise<Access>;
}

/** What both meters guarantee alike. */
function describeMonth(bench: () => Bench): void {
  const begin = async (
    perMonth: number | null = 3,
    startMs = NOON,
  ): Promise<{ access: Access; clock: ManualClock; identity: Identity }> => {
    const clock = createManualClock(startMs);
    const access = await bench().start(clock);
    const { identity } = await createCustomer(access, { tier: 'pro', perMonth });
    return { access, clock, identity };
  };
  const stored = async (identity: Identity, meter = 'requests', month = '2026-05') =>
    (await bench().store.usage.readMonth(identity.accountId, month, meter)).used;

  it('charges up to the limit, then rejects without charging until the month ends', async () => {
    const { access, clock, identity } = await begin(3);
    expect(await access.meter.charge(identity, 2, clock())).toEqual({
      month: '2026-05',
      used: 2,
      limit: 3,
      remaining: 1,
      resetsAtMs: MONTH_END,
    });
    clock.set(MONTH_END - 90_500);
    await expect((async () => access.meter.charge(identity, 2, clock()))()).rejects.toMatchObject({
      code: 'monthly_limit_reached',
      extra: { retry_after_s: 91 },
    });
    expect(await access.meter.charge(identity, 1, clock())).toMatchObject({ used: 3, remaining: 0 });
  });

  it('resets at midnight UTC of the first and keeps the old month', async () => {
    const { access, clock, identity } = await begin(1, MONTH_END - 1);
    await access.meter.charge(identity, 1, clock());
    await expect((async () => access.meter.charge(identity, 1, clock()))()).rejects.toMatchObject({
      extra: { retry_after_s: 1 },
    });
    clock.advance(1);
    expect(await access.meter.charge(identity, 1, clock())).toMatchObject({ month: '2026-06', used: 1 });
    await access.flush();
    expect([await stored(identity), await stored(identity, 'requests', '2026-06')]).toEqual([1, 1]);
  });

  it('refunds to the month that was charged, even if another has begun', async () => {
    const { access, clock, identity } = await begin(5, MONTH_END - 1);
    const { month } = await access.meter.charge(identity, 2, clock());
    await access.flush();
    clock.advance(1);
    await access.meter.charge(identity, 1, clock());
    await access.meter.refund(identity, 2, month);
    await access.flush();
    expect([await stored(identity), await stored(identity, 'requests', '2026-06')]).toEqual([0, 1]);
  });

  it('lets a refunded unit be charged again', async () => {
    const { access, clock, identity } = await begin(1);
    const { month } = await access.meter.charge(identity, 1, clock());
    await access.meter.refund(identity, 1, month);
    expect(await access.meter.charge(identity, 1, clock())).toMatchObject({ used: 1, remaining: 0 });
  });

  it('counts unlimited usage', async () => {
    const clock = createManualClock();
    const access = await bench().start(clock);
    const { identity } = await createCustomer(access, { tier: 'institutional' });
    expect(await access.meter.charge(identity, 1_000_000, clock())).toMatchObject({
      used: 1_000_000,
      limit: null,
      remaining: null,
    });
    await access.flush();
    expect(await stored(identity)).toBe(1_000_000);
  });

  it('counts transcripts separately, with the limit of the tier', async () => {
    const clock = createManualClock();
    const access = await bench().start(clock);
    const { identity } = await createCustomer(access, { tier: 'free' });
    expect(await access.meter.charge(identity, 5, clock(), 'transcripts')).toMatchObject({
      used: 5,
      limit: 5,
      remaining: 0,
    });
    await expect((async () => access.meter.charge(identity, 1, clock(), 'transcripts'))()).rejects.toMatchObject({
      code: 'transcript_quota_reached',
    });
    expect(await access.meter.peek(identity)).toMatchObject({ used: 0, limit: 100 });
    expect(await access.meter.peek(identity, 'transcripts')).toMatchObject({ used: 5 });
  });

  it('is shared by all keys and sessions of the account', async () => {
    const { access, clock, identity } = await begin(2);
    const second = await access.keys.create(identity.accountId);
    const session = await access.sessions.create(identity.accountId);
    await access.meter.charge(identity, 1, clock());
    await access.meter.charge(
      await access.authenticator.authenticate({ kind: 'key', secret: second.secret }),
      1,
      clock(),
    );
    const signedIn = await access.authenticator.authenticate({ kind: 'session', secret: session.secret });
    await expect((async () => access.meter.charge(signedIn, 1, clock()))()).rejects.toMatchObject({
      code: 'monthly_limit_reached',
    });
  });

  it('accepts exactly the limit under concurrent charges while the count is loaded', async () => {
    const { access, clock, identity } = await begin(50);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, async () => access.meter.charge(identity, 1, clock())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    await access.flush();
    expect(await stored(identity)).toBe(50);
  });

  it('survives a restart', async () => {
    const { access, clock, identity } = await begin(3);
    await access.meter.charge(identity, 2, clock());
    await access.close();
    const restarted = await bench().start(clock);
    expect(await restarted.meter.charge(identity, 1, clock())).toMatchObject({ used: 3, remaining: 0 });
  });

  it('stores each unit once over many flushes', async () => {
    const { access, clock, identity } = await begin(100);
    for (let round = 0; round < 5; round += 1) {
      await access.meter.charge(identity, 1, clock());
      await Promise.all([access.flush(), access.meter.charge(identity, 1, clock()), access.flush()]);
    }
    await access.flush();
    expect(await stored(identity)).toBe(10);
  });

  it('drops the counts of a deleted account without affecting others', async () => {
    const { access, clock, identity } = await begin(3);
    const other = await createCustomer(access, { tier: 'pro' });
    await access.meter.charge(identity, 1, clock());
    await access.meter.charge(other.identity, 1, clock());
    await bench().store.db.deleteFrom('accounts').where('id', '=', identity.accountId).execute();
    await access.flush();
    expect(await stored(other.identity)).toBe(1);
  });
}

if (!hasOwnRedis) console.log('access/meter.test.ts: the month on Redis is skipped; no redis-server is installed.');

forEachDatabase((name, open) => {
  const opened: Access[] = [];
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterEach(async () => {
    for (const access of opened.splice(0)) await access.close();
  });

  describe(`the month in memory over ${name}`, () => {
    const start = async (clock: ManualClock): Promise<Access> => {
      const access = await openAccess(store, clock);
      opened.push(access);
      return access;
    };
    describeMonth(() => ({ store, start }));

    it('loses at most the charges since the last flush when the process is killed', async () => {
      const clock = createManualClock();
      const killed = await openAccess(store, clock);
      const { identity } = await createCustomer(killed, { tier: 'pro', perMonth: 10 });
      await killed.meter.charge(identity, 4, clock());
      await killed.flush();
      await killed.meter.charge(identity, 1, clock());
      expect(await (await start(clock)).meter.peek(identity)).toMatchObject({ used: 4 });
      await killed.close();
    });

    it('reads an idle account again', async () => {
      const clock = createManualClock();
      const access = await start(clock);
      const { identity } = await createCustomer(access, { tier: 'pro', perMonth: 10 });
      await access.meter.charge(identity, 4, clock());
      await access.flush();
      clock.advance(3_600_000);
      await access.flush();
      const state = access.meter.peek(identity);
      expect(state).toBeInstanceOf(Promise);
      expect(await state).toMatchObject({ used: 4 });
      expect(access.meter.charge(identity, 1, clock())).toMatchObject({ used: 5 });
    });
  });

  (hasOwnRedis ? describe : describe.skip)(`the month on Redis over ${name}`, () => {
    let server: TestRedis;
    const connections: RedisClient[] = [];
    const unexpected = (error: Error): void => {
      throw error;
    };
    const start = async (clock: ManualClock): Promise<Access> => {
      const redis = await connectRedis(server.servers, unexpected);
      connections.push(redis);
      const access = await openAccess(store, clock, redis);
      opened.push(access);
      return access;
    };
    beforeAll(async () => {
      server = await startOwnRedis();
    });
    afterEach(async () => {
      // The accesses close first: their hook stands before this one, and hooks run last to first.
      for (const access of opened.splice(0)) await access.close();
      for (const redis of connections.splice(0)) redis.disconnect();
    });
    afterAll(() => server.stop());
    describeMonth(() => ({ store, start }));

    const startTwo = async (perMonth: number) => {
      const clock = createManualClock();
      const [a, b] = [await start(clock), await start(clock)];
      const { identity } = await createCustomer(a, { tier: 'pro', perMonth });
      const used = async (): Promise<number> =>
        (await store.usage.readMonth(identity.accountId, '2026-05', 'requests')).used;
      const [redis] = connections;
      if (redis === undefined) throw new Error('No connection.');
      return { clock, a, b, identity, used, redis, key: monthKey(identity.accountId, '2026-05', 'requests') };
    };

    it('accepts and stores exactly the limit when two processes charge and seed concurrently', async () => {
      const { clock, a, b, identity, used } = await startTwo(70);
      const charges = [a, b].flatMap(({ meter }) =>
        Array.from({ length: 100 }, async () => meter.charge(identity, 1, clock())),
      );
      const outcomes = await Promise.allSettled(charges);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(70);
      await Promise.all([a.flush(), b.flush()]);
      expect(await used()).toBe(70);
    });

    it('is restored from the database after Redis lost everything', async () => {
      const { clock, a, b, identity, redis } = await startTwo(10);
      await a.meter.charge(identity, 3, clock());
      await b.meter.charge(identity, 4, clock());
      await Promise.all([a.flush(), b.flush()]);
      await redis.flushall();
      expect(await b.meter.charge(identity, 1, clock())).toMatchObject({ used: 8 });
      expect(await a.meter.peek(identity)).toMatchObject({ used: 8 });
    });

    it('counts each unit once if Redis loses it before it was stored', async () => {
      const { clock, a, b, identity, redis, used } = await startTwo(100);
      await a.meter.charge(identity, 3, clock());
      await b.meter.charge(identity, 4, clock());
      await redis.flushall();
      // `a` stores its own 3 before it seeds; the 4 of `b` follow with the flush of `b`.
      expect(await a.meter.charge(identity, 1, clock())).toMatchObject({ used: 4 });
      await b.meter.charge(identity, 1, clock());
      await b.flush();
      await a.flush();
      expect(await used()).toBe(9);
      expect(await a.meter.peek(identity)).toMatchObject({ used: 9 });
      await Promise.all([a.flush(), b.flush()]);
      expect(await b.meter.peek(identity)).toMatchObject({ used: 9 });
    });

    it('stays exact while Redis repeatedly loses everything under load', async () => {
      const { clock, a, b, identity, redis, used } = await startTwo(1_000_000);
      let charged = 0;
      const load = async (access: Access): Promise<void> => {
        for (let index = 0; index < 150; index += 1) {
          const { month } = await access.meter.charge(identity, 2, clock());
          charged += 2;
          if (index % 3 === 0) {
            await access.meter.refund(identity, 1, month);
            charged -= 1;
          }
          if (index % 10 === 0) await access.flush();
        }
      };
      const lose = async (): Promise<void> => {
        for (let next = 50; next < 900; next += 90) {
          await until(() => charged >= next);
          await redis.flushall();
        }
      };
      await Promise.all([load(a), load(b), load(a), load(b), lose()]);
      for (const access of [a, b, a, b]) await access.flush();
      expect(await used()).toBe(charged);
      expect(await a.meter.peek(identity)).toMatchObject({ used: charged });
    });

    it('reads a count from the database again after a Redis reply was lost', async () => {
      const { clock, a, b, identity, redis, key } = await startTwo(10);
      await a.meter.charge(identity, 2, clock());
      await a.flush();
      // Until the other connection ends it: that of the charge waits with it.
      await redis.client('PAUSE', 60_000, 'WRITE');
      await expect((async () => a.meter.charge(identity, 1, clock()))()).rejects.toMatchObject({ code: 'unavailable' });
      await connections[1]?.client('UNPAUSE');
      await until(async () => (await redis.hget(key, 'used')) === '3');
      await a.flush();
      expect(await b.meter.charge(identity, 1, clock())).toMatchObject({ used: 3 });
    });

    it('keeps the unstored charges of a killed process in Redis', async () => {
      const { clock, a, b, identity } = await startTwo(5);
      await a.meter.charge(identity, 5, clock());
      await expect((async () => b.meter.charge(identity, 1, clock()))()).rejects.toMatchObject({
        code: 'monthly_limit_reached',
      });
    });

    it('expires after its month', async () => {
      const { clock, a, identity, redis, key } = await startTwo(5);
      await a.meter.charge(identity, 1, clock());
      const ttlMs = await redis.pttl(key);
      expect(ttlMs).toBeGreaterThan(MONTH_END - clock());
      expect(ttlMs).toBeLessThanOrEqual(MONTH_END - clock() + 86_400_000);
    });
  });
});

(hasOwnRedis ? describe : describe.skip)('without its Redis', () => {
  forEachDatabase((name, open) => {
    it(`charges fail as unavailable without Redis, and are exact after it restarts empty (${name})`, async () => {
      const store = await open();
      const clock = createManualClock();
      const first = await startOwnRedis();
      const redis = await connectRedis(first.servers, () => undefined);
      const access = await openAccess(store, clock, redis);
      const { identity } = await createCustomer(access, { tier: 'pro', perMonth: 5 });
      await access.meter.charge(identity, 2, clock());
      await first.stop();
      await expect((async () => access.meter.charge(identity, 1, clock()))()).rejects.toMatchObject({
        code: 'unavailable',
        extra: { retry_after_s: 1 },
      });
      const second = await startOwnRedis(Number(new URL(first.url).port));
      try {
        await reachable(access, identity);
        expect(await access.meter.charge(identity, 3, clock())).toMatchObject({ used: 5, remaining: 0 });
        await access.close();
      } finally {
        redis.disconnect();
        await second.stop();
      }
    });
  });
});

async function reachable({ meter }: Access, identity: Identity): Promise<void> {
  await until(async () =>
    Promise.resolve(meter.peek(identity)).then(
      () => true,
      () => false,
    ),
  );
}
