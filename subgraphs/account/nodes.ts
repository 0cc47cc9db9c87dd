import { ApiError, tierRequired } from '../../access/errors.js';
import { locate } from '../../access/parameters/faults.js';
import type { RequestContext } from '../../access/request-context.js';
import { reaches, type Tier } from '../../access/tiers.js';
import { filedBySlugs } from '../filed-investors.js';
import { nodeId, readNodeId, type NodeType } from '../node-ids.js';
import type { Services } from '../services.js';
import { securityRef } from '../tickers.js';
import { viewerOf } from './account.js';
import { createArenaLoaders } from './arena.js';
import type { Fields } from './generated/resolver-types.js';
import type { NodeParent } from './resolver-parents.js';
import { sessionOf } from './sessions.js';
import { createWatchlistLoaders } from './watchlists.js';
import { createWebhookLoaders } from './webhooks.js';

type Find = (id: string, key: string, context: RequestContext) => Promise<NodeParent | null>;

/** How objects of a type are found, and what finding one costs: the same as by the type's own fields. */
interface NodeKind {
  readonly tier?: Tier;
  readonly units?: 1;
  readonly find: Find;
}

/** Ids have no other characters, some of which a database rejects. */
const ID = /^[\w./-]{1,120}$/;

function notFound(param: string): ApiError {
  return new ApiError('not_found', 'The account has no object with this id.', { param });
}

function createKinds({
  store,
  live,
  access,
  webhooks,
  lines,
  arena,
  vault,
}: Services): Readonly<Record<NodeType, NodeKind>> {
  const watchlists = createWatchlistLoaders({ store, live });
  const paper = createArenaLoaders({ store, arena });
  const hooks = createWebhookLoaders({ store, webhooks });
  return {
    Security: {
      async find(_id, ticker, { versions }) {
        const stored = await store.reading(versions).securities.bySymbols([ticker]);
        return stored.has(ticker) ? { __typename: 'Security', ...securityRef(ticker) } : null;
      },
    },
    PrivateCompany: {
      async find(_id, slug, { versions }) {
        const stored = await store.reading(versions).privateCompanies.bySlugs([slug]);
        return stored.has(slug) ? { __typename: 'PrivateCompany', slug } : null;
      },
    },
    Investor: {
      tier: 'pro',
      async find(_id, slug, { versions }) {
        const reading = store.reading(versions);
        const stored = await reading.investors.bySlugs([slug]);
        const isStored = stored.has(slug) || (await filedBySlugs([slug], reading)).has(slug);
        return isStored ? { __typename: 'Investor', slug } : null;
      },
    },
    InstitutionalManager: {
      tier: 'pro',
      units: 1,
      async find(_id, cik, { versions }) {
        const stored = await store.reading(versions).institutionalFilings.ofManagers([cik]);
        return stored.has(cik) ? { __typename: 'InstitutionalManager', cik } : null;
      },
    },
    Viewer: {
      find: async (id, _key, context) =>
        id === context.identity.accountId ? { __typename: 'Viewer', ...viewerOf(context) } : null,
    },
    ApiKey: {
      async find(id, _key, { identity }) {
        if (identity.sessionId === null) throw new ApiError('session_required');
        const key = (await access.keys.list(identity.accountId)).find((each) => each.id === id);
        return key === undefined ? null : { __typename: 'ApiKey', ...key };
      },
    },
    Session: {
      async find(id, _key, context) {
        const { identity } = context;
        if (identity.sessionId === null) throw new ApiError('session_required');
        const session = (await access.sessions.list(identity.accountId)).find((each) => each.id === id);
        return session === undefined ? null : { __typename: 'Session', ...sessionOf(session, context) };
      },
    },
    Webhook: {
      tier: 'pro',
      units: 1,
      async find(id, _key, context) {
        const webhook = await hooks.current(id, context);
        return webhook === null ? null : { __typename: 'Webhook', ...webhook };
      },
    },
    WebhookDelivery: {
      tier: 'pro',
      units: 1,
      async find(id, _key, context) {
        const delivery = await store.reading(context.versions).webhookDeliveries.get(id);
        const isOwn = delivery !== undefined && (await hooks.current(delivery.endpointId, context)) !== null;
        return isOwn ? { __typename: 'WebhookDelivery', ...delivery } : null;
      },
    },
    Agent: {
      tier: 'pro',
      units: 1,
      async find(id, _key, { versions, identity: { accountId } }) {
        const agent = await store.reading(versions).agents.get({ accountId, id });
        return agent === undefined ? null : { __typename: 'Agent', id };
      },
    },
    AgentRun: {
      tier: 'pro',
      units: 1,
      async find(id, _key, { versions, identity: { accountId } }) {
        const run = await store.reading(versions).agentRuns.get(accountId, id);
        return run === undefined ? null : { __typename: 'AgentRun', id };
      },
    },
    VaultItem: {
      units: 1,
      async find(id, _key, { versions, identity: { accountId, sessionId } }) {
        const item = await store.reading(versions).vault.get(accountId, id);
        const isVisible = item !== undefined && (item.isShared || sessionId !== null);
        return isVisible ? { __typename: 'VaultItem', ...item } : null;
      },
    },
    VaultUse: {
      async find(id, _key, { identity: { accountId, sessionId } }) {
        if (sessionId === null) throw new ApiError('session_required');
        const use = await vault.owners.use(accountId, id);
        return use === undefined ? null : { __typename: 'VaultUse', ...use };
      },
    },
    LineMessage: {
      units: 1,
      async find(id, _key, { versions, identity: { accountId } }) {
        await lines.active(accountId);
        const message = await store.reading(versions).lineMessages.get(accountId, id);
        return message === undefined ? null : { __typename: 'LineMessage', ...message };
      },
    },
    CommunityMember: {
      units: 1,
      async find(id, _key, { versions, identity: { accountId } }) {
        const member = await store.reading(versions).community.memberById(accountId, id);
        return member === undefined ? null : { __typename: 'CommunityMember', ...member };
      },
    },
    CommunityPost: {
      units: 1,
      async find(id, _key, { versions, identity: { accountId } }) {
        const post = await store.reading(versions).community.post(accountId, id);
        return post === undefined ? null : { __typename: 'CommunityPost', ...post };
      },
    },
    CommunityComment: {
      units: 1,
      async find(id, _key, { versions, identity: { accountId } }) {
        const comment = await store.reading(versions).community.comment(accountId, id);
        return comment === undefined ? null : { __typename: 'CommunityComment', ...comment };
      },
    },
    CommunityEvent: {
      units: 1,
      async find(id, _key, { versions }) {
        const event = await store.reading(versions).community.event(id);
        return event === undefined ? null : { __typename: 'CommunityEvent', ...event };
      },
    },
    PaperPortfolio: {
      units: 1,
      async find(id, _key, context) {
        const portfolio = await paper.visible(id, context);
        return portfolio === null ? null : { __typename: 'PaperPortfolio', ...portfolio };
      },
    },
    PaperOrder: {
      units: 1,
      async find(id, _key, context) {
        const order = await paper.order(id, context);
        return order === null ? null : { __typename: 'PaperOrder', ...order };
      },
    },
    Watchlist: {
      async find(id, _key, context) {
        const watchlist = await watchlists.find(id, context);
        return watchlist === undefined ? null : { __typename: 'Watchlist', ...watchlist };
      },
    },
    WatchlistEntry: {
      async find(_id, key, context) {
        const [list = '', ticker = ''] = key.split('/');
        const entry = await watchlists.entry(list, ticker, context);
        return entry === undefined ? null : { __typename: 'WatchlistEntry', ...entry };
      },
    },
  };
}

export function createFields(services: Services) {
  const kinds = createKinds(services);
  const node = async (id: string, context: RequestContext, param = 'id'): Promise<NodeParent> => {
    const read = ID.test(id) ? readNodeId(id) : null;
    if (read === null) throw notFound(param);
    const { tier, units, find } = kinds[read.type];
    if (tier !== undefined && !reaches(context.tier, tier)) throw tierRequired(read.type, context.tier, tier);
    if (units !== undefined) await context.charge(units, 'requests', 'Query.node');
    const found = await find(id, read.key, context).catch(async (error: unknown) => {
      if (units !== undefined) await context.refund(units, 'Query.node');
      throw error;
    });
    if (found === null) throw notFound(param);
    return found;
  };
  return {
    Query: {
      node: (_root, { id }, context) => node(id, context),
      nodes: (_root, { ids }, context) => ids.map((id, index) => node(id, context, locate('ids', [index]))),
    },
    Node: { __resolveType: ({ __typename }) => __typename },
    Security: { id: ({ ticker }) => nodeId('Security', ticker) },
    PrivateCompany: { id: ({ slug }) => nodeId('PrivateCompany', slug) },
    Investor: { id: ({ slug }) => nodeId('Investor', slug) },
    InstitutionalManager: { id: ({ cik }) => nodeId('InstitutionalManager', cik) },
  } satisfies Fields;
}
