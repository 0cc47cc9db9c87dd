import { beforeEach, describe, expect, it } from '@jest/globals';
import { allHeard } from '../../store/fixtures/databases.js';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('free', { perMinute: 1000 });
const { store } = server.runtime;

const PAGE = `query ($first: Int, $after: String, $filter: SecurityFilter, $orderBy: SecurityOrder) {
  securities(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { ticker kind sector name } } nodes { ticker }
  }
}`;

interface Page {
  readonly totalCount: number;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly edges: readonly {
    readonly cursor: string;
    readonly node: {
      readonly ticker: string;
      readonly kind: string;
      readonly sector: string | null;
      readonly name: string;
    };
  }[];
  readonly nodes: readonly { readonly ticker: string }[];
}

const ask = async (variables: object): Promise<Page> =>
  read(await server.graphql(key, PAGE, variables), 'data', 'securities') as Page;
const all = async (variables: object): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  let after: string | null = null;
  do {
    const page: Page = await ask({ ...variables, after });
    pages.push(page);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return pages;
};
const tickersOf = (pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ edges }) => edges.map(({ node }) => node.ticker));

beforeEach(() => server.nextMinute());

describe('securities', () => {
  it.each([1, 7, 100])('pages through every security once, in order, by %d', async (first) => {
    const limit = first === 1 ? { first, filter: { search: 'am' } } : { first };
    const pages = await all(limit);
    const tickers = tickersOf(pages);
    expect(tickers).toEqual([...new Set(tickers)].sort());
    expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(new Set([tickers.length]));
    expect(tickers.length).toBeGreaterThan(1);
    if (first !== 1) expect(tickers).toHaveLength(await store.securities.count());
    expect(pages.map(({ pageInfo }) => pageInfo.hasPreviousPage)).toEqual(pages.map((_page, index) => index > 0));
    for (const { edges, nodes, pageInfo } of pages) {
      expect([edges[0]?.cursor, edges.at(-1)?.cursor]).toEqual([pageInfo.startCursor, pageInfo.endCursor]);
      expect(nodes.map(({ ticker }) => ticker)).toEqual(edges.map(({ node }) => node.ticker));
    }
  });

  it.each([
    ['TICKER', 'DESC', 7],
    ['NAME', 'ASC', 7],
    ['NAME', 'DESC', 5],
  ] as const)('pages in the order of %s %s, each security once', async (field, direction, first) => {
    const pages = await all({ first, orderBy: { field, direction } });
    const nodes = pages.flatMap(({ edges }) => edges.map(({ node }) => node));
    const wordOf = ({ name, ticker }: (typeof nodes)[number]): string =>
      field === 'NAME' ? name.toLowerCase() : ticker;
    const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
    const sign = direction === 'ASC' ? 1 : -1;
    const sorted = [...nodes].sort(
      (one, other) => sign * (compare(wordOf(one), wordOf(other)) || compare(one.ticker, other.ticker)),
    );
    expect(nodes.map(wordOf)).toEqual(sorted.map(wordOf));
    expect(new Set(nodes.map(({ ticker }) => ticker)).size).toBe(await store.securities.count());
  });

  it('filters by kind, sector in any case, and part of ticker or name, the total included', async () => {
    const [everything] = await all({ first: 100 });
    const nodes = everything?.edges.map(({ node }) => node) ?? [];
    const expected = (isWanted: (node: (typeof nodes)[number]) => boolean) =>
      nodes.filter(isWanted).map(({ ticker }) => ticker);
    const found = async (filter: object) => {
      const { edges, totalCount } = await ask({ first: 100, filter });
      expect(totalCount).toBe(edges.length);
      return edges.map(({ node }) => node.ticker);
    };
    const sector = nodes.find((node) => node.sector !== null)?.sector ?? '';
    expect(await found({ kind: 'ETF' })).toEqual(expected(({ kind }) => kind === 'ETF'));
    expect(await found({ sector: sector.toUpperCase() })).toEqual(expected((node) => node.sector === sector));
    expect(await found({ search: 'INC' })).toEqual(
      expected(({ ticker, name }) => /inc/i.test(ticker) || /inc/i.test(name)),
    );
    expect(await found({ search: '%' })).toEqual(expected(({ name }) => name.includes('%')));
    expect(await found({ kind: 'EQUITY', sector, search: 'a' })).toEqual(
      expected((node) => node.kind === 'EQUITY' && node.sector === sector && /a/i.test(node.ticker + node.name)),
    );
  });

  it('finds securities by a ticker or a name that is nearly right, of those that match the other conditions', async () => {
    const near = async (text: string, filter = {}) =>
      (await ask({ first: 100, filter: { ...filter, near: text } })).nodes.map(({ ticker }) => ticker);
    expect(await near('nvdia')).toContain('NVDA');
    expect(await near('Mircosoft corp')).toEqual(['MSFT']);
    expect(await near('mircosoft', { kind: 'ETF' })).toEqual([]);
    expect(await near('mircosoft', { search: 'apple' })).toEqual([]);
    expect(await near('zzzzqqqq')).toEqual([]);
    expect(await near(' ')).toHaveLength((await ask({ first: 100 })).nodes.length);
    expect((await near('corp')).length).toBeLessThanOrEqual(20);
  });

  it('finds a security nearly spelled as soon as it is stored', async () => {
    const near = () => ask({ filter: { near: 'quilworthy', isStale: null } });
    expect((await near()).totalCount).toBe(0);
    const stored = { symbol: 'QUIL', name: 'Quillworthy Mills', kind: 'equity', source: 'test' } as const;
    await store.db.transaction().execute((tx) => store.securities.upsert(tx, [stored]));
    await allHeard(store);
    expect((await near()).nodes).toEqual([{ ticker: 'QUIL' }]);
  });

  it('answers an empty page with the total where nothing is left, or nothing matches', async () => {
    const filter = { search: 'A' };
    const { totalCount, pageInfo } = await ask({ first: 100, filter });
    const empty = {
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
      edges: [],
      nodes: [],
    };
    expect(await ask({ first: 100, filter, after: pageInfo.endCursor })).toEqual({ totalCount, ...empty });
    expect(await ask({ filter: { search: 'nobody is called this' } })).toEqual({
      totalCount: 0,
      ...empty,
      pageInfo: { ...empty.pageInfo, hasPreviousPage: false },
    });
  });

  it.each<[object, string, readonly string[]]>([
    [{ first: 0 }, 'first', ['first']],
    [{ first: 101 }, 'first', ['first']],
    [{ after: 'AAPL' }, 'after', ['after']],
    [{ after: '' }, 'after', ['after']],
    [{ after: 'MTo' }, 'after', ['after']],
    [{ after: 'MTpBQVBM=' }, 'after', ['after']],
    [{ filter: { search: 'x'.repeat(81) } }, 'filter.search', ['filter', 'search']],
    [{ filter: { near: 'x'.repeat(81) } }, 'filter.near', ['filter', 'near']],
  ])('refuses %j', async (variables, param, path) => {
    expect(read(await server.graphql(key, PAGE, variables), 'errors', 0, 'extensions')).toMatchObject({
      code: 'INVALID_PARAMETER',
      param,
      path,
    });
  });

  it('takes nothing of the month', async () => {
    const account = await server.newKey('free');
    expect(
      read(await server.graphql(account.key, PAGE, { first: 50 }), 'data', 'securities', 'edges'),
    ).not.toHaveLength(0);
    expect(await server.used(account)).toBe(0);
  });
});
