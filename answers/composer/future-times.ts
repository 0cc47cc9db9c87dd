import { civilOf, dayOf, existingDay } from '../../calendar/days.js';
import type { Question } from './question.js';
import { DATE, MONTH, monthOf, YEAR } from './time-words.js';

/** Ways to name a day, a month or a year: its first day. */
const FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => number])[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, ([year, month, date]) => dayOf(Number(year), Number(month), Number(date))],
  [
    new RegExp(`\\b${DATE} (?:of )?${MONTH},? ${YEAR}\\b`),
    ([date, month, year]) => dayOf(Number(year), monthOf(month), Number(date)),
  ],
  [
    new RegExp(`\\b${MONTH} ${DATE},? ${YEAR}\\b`),
    ([month, date, year]) => dayOf(Number(year), monthOf(month), Number(date)),
  ],
  [new RegExp(`\\b${MONTH},? ${YEAR}\\b`), ([month, year]) => dayOf(Number(year), monthOf(month), 1)],
  [new RegExp(`\\b(?:in|during|of|for|by) ${YEAR}\\b`), ([year]) => dayOf(Number(year), 1, 1)],
];

const MOST_YEARS = 50;
const TO_COME = /\btomorrow\b|\bnext (?:week|month|quarter|year|(?:mon|tues|wednes|thurs|fri)day)\b/;

/** Whether a question names a time after today. */
export function namesTimeToCome({ plain, today }: Question): boolean {
  if (TO_COME.test(plain)) return true;
  const { year } = civilOf(today);
  return FORMS.some(([pattern, dayIn]) => {
    const found = pattern.exec(plain);
    // Far numbers are no years.
    return found !== null && dayIn(found.slice(1)) > today && civilOf(dayIn(found.slice(1))).year <= year + MOST_YEARS;
  });
}

/** Ways to name a day without its year. */
const WITHOUT_YEAR: readonly (readonly [RegExp, (parts: readonly string[]) => readonly [string, string]])[] = [
  [new RegExp(`\\b${DATE} (?:of )?${MONTH}\\b`), ([date = '', month = '']) => [month, date]],
  [new RegExp(`\\b${MONTH} (?:the )?${DATE}\\b`), ([month = '', date = '']) => [month, date]],
];

/** The day to come that a question names, since 1970-01-01; without a year, the next one unless it tells of past. */
export function dayAheadIn({ plain, today }: Question): number | null {
  for (const [pattern, dayIn] of FORMS.slice(0, 3)) {
    const found = pattern.exec(plain);
    if (found !== null) return dayIn(found.slice(1)) > today ? dayIn(found.slice(1)) : null;
  }
  if (/\b(?:did|was|were|had|happened|reported)\b/.test(plain)) return null;
  for (const [pattern, partsOf] of WITHOUT_YEAR) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const [month, date] = partsOf(found.slice(1));
    const { year } = civilOf(today);
    const day = existingDay(year, monthOf(month), Number(date));
    return day !== null && day > today ? day : existingDay(year + 1, monthOf(month), Number(date));
  }
  return null;
}
