import {
  ASIDES,
  CLOSINGS,
  COMPARERS,
  DEALS,
  EMPHATICS,
  FUNDINGS,
  IGNORED,
  INTENSIFIERS,
  LOSINGS,
  NEGATORS,
  PER_SHARE,
  SUBORDINATES,
  TURNS,
} from './lexicon/grammar.js';
import { COUNTS, MEASURES, SITES } from './lexicon/measures.js';
import { MOVES } from './lexicon/moves.js';
import { TONES } from './lexicon/tones.js';
import type { Token } from './tokens.js';

/** What a word or phrase of the lexicon can be; a word may have several roles, and the rules choose. */
export interface Term {
  measure?: { readonly polarity: 1 | -1; readonly weight: number };
  move?: { readonly direction: 1 | -1; readonly place: 'intransitive' | 'transitive' | 'object' | 'comparative' };
  tone?: number;
  /** What can be opened or closed. */
  isSite?: boolean;
  isNegator?: boolean;
  isComparer?: boolean;
  isAside?: boolean;
  isTurn?: boolean;
  closing?: 1 | -1;
  isDeal?: boolean;
  isFunding?: boolean;
  isEmphatic?: boolean;
  isIntensifier?: boolean;
  isSubordinate?: boolean;
  isPerShare?: boolean;
}

/** A token, or the tokens of a phrase, with its term if the lexicon has one. */
export interface Item {
  readonly token: Token;
  readonly term: Term | null;
}

interface Phrase {
  readonly rest: readonly string[];
  readonly term: Term;
}

const splitEntries = (entries: string): string[] =>
  entries.split(',').map((entry) => entry.trim().replace(/\s+/g, ' '));

/** All forms of "base" or "base:past:participle", where "*" doubles the last consonant; a particle stays behind. */
function formsOf(entry: string): string[] {
  const [base = '', past, participle] = entry.replace('*', '').split(':');
  const [verb = '', ...particles] = base.split(' ');
  const stem = entry.includes('*') ? verb + verb.slice(-1) : verb;
  const soft = stem.endsWith('e') ? stem.slice(0, -1) : stem;
  const yStem = /[^aeiou]y$/.test(verb) ? verb.slice(0, -1) : null;
  const third = yStem === null ? verb + (/(?:s|x|sh|ch|o)$/.test(verb) ? 'es' : 's') : `${yStem}ies`;
  const regular = yStem === null ? `${soft}ed` : `${yStem}ied`;
  const own = [verb, third, `${soft}ing`, ...(past === undefined ? [regular] : [])].map((form) =>
    [form, ...particles].join(' '),
  );
  return [...own, ...(past === undefined ? [] : [past, participle ?? past])];
}

function lexicon(): Map<string, Phrase[]> {
  const terms = new Map<string, Term>();
  const add = (phrase: string, role: Term): void => void terms.set(phrase, { ...role, ...terms.get(phrase) });
  const addAll = (words: string | undefined, verbs: string | undefined, role: Term): void => {
    for (const phrase of words === undefined ? [] : splitEntries(words)) add(phrase, role);
    for (const phrase of verbs === undefined ? [] : splitEntries(verbs).flatMap(formsOf)) add(phrase, role);
  };
  for (const { nouns, ...measure } of MEASURES) addAll(nouns, undefined, { measure });
  addAll(COUNTS, undefined, { measure: { polarity: 1, weight: 0 } });
  for (const { words, verbs, ...move } of MOVES) addAll(words, verbs, { move });
  for (const { words, verbs, value } of TONES) addAll(words, verbs, { tone: value });
  addAll(SITES, undefined, { isSite: true });
  addAll(NEGATORS, undefined, { isNegator: true });
  addAll(COMPARERS, undefined, { isComparer: true });
  addAll(ASIDES, undefined, { isAside: true });
  addAll(undefined, TURNS, { isTurn: true });
  addAll(undefined, CLOSINGS, { closing: 1 });
  addAll(undefined, LOSINGS, { closing: -1 });
  addAll(DEALS, undefined, { isDeal: true });
  addAll(FUNDINGS, undefined, { isFunding: true });
  addAll(INTENSIFIERS, undefined, { isIntensifier: true });
  addAll(EMPHATICS, undefined, { isEmphatic: true });
  addAll(SUBORDINATES, undefined, { isSubordinate: true });
  addAll(PER_SHARE, undefined, { isPerShare: true });
  for (const phrase of splitEntries(IGNORED)) terms.set(phrase, {});
  const byFirst = new Map<string, Phrase[]>();
  for (const [phrase, term] of terms) {
    const [first = '', ...rest] = phrase.split(' ');
    const phrases = byFirst.get(first) ?? [];
    phrases.push({ rest, term });
    byFirst.set(
      first,
      phrases.sort((one, other) => other.rest.length - one.rest.length),
    );
  }
  return byFirst;
}

const LEXICON = lexicon();

/** The longest phrase of the lexicon at each position, else the single token. */
export function itemsOf(tokens: readonly Token[]): Item[] {
  const items: Item[] = [];
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i];
    if (token === undefined) break;
    const found = LEXICON.get(token.text)?.find(({ rest }) =>
      rest.every((word, k) => tokens[i + 1 + k]?.text === word),
    );
    const isContraction = found === undefined && token.text.endsWith("n't");
    items.push({ token, term: isContraction ? { isNegator: true } : (found?.term ?? null) });
    i += 1 + (found?.rest.length ?? 0);
  }
  return items;
}
