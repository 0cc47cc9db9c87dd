import { beforeEach, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import type { Tier } from '../../access/tiers.js';
import type { Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { runtime } = server;
const [starter, institutional] = [await server.newKey('starter'), await server.newKey('institutional')];
const KEYS: Partial<Record<Tier, string>> = { starter: starter.key, institutional: institutional.key };

beforeEach(() => server.nextMinute());

const JSON_TYPE = 'application/json';
const TWO = 'query A { viewer { tier } } query B { security(ticker: "AAPL") { ticker } }';
const BARS = 'query ($last: Int!) { security(ticker: "AAPL") { bars(last: $last) { date close } } }';

interface Case {
  readonly title: string;
  readonly body: object;
  readonly tier?: Tier;
  readonly accept?: string;
}

const CASES: readonly Case[] = [
  {
    title: 'data',
    body: { query: '{ viewer { tier } security(ticker: "AAPL") { ticker name signal { label compositeScore } } }' },
  },
  { title: 'null for what is not there', body: { query: '{ security(ticker: "NOPE") { ticker } }' } },
  {
    title: 'an error that a gate declares',
    body: { query: '{ security(ticker: "AAPL") { name backtest(strategy: GOLDEN_CROSS) { years } } }' },
    tier: 'starter',
  },
  {
    title: 'an error of a ticker that is not stored',
    body: { query: '{ unknown: security(ticker: "NOPE") { signal { label } } security(ticker: "AAPL") { name } }' },
  },
  { title: 'a bound', body: { query: BARS, variables: { last: 1_000_000 } } },
  { title: 'variables', body: { query: BARS, variables: { last: 3 } } },
  { title: 'missing variables', body: { query: BARS } },
  { title: 'variables of a wrong type', body: { query: BARS, variables: { last: 'three' } } },
  {
    title: 'a variable with a default and a null',
    body: {
      query:
        'query ($last: Int = 2, $no: Boolean = false) { security(ticker: "AAPL") { bars(last: $last) { date } name @include(if: $no) } }',
      variables: null,
    },
  },
  { title: 'one operation of two', body: { query: TWO, operationName: 'B' } },
  { title: 'none of two', body: { query: TWO } },
  { title: 'an operation that is not there', body: { query: TWO, operationName: 'C' } },
  { title: 'an empty operation name', body: { query: TWO, operationName: '' } },
  {
    title: 'a null operation name',
    body: { query: '{ viewer { tier } }', operationName: null, variables: null, extensions: null },
  },
  { title: 'introspection', body: { query: getIntrospectionQuery() } },
  { title: 'a document that is not valid', body: { query: '{ nothing }' } },
  { title: 'a document that is not one', body: { query: '{' } },
  { title: 'variables that are no object', body: { query: '{ viewer { tier } }', variables: [1] } },
  { title: 'extensions that are no object', body: { query: '{ viewer { tier } }', extensions: 'x' } },
  {
    title: 'another type of answer',
    body: { query: '{ viewer { tier } }' },
    accept: 'application/graphql-response+json',
  },
  {
    title: 'failure in another type of answer',
    body: { query: BARS, variables: {} },
    accept: 'application/graphql-response+json',
  },
  { title: 'a stream of one', body: { query: '{ viewer { tier } }' }, accept: 'text/event-stream' },
  { title: 'a mutation', body: { query: 'mutation { deleteWebhook(input: { id: "we_none" }) { deletedWebhookId } }' } },
];

/** What must be the same, whoever asks when; the month and the minute go on. */
function lasting({ status, headers, text }: Answer): object {
  const named = Object.entries(headers).filter(([name]) => !/^(x-ratelimit-|date$|keep-alive$)/.test(name));
  return {
    status,
    headers: Object.fromEntries(named),
    text: text.replace(/"minute":\{[^}]*\},"month":\{[^}]*\}/g, '"…"'),
  };
}

/** The same operation in a URL. */
function inUrl(body: object): string {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const parameters = Object.entries(body).flatMap(([name, value]) => (value === null ? [] : [[name, textOf(value)]]));
  return `/graphql?${new URLSearchParams(parameters).toString()}`;
}

describe('an operation asked again', () => {
  it.each(CASES)(
    'is answered with the same bytes and headers: $title',
    async ({ body, tier = 'institutional', accept = JSON_TYPE }) => {
      const ask = () =>
        server.call('/graphql', {
          method: 'POST',
          key: KEYS[tier],
          headers: { Accept: accept, 'X-Request-Id': 'the-same' },
          body,
        });
      const first = lasting(await ask());
      // The histories that the first had to load are known the second time.
      expect(lasting(await ask())).toEqual(first);
      expect(lasting(await ask())).toEqual(first);
    },
  );

  it.each(CASES)(
    'is answered with the same bytes and headers by GET: $title',
    async ({ body, tier = 'institutional', accept = JSON_TYPE }) => {
      const headers = { Accept: accept, 'X-Request-Id': 'the-same' };
      const ask = (more: Readonly<Record<string, string>> = {}) =>
        server.call(inUrl(body), { key: KEYS[tier], headers: { ...headers, ...more } });
      const first = lasting(await ask());
      // Histories, the operation and then the response are known from before.
      for (let count = 0; count < 3; count += 1) expect(lasting(await ask())).toEqual(first);
      // As sent by a client that the server has not seen.
      expect(lasting(await ask({ Accept: `${accept}, text/x-unknown;q=0.1` }))).toEqual(first);
    },
  );

  it('counts the minute and the month as the first time', async () => {
    const account = await server.newKey('pro');
    const ask = () => server.graphql(account.key, '{ security(ticker: "AAPL") { signal { label } } }');
    const left = async () => Number((await ask()).headers['x-ratelimit-remaining']);
    const first = await left();
    expect([await left(), await left()]).toEqual([first - 1, first - 2]);
    expect(await server.used(account)).toBe(3);
  });

  it('is refused like the first where its caller has lost the tier', async () => {
    const account = await server.newKey('pro');
    const query = '{ security(ticker: "AAPL") { name } webhooks { id } }';
    for (let count = 0; count < 2; count += 1)
      expect(JSON.parse((await server.graphql(account.key, query)).text)).not.toHaveProperty('errors');
    await runtime.access.accounts.setTier(account.accountId, 'free');
    const again = await server.graphql(account.key, query);
    expect(JSON.parse(again.text)).toMatchObject({
      errors: [{ path: ['webhooks'], extensions: { code: 'TIER_REQUIRED' } }],
    });
  });
});
