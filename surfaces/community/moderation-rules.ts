import { countLinks, hasMailAddress } from './text.js';

/** Most links a post may hold. */
const MAX_LINKS = 3;

/** A post as the rules see it. */
export interface ModeratedText {
  /** As stored. */
  readonly clean: string;
  /** Without disguise; see `foldPostText`. */
  readonly folded: string;
  /** Folded, and the words of `DISGUISED_WORDS` spelled plainly. */
  readonly plain: string;
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
  ({ folded, plain }: ModeratedText): boolean =>
    pattern.test(folded) || pattern.test(plain);

/** A pattern that matches where one of the others does. */
const anyOf = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

const shareOfCapitals = (clean: string): number => {
  const words = clean.match(/\p{L}{6,}/gu) ?? [];
  return words.length < 4 ? 0 : words.filter((word) => word === word.toUpperCase()).length / words.length;
};

const MESSENGERS = '(?:whats ?app|telegram|we ?chat|signal app)';
/** Names of messengers where they are a way to somebody; messengers are also companies to write about. */
const MESSENGER = anyOf(
  new RegExp(
    `\\b(?:text|call|message|msg|dm|pm|add|contact|reach|ping|write|find|join|chat|talk|hit|follow)(?:ing)? (?:(?:me|us|him|her|them|my|our|up|to|with|the|a|on|via|in|at|through|over|by|free|vip|private|group|channel|trading) ){1,6}${MESSENGERS}\\b`,
  ),
  new RegExp(`\\b(?:my|our|private|vip|free) (?:\\w+ ){0,2}${MESSENGERS}\\b`),
  new RegExp(
    `\\b${MESSENGERS} ?(?:[:@+]|(?:me|us|number|group|link)\\b|channel\\b(?! (?:revenue|monetization|ads?|growth)))`,
  ),
  /\b(?:t|wa)\.me\//,
);

/** Words of the rules that are disguised, with letters of other scripts, signs, spaces or repeated letters. */
export const DISGUISED_WORDS: ReadonlySet<string> = new Set(
  `
  click limited offer order promo promotional discount code subscribe group signals signal room money cheap loans followers
  join channel course free trial premium newsletter referral affiliate link invite guaranteed guarantee profit profits return
  returns gain gains income risk lose double triple whatsapp telegram wechat message text call contact reach number phone earn
  work home casino betting bets bet nudes idiot idiots moron morons stupid loser losers fuck fucking fucked shit bitch asshole
  bastard accurate certain money account capital private`
    .trim()
    .split(/\s+/),
);

/** Every rule, in the order in which reasons are listed. */
export const MODERATION_RULES: readonly ModerationRule[] = [
  { code: 'too_many_links', outcome: 'refuse', matches: ({ folded }) => countLinks(folded) > MAX_LINKS },
  { code: 'repeated_post', outcome: 'refuse', matches: ({ folded, recent }) => recent.includes(folded) },
  {
    code: 'spam',
    outcome: 'refuse',
    matches: phrase(
      anyOf(
        /\b(?:click (?:here|the link|below|now)|limited (?:time )?offer|order now|promo(?:tional)? (?:code|offer)|discount code|sign up (?:now|today|here)|subscribe to my|dm (?:me )?for|vip (?:group|signals?|room)|make money fast|cheap (?:loans?|followers))/,
        // Not what a buyer asks or a central bank must do.
        /(?:^|[.!?:] )(?:act|buy) now\b|\b(?:act|buy) now(?:!| (?:before|while|and (?:get|save|join|earn)))/,
        /\bjoin my (?:\w+ ){0,3}(?:group|channel|course|room|server|newsletter)|\bmy (?:paid|premium|vip) (?:\w+ )?(?:group|signals?|channel|room|course|service|newsletter|content|picks?|list|community|chat|alerts?)/,
        /\b(?:start|get|grab|claim|try|take) (?:your|a|my|our|the) (?:\w+ ){0,2}free trial|free trial (?:link|here|now|today|at)\b/,
        // Not the distance from a price.
        /% off\b(?! (?:[\w'-]+ ){0,5}(?:highs?|lows?|peaks?|tops?|bottoms?|records?|levels?|averages?|worst|nav|par|close|estimates?|guidance|march|october)\b)/,
        /\bwork from home (?:and|jobs?|opportunit\w+|earn\w*)|\bearn \$?\d[\d,.]* (?:a|per) (?:day|week)/,
      ),
    ),
  },
  {
    code: 'referral',
    outcome: 'refuse',
    matches: phrase(
      /\b(?:referral (?:code|link)|affiliate link|my (?:invite|ref) (?:code|link)|use (?:my )?code \w+|[?&](?:ref|referral|aff)=)/,
    ),
  },
  {
    code: 'guaranteed_return',
    outcome: 'refuse',
    matches: phrase(
      /(?<!\bno )(?<!\bnot )(?<!\bnever )\b(?:guaranteed? (?:\w+ ){0,3}(?:profits?|returns?|gains?|income|wins?)|(?:profits?|returns?|gains?) (?:are )?guaranteed|risk[- ]free (?:profits?|returns?|gains?|money)|(?:you|we|i|traders?|investors?) (?:simply |just |literally )?can(?:no|')?t lose(?! (?:what|more|sight|focus|track|hope))|(?:will|going to) (?:definitely|certainly) (?:double|triple|moon|10x)|double your (?:money|account|capital)|(?:100|\d{3,}) ?% (?:sure|win rate|accurate|certain))/,
    ),
  },
  {
    code: 'contact_harvesting',
    outcome: 'refuse',
    matches: (text) =>
      hasMailAddress(text.folded) ||
      phrase(MESSENGER)(text) ||
      phrase(
        /\b(?:text me(?! (?:when|if|once))|call me (?:at|on|now|today|tomorrow|any ?time|for|directly)|(?:way|how|where) to (?:reach|contact) me|message me (?:on|at)|add me on|(?:send|leave|drop|post|share) (?:me )?your (?:e-?mails?|phone|numbers?|contacts?|address))/,
      )(text),
  },
  {
    code: 'profanity',
    outcome: 'refuse',
    matches: phrase(
      /\b(?:f+u+c+k\w*|f\*+(?:k|ck)\w*|s+h+[i1]+t+\w*|sh\*t|b[i1]tch\w*|assholes?|bastards?|c\*nt|dickheads?|motherf\w+)\b/,
    ),
  },
  {
    code: 'not_professional',
    outcome: 'refuse',
    matches: phrase(
      /\b(?:(?:you|they|he|she) (?:are|is) (?:an? )?(?:complete |total |such an? )?(?:idiots?|morons?|stupid|losers?)|you (?:idiots?|morons?|losers?)|shut up|kill yourself|hot (?:singles|girls)|dating site|nudes?|sports? bets?|betting tips|casino (?:bonus(?:es)?|free spins|promos?|sign[- ]?ups?|slots?)|(?:play|win|gamble|bet) (?:\w+ ){0,3}casino|(?:our|my|best|top|crypto|bitcoin) (?:online )?casino(?! (?:stocks?|operators?|revenues?|names?|compan\w+|business|assets?|exposure|hold\w*)))\b/,
    ),
  },
  { code: 'shouting', outcome: 'refuse', matches: ({ clean }) => shareOfCapitals(clean) > 0.7 },
  { code: 'stretched_text', outcome: 'hold', matches: ({ clean }) => /([^\s\d.=_*#-])\1{5,}/u.test(clean) },
  {
    code: 'advice_to_act',
    outcome: 'hold',
    matches: phrase(
      /\b(?:everyone (?:should|must) (?:buy|sell)|to the moon|(?:i am|i'?m|let'?s|we should|you should|everyone) (?:go(?:ing|ne)? )?all[- ]in on|pump (?:it|this)|you (?:must|have to) (?:buy|sell))\b/,
    ),
  },
];
