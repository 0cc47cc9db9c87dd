import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Store } from '../store/open-store.js';
import { forEachDatabase } from '../store/fixtures/databases.js';
import { areDemoKeysAllowed } from './demo.js';
import { accountScope } from './limits.js';
import { createAccess } from './service.js';
import { createCustomer, createManualClock, openAccess, until } from './fixtures/access.js';

forEachDatabase((name, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe(`access over ${name}`, () => {
    it('keeps the rate limit across a restart', async () => {
      const clock = createManualClock();
      const before = await openAccess(store, clock);
      const { accountId } = await createCustomer(before, { tier: 'free' });
      const scope = accountScope(accountId);
      for (let count = 0; count < 5; count += 1) await before.limiter.take(scope, 5, clock());
      await before.close();
      clock.advance(30_000);
      const after = await openAccess(store, clock);
      expect(await after.limiter.take(scope, 5, clock())).toMatchObject({ allowed: false, remaining: 0 });
      clock.advance(31_000);
      expect(await after.limiter.take(scope, 5, clock())).toMatchObject({ allowed: true, remaining: 4 });
      await after.close();
    });

    it('shares one rate limit between the keys of an account', async () => {
      const clock = createManualClock();
      const access = await openAccess(store, clock);
      const { accountId, identity } = await createCustomer(access, { tier: 'free', perMinute: 2 });
      const { secret } = await access.keys.create(accountId);
      const second = await access.authenticator.authenticate({ kind: 'key', secret });
      const takes = [identity, second, identity].map((asker) =>
        access.limiter.take(accountScope(asker.accountId), asker.perMinute, clock()),
      );
      expect((await Promise.all(takes)).map(({ allowed }) => allowed)).toEqual([true, true, false]);
      await access.close();
    });

    it('stores its counts within a flush interval', async () => {
      const clock = createManualClock();
      const access = await createAccess({
        store,
        clock,
        flushEveryMs: 20,
        onFlushError: (error) => {
          throw error;
        },
      });
      const { identity } = await createCustomer(access, { tier: 'free' });
      await access.meter.charge(identity, 3, clock());
      await until(async () => (await store.usage.readMonth(identity.accountId, '2026-05', 'requests')).used === 3);
      await access.close();
    });

    it('reports a failed flush, stores the rest and retries the failed counts', async () => {
      const clock = createManualClock();
      const failing = jest.spyOn(store.usage, 'addToMonths').mockRejectedValueOnce(new Error('down'));
      const access = await openAccess(store, clock);
      const { identity } = await createCustomer(access, { tier: 'free' });
      await access.meter.charge(identity, 3, clock());
      await expect(access.flush()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'down' })] });
      expect((await access.keys.list(identity.accountId))[0]?.lastUsedAt).toEqual(new Date(clock()));
      await access.meter.charge(identity, 1, clock());
      await access.close();
      failing.mockRestore();
      expect((await store.usage.readMonth(identity.accountId, '2026-05', 'requests')).used).toBe(4);
    });

    it('closes once, however often close is called', async () => {
      const access = await openAccess(store, createManualClock());
      await Promise.all([access.close(), access.close()]);
    });
  });
});

describe('demo keys', () => {
  const home = { hasDatabaseUrl: false, host: '127.0.0.1', nodeEnv: undefined };

  it.each(['127.0.0.1', 'localhost', '::1', '127.8.8.8'])('are allowed on %s', (host) => {
    expect(areDemoKeysAllowed({ ...home, host })).toBe(true);
  });

  it.each([
    ['a real database', { hasDatabaseUrl: true }],
    ['production', { nodeEnv: 'production' }],
    ['all addresses', { host: '0.0.0.0' }],
    ['all IPv6 addresses', { host: '::' }],
    ['a name that begins like loopback', { host: '127.0.0.1.example.com' }],
    ['no address', { host: '' }],
  ])('are not allowed with %s', (_, change) => {
    expect(areDemoKeysAllowed({ ...home, ...change })).toBe(false);
  });
});
