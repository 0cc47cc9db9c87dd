import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Store } from './open-store.js';
import type { NewPrivateCompany } from './private-companies.js';
import { allHeard, forEachDatabase } from './fixtures/databases.js';
import { madeUpBars } from './fixtures/series.js';
import { REPOSITORY as SECURITIES } from './securities.js';

const company = (slug: string, name: string, sector: string, tagline: string | null = null): NewPrivateCompany => ({
  slug,
  name,
  sector,
  tagline,
  founded: 2015,
  hq: 'Oslo',
  employees: 10,
  source: 'simulated',
});

forEachDatabase((_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('securities', () => {
    it('migrates kinds that imports assumed to unknown, and no others', async () => {
      const before = [
        { symbol: 'ASSUMED', name: 'ASSUMED', kind: 'equity', source: 'files' },
        { symbol: 'NAMED', name: 'Named Inc.', kind: 'equity', source: 'files' },
        { symbol: 'FUND', name: 'FUND', kind: 'etf', source: 'files' },
        { symbol: 'DEMO', name: 'DEMO', kind: 'equity', source: 'simulated' },
      ] as const;
      await store.securities.upsert(store.db, before);
      for (const statement of SECURITIES.migrations['0010-unknown-kind']) await sql.raw(statement).execute(store.db);
      const after = await store.securities.within(
        store.db,
        before.map(({ symbol }) => symbol),
      );
      expect(before.map(({ symbol }) => after.get(symbol)?.kind)).toEqual(['unknown', 'equity', 'etf', 'equity']);
    });

    it('reads the newest session once, until bars change', async () => {
      const day = (await store.securities.lastDay()) ?? 20_000;
      await store.db.transaction().execute((tx) => store.bars.replace(tx, 'NEWEST', madeUpBars(day + 30, 5), 'files'));
      const last = (await store.securities.within(store.db, ['NEWEST'])).get('NEWEST')?.lastDay;
      await allHeard(store);
      expect(await store.securities.lastDay()).toBe(last);
      expect(store.securities.lastDay()).toBe(store.securities.lastDay());
    });

    it('take the newest session of the market from those of known kind, where there are any', async () => {
      const put = (symbol: string, first: number): Promise<unknown> =>
        store.db.transaction().execute((tx) => store.bars.replace(tx, symbol, madeUpBars(first, 5), 'files'));
      const lastOf = async (symbol: string): Promise<number | null | undefined> =>
        (await store.securities.within(store.db, [symbol])).get(symbol)?.lastDay;
      await put('KNOWN', 20_100);
      await put('LATER', 20_400);
      await store.securities.upsert(store.db, [
        { symbol: 'KNOWN', name: 'Known Inc.', kind: 'equity', source: 'files' },
      ]);
      await allHeard(store);
      expect(await store.securities.lastDay()).toBe(await lastOf('KNOWN'));
      await store.securities.upsert(store.db, [{ symbol: 'LATER', name: 'Later Fund', kind: 'etf', source: 'files' }]);
      await allHeard(store);
      expect(await store.securities.lastDay()).toBe(await lastOf('LATER'));
    });

    it('are created, renamed and found by symbol, without unknown ones', async () => {
      await store.securities.upsert(store.db, [{ symbol: 'AAA', name: 'Old', kind: 'equity', source: 'files' }]);
      expect((await store.securities.bySymbols(['AAA'])).get('AAA')?.name).toBe('Old');
      await store.securities.upsert(store.db, [
        { symbol: 'AAA', name: 'New', kind: 'etf', source: 'other', sector: 'Energy' },
      ]);
      const found = await store.securities.bySymbols(['AAA', 'ZZZ']);
      expect([...found.keys()]).toEqual(['AAA']);
      expect(found.get('AAA')).toMatchObject({
        name: 'New',
        kind: 'etf',
        sector: 'Energy',
        source: 'files',
        currency: 'USD',
        version: 1,
      });
    });

    it('are loaded by the thousand in one query, then from the cache', async () => {
      const symbols = Array.from({ length: 5000 }, (_, index) => `S${String(index)}`);
      await store.securities.upsert(
        store.db,
        symbols.map((symbol) => ({ symbol, name: symbol, kind: 'equity', source: 'files' })),
      );
      await allHeard(store);
      let queries = 0;
      store.pool.on('acquire', () => (queries += 1));
      expect((await store.securities.bySymbols(symbols)).size).toBe(5000);
      expect((await store.securities.bySymbols(symbols)).size).toBe(5000);
      expect(queries).toBe(1);
    });

    it('are searched by page with the total, in one query', async () => {
      await store.securities.upsert(
        store.db,
        ['Q.A', 'QA', 'QB'].map((symbol) => ({
          symbol,
          name: `100% ${symbol}`,
          kind: 'index',
          source: 'files',
          sector: 'Odd',
        })),
      );
      await allHeard(store);
      let queries = 0;
      const count = (): number => (queries += 1);
      store.pool.on('acquire', count);
      const search = {
        kind: 'index',
        sectors: ['even', 'odd'],
        q: '0% q',
        limit: 2,
        orderBy: 'symbol',
        isDescending: false,
      } as const;
      const { rows, ...first } = await store.securities.search(search);
      store.pool.off('acquire', count);
      expect(queries).toBe(1);
      expect({ symbols: rows.map(({ symbol }) => symbol), ...first }).toEqual({
        symbols: ['Q.A', 'QA'],
        hasNext: true,
        total: 3,
      });
      const second = await store.securities.search({ ...search, after: { value: 'QA', symbol: 'QA' } });
      expect(second).toMatchObject({ rows: [{ symbol: 'QB' }], hasNext: false, total: 3 });
      expect(await store.securities.search({ ...search, after: { value: 'QB', symbol: 'QB' } })).toEqual({
        rows: [],
        hasNext: false,
        total: 3,
      });
    });

    it.each([
      ['symbol', false],
      ['symbol', true],
      ['name', false],
      ['name', true],
    ] as const)('are sorted by %s, descending: %s, the same page by page', async (orderBy, isDescending) => {
      const named = [
        ['O.A', 'delta'],
        ['O.B', 'Alpha'],
        ['O.C', 'alpha'],
        ['O.D', 'Beta'],
        ['O.E', 'ALPHA'],
      ] as const;
      await store.securities.upsert(
        store.db,
        named.map(([symbol, name]) => ({ symbol, name, kind: 'index', source: 'files', sector: 'Ordered' })),
      );
      const keyOf = ([symbol, name]: readonly [string, string]): string =>
        orderBy === 'name' ? `${name.toLowerCase()} ${symbol}` : symbol;
      const wanted = [...named]
        .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1) * (isDescending ? -1 : 1))
        .map(([symbol]) => symbol);
      const seen: string[] = [];
      let after: { readonly value: string; readonly symbol: string } | undefined;
      for (let isMore = true; isMore;) {
        const page = await store.securities.search({ sectors: ['ordered'], limit: 2, orderBy, isDescending, after });
        seen.push(...page.rows.map(({ symbol }) => symbol));
        const last = page.rows.at(-1);
        if (last !== undefined) after = { value: last[orderBy], symbol: last.symbol };
        isMore = page.hasNext;
      }
      expect(seen).toEqual(wanted);
    });

    it('are listed by symbol, page by page, each once', async () => {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.securities.list({ after, limit: 700 });
        seen.push(...page.securities.map(({ symbol }) => symbol));
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);
      expect(seen).toHaveLength(await store.securities.count());
      expect(seen).toEqual([...new Set(seen)].sort());
    });
  });

  it('settings store any JSON value; the last one wins', async () => {
    expect(await store.settings.get('nothing')).toBeUndefined();
    for (const value of ['text', [1, null], { deep: { at: 3.5 } }, false]) {
      await store.settings.set('any', value);
      expect(await store.settings.get('any')).toEqual(value);
    }
  });

  it('an import record exists only together with its rows', async () => {
    const record = { id: 'imp_1', kind: 'bars', source: 'files', subject: 'AAA.csv', rows: 10, refused: 1 };
    const undone = store.db.transaction().execute(async (tx) => {
      await store.imports.record(tx, record);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect((await store.imports.byIds(['imp_1'])).size).toBe(0);
    await store.db.transaction().execute((tx) => store.imports.record(tx, record));
    expect((await store.imports.byIds(['imp_1', 'imp_2'])).get('imp_1')).toMatchObject(record);
    expect(await store.imports.recent(5)).toHaveLength(1);
  });

  describe('private companies', () => {
    beforeAll(() =>
      store.privateCompanies.upsert(store.db, [
        company('alpha-1', 'Alpha 100%', 'AI', 'Models_for all'),
        company('beta', 'Beta \\ Co', 'AI'),
        company('gamma', 'Gamma', 'Space', 'alpha of the sky'),
      ]),
    );

    it('are found by slug and updated in place', async () => {
      await store.privateCompanies.upsert(store.db, [company('gamma', 'Gamma Two', 'Space', 'alpha of the sky')]);
      const found = await store.privateCompanies.bySlugs(['gamma', 'none']);
      expect([...found.values()].map(({ name }) => name)).toEqual(['Gamma Two']);
    });

    it.each([
      [{ sector: 'ai', limit: 9 }, ['alpha-1', 'beta'], 2],
      [{ sector: 'A%', limit: 9 }, [], 0],
      [{ limit: 1, after: { name: 'Beta \\ Co', slug: 'beta' } }, ['gamma'], 3],
    ])('are listed by name, %j', async (query, slugs, total) => {
      const page = await store.privateCompanies.list(query);
      expect(page.rows.map(({ slug }) => slug)).toEqual(slugs);
      expect(page.total).toBe(total);
    });
  });
});
