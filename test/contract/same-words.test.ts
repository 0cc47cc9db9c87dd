import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });

interface Refusal {
  readonly message: unknown;
  readonly params: readonly unknown[];
}

function refusal(error: unknown): Refusal {
  const {
    message,
    param,
    details = [],
    extensions = {},
  } = error as {
    readonly message: string;
    readonly param?: string;
    readonly details?: readonly { readonly param: string }[];
    readonly extensions?: { readonly param?: string; readonly details?: readonly { readonly param: string }[] };
  };
  return {
    message,
    params: [param ?? extensions.param, ...[...details, ...(extensions.details ?? [])].map((detail) => detail.param)],
  };
}

const rest = async (path: string, body?: object): Promise<Answer> =>
  server.call(`/api/v1${path}`, { key, ...(body === undefined ? {} : { method: 'POST', body }) });
const graph = async (query: string): Promise<unknown> => read(await server.graphql(key, query), 'errors', 0);

describe('REST and GraphQL refuse a value in the same words', () => {
  it.each<[string, string, object | undefined, string]>([
    [
      'a number out of range',
      '/dca?ticker=AAPL&years=99',
      undefined,
      '{ security(ticker: "AAPL") { dca(years: 99) { invested } } }',
    ],
    ['a ticker', '/signal?ticker=1AAPL', undefined, '{ security(ticker: "1AAPL") { signal { label } } }'],
    ['an unknown ticker', '/signal?ticker=APPL', undefined, '{ security(ticker: "APPL") { signal { label } } }'],
    [
      'every entry of a list',
      '/portfolio',
      {
        holdings: [
          { ticker: '!!', weight: -1 },
          { ticker: 'AAPL', weight: -5 },
        ],
      },
      '{ portfolio(holdings: [{ ticker: "!!", weight: -1 }, { ticker: "AAPL", weight: -5 }]) { posture } }',
    ],
    ['a list that is empty', '/simulate', { positions: [] }, '{ simulate(positions: []) { valueAtRisk } }'],
    [
      'a list that is too long',
      '/portfolio',
      { holdings: Array.from({ length: 26 }, () => ({ ticker: 'AAPL' })) },
      `{ portfolio(holdings: [${'{ ticker: "AAPL" } '.repeat(26)}]) { posture } }`,
    ],
    [
      'unknown tickers of positions',
      '/simulate',
      {
        positions: [
          { ticker: 'APPL', value_usd: 1 },
          { ticker: 'ZZZZ', value_usd: 1 },
        ],
      },
      '{ simulate(positions: [{ ticker: "APPL", value: 1 }, { ticker: "ZZZZ", value: 1 }]) { valueAtRisk } }',
    ],
    [
      'text that is too long',
      '/webhooks',
      { url: 'x'.repeat(2_049) },
      `mutation { registerWebhook(input: { url: "${'x'.repeat(2_049)}" }) { secret } }`,
    ],
    [
      'a URL',
      '/webhooks',
      { url: 'http://example.com/' },
      'mutation { registerWebhook(input: { url: "http://example.com/" }) { secret } }',
    ],
  ])('%s', async (_what, path, body, query) => {
    server.nextMinute();
    const refused = refusal(read(await rest(path, body)));
    expect(refused).toEqual(refusal(await graph(query)));
    expect(refused.params[0]).toBeDefined();
  });

  it('and each names an argument as it spells it', async () => {
    server.nextMinute();
    const { message, params } = refusal(read(await rest('/dca?ticker=AAPL&years=99&monthly=1')));
    const same = refusal(await graph('{ security(ticker: "AAPL") { dca(monthlyAmount: 1, years: 99) { invested } } }'));
    expect(params).toEqual(['monthly', 'monthly', 'years']);
    expect(same.params).toEqual(['monthlyAmount', 'monthlyAmount', 'years']);
    expect(same.message).toBe(String(message).replace('monthly', 'monthlyAmount'));
  });

  it('and a ticker of which a list of securities has the name, and nobody the prices', async () => {
    server.nextMinute();
    const { store } = server.runtime;
    const listed = { symbol: 'AAPK', name: 'Alder Park', kind: 'equity', source: 'files' } as const;
    await store.db.transaction().execute((tx) => store.securities.upsert(tx, [listed]));
    const refused = refusal(read(await rest('/signal?ticker=AAPK')));
    expect(refused).toEqual(refusal(await graph('{ security(ticker: "AAPK") { name signal { label } } }')));
    expect(refused).toEqual({ message: 'AAPK is known, but no daily prices are stored for it.', params: ['ticker'] });
  });

  it('and a history that is too short, and a portfolio without signals', async () => {
    server.nextMinute();
    const { store } = server.runtime;
    const column = Float64Array.of(10);
    const bars = {
      days: Int32Array.of(20_000),
      open: column,
      high: column,
      low: column,
      close: column,
      adjClose: column,
      volume: column,
    };
    await store.db.transaction().execute((tx) => store.bars.replace(tx, 'ONE.B', bars, 'simulated'));
    const owner = await server.newKey('pro');
    const short = await server.call('/api/v1/backtest?ticker=one-b&strategy=macd', { key: owner.key });
    const none = await server.call('/api/v1/portfolio', {
      method: 'POST',
      key: owner.key,
      body: { holdings: [{ ticker: 'ONE-B' }] },
    });
    expect([short.status, read(short)]).toMatchObject([
      200,
      { ok: false, status: 'insufficient_data', ticker: 'ONE-B', strategy: 'macd', years: 10 },
    ]);
    expect([none.status, read(none)]).toMatchObject([200, { ok: false, status: 'no_signals', unresolved: ['ONE-B'] }]);
    expect(await server.used(owner)).toBe(2);
    const same = await server.graphql(
      owner.key,
      '{ security(ticker: "one-b") { backtest(strategy: MACD) { years } } portfolio(holdings: [{ ticker: "ONE-B" }]) { posture } }',
    );
    expect(read(same, 'data')).toEqual({ security: { backtest: null }, portfolio: null });
    const errors = read(same, 'errors') as readonly {
      readonly message: string;
      readonly extensions: { readonly code: string };
    }[];
    expect(errors.map(({ message, extensions: { code } }) => [code, message]).sort()).toEqual([
      ['INSUFFICIENT_DATA', read(short, 'message')],
      ['NO_SIGNALS', read(none, 'message')],
    ]);
    expect(await server.used(owner)).toBe(4);
  });

  it('and name every wrong entry, near tickers and counts', async () => {
    server.nextMinute();
    expect(
      refusal(
        read(
          await rest('/portfolio', {
            holdings: [
              { ticker: '!!', weight: -1 },
              { ticker: 'AAPL', weight: '5' },
            ],
          }),
        ),
      ).params,
    ).toEqual(['holdings[0].ticker', 'holdings[0].ticker', 'holdings[0].weight', 'holdings[1].weight']);
    expect(read(await rest('/signal?ticker=APPL'), 'message')).toMatch(
      /^No data is stored for APPL; did you mean (.* or )?AAPL\b/,
    );
    expect(
      read(await rest('/portfolio', { holdings: Array.from({ length: 26 }, () => ({ ticker: 'AAPL' })) }), 'message'),
    ).toBe('holdings must have at most 25 entries; got 26.');
    expect(
      read(
        await rest('/simulate', {
          positions: [
            { ticker: 'APPL', value_usd: 1 },
            { ticker: 'ZZZZ', value_usd: 1 },
          ],
        }),
        'details',
      ),
    ).toEqual([
      { param: 'positions[0].ticker', message: expect.stringContaining('APPL') },
      { param: 'positions[1].ticker', message: expect.stringContaining('ZZZZ') },
    ]);
  });

  it('and what is missing says where it belongs and what it is', async () => {
    server.nextMinute();
    expect(read(await rest('/webhooks', {}), 'message')).toBe(
      'url is required: an https:// URL on a public host, at most 2048 characters.',
    );
    const removal = await server.call('/api/v1/webhooks', { method: 'DELETE', key, body: { id: 'we_x' } });
    expect([removal.status, read(removal, 'param'), read(removal, 'message')]).toEqual([
      400,
      'id',
      expect.stringContaining('id is required in the query string'),
    ]);
  });
});
