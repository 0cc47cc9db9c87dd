import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { forEachDatabase } from '../store/fixtures/databases.js';
import type { Store } from '../store/open-store.js';
import { openSealingKey } from './sealing-key.js';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const folder = await mkdtemp(path.join(os.tmpdir(), 'sealing-'));
afterAll(() => rm(folder, { recursive: true }));

forEachDatabase((kind, open) =>
  describe('the key of secrets', () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });

    it('is checked against the database, and replaced while the old one still reads', async () => {
      const withKeys = (...secretKeys: readonly Buffer[]) => openSealingKey({ secretKeys, dataDir: folder }, store);
      await withKeys(NEW).check();
      await store.accounts.insert({
        id: 'acc_1',
        tier: 'pro',
        name: null,
        perMinute: null,
        perMonth: null,
        createdAt: new Date(),
      });
      const secret = (await withKeys(OLD).sealer()).seal('whsec_1', 'we_1');
      const endpoint = {
        id: 'we_1',
        accountId: 'acc_1',
        url: 'https://a.example/',
        events: ['signal.flip'],
        secretLast4: 'ec_1',
        createdAt: new Date(),
      };
      await store.webhooks.insert({ ...endpoint, secret }, 5);
      const openedWith = async (...keys: readonly Buffer[]): Promise<string> => {
        const row = await store.webhooks.get('acc_1', 'we_1');
        return (await withKeys(...keys).sealer()).open(row?.secret ?? Buffer.alloc(0), 'we_1');
      };

      await withKeys(OLD).check();
      await expect(withKeys(NEW).check()).rejects.toThrow(/encrypted with another key: set SVC_SECRET_KEY/);
      await expect(openSealingKey({ secretKeys: undefined, dataDir: folder }, store).check()).rejects.toThrow(
        /another key/,
      );
      expect(existsSync(path.join(folder, 'secret.key'))).toBe(false);
      await withKeys(NEW, OLD).check();
      expect(await openedWith(NEW, OLD)).toBe('whsec_1');

      await expect(withKeys(NEW, Buffer.alloc(32, 3)).rotate()).rejects.toThrow(
        /The secret of we_1 was encrypted with a key that is not known/,
      );
      expect(await openedWith(OLD)).toBe('whsec_1');
      expect([await withKeys(NEW, OLD).rotate(), await withKeys(NEW, OLD).rotate()]).toEqual([1, 0]);
      await withKeys(NEW).check();
      expect(await openedWith(NEW)).toBe('whsec_1');
      await expect(withKeys(OLD).check()).rejects.toThrow(/another key/);
    });

    it(`is claimed at the start ${kind === 'postgres' ? 'before anything is encrypted' : 'by no one process of its own'}`, async () => {
      await store.db.deleteFrom('webhook_endpoints').execute();
      await store.db.deleteFrom('settings').where('name', '=', 'sealing_key_fingerprint').execute();
      const withKey = (key: Buffer) => openSealingKey({ secretKeys: [key], dataDir: folder }, store);
      await withKey(OLD).claim();
      if (kind === 'embedded') return expect(withKey(NEW).claim()).resolves.toBeUndefined();
      await withKey(OLD).claim();
      await expect(withKey(NEW).claim()).rejects.toThrow(/encrypted with another key: .+ secrets rotate-key takes/);
      await withKey(NEW).rotate();
      await withKey(NEW).claim();
    });

    it(`in a file is ${kind === 'embedded' ? 'replaced' : 'not replaced, since other processes may use it'}`, async () => {
      await store.db.deleteFrom('webhook_endpoints').execute();
      await store.db.deleteFrom('settings').where('name', '=', 'sealing_key_fingerprint').execute();
      const dataDir = await mkdtemp(path.join(folder, 'file-'));
      const key = openSealingKey({ secretKeys: undefined, dataDir }, store);
      const before = await key.sealer();
      if (kind === 'postgres') return expect(key.rotate()).rejects.toThrow(/set SVC_SECRET_KEY to a new key/);
      expect(await key.rotate()).toBe(0);
      expect((await key.sealer()).fingerprint).not.toBe(before.fingerprint);
      await key.check();
    });
  }),
);
