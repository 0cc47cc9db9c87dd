import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TIERS, WATCHLISTS } from '../../access/tiers.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const MANY = { perMinute: 100_000 };
const { store } = server.runtime;
const { securities } = await store.securities.list({ limit: 40, kind: 'equity' });
const symbols = securities.map(({ symbol }) => symbol);
const madeUp = (count: number): string[] => Array.from({ length: count }, (_, index) => `T${index}`);

const CHANGE = '{ watchlist { id name createdAt entries { symbol } } changed unchanged }';
const CREATE = `mutation($name: String!, $tickers: [Ticker!]! = []) { createWatchlist(name: $name, tickers: $tickers) ${CHANGE} }`;
const ADD = `mutation($id: ID!, $tickers: [Ticker!]!) { addToWatchlist(id: $id, tickers: $tickers) ${CHANGE} }`;
const REMOVE = `mutation($id: ID!, $tickers: [Ticker!]!) { removeFromWatchlist(id: $id, tickers: $tickers) ${CHANGE} }`;
const RENAME = 'mutation($id: ID!, $name: String!) { renameWatchlist(id: $id, name: $name) { id name } }';
const DELETE = 'mutation($id: ID!) { deleteWatchlist(id: $id) { id } }';
const ALL = '{ viewer { watchlists { id name entries { symbol } } } }';
const ONE = 'query($id: ID!) { viewer { watchlist(id: $id) { id name entries { symbol security { symbol name } } } } }';

type Variables = Readonly<Record<string, unknown>>;
const ask = ({ key }: TestKey, query: string, variables: Variables = {}): Promise<Answer> => server.graphql(key, query, variables);
const data = async (by: TestKey, query: string, variables: Variables = {}): Promise<unknown> => {
  const answer = await ask(by, query, variables);
  expect(read(answer, 'errors')).toBeUndefined();
  return Object.values(read(answer, 'data') as object)[0];
};
const refusal = async (by: TestKey, query: string, variables: Variables = {}): Promise<readonly unknown[]> => {
  const answer = await ask(by, query, variables);
  const { code, param, cap } = read(answer, 'errors', 0, 'extensions') as Record<string, unknown>;
  return [code, param ?? cap];
};
const create = async (by: TestKey, tickers: readonly string[] = [], name = 'Tech'): Promise<string> => String(Reflect.get((await data(by, CREATE, { name, tickers }) as { watchlist: object }).watchlist, 'id'));
const held = async (by: TestKey): Promise<unknown> => Reflect.get(await data(by, ALL) as object, 'watchlists');
const entries = (...all: readonly string[]) => all.map((symbol) => ({ symbol }));

const owner = await server.newKey('free', MANY);
const stranger = await server.newKey('pro', MANY);
beforeEach(() => server.nextMinute());

describe('a watchlist', () => {
  it.each(TIERS)('is for every tier: %s makes, fills, renames, reads and deletes one, at no cost of the month', async (tier) => {
    const by = await server.newKey(tier, MANY);
    const made = await data(by, CREATE, { name: ' Chips ', tickers: ['nvda', 'BRK-B', 'NVDA'] });
    expect(made).toEqual({
      watchlist: { id: expect.stringMatching(/^wl_[\w-]{16}$/), name: 'Chips', createdAt: new Date(server.clock.nowMs).toISOString(), entries: entries('NVDA', 'BRK.B') },
      changed: ['NVDA', 'BRK.B'], unchanged: ['NVDA'],
    });
    const { id } = (made as { watchlist: { id: string } }).watchlist;
    expect(await data(by, ADD, { id, tickers: ['AMD', 'brk.b', 'AMD'] })).toMatchObject({ changed: ['AMD'], unchanged: ['BRK.B', 'AMD'], watchlist: { entries: entries('NVDA', 'BRK.B', 'AMD') } });
    expect(await data(by, REMOVE, { id, tickers: ['MSFT', 'AMD', 'NVDA'] })).toMatchObject({ changed: ['AMD', 'NVDA'], unchanged: ['MSFT'], watchlist: { entries: entries('BRK.B') } });
    expect(await data(by, RENAME, { id, name: 'Rest' })).toEqual({ id, name: 'Rest' });
    expect(await held(by)).toEqual([{ id, name: 'Rest', entries: entries('BRK.B') }]);
    expect(await data(by, DELETE, { id })).toEqual({ id });
    expect(await held(by)).toEqual([]);
    expect(await server.used(by)).toBe(0);
  });

  it('is shown as it is after each change of an operation that makes several', async () => {
    const id = await create(owner, ['AAPL']);
    const answer = await ask(owner, `mutation($id: ID!) { one: addToWatchlist(id: $id, tickers: ["MSFT"]) ${CHANGE} two: removeFromWatchlist(id: $id, tickers: ["AAPL"]) ${CHANGE} three: addToWatchlist(id: $id, tickers: ["KO"]) ${CHANGE} }`, { id });
    expect(['one', 'two', 'three'].map((name) => read(answer, 'data', name, 'watchlist', 'entries'))).toEqual([entries('AAPL', 'MSFT'), entries('MSFT'), entries('MSFT', 'KO')]);
    await data(owner, DELETE, { id });
  });

  it('needs a key', async () => {
    const answer = await server.call('/graphql', { method: 'POST', body: { query: ALL } });
    expect(answer.text).toMatch(/missing_key/i);
  });

  it('is limited to ten per account and a hundred tickers each', async () => {
    const by = await server.newKey('free', MANY);
    const id = await create(by, madeUp(WATCHLISTS.tickersEach - 1));
    expect(await refusal(by, ADD, { id, tickers: ['NEW', 'NEWER'] })).toEqual(['WATCHLIST_TICKERS_CAP', WATCHLISTS.tickersEach]);
    expect(await data(by, ADD, { id, tickers: ['NEW', 'T0', 'NEW'] })).toMatchObject({ changed: ['NEW'] });
    expect(await refusal(by, CREATE, { name: 'Long', tickers: madeUp(WATCHLISTS.tickersEach + 1) })).toEqual(['INVALID_PARAMETER', 'tickers']);
    for (let count = 1; count < WATCHLISTS.perAccount; count += 1) await create(by);
    expect(await refusal(by, CREATE, { name: 'One more' })).toEqual(['WATCHLISTS_CAP', WATCHLISTS.perAccount]);
    expect(await held(by)).toHaveLength(WATCHLISTS.perAccount);
  });

  it.each<[string, Variables, string]>([
    [CREATE, { name: ' ' }, 'name'], [CREATE, { name: 'a\u0000b' }, 'name'], [CREATE, { name: 'x'.repeat(81) }, 'name'], [CREATE, { name: 'x', tickers: ['1AB'] }, 'tickers[0]'],
    [ADD, { id: 'wl_x', tickers: ['AAPL\u0000'] }, 'tickers[0]'], [ADD, { id: 'x'.repeat(81), tickers: [] }, 'id'], [RENAME, { id: 'wl_x', name: '' }, 'name'],
  ])('refuses invalid input: %s %j', async (query, variables, param) => {
    expect(await refusal(owner, query, variables)).toEqual(['INVALID_PARAMETER', param]);
  });

  it('can be read, changed and deleted only by its own account', async () => {
    const id = await create(owner, ['AAPL']);
    const attempts: readonly (readonly [string, Variables])[] = [[ONE, { id }], [ADD, { id, tickers: ['MSFT'] }], [REMOVE, { id, tickers: ['AAPL'] }], [RENAME, { id, name: 'Mine' }], [DELETE, { id }]];
    for (const [query, variables] of attempts) {
      expect(await refusal(stranger, query, variables)).toEqual(['NOT_FOUND', 'id']);
      for (const wrong of ['wl_0000000000000000', '', "' or true --"]) expect(await refusal(owner, query, { ...variables, id: wrong })).toEqual(['NOT_FOUND', 'id']);
    }
    expect(await held(stranger)).toEqual([]);
    expect(await data(owner, ONE, { id })).toMatchObject({ watchlist: { name: 'Tech', entries: entries('AAPL') } });
    const entity = await ask(stranger, 'query($id: ID!) { _entities(representations: [{ __typename: "Watchlist", id: $id }]) { __typename } }', { id });
    expect(read(entity, 'errors')).toHaveLength(1);
  });

  it('accepts a ticker that is not stored, and resolves its security once it is', async () => {
    const id = await create(owner, ['SOON', 'AAPL']);
    const known = async () => (Reflect.get(await data(owner, ONE, { id }) as object, 'watchlist') as { entries: unknown }).entries;
    expect(await known()).toEqual([{ symbol: 'SOON', security: null }, { symbol: 'AAPL', security: { symbol: 'AAPL', name: 'Apple Inc.' } }]);
    await store.db.transaction().execute((tx) => store.securities.upsert(tx, [{ symbol: 'SOON', name: 'Soon Inc.', kind: 'equity', source: 'files' }]));
    expect(await known()).toEqual([{ symbol: 'SOON', security: { symbol: 'SOON', name: 'Soon Inc.' } }, expect.anything()]);
  });
});

describe('signals of everything on a watchlist', () => {
  const SIGNALS = 'query($id: ID!) { viewer { watchlist(id: $id) { entries { symbol security { name quote { current } signal { ticker compositeScore } } } } } }';

  it('take as many statements for 39 uncached tickers as for one', async () => {
    const by = await server.newKey('institutional', MANY);
    const one = await create(by, symbols.slice(0, 1));
    const many = await create(by, symbols.slice(1));
    // A late notice of the tests before would empty the caches in between.
    await allHeard(store);
    const counter = sqlCounter(store.pool);
    const statementsOf = async (id: string): Promise<readonly string[]> => {
      store.bars.forget();
      store.securities.forget();
      counter.take();
      const signals = Reflect.get(await data(by, SIGNALS, { id }) as object, 'watchlist') as { entries: { symbol: string; security: { signal: { ticker: string; compositeScore: unknown } } }[] };
      for (const { symbol, security } of signals.entries) expect([security.signal.ticker, typeof security.signal.compositeScore]).toEqual([symbol, 'number']);
      return counter.take();
    };
    try {
      const forOne = await statementsOf(one);
      expect(forOne).toEqual(expect.arrayContaining(['watchlist_entries', 'securities', 'bar_years']));
      expect(new Set(forOne).size).toBe(forOne.length);
      expect(await statementsOf(many)).toEqual(forOne);
    } finally {
      counter.stop();
    }
  });

  it('of all lists take one statement for all entries', async () => {
    const by = await server.newKey('free', MANY);
    for (const list of [['AAPL', 'MSFT'], ['MSFT', 'KO'], []]) await create(by, list);
    const counter = sqlCounter(store.pool);
    try {
      await data(by, '{ viewer { watchlists { entries { security { name } } } } }');
      expect(counter.take().filter((table) => table === 'watchlist_entries')).toHaveLength(1);
    } finally {
      counter.stop();
    }
  });

  it('cost one unit of the month each', async () => {
    const by = await server.newKey('free', MANY);
    const id = await create(by, ['AAPL', 'MSFT', 'NONE']);
    await data(by, SIGNALS, { id });
    expect(await server.used(by)).toBe(2);
  });

  it.each(TIERS)('run on the tier %s as docs/watchlists.md prints them, for all lists and for one whole list', async (tier) => {
    const by = await server.newKey(tier, MANY);
    const [printed = ''] = /\{\n {2}viewer \{ watchlists \{ name entries .*\n\}/.exec(await readFile(path.join(ROOT, 'docs', 'watchlists.md'), 'utf8')) ?? [];
    const id = await create(by, ['AAPL']);
    expect(read(await ask(by, printed), 'data', 'viewer', 'watchlists', 0, 'entries', 0, 'security', 'signal')).toHaveProperty('compositeScore');
    const whole = await ask(by, SIGNALS.replace('entries {', 'entries(first: 100) {'), { id });
    expect(read(whole, 'errors')).toBeUndefined();
  });

  it('cost points for as many entries and lists as are asked for, and answer so many', async () => {
    const by = await server.newKey('free', MANY);
    const tickers = Array.from({ length: 25 }, (_, index) => `T${index}`);
    await create(by, tickers);
    await create(by, ['AAPL']);
    const asked = async (lists: string, entries: string): Promise<unknown> => {
      server.nextMinute();
      const answer = await ask(by, `{ viewer { watchlists${lists} { entryCount entries${entries} { symbol security { name } } } } }`);
      const shown = read(answer, 'data', 'viewer', 'watchlists') as { entryCount: number; entries: object[] }[];
      return { cost: read(answer, 'extensions', 'cost', 'requested'), counts: shown.map(({ entryCount }) => entryCount), lengths: shown.map((list) => list.entries.length) };
    };
    expect(await asked('', '')).toMatchObject({ counts: [25, 1], lengths: [20, 1] });
    expect(await asked('(first: 1)', '(first: 100)')).toMatchObject({ counts: [25], lengths: [25] });
    const [few, many] = [await asked('(first: 2)', '(first: 5)'), await asked('(first: 2)', '(first: 50)')] as { cost: number }[];
    expect((many?.cost ?? 0) - (few?.cost ?? 0)).toBe(2 * 45 * 2);
    expect(read(await ask(by, '{ viewer { watchlists { entries(first: 101) { symbol } } } }'), 'errors', 0, 'extensions')).toMatchObject({ code: 'INVALID_PARAMETER', param: 'first' });
  });
});
