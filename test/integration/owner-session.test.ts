import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isEnumType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { createAuthenticator } from '../../access/authenticate.js';
import { MOST_SESSIONS } from '../../access/sessions.js';
import { TIERS } from '../../access/tiers.js';
import { read, type Answer, type Call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';

const server = await serverForFile({ SVC_WEB_ORIGINS: 'https://app.example.com' });
const { runtime, clock } = server;
const { access, store } = runtime;
const PASSWORD = 'four unrelated words here';
beforeEach(() => void (clock.nowMs += 16 * 60_000));

const bearer = (secret: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${secret}` });
const post = (query: string, variables: object, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  server.call('/graphql', { method: 'POST', headers, body: { query, variables } });
const codeOf = (answer: Answer): unknown => read(answer, 'errors', '0', 'extensions', 'code');

let owners = 0;
async function newOwner(): Promise<{ readonly email: string; readonly accountId: string; readonly secret: string }> {
  const email = `session-owner-${(owners += 1)}@example.com`;
  const { accountId, session } = await access.signIn.signUp(
    { email, password: PASSWORD },
    { address: null, userAgent: null },
  );
  return { email, accountId, secret: session.secret };
}

/** Another process on the same database, which knows nothing yet. */
const elsewhere = () => createAuthenticator({ ...store, clock: () => clock.nowMs, areDemoKeysAllowed: false });

describe('POST /session', () => {
  const session = (body: unknown, headers: Call['headers'] = {}): Promise<Answer> =>
    server.call('/session', { method: 'POST', headers, body });

  it('sets a cookie that signs the browser in, and DELETE ends the session and the cookie', async () => {
    const { email, accountId } = await newOwner();
    const answer = await session({ email, password: PASSWORD }, { Origin: server.url });
    expect([answer.status, read(answer, 'account_id'), answer.headers['cache-control']]).toEqual([
      201,
      accountId,
      'no-store',
    ]);
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    expect(set).toMatch(/^svc_session=svcs_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect(answer.text).not.toContain('svcs_');
    const headers = { Cookie: set.split(';', 1)[0] ?? '' };
    expect(read(await post('{ viewer { id } }', {}, headers), 'data', 'viewer', 'id')).toBe(accountId);
    const ended = await server.call('/session', { method: 'DELETE', headers });
    expect([ended.status, ended.headers['set-cookie']?.[0]]).toEqual([
      200,
      'svc_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect((await post('{ viewer { id } }', {}, headers)).status).toBe(401);
    expect((await server.call('/session', { method: 'DELETE', headers })).status).toBe(200);
  });

  it('marks the cookie Secure for every host that is not this machine', async () => {
    const { email } = await newOwner();
    const answer = await session({ email, password: PASSWORD }, { Host: 'api.example.com' });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
  });

  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['another port of this host', { Origin: 'http://127.0.0.1:1' }],
    ['a page without an origin', { Origin: 'null' }],
    ['a frame of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is refused from %s, without a look at the password', async (_what, headers) => {
    const { email } = await newOwner();
    const before = access.passwords.runs;
    for (const method of ['POST', 'DELETE']) {
      const answer = await server.call('/session', { method, headers, body: { email, password: PASSWORD } });
      expect([answer.status, read(answer, 'error'), answer.headers['set-cookie']]).toEqual([
        403,
        'origin_not_allowed',
        undefined,
      ]);
    }
    expect(access.passwords.runs).toBe(before);
  });

  it('is open to pages of the web app', async () => {
    const { email } = await newOwner();
    const answer = await session({ email, password: PASSWORD }, { Origin: 'https://app.example.com' });
    expect([answer.status, answer.headers['access-control-allow-credentials']]).toEqual([201, 'true']);
  });

  it('refuses a form, a wrong body and a wrong password, with the headers of every response', async () => {
    const { email } = await newOwner();
    const form = await session(`email=${email}&password=x`, { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([form.status, read(form, 'error')]).toEqual([415, 'unsupported_media_type']);
    const none = await session({ email });
    expect([none.status, read(none, 'error'), read(none, 'param')]).toEqual([400, 'missing_parameter', 'password']);
    const number = await session({ email, password: 1 });
    expect([number.status, read(number, 'error'), read(number, 'param')]).toEqual([
      400,
      'invalid_parameter',
      'password',
    ]);
    const wrong = await session({ email, password: 'a wrong password' });
    expect([
      wrong.status,
      read(wrong, 'error'),
      wrong.headers['x-api-tier'],
      wrong.headers['x-ratelimit-limit'],
    ]).toEqual([401, 'invalid_credentials', 'anonymous', '60']);
    const get = await server.call('/session');
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST, DELETE, OPTIONS']);
  });
});

describe('sessions', () => {
  it('are listed with the time of their last use, which is stored at most once a minute', async () => {
    const { accountId, secret } = await newOwner();
    const used = async (): Promise<Date | null | undefined> =>
      (await store.sessions.ofAccount(accountId, new Date(clock.nowMs)))[0]?.lastUsedAt;
    expect(await used()).toBeNull();
    await post('{ viewer { id } }', {}, bearer(secret));
    await access.flush();
    const first = clock.nowMs;
    expect(await used()).toEqual(new Date(first));
    clock.nowMs += 10_000;
    await post('{ viewer { id } }', {}, bearer(secret));
    await access.flush();
    expect(await used()).toEqual(new Date(first));
    clock.nowMs += 60_000;
    await post('{ viewer { id } }', {}, bearer(secret));
    await access.flush();
    expect(await used()).toEqual(new Date(clock.nowMs));
  });

  it('are paged, and end one by one or all but the current one, in every process', async () => {
    const { accountId, secret } = await newOwner();
    const others = [
      await access.sessions.create(accountId),
      await access.sessions.create(accountId),
      await access.sessions.create(accountId),
    ];
    const [one, ...rest] = others;
    const there = elsewhere();
    const isKnownThere = async (token = ''): Promise<boolean> => {
      there.forget();
      return (async () => there.authenticate({ kind: 'session', secret: token }))().then(
        () => true,
        () => false,
      );
    };
    expect(await isKnownThere(one?.secret)).toBe(true);
    const LIST =
      'query ($after: String) { viewer { sessions(first: 3, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { id } } } }';
    const page = await post(LIST, {}, bearer(secret));
    expect([
      read(page, 'data', 'viewer', 'sessions', 'totalCount'),
      read(page, 'data', 'viewer', 'sessions', 'pageInfo', 'hasNextPage'),
    ]).toEqual([4, true]);
    const next = await post(
      LIST,
      { after: read(page, 'data', 'viewer', 'sessions', 'pageInfo', 'endCursor') },
      bearer(secret),
    );
    expect(read(next, 'data', 'viewer', 'sessions', 'nodes')).toHaveLength(1);
    const node = await post(
      'query ($id: ID!) { node(id: $id) { ... on Session { isCurrent createdAt } } }',
      { id: one?.id },
      bearer(secret),
    );
    expect(read(node, 'data', 'node', 'isCurrent')).toBe(false);
    const REVOKE = 'mutation ($input: RevokeSessionInput!) { revokeSession(input: $input) { revokedSessionId } }';
    await post(REVOKE, { input: { id: one?.id } }, bearer(secret));
    expect([await isKnownThere(one?.secret), await isKnownThere(rest[0]?.secret)]).toEqual([false, true]);
    const all = await post('mutation { revokeOtherSessions { revokedSessions viewer { id } } }', {}, bearer(secret));
    expect(read(all, 'data', 'revokeOtherSessions', 'revokedSessions')).toBe(2);
    expect([
      await isKnownThere(rest[0]?.secret),
      await isKnownThere(rest[1]?.secret),
      await isKnownThere(secret),
    ]).toEqual([false, false, true]);
  });

  it('end where there would be more than 50, the one used least recently first, in every process', async () => {
    const { accountId, secret } = await newOwner();
    clock.nowMs += 1_000;
    const oldest = await access.sessions.create(accountId);
    clock.nowMs += 1_000;
    const second = await access.sessions.create(accountId);
    clock.nowMs += 1_000;
    for (let count = 3; count < MOST_SESSIONS; count += 1) await access.sessions.create(accountId);
    clock.nowMs += 120_000;
    for (const used of [secret, oldest.secret]) await post('{ viewer { id } }', {}, bearer(used));
    await access.flush();
    const ids = async (): Promise<readonly string[]> => (await access.sessions.list(accountId)).map(({ id }) => id);
    expect(await ids()).toHaveLength(MOST_SESSIONS);
    const there = elsewhere();
    await there.authenticate({ kind: 'session', secret: second.secret });
    await access.sessions.create(accountId);
    there.forget();
    expect([(await ids()).length, (await ids()).includes(second.id), (await ids()).includes(oldest.id)]).toEqual([
      MOST_SESSIONS,
      false,
      true,
    ]);
    expect((await post('{ viewer { id } }', {}, bearer(second.secret))).status).toBe(401);
    await expect((async () => there.authenticate({ kind: 'session', secret: second.secret }))()).rejects.toThrow();
    await Promise.all(Array.from({ length: 10 }, () => access.sessions.create(accountId)));
    expect(await ids()).toHaveLength(MOST_SESSIONS);
    const other = await newOwner();
    expect(await access.sessions.list(other.accountId)).toHaveLength(1);
  });

  it('of another account are unknown, exactly as an id that does not exist', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { id } = (await access.sessions.list(other.accountId))[0] ?? { id: '' };
    const REVOKE = 'mutation ($input: RevokeSessionInput!) { revokeSession(input: $input) { revokedSessionId } }';
    const NODE = 'query ($id: ID!) { node(id: $id) { id } }';
    const told = async (query: string, variables: object): Promise<unknown> => {
      const answer = await post(query, variables, bearer(owner.secret));
      return [answer.status, read(answer, 'errors', '0', 'message'), codeOf(answer)];
    };
    expect(await told(REVOKE, { input: { id } })).toEqual(
      await told(REVOKE, { input: { id: 'ses_doesnotexist0000' } }),
    );
    expect(await told(NODE, { id })).toEqual(await told(NODE, { id: 'ses_doesnotexist0000' }));
    expect(await access.sessions.list(other.accountId)).toHaveLength(1);
    const { key } = await server.newKey('pro');
    expect(codeOf(await server.graphql(key, NODE, { id }))).toBe('SESSION_REQUIRED');
  });
});

describe('a rotated key', () => {
  const ROTATE =
    'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret apiKey { id prefix previousSecretUntil } } }';

  it('has a new secret, and the old one works until the overlap ends, in every process', async () => {
    const { accountId, secret } = await newOwner();
    const { key, secret: old } = await access.keys.create(accountId);
    const there = elsewhere();
    const works = (token: string): Promise<boolean> =>
      (async () => there.authenticate({ kind: 'key', secret: token }))().then(
        () => true,
        () => false,
      );
    expect(await works(old)).toBe(true);
    const answer = await post(ROTATE, { input: { id: key.id } }, bearer(secret));
    const next = String(read(answer, 'data', 'rotateApiKey', 'secret'));
    expect(read(answer, 'data', 'rotateApiKey', 'apiKey')).toEqual({
      id: key.id,
      prefix: next.slice(0, 10),
      previousSecretUntil: new Date(clock.nowMs + 86_400_000).toISOString(),
    });
    there.forget();
    expect([await works(old), await works(next)]).toEqual([true, true]);
    clock.nowMs += 86_399_000;
    expect([await works(old), await works(next)]).toEqual([true, true]);
    clock.nowMs += 1_000;
    // The cached entry ends at that moment, too.
    expect([await works(old), await works(next)]).toEqual([false, true]);
  });

  it('without an overlap, or rotated again, has one old secret at most', async () => {
    const { accountId, secret } = await newOwner();
    const { key, secret: first } = await access.keys.create(accountId);
    const second = (await access.keys.rotate(accountId, key.id, 168)).secret;
    const third = String(
      read(
        await post(ROTATE, { input: { id: key.id, overlapHours: 24 } }, bearer(secret)),
        'data',
        'rotateApiKey',
        'secret',
      ),
    );
    const status = async (token: string): Promise<number> => (await server.graphql(token, '{ viewer { id } }')).status;
    expect([await status(first), await status(second), await status(third)]).toEqual([401, 200, 200]);
    const fourth = (await access.keys.rotate(accountId, key.id, 0)).secret;
    expect([await status(third), await status(fourth)]).toEqual([401, 200]);
    await access.keys.revoke(accountId, key.id);
    expect(await status(fourth)).toBe(401);
    expect(codeOf(await post(ROTATE, { input: { id: key.id } }, bearer(secret)))).toBe('NOT_FOUND');
  });

  it('of another account is unknown', async () => {
    const { secret } = await newOwner();
    const { keyId, key } = await server.newKey('pro');
    expect(codeOf(await post(ROTATE, { input: { id: keyId } }, bearer(secret)))).toBe('NOT_FOUND');
    expect((await server.graphql(key, '{ viewer { id } }')).status).toBe(200);
  });
});

describe('every field that requires a session', () => {
  const schema = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));

  /** A value that fits a type; only its shape counts, since the session is checked first. */
  function valueFor(type: GraphQLInputType): unknown {
    const named = getNamedType(type);
    if (isInputObjectType(named))
      return Object.fromEntries(
        Object.values(named.getFields())
          .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
          .map((field) => [field.name, valueFor(field.type)]),
      );
    if (isEnumType(named)) return Symbol.for(named.getValues()[0]?.name ?? '');
    return named.name === 'Int' || named.name === 'Float' ? 1 : named.name === 'Boolean' ? true : 'x';
  }

  const literal = (value: unknown): string =>
    typeof value === 'symbol'
      ? (value.description ?? '')
      : typeof value === 'object' && value !== null
        ? `{ ${Object.entries(value)
            .map(([name, each]) => `${name}: ${literal(each)}`)
            .join(' ')} }`
        : JSON.stringify(value);

  function selection(field: GraphQLField<unknown, unknown>, alias: string): string {
    const args = field.args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
    const given =
      args.length === 0 ? '' : `(${args.map(({ name, type }) => `${name}: ${literal(valueFor(type))}`).join(' ')})`;
    return `${alias}: ${field.name}${given}${isObjectType(getNamedType(field.type)) ? ' { __typename }' : ''}`;
  }

  interface OwnerField {
    readonly type: string;
    readonly field: GraphQLField<unknown, unknown>;
  }
  const fields: readonly OwnerField[] = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter(({ astNode }) => astNode?.directives?.some(({ name }) => name.value === 'session'))
          .map((field) => ({ type: type.name, field }))
      : [],
  );

  it('is found in the schema', () => {
    const names = fields.map(({ type, field }) => `${type}.${field.name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'Mutation.createApiKey',
        'Mutation.rotateApiKey',
        'Mutation.changePassword',
        'Mutation.revokeSession',
        'Viewer.sessions',
        'Viewer.email',
        'Viewer.apiKeys',
      ]),
    );
    expect(new Set(names.map((name) => name.split('.')[0]))).toEqual(new Set(['Community', 'Mutation', 'Viewer']));
  });

  it.each(TIERS)('refuses the key of the tier %s, under aliases and in fragments', async (tier) => {
    const { key, accountId } = await server.newKey(tier, { perMinute: 1_000 });
    const before = await access.keys.list(accountId);
    for (const { type, field } of fields) {
      const chosen = `${selection(field, 'a')} ...F`;
      const fragment = `fragment F on ${type} { ${selection(field, 'b')} ... on ${type} { ${selection(field, 'c')} } }`;
      const query =
        type === 'Mutation'
          ? `mutation { ${chosen} } ${fragment}`
          : `{ ${type.toLowerCase()} { ${chosen} } } ${fragment}`;
      const answer = await server.graphql(key, query);
      const errors = read(answer, 'errors') as readonly {
        readonly path: unknown;
        readonly extensions: { readonly code: string };
      }[];
      expect([field.name, errors.map(({ extensions }) => extensions.code)]).toEqual([
        field.name,
        ['SESSION_REQUIRED', 'SESSION_REQUIRED', 'SESSION_REQUIRED'],
      ]);
    }
    const unused = (await access.keys.list(accountId)).map((each) => ({ ...each, lastUsedAt: null }));
    expect(unused).toEqual(before.map((each) => ({ ...each, lastUsedAt: null })));
  });

  it('refuses a key where the account is reached as an entity or by its id', async () => {
    const { key, accountId } = await server.newKey('institutional', { perMinute: 1_000 });
    for (const { field } of fields.filter(({ type }) => type === 'Viewer')) {
      const answer = await server.graphql(
        key,
        `query ($id: ID!) { node(id: $id) { ... on Viewer { ${selection(field, 'a')} } } }`,
        { id: accountId },
      );
      expect([field.name, codeOf(answer)]).toEqual([field.name, 'SESSION_REQUIRED']);
    }
    // Clients cannot reach the subgraphs' own entry point.
    expect((await server.graphql(key, '{ _entities(representations: []) { __typename } }')).status).toBe(400);
  });
});
