import type { Intent } from '../intent.js';
import type { NumberFact } from '../../facts/fact.js';
import { NO_LINE, say, type Line } from '../line.js';
import { kept } from './signal.js';

function tokensLine(used: NumberFact | undefined, left: NumberFact | undefined): Line {
  if (used === undefined) return say`No allowance of AI tokens is known for this account.`;
  return left === undefined
    ? say`AI tokens used today: ${used}.`
    : say`AI tokens used today: ${used}; AI tokens left today for this key: ${left}.`;
}

/** What the caller has left. */
export const INTENT: Intent = {
  name: 'usage',
  signs: [
    [
      /\b(?:how many|what) (?:api )?(?:requests?|calls|transcripts|tokens|units)\b.*\b(?:left|remain\w*|used|have|quota)\b/,
      4.6,
    ],
    [
      /\btokens?\b.*\b(?:usage|used?|using|spent|left|remain\w*|allowance|quota|limit|have|consumed?)\b|\b(?:usage|consumption) of (?:\w+ )?tokens?\b/,
      4.6,
    ],
    [/\b(?:my|our) (?:quota|usage|limit|limits|tier|plan|rate limit|allowance)\b|\bquota\b/, 4],
  ],
  fits: ({ securities, companies, investors }) => securities.length + companies.length + investors.length === 0,
  plan: ({ nowMs }) => [{ tool: 'usage', input: { now: new Date(nowMs).toISOString() } }],
  write({ plain }, found) {
    const n = (key: string) => found.number(`usage.${key}`);
    const [used, limit, remaining, minute, transcripts, transcriptLimit, tokens] = [
      'used',
      'limit',
      'remaining',
      'minute',
      'transcripts',
      'transcripts_limit',
      'tokens_left',
    ].map(n);
    const [tier, resets] = [found.text('usage.tier'), found.date('usage.resets')];
    if (used === undefined || tier === undefined || resets === undefined) return null;
    const ofShorter = /\b(?:today|yesterday|this week|this hour|this minute)\b/.test(plain)
      ? say`Requests are counted by the month and not by day or week: `
      : NO_LINE;
    const ofTokens = /\btokens?\b/.test(plain) ? tokensLine(n('tokens'), tokens) : null;
    const ofTranscripts =
      /\btranscripts?\b/.test(plain) && transcripts !== undefined
        ? say`${transcripts}${transcriptLimit === undefined ? say`` : say` of ${transcriptLimit}`} transcripts were used this month.`
        : null;
    return {
      headline:
        ofTokens ??
        ofTranscripts ??
        (ofShorter.text !== ''
          ? say`${ofShorter}${used} were used this month${remaining === undefined ? say`` : say`, and ${remaining} are left`}.`
          : limit === undefined || remaining === undefined
            ? say`This account is on the ${tier} tier, without a monthly limit; it has used ${used} requests this month.`
            : say`${remaining} of ${limit} requests are left this month, as ${used} were used.`),
      lines: kept([
        ofTokens === null && ofTranscripts === null ? NO_LINE : say`Requests used this month: ${used}.`,
        say`The account is on the ${tier} tier, and its month resets on ${resets}.`,
        minute === undefined ? NO_LINE : say`It may send ${minute} requests a minute.`,
        transcripts === undefined
          ? NO_LINE
          : say`Transcripts used this month: ${transcripts}${transcriptLimit === undefined ? say`` : say` of ${transcriptLimit}`}.`,
        tokens === undefined ? NO_LINE : say`AI tokens left today for this key: ${tokens}.`,
      ]),
      coverage: 1,
    };
  },
};
