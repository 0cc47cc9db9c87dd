import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ENDPOINTS, requestOf } from './endpoints.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });

const LONG = 5_000;
/** Fits into a URL as well. */
const VALUE = 'z'.repeat(LONG);
const PARAMETERS = ENDPOINTS.flatMap((endpoint) =>
  endpoint.capability.parameters
    .filter(({ place }) => place !== 'path')
    .map(({ name }) => ({ place: `${name} of ${endpoint.name}`, endpoint, name })),
);

/** Characters of the value in each message of an answer. */
function echoed(answer: Answer): readonly number[] {
  const errors = read(answer, 'errors') as readonly { readonly message: string }[] | undefined;
  const messages = errors === undefined ? [String(read(answer, 'message'))] : errors.map(({ message }) => message);
  return messages.map((message) => message.split('z').length - 1);
}

const expectShort = (answer: Answer): void => {
  expect(answer.status).toBeLessThan(500);
  expect(echoed(answer).length).toBeGreaterThan(0);
  expect(Math.max(...echoed(answer))).toBeLessThanOrEqual(200);
};

describe('an error repeats at most 200 characters of a value', () => {
  it.each(PARAMETERS)('over REST: $place', async ({ endpoint, name }) => {
    const { path, call } = requestOf(endpoint, { [name]: VALUE });
    const answer = await server.call(path, { ...call, key });
    if (answer.status >= 400) expectShort(answer);
  });

  const DOCUMENTS: readonly (readonly [what: string, query: string, variables?: object])[] = [
    ['a literal', `{ securitiesByTicker(tickers: "${VALUE}") { name } securities(first: "${VALUE}") { totalCount } }`],
    ['a block string', `{ securities(first: """${VALUE}""") { totalCount } }`],
    ['an object literal', `{ securities(first: {${VALUE}: "${VALUE}"}) { totalCount } }`],
    ['a ticker', `{ security(ticker: "${VALUE}") { name } }`],
    ['an id', `{ webhook(id: "${VALUE}") { id } }`],
    ['a global id', `{ node(id: "sec_${VALUE}") { id } nodes(ids: ["${VALUE}"]) { id } }`],
    ['a cursor', `{ securities(after: "${VALUE}") { totalCount } }`],
    ['a number as text', `{ securities(first: ${'9'.repeat(10)}) { totalCount } ${VALUE} }`],
    ['a field', `{ ${VALUE} }`],
    ['an argument', `{ securities(${VALUE}: 1) { totalCount } }`],
    ['an enum value', `{ securities(filter: { kind: ${VALUE} }) { totalCount } }`],
    ['a type', `{ ... on ${VALUE} { x } }`],
    ['a directive', `{ usage @${VALUE} { month } }`],
    ['a fragment', `{ ...${VALUE} }`],
    ['a variable that is not declared', `{ securities(first: $${VALUE}) { totalCount } }`],
    ['a syntax error', `{ usage ${VALUE}: ${VALUE}`],
    ['a string that does not end', `{ usage(a: "${VALUE}`],
    ['a variable', 'query($v: Int!) { securities(first: $v) { totalCount } }', { v: VALUE }],
    [
      'a list as variable',
      'query($v: Int!) { securities(first: $v) { totalCount } }',
      { v: Array.from({ length: 10 }, () => VALUE) },
    ],
    ['an object as variable', 'query($v: Int!) { securities(first: $v) { totalCount } }', { v: { [VALUE]: VALUE } }],
    [
      'a field of an input object',
      'query($v: [PositionInput!]!) { simulate(positions: $v) { seed } }',
      { v: [{ ticker: 'AAPL', value: VALUE, [VALUE]: VALUE }] },
    ],
    [
      'a list whose other entry is a null variable',
      `query($t: Ticker = "A") { securitiesByTicker(tickers: [$t, "${VALUE}"]) { name } }`,
      { t: null },
    ],
    ['a subscription', `subscription { signalChanged(tickers: ["${VALUE}"]) { ${VALUE} } }`],
    [
      'a subscription’s variable',
      'subscription($v: [Ticker!]!) { signalChanged(tickers: $v) { id } }',
      { v: { [VALUE]: VALUE } },
    ],
  ];

  it.each(DOCUMENTS.map(([what, query, variables = {}]) => ({ what, query, variables })))(
    'over GraphQL: $what',
    async ({ query, variables }) => expectShort(await server.graphql(key, query, variables)),
  );

  it.each(DOCUMENTS.map(([what, query, variables = {}]) => ({ what, query, variables })))(
    'in a stream: $what',
    async ({ query, variables }) => {
      const answer = await server.call('/graphql', {
        method: 'POST',
        key,
        headers: { Accept: 'text/event-stream' },
        body: { query, variables },
      });
      expect(answer.text).toContain('message');
      const [, data = '{}'] = /^data: (.*)$/m.exec(answer.text) ?? [];
      expectShort({ ...answer, text: data });
    },
  );

  it('over both: the host of a webhook', async () => {
    const url = `https://${'z'.repeat(1_900)}`;
    expectShort(await server.call('/api/v1/webhooks', { method: 'POST', key, body: { url } }));
    expectShort(await server.graphql(key, `mutation { registerWebhook(input: { url: "${url}" }) { secret } }`));
  });

  it.each([
    ['operationName', { query: '{ usage { month } }', operationName: VALUE }],
    ['documentId', { documentId: VALUE }],
    ['a hash', { extensions: { persistedQuery: { version: 1, sha256Hash: VALUE } } }],
  ])('over GraphQL: %s', async (_what, body) =>
    expectShort(await server.call('/graphql', { method: 'POST', key, body })),
  );
});
