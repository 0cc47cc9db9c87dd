import type { RequestContext } from '../../access/request-context.js';
import { reaches } from '../../access/tiers.js';
import type { Services } from '../services.js';
import type { AiTokens } from '../generated/types.js';

/** Data access for the AI resolvers. */
export function createLoaders({ access }: Services) {
  return {
    /** Today's tokens of the requesting key; null below the first tier with AI tokens. */
    async aiTokens({ identity }: RequestContext): Promise<AiTokens | null> {
      if (!reaches(identity.tier, 'pro')) return null;
      const { used, cap, remaining, resetsInS } = await access.tokens.today(identity);
      return { todayUsed: used, dailyCap: cap, remaining, resetsInS };
    },
  };
}

export type AiLoaders = ReturnType<typeof createLoaders>;
