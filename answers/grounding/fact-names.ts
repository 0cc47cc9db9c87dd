import type { NumberFact } from '../facts/fact.js';

/** A text's words alone, so that a term is found as a whole. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const namesByFact = new WeakMap<NumberFact, readonly string[]>();

/**
 * The label of a fact and the other words for it, each between spaces; read once, as each number is compared with all
 * facts.
 */
function namesOf(fact: NumberFact): readonly string[] {
  const known = namesByFact.get(fact);
  if (known !== undefined) return known;
  const names = [fact.label, ...fact.terms].filter(({ length }) => length > 2).map((term) => ` ${wordsOf(term)} `);
  namesByFact.set(fact, names);
  return names;
}

/** "A year before" tells a time, and not what a figure is a year. */
const TIME_BEFORE = / a year (?=(?:before|ago|earlier) )/g;

/** Whether a stretch of text around a number names a fact by its label or another word for it. */
export function isNamedIn(text: string, fact: NumberFact): boolean {
  const plain = ` ${text} `.replace(TIME_BEFORE, ' ');
  return namesOf(fact).some((name) => plain.includes(name));
}
