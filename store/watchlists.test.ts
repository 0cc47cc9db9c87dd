import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from './open-store.js';
import { forEachDatabase } from './fixtures/databases.js';

const START = Date.UTC(2026, 4, 15, 12);
const at = (ms: number): Date => new Date(START + ms);
const MOST_LISTS = 3;
const MOST_ENTRIES = 5;

forEachDatabase((_, open) => {
  let store: Store;
  let serial = 0;
  const newId = (prefix: string): string => `${prefix}_${String((serial += 1))}`;
  beforeAll(async () => {
    store = await open();
  });

  async function newAccount(): Promise<string> {
    const id = newId('acc');
    await store.accounts.insert({ id, name: null, tier: 'free', perMinute: null, perMonth: null, createdAt: at(0) });
    return id;
  }

  const insert = (accountId: string, symbols: readonly string[] = [], most = MOST_LISTS) =>
    store.watchlists.insert({ id: newId('wl'), accountId, name: 'Tech', createdAt: at(serial) }, symbols, most);

  async function newList(
    symbols: readonly string[],
    accountId?: string,
  ): Promise<{ readonly accountId: string; readonly id: string }> {
    const owner = accountId ?? (await newAccount());
    const inserted = await insert(owner, symbols);
    if (inserted.outcome !== 'inserted') throw new Error(inserted.outcome);
    return { accountId: owner, id: inserted.watchlist.id };
  }

  const symbolsOf = async (id: string) =>
    ((await store.watchlists.entriesOf([id])).get(id) ?? []).map(({ symbol }) => symbol);
  const add = (own: { readonly accountId: string; readonly id: string }, symbols: readonly string[], ms = 1_000) =>
    store.watchlists.add(own, symbols, { most: MOST_ENTRIES, at: at(ms) });

  describe('watchlists', () => {
    it('are listed oldest first, with entries in the order added', async () => {
      const first = await newList(['MSFT', 'AAPL']);
      const second = await newList([], first.accountId);
      await add(first, ['BRK.B']);
      expect((await store.watchlists.ofAccount(first.accountId)).map(({ id, name }) => [id, name])).toEqual([
        [first.id, 'Tech'],
        [second.id, 'Tech'],
      ]);
      const entries = await store.watchlists.entriesOf([first.id, second.id]);
      expect([
        entries.get(first.id)?.map(({ symbol }) => symbol),
        entries.get(first.id)?.[2]?.addedAt,
        entries.get(second.id),
      ]).toEqual([['MSFT', 'AAPL', 'BRK.B'], at(1_000), undefined]);
    });

    it('keep the order of creation within a millisecond', async () => {
      const accountId = await newAccount();
      const names = ['wl_c', 'wl_b', 'wl_a'].map((prefix) => newId(prefix));
      for (const id of names)
        await store.watchlists.insert({ id, accountId, name: 'Tech', createdAt: at(0) }, [], MOST_LISTS);
      expect((await store.watchlists.ofAccount(accountId)).map(({ id }) => id)).toEqual(names);
    });

    it('are limited per account, also under concurrent creation', async () => {
      const accountId = await newAccount();
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => insert(accountId)));
      expect(outcomes.filter(({ outcome }) => outcome === 'inserted')).toHaveLength(MOST_LISTS);
      expect(await store.watchlists.ofAccount(accountId)).toHaveLength(MOST_LISTS);
      expect((await insert(await newAccount())).outcome).toBe('inserted');
      expect((await insert('acc_none')).outcome).toBe('no_account');
    });

    it('add a symbol once, and return the new ones', async () => {
      const own = await newList(['AAPL']);
      expect(await add(own, ['MSFT', 'AAPL', 'MSFT'])).toMatchObject({ outcome: 'added', symbols: ['MSFT'] });
      expect(await symbolsOf(own.id)).toEqual(['AAPL', 'MSFT']);
    });

    it('add all symbols or none, also under concurrent additions', async () => {
      const own = await newList(['A', 'B', 'C']);
      expect((await add(own, ['D', 'E', 'F'])).outcome).toBe('too_many');
      expect(await symbolsOf(own.id)).toEqual(['A', 'B', 'C']);
      const outcomes = await Promise.all(['D', 'E', 'F', 'G'].map((symbol) => add(own, [symbol])));
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['added', 'added', 'too_many', 'too_many']);
      expect(await symbolsOf(own.id)).toHaveLength(MOST_ENTRIES);
    });

    it('remove the given symbols they have, and return them', async () => {
      const own = await newList(['A', 'B', 'C']);
      expect((await store.watchlists.remove(own, ['C', 'A', 'X']))?.symbols.toSorted()).toEqual(['A', 'C']);
      expect(await symbolsOf(own.id)).toEqual(['B']);
    });

    it('can be read, changed and deleted only by their own account', async () => {
      const own = await newList(['A']);
      const other = { accountId: await newAccount(), id: own.id };
      expect([
        await store.watchlists.get(other),
        await store.watchlists.update(other, { name: 'Mine' }),
        (await add(other, ['B'])).outcome,
        await store.watchlists.remove(other, ['A']),
        await store.watchlists.delete(other),
        await store.watchlists.ofAccount(other.accountId),
      ]).toEqual([undefined, undefined, 'not_found', undefined, false, []]);
      expect([await store.watchlists.get(own), await symbolsOf(own.id)]).toMatchObject([{ name: 'Tech' }, ['A']]);
      expect([
        (await store.watchlists.update(own, { name: 'Renamed' }))?.watchlist,
        await store.watchlists.delete(own),
        await store.watchlists.delete(own),
        await symbolsOf(own.id),
      ]).toMatchObject([{ name: 'Renamed' }, true, false, []]);
    });

    it('are reordered: the named symbols first, the others after them, with their dates', async () => {
      const own = await newList(['A', 'B', 'C', 'D']);
      await add(own, ['E']);
      expect(await store.watchlists.update(own, { symbols: ['D', 'B'] })).toMatchObject({
        watchlist: { name: 'Tech' },
        unknown: [],
      });
      expect(await symbolsOf(own.id)).toEqual(['D', 'B', 'A', 'C', 'E']);
      expect((await store.watchlists.entriesOf([own.id])).get(own.id)?.[4]?.addedAt).toEqual(at(1_000));
    });

    it('change neither order nor name if a symbol is not on the list', async () => {
      const own = await newList(['A', 'B']);
      expect(await store.watchlists.update(own, { name: 'Renamed', symbols: ['B', 'X'] })).toMatchObject({
        unknown: ['X'],
      });
      expect([await store.watchlists.get(own), await symbolsOf(own.id)]).toMatchObject([{ name: 'Tech' }, ['A', 'B']]);
    });

    it('are deleted with their account', async () => {
      const own = await newList(['GONE']);
      await store.db.deleteFrom('accounts').where('id', '=', own.accountId).execute();
      expect([
        await store.watchlists.ofAccount(own.accountId),
        await symbolsOf(own.id),
        await store.watchlists.holdersOf(['GONE']),
      ]).toEqual([[], [], new Map()]);
    });
  });

  it('the holders of a symbol are the accounts that have it in a list, each once', async () => {
    const one = await newList(['HELD', 'ONLY1']);
    await newList(['HELD'], one.accountId);
    const two = await newList(['HELD']);
    const holders = await store.watchlists.holdersOf(['HELD', 'ONLY1', 'NOBODY']);
    expect([...holders].map(([symbol, ids]) => [symbol, ids.toSorted()]).sort()).toEqual([
      ['HELD', [one.accountId, two.accountId].sort()],
      ['ONLY1', [one.accountId]],
    ]);
    expect(await store.watchlists.holdersOf([])).toEqual(new Map());
  });
});
