import { accountScope } from '../../access/limits.js';
import type { RequestContext } from '../../access/request-context.js';
import { reaches } from '../../access/tiers.js';
import type { StoredKey } from '../../store/keys.js';
import { credentialId } from '../credential.js';
import type { Endpoint, Services } from '../services.js';
import type { RateLimitParent, UsageParent } from './resolver-parents.js';

/** Data access for the account resolvers. */
export function createLoaders({ access, endpoints }: Services) {
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

export type AccountLoaders = ReturnType<typeof createLoaders>;
