import { describe, expect, it } from '@jest/globals';
import { BASE_PATH } from '../../rest-compat/route.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { fiftyTickers } from '../support/tickers.js';

const server = await serverForFile();
const { runtime } = server;

const codeAt = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');
const usage = (key: string): Promise<Answer> => server.call(`${BASE_PATH}/usage`, { key });

/** Runs an operation in a new session of the account. */
async function inSession(accountId: string, query: string, input: object): Promise<Answer> {
  const { secret } = await runtime.access.sessions.create(accountId);
  return server.call('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: { query, variables: { input } },
  });
}

const CREATE =
  'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } viewer { id } } }';
const REVOKE = 'mutation($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { revokedAt } } }';

describe('the caller at /graphql', () => {
  it.each([
    [undefined, 'MISSING_KEY'],
    ['svc_unknown0000000000000000', 'INVALID_KEY'],
  ])('is 401 with the key %s, introspection too', async (key, code) => {
    server.nextMinute();
    const answer = await server.call('/graphql', { method: 'POST', key, body: { query: '{ __typename }' } });
    expect([answer.status, codeAt(answer), answer.headers['x-api-tier']]).toEqual([401, code, 'anonymous']);
  });

  it('needs a session, not a key, for what the owner does', async () => {
    const { key, accountId } = await server.newKey('pro');
    const refused = await server.graphql(key, CREATE, { input: {} });
    expect([codeAt(refused), read(refused, 'data')]).toEqual(['SESSION_REQUIRED', { createApiKey: null }]);
    const made = await inSession(accountId, CREATE, { name: 'laptop' });
    const own = String(read(made, 'data', 'createApiKey', 'secret'));
    expect(own).toMatch(/^svc_/);
    expect(read(made, 'data', 'createApiKey', 'viewer', 'id')).toBe(accountId);
    expect((await usage(own)).status).toBe(200);
    const revoked = await inSession(accountId, REVOKE, { id: read(made, 'data', 'createApiKey', 'apiKey', 'id') });
    expect(read(revoked, 'data', 'revokeApiKey', 'apiKey', 'revokedAt')).toEqual(expect.any(String));
    expect((await usage(own)).status).toBe(401);
  });

  it('may not revoke a key of another account', async () => {
    const [one, other] = [await server.newKey('pro'), await server.newKey('pro')];
    const answer = await inSession(one.accountId, REVOKE, { id: other.keyId });
    expect([codeAt(answer), read(answer, 'errors', 0, 'extensions', 'path')]).toEqual(['NOT_FOUND', ['input', 'id']]);
    expect((await usage(other.key)).status).toBe(200);
  });
});

describe('names that GraphQL cannot spell', () => {
  it('are upper case in the graph and the contract’s words over REST, for every stored ticker', async () => {
    const { key } = await server.newKey('institutional', { perMinute: 100_000 });
    const tickers = await fiftyTickers(server);
    const answer = await server.graphql(
      key,
      'query($of: [Ticker!]!) { securitiesByTicker(tickers: $of) { ticker signal { label compositeScore } } }',
      { of: tickers },
    );
    const rows = read(answer, 'data', 'securitiesByTicker') as {
      ticker: string;
      signal: { label: string; compositeScore: number };
    }[];
    const labelOf = (score: number): string =>
      score >= 70 ? 'Strong Buy' : score >= 56 ? 'Buy' : score >= 44 ? 'Neutral' : score >= 31 ? 'Sell' : 'Strong Sell';
    for (const {
      ticker,
      signal: { label, compositeScore },
    } of rows) {
      expect(label).toBe(labelOf(compositeScore).toUpperCase().replace(' ', '_'));
      expect(read(await server.call(`${BASE_PATH}/signal?ticker=${ticker}`, { key }), 'signal')).toBe(
        labelOf(compositeScore),
      );
    }
    expect(new Set(rows.map(({ signal: { label } }) => label)).size).toBeGreaterThan(1);
  });

  it('as the tier in /usage', async () => {
    const { key } = await server.newKey('institutional');
    expect(read(await usage(key), 'tier')).toBe('institutional');
    expect(read(await server.graphql(key, '{ usage { tier } }'), 'data', 'usage', 'tier')).toBe('INSTITUTIONAL');
  });
});
