import { z } from 'zod';
import type { UsageToolQuery } from '../generated/operations.js';
import { restPath } from './inputs.js';
import { defineTool } from './tool.js';

/** What the caller has used and has left. */
export const TOOL = defineTool<{ readonly now: string }, UsageToolQuery>({
  name: 'usage',
  description: 'Requests, transcripts and AI tokens that the account has used and has left.',
  input: z.object({ now: z.string().describe('Time of the question, ISO 8601.') }),
  operation: /* GraphQL */ `
    query UsageTool {
      usage {
        tier
        requests { used limit remaining resetsAt }
        perMinute { limit }
        transcripts { used limit }
        aiTokens { todayUsed dailyCap remaining }
      }
    }
  `,
  variables: () => ({}),
  tell({ usage }, list, { now }) {
    if (!usage) return;
    const facts = list.about(null, { title: 'Usage of the account', ref: restPath('/usage'), asOf: now });
    facts.text('tier', 'tier', usage.tier.toLowerCase());
    facts.count('used', 'requests used', usage.requests.used, 'requests', { terms: ['used'] });
    facts.count('limit', 'requests a month', usage.requests.limit, 'requests', { terms: ['of'] });
    facts.count('remaining', 'requests left', usage.requests.remaining, 'requests', { terms: ['left'] });
    facts.date('resets', 'reset', usage.requests.resetsAt);
    facts.count('minute', 'requests a minute', usage.perMinute.limit, 'requests');
    facts.count('transcripts', 'transcripts used', usage.transcripts.used, 'transcripts');
    facts.count('transcripts_limit', 'transcripts a month', usage.transcripts.limit, 'transcripts');
    facts.count('tokens', 'AI tokens used today', usage.aiTokens?.todayUsed, 'tokens');
    facts.count('tokens_left', 'AI tokens left today', usage.aiTokens?.remaining, 'tokens');
  },
});
