import type { Fact, NumberFact } from '../facts/fact.js';
import { stemOf, stemsIn } from './vocabulary.js';

/** Words of labels that do not tell one measure from another. */
const IDLE = new Set(['of', 'the', 'a', 'an', 'in', 'to', 'this', 'for', 'and', 'rat', 'size', 'bound'].map(stemOf));
const UP_OR_DOWN =
  `rise fall gain lose slip decline drop grow increase decrease advance climb edge up down move change`.split(' ');

/** How texts say a measure besides by its label, each as words that stand together in any order. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  price: [
    'close',
    'closing price',
    'trades',
    'trading',
    'priced',
    'cost',
    'last price',
    'stands',
    'stock price',
    'share price',
    'price',
  ],
  'previous close': ['from', 'previous', 'prior', 'before', 'earlier'],
  'change of the session': UP_OR_DOWN,
  volume: ['share change hands', 'traded', 'trading volume', 'share traded'],
  'volume ratio': ['volume', 'average volume', 'volume mean', 'volume time average'],
  gaps: ['gapped', 'gap', 'gap cases'],
  'gaps up': ['gapped up', 'up gap'],
  'gaps down': ['gapped down', 'down gap'],
  'frequency of gaps': ['gapped session', 'gap session', 'gapped', 'gap'],
  'fill rate': ['gap fill', 'fill'],
  'fill rate of gaps up': ['gap up fill', 'up gap fill'],
  'fill rate of gaps down': ['gap down fill', 'down gap fill'],
  'follow-through of gaps up': ['gap up follow'],
  'follow-through of gaps down': ['gap down follow'],
  'earnings per share': ['earned share', 'earned a share'],
  'net income': ['profit', 'earned', 'net profit'],
  'growth of revenue': ['revenue grow', 'sales grow'],
  'growth of earnings per share': ['earnings per share grow', 'EPS grow'],
  'composite score': ['score', 'composite', 'points', 'composite signal score', 'reads'],
  'days to the next report': ['report days', 'days'],
};
/** Factors of a score are also called so. */
const SCORED = new Set(['technical', 'momentum', 'fundamentals', 'microstructure', 'options flow', 'confidence']);

const alternativesOf = new WeakMap<NumberFact, readonly (readonly string[])[]>();

const wordsOf = (text: string): readonly string[] => [...new Set(stemsIn(text).filter((word) => !IDLE.has(word)))];

function alternatives(fact: NumberFact): readonly (readonly string[])[] {
  const known = alternativesOf.get(fact);
  if (known !== undefined) return known;
  const { label, terms, noun, unit } = fact;
  const said = SAID[label] ?? [];
  const own = [
    label,
    ...terms,
    ...said,
    ...(unit === 'count' && noun !== '' ? [noun] : []),
    ...(SCORED.has(label) ? [`${label} score`] : []),
  ];
  const all = own.map(wordsOf).filter((words) => words.length > 0);
  alternativesOf.set(fact, all);
  return all;
}

/** How closely words name a measure: the most words of one of its names that are all among them; 0 if none is. */
export function naming(fact: NumberFact, words: ReadonlySet<string>): number {
  let most = 0;
  for (const name of alternatives(fact))
    if (name.length > most && name.every((word) => words.has(word))) most = name.length;
  return most;
}

/** Whether the whole label of a measure is among words. */
export const isLabelled = (fact: NumberFact, words: ReadonlySet<string>): boolean =>
  alternatives(fact)[0]?.every((word) => words.has(word)) ?? false;

/**
 * Words that name the entry of a list: "large gaps up" of a row that is called so. Null if the entry has no name of its
 * own.
 */
export function entryNames(entry: readonly Fact[]): readonly (readonly string[])[] | null {
  const texts = entry.flatMap((fact) =>
    fact.kind === 'text' && !fact.isUntrusted ? [fact.value.replace(/\s*\([^)]*\)/g, '')] : [],
  );
  return texts.length === 0 ? null : texts.map((text) => [...new Set(stemsIn(text))]);
}
