import { accountScope } from '../../access/limits.js';
import type { RequestContext } from '../../access/request-context.js';
import { OPERATION_LIMITS, reaches } from '../../access/tiers.js';
import { fieldCapabilities } from '../capabilities.js';
import { credentialId, requireSession } from '../credential.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import type { RateLimitParent, UsageParent, ViewerParent } from './resolver-parents.js';

/** The calling account, for `viewer` in queries and payloads. */
export function viewerOf({ identity: { accountId, tier } }: RequestContext): ViewerParent {
  return { id: accountId, tier };
}

/** Data access for the resolvers. */
function createLoaders({ access }: Services) {
  return {
    async usage({ identity, nowMs }: RequestContext): Promise<UsageParent> {
      const [requests, transcripts, minute] = await Promise.all([
        access.meter.peek(identity),
        access.meter.peek(identity, 'transcripts'),
        access.limiter.peek(accountScope(identity.accountId), identity.perMinute, nowMs),
      ]);
      return { credentialId: credentialId(identity), tier: identity.tier, requests, transcripts, minute };
    },
    async rateLimit({ identity, nowMs, operationCost }: RequestContext): Promise<RateLimitParent> {
      const minute = await access.limiter.peek(accountScope(identity.accountId), identity.perMinute, nowMs);
      return { minute, tier: identity.tier, operationCost };
    },
  };
}

export function createFields(services: Services) {
  const load = createLoaders(services);
  const { access, endpoints } = services;
  return {
    Query: {
      usage: (_root, _args, context) => load.usage(context),
      rateLimit: (_root, _args, context) => load.rateLimit(context),
      viewer: (_root, _args, context) => viewerOf(context),
    },
    Mutation: {
      signOut: async (_root, _args, { identity }) => {
        const sessionId = requireSession(identity);
        await access.sessions.revoke(identity.accountId, sessionId);
        return { sessionId };
      },
    },
    Usage: {
      __resolveReference: ({ credentialId: id }, context) =>
        id === credentialId(context.identity) ? load.usage(context) : null,
      month: ({ requests }) => requests.month,
      requests: ({ requests: { used, limit, remaining, resetsAtMs } }) => ({
        used,
        limit,
        remaining,
        resetsAt: new Date(resetsAtMs),
      }),
      perMinute: ({ minute: { limit, remaining } }) => ({ limit, remaining }),
      transcripts: ({ transcripts: { used, limit } }) => ({ used, limit }),
      history: async (_usage, { days }, { identity, nowMs }) => {
        const history = await access.fieldUsage.history(identity.accountId, days, nowMs);
        return history.map(({ day, units, fields }) => ({
          day,
          units,
          fields: fields.map((each) => ({ units: each.units, field: each.field === '' ? null : each.field })),
        }));
      },
      restEndpoints: ({ tier }) => endpoints().filter((endpoint) => reaches(tier, endpoint.tier)),
    },
    RateLimit: {
      limit: ({ minute }) => minute.limit,
      remaining: ({ minute }) => minute.remaining,
      resetsAt: ({ minute }) => new Date(minute.resetAtS * 1000),
      cost: ({ operationCost }) => operationCost?.requested ?? null,
      costLimit: ({ tier }) => OPERATION_LIMITS[tier].cost,
      nodeCount: ({ operationCost }) => operationCost?.nodes ?? null,
    },
    Viewer: {
      __resolveReference: ({ id }, context) => (id === context.identity.accountId ? viewerOf(context) : null),
      capabilities: ({ tier }, _args, { identity }) =>
        fieldCapabilities().map((capability) => {
          const isAllowed =
            reaches(tier, capability.tier) && (!capability.isSessionOnly || identity.sessionId !== null);
          return { ...capability, isAllowed };
        }),
    },
  } satisfies Fields;
}
