import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent, type Reading } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { factorsOf, kept } from './signal.js';

/** What securities are compared by beside the composite, and how a sentence calls it. */
const MEASURES: readonly (readonly [key: string, name: string, isSigned: boolean])[] = [
  ['price_history.return_1y', 'the return over one year', true],
  ['earnings_setup.revenue_growth', 'the growth of revenue', true],
  ['earnings_setup.upside', 'the upside to the consensus price target', true],
  ['price_history.volatility', 'the volatility over one year', false],
];

interface Placed {
  readonly security: Entity;
  readonly fact: NumberFact;
}

/** Securities that have a figure, the largest first. */
export function placed(securities: readonly Entity[], found: Found, key: string): readonly Placed[] {
  return securities
    .flatMap((security) => {
      const fact = found.number(key, security.key);
      return fact === undefined ? [] : [{ security, fact }];
    })
    .sort((one, other) => other.fact.value - one.fact.value);
}

function measureLine(
  securities: readonly Entity[],
  found: Found,
  [key, name, isSigned]: (typeof MEASURES)[number],
): Line {
  const all = placed(securities, found, key);
  if (all.length < 2) return NO_LINE;
  const parts = all.map(({ security, fact }) => say`${isSigned ? signed(fact) : fact} for ${security.key}`);
  return say`By ${name}: ${listed(parts)}.`;
}

/** "52.5 − 48.1 = 4.4": of scores as they are shown. */
const difference = (one: NumberFact, other: NumberFact): string => (one.value - other.value).toFixed(1);

function headlineOf(ranked: readonly Placed[], found: Found): Line {
  const [best, second, ...rest] = ranked;
  if (best === undefined || second === undefined) return NO_LINE;
  const label = (security: Entity): Line => say`${found.text('signal.label', security.key) ?? ''}`;
  if (rest.length > 0) {
    const others = ranked.slice(1).map(({ security, fact }) => say`${security.key} (${fact})`);
    return say`${fullName(best.security)} has the strongest signal of these with ${best.fact} of 100 (${label(best.security)}), before ${listed(others)}.`;
  }
  if (best.fact.value === second.fact.value)
    return say`${fullName(best.security)} and ${fullName(second.security)} read alike: both have ${best.fact} of 100.`;
  return say`${fullName(best.security)} reads stronger than ${fullName(second.security)}: ${best.fact} of 100 (${label(best.security)}) for ${best.security.key} against ${second.fact} (${label(second.security)}) for ${second.security.key}.`;
}

/** Factors that a question may compare by instead of the composite. */
const FACTORS: readonly (readonly [RegExp, string, string])[] = [
  [/\bmomentum\b/, 'signal.momentum', 'momentum'],
  [/\bfundamentals?\b/, 'signal.fundamentals', 'fundamentals'],
  [/\btechnicals?\b/, 'signal.technical', 'technical factor'],
  [/\brsi\b/, 'signal.rsi', 'RSI'],
  [/\bvolumes?\b/, 'signal.volume', 'volume'],
  [/\bmicrostructure\b/, 'signal.microstructure', 'microstructure'],
  [/\bby (?:their |the )?confidence\b/, 'signal.confidence', 'confidence'],
  [/\bby (?:their |the )?(?:share |last |closing )?prices?\b/, 'signal.price', 'price'],
  [
    /\bby (?:their |the |today's )?(?:daily |session )?(?:changes?|moves?|gains?|loss(?:es)?)\b/,
    'signal.change',
    'change of the session',
  ],
  [
    /\bupside\b|\bby (?:their |the )?(?:price )?targets?\b/,
    'earnings_setup.upside',
    'upside to the consensus price target',
  ],
  [
    /\b(?:revenue|sales) growth\b|\bgrowth of (?:revenue|sales)\b/,
    'earnings_setup.revenue_growth',
    'growth of revenue',
  ],
  [
    /\b(?:eps|earnings) growth\b|\bgrowth of (?:eps|earnings)\b/,
    'earnings_setup.eps_growth',
    'growth of earnings per share',
  ],
];
const LOWEST = /\b(?:weakest|worst|lowest|weaker|lower|worse|least|ascending)\b/;

/** "RSI of 60.4", "volume of 3 million shares". */
const named = (name: string, fact: NumberFact): Line =>
  say`${name} of ${fact.isChange ? signed(fact) : fact}${name === 'volume' ? ' shares' : ''}`;

/** The securities by the factor that the question names; null if it names none, or fewer than two have it. */
function factorHeadline({ plain, securities }: Question, found: Found): Line | null {
  const [, key, name] = FACTORS.find(([pattern]) => pattern.test(plain)) ?? [];
  if (key === undefined || name === undefined) return null;
  const all = placed(securities, found, key);
  const ordered = LOWEST.test(plain) ? [...all].reverse() : all;
  if (ordered.length < 2) return null;
  return say`By ${name}, from ${LOWEST.test(plain) ? 'lowest to highest' : 'highest to lowest'}: ${listed(ordered.map(({ security, fact }) => say`${security.key} with ${/^[RUaeiou]/.test(name) ? 'an' : 'a'} ${named(name, fact)}`))}.`;
}

/** Which of several securities is the better one. */
export const INTENT: Intent = {
  name: 'comparison',
  signs: [
    [/@s(?:'s)? ?(?:or|vs\.?|versus|against|,|and|than|\/) ?(?:the )?@s/, 2],
    [
      /\b(?:compare[ds]?|comparison|better|which (?:one|of|is|has|stock|looks)|stronger|weaker|prefer|rank|versus|vs)\b/,
      1.2,
    ],
    [
      /^(?!.*\b(?:revenues?|sales|eps|earn\w*|income|profits?|dividends?|yields?|volatil\w*|risk\w*|gaps?|months?|worth|returns?|gain\w*|perform\w*|grow\w*)\b).*@s.*\b(?:vs\.?|versus|than)(?= .*@s)/,
      2.6,
    ],
  ],
  fits: ({ securities, holdings }) => securities.length > 1 && holdings === null,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'signal', input: { tickers } },
      { tool: 'price_history', input: { tickers, years: 1 } },
      { tool: 'earnings_setup', input: { tickers } },
    ];
  },
  research: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'news', input: { tickers, count: 6 } },
      { tool: 'street_grades', input: { tickers } },
      { tool: 'seasonality', input: { tickers } },
    ];
  },
  write(question, found) {
    const { securities } = question;
    const ranked = placed(securities, found, 'signal.score');
    const [best, second] = ranked;
    if (best === undefined || second === undefined) return null;
    const details = ranked.slice(0, 3).map(({ security: { key }, fact }) => {
      const factors = factorsOf(found, key)
        .slice()
        .sort((one, other) => (one.label < other.label ? -1 : 1))
        .map((factor) => say`${factor.label} ${factor}`);
      const confidence = found.number('signal.confidence', key);
      return say`${key} scores ${fact} with a confidence of ${confidence ?? ''}: ${joined(factors, ', ')}.`;
    });
    const gap =
      best.fact.value === second.fact.value
        ? NO_LINE
        : say`The difference between ${best.security.key} and ${second.security.key} is ${best.fact} − ${second.fact} = ${difference(best.fact, second.fact)} points.`;
    const readings = MEASURES.filter(([, , isSigned]) => isSigned).flatMap(([key, name]): readonly Reading[] => {
      const [top] = placed(securities, found, key);
      return top === undefined
        ? []
        : [{ subject: best.security.key, sign: top.security.id === best.security.id ? 1 : -1, name }];
    });
    const factor = factorHeadline(question, found);
    // Who is first by a figure that the question names does not depend on other readings.
    const isFigure = factor !== null || /\b(?:scores?|composite)\b/.test(question.plain);
    return {
      headline: factor ?? headlineOf(ranked, found),
      lines: kept([
        ...details.slice(0, 2),
        gap,
        ...MEASURES.map((measure) => measureLine(securities, found, measure)),
        ...details.slice(2),
      ]),
      coverage: share(securities, ({ key }) => found.number('signal.score', key) !== undefined),
      readings: isFigure ? [] : [{ subject: best.security.key, sign: 1, name: 'the composite' }, ...readings],
    };
  },
};
