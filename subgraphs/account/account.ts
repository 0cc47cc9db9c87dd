import { accountScope } from '../../access/limits.js';
import type { RequestContext } from '../../access/request-context.js';
import { OPERATION_LIMITS, reaches } from '../../access/tiers.js';
import type { StoredKey } from '../../store/keys.js';
import { credentialId, requireSession } from '../credential.js';
import type { Endpoint, Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import type { RateLimitParent, UsageParent } from './resolver-parents.js';

/** Data access for the resolvers. */
function createLoaders({ access, endpoints }: Services) {
  return {
    async usage({ identity, nowMs }: RequestContext): Promise<UsageParent> {
      const [requests, transcripts, minute] = await Promise.all([
        access.meter.peek(identity),
        access.meter.peek(identity, 'transcripts'),
        access.limiter.peek(accountScope(identity.accountId), identity.perMinute, nowMs),
      ]);
      return { id: credentialId(identity), tier: identity.tier, requests, transcripts, minute };
    },
    async rateLimit({ identity, nowMs, operationCost }: RequestContext): Promise<RateLimitParent> {
      const minute = await access.limiter.peek(accountScope(identity.accountId), identity.perMinute, nowMs);
      return { minute, tier: identity.tier, operationCost };
    },
    endpoints: ({ tier }: UsageParent): readonly Endpoint[] => endpoints().filter((endpoint) => reaches(tier, endpoint.tier)),
    keys: (accountId: string): Promise<readonly StoredKey[]> => access.keys.list(accountId),
  };
}

export function createFields(services: Services) {
  const load = createLoaders(services);
  const { access } = services;
  return {
    Query: {
      usage: (_root, _args, context) => load.usage(context),
      rateLimit: (_root, _args, context) => load.rateLimit(context),
      viewer: (_root, _args, { identity: { accountId, tier } }) => ({ accountId, tier }),
    },
    Mutation: {
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
      keys: (viewer, _args, { identity }) => {
        requireSession(identity);
        return load.keys(viewer.accountId);
      },
    },
  } satisfies Fields;
}
