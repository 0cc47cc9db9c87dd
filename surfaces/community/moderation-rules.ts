import { countLinks, hasMailAddress } from './text.js';

/** Most links a post may hold. */
const MAX_LINKS = 3;

/** A post as the rules see it. */
export interface ModeratedText {
  /** As stored. */
  readonly clean: string;
  /** Without disguise; see `foldPostText`. */
  readonly folded: string;
  /** Folded texts of the author's recent posts. */
  readonly recent: readonly string[];
}

interface ModerationRule {
  readonly code: string;
  /** `refuse`: not stored. `hold`: stored, seen by its author alone until an operator decides. */
  readonly outcome: 'refuse' | 'hold';
  readonly matches: (text: ModeratedText) => boolean;
}

const phrase =
  (pattern: RegExp) =>
  ({ folded }: ModeratedText): boolean =>
    pattern.test(folded);

const shareOfCapitals = (clean: string): number => {
  const words = clean.match(/\p{L}{6,}/gu) ?? [];
  return words.length < 4 ? 0 : words.filter((word) => word === word.toUpperCase()).length / words.length;
};

/** Every rule, in the order in which reasons are listed. */
export const MODERATION_RULES: readonly ModerationRule[] = [
  { code: 'too_many_links', outcome: 'refuse', matches: ({ folded }) => countLinks(folded) > MAX_LINKS },
  { code: 'repeated_post', outcome: 'refuse', matches: ({ folded, recent }) => recent.includes(folded) },
  {
    code: 'spam',
    outcome: 'refuse',
    matches: phrase(
      /\b(?:click (?:here|the link|below|now)|limited (?:time )?offer|act now|buy now|order now|free trial|% off|promo(?:tional)? (?:code|offer)|discount code|sign up (?:now|today|here)|subscribe to my|join my (?:\w+ ){0,3}(?:group|channel|course|room|server|newsletter)|dm (?:me )?for|my (?:paid|premium|vip) |vip (?:group|signals?|room)|work from home|earn \$?\d[\d,.]* (?:a|per) (?:day|week)|make money fast|cheap (?:loans?|followers))/,
    ),
  },
  {
    code: 'referral',
    outcome: 'refuse',
    matches: phrase(/\b(?:referral (?:code|link)|affiliate link|my (?:invite|ref) (?:code|link)|use (?:my )?code \w+|[?&](?:ref|referral|aff)=)/),
  },
  {
    code: 'guaranteed_return',
    outcome: 'refuse',
    matches: phrase(
      /(?<!\bno )(?<!\bnot )(?<!\bnever )\b(?:guaranteed? (?:\w+ ){0,3}(?:profits?|returns?|gains?|income|wins?)|(?:profits?|returns?|gains?) (?:are )?guaranteed|risk[- ]free (?:profits?|returns?|gains?|money)|can(?:no|')?t lose|(?:will|going to) (?:definitely|certainly) (?:double|triple|moon|10x)|double your (?:money|account|capital)|(?:100|\d{3,}) ?% (?:sure|win rate|accurate|certain))/,
    ),
  },
  {
    code: 'contact_harvesting',
    outcome: 'refuse',
    matches: (text) =>
      hasMailAddress(text.folded) ||
      /\b(?:whats ?app|telegram|we ?chat|signal app|text me|call me|message me (?:on|at)|add me on|(?:send|leave|drop|post|share) (?:me )?your (?:e-?mails?|phone|numbers?|contacts?|address))/.test(text.folded),
  },
  {
    code: 'profanity',
    outcome: 'refuse',
    matches: phrase(/\b(?:f+u+c+k\w*|f\*+(?:k|ck)\w*|s+h+[i1]+t+\w*|sh\*t|b[i1]tch\w*|assholes?|bastards?|c\*nt|dickheads?|motherf\w+)\b/),
  },
  {
    code: 'not_professional',
    outcome: 'refuse',
    matches: phrase(
      /\b(?:(?:you|they|he|she) (?:are|is) (?:an? )?(?:complete |total |such an? )?(?:idiots?|morons?|stupid|losers?)|you (?:idiots?|morons?|losers?)|shut up|kill yourself|hot (?:singles|girls)|dating site|nudes?|casino|sports? bets?|betting tips)\b/,
    ),
  },
  { code: 'shouting', outcome: 'refuse', matches: ({ clean }) => shareOfCapitals(clean) > 0.7 },
  { code: 'stretched_text', outcome: 'hold', matches: ({ clean }) => /([^\s\d.=_*#-])\1{5,}/u.test(clean) },
  {
    code: 'advice_to_act',
    outcome: 'hold',
    matches: phrase(/\b(?:everyone (?:should|must) (?:buy|sell)|to the moon|all[- ]in on|pump (?:it|this)|you (?:must|have to) (?:buy|sell))\b/),
  },
];
