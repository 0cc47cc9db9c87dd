import { describe, expect, it } from '@jest/globals';
import { runCommand } from '../../bin/commands/run-command.js';
import { SCRIPTS } from '../../bin/commands/run-script.js';
import { shownLine } from '../../bin/commands/terminal.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

/* What an operator does to the community, to sign-in and to lines, and what accounts then see. */

const server = await serverForFile();
const {
  services,
  runtime: { access },
} = server;

async function admin(
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const code = await runCommand('admin', SCRIPTS['admin'] ?? {}, argv, server.runtime, {
    print: (line) => lines.push(line),
    error: (line) => lines.push(line),
    progress: () => undefined,
  });
  return { code, lines };
}
const json = async (...argv: readonly string[]): Promise<readonly unknown[]> => {
  const { code, lines } = await admin(...argv, '--json');
  expect([code, lines]).toEqual([0, lines]);
  return lines.map((line) => JSON.parse(line) as unknown);
};
const failure = async (...argv: readonly string[]): Promise<string> => {
  const { code, lines } = await admin(...argv);
  expect(code).toBe(1);
  return lines.join('\n');
};

async function newMember(name: string): Promise<TestKey & { readonly id: string }> {
  const key = await server.newKey('free', { perMinute: 10_000, perMonth: 10_000 });
  return { ...key, id: (await services.community.join(key.accountId, { name })).id };
}
const community = ({ key }: TestKey, query: string): Promise<Answer> =>
  server.call(`/api/v1/community?${query}`, { key });
const postIds = async (reader: TestKey): Promise<readonly string[]> =>
  (read(await community(reader, 'view=posts&limit=100'), 'posts') as readonly { id: string }[]).map(({ id }) => id);

describe('admin community', () => {
  it('lists what is held, and publishes or rejects it once', async () => {
    const [author, reader] = [await newMember('Held'), await newMember('Reader')];
    const held = async (title: string): Promise<string> =>
      (
        await services.community.post(author.accountId, {
          space: 'markets',
          kind: 'discussion',
          title,
          body: 'This goes to the moon',
        })
      ).id;
    const [good, bad] = [await held('One'), await held('Two')];
    const rows = (await json('community', 'held')) as readonly {
      id: string;
      kind: string;
      account_id: string;
      reasons: readonly string[];
    }[];
    expect(rows.map(({ id, kind, account_id: account, reasons }) => [id, kind, account, reasons])).toEqual(
      [good, bad].map((id) => [id, 'post', author.accountId, ['advice_to_act']]),
    );
    expect((await admin('community', 'held')).lines[0]).toMatch(new RegExp(`^${good}  .*advice_to_act  One$`));
    expect(await json('community', 'publish', '--id', good)).toEqual([{ id: good, published: true }]);
    expect(await json('community', 'reject', '--id', bad)).toEqual([{ id: bad, published: false }]);
    expect(await failure('community', 'publish', '--id', bad)).toContain('No held post or comment has the id');
    expect(await json('community', 'held')).toEqual([]);
    expect([
      (await postIds(reader)).includes(good),
      (await postIds(reader)).includes(bad),
      (await postIds(author)).includes(bad),
    ]).toEqual([true, false, false]);
    expect(await failure('community', 'publish')).toContain('--id');
  });

  it('suspends a member and ends that', async () => {
    const [member, reader] = [await newMember('Suspended'), await newMember('Looker')];
    const members = async (): Promise<readonly string[]> =>
      (read(await community(reader, 'view=members&limit=100'), 'members') as readonly { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await members()).toContain(member.id);
    expect(await json('community', 'suspend', '--member', member.id)).toEqual([
      { member_id: member.id, account_id: member.accountId, standing: 'suspended' },
    ]);
    expect(await members()).not.toContain(member.id);
    await expect(
      services.community.post(member.accountId, { space: 'markets', kind: 'question', title: 'A', body: 'B' }),
    ).rejects.toMatchObject({ code: 'member_suspended' });
    expect(read(await community(member, ''), 'standing')).toBe('suspended');
    await json('community', 'restore', '--member', member.id);
    expect(await members()).toContain(member.id);
    expect(await failure('community', 'suspend', '--member', 'mem_nobody')).toBe('No member has the id mem_nobody.');
  });

  it('adds spaces and events, and says what is wrong with them', async () => {
    const reader = await newMember('Spaces');
    expect(
      await json('community', 'add-space', '--slug', 'macro', '--name', 'Macro', '--description', 'Rates and prices.'),
    ).toEqual([{ slug: 'macro', name: 'Macro', description: 'Rates and prices.' }]);
    expect(await failure('community', 'add-space', '--slug', 'macro', '--name', 'Macro', '--description', 'x')).toBe(
      'There is a space macro already.',
    );
    for (const slug of ['all', 'Two Words', '-x'])
      expect(await failure('community', 'add-space', `--slug=${slug}`, '--name', 'x', '--description', 'x')).toContain(
        '--slug must be',
      );
    expect((read(await community(reader, 'view=spaces'), 'spaces') as readonly { slug: string }[]).at(-1)?.slug).toBe(
      'macro',
    );
    const startsAt = new Date(server.clock.nowMs + 3_600_000).toISOString();
    const [event] = await json(
      'community',
      'add-event',
      '--title',
      'Reading together',
      '--starts-at',
      startsAt,
      '--url',
      'https://example.com/a',
    );
    const listed = read(await community(reader, 'view=events'), 'events') as readonly object[];
    expect(listed).toContainEqual({ ...(event as object), starts_at: startsAt });
    expect(await failure('community', 'add-event', '--title', 'x', '--starts-at', 'tomorrow')).toContain(
      '--starts-at must be an instant',
    );
  });
});

describe('admin accounts and sessions', () => {
  it('set a password, by which the owner signs in and which ends the sessions there were', async () => {
    const { accountId } = await server.newKey('free');
    const old = await access.sessions.create(accountId);
    const listed = (await json('sessions', 'list', '--account', accountId)) as readonly { session_id: string }[];
    expect(listed.map(({ session_id: id }) => id)).toEqual([old.id]);
    expect(
      await json(
        'accounts',
        'set-password',
        accountId,
        '--email',
        'owner@example.com',
        '--password',
        'correct horse battery staple',
      ),
    ).toEqual([{ account_id: accountId, password_set: true }]);
    expect(await json('sessions', 'list', '--account', accountId)).toEqual([]);
    const signIn = (password: string): Promise<Answer> =>
      server.call('/graphql', {
        method: 'POST',
        body: {
          query: 'mutation($input: SignInInput!) { signIn(input: $input) { accountId } }',
          variables: { input: { email: 'owner@example.com', password } },
        },
      });
    expect(read(await signIn('wrong horse battery staple'), 'errors', 0, 'extensions', 'code')).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(read(await signIn('correct horse battery staple'), 'data', 'signIn', 'accountId')).toBe(accountId);
    expect(await failure('accounts', 'set-password', '--email', 'a@example.com', '--password', 'x')).toContain(
      'ACCOUNT_ID is missing',
    );
    expect(await failure('accounts', 'set-password', accountId, '--password', 'short')).toMatch(/password/i);
    const [session] = (await json('sessions', 'list', '--account', accountId)) as readonly { session_id: string }[];
    const id = session?.session_id ?? '';
    expect(await json('sessions', 'revoke', id, '--account', accountId)).toEqual([{ session_id: id, revoked: true }]);
    expect(await json('sessions', 'list', '--account', accountId)).toEqual([]);
    const { accountId: other } = await server.newKey('free');
    const kept = await access.sessions.create(other);
    await admin('sessions', 'revoke', kept.id, '--account', accountId);
    expect(await json('sessions', 'list', '--account', other)).toHaveLength(1);
  });
});

describe('admin line', () => {
  it('confirms the payment of a line, which then works', async () => {
    const key = await server.newKey('starter');
    expect(await failure('line', 'show', '--account', key.accountId)).toContain('has no line');
    expect(await failure('line', 'confirm-payment', '--account', key.accountId)).toContain('has no line');
    const { secret } = await access.sessions.create(key.accountId);
    const query = 'mutation { setUpLine(input: { assistantName: "Ada" }) { line { state } } }';
    await server.call('/graphql', { method: 'POST', headers: { Authorization: `Bearer ${secret}` }, body: { query } });
    expect((await server.call('/api/v1/line', { key: key.key })).status).toBe(402);
    const [shown] = await json('line', 'show', '--account', key.accountId);
    const [confirmed] = await json('line', 'confirm-payment', '--account', key.accountId);
    expect([read(shown as object, 'activated_at'), read(confirmed as object, 'status')]).toEqual([null, 'active']);
    expect((await server.call('/api/v1/line', { key: key.key })).status).toBe(200);
  });
});

describe('admin vault', () => {
  it("lists an account's items and uses without credentials, and locks it", async () => {
    const key = await server.newKey('pro');
    const { secret } = await access.sessions.create(key.accountId);
    const query = 'mutation ($input: CreateVaultItemInput!) { createVaultItem(input: $input) { vaultItem { id } } }';
    const input = {
      name: 'Broker',
      credential: { bearer: { token: 'credential-of-a-broker' } },
      allowedHosts: ['api.example.com'],
      isApprovalRequired: false,
    };
    await server.call('/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: { query, variables: { input } },
    });
    const [item] = (await json('vault', 'list', '--account', key.accountId)) as readonly { id: string }[];
    expect(item).toMatchObject({
      name: 'Broker',
      kind: 'bearer',
      allowed_hosts: ['api.example.com'],
      require_approval: false,
      shared: true,
    });
    const use = async (): Promise<number> =>
      (
        await server.call('/api/v1/vault', {
          method: 'POST',
          key: key.key,
          body: { action: 'request', item_id: item?.id, method: 'GET', url: 'https://api.example.com/a?token=x' },
        })
      ).status;
    await json('vault', 'lock', '--account', key.accountId);
    expect(await use()).toBe(423);
    const log = await json('vault', 'log', '--account', key.accountId);
    expect(log).toEqual([
      expect.objectContaining({
        item_id: item?.id,
        outcome: 'vault_locked',
        host: 'api.example.com',
        path: '/a',
        http_status: null,
      }),
    ]);
    const shown = [
      ...(await admin('vault', 'list', '--account', key.accountId)).lines,
      ...(await admin('vault', 'log', '--account', key.accountId)).lines,
    ].join('\n');
    expect(shown).toMatch(
      new RegExp(
        `^${item?.id}  bearer  api\\.example\\.com  Broker\\n.*vault_locked  request  GET api\\.example\\.com/a  ${item?.id}$`,
      ),
    );
    expect(JSON.stringify([log, shown])).not.toContain('credential-of');
    for (const command of ['list', 'log', 'lock'])
      expect(await failure('vault', command, '--account', 'acc_nobody')).toBe('No account has the id acc_nobody.');
    expect(await failure('vault', 'log', '--account', key.accountId, '--first', '0')).toContain(
      '--first must be from 1 to 1000',
    );
  });
});

describe('text of vendors and members', () => {
  const HOSTILE = 'Pebble\nINJECTED  active\r\u001b[2J\u202eOptics';
  const SHOWN = 'Pebble\\nINJECTED  active\\u000d\\u001b[2J\\u202eOptics';
  /** What a terminal gets of a command, a line each. */
  const shown = async (...argv: readonly string[]): Promise<readonly string[]> => {
    const { lines } = await admin(...argv);
    return lines.map(shownLine).join('\n').split('\n');
  };

  it('starts no line of its own and moves no cursor, whichever command shows it', async () => {
    const { store } = server.runtime;
    const security = {
      symbol: 'HOSTQ',
      name: HOSTILE,
      kind: 'equity',
      sector: 'Tech\nnology',
      source: 'files',
    } as const;
    await store.db.transaction().execute((tx) => store.securities.upsert(tx, [security]));
    const dueAt = new Date(server.clock.nowMs);
    const reading = { symbol: 'HOSTQ', kind: 'news', source: 'ya\nhoo', dueAt, failures: 0, fault: null } as const;
    await store.db
      .insertInto('source_reads')
      .values({ ...reading, fetchedAt: null, claimedUntil: null, notes: [HOSTILE] })
      .execute();
    const account = await access.accounts.create({ tier: 'free' });
    await store.db.updateTable('accounts').set({ name: HOSTILE }).where('id', '=', account.id).execute();
    const session = await access.sessions.create(account.id, 60_000, HOSTILE);
    const { key } = await access.keys.create(account.id, {});
    await store.db.updateTable('api_keys').set({ name: HOSTILE }).where('id', '=', key.id).execute();
    const member = await services.community.join(account.id, { name: 'Pebble' });
    await store.db.updateTable('community_members').set({ name: HOSTILE }).where('id', '=', member.id).execute();

    expect((await shown('securities', 'list')).filter((line) => line.includes('Pebble'))).toEqual([
      `HOSTQ  equity  ${SHOWN}  Tech\\nnology`,
    ]);
    expect(await shown('data', 'status', 'HOSTQ')).toEqual([
      `HOSTQ  equity  ${SHOWN}`,
      'No daily bars are stored.',
      `news: read from ya\\nhoo: never; due ${dueAt.toISOString()}`,
      `news: note: ${SHOWN}`,
    ]);
    expect((await shown('accounts', 'list')).filter((line) => line.includes('Optics'))).toEqual([
      `${account.id}  free  ${SHOWN}`,
    ]);
    expect(await shown('sessions', 'list', '--account', account.id)).toEqual([
      `${session.id}  until ${session.expiresAt.toISOString()}  ${SHOWN}`,
    ]);
    expect(await shown('keys', 'list', '--account', account.id)).toEqual([
      expect.stringMatching(/^\S+ {2}\S+ {2}active {2}Pebble\\nINJECTED/),
    ]);
    expect(await shown('community', 'suspend', '--member', member.id)).toEqual([`${member.id}  ${SHOWN}  suspended`]);
    // JSON stays what it was.
    expect(await json('data', 'status', 'HOSTQ')).toEqual([expect.objectContaining({ name: HOSTILE })]);
  });
});
