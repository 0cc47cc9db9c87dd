import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent, type Section } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { windowIn } from '../slots.js';
import { fullName, moved, possessive, shortName } from '../words.js';
import { placed } from './comparison.js';
import { kept, priceLine } from './signal.js';

const RISK = /\b(?:volatil\w*|drawdown|risk(?:y|ier|iest)?|how safe|safer|swings?)\b/;
const RANGE = /\b(?:52[- ]?weeks?|year(?:ly)? (?:high|low|range)|highs?|lows?)\b/;

function rangeLine(found: Found, id: string): Line {
  const [high, low, below] = ['high', 'low', 'below_high'].map((key) => found.number(`price_history.${key}`, id));
  const [highOn, lowOn] = [found.date('price_history.high_on', id), found.date('price_history.low_on', id)];
  if (high === undefined || low === undefined || highOn === undefined || lowOn === undefined) return NO_LINE;
  const distance = below === undefined ? say`` : say`; the distance to the 52-week high is ${below}`;
  return say`The 52-week high of ${id} was ${high} on ${highOn} and its 52-week low ${low} on ${lowOn}${distance}.`;
}

const WINDOWS: readonly string[] = [
  'return_1w',
  'return_1m',
  'return_3m',
  'return_6m',
  'return_ytd',
  'return_1y',
  'return_3y',
  'return_5y',
  'return_10y',
];

export function returnsLine(found: Found, id: string): Line {
  const parts = ['return_1m', 'return_6m', 'return_1y'].flatMap((key) => {
    const fact = found.number(`price_history.${key}`, id);
    return fact === undefined ? [] : [say`${signed(fact)} ${fact.label.replace('return ', '')}`];
  });
  return parts.length === 0 ? NO_LINE : say`The return of ${id} is ${listed(parts)}.`;
}

export function riskLine(found: Found, id: string): Line {
  const [volatility, drawdown] = [
    found.number('price_history.volatility', id),
    found.number('price_history.drawdown', id),
  ];
  if (volatility === undefined || drawdown === undefined) return NO_LINE;
  return say`The volatility of ${id} over one year is ${volatility} a year, and its maximum drawdown over one year ${drawdown}.`;
}

const AFTER_HOURS = /\bafter[- ]?hours\b/;

/** The figure that the question asks for. */
function keyOf(question: Question): string | null {
  if (RISK.test(question.plain)) return 'price_history.volatility';
  const window = windowIn(question);
  return window === null ? null : `price_history.${window}`;
}

/** Asks for the calmest instead of the most volatile. */
const CALM =
  /\b(?:saf(?:er|est)|calm(?:er|est)|less (?:risky|volatile)|least (?:risky|volatile)|lowest (?:risk|volatility)|lower (?:risk|volatility)|steadi(?:er|est))\b/;

function comparedHeadline(
  ranked: readonly { readonly security: Entity; readonly fact: NumberFact }[],
  plain: string,
): Line {
  const isCalm = CALM.test(plain) && ranked[0]?.fact.isChange !== true;
  const all = isCalm ? [...ranked].reverse() : ranked;
  const [best] = all;
  if (best === undefined) return NO_LINE;
  const parts = all.map(({ security, fact }) => say`${fact.isChange ? signed(fact) : fact} for ${fullName(security)}`);
  const [better, lower, higher] = all.length > 2 ? ['best', 'lowest', 'highest'] : ['better', 'lower', 'higher'];
  return say`The ${best.fact.isChange ? better : isCalm ? lower : higher} ${best.fact.label} is that of ${shortName(best.security)}: ${listed(parts)}.`;
}

function single(question: Question, found: Found, security: Entity): Section | null {
  const { key: id } = security;
  const key = keyOf(question);
  const fact = key === null ? undefined : found.number(key, id);
  const price = found.number('signal.price', id);
  const lines = kept([
    priceLine(found, id),
    RANGE.test(question.plain) ? rangeLine(found, id) : NO_LINE,
    returnsLine(found, id),
    riskLine(found, id),
    rangeLine(found, id),
  ]);
  const unique = lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index);
  if (fact !== undefined && fact.isChange) {
    const from = found.date(`${fact.key}_from`, id);
    const market = found.number(fact.key, 'SPY');
    const beside =
      market === undefined || id === 'SPY'
        ? NO_LINE
        : say`Over the same time SPY ${moved(market, 'returned', 'lost')}.`;
    return {
      headline: say`${fullName(security)} ${moved(fact, 'returned', 'lost')} ${fact.label.replace('return ', '')}${from === undefined ? say`` : say`, since ${from}`}.`,
      lines: kept([beside, ...unique]),
      coverage: 1,
    };
  }
  if (fact !== undefined)
    return {
      headline: say`The volatility of ${fullName(security)} over one year is ${fact} a year, with a maximum drawdown of ${found.number('price_history.drawdown', id) ?? ''}.`,
      lines: unique,
      coverage: 1,
    };
  const [high, low, on] = [
    found.number('price_history.high', id),
    found.number('price_history.low', id),
    found.date('price_history.high_on', id),
  ];
  if (RANGE.test(question.plain) && high !== undefined && low !== undefined && on !== undefined) {
    const isLow = /\blow\b/.test(question.plain) && !/\bhigh\b/.test(question.plain);
    const lowOn = found.date('price_history.low_on', id);
    return {
      headline: isLow
        ? say`The 52-week low of ${fullName(security)} is ${low}, of ${lowOn ?? ''}.`
        : say`The 52-week high of ${fullName(security)} is ${high}, of ${on}.`,
      lines: unique,
      coverage: 1,
    };
  }
  if (/\bvolume\b/.test(question.plain)) {
    const [volume, ratio] = [found.number('signal.volume', id), found.number('signal.volume_ratio', id)];
    if (volume !== undefined)
      return {
        headline: say`${fullName(security)} traded ${volume} shares in the last session${ratio === undefined ? say`` : say`, ${ratio} the mean volume of 20 sessions`}.`,
        lines: unique,
        coverage: 1,
      };
  }
  const [change, session] = [found.number('signal.change', id), found.date('signal.session', id)];
  if (price === undefined || session === undefined) return null;
  if (AFTER_HOURS.test(question.plain)) {
    const later = found.number('signal.after_hours', id);
    return {
      headline:
        later === undefined
          ? say`No price of ${fullName(security)} after hours is known; it closed at ${price} on ${session}.`
          : say`${possessive(fullName(security))} price after hours is ${later}; it closed at ${price} on ${session}.`,
      lines: unique,
      coverage: later === undefined ? 0.5 : 1,
    };
  }
  return {
    headline: say`${fullName(security)} closed at ${price} on ${session}${change === undefined ? say`` : say`, after it ${moved(change)} in the session`}.`,
    lines: unique.slice(1),
    coverage: 1,
  };
}

/** Prices, returns, ranges and risk. */
export const INTENT: Intent = {
  name: 'price',
  signs: [
    [
      /\b(?:price of|stock price|share price|prices?\b(?! targets?)|quote[ds]?|trading at|trades? at|trade for|how much (?:is|are|does)|last close|closed? at|where (?:does|is|do|did) .*\btrad(?:e|es|ing|ed))\b(?!.*\btargets?\b)/,
      2.4,
    ],
    [
      /\b(?:perform(?:ance|ed|ing)?|returns?|returned|how (?:has|have|did) .*(?:do|done|doing|fared?)|gained|lost|made)\b/,
      2,
    ],
    [
      /\b(?:(?:this|last|past|over the) (?:week|month|quarter|year|(?:\d+|one|two|three|five|six|ten|twelve) (?:days|weeks|months|years))|ytd|year[- ]to[- ]date|so far this year|since january|(?:1|3|5|6|10|12|one|three|five|six|ten|twelve)[- ](?:months?|years?))\b/,
      1.2,
    ],
    // Of a plan of monthly purchases, its own drawdown is asked for.
    [
      /^(?!.*\b(?:(?:per|a|every|each) month|monthly|dca|buy[- ]and[- ]hold)\b).*\b(?:volatil\w*|drawdown|risk(?:y|ier|iest)?|safer)\b/,
      3.4,
    ],
    [/\b(?:52[- ]?weeks?|year(?:ly)? (?:high|low|range)|all[- ]time high)\b/, 3],
    [
      /^\W*(?:(?:how|what)(?:'s| is| are| about)? )?(?:the )?@s(?:'s)?(?: stock| shares?)? (?:today|now|right now|doing today)\W*$/,
      2.4,
    ],
    [/\bvolume\b/, 2],
  ],
  fits: ({ securities, holdings }) => securities.length > 0 && holdings === null,
  plan: (question) => {
    const tickers = [
      ...new Set([
        ...question.securities.map(({ key }) => key),
        ...(windowIn(question) === null || !question.directory.byTicker.has('SPY') ? [] : ['SPY']),
      ]),
    ];
    return [
      { tool: 'signal', input: { tickers } },
      {
        tool: 'price_history',
        input: { tickers, years: /return_(?:3|5|10)y/.test(windowIn(question) ?? '') ? 10 : 2 },
      },
    ];
  },
  research: ({ securities }) => [{ tool: 'seasonality', input: { tickers: securities.map(({ key }) => key) } }],
  write(question, found) {
    const { securities } = question;
    const [first] = securities;
    if (first === undefined) return null;
    if (securities.length === 1) return single(question, found, first);
    const key =
      keyOf(question) ?? (/\bprice|trading|quote/.test(question.plain) ? 'signal.price' : 'price_history.return_1y');
    const all = placed(securities, found, key);
    if (all.length < 2) return single(question, found, all[0]?.security ?? first);
    if (key === 'signal.price')
      return {
        headline: say`${listed(all.map(({ security, fact }) => say`${fullName(security)} closed at ${fact}`))}.`,
        lines: kept(all.map(({ security }) => priceLine(found, security.key))),
        coverage: all.length / securities.length,
      };
    const others = WINDOWS.filter(
      (window) => `price_history.${window}` !== key && ['return_1m', 'return_1y'].includes(window),
    );
    const lines = others.map((window) =>
      listed(
        placed(securities, found, `price_history.${window}`).map(
          ({ security, fact }) => say`${signed(fact)} for ${security.key}`,
        ),
      ),
    );
    return {
      headline: comparedHeadline(all, question.plain),
      lines: kept([
        ...all.map(({ security }) => priceLine(found, security.key)),
        ...lines.map((line, index) =>
          line.text === ''
            ? NO_LINE
            : say`The return ${others[index] === 'return_1m' ? 'over one month' : 'over one year'}: ${line}.`,
        ),
        ...all.map(({ security }) => riskLine(found, security.key)),
      ]),
      coverage: share(securities, ({ key: id }) => found.number(key, id) !== undefined),
    };
  },
};
