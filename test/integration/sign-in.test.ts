import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ATTEMPTS } from '../../access/attempts.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { runtime, clock } = server;
const { access, store } = runtime;
const PASSWORD = 'four unrelated words here';
const WINDOW_MS = 16 * 60_000;
/** Fresh limits, of addresses too. */
beforeEach(() => void (clock.nowMs += WINDOW_MS));

type Headers = Readonly<Record<string, string>>;
const post = (query: string, variables: object = {}, headers: Headers = {}): Promise<Answer> =>
  server.call('/graphql', { method: 'POST', headers, body: { query, variables } });
const bearer = (secret: string): Headers => ({ Authorization: `Bearer ${secret}` });

const SIGN_UP =
  'mutation ($input: SignUpInput!) { signUp(input: $input) { accountId secret session { id isCurrent userAgent expiresAt } } }';
const SIGN_IN =
  'mutation ($input: SignInInput!) { signIn(input: $input) { accountId secret session { id isCurrent } } }';
const REQUEST = 'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { email } }';
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { accountId secret } }';
const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { viewer { id email } } }';

interface Owner {
  readonly email: string;
  readonly accountId: string;
  readonly secret: string;
  readonly sessionId: string;
}

let owners = 0;
async function newOwner(headers: Headers = {}): Promise<Owner> {
  const email = `owner-${(owners += 1)}@example.com`;
  const answer = await post(SIGN_UP, { input: { email, password: PASSWORD } }, headers);
  const signUp = read(answer, 'data', 'signUp') as { accountId: string; secret: string; session: { id: string } };
  return { email, accountId: signUp.accountId, secret: signUp.secret, sessionId: signUp.session.id };
}

const signIn = (email: string, password = PASSWORD, headers: Headers = {}): Promise<Answer> =>
  post(SIGN_IN, { input: { email, password } }, headers);
const codeOf = (answer: Answer): unknown => read(answer, 'errors', '0', 'extensions', 'code');
const secretOf = (answer: Answer, field = 'signIn'): string => String(read(answer, 'data', field, 'secret'));
const isValid = async (secret: string): Promise<boolean> =>
  (await post('{ viewer { id } }', {}, bearer(secret))).status === 200;

/** Tokens in the mail that was stored for an address, oldest first. */
async function tokensFor(email: string): Promise<readonly string[]> {
  await access.signIn.settled();
  const folder = path.join(runtime.config.dataDir, 'mail', 'new');
  const found: { readonly at: number; readonly token: string }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(path.join(folder, name), 'utf8');
    const token = /^Token: (\S+)\r?$/m.exec(text)?.[1];
    if (token !== undefined && text.split(/\r?\n/).includes(`To: ${email}`))
      found.push({ at: Number(name.split('.')[0]), token });
  }
  return found.toSorted((one, other) => one.at - other.at).map(({ token }) => token);
}

describe('sign-up', () => {
  it('creates a Free account without a key and signs it in', async () => {
    const owner = await newOwner({
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    });
    const viewer = await post(
      '{ viewer { id tier email sessions { totalCount nodes { id isCurrent userAgent } } } }',
      {},
      bearer(owner.secret),
    );
    expect(read(viewer, 'data', 'viewer')).toEqual({
      id: owner.accountId,
      tier: 'FREE',
      email: owner.email,
      sessions: { totalCount: 1, nodes: [{ id: owner.sessionId, isCurrent: true, userAgent: 'Firefox on Linux' }] },
    });
  });

  it('refuses an address that has an account, whatever its case and the blanks around it', async () => {
    const { email } = await newOwner();
    const again = await post(SIGN_UP, { input: { email: `  ${email.toUpperCase()} `, password: PASSWORD } });
    expect([again.status, codeOf(again)]).toEqual([200, 'EMAIL_TAKEN']);
  });

  it('stores one account for an address that is signed up twice at once', async () => {
    const input = { email: 'twice@example.com', password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => post(SIGN_UP, { input })));
    expect(answers.filter((answer) => codeOf(answer) === 'EMAIL_TAKEN')).toHaveLength(2);
  });

  it.each([
    ['short', 'elevenchars'],
    ['long', 'xyzw '.repeat(26)],
    ['a common one', 'password1234'],
    ['a run', '123456789012'],
    ['a repetition', 'aaaaaaaaaaaaaa'],
    ['the address', 'somebody@example.com'],
  ])('refuses a password that is %s', async (_what, password) => {
    const answer = await post(SIGN_UP, { input: { email: 'somebody@example.com', password } });
    expect([codeOf(answer), read(answer, 'errors', '0', 'extensions', 'param')]).toEqual([
      'INVALID_PARAMETER',
      'password',
    ]);
  });

  it.each(['nobody', 'a@b', 'a b@example.com', 'a@example.com\nBcc: b@example.com', '@example.com'])(
    'refuses the address %j',
    async (email) => {
      expect(codeOf(await post(SIGN_UP, { input: { email, password: PASSWORD } }))).toBe('INVALID_PARAMETER');
    },
  );

  it('takes a password in another Unicode form for the same', async () => {
    const email = 'unicode@example.com';
    await post(SIGN_UP, { input: { email, password: 'un caf\u00e9 bien serr\u00e9' } });
    expect((await signIn(email, 'un cafe\u0301 bien serre\u0301')).text).toContain('svcs_');
  });
});

describe('sign-in', () => {
  it('always makes a new session, and ignores the one that a request came with', async () => {
    const owner = await newOwner();
    const [one, other] = [
      await signIn(owner.email.toUpperCase()),
      await signIn(` ${owner.email}`, PASSWORD, bearer(owner.secret)),
    ];
    expect(new Set([owner.secret, secretOf(one), secretOf(other)]).size).toBe(3);
    expect(read(one, 'data', 'signIn', 'accountId')).toBe(owner.accountId);
  });

  it('answers a wrong password and an unknown address alike, after as many hashes', async () => {
    const { email } = await newOwner();
    const before = access.passwords.runs;
    const wrong = await signIn(email, 'another password');
    const between = access.passwords.runs;
    const unknown = await signIn('unknown@example.com', 'another password');
    expect([between - before, access.passwords.runs - between]).toEqual([1, 1]);
    const shown = (answer: Answer): unknown => [answer.status, read(answer, 'errors', '0', 'message'), codeOf(answer)];
    expect(shown(unknown)).toEqual(shown(wrong));
    expect(codeOf(wrong)).toBe('INVALID_CREDENTIALS');
  });

  it('works with an expired or revoked session in the cookie', async () => {
    const owner = await newOwner();
    await access.sessions.revoke(owner.accountId, owner.sessionId);
    expect((await post('{ viewer { id } }', {}, { Cookie: `svc_session=${owner.secret}` })).status).toBe(401);
    const again = await signIn(owner.email, PASSWORD, { Cookie: `svc_session=${owner.secret}` });
    expect(await isValid(secretOf(again))).toBe(true);
  });

  it('refuses a session that has expired', async () => {
    const owner = await newOwner();
    expect(await isValid(owner.secret)).toBe(true);
    clock.nowMs += 31 * 86_400_000;
    expect(await isValid(owner.secret)).toBe(false);
  });

  it('locks an address after 10 wrong passwords within 15 minutes, for the right one too', async () => {
    const { email } = await newOwner();
    const most = ATTEMPTS['sign-in'].perEmail;
    const answers = await Promise.all(Array.from({ length: most * 2 }, () => signIn(email, 'a wrong password')));
    const codes = answers.map(codeOf);
    // Some may find too many hashes waiting; none of those is an answer about the password.
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS').length).toBeLessThanOrEqual(most);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBe(most);
    const right = await signIn(email);
    expect([codeOf(right), read(right, 'errors', '0', 'extensions', 'retry_after_s')]).toEqual(['RATE_LIMITED', 900]);
    clock.nowMs += WINDOW_MS;
    expect((await signIn(email)).text).toContain('svcs_');
  });

  it('locks a client address over all account addresses, and does not believe X-Forwarded-For', async () => {
    const most = ATTEMPTS['sign-in'].perAddress;
    const client = { address: '203.0.113.9', userAgent: null };
    let codes: readonly unknown[] = [];
    for (let i = 0; i <= most; i += 1) {
      const code = await access.signIn.signIn(`spray-${i}@example.com`, 'a wrong password', client).then(
        () => null,
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
      codes = [...codes, code];
    }
    expect(codes.slice(most - 1)).toEqual(['invalid_credentials', 'rate_limited']);
    // The client address that all requests of this file come from is known from here on.
    await newOwner();
    const scopes = await store.db
      .selectFrom('sign_in_attempts')
      .select('scope')
      .distinct()
      .where('scope', 'like', 'sign-up%')
      .execute();
    await newOwner({ 'X-Forwarded-For': '198.51.100.7' });
    await newOwner({ 'X-Forwarded-For': '198.51.100.8' });
    const after = await store.db
      .selectFrom('sign_in_attempts')
      .select('scope')
      .distinct()
      .where('scope', 'like', 'sign-up%')
      .execute();
    // Two new account addresses, and no client address.
    expect(after.length - scopes.length).toBeLessThanOrEqual(2);
    // Each of the fifty attempts costs a whole hash, one after the other.
  }, 240_000);

  it('stores a hash with its parameters, and renews it when they have changed', async () => {
    const { email, accountId } = await newOwner();
    const stored = async (): Promise<string> => (await store.signIns.byAccount(accountId))?.passwordHash ?? '';
    expect(await stored()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    const { createPasswords } = await import('../../access/passwords.js');
    const { systemRandom } = await import('../../access/secrets.js');
    const weak = await createPasswords({ random: systemRandom, cost: { ln: 10, r: 8, p: 1 } }).hash(PASSWORD, '');
    await store.signIns.rehash(accountId, await stored(), weak);
    expect((await signIn(email)).text).toContain('svcs_');
    expect(await stored()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect((await signIn(email)).text).toContain('svcs_');
  });

  it('stores a password that is public at a small cost, until somebody signs in with it', async () => {
    const { email, accountId } = await newOwner();
    const stored = async (): Promise<string> => (await store.signIns.byAccount(accountId))?.passwordHash ?? '';
    await access.signIn.setPassword(accountId, undefined, PASSWORD, true);
    expect(await stored()).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/);
    expect((await signIn(email)).text).toContain('svcs_');
    expect(await stored()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });
});

/** Fragments of which each spreads the next one twice: the last one is reached a trillion times. */
function doubledFragments(selection: string): string {
  const names = Array.from({ length: 41 }, (_, index) => `F${index}`);
  const spreads = names.slice(1).map((next, index) => `fragment F${index} on Mutation { ...${next} ...${next} }`);
  return `mutation { ...F0 } ${spreads.join(' ')} fragment F40 on Mutation { ${selection} }`;
}

describe('an operation without a key', () => {
  const FIELD = 'signIn(input: { email: "a@example.com", password: "a wrong password" }) { accountId }';

  it.each([
    ['another field', `mutation { ${FIELD} deleteWatchlist(input: { id: "x" }) { deletedWatchlistId } }`],
    ['another field in a fragment', `mutation { ${FIELD} ...F } fragment F on Mutation { signOut { sessionId } }`],
    ['a skipped field', `mutation { ${FIELD} signOut @skip(if: true) { sessionId } }`],
    ['a second sign-in', `mutation { a: ${FIELD} b: ${FIELD} }`],
    ['__typename', `mutation { ${FIELD} __typename }`],
    ['no such field', '{ viewer { id } }'],
    ['a field of entities', '{ _entities(representations: []) { __typename } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
    ['two operations', `mutation A { ${FIELD} } query B { viewer { id } }`],
    ['a cycle of fragments', 'mutation { ...F } fragment F on Mutation { ...F }'],
    ['fragments that double forty times', doubledFragments(`${FIELD} signOut { sessionId }`)],
    ['a text that is no document', 'mutation {'],
    ['a large document', `mutation { ${FIELD} } #${'x'.repeat(9_000)}`],
  ])('is refused as before with %s', async (_what, query) => {
    const answer = await post(query);
    expect([answer.status, codeOf(answer), answer.headers['x-api-tier']]).toEqual([401, 'MISSING_KEY', 'anonymous']);
  });

  it('is refused in a list, by GET and in a body that is not JSON', async () => {
    const query = `mutation { ${FIELD} }`;
    const list = await server.call('/graphql', { method: 'POST', body: [{ query }] });
    const get = await server.call(`/graphql?query=${encodeURIComponent(query)}`, {
      headers: { 'GraphQL-Preflight': '1' },
    });
    const text = await server.call('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify({ query }),
    });
    expect([list.status, get.status, text.status]).toEqual([401, 401, 401]);
  });

  it('may name its field in a fragment, and counts towards the limit of its address', async () => {
    const answer = await post(`mutation { ...F } fragment F on Mutation { ${FIELD} }`);
    expect([answer.status, codeOf(answer), answer.headers['x-api-tier'], answer.headers['x-ratelimit-limit']]).toEqual([
      200,
      'INVALID_CREDENTIALS',
      'anonymous',
      '60',
    ]);
  });

  it('is refused for its depth where fragments double forty times', async () => {
    const answer = await post(doubledFragments(FIELD));
    expect([answer.status, answer.headers['x-api-tier']]).toEqual([400, 'anonymous']);
  });

  it('cannot read what belongs to an account below its payload', async () => {
    const { email } = await newOwner();
    const answer = await post(
      'mutation ($input: SignInInput!) { signIn(input: $input) { session { id } viewer { id } } }',
      { input: { email, password: PASSWORD } },
    );
    expect(answer.text).toContain('Cannot query field');
  });

  it('has one sign-in with a key, too', async () => {
    const { key } = await server.newKey('pro');
    const answer = await server.graphql(key, `mutation { a: ${FIELD} b: ${FIELD} }`);
    expect([codeOf(answer), read(answer, 'errors', '1', 'extensions', 'code')]).toEqual([
      'INVALID_CREDENTIALS',
      'INVALID_PARAMETER',
    ]);
  });
});

describe('a change of the password', () => {
  it('needs the present one, ends all other sessions and keeps its own', async () => {
    const owner = await newOwner();
    const other = secretOf(await signIn(owner.email));
    expect(await isValid(other)).toBe(true);
    const input = { currentPassword: PASSWORD, newPassword: 'a second set of words' };
    const wrong = await post(
      CHANGE,
      { input: { ...input, currentPassword: 'not the password' } },
      bearer(owner.secret),
    );
    expect([codeOf(wrong), await isValid(other)]).toEqual(['INVALID_CREDENTIALS', true]);
    const changed = await post(CHANGE, { input }, bearer(owner.secret));
    expect(read(changed, 'data', 'changePassword', 'viewer', 'id')).toBe(owner.accountId);
    expect([await isValid(owner.secret), await isValid(other)]).toEqual([true, false]);
    expect(codeOf(await signIn(owner.email))).toBe('INVALID_CREDENTIALS');
    expect((await signIn(owner.email, 'a second set of words')).text).toContain('svcs_');
  });

  it('is refused to a key', async () => {
    const { key } = await server.newKey('institutional');
    const answer = await server.graphql(key, CHANGE, { input: { currentPassword: PASSWORD, newPassword: PASSWORD } });
    expect(codeOf(answer)).toBe('SESSION_REQUIRED');
  });
});

describe('a password reset', () => {
  it('sends a token that works once, and ends all sessions', async () => {
    const owner = await newOwner();
    expect(read(await post(REQUEST, { input: { email: owner.email } }), 'data', 'requestPasswordReset', 'email')).toBe(
      owner.email,
    );
    const [token = ''] = await tokensFor(owner.email);
    const reset = await post(RESET, { input: { token, newPassword: 'a third set of words' } });
    expect([read(reset, 'data', 'resetPassword', 'accountId'), await isValid(owner.secret)]).toEqual([
      owner.accountId,
      false,
    ]);
    expect(await isValid(secretOf(reset, 'resetPassword'))).toBe(true);
    const again = await post(RESET, { input: { token, newPassword: 'a fourth set of words' } });
    expect([codeOf(again), read(again, 'errors', '0', 'extensions', 'param')]).toEqual(['INVALID_PARAMETER', 'token']);
    expect((await signIn(owner.email, 'a third set of words')).text).toContain('svcs_');
  });

  it('is used once by requests that come together', async () => {
    const owner = await newOwner();
    await post(REQUEST, { input: { email: owner.email } });
    const [token = ''] = await tokensFor(owner.email);
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(RESET, { input: { token, newPassword: 'a third set of words' } })),
    );
    expect(answers.filter(({ text }) => text.includes('svcs_'))).toHaveLength(1);
  });

  it('does not work after 30 minutes, nor after the password has changed', async () => {
    const owner = await newOwner();
    await post(REQUEST, { input: { email: owner.email } });
    const [token = ''] = await tokensFor(owner.email);
    clock.nowMs += 30 * 60_000;
    expect(codeOf(await post(RESET, { input: { token, newPassword: 'a third set of words' } }))).toBe(
      'INVALID_PARAMETER',
    );
    await post(REQUEST, { input: { email: owner.email } });
    const next = (await tokensFor(owner.email)).at(-1) ?? '';
    await post(
      CHANGE,
      { input: { currentPassword: PASSWORD, newPassword: 'a second set of words' } },
      bearer(owner.secret),
    );
    expect(codeOf(await post(RESET, { input: { token: next, newPassword: 'a third set of words' } }))).toBe(
      'INVALID_PARAMETER',
    );
  });

  it('changes the password of its own account alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await post(REQUEST, { input: { email: owner.email } });
    const [token = ''] = await tokensFor(owner.email);
    await post(RESET, { input: { token, newPassword: 'a third set of words' } }, bearer(other.secret));
    expect([await isValid(other.secret), (await signIn(other.email)).text.includes('svcs_')]).toEqual([true, true]);
  });

  it('is answered alike for an unknown address, to which no mail goes', async () => {
    const email = 'stranger@example.com';
    const answer = await post(REQUEST, { input: { email } });
    expect([answer.status, read(answer, 'data', 'requestPasswordReset', 'email'), await tokensFor(email)]).toEqual([
      200,
      email,
      [],
    ]);
  });

  it('is stored for its mail program where only its owner reads it, and neither token nor password are in the database', async () => {
    const owner = await newOwner();
    await post(REQUEST, { input: { email: owner.email } });
    const [token = ''] = await tokensFor(owner.email);
    const folder = path.join(runtime.config.dataDir, 'mail');
    const [name = ''] = await readdir(path.join(folder, 'new'));
    expect([(await stat(folder)).mode & 0o777, (await stat(path.join(folder, 'new', name))).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    const rows = JSON.stringify([
      await store.db.selectFrom('sign_ins').selectAll().execute(),
      await store.db.selectFrom('password_resets').selectAll().execute(),
      await store.db.selectFrom('sign_in_attempts').selectAll().execute(),
    ]);
    for (const secret of [token, Buffer.from(token).toString('base64'), PASSWORD, owner.secret])
      expect(rows).not.toContain(secret);
  });
});
