import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buildSchema, isObjectType, Kind, valueFromASTUntyped, type ConstDirectiveNode } from 'graphql';
import { TIERS, type Tier } from '../../access/tiers.js';
import { isoDate } from '../../calendar/days.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';

const server = await serverForFile();
const { access, store } = server.runtime;
const MANY = { perMinute: 100_000 };
beforeEach(() => server.nextMinute());

const bySession = async ({ accountId }: TestKey, query: string, variables: object = {}): Promise<Answer> => {
  const { secret } = await access.sessions.create(accountId);
  return server.call('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: { query, variables },
  });
};

describe('viewer.capabilities', () => {
  const schema = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));

  interface Declared {
    readonly tier: string;
    readonly batchTier: string | null;
    readonly isSessionOnly: boolean;
    readonly units: number;
  }

  /** Streams whose events are resolved by a metered field of `Query`. */
  const CHARGED_STREAMS: ReadonlySet<string> = new Set(['webhookChanged', 'runChanged', 'askStream']);

  /** Every field of the public schema with a tier, a session or a price, read from its directives. */
  function declared(): Map<string, Declared> {
    const found = new Map<string, Declared>();
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        const directive = (name: string): ConstDirectiveNode | undefined =>
          field.astNode?.directives?.find((each) => each.name.value === name);
        const argument = (name: string, of: string): string | undefined => {
          const value = directive(name)?.arguments?.find((each) => each.name.value === of)?.value;
          return value?.kind === Kind.ENUM ? String(valueFromASTUntyped(value)) : undefined;
        };
        if (
          !['tier', 'session', 'metered', 'batch', 'pageBatch', 'screen'].some((name) => directive(name) !== undefined)
        )
          continue;
        found.set(`${type.name}.${field.name}`, {
          tier: argument('tier', 'atLeast') ?? 'FREE',
          batchTier:
            argument('batch', 'manyAtLeast') ??
            argument('pageBatch', 'atLeast') ??
            argument('screen', 'atLeast') ??
            null,
          isSessionOnly: directive('session') !== undefined,
          units:
            ['metered', 'batch', 'pageBatch', 'screen'].some((name) => directive(name) !== undefined) ||
            CHARGED_STREAMS.has(field.name)
              ? 1
              : 0,
        });
      }
    }
    return found;
  }

  type Told = Declared & { readonly field: string; readonly isAllowed: boolean };
  const CAPABILITIES = '{ viewer { tier capabilities { field tier batchTier isSessionOnly isAllowed units } } }';
  const toldIn = (answer: Answer): readonly Told[] => read(answer, 'data', 'viewer', 'capabilities') as readonly Told[];

  it.each(TIERS)(
    'on %s are the fields that the schema says have a tier, a session or a price, and whether the caller may read them',
    async (tier) => {
      const by = await server.newKey(tier, MANY);
      const told = toldIn(await server.graphql(by.key, CAPABILITIES));
      const order = TIERS.map((each: Tier) => each.toUpperCase());
      expect(new Map(told.map(({ field, isAllowed: _isAllowed, ...rest }) => [field, rest]))).toEqual(declared());
      for (const { tier: required, isSessionOnly, isAllowed } of told) {
        expect(isAllowed).toBe(!isSessionOnly && order.indexOf(tier.toUpperCase()) >= order.indexOf(required));
      }
      expect(await server.used(by)).toBe(0);
    },
  );

  it('a session may read what requires one', async () => {
    const told = toldIn(await bySession(await server.newKey('free', MANY), CAPABILITIES));
    expect(told.filter(({ isSessionOnly }) => isSessionOnly).map(({ field, isAllowed }) => [field, isAllowed])).toEqual(
      [
        'Community.blockedMembers',
        'Mutation.acceptCommunityGuidelines',
        'Mutation.approveVaultItem',
        'Mutation.blockCommunityMember',
        'Mutation.cancelPaperOrder',
        'Mutation.changePassword',
        'Mutation.createApiKey',
        'Mutation.createCommunityComment',
        'Mutation.createCommunityPost',
        'Mutation.createPublishableApiKey',
        'Mutation.createVaultItem',
        'Mutation.deleteVaultItem',
        'Mutation.lockVault',
        'Mutation.openPaperPortfolio',
        'Mutation.placePaperOrder',
        'Mutation.replaceVaultCredential',
        'Mutation.restartPaperPortfolio',
        'Mutation.revokeApiKey',
        'Mutation.revokeOtherSessions',
        'Mutation.revokeSession',
        'Mutation.rotateApiKey',
        'Mutation.setUpLine',
        'Mutation.setVaultStrictMode',
        'Mutation.sharePaperPortfolio',
        'Mutation.signOut',
        'Mutation.unblockCommunityMember',
        'Mutation.unlockVault',
        'Mutation.updateApiKey',
        'Mutation.updateCommunityProfile',
        'Mutation.updateLine',
        'Mutation.updateVaultItem',
        'Mutation.voteOnCommunityPost',
        'Viewer.apiKeys',
        'Viewer.email',
        'Viewer.sessions',
        'Viewer.vault',
      ].map((field) => [field, true]),
    );
  });
});

describe('market', () => {
  it.each([
    ['2026-01-02T22:30:00Z', 'AFTER_HOURS', '2026-01-05T14:30:00.000Z', '2026-01-05T21:00:00.000Z'],
    ['2026-01-05T15:00:30Z', 'OPEN', '2026-01-06T14:30:00.000Z', '2026-01-05T21:00:00.000Z'],
    ['2026-01-05T12:00:00Z', 'PRE_MARKET', '2026-01-05T14:30:00.000Z', '2026-01-05T21:00:00.000Z'],
    ['2026-01-10T15:00:00Z', 'CLOSED', '2026-01-12T14:30:00.000Z', '2026-01-12T21:00:00.000Z'],
    ['2026-01-19T15:00:00Z', 'HOLIDAY', '2026-01-20T14:30:00.000Z', '2026-01-20T21:00:00.000Z'],
    // An early close, and the hour that summer time moves.
    ['2026-11-27T17:59:00Z', 'OPEN', '2026-11-30T14:30:00.000Z', '2026-11-27T18:00:00.000Z'],
    ['2026-07-06T13:29:59Z', 'PRE_MARKET', '2026-07-06T13:30:00.000Z', '2026-07-06T20:00:00.000Z'],
  ])('at %s is %s', async (at, status, nextOpen, nextClose) => {
    const before = server.clock.nowMs;
    server.clock.nowMs = Date.parse(at);
    const by = await server.newKey('free', MANY);
    const answer = await server.graphql(by.key, '{ market { status nextOpen nextClose lastSession asOf } }');
    const { rows } = await store.securities.search({ limit: 100, orderBy: 'symbol', isDescending: false });
    const lastSession = isoDate(Math.max(...rows.map(({ lastDay }) => lastDay ?? 0)));
    expect(read(answer, 'data', 'market')).toEqual({
      status,
      nextOpen,
      nextClose,
      lastSession,
      asOf: `${at.slice(0, 16)}:00.000Z`,
    });
    server.clock.nowMs = before;
  });

  it('lists sessions with their hours, and holidays and early closes, from today or another day on', async () => {
    const before = server.clock.nowMs;
    // Still the day before Thanksgiving in New York.
    server.clock.nowMs = Date.parse('2026-11-26T03:00:00Z');
    const by = await server.newKey('free', MANY);
    const query = (of: string): string =>
      `{ market { sessions${of} { date opensAt closesAt isEarlyClose } holidays${of} { date name closesAt } } }`;
    expect(read(await server.graphql(by.key, query('(next: 3)')), 'data', 'market')).toEqual({
      sessions: [
        ['2026-11-25', '2026-11-25T14:30:00.000Z', '2026-11-25T21:00:00.000Z', false],
        ['2026-11-27', '2026-11-27T14:30:00.000Z', '2026-11-27T18:00:00.000Z', true],
        ['2026-11-30', '2026-11-30T14:30:00.000Z', '2026-11-30T21:00:00.000Z', false],
      ].map(([date, opensAt, closesAt, isEarlyClose]) => ({ date, opensAt, closesAt, isEarlyClose })),
      holidays: [
        { date: '2026-11-26', name: 'Thanksgiving Day', closesAt: null },
        { date: '2026-11-27', name: 'Day after Thanksgiving', closesAt: '2026-11-27T18:00:00.000Z' },
        { date: '2026-12-24', name: 'Christmas Eve', closesAt: '2026-12-24T18:00:00.000Z' },
      ],
    });
    expect(
      read(await server.graphql(by.key, query('(from: "2099-12-30", next: 100)')), 'data', 'market'),
    ).toMatchObject({ sessions: [{ date: '2099-12-30' }, { date: '2099-12-31' }], holidays: [] });
    expect(read(await server.graphql(by.key, query('(from: "2001-09-11", next: 1)')), 'data', 'market')).toMatchObject({
      sessions: [{ date: '2001-09-17', opensAt: '2001-09-17T13:30:00.000Z' }],
      holidays: [{ name: 'Attacks of September 11' }],
    });
    server.clock.nowMs = before;
  });

  it.each(['1989-12-31', '2100-01-01'])('knows no sessions from %s on, and says which it knows', async (from) => {
    const by = await server.newKey('free', MANY);
    const answer = await server.graphql(by.key, `{ market { status sessions(from: "${from}") { date } } }`);
    expect(read(answer, 'data', 'market', 'sessions')).toBeNull();
    expect(read(answer, 'errors', '0')).toMatchObject({
      message: 'from must be a date from 1990-01-01 to 2099-12-31.',
      path: ['market', 'sessions'],
      extensions: { code: 'INVALID_PARAMETER', param: 'from' },
    });
  });
});

describe('the keys of an account', () => {
  const KEYS =
    'query($first: Int!, $after: String) { viewer { apiKeys(first: $first, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } nodes { id name prefix dailyTokenCap revokedAt } edges { cursor node { id } } } } }';
  const UPDATE =
    'mutation($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { id name dailyTokenCap } viewer { tier } } }';
  const create = async (owner: TestKey, input: object): Promise<{ readonly id: string; readonly secret: string }> => {
    const answer = await bySession(
      owner,
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id name } secret viewer { apiKeys { totalCount } } } }',
      { input },
    );
    expect(read(answer, 'errors')).toBeUndefined();
    return {
      id: String(read(answer, 'data', 'createApiKey', 'apiKey', 'id')),
      secret: String(read(answer, 'data', 'createApiKey', 'secret')),
    };
  };

  it('are shown in pages, oldest first, with those revoked', async () => {
    const owner = await server.newKey('pro', MANY);
    const made = [owner.keyId];
    for (const name of ['one', 'two', 'three', 'four']) {
      server.clock.nowMs += 1_000;
      made.push((await create(owner, { name })).id);
    }
    await bySession(owner, 'mutation($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { revokedAt } } }', {
      id: made[2],
    });
    const pages: object[] = [];
    for (let after: unknown = null; pages.length < 3; after = read(pages.at(-1) ?? {}, 'pageInfo', 'endCursor'))
      pages.push(read(await bySession(owner, KEYS, { first: 2, after }), 'data', 'viewer', 'apiKeys') as object);
    const nodes = pages.flatMap((each) => read(each, 'nodes') as { id: string; revokedAt: string | null }[]);
    expect(nodes.map(({ id }) => id)).toEqual(made);
    expect(nodes.map(({ revokedAt }) => revokedAt !== null)).toEqual([false, false, true, false, false]);
    expect(
      pages.map((each) => [
        read(each, 'totalCount'),
        read(each, 'pageInfo', 'hasPreviousPage'),
        read(each, 'pageInfo', 'hasNextPage'),
      ]),
    ).toEqual([
      [5, false, true],
      [5, true, true],
      [5, true, false],
    ]);
    for (const [variables, param] of [
      [{ first: 0 }, 'first'],
      [{ first: 101 }, 'first'],
      [{ first: 1, after: 'nonsense' }, 'after'],
    ] as const) {
      expect(read(await bySession(owner, KEYS, variables), 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        param,
        path: [param],
      });
    }
  });

  it('are changed as given: what is left out stays, null removes', async () => {
    const owner = await server.newKey('pro', MANY);
    const { id, secret } = await create(owner, { name: 'first', dailyTokenCap: 20_000 });
    const update = async (changes: object): Promise<unknown> =>
      read(await bySession(owner, UPDATE, { input: { id, ...changes } }), 'data', 'updateApiKey');
    const viewer = { tier: 'PRO' };
    expect(await update({ name: 'second' })).toEqual({ apiKey: { id, name: 'second', dailyTokenCap: 20_000 }, viewer });
    expect(await update({ dailyTokenCap: 30_000 })).toEqual({
      apiKey: { id, name: 'second', dailyTokenCap: 30_000 },
      viewer,
    });
    expect(await update({})).toEqual({ apiKey: { id, name: 'second', dailyTokenCap: 30_000 }, viewer });
    expect(await update({ name: null, dailyTokenCap: null })).toEqual({
      apiKey: { id, name: null, dailyTokenCap: null },
      viewer,
    });
    expect((await server.graphql(secret, '{ viewer { tier } }')).status).toBe(200);
  });

  it('cannot be changed by a key, by another account, or to what is out of bounds', async () => {
    const [owner, stranger] = [await server.newKey('pro', MANY), await server.newKey('pro', MANY)];
    const input = { id: owner.keyId, name: 'theirs' };
    const codeOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');
    expect([
      codeOf(await server.graphql(owner.key, UPDATE, { input })),
      codeOf(await bySession(stranger, UPDATE, { input })),
    ]).toEqual(['SESSION_REQUIRED', 'NOT_FOUND']);
    for (const [param, changes] of [
      ['name', { name: 'x'.repeat(81) }],
      ['dailyTokenCap', { dailyTokenCap: 9_999 }],
      ['dailyTokenCap', { dailyTokenCap: 5_000_001 }],
    ] as const) {
      const refused = await bySession(owner, UPDATE, { input: { id: owner.keyId, ...changes } });
      expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        param,
        path: ['input', param],
      });
    }
    expect(
      read(await bySession(owner, KEYS, { first: 1 }), 'data', 'viewer', 'apiKeys', 'nodes', 0, 'name'),
    ).toBeNull();
  });

  it('keep the secret of a creation whose neighbour in the operation is refused', async () => {
    const owner = await server.newKey('pro', MANY);
    const answer = await bySession(
      owner,
      'mutation { one: createApiKey(input: { name: "kept" }) { secret } two: createApiKey(input: { dailyTokenCap: 1 }) { secret } }',
    );
    expect(read(answer, 'data')).toEqual({ one: { secret: expect.stringMatching(/^svc_/) }, two: null });
    expect(read(answer, 'errors')).toMatchObject([
      { path: ['two'], extensions: { code: 'INVALID_PARAMETER', path: ['input', 'dailyTokenCap'] } },
    ]);
  });

  it('have a label or none, never an empty one', async () => {
    const owner = await server.newKey('pro', MANY);
    const { id } = await create(owner, { name: 'first' });
    for (const [query, input] of [
      [UPDATE, { id, name: '' }],
      ['mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }', { name: '' }],
    ] as const) {
      const answer = await bySession(owner, query, { input });
      expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        path: ['input', 'name'],
      });
    }
    // Both keys were made at the same instant of the test's clock, so either may be listed first.
    const keys = read(await bySession(owner, KEYS, { first: 10 }), 'data', 'viewer', 'apiKeys', 'nodes') as {
      id: string;
      name: string | null;
    }[];
    expect(new Map(keys.map((key) => [key.id, key.name]))).toEqual(
      new Map([
        [owner.keyId, null],
        [id, 'first'],
      ]),
    );
  });

  it('are refused with a path into the input, also into its lists', async () => {
    const by = await server.newKey('pro', MANY);
    const refused = async (query: string, variables: object): Promise<unknown> => {
      const { code, path: at } = read(await server.graphql(by.key, query, variables), 'errors', 0, 'extensions') as {
        code: string;
        path: unknown;
      };
      return [code, at];
    };
    const portfolio = 'query($h: [HoldingInput!]!) { portfolio(holdings: $h) { __typename } }';
    expect(await refused(portfolio, { h: [{ ticker: 'AAPL' }, { ticker: '?' }] })).toEqual([
      'INVALID_PARAMETER',
      ['holdings', 1, 'ticker'],
    ]);
    expect(
      await refused('mutation($i: CreateWatchlistInput!) { createWatchlist(input: $i) { watchlist { id } } }', {
        i: { name: 'x', tickers: ['AAPL', 'MSFT', '1'] },
      }),
    ).toEqual(['INVALID_PARAMETER', ['input', 'tickers', 2]]);
    expect(
      await refused(
        'mutation { createWatchlist(input: { name: "x", tickers: ["AAPL", "?"] }) { watchlist { id } } }',
        {},
      ),
    ).toEqual(['INVALID_PARAMETER', ['input', 'tickers', 1]]);
    expect(
      await refused('query($f: SecurityFilter) { securities(filter: $f) { totalCount } }', {
        f: { sector: 'x'.repeat(81) },
      }),
    ).toEqual(['INVALID_PARAMETER', ['filter', 'sector']]);
  });
});
