import type { RequestContext } from '../../access/request-context.js';
import { reaches } from '../../access/tiers.js';
import { credentialId } from '../credential.js';
import type { AiTokens } from '../generated/types.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

export function createFields({ access }: Services) {
  /** Today's tokens of the requesting key; null below the first tier with AI tokens. */
  const today = async ({ identity }: RequestContext): Promise<AiTokens | null> => {
    if (!reaches(identity.tier, 'pro')) return null;
    const { used, cap, remaining, reserved, resetsAtMs, month } = await access.tokens.today(identity);
    return {
      todayUsed: used,
      dailyCap: cap,
      remaining,
      reserved,
      resetsAt: new Date(resetsAtMs),
      month: { ...month, resetsAt: new Date(month.resetsAtMs) },
    };
  };
  return {
    Usage: {
      __resolveReference: ({ credentialId: id }, { identity }) =>
        id === credentialId(identity) ? { credentialId: id } : null,
      aiTokens: (_usage, _args, context) => today(context),
    },
  } satisfies Fields;
}
