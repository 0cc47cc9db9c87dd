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
  const { message, param, details = [], extensions = {} } = error as {
    readonly message: string;
    readonly param?: string;
    readonly details?: readonly { readonly param: string }[];
    readonly extensions?: { readonly param?: string; readonly details?: readonly { readonly param: string }[] };
  };
  return { message, params: [param ?? extensions.param, ...[...details, ...(extensions.details ?? [])].map((detail) => detail.param)] };
}

const rest = async (path: string, body?: object): Promise<Answer> =>
  server.call(`/api/v1${path}`, { key, ...(body === undefined ? {} : { method: 'POST', body }) });
const graph = async (query: string): Promise<unknown> => read(await server.graphql(key, query), 'errors', 0);

describe('REST and GraphQL refuse a value in the same words', () => {
  it.each<[string, string, object | undefined, string]>([
    ['a number out of range', '/dca?ticker=AAPL&years=99', undefined, '{ dca(ticker: "AAPL", years: 99) { invested } }'],
    ['several numbers', '/dca?ticker=AAPL&years=99&monthly=1', undefined, '{ dca(ticker: "AAPL", monthly: 1, years: 99) { invested } }'],
    ['a ticker', '/signal?ticker=1AAPL', undefined, '{ signal(ticker: "1AAPL") { signal } }'],
    ['an unknown ticker', '/signal?ticker=APPL', undefined, '{ signal(ticker: "APPL") { signal } }'],
    ['every entry of a list', '/portfolio', { holdings: [{ ticker: '!!', weight: -1 }, { ticker: 'AAPL', weight: -5 }] }, '{ portfolio(holdings: [{ ticker: "!!", weight: -1 }, { ticker: "AAPL", weight: -5 }]) { ok } }'],
    ['a list that is empty', '/simulate', { positions: [] }, '{ simulate(positions: []) { varDollar } }'],
    ['a list that is too long', '/portfolio', { holdings: Array.from({ length: 26 }, () => ({ ticker: 'AAPL' })) }, `{ portfolio(holdings: [${'{ ticker: "AAPL" } '.repeat(26)}]) { ok } }`],
    ['unknown tickers of positions', '/simulate', { positions: [{ ticker: 'APPL', value_usd: 1 }, { ticker: 'ZZZZ', value_usd: 1 }] }, '{ simulate(positions: [{ ticker: "APPL", valueUsd: 1 }, { ticker: "ZZZZ", valueUsd: 1 }]) { varDollar } }'],
    ['text that is too long', '/webhooks', { url: 'x'.repeat(2_049) }, `mutation { registerWebhook(url: "${'x'.repeat(2_049)}") { id } }`],
    ['a URL', '/webhooks', { url: 'http://example.com/' }, 'mutation { registerWebhook(url: "http://example.com/") { id } }'],
  ])('%s', async (_what, path, body, query) => {
    server.nextMinute();
    const refused = refusal(read(await rest(path, body)));
    expect(refused).toEqual(refusal(await graph(query)));
    expect(refused.params[0]).toBeDefined();
  });

  it('and name every wrong entry, near tickers and counts', async () => {
    server.nextMinute();
    expect(refusal(read(await rest('/portfolio', { holdings: [{ ticker: '!!', weight: -1 }, { ticker: 'AAPL', weight: '5' }] }))).params).toEqual([
      'holdings[0].ticker', 'holdings[0].ticker', 'holdings[0].weight', 'holdings[1].weight',
    ]);
    expect(read(await rest('/signal?ticker=APPL'), 'message')).toMatch(/^No data is stored for APPL; did you mean (.* or )?AAPL\b/);
    expect(read(await rest('/portfolio', { holdings: Array.from({ length: 26 }, () => ({ ticker: 'AAPL' })) }), 'message')).toBe('holdings must have at most 25 entries; got 26.');
    expect(read(await rest('/simulate', { positions: [{ ticker: 'APPL', value_usd: 1 }, { ticker: 'ZZZZ', value_usd: 1 }] }), 'details')).toEqual([
      { param: 'positions[0].ticker', message: expect.stringContaining('APPL') }, { param: 'positions[1].ticker', message: expect.stringContaining('ZZZZ') },
    ]);
  });

  it('and what is missing says where it belongs and what it is', async () => {
    server.nextMinute();
    expect(read(await rest('/webhooks', {}), 'message')).toBe('url is required: an https:// URL on a public host, at most 2048 characters.');
    const removal = await server.call('/api/v1/webhooks', { method: 'DELETE', key, body: { id: 'we_x' } });
    expect([removal.status, read(removal, 'param'), read(removal, 'message')]).toEqual([400, 'id', expect.stringContaining('id is required in the query string')]);
  });
});
