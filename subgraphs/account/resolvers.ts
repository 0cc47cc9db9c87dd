import { OPERATION_LIMITS } from '../../access/tiers.js';
import { credentialId, requireSession } from '../credential.js';
import type { Services } from '../services.js';
import type { Resolvers } from './generated/resolver-types.js';
import type { AccountLoaders } from './loaders.js';
import { createWatchlistFields, createWatchlistMutations, createWatchlistViewer } from './watchlist-resolvers.js';
import type { WatchlistLoaders } from './watchlists.js';
import { createWebhookFields, createWebhookMutations } from './webhook-resolvers.js';
import type { WebhookLoaders } from './webhooks.js';

export function createResolvers(load: AccountLoaders, webhooks: WebhookLoaders, watchlists: WatchlistLoaders, { access }: Pick<Services, 'access'>): Resolvers {
  return {
    Query: {
      usage: (_root, _args, context) => load.usage(context),
      rateLimit: (_root, _args, context) => load.rateLimit(context),
      viewer: (_root, _args, { identity: { accountId, tier } }) => ({ accountId, tier }),
      webhooks: (_root, { id }, context) => webhooks.list(id ?? null, context),
      webhook: (_root, { id }, context) => webhooks.get(id, context),
    },
    Mutation: {
      ...createWebhookMutations(webhooks),
      ...createWatchlistMutations(watchlists),
      createKey: async (_root, options, { identity }) => {
        requireSession(identity);
        return access.keys.create(identity.accountId, options);
      },
      revokeKey: async (_root, { id }, { identity }) => {
        requireSession(identity);
        return access.keys.revoke(identity.accountId, id);
      },
      signOut: async (_root, _args, { identity }) => {
        await access.sessions.revoke(identity.accountId, requireSession(identity));
        return true;
      },
    },
    ...createWebhookFields(webhooks),
    ...createWatchlistFields(watchlists),
    Usage: {
      __resolveReference: ({ id }, context) => (id === credentialId(context.identity) ? load.usage(context) : null),
      month: ({ requests }) => requests.month,
      requests: ({ requests: { used, limit, remaining, resetsAtMs } }) => ({ used, limit, remaining, resetsAt: new Date(resetsAtMs) }),
      perMinute: ({ minute: { limit, remaining } }) => ({ limit, remaining }),
      transcripts: ({ transcripts: { used, limit } }) => ({ used, limit }),
      endpoints: (usage) => load.endpoints(usage),
    },
    RateLimit: {
      limit: ({ minute }) => minute.limit,
      cost: () => 1,
      remaining: ({ minute }) => minute.remaining,
      resetAt: ({ minute }) => new Date(minute.resetAtS * 1000),
      operationCost: ({ operationCost }) => operationCost?.requested ?? null,
      operationCostLimit: ({ tier }) => OPERATION_LIMITS[tier].cost,
      nodeCount: ({ operationCost }) => operationCost?.nodes ?? null,
    },
    Viewer: {
      ...createWatchlistViewer(watchlists),
      keys: (viewer, _args, { identity }) => {
        requireSession(identity);
        return load.keys(viewer.accountId);
      },
    },
  };
}
