import type { Fact, NumberFact } from '../facts/fact.js';
import { entryOf, type Evidence } from './evidence.js';
import { entryNames } from './measures.js';
import type { Place } from './place.js';
import { stemOf } from './vocabulary.js';

/** A name in a sentence, and the entries of one list that have it. */
interface Named {
  readonly start: number;
  readonly end: number;
  readonly entries: ReadonlySet<string>;
}

interface Word {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const wordsIn = (sentence: string): readonly Word[] =>
  Array.from(sentence.matchAll(/[\p{L}\p{N}_’']+/gu), ({ index, 0: raw }) => ({
    stem: stemOf(raw),
    start: index,
    end: index + raw.length,
  }));

/** Where a name stands: its words together, in any order. */
function placesOf(name: readonly string[], words: readonly Word[]): readonly Omit<Named, 'entries'>[] {
  if (name.length === 0) return [];
  return words.flatMap((first, at) => {
    const run = words.slice(at, at + name.length);
    const last = run.at(-1);
    const isName = run.length === name.length && name.every((stem) => run.some((word) => word.stem === stem));
    return isName && last !== undefined ? [{ start: first.start, end: last.end }] : [];
  });
}

/** The names of the entries of `fact`'s list in a sentence, in their order; of names that overlap, the longer one. */
function namesIn(sentence: string, fact: NumberFact, { entries }: Evidence): readonly Named[] {
  const words = wordsIn(sentence);
  const found = new Map<string, { readonly start: number; readonly end: number; readonly entries: Set<string> }>();
  for (const [key, facts] of entries) {
    const [one] = facts;
    if (one?.tool !== fact.tool || one.source.ref !== fact.source.ref) continue;
    for (const place of (entryNames(facts) ?? []).flatMap((name) => placesOf(name, words))) {
      const at = `${place.start} ${place.end}`;
      const known = found.get(at) ?? { ...place, entries: new Set<string>() };
      known.entries.add(key);
      found.set(at, known);
    }
  }
  const all = [...found.values()].sort((one, other) => one.start - other.start || other.end - one.end);
  const isWithin = (one: Named, other: Named): boolean =>
    one !== other && one.start < other.end && other.start < one.end && one.end - one.start < other.end - other.start;
  return all.filter((one) => !all.some((other) => isWithin(one, other)));
}

/** The entries that all of some names are of; none if they are of several. */
const shared = (names: readonly Named[]): ReadonlySet<string> =>
  new Set([...(names[0]?.entries ?? [])].filter((key) => names.every(({ entries }) => entries.has(key))));

/** "+5.5% in September and …", "2 extreme gaps": what leads from a number to the name of its entry. */
const LEADS = /^(?:[^;:.,()]{0,40}\b(?:in|of|for|on|at|from|by)\s(?:the\s)?|\s)$/i;
const JOINS = /\b(?:and|with|while|but)\b/i;

/** Whether an entry is about the same subjects as a fact. */
const isOfSame = (entry: readonly Fact[] | undefined, { subjects }: NumberFact): boolean =>
  entry !== undefined && entry.some((each) => each.subjects.join() === subjects.join());

/**
 * Whether a sentence tells a number of another entry of a list than `fact` is of: of that which all its names are of.
 * Of several entries, it is of the one that is named right after it, or else of the one that is named since the number
 * before. "September and March averaged 5.5% and 1.2%" names two, of which it tells the numbers in their order; that is
 * left open.
 */
export function isOfOtherEntry(fact: NumberFact, { sentence, quantity, from, next, evidence }: Place): boolean {
  const names = namesIn(sentence, fact, evidence);
  const own = names.filter(({ entries }) => [...entries].some((key) => isOfSame(evidence.entries.get(key), fact)));
  const all = shared(own);
  if (all.size > 0 && !all.has(entryOf(fact))) return true;
  if (names.length < 2 || shared(names).size > 0) return false;
  const after = names.filter(({ start }) => start >= quantity.end && (next === undefined || start < next.start));
  const [nearest] = after;
  const between = nearest === undefined ? '' : sentence.slice(quantity.end, nearest.start);
  if (nearest !== undefined && LEADS.test(between) && !JOINS.test(between)) return !nearest.entries.has(entryOf(fact));
  const since = shared(names.filter(({ start, end }) => start >= from && end <= quantity.start));
  return since.size > 0 && !since.has(entryOf(fact));
}
