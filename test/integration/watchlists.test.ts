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
const { rows: securities } = await store.securities.search({
  limit: 40,
  kind: 'equity',
  orderBy: 'symbol',
  isDescending: false,
});
const tickers = securities.map(({ symbol }) => symbol);
const madeUp = (count: number): string[] => Array.from({ length: count }, (_, index) => `T${index}`);

const LIST = 'watchlist { id name createdAt entries(first: 100) { nodes { ticker } } }';
const CHANGE = `{ ${LIST} changed: addedTickers unchangedTickers }`;
const CREATE = `mutation($name: String!, $tickers: [Ticker!]! = []) { createWatchlist(input: { name: $name, tickers: $tickers }) ${CHANGE} }`;
const ADD = `mutation($id: ID!, $tickers: [Ticker!]!) { addToWatchlist(input: { id: $id, tickers: $tickers }) ${CHANGE} }`;
const REMOVE = `mutation($id: ID!, $tickers: [Ticker!]!) { removeFromWatchlist(input: { id: $id, tickers: $tickers }) { ${LIST} changed: removedTickers unchangedTickers } }`;
const UPDATE = `mutation($id: ID!, $name: String, $tickers: [Ticker!]) { updateWatchlist(input: { id: $id, name: $name, tickers: $tickers }) { ${LIST} } }`;
const DELETE = 'mutation($id: ID!) { deleteWatchlist(input: { id: $id }) { deletedWatchlistId } }';
const ALL = '{ viewer { watchlists { nodes { id name entries { nodes { ticker } } } } } }';
const ONE =
  'query($id: ID!) { viewer { watchlist(id: $id) { id name entries { nodes { ticker security { ticker name } } } } } }';

type Variables = Readonly<Record<string, unknown>>;
const ask = ({ key }: TestKey, query: string, variables: Variables = {}): Promise<Answer> =>
  server.graphql(key, query, variables);
const data = async (by: TestKey, query: string, variables: Variables = {}): Promise<unknown> => {
  const answer = await ask(by, query, variables);
  expect(read(answer, 'errors')).toBeUndefined();
  return Object.values(read(answer, 'data') as object)[0];
};
const refusal = async (by: TestKey, query: string, variables: Variables = {}): Promise<readonly unknown[]> => {
  const answer = await ask(by, query, variables);
  const { code, param, cap } = read(answer, 'errors', 0, 'extensions') as Record<string, unknown>;
  return [code, cap ?? param];
};
const create = async (by: TestKey, tickers: readonly string[] = [], name = 'Tech'): Promise<string> =>
  String(Reflect.get(((await data(by, CREATE, { name, tickers })) as { watchlist: object }).watchlist, 'id'));
const held = async (by: TestKey): Promise<unknown> => read((await data(by, ALL)) as object, 'watchlists', 'nodes');
const entries = (...all: readonly string[]) => ({ nodes: all.map((ticker) => ({ ticker })) });

const owner = await server.newKey('free', MANY);
const stranger = await server.newKey('pro', MANY);
beforeEach(() => server.nextMinute());

describe('a watchlist', () => {
  it.each(TIERS)(
    'is for every tier: %s makes, fills, renames, reads and deletes one, at no cost of the month',
    async (tier) => {
      const by = await server.newKey(tier, MANY);
      const made = await data(by, CREATE, { name: ' Chips ', tickers: ['nvda', 'BRK-B', 'NVDA'] });
      expect(made).toEqual({
        watchlist: {
          id: expect.stringMatching(/^wl_[\w-]{16}$/),
          name: 'Chips',
          createdAt: new Date(server.clock.nowMs).toISOString(),
          entries: entries('NVDA', 'BRK.B'),
        },
        changed: ['NVDA', 'BRK.B'],
        unchangedTickers: ['NVDA'],
      });
      const { id } = (made as { watchlist: { id: string } }).watchlist;
      expect(await data(by, ADD, { id, tickers: ['AMD', 'brk.b', 'AMD'] })).toMatchObject({
        changed: ['AMD'],
        unchangedTickers: ['BRK.B', 'AMD'],
        watchlist: { entries: entries('NVDA', 'BRK.B', 'AMD') },
      });
      expect(await data(by, REMOVE, { id, tickers: ['MSFT', 'AMD', 'NVDA'] })).toMatchObject({
        changed: ['AMD', 'NVDA'],
        unchangedTickers: ['MSFT'],
        watchlist: { entries: entries('BRK.B') },
      });
      expect(await data(by, UPDATE, { id, name: 'Rest' })).toMatchObject({ watchlist: { id, name: 'Rest' } });
      expect(await held(by)).toEqual([{ id, name: 'Rest', entries: entries('BRK.B') }]);
      expect(await data(by, DELETE, { id })).toEqual({ deletedWatchlistId: id });
      expect(await held(by)).toEqual([]);
      expect(await server.used(by)).toBe(0);
    },
  );

  it('is shown as it is after each change of an operation that makes several', async () => {
    const id = await create(owner, ['AAPL']);
    const answer = await ask(
      owner,
      `mutation($id: ID!) { one: addToWatchlist(input: { id: $id, tickers: ["MSFT"] }) { ${LIST} } two: removeFromWatchlist(input: { id: $id, tickers: ["AAPL"] }) { ${LIST} } three: addToWatchlist(input: { id: $id, tickers: ["KO"] }) { ${LIST} } four: updateWatchlist(input: { id: $id, tickers: ["KO"] }) { ${LIST} } }`,
      { id },
    );
    expect(['one', 'two', 'three', 'four'].map((name) => read(answer, 'data', name, 'watchlist', 'entries'))).toEqual([
      entries('AAPL', 'MSFT'),
      entries('MSFT'),
      entries('MSFT', 'KO'),
      entries('KO', 'MSFT'),
    ]);
    await data(owner, DELETE, { id });
  });

  it('needs a key', async () => {
    const answer = await server.call('/graphql', { method: 'POST', body: { query: ALL } });
    expect(answer.text).toMatch(/missing_key/i);
  });

  it('is limited to ten per account and a hundred tickers each', async () => {
    const by = await server.newKey('free', MANY);
    const id = await create(by, madeUp(WATCHLISTS.tickersEach - 1));
    expect(await refusal(by, ADD, { id, tickers: ['NEW', 'NEWER'] })).toEqual([
      'WATCHLIST_TICKERS_CAP',
      WATCHLISTS.tickersEach,
    ]);
    expect(await data(by, ADD, { id, tickers: ['NEW', 'T0', 'NEW'] })).toMatchObject({ changed: ['NEW'] });
    expect(await refusal(by, CREATE, { name: 'Long', tickers: madeUp(WATCHLISTS.tickersEach + 1) })).toEqual([
      'INVALID_PARAMETER',
      'tickers',
    ]);
    for (let count = 1; count < WATCHLISTS.perAccount; count += 1) await create(by);
    expect(await refusal(by, CREATE, { name: 'One more' })).toEqual(['WATCHLISTS_CAP', WATCHLISTS.perAccount]);
    expect(await held(by)).toHaveLength(WATCHLISTS.perAccount);
  });

  it.each<[string, Variables, string]>([
    [CREATE, { name: ' ' }, 'name'],
    [CREATE, { name: 'a\u0000b' }, 'name'],
    [CREATE, { name: 'x'.repeat(81) }, 'name'],
    [CREATE, { name: 'x', tickers: ['1AB'] }, 'tickers[0]'],
    [ADD, { id: 'wl_x', tickers: ['AAPL\u0000'] }, 'tickers[0]'],
    [ADD, { id: 'x'.repeat(81), tickers: [] }, 'id'],
    [UPDATE, { id: 'wl_x', name: '' }, 'name'],
    [UPDATE, { id: 'wl_x', tickers: ['A', '?'] }, 'tickers[1]'],
  ])('refuses invalid input: %s %j', async (query, variables, param) => {
    expect(await refusal(owner, query, variables)).toEqual(['INVALID_PARAMETER', param]);
  });

  it('can be read, changed and deleted only by its own account', async () => {
    const id = await create(owner, ['AAPL']);
    const attempts: readonly (readonly [string, Variables])[] = [
      [ONE, { id }],
      [ADD, { id, tickers: ['MSFT'] }],
      [REMOVE, { id, tickers: ['AAPL'] }],
      [UPDATE, { id, name: 'Mine', tickers: ['AAPL'] }],
      [DELETE, { id }],
    ];
    for (const [query, variables] of attempts) {
      expect(await refusal(stranger, query, variables)).toEqual(['NOT_FOUND', 'id']);
      for (const wrong of ['wl_0000000000000000', '', "' or true --"])
        expect(await refusal(owner, query, { ...variables, id: wrong })).toEqual(['NOT_FOUND', 'id']);
    }
    expect(await held(stranger)).toEqual([]);
    expect(await data(owner, ONE, { id })).toMatchObject({ watchlist: { name: 'Tech', entries: entries('AAPL') } });
    const entity = await ask(
      stranger,
      'query($id: ID!) { _entities(representations: [{ __typename: "Watchlist", id: $id }]) { __typename } }',
      { id },
    );
    expect(read(entity, 'errors')).toHaveLength(1);
  });

  it('accepts a ticker that is not stored, and resolves its security once it is', async () => {
    const id = await create(owner, ['SOON', 'AAPL']);
    const known = async () => read((await data(owner, ONE, { id })) as object, 'watchlist', 'entries', 'nodes');
    expect(await known()).toEqual([
      { ticker: 'SOON', security: null },
      { ticker: 'AAPL', security: { ticker: 'AAPL', name: 'Apple Inc.' } },
    ]);
    await store.db
      .transaction()
      .execute((tx) =>
        store.securities.upsert(tx, [{ symbol: 'SOON', name: 'Soon Inc.', kind: 'equity', source: 'files' }]),
      );
    expect(await known()).toEqual([
      { ticker: 'SOON', security: { ticker: 'SOON', name: 'Soon Inc.' } },
      expect.anything(),
    ]);
  });
});

describe('the order of a watchlist', () => {
  const order = async (by: TestKey, id: string): Promise<unknown> =>
    read((await data(by, ONE, { id })) as object, 'watchlist', 'entries', 'nodes');
  const named = (...all: readonly string[]): unknown => all.map((ticker) => expect.objectContaining({ ticker }));

  it('changes as given: those come first, the others after them in their old order, each with the time it was added', async () => {
    const id = await create(owner, ['AAPL', 'MSFT', 'KO', 'BRK.B']);
    const times = async (): Promise<Record<string, unknown>> => {
      const nodes = read(
        (await data(
          owner,
          'query($id: ID!) { viewer { watchlist(id: $id) { entries { nodes { ticker addedAt } } } } }',
          { id },
        )) as object,
        'watchlist',
        'entries',
        'nodes',
      ) as { ticker: string; addedAt: string }[];
      return Object.fromEntries(nodes.map(({ ticker, addedAt }) => [ticker, addedAt]));
    };
    const before = await times();
    server.nextMinute();
    expect(await data(owner, UPDATE, { id, tickers: ['brk-b', 'KO', 'BRK.B'] })).toMatchObject({
      watchlist: { name: 'Tech', entries: entries('BRK.B', 'KO', 'AAPL', 'MSFT') },
    });
    expect(await data(owner, UPDATE, { id, name: 'Both', tickers: ['MSFT'] })).toMatchObject({
      watchlist: { name: 'Both', entries: entries('MSFT', 'BRK.B', 'KO', 'AAPL') },
    });
    expect(await data(owner, UPDATE, { id, tickers: [] })).toMatchObject({
      watchlist: { entries: entries('MSFT', 'BRK.B', 'KO', 'AAPL') },
    });
    expect(await data(owner, UPDATE, { id })).toMatchObject({ watchlist: { name: 'Both' } });
    expect(await times()).toEqual(before);
    expect(await data(owner, ADD, { id, tickers: ['XOM'] })).toMatchObject({
      watchlist: { entries: entries('MSFT', 'BRK.B', 'KO', 'AAPL', 'XOM') },
    });
    await data(owner, DELETE, { id });
  });

  it('stays, as does the name, where one of the tickers is not on the list', async () => {
    const id = await create(owner, ['AAPL', 'MSFT']);
    const refused = await ask(owner, UPDATE, { id, name: 'New', tickers: ['MSFT', 'XOM'] });
    expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'tickers[1]',
      path: ['input', 'tickers', 1],
    });
    expect(read((await data(owner, ONE, { id })) as object, 'watchlist', 'name')).toBe('Tech');
    expect(await order(owner, id)).toEqual(named('AAPL', 'MSFT'));
    await data(owner, DELETE, { id });
  });

  it('is the order of its pages, of which a cursor of another list is refused', async () => {
    const id = await create(owner, ['KO', 'AAPL', 'XOM', 'MSFT', 'NVDA']);
    const page = async (after: unknown): Promise<object> =>
      read(
        (await data(
          owner,
          'query($id: ID!, $after: String) { viewer { watchlist(id: $id) { entries(first: 2, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } nodes { ticker } edges { cursor } } } } }',
          { id, after },
        )) as object,
        'watchlist',
        'entries',
      ) as object;
    const pages: object[] = [];
    for (let after: unknown = null; pages.length < 3; after = read(pages.at(-1) ?? {}, 'pageInfo', 'endCursor'))
      pages.push(await page(after));
    expect(pages.flatMap((each) => read(each, 'nodes'))).toEqual(entries('KO', 'AAPL', 'XOM', 'MSFT', 'NVDA').nodes);
    expect(
      pages.map((each) => [
        read(each, 'totalCount'),
        read(each, 'pageInfo', 'hasPreviousPage'),
        read(each, 'pageInfo', 'hasNextPage'),
      ]),
    ).toEqual([
      [5, false, true],
      [5, true, true],
      [5, true, false],
    ]);
    const securitiesCursor = read(
      await ask(owner, '{ securities(first: 1) { pageInfo { endCursor } } }'),
      'data',
      'securities',
      'pageInfo',
      'endCursor',
    );
    for (const after of [securitiesCursor, 'nonsense', '']) {
      const refused = await ask(
        owner,
        'query($id: ID!, $after: String) { viewer { watchlist(id: $id) { entries(after: $after) { totalCount } } } }',
        { id, after },
      );
      expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        param: 'after',
        path: ['after'],
      });
    }
    await data(owner, DELETE, { id });
  });
});

describe('signals of everything on a watchlist', () => {
  const SIGNALS =
    'query($id: ID!) { viewer { watchlist(id: $id) { entries(first: 100) { nodes { ticker security { ticker name quote { last } signal { compositeScore } } } } } } }';

  it('take as many statements for 39 uncached tickers as for one', async () => {
    const by = await server.newKey('institutional', MANY);
    const one = await create(by, tickers.slice(0, 1));
    const many = await create(by, tickers.slice(1));
    // A late notice of the tests before would empty the caches in between.
    await allHeard(store);
    const counter = sqlCounter(store.pool);
    const statementsOf = async (id: string): Promise<readonly string[]> => {
      store.bars.forget();
      store.securities.forget();
      // Every signal reads the benchmark, once for all requests.
      await store.bars.load(['SPY']);
      counter.take();
      const shown = read((await data(by, SIGNALS, { id })) as object, 'watchlist', 'entries', 'nodes') as {
        ticker: string;
        security: { ticker: string; signal: { compositeScore: unknown } };
      }[];
      for (const { ticker, security } of shown)
        expect([security.ticker, typeof security.signal.compositeScore]).toEqual([ticker, 'number']);
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
      await data(by, '{ viewer { watchlists { nodes { entries { nodes { security { name } } } } } } }');
      expect(counter.take().filter((table) => table === 'watchlist_entries')).toHaveLength(1);
    } finally {
      counter.stop();
    }
  });

  it('cost one unit of the month each below Pro', async () => {
    for (const tier of ['free', 'starter'] as const) {
      const by = await server.newKey(tier, MANY);
      const id = await create(by, ['AAPL', 'MSFT', 'NONE']);
      await data(by, SIGNALS, { id });
      expect([tier, await server.used(by)]).toEqual([tier, 2]);
    }
  });

  it.each(['pro', 'institutional'] as const)(
    'cost one unit a page on the tier %s, whatever is read below it, and nothing without a metered field',
    async (tier) => {
      const by = await server.newKey(tier, MANY);
      const id = await create(by, ['AAPL', 'MSFT', 'KO', 'NONE']);
      const used = async (fields: string, pages = 'one: entries(first: 5)'): Promise<number> => {
        const before = await server.used(by);
        await data(
          by,
          `query($id: ID!) { viewer { watchlist(id: $id) { ${pages
            .split(';')
            .map((page) => `${page} { nodes { security { ${fields} } } }`)
            .join(' ')} } } }`,
          { id },
        );
        return (await server.used(by)) - before;
      };
      expect([
        await used('name quote { last }'),
        await used('signal { label }'),
        await used(
          'signal { label } again: signal { version } gapStats { gapCount } seasonality { monthCount } signalHistory(last: 1) { date }',
        ),
      ]).toEqual([0, 1, 1]);
      const cursor = read(
        (await data(
          by,
          'query($id: ID!) { viewer { watchlist(id: $id) { entries(first: 2) { pageInfo { endCursor } } } } }',
          { id },
        )) as object,
        'watchlist',
        'entries',
        'pageInfo',
        'endCursor',
      );
      expect(
        await used(
          'signal { label } gapStats { gapCount }',
          `one: entries(first: 2); two: entries(first: 2, after: ${JSON.stringify(cursor)})`,
        ),
      ).toBe(2);
      // The same page in two places is two.
      expect(await used('signal { label }', 'one: entries(first: 2); two: entries(first: 2)')).toBe(2);
      const lists = await create(by, ['XOM']).then(async () => {
        const before = await server.used(by);
        await data(by, '{ viewer { watchlists { nodes { entries { nodes { security { signal { label } } } } } } } }');
        return (await server.used(by)) - before;
      });
      expect(lists).toBe(2);
    },
  );

  it('are refused together where the month has no unit left', async () => {
    const by = await server.newKey('pro', { ...MANY, perMonth: 0 });
    const id = await create(by, ['AAPL', 'MSFT']);
    const answer = await ask(by, SIGNALS, { id });
    expect((read(answer, 'errors') as object[]).map((error) => read(error, 'extensions', 'code'))).toEqual([
      'MONTHLY_LIMIT_REACHED',
      'MONTHLY_LIMIT_REACHED',
    ]);
    expect(await server.used(by)).toBe(0);
  });

  it('cost a unit for each page of a mutation', async () => {
    const by = await server.newKey('pro', MANY);
    const id = await create(by, ['AAPL', 'MSFT']);
    const page = 'watchlist { entries(first: 1) { nodes { security { signal { compositeScore } } } } }';
    const move = (alias: string, ticker: string): string =>
      `${alias}: updateWatchlist(input: { id: "${id}", tickers: ["${ticker}"] }) { ${page} }`;
    const answer = await ask(by, `mutation { ${move('a', 'AAPL')} ${move('b', 'MSFT')} ${move('c', 'MSFT')} }`);
    expect(read(answer, 'errors')).toBeUndefined();
    expect(await server.used(by)).toBe(3);
  });

  it.each(TIERS)(
    'run on the tier %s as docs/watchlists.md prints them, for all lists and for one whole list',
    async (tier) => {
      const by = await server.newKey(tier, MANY);
      const [printed = ''] =
        /\{\n {2}viewer \{\n {4}watchlists\(first: 5\)[^`]*?\n\}/.exec(
          await readFile(path.join(ROOT, 'docs', 'watchlists.md'), 'utf8'),
        ) ?? [];
      const id = await create(by, ['AAPL']);
      expect(
        read(
          await ask(by, printed),
          'data',
          'viewer',
          'watchlists',
          'nodes',
          0,
          'entries',
          'nodes',
          0,
          'security',
          'signal',
        ),
      ).toHaveProperty('compositeScore');
      const whole = await ask(by, SIGNALS, { id });
      expect(read(whole, 'errors')).toBeUndefined();
    },
  );

  it('cost points for as many entries and lists as are asked for, and answer so many', async () => {
    const by = await server.newKey('free', MANY);
    await create(by, madeUp(25));
    await create(by, ['AAPL']);
    const asked = async (lists: string, entries: string): Promise<unknown> => {
      server.nextMinute();
      const answer = await ask(
        by,
        `{ viewer { watchlists${lists} { nodes { entries${entries} { totalCount nodes { ticker security { name } } } } } } }`,
      );
      const shown = read(answer, 'data', 'viewer', 'watchlists', 'nodes') as {
        entries: { totalCount: number; nodes: object[] };
      }[];
      return {
        cost: read(answer, 'extensions', 'cost', 'requested'),
        counts: shown.map((list) => list.entries.totalCount),
        lengths: shown.map((list) => list.entries.nodes.length),
      };
    };
    expect(await asked('', '')).toMatchObject({ counts: [25, 1], lengths: [20, 1] });
    expect(await asked('(first: 1)', '(first: 100)')).toMatchObject({ counts: [25], lengths: [25] });
    const [few, many] = [await asked('(first: 2)', '(first: 5)'), await asked('(first: 2)', '(first: 50)')] as {
      cost: number;
    }[];
    expect((many?.cost ?? 0) - (few?.cost ?? 0)).toBe(2 * 45 * 2);
    expect(
      read(
        await ask(by, '{ viewer { watchlists { nodes { entries(first: 101) { nodes { ticker } } } } } }'),
        'errors',
        0,
        'extensions',
      ),
    ).toMatchObject({ code: 'INVALID_PARAMETER', param: 'first' });
  });
});
