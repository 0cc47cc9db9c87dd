import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Tier } from '../../access/tiers.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const server = await serverForFile({ SVC_ALLOW_PRIVATE_TARGETS: '1' });
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
const NODE = `query($id: ID!) { node(id: $id) { __typename id
  ... on Security { ticker name } ... on PrivateCompany { slug name } ... on Viewer { tier } ... on ApiKey { label: name prefix } ... on InstitutionalManager { cik name }
  ... on Webhook { url } ... on WebhookDelivery { status } ... on Watchlist { name } ... on WatchlistEntry { ticker security { name } }
} }`;
const ask = (by: TestKey, query: string, variables: object = {}): Promise<Answer> =>
  server.graphql(by.key, query, variables);
const codeOf = (answer: Answer): unknown => read(answer, 'errors', 0, 'extensions', 'code');

/** An account with one object of each of its own types, and the ids of all. */
async function accountWithAll(): Promise<{ readonly owner: TestKey; readonly ids: Readonly<Record<string, string>> }> {
  const owner = await server.newKey('pro', MANY);
  const text = (answer: Answer, ...steps: readonly (string | number)[]): string => {
    expect(read(answer, 'errors')).toBeUndefined();
    return String(read(answer, 'data', ...steps));
  };
  const made = await ask(
    owner,
    'mutation { registerWebhook(input: { url: "http://127.0.0.1:9/none" }) { webhook { id } } createWatchlist(input: { name: "Mine", tickers: ["BRK-B"] }) { watchlist { id entries { nodes { id } } } } }',
  );
  const Webhook = text(made, 'registerWebhook', 'webhook', 'id');
  const tested = await ask(owner, 'mutation($id: ID!) { testWebhook(input: { id: $id }) { delivery { id status } } }', {
    id: Webhook,
  });
  const [company] = (await store.privateCompanies.list({ limit: 1 })).rows;
  return {
    owner,
    ids: {
      Security: 'sec_BRK.B',
      InstitutionalManager: 'im_9990000011',
      PrivateCompany: `pc_${company?.slug ?? ''}`,
      Investor: 'inv_temasek',
      Webhook,
      ApiKey: owner.keyId,
      Viewer: text(await ask(owner, '{ viewer { id } }'), 'viewer', 'id'),
      WebhookDelivery: text(tested, 'testWebhook', 'delivery', 'id'),
      Watchlist: text(made, 'createWatchlist', 'watchlist', 'id'),
      WatchlistEntry: text(made, 'createWatchlist', 'watchlist', 'entries', 'nodes', 0, 'id'),
    },
  };
}
const { owner, ids } = await accountWithAll();
const OWN = ['Viewer', 'ApiKey', 'Webhook', 'WebhookDelivery', 'Watchlist', 'WatchlistEntry'];

describe('node', () => {
  it.each(Object.keys(ids))('finds the object with the id of a %s, which answers the same id', async (type) => {
    const id = ids[type] ?? '';
    const answer = await (type === 'ApiKey' ? bySession(owner, NODE, { id }) : ask(owner, NODE, { id }));
    expect(read(answer, 'errors')).toBeUndefined();
    expect(read(answer, 'data', 'node')).toMatchObject({ __typename: type, id });
  });

  it('answers the fields of the object, also from other subgraphs', async () => {
    const nodes = await ask(
      owner,
      'query($ids: [ID!]!) { nodes(ids: $ids) { ... on Security { name lastSession gapStats { sessions } } ... on PrivateCompany { name } ... on WatchlistEntry { security { ticker name } } } }',
      { ids: [ids['Security'], ids['PrivateCompany'], ids['WatchlistEntry']] },
    );
    const direct = await ask(
      owner,
      'query($slug: String!) { security(ticker: "BRK-B") { name lastSession gapStats { sessions } } privateCompany(slug: $slug) { name } }',
      { slug: ids['PrivateCompany']?.slice('pc_'.length) },
    );
    expect(read(nodes, 'data', 'nodes')).toEqual([
      read(direct, 'data', 'security'),
      read(direct, 'data', 'privateCompany'),
      { security: { ticker: 'BRK.B', name: read(direct, 'data', 'security', 'name') } },
    ]);
  });

  it.each(OWN)('finds no %s of another account', async (type) => {
    const stranger = await server.newKey('institutional', MANY);
    const id = ids[type] ?? '';
    const answer = await (type === 'ApiKey' ? bySession(stranger, NODE, { id }) : ask(stranger, NODE, { id }));
    expect([read(answer, 'data', 'node'), codeOf(answer)]).toEqual([null, 'NOT_FOUND']);
    const missing = `${id.slice(0, -3)}zzz`;
    const unknown = await (type === 'ApiKey'
      ? bySession(stranger, NODE, { id: missing })
      : ask(stranger, NODE, { id: missing }));
    // An id of another account is refused in the words of one that does not exist.
    expect(read(answer, 'errors', 0, 'message')).toBe(read(unknown, 'errors', 0, 'message'));
  });

  it.each([
    '',
    '_',
    'sec_',
    'sec',
    'AAPL',
    'sec_NOPE',
    'sec_aapl',
    'sec_../x',
    'pc_nobody',
    'wle_',
    'wle_/',
    `wle_${ids['Watchlist'] ?? ''}`,
    `wle_${ids['Watchlist'] ?? ''}/AAPL`,
    `wle_${ids['Watchlist'] ?? ''}/brk.b`,
    'we_%',
    "we_' or true --",
    'dlv_x',
    'acc_x',
    'xx_1',
    '__proto___x',
    'constructor_x',
    'x'.repeat(120),
  ])('finds nothing with the id %j, which is no failure of the server', async (id) => {
    const answer = await ask(owner, NODE, { id });
    expect([answer.status, read(answer, 'data', 'node'), codeOf(answer)]).toEqual([200, null, 'NOT_FOUND']);
  });

  it('refuses an id with a control character', async () => {
    expect(read(await ask(owner, NODE, { id: 'wl_\u0000' }), 'errors', 0, 'extensions')).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'id',
    });
  });

  it('refuses an id of more than 120 characters, and lists of none or more than 100', async () => {
    expect(read(await ask(owner, NODE, { id: 'x'.repeat(121) }), 'errors', 0, 'extensions')).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'id',
      path: ['id'],
    });
    for (const count of [0, 101]) {
      const answer = await ask(owner, 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: Array.from({ length: count }, () => 'sec_AAPL'),
      });
      expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({
        code: 'INVALID_PARAMETER',
        param: 'ids',
        path: ['ids'],
      });
    }
  });

  it('requires a session for a key, as the list of keys does', async () => {
    expect(codeOf(await ask(owner, NODE, { id: ids['ApiKey'] }))).toBe('SESSION_REQUIRED');
    expect(codeOf(await ask(owner, '{ viewer { apiKeys { nodes { id } } } }'))).toBe('SESSION_REQUIRED');
  });
});

describe('nodes', () => {
  it('are in the order of their ids, null with an error where there is none', async () => {
    const answer = await ask(owner, 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: ['sec_MSFT', 'nonsense', ids['Watchlist'], 'sec_MSFT', 'sec_NOPE', ids['Viewer']],
    });
    expect(read(answer, 'data', 'nodes')).toEqual([
      { id: 'sec_MSFT' },
      null,
      { id: ids['Watchlist'] },
      { id: 'sec_MSFT' },
      null,
      { id: ids['Viewer'] },
    ]);
    expect((read(answer, 'errors') as { path: unknown }[]).map(({ path }) => path).sort()).toEqual([
      ['nodes', 1],
      ['nodes', 4],
    ]);
  });
});

describe('the tier and the units of an object', () => {
  const used = async (by: TestKey, query: string, variables: object = {}): Promise<number> => {
    const before = await server.used(by);
    expect(read(await ask(by, query, variables), 'errors')).toBeUndefined();
    return (await server.used(by)) - before;
  };

  it.each<[string, Tier, string]>([
    ['Webhook', 'starter', '{ webhooks { id } }'],
    ['WebhookDelivery', 'starter', '{ webhooks { id } }'],
    ['Investor', 'starter', '{ investor(slug: "temasek") { id } }'],
    ['InstitutionalManager', 'starter', '{ institutionalManager(cik: "9990000011") { id } }'],
  ])('are required of its id as of its field: %s on %s', async (type, tier, field) => {
    const low = await server.newKey(tier, MANY);
    const [byId, byField] = [await ask(low, NODE, { id: ids[type] }), await ask(low, field)];
    expect([byId, byField].map(codeOf)).toEqual(['TIER_REQUIRED', 'TIER_REQUIRED']);
    expect([read(byId, 'errors', 0, 'extensions', 'required_tier'), await server.used(low)]).toEqual(['pro', 0]);
  });

  it('are the same by id as by its field', async () => {
    const pairs: readonly (readonly [string, string, object, string, object])[] = [
      ['Webhook', NODE, { id: ids['Webhook'] }, 'query($id: ID!) { webhook(id: $id) { url } }', { id: ids['Webhook'] }],
      ['Security', NODE, { id: 'sec_AAPL' }, '{ security(ticker: "AAPL") { name } }', {}],
      [
        'Security',
        '{ node(id: "sec_AAPL") { ... on Security { signal { label } gapStats { sessions } } } }',
        {},
        '{ security(ticker: "AAPL") { signal { label } gapStats { sessions } } }',
        {},
      ],
      [
        'Watchlist',
        NODE,
        { id: ids['Watchlist'] },
        'query($id: ID!) { viewer { watchlist(id: $id) { name } } }',
        { id: ids['Watchlist'] },
      ],
      [
        'PrivateCompany',
        NODE,
        { id: ids['PrivateCompany'] },
        'query($slug: String!) { privateCompany(slug: $slug) { name } }',
        { slug: ids['PrivateCompany']?.slice(3) },
      ],
      ['Investor', NODE, { id: ids['Investor'] }, '{ investor(slug: "temasek") { name } }', {}],
      [
        'InstitutionalManager',
        NODE,
        { id: ids['InstitutionalManager'] },
        '{ institutionalManager(cik: "9990000011") { name } }',
        {},
      ],
    ];
    for (const [type, byId, idVariables, byField, fieldVariables] of pairs)
      expect([type, await used(owner, byId, idVariables)]).toEqual([type, await used(owner, byField, fieldVariables)]);
    // Securities by id are no batch: each of their metered fields is a unit.
    expect(await used(owner, '{ nodes(ids: ["sec_AAPL", "sec_MSFT"]) { ... on Security { signal { label } } } }')).toBe(
      2,
    );
  });

  it('are charged for the object of another account as for one that does not exist', async () => {
    const stranger = await server.newKey('pro', MANY);
    const cost = async (id: string | undefined): Promise<number> => {
      const before = await server.used(stranger);
      await ask(stranger, NODE, { id });
      return (await server.used(stranger)) - before;
    };
    for (const type of OWN)
      expect([type, await cost(ids[type])]).toEqual([type, await cost(`${ids[type]?.slice(0, -3) ?? ''}zzz`)]);
  });
});
