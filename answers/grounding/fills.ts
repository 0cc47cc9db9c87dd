import type { NumberFact } from '../facts/fact.js';

/** Says that gaps fill, or (`not`) that they do not. */
const FILLS = new RegExp(
  [
    String.raw`(?<not>\bun-?filled\b|\b(?:not|never|n[o’']t|without|fail(?:s|ed)? to)\s(?:be\s|been\s|yet\s)*fill(?:ed|s|ing)?\b`,
    String.raw`|n[’']t\sfill(?:ed)?\b|\b(?:stay(?:s|ed)?|remain(?:s|ed)?|left)\sopen\b)|\bfill(?:s|ed|ing)?\b`,
  ].join(''),
  'giu',
);

/** The part of a sentence after a number that may say what it is of. */
const AFTER = /^[^;.\d]{0,60}/;

/**
 * Whether a number is said to be of gaps that did not fill: by the first such words after it, or else by the last ones
 * before it, from the number before.
 */
export function isOfUnfilled(sentence: string, start: number, end: number, from: number): boolean {
  const [after] = (AFTER.exec(sentence.slice(end))?.[0] ?? '').matchAll(FILLS);
  const told = after ?? [...sentence.slice(from, start).matchAll(FILLS)].at(-1);
  return told?.groups?.['not'] !== undefined;
}

/** What a share of gaps that fill is for those that do not; any other fact is as it is. */
export function ofUnfilled(fact: NumberFact): NumberFact {
  const isShare = fact.unit === 'percent' && !fact.isChange && /^fill rate\b/.test(fact.label);
  return isShare ? { ...fact, value: 100 - fact.value } : fact;
}
