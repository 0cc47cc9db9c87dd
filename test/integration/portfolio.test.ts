import { beforeEach, describe, expect, it } from '@jest/globals';
import { TIER_LIMITS, TIERS } from '../../access/tiers.js';
import { wireSpelling } from '../../rest-compat/projection/wire.js';
import { endpointNamed, SDL } from '../contract/endpoints.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { storeStrongNames } from '../support/strong-names.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const free = await server.newKey('free', { perMinute: 100_000, perMonth: 100_000 });
await storeStrongNames(server.runtime.store, ['ZSTR', 'ZSTS'], server.clock.nowMs);
const { securities } = await server.runtime.store.securities.list({ limit: 60, kind: 'equity' });
const symbols = securities.map(({ symbol }) => symbol);

interface Holding {
  readonly ticker: string;
  readonly weight?: number;
  readonly value?: number;
  readonly shares?: number;
}

const get = (apiPath: string, by = key): Promise<Answer> => server.call(`/api/v1${apiPath}`, { key: by });
const post = (apiPath: string, holdings: readonly Holding[], by = key): Promise<Answer> =>
  server.call(`/api/v1${apiPath}`, { method: 'POST', key: by, body: { holdings } });
const equal = (count: number, from = 0): readonly Holding[] =>
  symbols.slice(from, from + count).map((ticker) => ({ ticker }));
const body = (answer: Answer): Record<string, unknown> => read(answer) as Record<string, unknown>;
const okBody = (answer: Answer): Record<string, unknown> => {
  expect([answer.status, read(answer, 'ok')]).toEqual([200, true]);
  return body(answer);
};
const refusal = (answer: Answer): readonly unknown[] => [answer.status, read(answer, 'error'), read(answer, 'param')];

beforeEach(() => server.nextMinute());

describe('the database', () => {
  it('takes as many statements for 25 uncached holdings as for one', async () => {
    // The newest session of the market is read once, whoever asks first.
    okBody(await post('/portfolio', equal(1, 30)));
    const counter = sqlCounter(server.runtime.store.pool);
    try {
      okBody(await post('/portfolio', equal(1)));
      const one = counter.take();
      okBody(await post('/portfolio', equal(25, 1)));
      const many = counter.take();
      expect(one.length).toBeGreaterThan(0);
      expect(many).toEqual(one);
    } finally {
      counter.stop();
    }
  });
});

describe.each(['/portfolio', '/portfolio/overlay'])('%s', (apiPath) => {
  const amount = apiPath === '/portfolio' ? 'weight' : 'value';

  it('responds the same to a query string and the equivalent body', async () => {
    const compact = okBody(await get(`${apiPath}?holdings=AAPL:60,MSFT:25,XOM:15`));
    expect(compact).toEqual(
      okBody(
        await post(apiPath, [
          { ticker: 'AAPL', [amount]: 60 },
          { ticker: 'MSFT', [amount]: 25 },
          { ticker: 'XOM', [amount]: 15 },
        ]),
      ),
    );
    expect(okBody(await get(`${apiPath}?tickers=AAPL,MSFT`))).toEqual(
      okBody(await post(apiPath, [{ ticker: 'AAPL' }, { ticker: 'MSFT' }])),
    );
  });

  it('weighs by value as by weight, whatever the unit', async () => {
    const numbers = async (holdings: readonly Holding[]): Promise<unknown> => {
      const { weight_basis: _basis, portfolio_summary: _summary, ...rest } = okBody(await post(apiPath, holdings));
      return rest;
    };
    const byWeight = await numbers([
      { ticker: 'AAPL', weight: 3 },
      { ticker: 'MSFT', weight: 1 },
    ]);
    expect(
      await numbers([
        { ticker: 'AAPL', value: 75 },
        { ticker: 'MSFT', value: 25 },
      ]),
    ).toEqual(byWeight);
  });

  it.each<[string, readonly Holding[]]>([
    [
      'weight and value',
      [
        { ticker: 'AAPL', weight: 1 },
        { ticker: 'MSFT', value: 1 },
      ],
    ],
    ['weight and ticker alone', [{ ticker: 'AAPL', weight: 1 }, { ticker: 'MSFT' }]],
    ['two ways for one holding', [{ ticker: 'MSFT', weight: 1, shares: 1 }]],
  ])('refuses mixed ways of weighing: %s', async (_name, holdings) => {
    const answer = await post(apiPath, holdings);
    expect(refusal(answer)).toEqual([
      400,
      'invalid_parameter',
      `holdings[${holdings.findIndex(({ ticker }) => ticker === 'MSFT')}]`,
    ]);
    expect(read(answer, 'message')).toMatch(/in the same way \(.*\); MSFT is not\.$/);
  });

  it('names each holding that is given in another way, in a URL as part of its one parameter', async () => {
    const message = (ticker: string): string => `${ticker} must be given in one way, the same as the other holdings.`;
    const holdings = [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT' }, { ticker: 'XOM' }];
    const inUrl = await get(`${apiPath}?holdings=AAPL:60,MSFT,XOM`);
    expect([inUrl, await post(apiPath, holdings)].map((answer) => [refusal(answer), read(answer, 'details')])).toEqual(
      [
        ['holdings', 'holdings'],
        ['holdings[1]', 'holdings[2]'],
      ].map(([first, second]) => [
        [400, 'invalid_parameter', first],
        [
          { param: first, message: message('MSFT') },
          { param: second, message: message('XOM') },
        ],
      ]),
    );
    expect(read(inUrl, 'message')).toMatch(/; MSFT and XOM are not\.$/);
  });

  it.each([0, -1, 1e13])('refuses a weight of %d', async (weight) => {
    expect((await post(apiPath, [{ ticker: 'AAPL', weight }])).status).toBe(400);
  });

  it('refuses no holdings at all', async () => {
    expect(refusal(await post(apiPath, []))).toEqual([400, 'invalid_parameter', 'holdings']);
    expect(refusal(await get(apiPath))).toEqual([400, 'missing_parameter', 'holdings']);
  });

  it('sums a ticker given more than once, however its class is spelled, and says so', async () => {
    const answer = okBody(
      await post(apiPath, [
        { ticker: 'BRK-B', weight: 1 },
        { ticker: 'AAPL', weight: 1 },
        { ticker: 'BRK.B', weight: 2 },
      ]),
    );
    expect(answer['merged']).toEqual([{ ticker: 'BRK-B', entries: 2 }]);
    const once = okBody(
      await post(apiPath, [
        { ticker: 'BRK-B', weight: 3 },
        { ticker: 'AAPL', weight: 1 },
      ]),
    );
    expect({ ...answer, merged: [] }).toEqual(once);
  });

  it('lists holdings without a signal, and computes the rest', async () => {
    const answer = okBody(
      await post(apiPath, [
        { ticker: 'AAPL', weight: 1 },
        { ticker: 'NOSUCH', weight: 1 },
      ]),
    );
    expect(answer['unresolved']).toEqual(['NOSUCH']);
  });

  it('returns no_signals with status 200 if no holding resolves', async () => {
    const answer = await post(apiPath, [{ ticker: 'NOSUCH' }, { ticker: 'NONE' }]);
    expect([answer.status, body(answer)]).toEqual([
      200,
      {
        ok: false,
        status: 'no_signals',
        message: 'None of the holdings has a signal.',
        unresolved: ['NOSUCH', 'NONE'],
        api_version: 'v1',
      },
    ]);
  });

  it('costs one unit of the month, however many holdings', async () => {
    const account = await server.newKey('pro');
    await post(apiPath, equal(1), account.key);
    expect(await server.used(account)).toBe(1);
    await post(apiPath, equal(25), account.key);
    expect(await server.used(account)).toBe(2);
  });

  it('says the same in the graph', async () => {
    const {
      capability: { source: operation, body: selected },
    } = endpointNamed(`POST ${apiPath}`);
    const holdings = [
      { ticker: 'AAPL', weight: 60 },
      { ticker: 'MSFT', weight: 30 },
      { ticker: 'NOSUCH', weight: 10 },
    ];
    const told = read(await server.graphql(key, operation, { holdings }), 'data', 'body') as Record<string, unknown>;
    wireSpelling(selected, SDL)?.(told, 0);
    const { ok: _ok, source: _source, api_version: _version, ...rest } = okBody(await post(apiPath, holdings));
    expect(told).toEqual(rest);
  });

  it('refuses in the graph what has no signal, naming the tickers', async () => {
    const field = apiPath === '/portfolio' ? 'portfolio' : 'portfolioOverlay';
    const answer = await server.graphql(
      key,
      `{ ${field}(holdings: [{ ticker: "nosuch" }, { ticker: "BRK-X" }]) { unresolved } }`,
    );
    expect(read(answer, 'data')).toEqual({ [field]: null });
    expect(read(answer, 'errors', 0)).toMatchObject({
      message: 'None of the holdings has a signal.',
      path: [field],
      extensions: { code: 'NO_SIGNALS', unresolved: ['NOSUCH', 'BRK.X'] },
    });
  });
});

describe('/portfolio', () => {
  it('accepts 25 holdings and refuses 26 in both forms, at no cost', async () => {
    const account = await server.newKey('pro');
    expect(okBody(await post('/portfolio', equal(25)))).toMatchObject({
      n_positions: 25,
      weight_basis: 'equal_weight',
      concentration: { hhi: 0.04, effective_positions: 25 },
    });
    expect(refusal(await post('/portfolio', equal(26), account.key))).toEqual([400, 'invalid_parameter', 'holdings']);
    expect(refusal(await get(`/portfolio?tickers=${symbols.slice(0, 26).join(',')}`, account.key))).toEqual([
      400,
      'invalid_parameter',
      'tickers',
    ]);
    expect(await server.used(account)).toBe(0);
  });

  it('prices shares at the last close', async () => {
    const price = async (ticker: string): Promise<number> =>
      Number(read(await get(`/signal?ticker=${ticker}`), 'price', 'current'));
    const [apple, microsoft] = [10 * (await price('AAPL')), 4 * (await price('MSFT'))];
    const answer = okBody(
      await post('/portfolio', [
        { ticker: 'AAPL', shares: 10 },
        { ticker: 'MSFT', shares: 4 },
      ]),
    );
    expect(answer['weight_basis']).toBe('shares_value');
    const hhi = (apple ** 2 + microsoft ** 2) / (apple + microsoft) ** 2;
    expect(Number(read(answer, 'concentration', 'hhi'))).toBeCloseTo(hhi, 5);
  });

  it('names every threshold that a portfolio of one passes by its size', async () => {
    const flags = okBody(await post('/portfolio', [{ ticker: 'AAPL', weight: 1 }]))['risk_flags'];
    expect(flags).toEqual(
      expect.arrayContaining([
        'AAPL alone is 100% of the portfolio, above 25%.',
        'The weights are as concentrated as 1 equal position, fewer than 5.',
      ]),
    );
  });

  it('requires Pro, over REST and GraphQL', async () => {
    const starter = await server.newKey('starter');
    const answer = await get('/portfolio?tickers=AAPL', starter.key);
    expect([answer.status, read(answer, 'error'), read(answer, 'required_tier')]).toEqual([
      403,
      'tier_required',
      'pro',
    ]);
    const graph = await server.graphql(starter.key, '{ portfolio(holdings: [{ ticker: "AAPL" }]) { posture } }');
    expect(read(graph, 'errors', 0, 'extensions')).toMatchObject({ code: 'TIER_REQUIRED', required_tier: 'pro' });
    expect(await server.used(starter)).toBe(0);
  });
});

describe('the securities of a portfolio', () => {
  const HOLDINGS = [
    { ticker: 'NOSUCH', weight: 70 },
    { ticker: 'BRK-B', weight: 20 },
    { ticker: 'KO', weight: 10 },
  ];

  it('are those of the tickers, in their canonical spelling, and null where nothing is stored', async () => {
    const answer = await server.graphql(
      key,
      `query ($h: [HoldingInput!]!) { portfolio(holdings: $h) {
      unresolved concentration { topPosition { ticker security { name } } } reviewPriority { ticker label security { id ticker name } }
    } }`,
      { h: HOLDINGS },
    );
    expect(read(answer, 'data', 'portfolio')).toMatchObject({
      unresolved: ['NOSUCH'],
      concentration: { topPosition: { ticker: 'NOSUCH', security: null } },
    });
    const reviewed = read(answer, 'data', 'portfolio', 'reviewPriority') as { ticker: string; security: object }[];
    expect(reviewed.map(({ ticker }) => ticker).sort()).toEqual(['BRK.B', 'KO']);
    for (const { ticker, security } of reviewed)
      expect(security).toEqual({
        id: `sec_${ticker}`,
        ticker,
        name: securities.find(({ symbol }) => symbol === ticker)?.name,
      });
  });

  it('lead to their other fields, each for its own unit', async () => {
    const account = await server.newKey('pro');
    const answer = await server.graphql(
      account.key,
      `query ($h: [HoldingInput!]!) { portfolioOverlay(holdings: $h) {
      holdings { ticker signal { label compositeScore } security { signal { label compositeScore } } } signalGaps { ticker compositeScore security { ticker sector } }
    } }`,
      { h: HOLDINGS },
    );
    const held = read(answer, 'data', 'portfolioOverlay', 'holdings') as {
      signal: object;
      security: { signal: object };
    }[];
    expect(held).toHaveLength(2);
    for (const { signal, security } of held) expect(security.signal).toEqual(signal);
    const gaps = read(answer, 'data', 'portfolioOverlay', 'signalGaps') as { ticker: string; security: object }[];
    expect(gaps.length).toBeGreaterThan(0);
    for (const { ticker, security } of gaps)
      expect(security).toEqual({ ticker, sector: securities.find(({ symbol }) => symbol === ticker)?.sector });
    expect(await server.used(account)).toBe(3);
  });
});

describe('/portfolio/overlay', () => {
  it.each(TIERS)('takes as many holdings as the %s tier allows, and names the cap beyond it', async (tier) => {
    const cap = TIER_LIMITS[tier].overlayHoldings;
    const account = await server.newKey(tier);
    okBody(await post('/portfolio/overlay', equal(cap), account.key));
    const answer = await post('/portfolio/overlay', equal(cap + 1), account.key);
    expect([cap, answer.status, read(answer, 'error'), read(answer, 'cap')]).toEqual([
      tier === 'free' ? 8 : 25,
      403,
      'holdings_cap',
      cap,
    ]);
    const graph = await server.graphql(
      account.key,
      'query ($h: [HoldingInput!]!) { portfolioOverlay(holdings: $h) { unresolved } }',
      { h: equal(cap + 1) },
    );
    expect(read(graph, 'errors', 0, 'extensions')).toMatchObject({ code: 'HOLDINGS_CAP', cap });
  });

  it('has an action for each holding, and items for those that are not held as they are', async () => {
    const answer = okBody(await post('/portfolio/overlay', equal(8), free.key));
    const holdings = answer['holdings'] as { ticker: string; action: string }[];
    const items = answer['action_items'] as { ticker: string; priority: string }[];
    expect(holdings.map(({ ticker }) => ticker)).toEqual(symbols.slice(0, 8));
    expect(items.map(({ ticker, priority }) => `${ticker} ${priority}`).sort()).toEqual(
      holdings
        .filter(({ action }) => action !== 'HOLD')
        .map(({ ticker, action }) => `${ticker} ${action}`)
        .sort(),
    );
    const ranks = items.map(({ priority }) => ['CLOSE', 'ADD', 'WATCH'].indexOf(priority));
    expect(ranks).toEqual([...ranks].sort());
  });

  it('proposes strong names that are not held, each with the score that /signal has', async () => {
    const answer = okBody(await post('/portfolio/overlay', [{ ticker: 'XOM' }]));
    const gaps = answer['signal_gaps'] as { ticker: string; score: number }[];
    expect(gaps.length).toBeGreaterThan(0);
    for (const { ticker, score } of gaps) {
      expect([ticker !== 'XOM', score >= 70]).toEqual([true, true]);
      expect(read(await get(`/signal?ticker=${ticker}`), 'composite_score')).toBe(score);
    }
  });

  it('is manual, with today’s regime', async () => {
    const answer = okBody(await post('/portfolio/overlay', equal(3), free.key));
    expect(answer).toMatchObject({
      source: 'manual',
      regime: { state: expect.stringMatching(/^(calm|stressed)$/), as_of: '2026-01-02' },
      portfolio_summary: { weighting: 'equal', grade: expect.stringMatching(/^[A-F]$/) },
    });
  });
});
