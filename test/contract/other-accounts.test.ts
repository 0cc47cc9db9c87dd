import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { sql } from 'kysely';
import { ROOT } from '../support/scratch.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { ALL_ENDPOINTS, requestOf } from './endpoints.js';

/*
 * Every field and every endpoint that takes the id of an object, asked by another account for what it may not see: the
 * answer is that of an id that does not exist, and nothing is stored or changed.
 */

const server = await serverForFile({ SVC_ALLOW_PRIVATE_TARGETS: '1' });
const { access, store } = server.runtime;
const SCHEMA = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));

interface Full {
  readonly key: TestKey;
  readonly session: string;
  /** The id of one object of each kind. */
  readonly ids: Readonly<Record<string, string>>;
}

const bySession = (session: string, query: string, variables: object = {}): Promise<Answer> =>
  server.call('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${session}` },
    body: { query, variables },
  });

async function fullAccount(name: string): Promise<Full> {
  const key = await server.newKey('institutional', { perMinute: 100_000 });
  const { accountId } = key;
  const { id: Session, secret: session } = await access.sessions.create(accountId);
  const make = async (query: string, ...steps: readonly (string | number)[]): Promise<string> => {
    const answer = await bySession(session, query);
    expect([query, read(answer, 'errors')]).toEqual([query, undefined]);
    return String(read(answer, 'data', ...steps));
  };
  const Webhook = await make(
    'mutation { registerWebhook(input: { url: "http://127.0.0.1:9/none" }) { webhook { id } } }',
    'registerWebhook',
    'webhook',
    'id',
  );
  const WebhookDelivery = await make(
    `mutation { testWebhook(input: { id: "${Webhook}" }) { delivery { id } } }`,
    'testWebhook',
    'delivery',
    'id',
  );
  const Watchlist = await make(
    'mutation { createWatchlist(input: { name: "Mine", tickers: ["AAPL"] }) { watchlist { id } } }',
    'createWatchlist',
    'watchlist',
    'id',
  );
  const Agent = await make(
    'mutation { createAgent(input: { name: "Mine", taskPrompt: "What is the signal of AAPL?", tickers: ["AAPL"] }) { agent { id } } }',
    'createAgent',
    'agent',
    'id',
  );
  const AgentRun = await make(
    `mutation { runAgent(input: { id: "${Agent}" }) { run { id } } }`,
    'runAgent',
    'run',
    'id',
  );
  const VaultItem = await make(
    'mutation { createVaultItem(input: { name: "Site", credential: { bearer: { token: "a-token-of-the-owner" } }, allowedHosts: ["api.example.com"], isApprovalRequired: false, isWriteAllowed: true }) { vaultItem { id } } }',
    'createVaultItem',
    'vaultItem',
    'id',
  );
  await make('mutation { setUpLine(input: { assistantName: "Ada" }) { line { address } } }');
  await store.lines.activate(accountId, new Date(server.clock.nowMs));
  const LineMessage = `msg_of_${name}_00000000`;
  await store.lineMessages.store({
    id: LineMessage,
    accountId,
    folder: 'inbox',
    sender: 'ines@supplier.example',
    recipients: ['ada@line.example.com'],
    subject: 'Delivery',
    preview: 'Text',
    body: 'Text',
    isRead: false,
    messageId: `<${name}@supplier.example>`,
    replyAddress: 'ines@supplier.example',
    at: new Date(server.clock.nowMs - 60_000),
    words: 'delivery text',
  });
  const CommunityMember = await make(
    `mutation { acceptCommunityGuidelines(input: { name: "${name}" }) { communityMember { id } } }`,
    'acceptCommunityGuidelines',
    'communityMember',
    'id',
  );
  // Held for review, and so seen by the author alone.
  const CommunityPost = await make(
    'mutation { createCommunityPost(input: { space: "markets", title: "Moon", body: "This goes to the moon" }) { communityPost { id } } }',
    'createCommunityPost',
    'communityPost',
    'id',
  );
  const CommunityComment = await make(
    `mutation { createCommunityComment(input: { postId: "${CommunityPost}", body: "To the moon" }) { communityComment { id } } }`,
    'createCommunityComment',
    'communityComment',
    'id',
  );
  const PaperPortfolio = await make(
    'mutation { openPaperPortfolio { paperPortfolio { id } } }',
    'openPaperPortfolio',
    'paperPortfolio',
    'id',
  );
  const PaperOrder = await make(
    'mutation { placePaperOrder(input: { ticker: "AAPL", side: BUY, shares: 1 }) { paperPortfolio { orders { nodes { id } } } } }',
    'placePaperOrder',
    'paperPortfolio',
    'orders',
    'nodes',
    0,
    'id',
  );
  const [use] = await store.db
    .selectFrom('vault_uses')
    .select('id')
    .where('accountId', '=', accountId)
    .limit(1)
    .execute();
  return {
    key,
    session,
    ids: {
      Session,
      ApiKey: key.keyId,
      Viewer: await make('{ viewer { id } }', 'viewer', 'id'),
      Webhook,
      WebhookDelivery,
      Watchlist,
      WatchlistEntry: `wle_${Watchlist}/AAPL`,
      Agent,
      AgentRun,
      VaultItem,
      ...(use === undefined ? {} : { VaultUse: use.id }),
      LineMessage,
      CommunityMember,
      CommunityPost,
      CommunityComment,
      PaperPortfolio,
      PaperOrder,
    },
  };
}

const [owner, stranger] = [await fullAccount('owner'), await fullAccount('stranger')];
// The stranger does not see the owner, nor what the owner writes.
await server.services.community.block(owner.key.accountId, stranger.ids['CommunityMember'] ?? '', true);

/** Which kind of object each field takes the id of. A field without a row fails the test below. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'Query.node(id)': Object.keys(owner.ids),
  'Query.nodes(ids)': Object.keys(owner.ids),
  'Query.webhooks(id)': ['Webhook'],
  'Query.webhook(id)': ['Webhook'],
  'Query.lineMessage(id)': ['LineMessage'],
  'Query.communityPost(id)': ['CommunityPost'],
  'Query.arenaMember(memberId)': ['CommunityMember'],
  'Query.agents(id)': ['Agent'],
  'Query.agent(id)': ['Agent'],
  'Query.agentRuns(filter.agentId)': ['Agent'],
  'Query.agentRun(id)': ['AgentRun'],
  'Mutation.updateApiKey(input.id)': ['ApiKey'],
  'Mutation.revokeApiKey(input.id)': ['ApiKey'],
  'Mutation.rotateApiKey(input.id)': ['ApiKey'],
  'Mutation.revokeSession(input.id)': ['Session'],
  'Mutation.updateWebhook(input.id)': ['Webhook'],
  'Mutation.testWebhook(input.id)': ['Webhook'],
  'Mutation.deleteWebhook(input.id)': ['Webhook'],
  'Mutation.rotateWebhookSecret(input.id)': ['Webhook'],
  'Mutation.activateWebhookSecret(input.id)': ['Webhook'],
  'Mutation.redeliverWebhookEvent(input.webhookId)': ['Webhook'],
  'Mutation.redeliverWebhookEvent(input.eventId)': ['WebhookDelivery'],
  'Mutation.updateWatchlist(input.id)': ['Watchlist'],
  'Mutation.addToWatchlist(input.id)': ['Watchlist'],
  'Mutation.removeFromWatchlist(input.id)': ['Watchlist'],
  'Mutation.deleteWatchlist(input.id)': ['Watchlist'],
  'Mutation.replyToLineMessage(input.id)': ['LineMessage'],
  'Mutation.markLineMessage(input.id)': ['LineMessage'],
  'Mutation.sendVaultRequest(input.itemId)': ['VaultItem'],
  'Mutation.checkVaultLogin(input.itemId)': ['VaultItem'],
  'Mutation.updateVaultItem(input.id)': ['VaultItem'],
  'Mutation.replaceVaultCredential(input.id)': ['VaultItem'],
  'Mutation.deleteVaultItem(input.id)': ['VaultItem'],
  'Mutation.approveVaultItem(input.id)': ['VaultItem'],
  'Mutation.createCommunityComment(input.postId)': ['CommunityPost'],
  'Mutation.voteOnCommunityPost(input.postId)': ['CommunityPost'],
  'Mutation.blockCommunityMember(input.memberId)': ['CommunityMember'],
  'Mutation.unblockCommunityMember(input.memberId)': ['CommunityMember'],
  'Mutation.cancelPaperOrder(input.orderId)': ['PaperOrder'],
  'Mutation.updateAgent(input.id)': ['Agent'],
  'Mutation.deleteAgent(input.id)': ['Agent'],
  'Mutation.runAgent(input.id)': ['Agent'],
  'Mutation.startAgentRun(input.id)': ['Agent'],
  'Viewer.watchlist(id)': ['Watchlist'],
};

type Input = GraphQLArgument | GraphQLInputField;

/** Names that lead from an argument to each id below it. */
function idsBelow({ name, type }: Input): readonly string[] {
  const named = getNamedType(type);
  if (named.name === 'ID') return [name];
  return isInputObjectType(named)
    ? Object.values(named.getFields()).flatMap((field) => idsBelow(field).map((below) => `${name}.${below}`))
    : [];
}

const FIELDS = Object.values(SCHEMA.getTypeMap()).flatMap((type) =>
  'getFields' in type && !isInputObjectType(type)
    ? Object.values<GraphQLField<unknown, unknown>>(type.getFields()).map((field) => ({ type: type.name, field }))
    : [],
);
const TAKING = FIELDS.flatMap(({ type, field }) =>
  field.args.flatMap((arg) =>
    idsBelow(arg).map((at) => ({ name: `${type}.${field.name}(${at})`, type, field, at: at.split('.') })),
  ),
);

/** Values that the fields accept, by the name of an argument. */
const ACCEPTED: Readonly<Record<string, unknown>> = {
  url: 'https://api.example.com/v1',
  tickers: ['MSFT'],
  credential: { bearer: { token: 'another-token' } },
  overlapHours: 1,
  webhookId: stranger.ids['Webhook'],
  text: 'A text',
  body: 'A body',
};

function accepted({ name, type }: Input): unknown {
  if (name in ACCEPTED) return ACCEPTED[name];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.value;
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, accepted(field)]),
    );
  const values: Readonly<Record<string, unknown>> = {
    ID: stranger.ids['WebhookDelivery'],
    Int: 1,
    Float: 1,
    Boolean: true,
    Ticker: 'MSFT',
  };
  return values[named.name] ?? 'A value';
}

/** The argument with `id` at the end of the names. */
function withId(input: Input, [, ...rest]: readonly string[], id: string): unknown {
  const isList = (type: GraphQLInputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);
  const [next] = rest;
  if (next === undefined) return isList(input.type) ? [id] : id;
  const named = getNamedType(input.type);
  const field = isInputObjectType(named) ? named.getFields()[next] : undefined;
  if (field === undefined) throw new Error(`no ${next}`);
  return { ...(accepted(input) as object), [next]: withId(field, rest, id) };
}

/** An operation of the field alone, with the id in its place. */
function operationFor(
  { type, field, at }: (typeof TAKING)[number],
  id: string,
): { readonly query: string; readonly variables: object } {
  const given = field.args.filter((arg) => arg.name === at[0] || isRequiredArgument(arg));
  const variables = Object.fromEntries(
    given.map((arg) => [arg.name, arg.name === at[0] ? withId(arg, at, id) : accepted(arg)]),
  );
  const call = `${field.name}(${given.map(({ name }) => `${name}: $${name}`).join(', ')})`;
  const named = getNamedType(field.type);
  const selection =
    'getFields' in named && 'nodes' in named.getFields() ? '{ __typename nodes { __typename } }' : '{ __typename }';
  const head = `${type === 'Mutation' ? 'mutation' : 'query'} Test(${given.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')})`;
  return {
    query: `${head} { ${type === 'Viewer' ? `viewer { ${call} ${selection} }` : `${call} ${selection}`} }`,
    variables,
  };
}

/** A like id of nothing. */
const missing = (id: string): string => `${id.slice(0, -4)}${id.endsWith('zzzz') ? 'yyyy' : 'zzzz'}`;

/** Tables that record that somebody asked, whatever was asked for, some of them later. */
const ASKED = /usage|^(sessions|api_keys|sign_in|token_|transcript_|vault_uses)/;

/** All rows of what belongs to accounts. */
async function everything(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns where table_schema = current_schema()
      and column_name in ('account_id', 'portfolio_id', 'watchlist_id', 'endpoint_id', 'webhook_id', 'post_id', 'agent_id', 'run_id') order by 1`.execute(
    store.db,
  );
  const found: Record<string, readonly string[]> = {};
  for (const { name } of rows) {
    if (ASKED.test(name)) continue;
    const all = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t order by 1`.execute(
      store.db,
    );
    found[name] = all.rows.map(({ row }) => row);
  }
  return found;
}

const told = (answer: Answer): unknown => [
  read(answer, 'data'),
  ((read(answer, 'errors') ?? []) as readonly { message: string; extensions: { code: string } }[]).map(
    ({ message, extensions: { code } }) => [message, code],
  ),
];

describe('an id of another account', () => {
  it('has a row for every field that takes one', () => {
    expect(TAKING.map(({ name }) => name).sort()).toEqual(Object.keys(KINDS).sort());
    expect(Object.keys(owner.ids).length).toBeGreaterThan(14);
  });

  it('would be seen to leave a trace', async () => {
    const filled = Object.entries(await everything())
      .filter(([, rows]) => rows.length > 0)
      .map(([name]) => name);
    expect(filled).toEqual(
      expect.arrayContaining([
        'agent_runs',
        'agents',
        'community_members',
        'community_posts',
        'line_messages',
        'lines',
        'paper_orders',
        'paper_portfolios',
        'vault_items',
        'watchlist_entries',
        'watchlists',
        'webhook_endpoints',
      ]),
    );
  });

  it.each(TAKING.flatMap((taking) => (KINDS[taking.name] ?? []).map((kind) => [taking.name, kind, taking] as const)))(
    '%s is answered for a %s as if there were none, and leaves no trace',
    async (_name, kind, taking) => {
      server.nextMinute();
      const id = owner.ids[kind] ?? '';
      const before = await everything();
      const ask = (wanted: string): Promise<Answer> => {
        const { query, variables } = operationFor(taking, wanted);
        return bySession(stranger.session, query, variables);
      };
      const [answer, none] = [await ask(id), await ask(missing(id))];
      const codes = ((read(answer, 'errors') ?? []) as readonly { extensions: { code: string } }[]).map(
        ({ extensions: { code } }) => code,
      );
      const isEmptyList = codes.length === 0 && /"nodes":\[\]|:\[\]/.test(answer.text);
      expect([answer.text, isEmptyList || (codes.length === 1 && codes[0] === 'NOT_FOUND')]).toEqual([
        answer.text,
        true,
      ]);
      expect(told(answer)).toEqual(told(none));
      expect(await everything()).toEqual(before);
    },
  );

  const REST = ALL_ENDPOINTS.filter(({ capability: { route } }) =>
    Object.keys(route.sample.parameters).some((name) => /^(id|item_id|user_id)$/.test(name)),
  );
  const KIND_OF_PREFIX: Readonly<Record<string, string>> = {
    agt: 'Agent',
    run: 'AgentRun',
    we: 'Webhook',
    vi: 'VaultItem',
    msg: 'LineMessage',
    pst: 'CommunityPost',
    mem: 'CommunityMember',
  };

  it.each(REST.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is 404 for it as for none, and leaves no trace',
    async (_name, endpoint) => {
      server.nextMinute();
      const [name = '', sampled] =
        Object.entries(endpoint.sample.parameters).find(([each]) => /^(id|item_id|user_id)$/.test(each)) ?? [];
      const id = owner.ids[KIND_OF_PREFIX[String(sampled).split('_')[0] ?? ''] ?? ''] ?? '';
      expect(id).not.toBe('');
      const before = await everything();
      const ask = (wanted: string): Promise<Answer> => {
        const request = requestOf(endpoint, { [name]: wanted });
        return server.call(request.path, { ...request.call, key: stranger.key.key });
      };
      const [answer, none] = [await ask(id), await ask(missing(id))];
      expect([answer.status, read(answer, 'error'), read(answer, 'message')]).toEqual([
        404,
        'not_found',
        read(none, 'message'),
      ]);
      expect(await everything()).toEqual(before);
    },
  );

  it('is in the audit log of who asked for it, as the use of no item, and in nothing of its owner', async () => {
    const uses = await store.db.selectFrom('vault_uses').selectAll().execute();
    expect(uses.length).toBeGreaterThanOrEqual(8);
    expect(new Set(uses.map(({ accountId, itemId }) => JSON.stringify([accountId, itemId])))).toEqual(
      new Set([JSON.stringify([stranger.key.accountId, null])]),
    );
    expect(JSON.stringify(uses)).not.toContain(owner.ids['VaultItem']);
  });

  it('is in no REST row that this test does not know', () => {
    expect(REST.map(({ name }) => name).length).toBeGreaterThanOrEqual(11);
    expect(
      REST.filter(
        ({ sample }) =>
          !Object.values(sample.parameters).some((value) => (String(value).split('_')[0] ?? '') in KIND_OF_PREFIX),
      ).map(({ name }) => name),
    ).toEqual([]);
  });
});
