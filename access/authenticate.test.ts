import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../store/open-store.js';
import { allHeard, forEachDatabase } from '../store/fixtures/databases.js';
import { createAuthenticator } from './authenticate.js';
import type { Credential } from './credential.js';
import { DEMO_KEYS } from './demo.js';
import { ApiError } from './errors.js';
import type { Identity } from './identity.js';
import { createAccess, type Access } from './service.js';
import { createCustomer, createManualClock, NOON, openAccess, until } from './fixtures/access.js';
import { TIERS } from './tiers.js';

const key = (secret: string): Credential => ({ kind: 'key', secret });
const ask = async (access: Access, credential: Credential | null) => access.authenticator.authenticate(credential);
const isRefused = async (access: Access, credential: Credential): Promise<boolean> =>
  ask(access, credential).then(
    () => false,
    () => true,
  );

forEachDatabase((name, open) => {
  const opened: Access[] = [];
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterEach(async () => {
    for (const access of opened.splice(0)) await access.close();
  });
  const start = async (clock = createManualClock()): Promise<Access> => {
    const access = await openAccess(store, clock);
    opened.push(access);
    return access;
  };

  describe(`a key over ${name}`, () => {
    it('gives the tier, limits and token cap of its account', async () => {
      const access = await start();
      const { identity, accountId } = await createCustomer(access, { tier: 'pro' });
      expect(identity).toMatchObject({
        accountId,
        tier: 'pro',
        sessionId: null,
        perMinute: 60,
        perMonth: 10_000,
        dailyTokenCap: 250_000,
      });
    });

    it('has the overrides of its account and of the key, in every process', async () => {
      const [access, other] = [await start(), await start()];
      const { id } = await access.accounts.create({ tier: 'pro', perMinute: 7, perMonth: 11 });
      const { secret } = await access.keys.create(id, { dailyTokenCap: 10_000 });
      expect(await ask(other, key(secret))).toMatchObject({ perMinute: 7, perMonth: 11, dailyTokenCap: 10_000 });
      await access.accounts.setOverrides(id, { perMinute: null });
      await access.accounts.setTier(id, 'starter');
      const changed = { tier: 'starter', perMinute: 20, perMonth: 11, dailyTokenCap: 0 };
      expect(await ask(access, key(secret))).toMatchObject(changed);
      await until(async () => (await ask(other, key(secret))).tier === 'starter');
      expect(await ask(other, key(secret))).toMatchObject(changed);
    });

    it('is authenticated synchronously, without the store, when it is cached', async () => {
      const access = await start();
      const { secret } = await createCustomer(access, { tier: 'free' });
      await allHeard(store);
      const identity = await ask(access, key(secret));
      expect(access.authenticator.authenticate(key(secret))).toBe(identity);
    });

    it('is rejected as soon as it is revoked, also in another process that has it cached', async () => {
      const [access, other] = [await start(), await start()];
      const { secret, accountId, identity } = await createCustomer(access, { tier: 'free' });
      await ask(other, key(secret));
      await access.keys.revoke(accountId, identity.keyId ?? '');
      await expect(ask(access, key(secret))).rejects.toMatchObject({ code: 'invalid_key' });
      await until(() => isRefused(other, key(secret)));
    });

    it('is not cached if it was revoked during its lookup', async () => {
      const access = await start();
      const { secret, accountId, identity } = await createCustomer(access, { tier: 'free' });
      let isRead = false;
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slow = createAuthenticator({
        keys: {
          ...store.keys,
          byHash: async (hash) => {
            const row = await store.keys.byHash(hash);
            isRead = true;
            await held;
            return row;
          },
        },
        sessions: store.sessions,
        clock: createManualClock(),
        areDemoKeysAllowed: false,
      });
      const early = slow.authenticate(key(secret));
      await until(() => isRead);
      await access.keys.revoke(accountId, identity.keyId ?? '');
      slow.forget(accountId);
      release();
      await early;
      await expect((async () => slow.authenticate(key(secret)))()).rejects.toMatchObject({ code: 'invalid_key' });
    });

    it('is looked up again after 30 seconds, in case a notification was lost', async () => {
      const clock = createManualClock();
      const access = await start(clock);
      const { secret } = await createCustomer(access, { tier: 'free' });
      await allHeard(store);
      await ask(access, key(secret));
      await store.db
        .updateTable('api_keys')
        .set({ revokedAt: new Date(clock()) })
        .execute();
      clock.advance(29_999);
      expect(await isRefused(access, key(secret))).toBe(false);
      clock.advance(1);
      expect(await isRefused(access, key(secret))).toBe(true);
    });

    it.each([
      ['unknown', `svc_${'a'.repeat(43)}`],
      ['of another service', 'sk_live_1'],
      ['a session', `svcs_${'a'.repeat(43)}`],
      ['endless', `svc_${'a'.repeat(100_000)}`],
      ['no text for a database', 'svc_\u0000'],
    ])('that is %s is invalid', async (_, secret) => {
      const access = await start();
      for (let again = 0; again < 2; again += 1)
        await expect(ask(access, key(secret))).rejects.toMatchObject({ code: 'invalid_key', status: 401 });
    });

    it('that is missing is rejected as missing_key', async () => {
      await expect(ask(await start(), null)).rejects.toMatchObject({ code: 'missing_key' });
    });

    it('has its last use recorded at most once per minute', async () => {
      const clock = createManualClock();
      const access = await start(clock);
      const { secret, accountId } = await createCustomer(access, { tier: 'free' });
      const lastUse = async (atMs: number) => {
        clock.set(NOON + atMs);
        await ask(access, key(secret));
        await access.flush();
        return (await access.keys.list(accountId))[0]?.lastUsedAt?.getTime();
      };
      expect(await lastUse(0)).toBe(NOON);
      expect(await lastUse(59_999)).toBe(NOON);
      expect(await lastUse(60_000)).toBe(NOON + 60_000);
    });
  });

  describe(`a caller authenticated in another process, over ${name}`, () => {
    const recall = async (access: Access, identity: Identity) => access.authenticator.recall(identity);

    it('is recalled with the current state of the key, and rejected once it is revoked', async () => {
      const [access, other] = [await start(), await start()];
      const { identity, accountId } = await createCustomer(access, { tier: 'pro' });
      expect(await recall(other, identity)).toEqual(identity);
      await access.accounts.setTier(accountId, 'free');
      await until(async () => (await recall(other, identity)).tier === 'free');
      await access.keys.revoke(accountId, identity.keyId ?? '');
      await until(() =>
        recall(other, identity).then(
          () => false,
          (error: unknown) => error instanceof ApiError && error.code === 'invalid_key',
        ),
      );
    });

    it('is recalled without the store while it is cached', async () => {
      const access = await start();
      const { identity } = await createCustomer(access, { tier: 'free' });
      await allHeard(store);
      const recalled = await recall(access, identity);
      expect(access.authenticator.recall(identity)).toBe(recalled);
    });
  });

  describe(`a session over ${name}`, () => {
    it('expires on time even if it is cached, also in another process', async () => {
      const clock = createManualClock();
      const access = await start(clock);
      const { accountId } = await createCustomer(access, { tier: 'pro' });
      const session = await access.sessions.create(accountId, 10_000);
      const credential: Credential = { kind: 'session', secret: session.secret };
      expect(await ask(access, credential)).toMatchObject({
        accountId,
        keyId: null,
        sessionId: session.id,
        perMinute: 60,
      });
      const identity = await ask(access, credential);
      expect(await access.authenticator.recall(identity)).toEqual(identity);
      clock.advance(9_999);
      expect(await isRefused(access, credential)).toBe(false);
      clock.advance(1);
      expect(await isRefused(access, credential)).toBe(true);
      await expect((async () => access.authenticator.recall(identity))()).rejects.toMatchObject({
        code: 'invalid_key',
      });
      clock.advance(1);
      expect(await access.sessions.deleteExpired()).toBe(1);
    });

    it('is rejected in every process after signing out', async () => {
      const [access, other] = [await start(), await start()];
      const { accountId } = await createCustomer(access, { tier: 'pro' });
      const session = await access.sessions.create(accountId);
      const credential: Credential = { kind: 'session', secret: session.secret };
      await Promise.all([ask(access, credential), ask(other, credential)]);
      await access.sessions.revoke(accountId, session.id);
      expect(await isRefused(access, credential)).toBe(true);
      await until(() => isRefused(other, credential));
    });
  });

  describe(`demo keys over ${name}`, () => {
    const open = (areDemoKeysAllowed: boolean): Promise<Access> =>
      createAccess({
        store,
        clock: createManualClock(),
        flushEveryMs: null,
        areDemoKeysAllowed,
        onFlushError: (error) => {
          throw error;
        },
      });

    it('exist once per tier, however often the program starts', async () => {
      opened.push(await open(true), await open(true));
      for (const tier of TIERS) {
        const [access] = opened;
        if (access === undefined) throw new Error('Not started.');
        expect(await ask(access, key(DEMO_KEYS[tier]))).toMatchObject({ tier });
        expect(await access.keys.list(`acc_demo_${tier}`)).toHaveLength(1);
      }
    });

    it('are rejected where they are not allowed, even if the database has them', async () => {
      opened.push(await open(true), await open(false));
      expect(await isRefused(opened[1] as Access, key(DEMO_KEYS.institutional))).toBe(true);
    });

    it('open no account where they are not allowed: neither its password, nor its sessions, nor keys made with them', async () => {
      const [home, elsewhere] = [await open(true), await open(false)];
      opened.push(home, elsewhere);
      await home.signIn.setPassword('acc_demo_pro', 'pro@demo.example', 'demo-of-marketgraph');
      const client = { address: null, userAgent: null };
      const { session } = await home.signIn.signIn('pro@demo.example', 'demo-of-marketgraph', client);
      const made = await home.keys.create('acc_demo_pro', {});
      const credentials: readonly Credential[] = [{ kind: 'session', secret: session.secret }, key(made.secret)];
      for (const credential of credentials) {
        expect(await isRefused(home, credential)).toBe(false);
        expect(await isRefused(elsewhere, credential)).toBe(true);
      }
      await expect(elsewhere.signIn.signIn('pro@demo.example', 'demo-of-marketgraph', client)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
    });
  });
});
