import type { Subject } from '../facts/fact.js';
import { hide } from './sentences.js';

/** A subject's name at a place of a sentence. */
export interface SubjectMention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

interface Name {
  readonly id: string;
  readonly pattern: RegExp;
  readonly length: number;
}

/** The stored names of a text at their places, each with all who have it. */
export type NameFinder = (
  text: string,
) => readonly { readonly start: number; readonly end: number; readonly ids: readonly string[] }[];

/** How texts name whom there are facts about, and others who are known. */
export interface NamePatterns {
  /** Of the subjects of facts, the longest first. */
  readonly own: readonly Name[];
  /** Everybody who is known, by all their names. */
  readonly known: NameFinder;
  /** Subjects by their own ids, and by those that the directory has for their names. */
  readonly byId: ReadonlyMap<string, readonly string[]>;
}

/** What may follow a name within a subject's name: "Inc", "Corp.". */
const LEGAL_END =
  /^(?:[\s,.&]|\b(?:inc|corp|corporation|co|company|ltd|limited|llc|lp|plc|group|holdings|class [a-z])\b)*$/i;

export function namePatterns(subjects: readonly Subject[], known: NameFinder): NamePatterns {
  const byId = new Map<string, readonly string[]>(subjects.map(({ id }) => [id, [id]]));
  for (const { id, names } of subjects) {
    for (const name of names) {
      const [first] = known(name);
      if (first === undefined || first.start > 0 || !LEGAL_END.test(name.slice(first.end))) continue;
      for (const other of first.ids) byId.set(other, [...new Set([...(byId.get(other) ?? []), id])]);
    }
  }
  return { own: patternsOf(subjects), known, byId };
}

function patternsOf(subjects: readonly Subject[]): readonly Name[] {
  return subjects
    .flatMap(({ id, names }) =>
      names.map((name) => {
        const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return {
          id,
          pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'gu'),
          length: name.length,
        };
      }),
    )
    .sort((one, other) => other.length - one.length);
}

/** A text without the names at their places. */
export const hideMentions = (text: string, mentions: readonly SubjectMention[]): string =>
  mentions.reduce(
    (rest, { start, end }) => rest.slice(0, start) + hide(rest.slice(start, end)) + rest.slice(end),
    text,
  );

/**
 * Whom a text names, in its order, and the text without the names. A name of several subjects is of each; one of
 * somebody who is known and of whom there are no facts is of that one.
 */
export function subjectsIn(
  text: string,
  names: NamePatterns,
): { readonly mentions: readonly SubjectMention[]; readonly rest: string } {
  const mentions: SubjectMention[] = [];
  for (const { id, pattern } of names.own) {
    for (const { index, 0: name } of text.matchAll(pattern)) {
      const end = index + name.length;
      const isWithin = mentions.some(
        (other) => index < other.end && end > other.start && !(index === other.start && end === other.end),
      );
      if (isWithin) continue;
      mentions.push({ id, start: index, end });
    }
  }
  const own = [...mentions];
  for (const { start, end, ids } of names.known(text)) {
    if (own.some((other) => start < other.end && end > other.start)) continue;
    const subjects = [...new Set(ids.flatMap((id) => names.byId.get(id) ?? []))];
    for (const id of subjects.length > 0 ? subjects : ids) mentions.push({ id, start, end });
  }
  return { mentions: mentions.sort((one, other) => one.start - other.start), rest: hideMentions(text, mentions) };
}

/** Between a number and the one whose it is: "71.2 for AAPL", "a 3.4% gain in MSFT". */
const BELONGS = /^(?:\s?[\p{L}%-]+|\s?\([^)\d]*\)){0,4}?\s(?:for|of|at|in|by)\s(?:the\s)?$/u;
const PRONOUN = /(?<![\p{L}])(?:it|its|the (?:stock|share|shares|company|fund|firm))(?![\p{L}])/iu;

/** What the sentences before were about. */
export interface Topic {
  /** Whom "it" stands for. */
  readonly first: string | null;
  readonly all: readonly string[];
}

export const NO_TOPIC: Topic = { first: null, all: [] };

/** What stands beside a subject only to be told apart from it: ", unlike Microsoft,". */
const ASIDE = /,\s(?:unlike|as opposed to|in contrast (?:to|with))\s[^,;:.\d]{1,60},/giu;

/** The mentions that a place may be said of: not those of an aside that ends before it, if there are others. */
function outsideAsides(
  sentence: string,
  place: { readonly start: number },
  mentions: readonly SubjectMention[],
): readonly SubjectMention[] {
  const asides = Array.from(sentence.matchAll(ASIDE), ({ index, 0: aside }) => ({
    start: index,
    end: index + aside.length,
  }));
  const before = asides.filter(({ end }) => end <= place.start);
  const main = mentions.filter(
    (mention) => !before.some(({ start, end }) => mention.start >= start && mention.end <= end),
  );
  return main.some(({ end }) => end <= place.start) ? main : mentions;
}

/**
 * Whose a number at a place is: the subject that it is said to belong to, or else the nearest one before it in its
 * sentence (but not one of an aside), or else the next one, or else those of the sentence before. Empty if no subject
 * has been named.
 */
export function ownersOf(
  sentence: string,
  place: { readonly start: number; readonly end: number },
  mentions: readonly SubjectMention[],
  topic: Topic,
): readonly string[] {
  const sameAs = (mention: SubjectMention): readonly string[] =>
    mentions.filter(({ start }) => start === mention.start).map(({ id }) => id);
  const next = mentions.find(({ start }) => start >= place.end);
  if (next !== undefined && BELONGS.test(sentence.slice(place.end, next.start))) return sameAs(next);
  const before = outsideAsides(sentence, place, mentions)
    .filter(({ end }) => end <= place.start)
    .at(-1);
  if (before !== undefined) return sameAs(before);
  if (PRONOUN.test(sentence.slice(0, place.start)) && topic.first !== null) return [topic.first];
  if (next !== undefined) return sameAs(next);
  return PRONOUN.test(sentence) && topic.first !== null ? [topic.first] : topic.all;
}

/** "AAPL and MSFT score 71.2 and 64.0, respectively": the number at this index is the subject's of the same index. */
export function respectiveOwner(
  sentence: string,
  index: number,
  count: number,
  mentions: readonly SubjectMention[],
): readonly string[] | null {
  if (!/\brespectively\b/i.test(sentence)) return null;
  const distinct = [...new Set(mentions.map(({ id }) => id))];
  const owner = distinct[index % distinct.length];
  return distinct.length < 2 || count % distinct.length !== 0 || owner === undefined ? null : [owner];
}
