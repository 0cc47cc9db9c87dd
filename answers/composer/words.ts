import type { NumberFact } from '../facts/fact.js';
import type { Entity } from '../names/entity.js';
import { say, size, type Line } from './line.js';

/** "Apple (AAPL)"; a private company or a firm by its name. */
export const fullName = ({ kind, name, key }: Entity): string =>
  kind === 'security' && name !== key ? `${name} (${key})` : name;

/** A security by its ticker, anybody else by the name. */
export const shortName = ({ kind, name, key }: Entity): string => (kind === 'security' ? key : name);

/** "Apple’s", "Sachs’", "McDonald's"; a security by its name alone. */
export const possessive = (name: string): string => {
  if (/['’]s$/.test(name)) return name;
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
};

/** "rose 1.2%", "fell 0.54%", "was unchanged". */
export function moved(change: NumberFact, up = 'rose', down = 'fell'): Line {
  if (change.value === 0) return say`was unchanged at ${change}`;
  return change.value > 0 ? say`${up} ${size(change)}` : say`${down} ${size(change)}`;
}

/** What a price target implies: "an upside of +4.1%"; below the price no upside. */
export const implied = (upside: NumberFact | undefined): Line =>
  say`${(upside?.value ?? 0) < 0 ? 'an implied change' : 'an upside'} of ${upside ?? ''}`;

/** "An hour", "a unit". */
export const article = (noun: string): string =>
  /^[aeio]/i.test(noun) && !/^one\b/i.test(noun) ? `an ${noun}` : `a ${noun}`;

/** A sentence's first letter in upper case. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "a, b and c" of words without sources. */
export const wordList = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
