import { beforeEach, describe, expect, it } from '@jest/globals';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const hidden = await serverForFile({ NODE_ENV: 'production', HOST: '127.0.0.1' });
const { key } = await hidden.newKey('pro');

beforeEach(() => hidden.nextMinute());

describe('a server in production', () => {
  it.each(['{ __schema { types { name } } }', '{ __type(name: "Security") { name } }'])(
    'does not answer introspection: %s',
    async (query) => {
      const answer = await hidden.graphql(key, query);
      expect({ status: answer.status, data: read(answer, 'data') }).toEqual({ status: 400, data: undefined });
    },
  );

  it('still answers __typename', async () => {
    expect(read(await hidden.graphql(key, '{ __typename }'), 'data')).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['a field', '{ securit { name } }', {}],
    ['an argument', '{ security(ticke: "AAPL") { name } }', {}],
    ['a type', 'query ($s: Tickr!) { security(ticker: $s) { name } }', {}],
    ['a literal', '{ security(ticker: "AAPL") { backtest(strategy: TREN) { years } } }', {}],
    [
      'a variable',
      'query ($s: Strategy!) { security(ticker: "AAPL") { backtest(strategy: $s) { years } } }',
      { s: 'TREN' },
    ],
  ])('suggests nothing for the wrong name of %s', async (_what, query, variables) => {
    const answer = await hidden.graphql(key, query, variables);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('Did you mean');
  });
});
