import type { NumberFact } from '../../facts/fact.js';
import { inWords } from '../../tools/inputs.js';
import type { ScreenBound, ScreenerInput } from '../../tools/screener.js';
import type { Found } from '../found.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import { wordList } from '../words.js';
import type { Filters } from './ranking-filters.js';
import type { Label } from './ranking-labels.js';

/** As they are told: what is named by one word stands before its stronger form. */
const TOLD_LABELS: readonly Label[] = ['BUY', 'STRONG_BUY', 'NEUTRAL', 'SELL', 'STRONG_SELL'];

/** " rated Buy or Strong Buy with a gain in the session". */
export function ratedText(
  { labels, session }: Pick<ScreenerInput, 'labels' | 'session'>,
  { without }: Pick<Filters, 'without'>,
): string {
  const told = TOLD_LABELS.filter((label) => labels?.includes(label) === true);
  const rated =
    labels === null
      ? ''
      : without.length > 0
        ? ` not rated ${wordList(without.map(inWords), 'or')}`
        : ` rated ${wordList(told.map(inWords), 'or')}`;
  const moved =
    session === null ? '' : session === 'UP' ? ' with a gain in the session' : ' with a loss in the session';
  return `${rated}${moved}`;
}

/** "Energy names rated Buy or Strong Buy with a gain in the session". */
export function groupOf(input: ScreenerInput, filters: Filters): string {
  const { sectors, outside } = filters;
  const { sector, kind } = input;
  const of =
    outside.length > 0 ? '' : sectors.length > 1 ? `${wordList(sectors)} ` : sector === null ? '' : `${sector} `;
  const beyond = outside.length === 0 ? '' : ` outside ${wordList(outside)}`;
  return `${of}${kind === 'ETF' ? 'funds' : 'names'}${beyond}${ratedText(input, filters)}`;
}

const BOUND_NAMES = {
  SCORE: 'a score',
  TECHNICAL: 'a technical factor',
  MOMENTUM: 'a momentum',
  FUNDAMENTALS: 'fundamentals',
  CHANGE_PCT: 'a change of the session',
  VOLUME: 'a volume',
  VOLUME_RATIO: 'a volume ratio',
} as const;

/** "above 60", "between 40 and 50"; nothing of a range without ends. */
export function rangeWords(low: NumberFact | undefined, high: NumberFact | undefined, isStrict: boolean): Line {
  const value = (fact: NumberFact): Line => (fact.unit === 'percent' && fact.value < 0 ? signed(fact) : say`${fact}`);
  if (low !== undefined && high !== undefined)
    return isStrict ? say`above ${value(low)} and below ${value(high)}` : say`between ${value(low)} and ${value(high)}`;
  const [only, words] =
    low === undefined ? [high, isStrict ? 'below' : 'of at most'] : [low, isStrict ? 'above' : 'of at least'];
  return only === undefined ? NO_LINE : say`${words} ${value(only)}`;
}

/** "a score above 60", "a momentum below 40 or above 60". `keys` begins the keys of the facts of the bounds. */
export function measureWords(
  bounds: readonly ScreenBound[],
  found: Found,
  keys: string,
  last: 'and' | 'or',
): readonly Line[] {
  const parts = bounds.map(({ of, isStrict }, row) => {
    const [low, high] = ['at_least', 'at_most'].map((key) => found.number(`${keys}${key}`, undefined, row));
    return { of, range: rangeWords(low, high, isStrict) };
  });
  return [...new Set(parts.map(({ of }) => of))].map(
    (of) =>
      say`${BOUND_NAMES[of]} ${listed(
        parts.filter((each) => each.of === of).map(({ range }) => range),
        last,
      )}`,
  );
}

/** " with a score above 60 and with a momentum between 40 and 50": all of them. */
export const boundsText = (bounds: readonly ScreenBound[], found: Found, keys: string): Line =>
  joined(
    measureWords(bounds, found, keys, 'and').map((words) => say` with ${words}`),
    ' and',
  );
