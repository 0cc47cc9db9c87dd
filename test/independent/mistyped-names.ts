import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Random } from '../../sources/simulated/random.js';
import { externalFile } from './datasets.js';

/** Characters from which on a name is mistyped. */
export const LEAST_MISTYPED = 5;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** What a spreadsheet made of names that begin with "=" or "+". */
const DAMAGED = '#NAME?';

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Distinct names of real companies, drawn without replacement from the reference data. */
export function realNames(count: number, random: Random): readonly string[] {
  const text = readFileSync(externalFile('private', 'crunchbase2013_companies.csv'), 'latin1');
  const rows = parse(text, { columns: true, relax_quotes: true, relax_column_count: true }) as readonly {
    name: string;
  }[];
  const names = [...new Set(rows.map(({ name }) => name.trim()))].filter((name) => name !== '' && name !== DAMAGED);
  for (let at = names.length - 1; at > 0; at -= 1) {
    const other = below(random, at + 1);
    [names[at], names[other]] = [names[other] ?? '', names[at] ?? ''];
  }
  return names.slice(0, count);
}

function letterOtherThan(character: string | undefined, random: Random): string {
  for (;;) {
    const letter = LETTERS.charAt(below(random, LETTERS.length));
    if (letter !== character?.toLowerCase()) return letter;
  }
}

/**
 * One edit, each kind with the same chance: a letter from a to z put in at any of the n + 1 places, any one of the n
 * characters left out, or any one replaced by another letter from a to z. Spaces and signs are characters too.
 */
export function withEdit(name: string, random: Random): string {
  const characters = Array.from(name);
  const kind = below(random, 3);
  const at = below(random, characters.length + (kind === 0 ? 1 : 0));
  if (kind === 0) characters.splice(at, 0, letterOtherThan(undefined, random));
  else if (kind === 1) characters.splice(at, 1);
  else characters.splice(at, 1, letterOtherThan(characters[at], random));
  return characters.join('');
}

/** Two edits one after the other; drawn again if the second undoes the first. */
export function withTwoEdits(name: string, random: Random): string {
  for (;;) {
    const mistyped = withEdit(withEdit(name, random), random);
    if (mistyped.toLowerCase() !== name.toLowerCase()) return mistyped;
  }
}

/** Two neighbours swapped, at any of the places where they differ; the name itself if there is none. */
export function withSwap(name: string, random: Random): string {
  const characters = Array.from(name);
  const places = characters.flatMap((character, at) => {
    const next = characters[at + 1];
    return next === undefined || next.toLowerCase() === character.toLowerCase() ? [] : [at];
  });
  const at = places[below(random, places.length)];
  if (at === undefined) return name;
  [characters[at], characters[at + 1]] = [characters[at + 1] ?? '', characters[at] ?? ''];
  return characters.join('');
}

/** Letters at random, which are no name. */
export function nonsense(length: number, random: Random): string {
  return Array.from({ length }, () => LETTERS.charAt(below(random, LETTERS.length))).join('');
}
