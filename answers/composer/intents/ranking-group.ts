import type { NumberFact } from '../../facts/fact.js';
import { inWords } from '../../tools/inputs.js';
import type { ScreenerInput } from '../../tools/screener.js';
import type { Found } from '../found.js';
import { joined, NO_LINE, say, signed, type Line } from '../line.js';
import { wordList } from '../words.js';
import type { Filters } from './ranking-filters.js';

/** "Energy names rated Buy or better with a gain in the session". */
export function groupOf(
  { sector, kind, labels, session }: ScreenerInput,
  { sectors, outside, without }: Filters,
): string {
  const [label] = labels ?? [];
  const rated =
    label === undefined
      ? ''
      : without.length > 0
        ? ` not rated ${wordList(without.map(inWords), 'or')}`
        : labels?.length === 1
          ? ` rated ${label === 'STRONG_BUY' ? 'Strong Buy' : 'Strong Sell'}`
          : label === 'STRONG_BUY'
            ? ' rated Buy or Strong Buy'
            : ' rated Sell or Strong Sell';
  const moved =
    session === null ? '' : session === 'UP' ? ' with a gain in the session' : ' with a loss in the session';
  const of =
    outside.length > 0 ? '' : sectors.length > 1 ? `${wordList(sectors)} ` : sector === null ? '' : `${sector} `;
  const beyond = outside.length === 0 ? '' : ` outside ${wordList(outside)}`;
  return `${of}${kind === 'ETF' ? 'funds' : 'names'}${beyond}${rated}${moved}`;
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

/** " with a score above 60", " with a momentum between 40 and 50". */
export function boundsText({ bounds }: ScreenerInput, found: Found): Line {
  const parts = (bounds ?? []).map(({ of, isStrict }, row) => {
    const [low, high] = ['at_least', 'at_most'].map((key) => found.number(`screener.${key}`, undefined, row));
    const value = (fact: NumberFact): Line => (of === 'CHANGE_PCT' && fact.value < 0 ? signed(fact) : say`${fact}`);
    if (low !== undefined && high !== undefined)
      return say` with ${BOUND_NAMES[of]} between ${value(low)} and ${value(high)}`;
    const [only, words] =
      low === undefined ? [high, isStrict ? 'below' : 'of at most'] : [low, isStrict ? 'above' : 'of at least'];
    return only === undefined ? NO_LINE : say` with ${BOUND_NAMES[of]} ${words} ${value(only)}`;
  });
  return joined(parts, ' and');
}
