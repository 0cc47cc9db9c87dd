import { civilOf, dayOf, existingDay, weekdayOf } from '../../calendar/days.js';
import { lastWeekday, nthWeekday } from '../../calendar/new-york-time.js';
import { easterSunday } from '../../calendar/nyse.js';
import { dayAheadIn } from './future-times.js';
import type { Question } from './question.js';
import { DATE, MONTH, monthOf, WEEKDAYS, YEAR } from './time-words.js';

const [MONDAY, THURSDAY, SATURDAY] = [1, 4, 6] as const;

/** Days that are called by name, on their own dates: whether they are observed on others is the calendar's to say. */
const NAMED: readonly (readonly [RegExp, (year: number) => number])[] = [
  [/\b(?:christmas|xmas) eve\b/, (year) => dayOf(year, 12, 24)],
  [/\b(?:christmas|xmas)\b/, (year) => dayOf(year, 12, 25)],
  [/\bboxing day\b/, (year) => dayOf(year, 12, 26)],
  [/\bnew year'?s'? eve\b/, (year) => dayOf(year, 12, 31)],
  [/\bnew year'?s?'?(?: day)?\b/, (year) => dayOf(year, 1, 1)],
  [/\b(?:mlk|martin luther king)\b/, (year) => nthWeekday(year, 1, MONDAY, 3)],
  [/\bpresident'?s?'? day\b|\bwashington'?s birthday\b/, (year) => nthWeekday(year, 2, MONDAY, 3)],
  [/\bgood friday\b/, (year) => easterSunday(year) - 2],
  [/\beaster monday\b/, (year) => easterSunday(year) + 1],
  [/\beaster(?: sunday)?\b/, easterSunday],
  [/\bmemorial day\b/, (year) => lastWeekday(year, 5, MONDAY)],
  [/\bjuneteenth\b/, (year) => dayOf(year, 6, 19)],
  [/\b(?:independence day|fourth of july)\b/, (year) => dayOf(year, 7, 4)],
  [/\blabou?r day\b/, (year) => nthWeekday(year, 9, MONDAY, 1)],
  [/\b(?:columbus|indigenous peoples'?) day\b/, (year) => nthWeekday(year, 10, MONDAY, 2)],
  [/\bveteran'?s?'? day\b/, (year) => dayOf(year, 11, 11)],
  [/\bblack friday\b|\bday after thanksgiving\b/, (year) => nthWeekday(year, 11, THURSDAY, 4) + 1],
  [/\bthanksgiving\b/, (year) => nthWeekday(year, 11, THURSDAY, 4)],
];
const WEEKDAY = new RegExp(`\\b(?:on|this|next|coming) (${WEEKDAYS.join('|')})\\b`);
const ANY_YEAR = new RegExp(`\\b${YEAR}\\b`);
const AS_PAST = /\b(?:was|were|did|had|last)\b/;

/** Days with their year, of any time. */
const WITH_YEAR: readonly (readonly [RegExp, (parts: readonly string[]) => number | null])[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, ([year, month, date]) => existingDay(Number(year), Number(month), Number(date))],
  [
    new RegExp(`\\b${DATE} (?:of )?${MONTH},? ${YEAR}\\b`),
    ([date, month, year]) => existingDay(Number(year), monthOf(month), Number(date)),
  ],
  [
    new RegExp(`\\b${MONTH} ${DATE},? ${YEAR}\\b`),
    ([month, date, year]) => existingDay(Number(year), monthOf(month), Number(date)),
  ],
];

/** The day of a yearly name: of the year that is named, else the next one, or the last one of what is told as past. */
function yearlyDay(dayIn: (year: number) => number, { plain, today }: Question): number {
  const named = ANY_YEAR.exec(plain)?.[1];
  if (named !== undefined) return dayIn(Number(named));
  const { year } = civilOf(today);
  const days = [year - 1, year, year + 1].map(dayIn);
  const found = AS_PAST.test(plain) ? days.findLast((day) => day < today) : days.find((day) => day >= today);
  return found ?? dayIn(year);
}

/** A day other than today that a question names, as a date, a weekday, a holiday or tomorrow; null for none. */
export function dayNamedIn(question: Question): number | null {
  const { plain, today } = question;
  if (/\btomorrow\b/.test(plain)) return today + 1;
  if (/\byesterday\b/.test(plain)) return today - 1;
  for (const [pattern, dayIn] of WITH_YEAR) {
    const found = pattern.exec(plain);
    if (found !== null) return dayIn(found.slice(1));
  }
  const yearly = NAMED.find(([pattern]) => pattern.test(plain));
  if (yearly !== undefined) return yearlyDay(yearly[1], question);
  const weekday = WEEKDAY.exec(plain)?.[1];
  if (weekday !== undefined) return today + ((WEEKDAYS.indexOf(weekday) - weekdayOf(today) + 7) % 7 || 7);
  if (/\bweekends?\b/.test(plain)) return today + ((SATURDAY - weekdayOf(today) + 7) % 7 || 7);
  return dayAheadIn(question);
}

/** The year of which the graph knows the sessions that a question names; null for none. */
export function yearNamedIn({ plain }: Question): number | null {
  const year = Number(ANY_YEAR.exec(plain)?.[1]);
  return year >= 1990 ? year : null;
}
