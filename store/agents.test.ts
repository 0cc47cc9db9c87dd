import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentCadence, AgentsRepository, NewAgent } from './agents.js';
import { forEachDatabase } from './fixtures/databases.js';
import type { Store } from './open-store.js';

const AT = new Date('2026-05-15T12:00:00.000Z');

forEachDatabase((_kind, open) =>
  describe('agents', () => {
    let store: Store;
    let agents: AgentsRepository;
    let count = 0;

    beforeAll(async () => {
      store = await open();
      ({ agents } = store);
    });
    afterAll(() => store.close());

    const newAccount = async (): Promise<string> => {
      const id = `acc_${String((count += 1))}`;
      await store.accounts.insert({ id, name: null, tier: 'pro', perMinute: null, perMonth: null, createdAt: AT });
      return id;
    };
    const newAgent = (accountId: string, changes: Partial<NewAgent> = {}): NewAgent => ({
      id: `agt_${String((count += 1))}`,
      accountId,
      name: 'an agent',
      mode: 'digest',
      taskPrompt: 'What is new?',
      context: null,
      tickers: ['AAPL'],
      watched: ['AAPL'],
      cadence: 'close' satisfies AgentCadence,
      enabled: true,
      webhookUrl: null,
      webhookSecret: null,
      webhookSecretLast4: null,
      keyId: null,
      createdAt: AT,
      updatedAt: AT,
      scheduledSince: AT,
      nextRunAt: null,
      lastRunAt: null,
      ...changes,
    });
    const insert = async (agent: NewAgent) => {
      const inserted = await agents.insert(agent, 50);
      if (inserted.outcome !== 'inserted') throw new Error(inserted.outcome);
      return inserted.agent;
    };

    it('are never more than the account may have, also when many are created at once', async () => {
      const accountId = await newAccount();
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => agents.insert(newAgent(accountId), 10)));
      expect(outcomes.filter(({ outcome }) => outcome === 'inserted')).toHaveLength(10);
      expect(outcomes.filter(({ outcome }) => outcome === 'too_many')).toHaveLength(20);
      expect(await agents.ofAccount(accountId)).toHaveLength(10);
      expect(await agents.insert(newAgent('acc_none'), 10)).toEqual({ outcome: 'no_account' });
    });

    it('are listed oldest first, and their rank tells how many are older', async () => {
      const accountId = await newAccount();
      const created = [];
      for (let index = 0; index < 3; index += 1) created.push(await insert(newAgent(accountId)));
      expect((await agents.ofAccount(accountId)).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
      expect(await Promise.all(created.map((agent) => agents.rank(agent)))).toEqual([0, 1, 2]);
      await agents.delete({ accountId, id: created[0]?.id ?? '' });
      expect(await Promise.all(created.slice(1).map((agent) => agents.rank(agent)))).toEqual([0, 1]);
    });

    it('of one account are not found, changed or deleted by another one', async () => {
      const [accountId, other] = [await newAccount(), await newAccount()];
      const { id } = await insert(newAgent(accountId));
      const foreign = { accountId: other, id };
      expect(await agents.get(foreign)).toBeUndefined();
      expect(await agents.update(foreign, 1, { name: 'mine' }, AT)).toBeUndefined();
      expect(await agents.delete(foreign)).toBe(false);
      expect(await agents.get({ accountId, id })).toMatchObject({ name: 'an agent', revision: 1 });
    });

    it('are changed only if nobody has changed them meanwhile', async () => {
      const accountId = await newAccount();
      const { id } = await insert(newAgent(accountId));
      const own = { accountId, id };
      const changes = await Promise.all(
        ['one', 'other'].map((name) => agents.update(own, 1, { name }, new Date(AT.getTime() + 1))),
      );
      expect(changes.filter((agent) => agent !== undefined)).toHaveLength(1);
      expect(await agents.update(own, 2, { enabled: false }, AT)).toMatchObject({ revision: 3, enabled: false });
    });

    it('hold the tickers that they watch while they are enabled', async () => {
      const [one, other] = [await newAccount(), await newAccount()];
      await insert(newAgent(one, { watched: ['XAAA', 'XBBB'] }));
      await insert(newAgent(one, { watched: ['XAAA'] }));
      await insert(newAgent(other, { watched: ['XAAA'] }));
      await insert(newAgent(other, { watched: ['XCCC'], enabled: false }));
      expect(await agents.holdersOf(['XAAA', 'XBBB', 'XCCC', 'XDDD'])).toEqual(
        new Map([
          ['XAAA', [one, other].sort()],
          ['XBBB', [one]],
        ]),
      );
      expect(await agents.holdersOf([])).toEqual(new Map());
    });

    it('end with their account', async () => {
      const accountId = await newAccount();
      const { id } = await insert(newAgent(accountId));
      await store.db.deleteFrom('accounts').where('id', '=', accountId).execute();
      expect(await agents.byIds([id])).toEqual(new Map());
    });
  }),
);
