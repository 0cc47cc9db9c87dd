import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { lastClosedSession, previousSession } from '../../calendar/nyse.js';
import { madeUpBars, madeUpMinutes } from '../../store/fixtures/series.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const LAST = lastClosedSession(server.clock.nowMs);

const FACTORS = ['technical', 'momentum', 'fundamentals', 'microstructure', 'optionsFlow'] as const;
type Factor = (typeof FACTORS)[number];

/** A security as `signal` and `quote` show it. */
interface Shown {
  readonly ticker: string;
  readonly name: string;
  readonly kind: string;
  readonly sector: string | null;
  readonly isStale: boolean;
  readonly quote: { readonly changePct: number | null; readonly volume: number } | null;
  readonly signal: {
    readonly label: string;
    readonly compositeScore: number;
    readonly scores: Readonly<
      Record<Factor, { readonly score: number; readonly details?: { readonly volumeRatio: number | null } } | null>
    >;
  } | null;
}

const SHOWN = `ticker name kind sector isStale quote { changePct volume } signal { label compositeScore scores {
  technical { score } momentum { score details { volumeRatio } } fundamentals { score } microstructure { score } optionsFlow { score } } }`;
const PAGE = `query ($first: Int, $after: String, $filter: SecurityFilter, $orderBy: SecurityOrder) {
  securities(first: $first, after: $after, filter: $filter, orderBy: $orderBy) { totalCount pageInfo { hasNextPage endCursor } nodes { ticker } }
}`;

async function everything(): Promise<readonly Shown[]> {
  const symbols = (await store.securities.list({ limit: 10_000 })).securities.map(({ symbol }) => symbol);
  const shown: Shown[] = [];
  for (let from = 0; from < symbols.length; from += 100) {
    const answer = await server.graphql(
      key,
      `query ($of: [Ticker!]!) { securitiesByTicker(tickers: $of) { ${SHOWN} } }`,
      { of: symbols.slice(from, from + 100) },
    );
    shown.push(...(read(answer, 'data', 'securitiesByTicker') as Shown[]));
  }
  return shown;
}

const VALUES: Readonly<Record<string, (of: Shown) => number | null>> = {
  SCORE: ({ signal }) => signal?.compositeScore ?? null,
  TECHNICAL: ({ signal }) => signal?.scores.technical?.score ?? null,
  MOMENTUM: ({ signal }) => signal?.scores.momentum?.score ?? null,
  FUNDAMENTALS: ({ signal }) => signal?.scores.fundamentals?.score ?? null,
  MICROSTRUCTURE: ({ signal }) => signal?.scores.microstructure?.score ?? null,
  OPTIONS_FLOW: ({ signal }) => signal?.scores.optionsFlow?.score ?? null,
  CHANGE_PCT: ({ quote }) => quote?.changePct ?? null,
  VOLUME: ({ quote }) => quote?.volume ?? null,
  VOLUME_RATIO: ({ signal }) => signal?.scores.momentum?.details?.volumeRatio ?? null,
};

interface Range {
  readonly atLeast?: number | null;
  readonly atMost?: number | null;
}

interface Filter {
  readonly kind?: string;
  readonly sector?: string;
  readonly sectors?: readonly string[];
  readonly search?: string;
  readonly isStale?: boolean | null;
  readonly labels?: readonly string[];
  readonly score?: Range | null;
  readonly changePct?: Range | null;
  readonly volume?: Range | null;
  readonly volumeRatio?: Range | null;
  readonly factors?: Readonly<Partial<Record<Factor, Range | null>>> | null;
}

interface Order {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

const isIn = (value: number | null, range: Range | null | undefined): boolean => {
  const [low, high] = [range?.atLeast ?? null, range?.atMost ?? null];
  if (low === null && high === null) return true;
  return value !== null && (low === null || value >= low) && (high === null || value <= high);
};
const same = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();
const valueOf = (name: string, of: Shown): number | null => VALUES[name]?.(of) ?? null;

/** Plainly, from what is shown of one security. */
function matches(of: Shown, filter: Filter): boolean {
  const { isStale = false } = filter;
  const text = `${of.ticker}\n${of.name}`.toLowerCase();
  return (
    (filter.kind === undefined || of.kind === filter.kind) &&
    (filter.sector === undefined || same(of.sector, filter.sector)) &&
    (filter.sectors === undefined || filter.sectors.some((each) => same(of.sector, each))) &&
    (filter.search === undefined || text.includes(filter.search.toLowerCase())) &&
    (isStale === null || of.isStale === isStale) &&
    (filter.labels === undefined || filter.labels.includes(of.signal?.label ?? '')) &&
    isIn(valueOf('SCORE', of), filter.score) &&
    isIn(valueOf('CHANGE_PCT', of), filter.changePct) &&
    isIn(valueOf('VOLUME', of), filter.volume) &&
    isIn(valueOf('VOLUME_RATIO', of), filter.volumeRatio) &&
    FACTORS.every((name) => isIn(of.signal?.scores[name]?.score ?? null, filter.factors?.[name]))
  );
}

function sorted(all: readonly Shown[], { field, direction }: Order): readonly string[] {
  const sign = direction === 'ASC' ? 1 : -1;
  const wordOf = (of: Shown): string => (field === 'NAME' ? of.name.toLowerCase() : '');
  const text = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
  return [...all]
    .sort((one, other) => {
      const [a, b] = [valueOf(field, one), valueOf(field, other)];
      if ((a === null) !== (b === null)) return a === null ? 1 : -1;
      return sign * ((a ?? 0) - (b ?? 0) || text(wordOf(one), wordOf(other)) || text(one.ticker, other.ticker));
    })
    .map(({ ticker }) => ticker);
}

const pageOf = (variables: object): Promise<Answer> => server.graphql(key, PAGE, variables);

/** Tickers of all pages; every page must have the same total. */
async function listed(variables: {
  readonly first: number;
  readonly filter?: Filter;
  readonly orderBy?: Order;
}): Promise<{ readonly total: unknown; readonly tickers: readonly string[] }> {
  const tickers: string[] = [];
  const totals = new Set<unknown>();
  for (let after: unknown = null, isMore = true; isMore;) {
    const answer = await pageOf({ ...variables, after });
    expect(read(answer, 'errors')).toBeUndefined();
    const page = read(answer, 'data', 'securities') as {
      totalCount: number;
      pageInfo: { hasNextPage: boolean; endCursor: string };
      nodes: { ticker: string }[];
    };
    tickers.push(...page.nodes.map(({ ticker }) => ticker));
    totals.add(page.totalCount);
    [after, isMore] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
  }
  expect(totals.size).toBe(1);
  return { total: [...totals][0], tickers };
}

/** Repeatable chance. */
function chanceFrom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    isHit: (share: number) => next() < share,
    oneOf: <T>(items: readonly T[]): T => items[below(items.length)] as T,
  };
}

/** A filter with bounds at values that securities have, and sometimes between them or empty. */
function randomFilter(all: readonly Shown[], { next, below, isHit, oneOf }: ReturnType<typeof chanceFrom>): Filter {
  const range = (name: string): Range | null => {
    if (isHit(0.1)) return oneOf([null, {}, { atLeast: null }, { atLeast: null, atMost: null }]);
    const known = all.flatMap((of) => valueOf(name, of) ?? []);
    if (known.length === 0) return { atLeast: 0 };
    const [one, other] = [oneOf(known), isHit(0.3) ? oneOf(known) * (1 + 0.1 * next()) : oneOf(known)].sort(
      (a, b) => a - b,
    ) as [number, number];
    return oneOf([
      { atLeast: one },
      { atMost: other },
      { atLeast: one, atMost: name === 'CHANGE_PCT' || name.startsWith('VOLUME') ? other : Math.min(other, 100) },
    ]);
  };
  const sectors = [...new Set(all.flatMap(({ sector }) => sector ?? [])), 'No such sector'];
  return {
    ...(isHit(0.3) ? { score: range('SCORE') } : {}),
    ...(isHit(0.3) ? { changePct: range('CHANGE_PCT') } : {}),
    ...(isHit(0.3) ? { volume: range('VOLUME') } : {}),
    ...(isHit(0.2) ? { volumeRatio: range('VOLUME_RATIO') } : {}),
    ...(isHit(0.3)
      ? {
          labels: Array.from({ length: 1 + below(3) }, () =>
            oneOf(['STRONG_BUY', 'BUY', 'NEUTRAL', 'SELL', 'STRONG_SELL']),
          ),
        }
      : {}),
    ...(isHit(0.3)
      ? {
          factors: isHit(0.2)
            ? oneOf([{}, null])
            : {
                technical: range('TECHNICAL'),
                ...(isHit(0.3) ? { momentum: range('MOMENTUM') } : {}),
                ...(isHit(0.3) ? { microstructure: range('MICROSTRUCTURE') } : {}),
                ...(isHit(0.2) ? { fundamentals: range('FUNDAMENTALS') } : {}),
              },
        }
      : {}),
    ...(isHit(0.3) ? { sectors: Array.from({ length: 1 + below(4) }, () => oneOf(sectors).toUpperCase()) } : {}),
    ...(isHit(0.1) ? { sector: oneOf(sectors) } : {}),
    ...(isHit(0.2) ? { kind: oneOf(['EQUITY', 'ETF']) } : {}),
    ...(isHit(0.2) ? { search: oneOf(['a', 'INC', 'corp', 'z']) } : {}),
    ...(isHit(0.3) ? { isStale: oneOf([true, false, null]) } : {}),
  };
}

const until = (
  symbol: string,
  last: number,
  count: number,
): { readonly symbol: string; readonly bars: ReturnType<typeof madeUpBars> } => ({
  symbol,
  bars: madeUpBars(last - count + 1, count, 1 + (symbol.charCodeAt(1) % 5)),
});

/** Securities that a market has beside the ordinary ones. */
async function storeOddOnes(): Promise<void> {
  let old = LAST;
  for (let session = 0; session < 9; session += 1) old = previousSession(old);
  const histories = [
    until('ZOLD', old, 400),
    until('ZYOUNG', LAST, 3),
    until('ZONE', LAST, 1),
    until('ZTWIN1', LAST, 300),
    until('ZTWIN2', LAST, 300),
  ];
  const source = 'simulated';
  await store.db.transaction().execute(async (tx) => {
    const symbols = [...histories.map(({ symbol }) => symbol), 'ZNONE'];
    await store.securities.upsert(
      tx,
      symbols.map((symbol) => ({
        symbol,
        name: `Odd ${symbol.toLowerCase()}`,
        kind: 'equity' as const,
        source,
        sector: symbol === 'ZOLD' ? null : 'Odd',
      })),
    );
    await store.bars.replaceMany(
      tx,
      histories.map(({ symbol, bars }) => ({ symbol, bars, source })),
    );
    await store.bars.replaceMinutes(tx, 'ZTWIN1', [madeUpMinutes(LAST)]);
  });
}

let all: readonly Shown[] = [];
beforeAll(async () => {
  await storeOddOnes();
  all = await everything();
});
beforeEach(() => server.nextMinute());

describe('a screen', () => {
  it.each(Array.from({ length: 120 }, (_, seed) => seed + 1))(
    'lists what its conditions say of signal and quote, in their order: seed %d',
    async (seed) => {
      const chance = chanceFrom(seed);
      const filter = randomFilter(all, chance);
      const orderBy: Order = {
        field: chance.oneOf([...Object.keys(VALUES), 'TICKER', 'NAME']),
        direction: chance.oneOf(['ASC', 'DESC']),
      };
      const expected = sorted(
        all.filter((of) => matches(of, filter)),
        orderBy,
      );
      expect(await listed({ first: chance.oneOf([3, 20, 100]), filter, orderBy })).toEqual({
        total: expected.length,
        tickers: expected,
      });
    },
  );

  it.each(Object.keys(VALUES))(
    'by %s has every security once, those without a value last in both directions',
    async (field) => {
      for (const direction of ['ASC', 'DESC'] as const) {
        const expected = sorted(all, { field, direction });
        expect(await listed({ first: 7, filter: { isStale: null }, orderBy: { field, direction } })).toEqual({
          total: all.length,
          tickers: expected,
        });
      }
    },
  );

  it('compares with what is shown: each score is within its own bounds, and one step beside it is not', async () => {
    const shown = all.filter(({ signal, isStale }) => signal !== null && !isStale).slice(0, 25);
    for (const { ticker, signal } of shown) {
      const score = signal?.compositeScore ?? NaN;
      const within = async (range: Range): Promise<boolean> =>
        (await listed({ first: 100, filter: { score: range } })).tickers.includes(ticker);
      expect([
        ticker,
        await within({ atLeast: score, atMost: score }),
        await within({ atLeast: score + 0.01 }),
        await within({ atMost: score - 0.01 }),
      ]).toEqual([ticker, true, false, false]);
    }
  });

  it('shows the stored conditions of a list the same whether they are read by the database or beside computed ones', async () => {
    for (const filter of [
      {},
      { search: 'in' },
      { search: '%' },
      { kind: 'ETF' },
      { sectors: ['energy', 'ODD'] },
      { sector: ' Energy ', sectors: ['Odd'] },
      { isStale: true },
      { isStale: null, search: '_' },
    ]) {
      const stored = await listed({ first: 100, filter });
      const { tickers, total } = await listed({
        first: 100,
        filter,
        orderBy: { field: 'OPTIONS_FLOW', direction: 'ASC' },
      });
      expect([[...tickers].sort(), total]).toEqual([[...stored.tickers].sort(), stored.total]);
      // Those without the value come last, in the order of the stored list.
      const scored = new Set(
        all.filter((security) => VALUES['OPTIONS_FLOW']?.(security) !== null).map(({ ticker }) => ticker),
      );
      const unscored = stored.tickers.filter((ticker) => !scored.has(ticker));
      expect(tickers.slice(tickers.length - unscored.length)).toEqual(unscored);
    }
  });

  it('changes with the data, and a page goes on where the one before ended', async () => {
    const ask = async (after: unknown = null): Promise<Answer> =>
      server.graphql(key, PAGE, {
        first: 2,
        after,
        filter: { search: 'zt' },
        orderBy: { field: 'VOLUME', direction: 'ASC' },
      });
    const twins = madeUpBars(LAST - 299, 300);
    const put = (symbol: string, volume: number): Promise<void> =>
      store.db
        .transaction()
        .execute((tx) =>
          store.bars.replace(tx, symbol, { ...twins, volume: twins.volume.map(() => volume) }, 'simulated'),
        );
    await put('ZTWIN1', 10);
    await put('ZTWIN2', 20);
    const first = await ask();
    expect(read(first, 'data', 'securities')).toMatchObject({
      totalCount: 2,
      nodes: [{ ticker: 'ZTWIN1' }, { ticker: 'ZTWIN2' }],
    });
    await put('ZTWIN1', 30);
    expect(
      read(await ask(read(first, 'data', 'securities', 'pageInfo', 'endCursor')), 'data', 'securities'),
    ).toMatchObject({ totalCount: 2, nodes: [{ ticker: 'ZTWIN1' }] });
    expect(read(await ask(), 'data', 'securities', 'nodes')).toEqual([{ ticker: 'ZTWIN2' }, { ticker: 'ZTWIN1' }]);
  });
});

const BUY = '(first: 3, filter: { labels: [BUY, NEUTRAL] })';
const screens: readonly [string, string, object?][] = [
  ['a condition', `{ securities${BUY} { totalCount } }`],
  ['an order', '{ securities(orderBy: { field: VOLUME }) { nodes { ticker } } }'],
  ['an alias', `{ a: securities${BUY} { totalCount } }`],
  ['a fragment', `fragment Page on Query { securities${BUY} { totalCount } } { ...Page }`],
  [
    'a filter in a variable',
    'query ($f: SecurityFilter) { securities(filter: $f) { totalCount } }',
    { f: { volume: { atLeast: 1 } } },
  ],
  [
    'a bound in a variable',
    'query ($v: Score) { securities(filter: { score: { atLeast: $v } }) { totalCount } }',
    { v: 0 },
  ],
  [
    'a factor in a variable',
    'query ($v: ScoreRange) { securities(filter: { factors: { momentum: $v, technical: {} } }) { totalCount } }',
    { v: { atMost: 50, atLeast: null } },
  ],
  [
    'an order in a variable',
    'query ($o: SecurityOrder) { securities(orderBy: $o) { totalCount } }',
    { o: { field: 'CHANGE_PCT' } },
  ],
  [
    'an order with its field in a variable',
    'query ($o: SecurityOrderField! = SCORE) { securities(orderBy: { field: $o }) { totalCount } }',
  ],
];
const lists: readonly [string, string, object?][] = [
  [
    'stored conditions',
    '{ securities(filter: { kind: EQUITY, sectors: ["Energy"] }, orderBy: { field: NAME }) { totalCount } }',
  ],
  [
    'ranges without bounds',
    '{ securities(filter: { score: {}, volume: { atLeast: null }, factors: { momentum: { atMost: null }, technical: {} } }) { totalCount } }',
  ],
  ['nulls', '{ securities(filter: { labels: null, score: null, factors: null }) { totalCount } }'],
  [
    'empty ranges in variables',
    'query ($f: SecurityFilter, $r: ScoreRange) { a: securities(filter: $f) { totalCount } securities(filter: { score: $r }) { totalCount } }',
    { f: { score: {}, factors: {}, changePct: null }, r: { atMost: null } },
  ],
  [
    'variables that are not given',
    'query ($r: ScoreRange, $l: [SignalLabel!]) { securities(filter: { score: $r, labels: $l }) { totalCount } }',
  ],
];

describe('a list by what is computed', () => {
  it.each(screens)('needs Pro, whatever spells it: %s', async (_name, query, variables = {}) => {
    for (const tier of ['free', 'starter'] as const) {
      const caller = await server.newKey(tier);
      const answer = await server.graphql(caller.key, query, variables);
      expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({
        code: 'TIER_REQUIRED',
        tier,
        required_tier: 'pro',
        path: [expect.stringMatching(/^(filter|orderBy)$/), expect.any(String)],
      });
      expect([Object.values(read(answer, 'data') as object), await server.used(caller)]).toEqual([[null], 0]);
    }
    const pro = await server.newKey('pro');
    expect(read(await server.graphql(pro.key, query, variables), 'errors')).toBeUndefined();
    expect(await server.used(pro)).toBe(1);
  });

  it.each(lists)('is free without any effect of a computed condition: %s', async (_name, query, variables = {}) => {
    const caller = await server.newKey('free');
    expect(read(await server.graphql(caller.key, query, variables), 'errors')).toBeUndefined();
    expect(await server.used(caller)).toBe(0);
  });

  it.each([
    [
      'every capability below it',
      `{ securities${BUY} { nodes { signal { label } seasonality { monthCount } gapStats { gapCount } dca { profit } } edges { node { signal { label } } } } }`,
      1,
    ],
    [
      'securities of news',
      '{ securities(first: 3, orderBy: { field: SCORE }) { nodes { news(first: 5) { nodes { mentions { security { signal { label } } } } } } } }',
      1,
    ],
    [
      'securities of news of a batch',
      '{ securitiesByTicker(tickers: ["AAPL", "MSFT"]) { news(first: 5) { nodes { mentions { security { signal { label } } } } } } }',
      1,
    ],
    [
      'related securities',
      '{ securitiesByTicker(tickers: ["AAPL", "MSFT"]) { corporateEvents { related { security { signal { label } } } } } }',
      1,
    ],
    [
      'securities of private stakes',
      '{ securitiesByTicker(tickers: ["MSFT", "AMZN"]) { privateStakes { security { signal { label } } } } }',
      1,
    ],
    [
      'securities of managers',
      '{ securitiesByTicker(tickers: ["AAPL", "MSFT"]) { institutionalHoldings(first: 2) { nodes { security { signal { label } } manager { holdings(first: 2) { nodes { security { signal { label } } } } } } } } }',
      1,
    ],
    [
      'two aliases',
      `{ a: securities${BUY} { nodes { signal { label } } } b: securities${BUY} { nodes { signal { label } } } }`,
      2,
    ],
    [
      'a security beside it',
      `{ securities${BUY} { nodes { signal { label } } } security(ticker: "AAPL") { signal { label } } }`,
      2,
    ],
    [
      'a node by its id beside it',
      `{ securities${BUY} { nodes { id } } node(id: "sec_AAPL") { ... on Security { signal { label } gapStats { gapCount } } } }`,
      3,
    ],
    [
      'a stored list beside it',
      `{ a: securities${BUY} { nodes { signal { label } } } b: securities(first: 3) { nodes { signal { label } } } }`,
      4,
    ],
    [
      'a range without bounds below a metered field',
      '{ securities(first: 2, filter: { score: {} }) { nodes { signal { label } } } }',
      2,
    ],
    ['a page without anything below it', `{ securities${BUY} { totalCount } }`, 1],
    ['a field that a directive leaves out', `{ securities${BUY} @skip(if: true) { totalCount } usage { tier } }`, 0],
  ])('costs one unit with all below it: %s', async (_name, query, units) => {
    const caller = await server.newKey('pro');
    expect(read(await server.graphql(caller.key, query), 'errors')).toBeUndefined();
    expect(await server.used(caller)).toBe(units);
  });

  it('is refused once the month does not cover it, and its unit is returned for a cursor of another list', async () => {
    const caller = await server.newKey('pro', { perMonth: 1 });
    const page = (query: string, after: unknown): Promise<Answer> =>
      server.graphql(
        caller.key,
        `query ($after: String) { securities(${query}, after: $after) { pageInfo { endCursor } } }`,
        { after },
      );
    const other = await server.graphql(
      key,
      '{ securities(first: 1, filter: { volume: { atLeast: 1 } }) { pageInfo { endCursor } } }',
    );
    const cursor = read(other, 'data', 'securities', 'pageInfo', 'endCursor');
    for (const query of [
      'filter: { volume: { atLeast: 2 } }',
      'filter: { volume: { atLeast: 1 } }, orderBy: { field: VOLUME }',
      'filter: { volume: { atMost: 1 } }',
    ])
      expect(read(await page(query, cursor), 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        path: ['after'],
      });
    expect(await server.used(caller)).toBe(0);
    expect(read(await page('filter: { volume: { atLeast: 1 } }', cursor), 'errors')).toBeUndefined();
    expect(read(await page('filter: { volume: { atLeast: 1 } }', cursor), 'errors', 0, 'extensions', 'code')).toBe(
      'MONTHLY_LIMIT_REACHED',
    );
  });

  it('by GET is charged each time, refused below Pro although it is cached, and fresh once data has changed', async () => {
    const [pro, free] = [await server.newKey('pro'), await server.newKey('free')];
    const query = new URLSearchParams({
      query:
        '{ securities(filter: { search: "ztwin", volume: { atLeast: 1 } }, orderBy: { field: VOLUME }) { nodes { ticker quote { volume } } } }',
    }).toString();
    const get = (by: string): Promise<Answer> => server.call(`/graphql?${query}`, { key: by });
    const volumes = async (): Promise<unknown> =>
      (read(await get(pro.key), 'data', 'securities', 'nodes') as { quote: { volume: number } }[]).map(
        ({ quote }) => quote.volume,
      );
    const before = await volumes();
    expect([await volumes(), await volumes(), await volumes()]).toEqual([before, before, before]);
    expect([
      await server.used(pro),
      read(await get(free.key), 'errors', 0, 'extensions', 'code'),
      await server.used(free),
    ]).toEqual([4, 'TIER_REQUIRED', 0]);
    const bars = madeUpBars(LAST - 299, 300);
    await store.db
      .transaction()
      .execute((tx) => store.bars.replace(tx, 'ZTWIN2', { ...bars, volume: bars.volume.map(() => 5) }, 'simulated'));
    expect([before, await volumes()]).toEqual([expect.not.arrayContaining([5]), expect.arrayContaining([5])]);
  });

  it.each<[object, string, RegExp]>([
    [
      { score: { atLeast: 60, atMost: 50 } },
      'filter.score',
      /atLeast must not be above filter\.score\.atMost; got 60 and 50\./,
    ],
    [
      { factors: { momentum: { atLeast: 2, atMost: 1 } } },
      'filter.factors.momentum',
      /^filter\.factors\.momentum\.atLeast must not be above/,
    ],
    [{ changePct: { atLeast: 1, atMost: -1 } }, 'filter.changePct', /got 1 and -1/],
    [{ score: { atLeast: 101 } }, 'filter.score.atLeast', /0 to 100/],
    [{ score: { atMost: 'high' } }, 'filter.score.atMost', /number/],
    [{ labels: [] }, 'filter.labels', /at least 1 entry/],
    [{ sectors: [] }, 'filter.sectors', /at least 1 entry/],
    [{ sectors: Array.from({ length: 21 }, () => 'x') }, 'filter.sectors', /at most 20 entries/],
  ])('refuses %j, and says where', async (filter, param, message) => {
    const caller = await server.newKey('pro');
    const answer = await server.graphql(caller.key, PAGE, { first: 3, filter });
    const error = read(answer, 'errors', 0) as { message: string; extensions: object };
    expect([error.extensions, error.message]).toEqual([
      expect.objectContaining({ code: 'INVALID_PARAMETER', param, path: param.split('.') }),
      expect.stringMatching(message),
    ]);
    expect(await server.used(caller)).toBe(0);
  });

  it.each([['1e999'], ['"60"'], ['true'], ['NaN'], ['{}']])('refuses the bound %s', async (bound) => {
    const answer = await server.graphql(key, `{ securities(filter: { score: { atLeast: ${bound} } }) { totalCount } }`);
    expect(String(read(answer, 'errors', 0, 'extensions', 'code'))).toMatch(
      /^(INVALID_PARAMETER|GRAPHQL_VALIDATION_FAILED)$/,
    );
  });

  it('is told by viewer.capabilities', async () => {
    const answer = await server.graphql(key, '{ viewer { capabilities { field tier batchTier units } } }');
    expect(read(answer, 'data', 'viewer', 'capabilities')).toContainEqual({
      field: 'Query.securities',
      tier: 'FREE',
      batchTier: 'PRO',
      units: 1,
    });
  });
});
