import type { Comparison } from './condition.js';
import type { Token } from './tokens.js';

/** What stands between two terms, or after one. */
export type Operator =
  | { readonly kind: 'or' | 'and' }
  | { readonly kind: 'between' | 'within' | 'in' }
  | { readonly kind: 'compare'; readonly operator: Comparison }
  | { readonly kind: 'cross'; readonly direction: 'above' | 'below' | 'either' }
  | { readonly kind: 'move'; readonly direction: 'up' | 'down' | 'either' }
  | { readonly kind: 'is'; readonly isNot: boolean }
  | { readonly kind: 'change' };

/** How tightly each binds its terms; `not` is between `and` and the tests. */
export const POWERS = { or: 1, and: 2, not: 3, test: 4 } as const;

const compare = (operator: Comparison): Operator => ({ kind: 'compare', operator });
const cross = (direction: 'above' | 'below' | 'either'): Operator => ({ kind: 'cross', direction });
const move = (direction: 'up' | 'down' | 'either'): Operator => ({ kind: 'move', direction });

/** Operators and the phrases for them, separated by `|`; a longer phrase goes before one that it begins with. */
const ROWS: readonly (readonly [Operator, string])[] = [
  [{ kind: 'or' }, 'or'],
  [{ kind: 'and' }, 'and'],
  [compare('<'), '<|below|under|less than|lower than|is below|is under|is less than|is lower than'],
  [compare('<='), '<=|at most|is at most|no more than|is no more than|not above|is not above'],
  [
    compare('>'),
    '>|above|over|more than|greater than|higher than|exceeds|is above|is over|is more than|is greater than',
  ],
  [compare('>'), 'is higher than'],
  [compare('>='), '>=|at least|is at least|no less than|is no less than|not below|is not below'],
  [compare('='), '=|equals|is equal to'],
  [compare('!='), '!=|is not equal to'],
  [{ kind: 'is', isNot: false }, 'is'],
  [{ kind: 'is', isNot: true }, 'is not'],
  [{ kind: 'in' }, 'in|is in|are in'],
  [{ kind: 'between' }, 'between|is between'],
  [{ kind: 'within' }, 'within|are within|is within'],
  [cross('above'), 'crosses above|crosses over|rises above|goes above|moves above|breaks above|climbs above'],
  [
    cross('below'),
    'crosses below|crosses under|falls below|drops below|goes below|moves below|breaks below|dips below',
  ],
  [cross('either'), 'crosses'],
  [move('either'), 'changes by|moves by'],
  [move('up'), 'rises by|gains|climbs by|increases by'],
  [move('down'), 'falls by|drops by|loses|declines by|decreases by'],
  [{ kind: 'change' }, 'changes|becomes|turns|flips'],
];

const PHRASES: ReadonlyMap<string, Operator> = new Map(
  ROWS.flatMap(([operator, phrases]) => phrases.split('|').map((phrase) => [phrase, operator] as const)),
);
const MOST_WORDS = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));

/** Words of operators, which name no ticker and no label. */
export const OPERATOR_WORDS: ReadonlySet<string> = new Set([...PHRASES.keys()].flatMap((phrase) => phrase.split(' ')));

const plain = ({ kind, text }: Token): string | null =>
  kind === 'word' ? text.toLowerCase() : kind === 'symbol' ? text : null;

/** The longest operator that begins at a token, and how many tokens it takes. */
export function operatorAt(
  tokens: readonly Token[],
  at: number,
): { readonly operator: Operator; readonly length: number } | null {
  for (let length = MOST_WORDS; length > 0; length -= 1) {
    const words = tokens.slice(at, at + length).map(plain);
    const operator = words.length === length && !words.includes(null) ? PHRASES.get(words.join(' ')) : undefined;
    if (operator !== undefined) return { operator, length };
  }
  return null;
}
