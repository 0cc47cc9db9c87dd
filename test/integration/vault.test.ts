import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { openStore } from '../../store/open-store.js';
import { startSite, TEST_AUTHORITY, type Site } from '../support/echo-site.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
removeScratchAtEnd();

let dataDir: string;
let site: Site;
let server: ServerProgram;

beforeAll(async () => {
  dataDir = await scratchDir();
  site = await startSite();
  server = await start();
});
afterAll(async () => {
  endConnections();
  await site.close();
});

const start = (): Promise<ServerProgram> =>
  programs.server({
    SVC_DATA_DIR: dataDir,
    SVC_ALLOW_PRIVATE_TARGETS: '1',
    NODE_EXTRA_CA_CERTS: TEST_AUTHORITY,
    LOG_LEVEL: 'trace',
  });

interface Owner {
  readonly key: string;
  readonly session: string;
  readonly accountId: string;
}

async function admin(...argv: readonly string[]): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  expect([
    await forwardCommand(dataDir, 'admin', [...argv, '--json'], {
      print: (line) => lines.push(line),
      error: (line) => lines.push(line),
      progress: () => undefined,
    }),
    lines,
  ]).toEqual([0, [expect.any(String)]]);
  return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
}

async function newOwner(tier = 'pro'): Promise<Owner> {
  const { key, account_id: accountId } = await admin(
    'keys',
    'create',
    '--tier',
    tier,
    '--per-minute',
    '100000',
    '--per-month',
    '100000',
  );
  const { session } = await admin('sessions', 'create', '--account', String(accountId));
  return { key: String(key), session: String(session), accountId: String(accountId) };
}

/** As the owner. */
async function owns({ session }: Owner, query: string, variables: object = {}): Promise<Answer> {
  return call(server.url, '/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
    body: { query, variables },
  });
}
const asAgent = ({ key }: Owner, query: string, variables: object = {}): Promise<Answer> =>
  call(server.url, '/graphql', { method: 'POST', key, body: { query, variables } });
const post = ({ key }: Owner, body: object): Promise<Answer> =>
  call(server.url, '/api/v1/vault', { method: 'POST', key, body });
const send = (owner: Owner, item: string, at: string, more: object = {}): Promise<Answer> =>
  post(owner, {
    action: 'request',
    item_id: item,
    url: at.startsWith('http') ? at : `https://${site.host}${at}`,
    ...more,
  });
const list = ({ key }: Owner): Promise<Answer> => call(server.url, '/api/v1/vault', { key });
const codeOf = ({ status, text }: Answer): readonly unknown[] => [
  status,
  (JSON.parse(text) as { readonly error?: string }).error,
];
const bodyOf = ({ text }: Answer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const CREATE = `mutation ($input: CreateVaultItemInput!) { createVaultItem(input: $input) { vaultItem { id name kind allowedHosts isWriteAllowed isApprovalRequired isShared approvedUntil } viewer { id } } }`;

async function create(owner: Owner, credential: object, settings: object = {}): Promise<string> {
  const input = { name: 'Site', credential, allowedHosts: [site.host], isApprovalRequired: false, ...settings };
  const made = await owns(owner, CREATE, { input });
  expect(JSON.parse(made.text)).not.toHaveProperty('errors');
  return String(read(made, 'data', 'createVaultItem', 'vaultItem', 'id'));
}

interface Use {
  readonly action: string;
  readonly method: string;
  readonly host: string | null;
  readonly path: string | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly itemId: string | null;
  readonly apiKeyId: string | null;
}

async function usesOf(owner: Owner): Promise<readonly Use[]> {
  const answer = await owns(
    owner,
    '{ viewer { vault { uses(first: 100) { totalCount nodes { action method host path outcome httpStatus itemId itemName apiKeyId at durationMs } } } } }',
  );
  return read(answer, 'data', 'viewer', 'vault', 'uses', 'nodes') as readonly Use[];
}

let serial = 0;
/** A credential that nothing else contains. */
const newSecret = (): string =>
  `right/Sent1nel+${String((serial += 1)).padStart(3, '0')}~"é&<${Math.random().toString(36).slice(2)}`;
const ascii = (): string => newSecret().replace('é', 'e');

const secrets: string[] = [];
function kept(secret: string): string {
  secrets.push(secret);
  return secret;
}

const login = (success: object = { redirectPath: '/account' }, password = 'right-password-1'): object => ({
  password: {
    user: 'agent@site.example',
    password,
    loginUrl: `https://${site.host}/login`,
    csrfField: '_csrf',
    success,
  },
});

describe('a credential', () => {
  it.each<[string, (secret: string) => object, (request: Site['requests'][number]) => unknown]>([
    ['bearer', (token) => ({ bearer: { token } }), ({ headers }) => headers.authorization?.replace(/^Bearer /, '')],
    ['header', (value) => ({ header: { name: 'X-Secret-Key', value } }), ({ headers }) => headers['x-secret-key']],
    [
      'basic',
      (password) => ({ basic: { user: 'agent', password } }),
      ({ headers }) =>
        Buffer.from(headers.authorization?.slice(6) ?? '', 'base64')
          .toString()
          .replace(/^agent:/, ''),
    ],
    [
      'query',
      (value) => ({ query: { name: 'token', value } }),
      ({ url }) => new URL(url, 'https://localhost').searchParams.get('token'),
    ],
  ])('of kind %s is sent, and is in no spelling in the response', async (kind, credentialOf, sentBy) => {
    const owner = await newOwner();
    const secret = kept(ascii());
    const id = await create(owner, credentialOf(secret));
    site.requests.length = 0;
    for (const at of [
      '/echo',
      '/packed?coding=gzip',
      '/packed?coding=deflate',
      '/packed?coding=br',
      '/packed?coding=gzip&file=1',
    ]) {
      const answer = await send(owner, id, at);
      const { status, headers, body_excerpt: excerpt, truncated, redactions } = bodyOf(answer);
      expect([status, truncated, String(excerpt).includes('[redacted]'), Number(redactions) >= 5]).toEqual([
        200,
        false,
        true,
        true,
      ]);
      expect(Object.keys(headers as object)).not.toContain('set-cookie');
      for (const form of [secret, secret.slice(3, -3), encodeURIComponent(secret), Buffer.from(secret).toString('hex')])
        expect(answer.text.toLowerCase()).not.toContain(form.toLowerCase());
      for (const before of ['', 'x', 'xx'])
        expect(answer.text).not.toContain(
          Buffer.from(before + secret)
            .toString('base64')
            .slice(4, -4),
        );
    }
    expect(site.requests.map(sentBy)).toEqual(Array.from({ length: 5 }, () => secret));
    expect(await list(owner)).toMatchObject({ status: 200 });
    expect(bodyOf(await list(owner))).toEqual({
      count: 1,
      total: 1,
      items: [{ id, name: 'Site', kind, allowed_hosts: [site.host], allow_writes: false, require_approval: false }],
    });
  });

  it('is not cut in two by the end of the excerpt, and a body beyond the limit is cut', async () => {
    const owner = await newOwner();
    const secret = kept(ascii());
    const id = await create(owner, { bearer: { token: secret } });
    const edge = bodyOf(await send(owner, id, '/edge'));
    expect([edge['truncated'], String(edge['body_excerpt']).length, String(edge['body_excerpt']).slice(4_080)]).toEqual(
      [true, 4_096, 'Bearer [redacted'],
    );
    const big = bodyOf(await send(owner, id, '/big'));
    expect([big['truncated'], big['body_excerpt']]).toEqual([true, 'y'.repeat(4_096)]);
  });

  it('does not follow a redirect, whose address is masked', async () => {
    const owner = await newOwner();
    const secret = kept(ascii());
    const id = await create(owner, { bearer: { token: secret } });
    const { status, headers } = bodyOf(await send(owner, id, '/redirect'));
    expect([status, (headers as Record<string, string>)['location']]).toEqual([
      302,
      'https://elsewhere.example/in?token=Bearer%20[redacted]',
    ]);
  });

  it('is replaced, after which the old one is not sent any more', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    const secret = kept(ascii());
    const replaced = await owns(
      owner,
      'mutation ($input: ReplaceVaultCredentialInput!) { replaceVaultCredential(input: $input) { vaultItem { id kind } } }',
      { input: { id, credential: { header: { name: 'X-Secret-Key', value: secret } } } },
    );
    expect(read(replaced, 'data', 'replaceVaultCredential', 'vaultItem')).toEqual({ id, kind: 'HEADER' });
    site.requests.length = 0;
    expect((await send(owner, id, '/echo')).status).toBe(200);
    expect(site.requests.map(({ headers }) => [headers.authorization, headers['x-secret-key']])).toEqual([
      [undefined, secret],
    ]);
  });
});

describe('a request', () => {
  it.each<[string, object, readonly unknown[]]>([
    ['to another host', { url: 'https://other.example/' }, [403, 'host_not_allowed']],
    ['to another port', { url: 'https://localhost:1/' }, [403, 'host_not_allowed']],
    ['over plain HTTP', { url: 'http://localhost/' }, [400, 'invalid_parameter']],
    ['with a user in its URL', { url: 'https://a:b@localhost/' }, [400, 'invalid_parameter']],
    ['to no URL', { url: 'nothing' }, [400, 'invalid_parameter']],
    ['without a URL', {}, [400, 'missing_parameter']],
    ['with an unknown method', { url: 'https://localhost/', method: 'TRACE' }, [400, 'invalid_parameter']],
    ['with a body of GET', { url: 'https://localhost/', json: {} }, [400, 'invalid_parameter']],
    ['that writes', { url: 'HERE/echo', method: 'POST' }, [403, 'writes_tier']],
    ['to a server that closes the connection', { url: 'HERE/broken' }, [502, 'upstream_failed']],
  ])('%s is refused', async (_what, more, refusal) => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    const given = Object.fromEntries(
      Object.entries(more).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace('HERE', `https://${site.host}`) : value,
      ]),
    );
    expect(codeOf(await post(owner, { action: 'request', item_id: id, ...given }))).toEqual(refusal);
  });

  it('writes on Pro with an item that allows it, and on no lower tier', async () => {
    for (const [tier, isWriteAllowed, expected] of [
      ['pro', true, 200],
      ['pro', false, 403],
      ['free', true, 403],
      ['starter', true, 403],
    ] as const) {
      const owner = await newOwner(tier);
      const id = await create(owner, { bearer: { token: kept(ascii()) } }, { isWriteAllowed });
      site.requests.length = 0;
      const answer = await send(owner, id, '/echo', { method: 'PATCH', json: { a: [1, null, 'x'] } });
      expect([tier, isWriteAllowed, answer.status]).toEqual([tier, isWriteAllowed, expected]);
      if (expected === 200)
        expect(site.requests.map(({ method, body, headers }) => [method, body, headers['content-type']])).toEqual([
          ['PATCH', '{"a":[1,null,"x"]}', 'application/json'],
        ]);
      else {
        expect([codeOf(answer), site.requests]).toEqual([[403, 'writes_tier'], []]);
        const upgrade = tier === 'pro' ? [undefined, undefined] : [tier, 'pro'];
        expect([read(answer, 'tier'), read(answer, 'required_tier')]).toEqual(upgrade);
      }
    }
  });

  it('reads with HEAD, on Free too, and over GraphQL alike', async () => {
    const owner = await newOwner('free');
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    expect(bodyOf(await send(owner, id, '/echo', { method: 'HEAD' }))).toMatchObject({
      status: 200,
      body_excerpt: '',
      truncated: false,
    });
    const answer = await asAgent(
      owner,
      'mutation ($input: SendVaultRequestInput!) { sendVaultRequest(input: $input) { response { httpStatus bodyExcerpt redactionCount headers { name } } viewer { id } } }',
      { input: { itemId: id, url: `https://${site.host}/echo` } },
    );
    expect(read(answer, 'data', 'sendVaultRequest', 'response', 'httpStatus')).toBe(200);
  });

  it('is in the audit log, refused ones too, and those of no item', async () => {
    const owner = await newOwner('free');
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    await send(owner, id, '/echo?q=private');
    await send(owner, id, 'https://other.example/path');
    await send(owner, id, '/echo', { method: 'DELETE' });
    await send(owner, 'vi_none', '/echo');
    await send(owner, id, '/broken');
    expect(
      (await usesOf(owner)).map(({ action, method, host, path: at, outcome, httpStatus, itemId }) => [
        action,
        method,
        host,
        at,
        outcome,
        httpStatus,
        itemId === id,
      ]),
    ).toEqual([
      ['REQUEST', 'GET', site.host, '/broken', 'UPSTREAM_FAILED', null, true],
      ['REQUEST', 'GET', site.host, '/echo', 'NOT_FOUND', null, false],
      ['REQUEST', 'DELETE', site.host, '/echo', 'WRITES_TIER', null, true],
      ['REQUEST', 'GET', 'other.example', '/path', 'HOST_NOT_ALLOWED', null, true],
      ['REQUEST', 'GET', site.host, '/echo', 'SUCCEEDED', 200, true],
    ]);
  });

  it('is limited by the hour: of 30 at once on Free, exactly 10 are sent', async () => {
    const owner = await newOwner('free');
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    site.requests.length = 0;
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(owner, id, '/echo')));
    expect([answers.filter(({ status }) => status === 200).length, site.requests.length]).toEqual([10, 10]);
    const refused = answers.filter(({ status }) => status === 429).map(bodyOf);
    expect(refused).toHaveLength(20);
    for (const each of refused)
      expect([each['error'], Number(each['retry_after_s']) > 3_500, Number(each['retry_after_s']) <= 3_600]).toEqual([
        'vault_rate_limited',
        true,
        true,
      ]);
  });
});

describe('an item that must be approved', () => {
  const approve = (owner: Owner, id: string): Promise<Answer> =>
    owns(
      owner,
      'mutation ($input: ApproveVaultItemInput!) { approveVaultItem(input: $input) { vaultItem { approvedUntil } } }',
      { input: { id } },
    );

  it('is used once by an approval, of 10 uses at once too', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } }, { isApprovalRequired: true });
    expect(codeOf(await send(owner, id, '/echo'))).toEqual([403, 'approval_required']);
    const until = Date.parse(
      String(read(await approve(owner, id), 'data', 'approveVaultItem', 'vaultItem', 'approvedUntil')),
    );
    expect([until - Date.now() > 9 * 60_000, until - Date.now() <= 10 * 60_000]).toEqual([true, true]);
    site.requests.length = 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(owner, id, '/echo')));
    expect([answers.map(({ status }) => status).sort(), site.requests.length]).toEqual([
      [200, ...Array.from({ length: 9 }, () => 403)],
      1,
    ]);
  });

  it('keeps its approval when a use is refused for another reason, and loses it with a new credential', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } }, { isApprovalRequired: true });
    await approve(owner, id);
    expect(codeOf(await send(owner, id, 'https://other.example/'))).toEqual([403, 'host_not_allowed']);
    expect((await send(owner, id, '/echo')).status).toBe(200);
    await approve(owner, id);
    await owns(
      owner,
      'mutation ($input: ReplaceVaultCredentialInput!) { replaceVaultCredential(input: $input) { vaultItem { id } } }',
      { input: { id, credential: { bearer: { token: kept(ascii()) } } } },
    );
    expect(codeOf(await send(owner, id, '/echo'))).toEqual([403, 'approval_required']);
  });
});

describe('a vault in strict mode', () => {
  it('is used only while it is unlocked', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    const state = '{ viewer { vault { isStrict unlockedUntil } } }';
    expect(codeOf(await send(owner, id, '/echo'))).toEqual([200, undefined]);
    expect((await owns(owner, `mutation { unlockVault(input: {}) ${state} }`)).text).toContain('INVALID_PARAMETER');
    await owns(owner, `mutation { setVaultStrictMode(input: { isStrict: true }) ${state} }`);
    expect(codeOf(await send(owner, id, '/echo'))).toEqual([423, 'vault_locked']);
    const unlocked = await owns(owner, `mutation { unlockVault(input: { minutes: 5 }) ${state} }`);
    expect(
      Date.parse(String(read(unlocked, 'data', 'unlockVault', 'viewer', 'vault', 'unlockedUntil'))) - Date.now(),
    ).toBeLessThanOrEqual(5 * 60_000);
    expect((await send(owner, id, '/echo')).status).toBe(200);
    await owns(owner, `mutation { lockVault ${state} }`);
    expect(codeOf(await send(owner, id, '/echo'))).toEqual([423, 'vault_locked']);
    await owns(owner, `mutation { setVaultStrictMode(input: { isStrict: false }) ${state} }`);
    expect((await send(owner, id, '/echo')).status).toBe(200);
  });
});

describe('a password', () => {
  it('signs in, and its cookies are sent and never shown', async () => {
    const owner = await newOwner('free');
    const id = await create(owner, login());
    expect(bodyOf(await post(owner, { action: 'login_check', item_id: id }))).toEqual({
      signed_in: true,
      checked_at: expect.any(String),
    });
    site.requests.length = 0;
    const { status, body_excerpt: excerpt } = bodyOf(await send(owner, id, '/account'));
    expect([status, excerpt, site.requests.map(({ url }) => url)]).toEqual([
      200,
      'hello, your cookie is sid=[redacted]',
      ['/account'],
    ]);
  });

  it('signs in before the first request, if nothing has before', async () => {
    const owner = await newOwner('free');
    const id = await create(owner, login());
    site.requests.length = 0;
    expect(bodyOf(await send(owner, id, '/account'))['status']).toBe(200);
    expect(site.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /login',
      'POST /login',
      'GET /account',
    ]);
  });

  it.each<[string, object, string, boolean]>([
    ['by a status', { status: 303 }, 'right-1', true],
    ['by another status', { status: 200 }, 'right-1', false],
    ['by another path', { redirectPath: '/admin' }, 'right-1', false],
    ['by a text', { textPresent: 'wrong password' }, 'nothing', true],
    ['by the absence of a text', { textAbsent: 'wrong password' }, 'nothing', false],
    ['by two rules', { status: 303, redirectPath: '/account', textAbsent: 'wrong' }, 'right-1', true],
  ])('is judged %s', async (_how, success, password, expected) => {
    const owner = await newOwner();
    const id = await create(owner, login(success, password));
    expect(bodyOf(await post(owner, { action: 'login_check', item_id: id }))['signed_in']).toBe(expected);
  });

  it('that the site does not accept is told, and other kinds have no sign-in', async () => {
    const owner = await newOwner();
    const wrong = await create(owner, login({ redirectPath: '/account' }, 'not-the-one'));
    expect(codeOf(await send(owner, wrong, '/account'))).toEqual([502, 'upstream_failed']);
    const bearer = await create(owner, { bearer: { token: kept(ascii()) } });
    expect(codeOf(await post(owner, { action: 'login_check', item_id: bearer }))).toEqual([400, 'invalid_parameter']);
  });
});

describe('an item', () => {
  it.each<[string, object, string]>([
    ['without a credential', { credential: {} }, 'credential'],
    [
      'with two credentials',
      { credential: { bearer: { token: 'abcd' }, query: { name: 'a', value: 'abcd' } } },
      'credential',
    ],
    [
      'with a header of the connection',
      { credential: { header: { name: 'Host', value: 'abcd' } } },
      'credential.header.name',
    ],
    [
      'with a header that is no name',
      { credential: { header: { name: 'X Y', value: 'abcd' } } },
      'credential.header.name',
    ],
    ['with a token in two lines', { credential: { bearer: { token: 'abé\u2028cd' } } }, 'credential.bearer.token'],
    ['with a colon in its user', { credential: { basic: { user: 'a:b', password: 'abcd' } } }, 'credential.basic.user'],
    [
      'that signs in elsewhere',
      {
        credential: {
          password: { user: 'a', password: 'abcd', loginUrl: 'https://other.example/', success: { status: 200 } },
        },
      },
      'credential.password.loginUrl',
    ],
    [
      'that signs in over plain HTTP',
      {
        credential: {
          password: { user: 'a', password: 'abcd', loginUrl: 'http://api.example.com/', success: { status: 200 } },
        },
      },
      'credential.password.loginUrl',
    ],
    [
      'without a rule of success',
      { credential: { password: { user: 'a', password: 'abcd', loginUrl: 'https://api.example.com/', success: {} } } },
      'credential.password.success',
    ],
    ['for an IP address', { allowedHosts: ['10.0.0.1'] }, 'allowedHosts[0]'],
    ['for a top-level domain', { allowedHosts: ['api.example.com', '*.com'] }, 'allowedHosts[1]'],
    ['for a URL', { allowedHosts: ['https://api.example.com'] }, 'allowedHosts[0]'],
    ['without a name', { name: ' ' }, 'name'],
  ])('%s is refused', async (_what, more, param) => {
    const owner = await newOwner();
    const input = { name: 'x', credential: { bearer: { token: 'abcd' } }, allowedHosts: ['api.example.com'], ...more };
    const answer = await owns(owner, CREATE, { input });
    expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: expect.stringContaining(param),
    });
    expect(answer.text).not.toContain('abcd');
  });

  it('is changed and deleted by its owner alone, and another account never finds it', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    const update =
      'mutation ($input: UpdateVaultItemInput!) { updateVaultItem(input: $input) { vaultItem { name isShared allowedHosts } } }';
    const codesOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');
    for (const [query, input] of [
      [update, { id, name: 'theirs' }],
      ['mutation ($input: DeleteVaultItemInput!) { deleteVaultItem(input: $input) { deletedVaultItemId } }', { id }],
      ['mutation ($input: ApproveVaultItemInput!) { approveVaultItem(input: $input) { vaultItem { id } } }', { id }],
      [
        'mutation ($input: ReplaceVaultCredentialInput!) { replaceVaultCredential(input: $input) { vaultItem { id } } }',
        { id, credential: { bearer: { token: 'theirs' } } },
      ],
    ] as const) {
      expect(codesOf(await owns(other, query, { input }))).toBe('NOT_FOUND');
      expect(codesOf(await asAgent(owner, query, { input }))).toBe('SESSION_REQUIRED');
    }
    expect(codeOf(await send(other, id, '/echo'))).toEqual([404, 'not_found']);
    expect(codesOf(await owns(other, `{ node(id: "${id}") { id } }`))).toBe('NOT_FOUND');
    expect(bodyOf(await list(other))).toEqual({ count: 0, total: 0, items: [] });
    expect(await usesOf(other)).toMatchObject([{ outcome: 'NOT_FOUND', itemId: null }]);
    expect(
      read(
        await owns(owner, update, { input: { id, name: 'Mine', isShared: false } }),
        'data',
        'updateVaultItem',
        'vaultItem',
      ),
    ).toEqual({ name: 'Mine', isShared: false, allowedHosts: [site.host] });
  });

  it('that is not shared is not there for agents, in any way', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } }, { isShared: false });
    expect(bodyOf(await list(owner))['items']).toEqual([]);
    expect(codeOf(await send(owner, id, '/echo'))).toEqual([404, 'not_found']);
    expect(codeOf(await post(owner, { action: 'login_check', item_id: id }))).toEqual([404, 'not_found']);
    expect(read(await asAgent(owner, `{ node(id: "${id}") { id } }`), 'errors', 0, 'extensions', 'code')).toBe(
      'NOT_FOUND',
    );
    expect(read(await owns(owner, `{ node(id: "${id}") { id } }`), 'data', 'node', 'id')).toBe(id);
    expect(read(await asAgent(owner, '{ viewer { vault { isStrict } } }'), 'errors', 0, 'extensions', 'code')).toBe(
      'SESSION_REQUIRED',
    );
  });

  it('is one of at most 50', async () => {
    const owner = await newOwner();
    const input = { name: 'x', credential: { bearer: { token: 'abcdefgh' } }, allowedHosts: ['api.example.com'] };
    const answers = await Promise.all(Array.from({ length: 60 }, () => owns(owner, CREATE, { input })));
    const refused = answers.filter(({ text }) => text.includes('VAULT_ITEMS_CAP'));
    expect([answers.length - refused.length, refused.length]).toEqual([50, 10]);
  });
});

describe('a site that does not answer', () => {
  it('is 504 upstream_timeout, which the audit log tells', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    const answer = await send(owner, id, '/silent');
    expect(codeOf(answer)).toEqual([504, 'upstream_timeout']);
    const log = await owns(owner, '{ viewer { vault { uses(first: 1) { nodes { outcome path } } } } }');
    expect(read(log, 'data', 'viewer', 'vault', 'uses', 'nodes')).toEqual([
      { outcome: 'UPSTREAM_TIMEOUT', path: '/silent' },
    ]);
    expect((await send(owner, id, '/echo')).status).toBe(200);
  });
});

describe('the key of the vault', () => {
  it('is replaced beside a running server, and each credential can be used as before', async () => {
    const owner = await newOwner();
    const secret = kept(ascii());
    const id = await create(owner, { bearer: { token: secret } });
    const signing = await create(owner, login());
    await post(owner, { action: 'login_check', item_id: signing });
    const file = path.join(dataDir, 'vault.key');
    const before = readFileSync(file, 'utf8');
    const { encrypted } = await admin('vault', 'rotate-key');
    expect(Number(encrypted)).toBeGreaterThan(2);
    expect(readFileSync(file, 'utf8')).not.toContain(before.trim());
    expect([statSync(file).mode & 0o777, readdirSync(dataDir).filter((name) => name.startsWith('vault.key'))]).toEqual([
      0o600,
      ['vault.key'],
    ]);
    site.requests.length = 0;
    expect([(await send(owner, id, '/echo')).status, bodyOf(await send(owner, signing, '/account'))['status']]).toEqual(
      [200, 200],
    );
    expect(site.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(await create(owner, { bearer: { token: kept(ascii()) } })).toMatch(/^vi_/);
  });
});

describe('no credential', () => {
  it('is in a log line, a metric, or a column of the database, also after kill -9 and a new start', async () => {
    const owner = await newOwner();
    const id = await create(owner, { bearer: { token: kept(ascii()) } });
    await send(owner, id, '/echo');
    const metrics = await call(server.url, '/metrics');
    const { stdout, stderr } = await server.signal('SIGKILL');
    server = await start();
    expect((await send(owner, id, '/echo')).status).toBe(200);
    const again = await server.signal('SIGTERM');
    const told = [metrics.text, stdout, stderr, again.stdout, again.stderr].join('\n');
    const store = await openStore({ dataDir });
    try {
      const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
        select table_name, column_name from information_schema.columns where table_schema in ('public', 'bullmq')
        and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(
        store.db,
      );
      expect(columns.length).toBeGreaterThan(200);
      const values: string[] = [];
      for (const { tableName, columnName } of columns as unknown as readonly {
        readonly tableName: string;
        readonly columnName: string;
      }[]) {
        const { rows } = await sql<{
          value: string;
        }>`select ${sql.ref(columnName)}::text as value from ${sql.table(tableName)} where ${sql.ref(columnName)} is not null`.execute(
          store.db,
        );
        values.push(...rows.map(({ value }) => value));
      }
      const stored = values.join('\n');
      expect(stored).toContain(id);
      expect(secrets.length).toBeGreaterThan(20);
      for (const secret of secrets) {
        for (const form of [
          secret,
          JSON.stringify(secret).slice(1, -1),
          encodeURIComponent(secret),
          Buffer.from(secret).toString('base64'),
          Buffer.from(secret).toString('hex'),
        ]) {
          expect(told).not.toContain(form);
          expect(stored).not.toContain(form);
        }
      }
    } finally {
      await store.close();
    }
  });
});
