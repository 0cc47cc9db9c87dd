import type { DateFact, Fact, NumberFact, QuarterFact } from '../facts/fact.js';
import { agreesWith, type DateMention } from './dates.js';
import { entryOf, isOf, type Evidence } from './evidence.js';
import { quotationsIn } from './sentences.js';
import { PLAIN_WORDS, stemOf, stemsIn } from './vocabulary.js';

/** A day, or the year of something: what a date of a sentence may be. */
export type Dated = DateFact | QuarterFact | NumberFact;

/** Where a date stands. */
export interface DatePlace {
  readonly mention: DateMention;
  /** The sentence with its quotations. */
  readonly text: string;
  /** The sentence without them. */
  readonly sentence: string;
  /** All dates of the sentence, in its order. */
  readonly dates: readonly DateMention[];
  readonly owners: readonly string[];
  readonly evidence: Evidence;
}

const BREAK = /[;:(]|,\s|\b(?:and|while|whereas|but)\b/giu;
/** Words of labels that do not say which day one is. */
const IDLE = new Set(['of', 'the', 'a', 'an', 'in', 'to', 'on', 'day', 'date', 'year'].map(stemOf));

/** Words before a date that may say of what it is: of its part of the sentence, or of the part before an empty one. */
function wordsBefore({ sentence, mention, dates }: DatePlace): readonly string[] {
  const from = dates.filter(({ end }) => end <= mention.start).at(-1)?.end ?? 0;
  const parts = sentence.slice(from, mention.start).split(BREAK).map(stemsIn);
  return parts.findLast((words) => words.some((word) => !/^(?:on|in|at|of|the|for|\d+)$/.test(word))) ?? [];
}

/** Words after a date, as far as the next number or part of the sentence. */
function wordsAfter({ sentence, mention, dates }: DatePlace, isOpening: boolean): readonly string[] {
  const to = dates.find(({ start }) => start >= mention.end)?.start ?? sentence.length;
  const all = sentence.slice(mention.end, to);
  // "On 9 December 2026, the …"
  const after = isOpening ? all.replace(/^\s?,\s/, ' ') : all;
  return stemsIn(after.split(/[;:(\d$]|,\s|\b(?:and|while|whereas|but)\b/iu)[0] ?? '');
}

/** What the label of a day names it by, if it says more than one word. */
function labelWords({ label }: Dated): readonly string[] {
  const words = stemsIn(label).filter((word) => !IDLE.has(word));
  return words.length > 1 && !label.startsWith('start of') ? words : [];
}

/** The words by which the entry of a list is told from others: of its own texts, other than plain ones. */
function entryWords(fact: Fact, { entries }: Evidence): ReadonlySet<string> {
  const texts = (fact.row === null ? undefined : entries.get(entryOf(fact))) ?? [];
  const words = texts.flatMap((each) =>
    each.kind === 'text' && !each.isUntrusted ? stemsIn(each.value.replace(/\s*\([^)]*\)/g, '')) : [],
  );
  return new Set(words.filter((word) => !PLAIN_WORDS.has(word)));
}

/** How many words name a day: its whole label, or what its entry is called. */
function nameScore(fact: Dated, words: ReadonlySet<string>, evidence: Evidence): number {
  const label = labelWords(fact);
  const ofLabel = label.length > 0 && label.every((word) => words.has(word)) ? label.length : 0;
  return ofLabel + [...entryWords(fact, evidence)].filter((word) => words.has(word)).length;
}

const isDated = (fact: Fact): fact is Dated =>
  fact.kind === 'date' || fact.kind === 'quarter' || (fact.kind === 'number' && fact.unit === 'year');

/** The days of the same source that words name better than `fact`. */
function isNamedBetter(fact: Dated, words: ReadonlySet<string>, { evidence, owners }: DatePlace): boolean {
  const own = nameScore(fact, words, evidence);
  return evidence.facts.some(
    (other) =>
      isDated(other) &&
      other.tool === fact.tool &&
      other.source.ref === fact.source.ref &&
      isOf(other, owners) &&
      nameScore(other, words, evidence) > own,
  );
}

/** "Its newest story was published on …": none of the list is newer. */
function isOldOfNewest(fact: Dated, words: readonly string[], { evidence, owners }: DatePlace): boolean {
  const isNewest = words.some((word) => /^(?:newest|latest|recent)$/.test(word));
  return (
    isNewest &&
    fact.kind === 'date' &&
    fact.row !== null &&
    evidence.dates.some(
      (other) => other.kind === 'date' && other.key === fact.key && isOf(other, owners) && other.value > fact.value,
    )
  );
}

/** "Filed its Q3 2026 report on …": the quarter that is named before the day is that of its entry. */
function isOfOtherQuarter(fact: Dated, { mention, dates, evidence }: DatePlace): boolean {
  const before = dates.filter(({ end }) => end <= mention.start).at(-1);
  const own = (fact.row === null ? [] : (evidence.entries.get(entryOf(fact)) ?? [])).filter(
    (each) => each.kind === 'quarter' && each.subjects.join() === fact.subjects.join(),
  );
  if (fact.kind !== 'date' || before === undefined || before.quarter === null || own.length === 0) return false;
  return !own.some(
    (each) =>
      each.kind === 'quarter' && each.quarter === before.quarter && (before.year === null || before.year === each.year),
  );
}

/** A date beside a quotation is of the entry that has the quoted text. */
function isOfOtherQuotation({ mention, text, evidence }: DatePlace): boolean {
  const quoted = new Set(quotationsIn(text).map(({ content }) => content));
  const days = evidence.facts
    .filter((fact) => fact.kind === 'text' && fact.row !== null && quoted.has(fact.value))
    .flatMap((fact) => evidence.entries.get(entryOf(fact)) ?? [])
    .filter((fact) => fact.kind === 'date');
  return days.length > 0 && !days.some(({ value }) => agreesWith(mention, value));
}

/**
 * Whether what a sentence says of a date fits a day of the facts: not where its words name another day of the same
 * source, the quarter or the quoted text of another entry, or the newest one of a list.
 */
export function isDayMeant(fact: Dated, place: DatePlace): boolean {
  const { text, mention } = place;
  const before = wordsBefore(place);
  const [named, after] = [new Set(before), new Set(wordsAfter(place, before.length === 0))];
  if (isOldOfNewest(fact, before, place) || isOfOtherQuarter(fact, place) || isOfOtherQuotation(place)) return false;
  // "$2.56 (2024)" dates the number, and "since 2020" a period.
  const lead = text.slice(0, mention.start);
  if (/\b(?:since|from|to|until|through)\s(?:the\s)?$/i.test(lead)) return true;
  if (lead.endsWith('(') && text[mention.end] === ')') return true;
  const isNamedBefore = evidenceNames(named, place);
  return !isNamedBetter(fact, isNamedBefore ? named : after, place);
}

const evidenceNames = (words: ReadonlySet<string>, { evidence, owners }: DatePlace): boolean =>
  evidence.facts.some((fact) => isDated(fact) && isOf(fact, owners) && nameScore(fact, words, evidence) > 0);

/** Whether a time of day is of the entry that a sentence names, and of the day that stands before it. */
export function isTimeMeant(time: string, place: DatePlace): boolean {
  const { mention, sentence, dates, owners, evidence } = place;
  const day = dates.filter(({ end, time: other }) => end <= mention.start && other === null).at(-1);
  const words = new Set(stemsIn(sentence.slice(0, mention.start)));
  const entries = [...evidence.entries.values()].filter((facts) =>
    facts.some((fact) => fact.kind === 'text' && fact.label === 'time' && isOf(fact, owners)),
  );
  if (entries.length === 0) return true;
  const scoreOf = (facts: readonly Fact[]): number =>
    [...(facts[0] === undefined ? [] : entryWords(facts[0], evidence))].filter((word) => words.has(word)).length;
  const most = Math.max(...entries.map(scoreOf));
  return entries.some(
    (facts) =>
      facts.some((fact) => fact.kind === 'text' && fact.label === 'time' && fact.value.includes(time)) &&
      scoreOf(facts) === most &&
      (day === undefined || facts.some((fact) => fact.kind === 'date' && agreesWith(day, fact.value))),
  );
}
