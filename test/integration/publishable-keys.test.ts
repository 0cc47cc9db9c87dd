import { describe, expect, it } from '@jest/globals';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/* Keys that web pages carry: whoever opens the page has them. */

const server = await serverForFile();
const { access } = server.runtime;
const ORIGIN = 'https://app.example.com';
const CREATE =
  'mutation ($input: CreatePublishableApiKeyInput!) { createPublishableApiKey(input: $input) { secret apiKey { id prefix origins requestsPerMinute } } }';
const UPDATE = 'mutation ($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { origins name } } }';
const codeOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');

async function newOwner(): Promise<{
  readonly accountId: string;
  readonly secretKey: string;
  readonly ask: (query: string, input: object) => Promise<Answer>;
}> {
  const { accountId, key: secretKey } = await server.newKey('institutional', { perMinute: 1_000, perMonth: 10_000 });
  const { secret } = await access.sessions.create(accountId);
  return {
    accountId,
    secretKey,
    ask: (query, input) =>
      server.call('/graphql', {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}` },
        body: { query, variables: { input } },
      }),
  };
}
async function newPublishable(
  input: object = {},
): Promise<{ readonly key: string; readonly id: string; readonly owner: Awaited<ReturnType<typeof newOwner>> }> {
  const owner = await newOwner();
  const answer = await owner.ask(CREATE, { origins: [ORIGIN], ...input });
  const made = read(answer, 'data', 'createPublishableApiKey') as { secret: string; apiKey: { id: string } };
  return { key: made.secret, id: made.apiKey.id, owner };
}
const page = (key: string, path: string, origin = ORIGIN): Promise<Answer> =>
  server.call(path, { key, headers: { Origin: origin } });
const graph = (key: string, query: string, variables: object = {}): Promise<Answer> =>
  server.call('/graphql', { method: 'POST', key, headers: { Origin: ORIGIN }, body: { query, variables } });
const SIGNAL = '/api/v1/signal?ticker=AAPL';

describe('a publishable key', () => {
  it('is told from a secret one, and reads from pages of its origins alone', async () => {
    const { key, id } = await newPublishable({ requestsPerMinute: 100 });
    expect(key).toMatch(/^svc_pub_[\w-]{43}$/);
    const answer = await page(key, SIGNAL);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    for (const origin of [
      'https://evil.example',
      'http://app.example.com',
      'https://app.example.com.evil.example',
      'null',
    ])
      expect([(await page(key, SIGNAL, origin)).status, read(await page(key, SIGNAL, origin), 'error')]).toEqual([
        403,
        'origin_not_allowed',
      ]);
    expect(read(await server.call(SIGNAL, { key }), 'error')).toBe('origin_not_allowed');
    expect((await graph(key, '{ security(ticker: "AAPL") { signal { label } } }')).status).toBe(200);
    expect((await access.keys.get(id))?.origins).toEqual([ORIGIN]);
  });

  it('reads from pages of this server, which are the frames of its origins, but not from those that only look so', async () => {
    const { key } = await newPublishable();
    const from = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await server.call(SIGNAL, { key, headers })).status;
    const own = new URL(server.url).origin;
    expect(await from({ Origin: own, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await from({ Origin: own, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await from({ Origin: `${own}1` })).toBe(403);
  });

  it.each([
    ['/api/v1/usage'],
    ['/api/v1/line'],
    ['/api/v1/line?view=inbox'],
    ['/api/v1/vault'],
    ['/api/v1/webhooks'],
    ['/api/v1/agents'],
    ['/api/v1/runs'],
    ['/api/v1/community'],
    ['/api/v1/community?view=posts'],
    ['/api/v1/community?view=arena_me'],
  ])('reads nothing of the account, at no cost: %s', async (path) => {
    const { key, owner } = await newPublishable();
    const answer = await page(key, path);
    expect([answer.status, read(answer, 'error')]).toEqual([403, 'publishable_key']);
    expect(await server.used({ key: owner.secretKey, accountId: owner.accountId, keyId: '' })).toBe(0);
  });

  it('changes nothing and asks no model: every mutation is refused', async () => {
    const { key } = await newPublishable();
    const { text } = await server.graphql(
      (await newOwner()).secretKey,
      '{ __schema { mutationType { fields { name args { name type { kind ofType { name kind inputFields { name } } } } } } } }',
    );
    const { data } = JSON.parse(text) as {
      data: { __schema: { mutationType: { fields: readonly { name: string; args: readonly object[] }[] } } };
    };
    const plain = data.__schema.mutationType.fields.filter(({ args }) => args.length === 0).map(({ name }) => name);
    expect(plain.length).toBeGreaterThan(2);
    for (const name of plain)
      expect([name, codeOf(await graph(key, `mutation { ${name} { __typename } }`))]).toEqual([
        name,
        'PUBLISHABLE_KEY',
      ]);
    expect(codeOf(await graph(key, UPDATE, { input: { id: 'x', name: 'y' } }))).toBe('PUBLISHABLE_KEY');
    const posted = await server.call('/api/v1/ask', {
      method: 'POST',
      key,
      headers: { Origin: ORIGIN },
      body: { question: 'What is the signal of AAPL?' },
    });
    expect([posted.status, read(posted, 'error')]).toEqual([403, 'publishable_key']);
    for (const field of ['viewer { id }', 'usage { tier }', 'rateLimit { limit }', 'community { points }'])
      expect([field, codeOf(await graph(key, `{ ${field} }`))]).toEqual([field, 'PUBLISHABLE_KEY']);
  });

  it('has a limit of its own beside that of the account, and spends its monthly quota', async () => {
    const { key, owner } = await newPublishable({ requestsPerMinute: 2 });
    expect([(await page(key, SIGNAL)).status, (await page(key, SIGNAL)).status]).toEqual([200, 200]);
    const third = await page(key, SIGNAL);
    expect([third.status, read(third, 'error'), Number(third.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
    expect((await server.call(SIGNAL, { key: owner.secretKey })).status).toBe(200);
    expect(await server.used({ key: owner.secretKey, accountId: owner.accountId, keyId: '' })).toBe(3);
    server.nextMinute();
    expect((await page(key, SIGNAL)).status).toBe(200);
  });

  it('changes its origins and its secret, and ends, in every process', async () => {
    const { key, id, owner } = await newPublishable();
    expect(
      read(
        await owner.ask(UPDATE, { id, origins: ['http://localhost:3000'] }),
        'data',
        'updateApiKey',
        'apiKey',
        'origins',
      ),
    ).toEqual(['http://localhost:3000']);
    expect([(await page(key, SIGNAL)).status, (await page(key, SIGNAL, 'http://localhost:3000')).status]).toEqual([
      403, 200,
    ]);
    const rotated = await owner.ask(
      'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret } }',
      { id, overlapHours: 0 },
    );
    const next = String(read(rotated, 'data', 'rotateApiKey', 'secret'));
    expect([
      next.startsWith('svc_pub_'),
      (await page(key, SIGNAL, 'http://localhost:3000')).status,
      (await page(next, SIGNAL, 'http://localhost:3000')).status,
    ]).toEqual([true, 401, 200]);
    const other = await newOwner();
    expect(codeOf(await other.ask(UPDATE, { id, origins: [ORIGIN] }))).toBe('NOT_FOUND');
    await access.keys.revoke(owner.accountId, id);
    expect((await page(next, SIGNAL, 'http://localhost:3000')).status).toBe(401);
  });

  it.each([
    'app.example.com',
    'https://app.example.com/path',
    'http://app.example.com',
    'https://*.example.com',
    'ftp://app.example.com',
    'https://user@app.example.com',
    'https://app.example.com:x',
    '',
    'null',
    'javascript:alert(1)',
  ])('is not bound to %s', async (origin) => {
    const owner = await newOwner();
    const answer = await owner.ask(CREATE, { origins: [origin] });
    expect(codeOf(answer)).toBe('INVALID_PARAMETER');
    const secretKey = await owner.ask(UPDATE, {
      id: (await access.keys.list(owner.accountId))[0]?.id,
      origins: [ORIGIN],
    });
    expect([codeOf(secretKey), (await access.keys.list(owner.accountId)).map(({ origins }) => origins)]).toEqual([
      'INVALID_PARAMETER',
      [null],
    ]);
  });

  it('opens a WebSocket from its origins alone', async () => {
    const { key } = await newPublishable();
    const opens = (origin: string): Promise<boolean> =>
      new Promise((resolve) => {
        class FromPage extends WebSocket {
          constructor(url: string, protocols: string | string[]) {
            super(url, protocols, { origin });
          }
        }
        const client = createClient({
          url: `${server.url.replace('http', 'ws')}/graphql`,
          webSocketImpl: FromPage,
          connectionParams: { 'X-API-Key': key },
          retryAttempts: 0,
          lazy: false,
          onNonLazyError: () => undefined,
          on: {
            connected: () => {
              resolve(true);
              void client.dispose();
            },
            closed: () => resolve(false),
          },
        });
      });
    expect([await opens(ORIGIN), await opens('https://evil.example')]).toEqual([true, false]);
  });
});
