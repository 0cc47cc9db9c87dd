import { civilOf, dayOf, weekdayOf } from '../../calendar/days.js';
import type { Line } from './line.js';
import type { Question } from './question.js';
import { DATE, HALF, MONTH, MONTH_NAMES, monthOf, QUARTER, quarterOf, WEEKDAYS, YEAR } from './time-words.js';

/** What happened, or was: a month or a day without a year is then the latest one. */
const TOLD_AS_PAST = /\b(?:did|was|were|closed|had|happened|returned|gained|lost|rose|fell|went|earlier|back in)\b/;
/** What is usual of a month is no time in the past. */
const USUAL =
  /\b(?:usual\w*|typical\w*|historical\w*|normal\w*|average|median|generally|seasonal\w*|tends?|every|each|years?)\b/;

/** What a question names of a time in the past: the words that an answer about it has. */
type Wanted = (parts: readonly string[], question: Question) => readonly string[] | null;

/** "4 March 2019", as answers write it. */
function dayText(day: number): string {
  const { year, month, day: date } = civilOf(day);
  return `${date} ${MONTH_NAMES[month - 1] ?? ''} ${year}`;
}

const pastDay = (day: number, { today }: Question): readonly string[] | null => (day < today ? [dayText(day)] : null);

/** A day of this year, or of the last one if it is still to come and the question tells it as past. */
function dayWithoutYear(month: number, date: number, question: Question): readonly string[] | null {
  const { year } = civilOf(question.today);
  const day = dayOf(year, month, date);
  return day >= question.today && TOLD_AS_PAST.test(question.plain)
    ? pastDay(dayOf(year - 1, month, date), question)
    : pastDay(day, question);
}

function monthWithYear(month: number, year: number, { today }: Question): readonly string[] | null {
  const now = civilOf(today);
  return year < now.year || (year === now.year && month < now.month)
    ? [`${MONTH_NAMES[month - 1] ?? ''} ${year}`]
    : null;
}

function monthWithoutYear(month: number, question: Question): readonly string[] | null {
  if (!TOLD_AS_PAST.test(question.plain) || USUAL.test(question.plain)) return null;
  const now = civilOf(question.today);
  return monthWithYear(month, month < now.month ? now.year : now.year - 1, question);
}

/** Ways to name a time, the more exact before the less; what one reads is hidden from those after it. */
const FORMS: readonly (readonly [RegExp, Wanted])[] = [
  [
    /\b(\d{4})-(\d{2})-(\d{2})\b/g,
    ([year, month, date], question) => pastDay(dayOf(Number(year), Number(month), Number(date)), question),
  ],
  [
    new RegExp(`\\b${DATE} (?:of )?${MONTH},? ${YEAR}\\b`, 'g'),
    ([date, month, year], question) => pastDay(dayOf(Number(year), monthOf(month), Number(date)), question),
  ],
  [
    new RegExp(`\\b${MONTH} ${DATE},? ${YEAR}\\b`, 'g'),
    ([month, date, year], question) => pastDay(dayOf(Number(year), monthOf(month), Number(date)), question),
  ],
  [
    new RegExp(`\\b${MONTH},? ${YEAR}\\b`, 'g'),
    ([month, year], question) => monthWithYear(monthOf(month), Number(year), question),
  ],
  [
    new RegExp(`\\b(?:on |the )?${DATE} (?:of )?${MONTH}\\b`, 'g'),
    ([date, month], question) => dayWithoutYear(monthOf(month), Number(date), question),
  ],
  [
    new RegExp(`\\b${MONTH} (?:the )?${DATE}\\b`, 'g'),
    ([month, date], question) => dayWithoutYear(monthOf(month), Number(date), question),
  ],
  [
    new RegExp(`\\b(?:in|during|of|for) ${YEAR}\\b`, 'g'),
    ([year], { today }) => (Number(year) < civilOf(today).year ? [year ?? ''] : null),
  ],
  [
    // "monthly returns MSFT 2023".
    new RegExp(`(?<=@s,? )${YEAR}(?=[?.!]?$)`, 'g'),
    ([year], { today }) => (Number(year) < civilOf(today).year ? [year ?? ''] : null),
  ],
  [
    new RegExp(`\\b(?:in|during|last) ${MONTH}\\b`, 'g'),
    ([month], question) => monthWithoutYear(monthOf(month), question),
  ],
  [/\bq([1-4]),? ?(?:of )?((?:19|20)\d{2})\b/g, ([quarter, year]) => [`Q${quarter ?? ''} ${year ?? ''}`]],
  [
    new RegExp(`\\b${QUARTER} quarter,? (?:of )?${YEAR}\\b`, 'g'),
    ([quarter = '', year = '']) => [`Q${quarterOf(quarter)} ${year}`],
  ],
  [new RegExp(`\\b(?:the )?${HALF},? (?:of )?${YEAR}\\b`, 'g'), () => []],
  // Which of the numbers is the month is not known.
  [/\b(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])\/\d{2,4}\b/g, () => []],
  [/\bday before yesterday\b/g, (_, question) => pastDay(question.today - 2, question)],
  [/\byesterday\b/g, (_, question) => pastDay(question.today - 1, question)],
  [
    new RegExp(`\\b(?:last|on|this past) (${WEEKDAYS.join('|')})\\b`, 'g'),
    ([name], question) => {
      if (!TOLD_AS_PAST.test(question.plain) && !/\b(?:last|this past) \w+day\b/.test(question.plain)) return null;
      const back = (weekdayOf(question.today) - WEEKDAYS.indexOf(name ?? '') + 7) % 7;
      return pastDay(question.today - (back === 0 ? 7 : back), question);
    },
  ],
  [
    /\b(?:black friday|cyber monday|thanksgiving|christmas|boxing day|new year'?s?(?: eve| day)?|labor day|memorial day|independence day|election day|easter|halloween|covid|pandemic|financial crisis)\b/g,
    (_, { plain }) => (TOLD_AS_PAST.test(plain) || /\b(?:19|20)\d{2}\b/.test(plain) ? [] : null),
  ],
  // No sentence tells a time by its distance; the answer can not show that it has read one.
  [/\b(?:an?|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|years?) ago\b/g, () => []],
];

/** Whether a question names a time in the past of which no sentence tells. */
export function isPastUnread(question: Question, told: readonly Line[]): boolean {
  let rest = question.plain;
  const wanted: (readonly string[])[] = [];
  for (const [pattern, read] of FORMS)
    rest = rest.replace(pattern, (found: string, ...parts: unknown[]) => {
      const words = read(parts.filter((part): part is string => typeof part === 'string').slice(0, -1), question);
      if (words !== null) wanted.push(words);
      return '_'.repeat(found.length);
    });
  return wanted.some(
    (words) =>
      words.length === 0 ||
      !words.every((each) => told.some(({ text }) => new RegExp(`(?<!\\d)${each}\\b`).test(text))),
  );
}
