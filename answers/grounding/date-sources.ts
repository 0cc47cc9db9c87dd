import type { AnswerSource } from '../answers.js';
import type { Fact } from '../facts/fact.js';
import { agreesWith, type DateMention } from './dates.js';
import { isDayMeant, isTimeMeant, type DatePlace } from './dated-entries.js';
import { entryOf, isOf, type Evidence } from './evidence.js';

/** Words before a date that say of what it is, and what the labels of such dates have. */
const DATED: readonly (readonly [RegExp, RegExp])[] = [
  [/\bfiled\b/i, /filed/],
  [/\b(?:reports|report|reporting|report is (?:estimated|due|expected))\b/i, /report/],
  [/\breported\b/i, /filed|reported|last report/],
  [/\bended\b/i, /end/],
];

const QUARTER = /\bQ[1-4](?:\s(?:of\s)?\d{4})?\b/g;

/** What a sentence says a date is of, besides the number before it. */
function isDatedSo(sentence: string, { start }: DateMention, fact: { readonly label: string }): boolean {
  const before =
    sentence
      .slice(0, start)
      .split(/\b(?:and|while|but)\b|[;,]/)
      .at(-1) ?? '';
  const isOfNumber = /\d/.test(before.replace(QUARTER, ''));
  const said = DATED.find(([verb]) => verb.test(before));
  if (said !== undefined && !isOfNumber) return said[1].test(fact.label);
  return !/\bnext\b/.test(fact.label) || /\b(?:next|report|reports)\b/i.test(sentence);
}

/** Whether the entry of a list has a day of its own. */
const hasOwnDay = (fact: Fact, { entries }: Evidence): boolean =>
  fact.row !== null && (entries.get(entryOf(fact)) ?? []).some(({ kind }) => kind === 'date');

/** Sources of what tells a date of these owners; null if nothing does. Strictly, of what the sentence says it is of. */
export function sourcesOfDate(place: DatePlace, isStrict: boolean): readonly AnswerSource[] | null {
  const { mention, sentence, owners, evidence } = place;
  const { year, month, quarter, time } = mention;
  if (time !== null) return evidence.times.has(time) && (!isStrict || isTimeMeant(time, place)) ? [] : null;
  const known = evidence.dates.filter((fact) => {
    if (!isOf(fact, owners)) return false;
    if (fact.kind === 'date')
      return (
        quarter === null &&
        agreesWith(mention, fact.value) &&
        (!isStrict || (isDatedSo(sentence, mention, fact) && isDayMeant(fact, place)))
      );
    return month === null && (year === null || year === fact.year) && (quarter === null || quarter === fact.quarter);
  });
  const days = evidence.sourceDays.filter(
    (of) =>
      isOf(of, owners) &&
      quarter === null &&
      agreesWith(mention, of.value) &&
      (!isStrict || (!hasOwnDay(of, evidence) && isDatedSo(sentence, mention, of) && isDayMeant(of, place))),
  );
  const isYearAlone = month === null && quarter === null;
  const years = isYearAlone
    ? evidence.numbers.filter(
        (fact) =>
          fact.unit === 'year' && isOf(fact, owners) && fact.value === year && (!isStrict || isDayMeant(fact, place)),
      )
    : [];
  const sources = [...known, ...years].map(({ source }) => source);
  return sources.length + days.length === 0 ? null : [...sources, ...days.map(({ source }) => source)];
}
