import { beforeEach, describe, expect, it } from '@jest/globals';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('free', { perMinute: 1000 });
const { store } = server.runtime;

const PAGE = `query ($first: Int, $after: String, $kind: SecurityKind, $sector: String, $q: String) {
  allSecurities(first: $first, after: $after, kind: $kind, sector: $sector, q: $q) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { symbol kind sector name } }
  }
}`;

interface Page {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly startCursor: string | null; readonly endCursor: string | null };
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly symbol: string; readonly kind: string; readonly sector: string | null; readonly name: string } }[];
}

const ask = async (variables: object): Promise<Page> => read(await server.graphql(key, PAGE, variables), 'data', 'allSecurities') as Page;
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

beforeEach(() => server.nextMinute());

describe('allSecurities', () => {
  it.each([1, 7, 100])('pages through every security once, in order, by %d', async (first) => {
    const limit = first === 1 ? { first, q: 'am' } : { first };
    const pages = await all(limit);
    const symbols = pages.flatMap(({ edges }) => edges.map(({ node }) => node.symbol));
    expect(symbols).toEqual([...new Set(symbols)].sort());
    expect(new Set(pages.map(({ totalCount }) => totalCount))).toEqual(new Set([symbols.length]));
    expect(symbols.length).toBeGreaterThan(1);
    if (first !== 1) expect(symbols).toHaveLength(await store.securities.count());
    expect(pages.map(({ pageInfo }) => pageInfo.hasPreviousPage)).toEqual(pages.map((_page, index) => index > 0));
    for (const { edges, pageInfo } of pages) expect([edges[0]?.cursor, edges.at(-1)?.cursor]).toEqual([pageInfo.startCursor, pageInfo.endCursor]);
  });

  it('filters by kind, sector in any case, and part of symbol or name, the total included', async () => {
    const [everything] = await all({ first: 100 });
    const nodes = everything?.edges.map(({ node }) => node) ?? [];
    const expected = (isWanted: (node: (typeof nodes)[number]) => boolean) => nodes.filter(isWanted).map(({ symbol }) => symbol);
    const found = async (variables: object) => {
      const { edges, totalCount } = await ask({ first: 100, ...variables });
      expect(totalCount).toBe(edges.length);
      return edges.map(({ node }) => node.symbol);
    };
    const sector = nodes.find((node) => node.sector !== null)?.sector ?? '';
    expect(await found({ kind: 'ETF' })).toEqual(expected(({ kind }) => kind === 'ETF'));
    expect(await found({ sector: sector.toUpperCase() })).toEqual(expected((node) => node.sector === sector));
    expect(await found({ q: 'INC' })).toEqual(expected(({ symbol, name }) => /inc/i.test(symbol) || /inc/i.test(name)));
    expect(await found({ q: '%' })).toEqual(expected(({ name }) => name.includes('%')));
  });

  it('answers an empty page with the total where nothing is left, or nothing matches', async () => {
    const { totalCount, pageInfo } = await ask({ first: 100, q: 'A' });
    const empty = { pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null }, edges: [] };
    expect(await ask({ first: 100, q: 'A', after: pageInfo.endCursor })).toEqual({ totalCount, ...empty });
    expect(await ask({ q: 'nobody is called this' })).toEqual({ totalCount: 0, ...empty, pageInfo: { ...empty.pageInfo, hasPreviousPage: false } });
  });

  it.each([{ first: 0 }, { first: 101 }, { after: 'AAPL' }, { after: '' }, { after: 'MTo' }, { after: 'MTpBQVBM=' }, { q: 'x'.repeat(81) }])('refuses %j', async (variables) => {
    const [param] = Object.keys(variables);
    expect(read(await server.graphql(key, PAGE, variables), 'errors', 0, 'extensions')).toMatchObject({ code: 'INVALID_PARAMETER', param });
  });

  it('takes nothing of the month', async () => {
    const account = await server.newKey('free');
    expect(read(await server.graphql(account.key, PAGE, { first: 50 }), 'data', 'allSecurities', 'edges')).not.toHaveLength(0);
    expect(await server.used(account)).toBe(0);
  });
});
