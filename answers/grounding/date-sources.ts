import type { AnswerSource } from '../answers.js';
import { agreesWith, type DateMention } from './dates.js';
import { isOf, type Evidence } from './evidence.js';

/** Words before a date that say of what it is, and what the labels of such dates have. */
const DATED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:reports|report|reporting|report is (?:estimated|due|expected))\b/i, /report/],
  [/\breported\b/i, /filed|reported|last report/],
  [/\bfiled\b/i, /filed/],
  [/\bended\b/i, /end/],
];

/** What a sentence says a date is of, besides the number before it. */
function isDatedSo(sentence: string, { start }: DateMention, fact: { readonly label: string }): boolean {
  const before =
    sentence
      .slice(0, start)
      .split(/\b(?:and|while|but)\b|[;,]/)
      .at(-1) ?? '';
  const isOfNumber = /\d/.test(before);
  const said = DATED.find(([verb]) => verb.test(before));
  if (said !== undefined && !isOfNumber) return said[1].test(fact.label);
  return !/\bnext\b/.test(fact.label) || /\b(?:next|report|reports)\b/i.test(sentence);
}

/** Sources of what tells a date of these owners; null if nothing does. */
export function sourcesOfDate(
  mention: DateMention,
  owners: readonly string[],
  {
    evidence,
    sentence,
    isStrict,
  }: { readonly evidence: Evidence; readonly sentence: string; readonly isStrict: boolean },
): readonly AnswerSource[] | null {
  const { year, month, quarter, time } = mention;
  if (time !== null) return evidence.times.has(time) ? [] : null;
  const known = evidence.dates.filter((fact) => {
    if (!isOf(fact, owners)) return false;
    if (fact.kind === 'date')
      return quarter === null && agreesWith(mention, fact.value) && (!isStrict || isDatedSo(sentence, mention, fact));
    return month === null && (year === null || year === fact.year) && (quarter === null || quarter === fact.quarter);
  });
  const days = evidence.sourceDays.filter(
    (of) =>
      isOf(of, owners) &&
      quarter === null &&
      agreesWith(mention, of.value) &&
      (!isStrict || isDatedSo(sentence, mention, { label: 'time of the data' })),
  );
  const isYearAlone = month === null && quarter === null;
  const years = isYearAlone
    ? evidence.numbers.filter((fact) => fact.unit === 'year' && isOf(fact, owners) && fact.value === year)
    : [];
  const sources = [...known, ...years].map(({ source }) => source);
  return sources.length + days.length === 0 ? null : [...sources, ...days.map(({ source }) => source)];
}
