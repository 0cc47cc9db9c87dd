import { beforeEach, describe, expect, it } from '@jest/globals';
import { serverForFile } from '../support/in-process.js';
import type { Answer } from '../support/http.js';

const server = await serverForFile();
const [free, other] = [
  await server.newKey('free', { perMinute: 1_000 }),
  await server.newKey('pro', { perMinute: 1_000 }),
];

beforeEach(() => server.nextMinute());

const post = (key: string, body: object): Promise<Answer> => server.call('/graphql', { method: 'POST', key, body });
const get = (key: string, parameters: Readonly<Record<string, string>>, method = 'GET'): Promise<Answer> =>
  server.call(`/graphql?${new URLSearchParams(parameters).toString()}`, { method, key });
const codesOf = ({ text }: Answer): unknown =>
  (JSON.parse(text) as { errors?: { extensions: { code: string } }[] }).errors?.map(
    ({ extensions }) => extensions.code,
  );

const createWatchlist = (name: string): string =>
  `mutation A { createWatchlist(input: { name: "${name}" }) { watchlist { id } } }`;

async function watchlists(): Promise<string> {
  return (await post(free.key, { query: '{ viewer { watchlists { nodes { name } } } }' })).text;
}

describe('an operation name', () => {
  const manyFields = Array.from({ length: 60 }, (_, index) => `a${index}: __typename`).join(' ');

  it('cannot be joined with a text so that a larger document passes for a measured one', async () => {
    await post(free.key, { operationName: `\n{ ${manyFields}`, query: '}' });
    const answer = await post(free.key, { query: `\n{ ${manyFields}\n}` });
    expect([answer.status, codesOf(answer)]).toEqual([400, ['OPERATION_TOO_LARGE']]);
    expect(codesOf(await post(free.key, { query: `{ ${manyFields}\n}` }))).toEqual(['OPERATION_TOO_LARGE']);
  });

  it('cannot be joined with a text so that another account’s query is refused', async () => {
    const query = '{\n  security(ticker: "MSFT") { name sector }\n}';
    expect((await post(free.key, { query: `\n${query}` })).status).toBe(200);
    await post(free.key, { operationName: '\n{\n  security(ticker: "MSFT") { name sector }', query: '}' });
    const answer = await post(other.key, { query });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      expect.objectContaining({ data: { security: { name: 'Microsoft Corporation', sector: expect.any(String) } } }),
    ]);
  });

  it.each(['\n', ' ', '1A', 'A B', 'A\u0000', '', 'é'])(
    'that is no GraphQL name is refused before anything else: %j',
    async (operationName) => {
      const answer = await post(free.key, { query: '{ not graphql', operationName });
      const error = expect.objectContaining({ extensions: expect.objectContaining({ param: 'operationName' }) });
      const body: unknown = { errors: [error], extensions: { limits: expect.anything() } };
      expect([answer.status, codesOf(answer), JSON.parse(answer.text)]).toEqual([400, ['INVALID_PARAMETER'], body]);
    },
  );

  it.each(['POST', 'GET', 'HEAD'])('that the document does not have runs nothing: %s', async (method) => {
    const query = createWatchlist(`ghost by ${method}`);
    const used = await server.used(free);
    for (const operationName of ['B', '']) {
      const answer =
        method === 'POST'
          ? await post(free.key, { query, operationName })
          : await get(free.key, { query, operationName }, method);
      expect(answer.status).toBe(400);
    }
    expect(await server.used(free)).toBe(used);
    expect(await watchlists()).not.toContain('ghost');
  });

  it.each(['GET', 'HEAD'])('of a mutation runs nothing by %s', async (method) => {
    for (const parameters of [{ operationName: 'A' }, {}]) {
      expect(
        (await get(free.key, { query: createWatchlist(`ghost by ${method}`), ...parameters }, method)).status,
      ).toBe(405);
    }
    expect(await watchlists()).not.toContain('ghost');
  });

  it('that is missing does not make one operation of several run, nor escape its cost', async () => {
    const expensive =
      'query A { securities(first: 100) { edges { node { bars(last: 5000) { date open high low close volume } } } } }';
    const [unnamed, wrong] = [
      await post(free.key, { query: `${expensive} query B { viewer { tier } }` }),
      await post(free.key, { query: expensive, operationName: 'B' }),
    ];
    expect([unnamed.status, codesOf(unnamed), wrong.status, codesOf(wrong)]).toEqual([
      400,
      ['MISSING_PARAMETER'],
      400,
      ['INVALID_PARAMETER'],
    ]);
    expect(codesOf(await post(free.key, { query: expensive, operationName: 'A' }))).toEqual(['OPERATION_TOO_COMPLEX']);
  });
});
