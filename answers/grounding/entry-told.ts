import type { Fact, NumberFact } from '../facts/fact.js';
import { agreesWith, type DateMention } from './dates.js';
import { entryOf, isOf } from './evidence.js';
import { entryNames } from './measures.js';
import { isOfYearBefore, isYearBefore } from './other-sides.js';
import type { Place } from './place.js';
import { isOfOtherEntry } from './told-entries.js';

/** The date or quarter that a sentence tells with a number: right after it, or else the last one before it. */
function periodOf({ sentence, quantity, next, dates }: Place): DateMention | null {
  const after = dates.find(({ start }) => start >= quantity.end && (next === undefined || start < next.start));
  // "$2.56 (2024)".
  if (after !== undefined && /^\s\($/.test(sentence.slice(quantity.end, after.start)) && sentence[after.end] === ')')
    return after;
  if (
    after !== undefined &&
    /^[^;.]{0,60}$/.test(sentence.slice(quantity.end, after.start)) &&
    /\b(?:in|of|for|on|at|from|since|reported for|ended)\s(?:the\s)?$/i.test(sentence.slice(0, after.start)) &&
    !/\b(?:and|with)\b/i.test(sentence.slice(quantity.end, after.start))
  )
    return after;
  return dates.filter(({ end }) => end <= quantity.start).at(-1) ?? null;
}

/** Facts that stand for one of several: their dates are of nothing else. */
const OF_ONE = /\b(?:largest|smallest|last|next|first|best|worst|highest|lowest|from)\b|\.(?:next|from|last_on)$/;

/** "From 4 January 2016 to 2 January 2026", where these are the first and the last day of the fact's source. */
function isInRangeOfSource(
  fact: NumberFact,
  period: DateMention,
  { sentence, dates, evidence, owners }: Place,
): boolean {
  const at = dates.indexOf(period);
  const range = [
    [dates[at - 1], period],
    [period, dates[at + 1]],
  ].find(([one, other]) => one && other && isRange(sentence, one, other));
  return (
    (range ?? []).length === 2 &&
    [STARTS, ENDS_OF_PERIOD].every((key, side) => {
      const mention = range?.[side];
      return (
        typeof mention?.day === 'number' &&
        evidence.dates.some(
          (each) =>
            key.test(each.key) && each.source.ref === fact.source.ref && isOf(each, owners) && agrees(mention, each),
        )
      );
    })
  );
}

const isRange = (sentence: string, one: DateMention, other: DateMention): boolean =>
  /\bfrom\s$/i.test(sentence.slice(0, one.start)) && /^\sto\s$/i.test(sentence.slice(one.end, other.start));

/** Dates from which on the figures of a source are. */
const STARTS = /\.from$/;
const ENDS_OF_PERIOD = /\.to$/;

const agrees = (mention: DateMention, fact: Fact): boolean =>
  fact.kind === 'date'
    ? mention.quarter === null && agreesWith(mention, fact.value)
    : fact.kind === 'quarter' &&
      mention.month === null &&
      mention.day === null &&
      mention.quarter === fact.quarter &&
      (mention.year === null || mention.year === fact.year);

/** Whether a sentence tells a number of its fact's own entry of a list, and of its own day or quarter. */
export function isEntryTold(fact: NumberFact, place: Place, inSentence: ReadonlySet<string>): boolean {
  const { sentence, quantity, evidence, owners } = place;
  const period = periodOf(place);
  if (fact.row !== null) {
    const entry =
      evidence.entries
        .get(entryOf(fact))
        ?.filter(
          (each) =>
            each.subjects.length === 0 || isOf(each, owners) || fact.subjects.some((id) => each.subjects.includes(id)),
        ) ?? [];
    const dated = entry.filter(({ kind }) => kind === 'date' || kind === 'quarter');
    const isQuarterly = entry.some(({ kind }) => kind === 'quarter');
    if (isQuarterly && isYearBefore(place)) return isOfYearBefore(fact, place);
    if (period !== null && dated.length > 0) {
      const isSourceDay = period.day !== null && agreesWith(period, fact.source.asOf.slice(0, 10)) && fact.row === 0;
      return isSourceDay || dated.some((each) => agrees(period, each));
    }
    if (isQuarterly)
      return fact.row === 0 || /\bfrom\s(?:about\s)?(?:US)?\$?$/i.test(sentence.slice(0, quantity.start));
    if (isOfOtherEntry(fact, place)) return false;
    const names = entryNames(entry);
    return (
      names === null ||
      names.some((words) => words.every((word) => inSentence.has(word))) ||
      (fact.subjects.length > 0 && !isBucket(entry))
    );
  }
  if (period === null || period.time !== null) return true;
  if (isInRangeOfSource(fact, period, place)) return true;
  // "In 2,514 sessions since 5 January 2016": from when all figures of the source are.
  const isSince = /\bsince\s$/i.test(sentence.slice(0, period.start));
  const isStart = (each: Fact): boolean =>
    each.source.ref === fact.source.ref && isOf(each, owners) && STARTS.test(each.key) && agrees(period, each);
  if (isSince && evidence.dates.some(isStart)) return true;
  if (!isSince && period.day !== null && agreesWith(period, fact.source.asOf.slice(0, 10))) return true;
  return evidence.dates.some((each) => {
    if (each.source.ref !== fact.source.ref || !isOf(each, owners) || !agrees(period, each)) return false;
    const [one, other] = [each.key, fact.key];
    if (one.startsWith(other) || other.startsWith(one)) return true;
    if (each.row !== null && each.row > 0) return false;
    return !OF_ONE.test(`${each.label} ${each.key}`) || (fact.noun === 'days' && /\bnext\b/.test(each.label));
  });
}

/** Entries that are groups of one subject's own figures: each needs its name. */
export const isBucket = (entry: readonly Fact[]): boolean => entry.some(({ label }) => label === 'size');
