import { beforeAll, expect, it, jest } from '@jest/globals';
import type { Store } from './open-store.js';
import { forEachDatabase } from './fixtures/databases.js';
import type { UseRequest, UseVerdict } from './vault-admission.js';
import type { VaultItem } from './vault-item.js';

const AT = Date.UTC(2026, 0, 2, 12);
const MINUTE_MS = 60_000;

forEachDatabase((_kind, open) => {
  let store: Store;
  let uses = 0;
  beforeAll(async () => {
    store = await open();
  });

  async function newAccount(): Promise<string> {
    const id = `acc_${(uses += 1)}`;
    await store.db
      .insertInto('accounts')
      .values({ id, name: null, tier: 'free', perMinute: null, perMonth: null, createdAt: new Date(AT) })
      .execute();
    return id;
  }

  async function newItem(accountId: string, approvedUntil: Date | null | undefined): Promise<string> {
    const id = `vi_${(uses += 1)}`;
    const created = { createdAt: new Date(AT), updatedAt: new Date(AT) };
    const use: VaultItem['use'] = { name: null, login: null };
    await store.db
      .insertInto('vault_items')
      .values({
        id,
        accountId,
        name: id,
        kind: 'bearer',
        allowedHosts: ['api.example.com'],
        isWriteAllowed: false,
        isApprovalRequired: approvedUntil !== undefined,
        isShared: true,
        use: JSON.stringify(use),
        secret: Buffer.from('sealed'),
        sealedWith: 'key',
        signIn: null,
        approvedUntil: approvedUntil ?? null,
        ...created,
      })
      .execute();
    return id;
  }

  const admit = (accountId: string, itemId: string, more: Partial<UseRequest> = {}): Promise<UseVerdict> =>
    store.vault.admit({
      id: `vu_${(uses += 1)}`,
      accountId,
      itemId,
      keyId: null,
      sessionId: null,
      action: 'request',
      method: 'GET',
      host: 'api.example.com',
      path: '/',
      at: new Date(AT),
      perHour: 10,
      refusalOf: () => null,
      ...more,
    });
  const outcomes = (verdicts: readonly UseVerdict[], outcome: UseVerdict['outcome']): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const recorded = (accountId: string) =>
    store.db
      .selectFrom('vault_uses')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('place')
      .orderBy('seq')
      .execute();

  it('admits as many of 40 uses at once as the hourly cap allows, records all, and numbers the admitted ones without gaps', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, undefined);
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => admit(accountId, itemId)));
    expect([outcomes(verdicts, 'admitted'), outcomes(verdicts, 'vault_rate_limited')]).toEqual([10, 30]);
    const rows = await recorded(accountId);
    expect(rows.flatMap(({ place }) => place ?? [])).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect([rows.length, rows.filter(({ isCounted }) => isCounted).length]).toEqual([40, 10]);
  });

  it('admits the next use an hour after the one that fills the cap, and says when', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, undefined);
    for (let i = 0; i < 10; i++)
      expect(await admit(accountId, itemId, { at: new Date(AT + i * MINUTE_MS) })).toMatchObject({
        outcome: 'admitted',
      });
    expect(await admit(accountId, itemId, { at: new Date(AT + 59 * MINUTE_MS) })).toEqual({
      outcome: 'vault_rate_limited',
      retryAt: new Date(AT + 60 * MINUTE_MS),
    });
    expect(await admit(accountId, itemId, { at: new Date(AT + 60 * MINUTE_MS) })).toMatchObject({
      outcome: 'admitted',
    });
    expect(await admit(accountId, itemId, { at: new Date(AT + 60 * MINUTE_MS) })).toMatchObject({
      outcome: 'vault_rate_limited',
      retryAt: new Date(AT + 61 * MINUTE_MS),
    });
  });

  it('admits one of 12 uses at once by an approval, beside others of the account', async () => {
    const accountId = await newAccount();
    const approved = await newItem(accountId, new Date(AT + MINUTE_MS));
    const free = await newItem(accountId, undefined);
    const [ofApproved, ofFree] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => admit(accountId, approved, { perHour: 100 }))),
      Promise.all(Array.from({ length: 12 }, () => admit(accountId, free, { perHour: 100 }))),
    ]);
    expect([
      outcomes(ofApproved, 'admitted'),
      outcomes(ofApproved, 'approval_required'),
      outcomes(ofFree, 'admitted'),
    ]).toEqual([1, 11, 12]);
    expect((await recorded(accountId)).flatMap(({ place }) => place ?? [])).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
  });

  it('keeps an approval that a refused use did not need, and admits nothing under a cap of 0', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, new Date(AT + MINUTE_MS));
    expect(await admit(accountId, itemId, { refusalOf: () => 'host_not_allowed' })).toEqual({
      outcome: 'host_not_allowed',
    });
    expect(await admit(accountId, itemId, { perHour: 0 })).toMatchObject({ outcome: 'vault_rate_limited' });
    expect(await admit(accountId, itemId)).toMatchObject({ outcome: 'admitted' });
    expect(await admit(accountId, itemId)).toEqual({ outcome: 'approval_required' });
    expect(await admit(accountId, 'vi_unknown')).toEqual({ outcome: 'not_found' });
  });

  it('admits an unchanged item again with one statement that each connection plans once', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, undefined);
    await admit(accountId, itemId);
    const client = await store.pool.connect();
    const query = jest.spyOn(client, 'query');
    client.release();
    const verdict = await admit(accountId, itemId);
    expect(verdict).toMatchObject({ outcome: 'admitted', item: { id: itemId, secret: Buffer.from('sealed') } });
    expect(query.mock.calls.map(([statement]) => statement)).toEqual([
      expect.objectContaining({ name: expect.stringMatching(/^planned_once_\d+$/) }),
    ]);
    query.mockRestore();
  });

  it('judges a known item as it is now once its owner changed it, locked the vault or deleted it', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, undefined);
    const hosts: UseRequest['refusalOf'] = ({ allowedHosts }) =>
      allowedHosts.includes('api.example.com') ? null : 'host_not_allowed';
    const again = (): Promise<UseVerdict> => admit(accountId, itemId, { refusalOf: hosts, perHour: 100 });
    expect(await again()).toMatchObject({ outcome: 'admitted' });
    await store.vault.setState(accountId, { isStrict: true, unlockedUntil: new Date(AT) });
    expect(await again()).toEqual({ outcome: 'vault_locked' });
    await store.vault.setState(accountId, { isStrict: true, unlockedUntil: new Date(AT + 1) });
    expect(await again()).toMatchObject({ outcome: 'admitted' });
    await store.vault.update(accountId, itemId, { allowedHosts: ['other.example.com'] }, new Date(AT));
    expect(await again()).toEqual({ outcome: 'host_not_allowed' });
    await store.vault.update(accountId, itemId, { allowedHosts: ['api.example.com'], isShared: false }, new Date(AT));
    expect(await again()).toEqual({ outcome: 'not_found' });
    await store.vault.update(accountId, itemId, { isShared: true }, new Date(AT));
    await store.vault.reseal('another', () => ({ secret: Buffer.from('anew'), signIn: null }));
    expect(await again()).toMatchObject({
      outcome: 'admitted',
      item: { secret: Buffer.from('anew'), sealedWith: 'another' },
    });
    await store.vault.update(accountId, itemId, { isApprovalRequired: true }, new Date(AT));
    expect(await again()).toEqual({ outcome: 'approval_required' });
    await store.vault.delete(accountId, itemId);
    expect(await again()).toEqual({ outcome: 'not_found' });
    expect((await recorded(accountId)).map(({ place, outcome }) => [place, outcome])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      ...['vault_locked', 'host_not_allowed', 'not_found', 'approval_required', 'not_found'].map((outcome) => [
        null,
        outcome,
      ]),
    ]);
  });

  it('counts uses of a known item towards the hour, and none under a cap of 0', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, undefined);
    for (let i = 0; i < 3; i++)
      expect(await admit(accountId, itemId, { perHour: 3, at: new Date(AT + i * MINUTE_MS) })).toMatchObject({
        outcome: 'admitted',
      });
    expect(await admit(accountId, itemId, { perHour: 3 })).toEqual({
      outcome: 'vault_rate_limited',
      retryAt: new Date(AT + 60 * MINUTE_MS),
    });
    expect(await admit(accountId, itemId, { perHour: 0 })).toMatchObject({ outcome: 'vault_rate_limited' });
    expect(await admit(accountId, itemId, { perHour: 3, at: new Date(AT + 60 * MINUTE_MS) })).toMatchObject({
      outcome: 'admitted',
    });
  });

  it('records how several uses ended, with one statement', async () => {
    const accountId = await newAccount();
    const itemId = await newItem(accountId, undefined);
    for (const id of ['vu_one', 'vu_other', 'vu_open']) await admit(accountId, itemId, { id });
    await store.vaultUses.end(
      new Map([
        ['vu_one', { outcome: 'succeeded', httpStatus: 204, durationMs: 7 }],
        ['vu_other', { outcome: 'upstream_failed', httpStatus: null, durationMs: 9 }],
      ]),
    );
    expect(
      (await recorded(accountId)).map(({ id, outcome, httpStatus, durationMs }) => [
        id,
        outcome,
        httpStatus,
        durationMs,
      ]),
    ).toEqual([
      ['vu_one', 'succeeded', 204, 7],
      ['vu_other', 'upstream_failed', null, 9],
      ['vu_open', null, null, null],
    ]);
  });
});
