import { civilOf, dayOf } from '../../calendar/days.js';
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
