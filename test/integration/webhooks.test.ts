import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { verifyWebhook } from '../../client/verify-webhook.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
removeScratchAtEnd();

const PATH = '/api/v1/webhooks';
let dataDir: string;
let server: ServerProgram;
let receiver: Receiver;

beforeAll(async () => {
  dataDir = await scratchDir();
  receiver = await startReceiver();
  server = await programs.server({ SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_TARGETS: '1' });
});
afterAll(async () => {
  endConnections();
  await receiver.close();
});

interface Owner {
  readonly key: string;
  readonly accountId: string;
}

async function admin(...argv: readonly string[]): Promise<Record<string, string>> {
  const lines: string[] = [];
  expect([
    await forwardCommand(dataDir, 'admin', [...argv, '--json'], {
      print: (line) => lines.push(line),
      error: (line) => lines.push(line),
      progress: () => undefined,
    }),
    lines.length,
  ]).toEqual([0, 1]);
  return JSON.parse(lines[0] ?? '{}') as Record<string, string>;
}

async function newOwner(tier = 'pro'): Promise<Owner> {
  const { key = '', account_id: accountId = '' } = await admin('keys', 'create', '--tier', tier);
  return { key, accountId };
}

const emit = async (owner: Owner, type = 'signal.flip', data: object = {}): Promise<string> =>
  (await admin('events', 'emit', type, '--account', owner.accountId, '--data', JSON.stringify(data)))['event_id'] ?? '';
const rest = (owner: Owner, method: string, body?: object, query = ''): Promise<Answer> =>
  call(server.url, `${PATH}${query}`, { method, key: owner.key, ...(body === undefined ? {} : { body }) });
const register = (owner: Owner, to: string, events?: readonly string[]): Promise<Answer> =>
  rest(owner, 'POST', {
    url: to.startsWith('/') ? `${receiver.url}${to}` : to,
    ...(events === undefined ? {} : { events }),
  });
const graphql = (owner: Owner, query: string, variables: object = {}): Promise<Answer> =>
  call(server.url, '/graphql', { method: 'POST', key: owner.key, body: { query, variables } });
const received = (at: string) => receiver.received.filter((each) => each.path === at);
const text = (answer: Answer, ...steps: readonly (string | number)[]): string => String(read(answer, ...steps));

describe('an endpoint', () => {
  it('is registered with its secret shown once, listed masked, and deleted', async () => {
    const owner = await newOwner();
    const made = await register(owner, '/registered');
    expect(made.status).toBe(201);
    const record = JSON.parse(made.text) as Record<string, unknown>;
    expect(record).toEqual({
      id: expect.stringMatching(/^we_/),
      url: `${receiver.url}/registered`,
      events: ['edge_alert.fired', 'mood.band_change', 'signal.flip', 'ipo.listing'],
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      status: 'active',
      consecutive_failures: 0,
      recent_deliveries: [],
    });
    const listed = await rest(owner, 'GET');
    const secret = String(record['secret']);
    expect(JSON.parse(listed.text)).toEqual({
      count: 1,
      total: 1,
      webhooks: [{ ...record, secret: `whsec_…${secret.slice(-4)}` }],
    });
    expect(JSON.parse((await rest(await newOwner(), 'GET')).text)).toEqual({ count: 0, total: 0, webhooks: [] });
    const gone = await rest(owner, 'DELETE', undefined, `?id=${String(record['id'])}`);
    expect([gone.status, JSON.parse(gone.text)]).toEqual([200, { ok: true, id: record['id'] }]);
    expect((await rest(owner, 'DELETE', undefined, `?id=${String(record['id'])}`)).status).toBe(404);
  });

  it('is one of five of an account, however many are asked for at once', async () => {
    const owner = await newOwner();
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => register(owner, `/cap${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403, 403, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused === undefined ? '' : [read(refused, 'error'), read(refused, 'cap')]).toEqual(['endpoints_cap', 5]);
  });

  it('is registered once by retries with one idempotency key, also at the same time, and with its secret each time', async () => {
    const owner = await newOwner();
    const send = (url: string, key: string): Promise<Answer> =>
      call(server.url, PATH, {
        method: 'POST',
        key: owner.key,
        headers: { 'Idempotency-Key': key },
        body: { url: `${receiver.url}${url}` },
      });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('/retried', 'one')));
    expect(new Set(answers.map(({ status, text: body }) => `${status} ${body}`)).size).toBe(1);
    const [first] = answers;
    expect([first?.status, first === undefined ? '' : text(first, 'secret')]).toEqual([
      201,
      expect.stringMatching(/^whsec_[\w-]{43}$/),
    ]);
    expect(read(await rest(owner, 'GET'), 'total')).toBe(1);
    const other = await send('/another', 'one');
    expect([other.status, read(other, 'error'), read(other, 'param')]).toEqual([
      409,
      'idempotency_conflict',
      'Idempotency-Key',
    ]);
    expect([(await send('/another', 'two')).status, read(await rest(owner, 'GET'), 'total')]).toEqual([201, 2]);
    const mutation =
      'mutation($url: String!, $key: String) { registerWebhook(input: { url: $url, idempotencyKey: $key }) { webhook { id } secret } }';
    const same = await graphql(owner, mutation, { url: `${receiver.url}/retried`, key: 'one' });
    expect(read(same, 'data', 'registerWebhook')).toEqual({
      webhook: { id: read(first ?? {}, 'id') },
      secret: read(first ?? {}, 'secret'),
    });
    expect(
      read(await graphql(owner, mutation, { url: `${receiver.url}/x`, key: 'one' }), 'errors', 0, 'extensions'),
    ).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', param: 'idempotencyKey', path: ['input', 'idempotencyKey'] });
    const long = await send('/long', 'x'.repeat(256));
    expect([long.status, read(long, 'param'), text(long, 'message')]).toEqual([
      400,
      'Idempotency-Key',
      'Idempotency-Key must have at most 255 characters; got 256.',
    ]);
    // A rotated secret has been shown once already.
    await graphql(owner, 'mutation($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret } }', {
      id: read(first ?? {}, 'id'),
    });
    const replayed = await send('/retried', 'one');
    expect([replayed.status, read(replayed, 'error'), replayed.text.includes('whsec_')]).toEqual([
      409,
      'idempotency_conflict',
      false,
    ]);
    // Another account's keys are its own.
    const stranger = await newOwner();
    expect(
      (
        await call(server.url, PATH, {
          method: 'POST',
          key: stranger.key,
          headers: { 'Idempotency-Key': 'one' },
          body: { url: `${receiver.url}/theirs` },
        })
      ).status,
    ).toBe(201);
  });

  it('is listed alone by its id', async () => {
    const owner = await newOwner();
    const [one] = [await register(owner, '/one'), await register(owner, '/two')];
    const answer = await rest(owner, 'GET', undefined, `?id=${text(one, 'id')}`);
    expect([answer.status, read(answer, 'count'), read(answer, 'total'), read(answer, 'webhooks', 0, 'id')]).toEqual([
      200,
      1,
      1,
      read(one, 'id'),
    ]);
    const unknown = await rest(owner, 'GET', undefined, '?id=we_unknown');
    expect([unknown.status, read(unknown, 'error'), read(unknown, 'param')]).toEqual([404, 'not_found', 'id']);
    expect(read(await graphql(owner, '{ webhooks(id: "we_unknown") { id } }'), 'errors', 0, 'extensions', 'code')).toBe(
      'NOT_FOUND',
    );
  });

  it.each([['webhook.test'], ['nothing'], ['']])('does not subscribe to %j', async (type) => {
    const answer = await register(await newOwner(), '/types', [type]);
    expect([answer.status, text(answer, 'error'), text(answer, 'param').replace(/\[.*/, '')]).toEqual([
      400,
      'invalid_parameter',
      'events',
    ]);
  });

  it('with an invalid parameter is refused over REST and GraphQL at no cost, also with the quota used up', async () => {
    const { key = '', account_id: accountId = '' } = await admin('keys', 'create', '--tier', 'pro', '--per-month', '2');
    const owner = { key, accountId };
    const mutation =
      'mutation($url: String!, $events: [WebhookEventType!]) { registerWebhook(input: { url: $url, events: $events }) { webhook { id } } }';
    for (const used of [1, 2]) {
      expect((await rest(owner, 'GET')).status).toBe(200);
      for (const [param, url, events] of [
        ['url', 'nonsense', undefined],
        ['events', receiver.url, []],
      ] as const) {
        const [answer, graph] = [await register(owner, url, events), await graphql(owner, mutation, { url, events })];
        expect([answer.status, read(answer, 'error'), read(answer, 'param')]).toEqual([
          400,
          'invalid_parameter',
          param,
        ]);
        expect(read(graph, 'errors', 0, 'extensions')).toMatchObject({
          code: 'INVALID_PARAMETER',
          param,
          path: ['input', param],
        });
      }
      expect(read(await call(server.url, '/api/v1/usage', { key }), 'requests', 'used')).toBe(used);
    }
    const [answer, graph] = [await register(owner, '/late'), await graphql(owner, mutation, { url: receiver.url })];
    expect([answer.status, read(answer, 'error'), read(graph, 'errors', 0, 'extensions', 'code')]).toEqual([
      429,
      'monthly_limit_reached',
      'MONTHLY_LIMIT_REACHED',
    ]);
  });

  it('subscribes to something, and to each type once', async () => {
    const owner = await newOwner();
    expect([
      (await register(owner, '/none', [])).status,
      read(await register(owner, '/twice', ['ipo.listing', 'ipo.listing']), 'events'),
    ]).toEqual([400, ['ipo.listing']]);
  });

  it('is for the Pro tier and above', async () => {
    const owner = await newOwner('starter');
    for (const [method, body, query] of [
      ['GET'],
      ['POST', { url: 'https://example.com' }],
      ['POST', { action: 'test', id: 'x' }],
      ['DELETE', undefined, '?id=x'],
    ] as const) {
      const answer = await rest(owner, method, body, query);
      expect([answer.status, read(answer, 'error'), read(answer, 'required_tier')]).toEqual([
        403,
        'tier_required',
        'pro',
      ]);
    }
  });

  it('of another account can be neither tested, deleted nor rotated', async () => {
    const id = text(await register(await newOwner(), '/other'), 'id');
    const stranger = await newOwner();
    expect([
      (await rest(stranger, 'POST', { action: 'test', id })).status,
      (await rest(stranger, 'DELETE', undefined, `?id=${id}`)).status,
    ]).toEqual([404, 404]);
    const rotated = await graphql(
      stranger,
      'mutation($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret } activateWebhookSecret(input: { id: $id }) { webhook { id } } updateWebhook(input: { id: $id, events: [IPO_LISTING] }) { webhook { id } } testWebhook(input: { id: $id }) { delivery { id } } deleteWebhook(input: { id: $id }) { deletedWebhookId } }',
      { id },
    );
    expect(read(rotated, 'errors')).toMatchObject(
      Array.from({ length: 5 }, () => ({ extensions: { code: 'NOT_FOUND', param: 'id', path: ['input', 'id'] } })),
    );
    expect(read(rotated, 'data')).toEqual({
      rotateWebhookSecret: null,
      activateWebhookSecret: null,
      updateWebhook: null,
      testWebhook: null,
      deleteWebhook: null,
    });
  });

  it('keeps its id and its secret where its URL and its event types are changed', async () => {
    const owner = await newOwner();
    const made = await register(owner, '/old', ['ipo.listing']);
    const [id, secret] = [text(made, 'id'), text(made, 'secret')];
    const update =
      'mutation($id: ID!, $url: String, $events: [WebhookEventType!]) { updateWebhook(input: { id: $id, url: $url, events: $events }) { webhook { id url events secretHint status createdAt } viewer { tier } } }';
    const change = async (changes: object): Promise<unknown> =>
      read(await graphql(owner, update, { id, ...changes }), 'data', 'updateWebhook', 'webhook');
    const kept = {
      id,
      secretHint: `whsec_…${secret.slice(-4)}`,
      status: 'ACTIVE',
      createdAt: read(made, 'created_at'),
    };
    expect(await change({ url: `${receiver.url}/new` })).toEqual({
      ...kept,
      url: `${receiver.url}/new`,
      events: ['IPO_LISTING'],
    });
    expect(await change({ events: ['SIGNAL_FLIP', 'SIGNAL_FLIP'] })).toEqual({
      ...kept,
      url: `${receiver.url}/new`,
      events: ['SIGNAL_FLIP'],
    });
    expect(await change({})).toEqual({ ...kept, url: `${receiver.url}/new`, events: ['SIGNAL_FLIP'] });
    expect(await change({ url: null, events: null })).toEqual({
      ...kept,
      url: `${receiver.url}/new`,
      events: ['SIGNAL_FLIP'],
    });
    await emit(owner, 'signal.flip', { ticker: 'AAPL' });
    await until(() => received('/new').length === 1);
    const [{ body, headers } = { body: '', headers: {} }] = received('/new');
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'signal.flip' });
    expect(received('/old')).toEqual([]);
    const foreign = await graphql(await newOwner(), update, { id, url: `${receiver.url}/theirs` });
    expect([read(foreign, 'data', 'updateWebhook'), read(foreign, 'errors', 0, 'extensions', 'code')]).toEqual([
      null,
      'NOT_FOUND',
    ]);
    for (const [param, changes] of [
      ['url', { url: 'nonsense' }],
      ['events', { events: [] }],
    ] as const) {
      const refused = await graphql(owner, update, { id, ...changes });
      expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        param,
        path: ['input', param],
      });
    }
    expect(await change({})).toMatchObject({ url: `${receiver.url}/new`, events: ['SIGNAL_FLIP'] });
  });

  it('has the secret of the first registration of an operation whose second is refused', async () => {
    const owner = await newOwner();
    const two =
      'mutation($one: String!, $two: String!) { one: registerWebhook(input: { url: $one }) { webhook { id } secret } two: registerWebhook(input: { url: $two }) { webhook { id } secret } }';
    const answer = await graphql(owner, two, { one: `${receiver.url}/first`, two: 'nonsense' });
    expect(read(answer, 'data')).toEqual({
      one: { webhook: { id: expect.stringMatching(/^we_/) }, secret: expect.stringMatching(/^whsec_[\w-]{43}$/) },
      two: null,
    });
    expect(read(answer, 'errors')).toMatchObject([
      { path: ['two'], extensions: { code: 'INVALID_PARAMETER', path: ['input', 'url'] } },
    ]);
    expect(read(await rest(owner, 'GET'), 'total')).toBe(1);
  });

  it('shows its attempts in pages, newest first', async () => {
    const owner = await newOwner();
    const id = text(await register(owner, '/paged'), 'id');
    for (let index = 0; index < 5; index += 1) await rest(owner, 'POST', { action: 'test', id });
    const page = async (after: unknown, first = 2): Promise<object> => {
      const answer = await graphql(
        owner,
        'query($id: ID!, $first: Int!, $after: String) { webhook(id: $id) { deliveries(first: $first, after: $after) { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id attempt at } edges { cursor node { id } } } } }',
        { id, first, after },
      );
      expect(read(answer, 'errors')).toBeUndefined();
      return read(answer, 'data', 'webhook', 'deliveries') as object;
    };
    const pages: object[] = [];
    for (let after: unknown = null; pages.length < 3; after = read(pages.at(-1) ?? {}, 'pageInfo', 'endCursor'))
      pages.push(await page(after));
    const ids = (each: object): unknown[] => (read(each, 'nodes') as { id: string }[]).map((node) => node.id);
    expect(pages.flatMap(ids)).toEqual(
      received('/paged')
        .map(({ deliveryId }) => deliveryId)
        .reverse(),
    );
    expect(
      pages.map((each) => [
        ids(each).length,
        read(each, 'pageInfo', 'hasPreviousPage'),
        read(each, 'pageInfo', 'hasNextPage'),
      ]),
    ).toEqual([
      [2, false, true],
      [2, true, true],
      [1, true, false],
    ]);
    const watchlists = await graphql(
      owner,
      'mutation { createWatchlist(input: { name: "x" }) { viewer { watchlists { pageInfo { endCursor } } } } }',
    );
    for (const after of [
      read(watchlists, 'data', 'createWatchlist', 'viewer', 'watchlists', 'pageInfo', 'endCursor'),
      'nonsense',
    ]) {
      const refused = await graphql(
        owner,
        'query($id: ID!, $after: String) { webhook(id: $id) { deliveries(after: $after) { nodes { id } } } }',
        { id, after },
      );
      expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        param: 'after',
        path: ['after'],
      });
    }
  });

  it('has its secret nowhere in the data directory', async () => {
    const secret = text(await register(await newOwner(), '/sealed'), 'secret');
    const found = spawnSync('grep', ['-rlaF', secret, dataDir], { encoding: 'utf8' });
    expect([found.status, found.stdout]).toEqual([1, '']);
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  });
});

describe('a URL that is not public', () => {
  it('is refused to an update as to a registration, at no cost', async () => {
    const strict = await strictServer();
    const send = (query: string, variables: object): Promise<Answer> =>
      call(strict.url, '/graphql', { method: 'POST', key: strict.key, body: { query, variables } });
    const update = 'mutation($url: String) { updateWebhook(input: { id: "we_any", url: $url }) { webhook { id } } }';
    const register = 'mutation($url: String!) { registerWebhook(input: { url: $url }) { webhook { id } } }';
    for (const url of [
      'http://example.com',
      'https://127.0.0.1',
      'https://localhost',
      'https://user@example.com',
      'nonsense',
    ]) {
      const [one, other] = [await send(update, { url }), await send(register, { url })];
      expect([read(one, 'errors', 0, 'extensions', 'code'), read(one, 'errors', 0, 'extensions', 'path')]).toEqual([
        'INVALID_PARAMETER',
        ['input', 'url'],
      ]);
      expect(read(one, 'errors', 0, 'message')).toBe(read(other, 'errors', 0, 'message'));
      expect([one.headers['x-ratelimit-monthly-remaining'], other.headers['x-ratelimit-monthly-remaining']]).toEqual([
        '10000',
        '10000',
      ]);
    }
  });

  it.each([
    'http://example.com',
    'https://127.0.0.1',
    'https://localhost',
    'https://[::1]',
    'https://user@example.com',
    'nonsense',
  ])('is refused with a clear 400 that costs nothing: %s', async (url) => {
    const strict = await strictServer();
    const answer = await call(strict.url, PATH, { method: 'POST', key: strict.key, body: { url } });
    expect([
      answer.status,
      read(answer, 'error'),
      read(answer, 'param'),
      text(answer, 'message').startsWith('url is refused: '),
    ]).toEqual([400, 'invalid_parameter', 'url', true]);
    expect(answer.headers['x-ratelimit-monthly-remaining']).toBe('10000');
  });

  let started: Promise<{ url: string; key: string }> | undefined;
  function strictServer(): Promise<{ url: string; key: string }> {
    started ??= (async () => {
      const directory = await scratchDir();
      const { url } = await programs.server({ SVC_DATA_DIR: directory });
      const { key } = await programs.newKey({ SVC_DATA_DIR: directory }, '--tier', 'pro', '--per-minute', '1000');
      return { url, key };
    })();
    return started;
  }
});

describe('a delivery', () => {
  it('of a test goes out at once, counts, and is answered as it ended', async () => {
    const owner = await newOwner();
    const made = await register(owner, '/test');
    const id = text(made, 'id');
    const good = await rest(owner, 'POST', { action: 'test', id });
    expect([good.status, read(good, 'ok')]).toEqual([200, true]);
    const [first] = received('/test');
    expect(read(good, 'delivery')).toMatchObject({
      id: first?.deliveryId,
      event_id: first?.eventId,
      event_type: 'webhook.test',
      attempt: 1,
      status: 'succeeded',
      http_status: 200,
    });
    expect(await verifyWebhook(first?.body ?? '', first?.headers ?? {}, text(made, 'secret'))).toMatchObject({
      type: 'webhook.test',
      data: { message: expect.any(String) },
    });
    receiver.status = ({ path: at }) => (at === '/test' ? 302 : 200);
    const bad = await rest(owner, 'POST', { action: 'test', id });
    expect([
      bad.status,
      read(bad, 'ok'),
      read(bad, 'delivery', 'status'),
      read(bad, 'delivery', 'http_status'),
    ]).toEqual([200, false, 'failed', 302]);
    const [listed] = read(await rest(owner, 'GET'), 'webhooks') as Record<string, unknown>[];
    expect(listed).toMatchObject({
      consecutive_failures: 1,
      recent_deliveries: [read(bad, 'delivery'), read(good, 'delivery')],
    });
  });

  it('of an emitted event reaches the endpoints subscribed to its type, signed under each one’s own secret', async () => {
    const owner = await newOwner();
    const [flips, listings] = [
      await register(owner, '/flips', ['signal.flip']),
      await register(owner, '/listings', ['ipo.listing']),
    ];
    const id = await emit(owner, 'signal.flip', { ticker: 'AAPL', direction: 'up' });
    await until(() => received('/flips').length === 1);
    const [{ body, headers } = { body: '', headers: {} }] = received('/flips');
    expect(await verifyWebhook(body, headers, text(flips, 'secret'))).toMatchObject({
      id,
      type: 'signal.flip',
      api_version: 'v1',
      data: { ticker: 'AAPL', direction: 'up' },
    });
    await expect(verifyWebhook(body, headers, text(listings, 'secret'))).rejects.toMatchObject({
      reason: 'wrong_signature',
    });
    expect(received('/listings')).toEqual([]);
  });

  it('keeps the old secret through a rotation until the new one is activated', async () => {
    const owner = await newOwner();
    const made = await register(owner, '/rotated');
    const [id, old] = [text(made, 'id'), text(made, 'secret')];
    const waiting = async (): Promise<unknown> =>
      read(await graphql(owner, 'query($id: ID!) { webhook(id: $id) { nextSecretAt } }', { id }), 'data', 'webhook');
    expect(await waiting()).toEqual({ nextSecretAt: null });
    const rotated = await graphql(
      owner,
      'mutation($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret activeAt } }',
      { id },
    );
    const next = text(rotated, 'data', 'rotateWebhookSecret', 'secret');
    expect(await waiting()).toEqual({ nextSecretAt: text(rotated, 'data', 'rotateWebhookSecret', 'activeAt') });
    const signedBy = async (secret: string): Promise<boolean> => {
      await rest(owner, 'POST', { action: 'test', id });
      const last = received('/rotated').at(-1);
      return verifyWebhook(last?.body ?? '', last?.headers ?? {}, secret).then(
        () => true,
        () => false,
      );
    };
    expect([await signedBy(old), await signedBy(next)]).toEqual([true, false]);
    const shown = await graphql(
      owner,
      'mutation($id: ID!) { activateWebhookSecret(input: { id: $id }) { webhook { secretHint } viewer { tier } } }',
      { id },
    );
    expect(read(shown, 'data', 'activateWebhookSecret')).toEqual({
      webhook: { secretHint: `whsec_…${next.slice(-4)}` },
      viewer: { tier: 'PRO' },
    });
    expect([await signedBy(old), await signedBy(next)]).toEqual([false, true]);
    expect(await waiting()).toEqual({ nextSecretAt: null });
  });

  it('is asked for again under the same event id and another delivery id', async () => {
    const owner = await newOwner();
    const id = text(await register(owner, '/again'), 'id');
    await register(owner, '/unsubscribed', ['ipo.listing']);
    const eventId = await emit(owner);
    await until(() => received('/again').length === 1);
    const ask = () =>
      graphql(
        owner,
        'mutation($eventId: ID!) { redeliverWebhookEvent(input: { eventId: $eventId }) { eventId webhooks { id url } viewer { tier } } }',
        { eventId },
      );
    // Its first attempt must be on record before another is made.
    await until(
      async () => read(await rest(owner, 'GET'), 'webhooks', 0, 'recent_deliveries', 0, 'status') === 'succeeded',
    );
    expect(read(await ask(), 'data', 'redeliverWebhookEvent')).toEqual({
      eventId,
      webhooks: [{ id, url: `${receiver.url}/again` }],
      viewer: { tier: 'PRO' },
    });
    await until(() => received('/again').length === 2);
    expect([
      new Set(received('/again').map((each) => each.eventId)).size,
      new Set(received('/again').map((each) => each.deliveryId)).size,
    ]).toEqual([1, 2]);
    const unknown = await graphql(
      owner,
      'mutation { redeliverWebhookEvent(input: { eventId: "evt_unknown" }) { eventId } }',
    );
    expect(read(unknown, 'errors', 0, 'extensions')).toMatchObject({
      code: 'NOT_FOUND',
      param: 'eventId',
      path: ['input', 'eventId'],
    });
    const stolen = await graphql(
      await newOwner(),
      'mutation($eventId: ID!) { redeliverWebhookEvent(input: { eventId: $eventId }) { eventId } }',
      { eventId },
    );
    expect([read(stolen, 'data'), read(stolen, 'errors', 0, 'extensions', 'code')]).toEqual([
      { redeliverWebhookEvent: null },
      'NOT_FOUND',
    ]);
  });

  it('is listed over GraphQL as over REST', async () => {
    const owner = await newOwner();
    const id = text(await register(owner, '/listed'), 'id');
    await rest(owner, 'POST', { action: 'test', id });
    const listed = await graphql(
      owner,
      '{ webhooks { id events status deliveries { nodes { eventType status httpStatus error } } } }',
    );
    expect(read(listed, 'data', 'webhooks')).toEqual([
      {
        id,
        events: ['EDGE_ALERT_FIRED', 'MOOD_BAND_CHANGE', 'SIGNAL_FLIP', 'IPO_LISTING'],
        status: 'ACTIVE',
        deliveries: { nodes: [{ eventType: 'WEBHOOK_TEST', status: 'SUCCEEDED', httpStatus: 200, error: null }] },
      },
    ]);
  });
});

const hasPython = spawnSync('python3', ['-c', 'import http.server, hmac']).status === 0;
if (!hasPython) console.log('skipped: the receiver in Python, for want of python3');

(hasPython ? describe : describe.skip)('the receiver of the documentation, in Python’s standard library', () => {
  let python: ChildProcess;
  let printed = '';
  let url = '';
  let secret = '';
  let owner: Owner;
  let id = '';

  beforeAll(async () => {
    python = spawn('python3', [path.join(ROOT, 'docs', 'examples', 'webhooks', 'receiver.py')], {
      env: { ...process.env, PORT: '0' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    python.stdout?.setEncoding('utf8').on('data', (part: string) => (printed += part));
    await until(() => /listening on (\S+)\n/.test(printed));
    url = /listening on (\S+)\n/.exec(printed)?.[1] ?? '';
    owner = await newOwner();
    const made = await register(owner, url);
    [id, secret] = [text(made, 'id'), text(made, 'secret')];
    python.stdin?.write(`${secret}\n`);
    await until(() => printed.includes('ready'));
  });
  afterAll(() => void python.kill('SIGKILL'));

  it('accepts deliveries, and recognises a repeated event', async () => {
    expect(read(await rest(owner, 'POST', { action: 'test', id }), 'ok')).toBe(true);
    const eventId = await emit(owner, 'ipo.listing', { issuer_name: 'Müller & Söhne 株式会社' });
    await until(() => printed.includes(`received: ${eventId} ipo.listing`));
    await until(
      async () => read(await rest(owner, 'GET'), 'webhooks', 0, 'recent_deliveries', 0, 'event_id') === eventId,
    );
    await graphql(
      owner,
      'mutation($eventId: ID!) { redeliverWebhookEvent(input: { eventId: $eventId }) { eventId } }',
      { eventId },
    );
    await until(() => printed.includes(`known: ${eventId}`));
  });

  it('refuses a flipped byte, an old timestamp, a wrong secret and a cut signature', async () => {
    const body = '{"id":"evt_forged","type":"signal.flip"}';
    const nowS = Math.floor(Date.now() / 1000);
    const sign = (timestamp: number, of: string, under = secret): string =>
      `v1=${createHmac('sha256', under).update(`${timestamp}.${of}`).digest('hex')}`;
    const post = async (sent: string, timestamp: number, signature: string): Promise<number> =>
      (
        await call(url, '/', {
          method: 'POST',
          body: sent,
          headers: { 'X-SVC-Timestamp': String(timestamp), 'X-SVC-Signature': signature },
        })
      ).status;
    expect(await post(body, nowS, sign(nowS, body))).toBe(204);
    expect(await post(body.replace('forged', 'forgeD'), nowS, sign(nowS, body))).toBe(400);
    expect(await post(body, nowS - 301, sign(nowS - 301, body))).toBe(400);
    expect(await post(body, nowS, sign(nowS, body, `${secret}x`))).toBe(400);
    expect(await post(body, nowS, sign(nowS, body).slice(0, -2))).toBe(400);
    endConnections();
  });

  it('verifies the published deliveries', () => {
    const file = path.join(ROOT, 'client', 'webhook-vectors.json');
    const script =
      'import json, sys; sys.path.insert(0, sys.argv[1]); from receiver import verify\nfor v in json.load(open(sys.argv[2]))["vectors"]: print(verify(v["body"].encode(), {"X-SVC-Timestamp": str(v["timestamp"]), "X-SVC-Signature": v["signature"]}, v["secret"], now=v["timestamp"])["id"])';
    const { stdout } = spawnSync(
      'python3',
      ['-B', '-c', script, path.join(ROOT, 'docs', 'examples', 'webhooks'), file],
      { encoding: 'utf8' },
    );
    const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: { body: string }[] };
    expect(stdout.trim().split('\n')).toEqual(vectors.map(({ body }) => (JSON.parse(body) as { id: string }).id));
  });
});

describe('a server that delivers', () => {
  it('reports the backlog, its age and disabled endpoints', async () => {
    const { text: metrics } = await call(server.url, '/metrics');
    for (const name of [
      'webhooks_waiting',
      'webhooks_oldest_due_seconds',
      'webhook_endpoints_disabled',
      'events_unsorted',
    ])
      expect(metrics).toMatch(new RegExp(`^marketgraph_${name} \\d`, 'm'));
  });

  it('finishes and records a delivery in progress before it stops, without errors', async () => {
    const owner = await newOwner();
    await register(owner, '/draining');
    const stopped = new Promise<void>((resolve) => receiver.onNext(resolve)).then(() => server.signal('SIGTERM'));
    await emit(owner);
    endConnections();
    const { code, stderr } = await stopped;
    expect([code, stderr, received('/draining').length]).toEqual([0, '', 1]);
    server = await programs.server({ SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_TARGETS: '1' });
    expect(read(await rest(owner, 'GET'), 'webhooks', 0, 'recent_deliveries')).toMatchObject([
      { status: 'succeeded', attempt: 1 },
    ]);
  });
});
