import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Store } from '../store/open-store.js';
import { forEachDatabase } from '../store/fixtures/databases.js';
import type { Access } from './service.js';
import { createCustomer, createManualClock, NOON, openAccess } from './fixtures/access.js';
import { KEYS_PER_ACCOUNT } from './tiers.js';

// The store closes at the end of its own suite, so the access over it has an inner one.
forEachDatabase((name, open) =>
  describe('access', () => {
    let store: Store;
    let access: Access;
    beforeAll(async () => {
      store = await open();
      access = await openAccess(store, createManualClock());
    });
    afterAll(() => access.close());

    describe(`keys over ${name}`, () => {
      it('have 256 random bits, and only their hash is stored', async () => {
        const { id } = await access.accounts.create({ tier: 'free' });
        const { secret, key } = await access.keys.create(id, { name: 'laptop' });
        expect(secret).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
        const row = await store.db
          .selectFrom('api_keys')
          .selectAll()
          .where('id', '=', key.id)
          .executeTakeFirstOrThrow();
        expect(row.hash.equals(createHash('sha256').update(secret).digest())).toBe(true);
        expect(JSON.stringify(row)).not.toContain(secret);
        expect(secret.startsWith(row.prefix)).toBe(true);
        expect(key).not.toHaveProperty('hash');
        expect(await access.keys.list(id)).toEqual([key]);
      });

      it(`are limited to ${KEYS_PER_ACCOUNT} per account, also under concurrency; revoked keys do not count`, async () => {
        const { id } = await access.accounts.create({ tier: 'free' });
        const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => access.keys.create(id)));
        const failures = outcomes.flatMap((outcome) =>
          outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
        );
        expect(failures).toHaveLength(30 - KEYS_PER_ACCOUNT);
        for (const failure of failures)
          expect(failure).toMatchObject({ code: 'keys_cap', extra: { cap: KEYS_PER_ACCOUNT } });
        const [first] = await access.keys.list(id);
        await access.keys.revoke(id, first?.id ?? '');
        await expect(access.keys.create(id)).resolves.toHaveProperty('secret');
      });

      it('end at their expiry, also while they are known, and can be given another one; expired ones do not count', async () => {
        const { id } = await access.accounts.create({ tier: 'free' });
        const clock = createManualClock();
        const own = await openAccess(store, clock);
        const works = (secret: string): Promise<boolean> =>
          Promise.resolve()
            .then(() => own.authenticator.authenticate({ kind: 'key', secret }))
            .then(
              () => true,
              () => false,
            );
        const { secret, key } = await own.keys.create(id, { expiresAt: new Date(clock() + 20_000) });
        expect(await works(secret)).toBe(true);
        clock.advance(20_000);
        expect(await works(secret)).toBe(false);
        await Promise.all(Array.from({ length: KEYS_PER_ACCOUNT }, () => own.keys.create(id)));
        await own.keys.update(id, key.id, { expiresAt: null });
        expect([await works(secret), (await own.keys.get(key.id))?.expiresAt]).toEqual([true, null]);
        await own.close();
      });

      it('can only be revoked by their account, and keep their first revocation time', async () => {
        const { accountId, identity } = await createCustomer(access, { tier: 'free' });
        const { id: stranger } = await access.accounts.create({ tier: 'free' });
        await expect(access.keys.revoke(stranger, identity.keyId ?? '')).rejects.toMatchObject({ code: 'not_found' });
        const revoked = await access.keys.revoke(accountId, identity.keyId ?? '');
        expect(revoked.revokedAt).toEqual(new Date(NOON));
        expect(await access.keys.revoke(accountId, identity.keyId ?? '')).toEqual(revoked);
      });

      it.each([9_999, 5_000_001, 10_000.5])('reject a daily token cap of %d', async (dailyTokenCap) => {
        const { id } = await access.accounts.create({ tier: 'pro' });
        await expect(access.keys.create(id, { dailyTokenCap })).rejects.toMatchObject({
          code: 'invalid_parameter',
          extra: { param: 'dailyTokenCap' },
        });
      });

      it('require an existing account', async () => {
        await expect(access.keys.create('acc_none')).rejects.toMatchObject({ code: 'not_found' });
        await expect(access.sessions.create('acc_none')).rejects.toMatchObject({ code: 'not_found' });
      });
    });

    describe(`accounts over ${name}`, () => {
      it('are listed in pages, each once', async () => {
        const ids: string[] = [];
        let after: string | undefined;
        do {
          const page = await access.accounts.list({ after, limit: 3 });
          ids.push(...page.accounts.map((account) => account.id));
          after = page.nextCursor ?? undefined;
        } while (after !== undefined);
        expect(ids.length).toBeGreaterThan(5);
        expect(new Set(ids).size).toBe(ids.length);
      });

      it('reject overrides out of range and changes to unknown accounts', async () => {
        await expect(access.accounts.create({ tier: 'free', perMinute: 0 })).rejects.toMatchObject({
          code: 'invalid_parameter',
          extra: { param: 'perMinute' },
        });
        await expect(access.accounts.create({ tier: 'free', perMonth: -1 })).rejects.toMatchObject({
          extra: { param: 'perMonth' },
        });
        await expect(access.accounts.setTier('acc_none', 'pro')).rejects.toMatchObject({ code: 'not_found' });
        await expect(access.accounts.setOverrides('acc_none', {})).rejects.toMatchObject({ code: 'not_found' });
      });
    });
  }),
);
