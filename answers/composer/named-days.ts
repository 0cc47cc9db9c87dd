import { civilOf, dayOf, existingDay, weekdayOf } from '../../calendar/days.js';
import { lastWeekday, nthWeekday } from '../../calendar/new-york-time.js';
import { easterSunday } from '../../calendar/nyse.js';
import { COUNT, countOf } from './periods.js';
import type { Question } from './question.js';
import { DATE, MONTH, monthAndDate, monthOf, SLASHED, WEEKDAYS, YEAR } from './time-words.js';

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const;

/** Days that are called by name, on their own dates: whether they are observed on others is the calendar's to say. */
const NAMED: readonly (readonly [words: string, (year: number) => number])[] = [
  [String.raw`(?:christmas|xmas) eve`, (year) => dayOf(year, 12, 24)],
  [String.raw`(?:christmas|xmas)(?: day)?`, (year) => dayOf(year, 12, 25)],
  ['boxing day', (year) => dayOf(year, 12, 26)],
  [String.raw`new year'?s'? eve`, (year) => dayOf(year, 12, 31)],
  [String.raw`(?<!\b(?:chinese|lunar) )new year(?:'?s'?(?: day)?|(?= day\b))`, (year) => dayOf(year, 1, 1)],
  [String.raw`(?:mlk|martin luther king)(?:,? jr\.?)?(?:'?s)?(?: day)?`, (year) => nthWeekday(year, 1, MONDAY, 3)],
  [String.raw`president'?s?'? day|washington'?s birthday`, (year) => nthWeekday(year, 2, MONDAY, 3)],
  ['good friday', (year) => easterSunday(year) - 2],
  ['easter monday', (year) => easterSunday(year) + 1],
  ['easter(?: sunday)?', easterSunday],
  ['memorial day', (year) => lastWeekday(year, 5, MONDAY)],
  ['juneteenth', (year) => dayOf(year, 6, 19)],
  ['independence day|fourth of july', (year) => dayOf(year, 7, 4)],
  ['labou?r day', (year) => nthWeekday(year, 9, MONDAY, 1)],
  [String.raw`(?:columbus|indigenous peoples?'?s?) day`, (year) => nthWeekday(year, 10, MONDAY, 2)],
  ['halloween', (year) => dayOf(year, 10, 31)],
  [String.raw`veteran'?s?'? day`, (year) => dayOf(year, 11, 11)],
  ['black friday', (year) => nthWeekday(year, 11, THURSDAY, 4) + 1],
  [String.raw`(?<!\bcanadian )thanksgiving(?: day)?`, (year) => nthWeekday(year, 11, THURSDAY, 4)],
];
const NAMES = WEEKDAYS.join('|');
/** "The day after", "the Monday before". */
const BESIDE = `(?:(day|${NAMES}) (before|after) )?`;
const YEAR_AFTER = `(?:,? (?:of |in )?(${YEAR.slice(1, -1)}|this year|next year|last year))?`;
const AS_PAST = /\b(?:was|were|did|had)\b/;

/** The day on which a yearly one falls: in the year that is named, else the next one, or the last one as past. */
function yearlyDay(
  dayIn: (year: number) => number | null,
  year: string | undefined,
  question: Question,
): number | null {
  const { plain, today } = question;
  const now = civilOf(today).year;
  const said = year ?? /\b(this|next|last) year\b/.exec(plain)?.[0];
  if (said !== undefined) {
    const offset = { 'this year': 0, 'next year': 1, 'last year': -1 }[said];
    return dayIn(offset === undefined ? Number(said) : now + offset);
  }
  const days = [now - 1, now, now + 1].map(dayIn).filter((day) => day !== null);
  const found = AS_PAST.test(plain) ? days.findLast((day) => day <= today) : days.find((day) => day >= today);
  return found ?? null;
}

/** The day before or after another one, or the nearest weekday before or after it. */
function beside(day: number | null, what: string | undefined, side: string | undefined): number | null {
  if (day === null || what === undefined) return day;
  const step = side === 'before' ? -1 : 1;
  if (what === 'day') return day + step;
  let found = day + step;
  while (weekdayOf(found) !== WEEKDAYS.indexOf(what)) found += step;
  return found;
}

function weekdayNamed(which: string | undefined, name: string, { plain, today }: Question): number {
  const ahead = (WEEKDAYS.indexOf(name) - weekdayOf(today) + 7) % 7;
  if (which === 'last' || which === 'past' || which === 'previous') return today + (ahead - 7);
  if (which === 'next') return today + (ahead || 7);
  return which === undefined && AS_PAST.test(plain) ? today + (ahead === 0 ? 0 : ahead - 7) : today + ahead;
}

/** The Saturday of a weekend, or today at one. */
function weekendNamed(which: string | undefined, { plain, today }: Question): number {
  const isNow = [SUNDAY, SATURDAY].some((day) => day === weekdayOf(today));
  const ahead = (SATURDAY - weekdayOf(today) + 7) % 7;
  if (which === 'last' || (which === undefined && !isNow && AS_PAST.test(plain))) return today + (ahead || 7) - 7;
  if (which === 'next') return today + (ahead || 7);
  return isNow ? today : today + ahead;
}

type Read = (parts: readonly (string | undefined)[], question: Question) => number | null;

const dated = (year: string | undefined, month: number, date: string | undefined): number | null =>
  existingDay(Number(year), month, Number(date));
const yearly =
  (month: number, date: string | undefined): ((year: number) => number | null) =>
  (year) =>
    existingDay(year, month, Number(date));

/** Ways to name a day, the more exact before the less; what one reads is hidden from those after it. */
const FORMS: readonly (readonly [RegExp, Read])[] = [
  [/\bday before yesterday\b/g, (_, { today }) => today - 2],
  [/\bday after tomorrow\b/g, (_, { today }) => today + 2],
  ...NAMED.map(([words, dayIn]): readonly [RegExp, Read] => [
    new RegExp(`\\b${BESIDE}(?:${words})${YEAR_AFTER}(?![\\w'])`, 'g'),
    ([what, side, year], question) => beside(yearlyDay(dayIn, year, question), what, side),
  ]),
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([year, month, date]) => dated(year, Number(month), date)],
  [
    new RegExp(SLASHED, 'g'),
    ([first = '', second = '', year = '']) => {
      const [month, date] = monthAndDate(first, second);
      return dated(year.length === 2 ? `20${year}` : year, Number(month), date);
    },
  ],
  [
    /(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/g,
    ([first = '', second = ''], question) => {
      const [month, date] = monthAndDate(first, second);
      return yearlyDay(yearly(Number(month), date), undefined, question);
    },
  ],
  [
    new RegExp(`\\b${DATE} (?:of )?${MONTH}${YEAR_AFTER}\\b`, 'g'),
    ([date, month, year], question) => yearlyDay(yearly(monthOf(month), date), year, question),
  ],
  [
    new RegExp(`\\b${MONTH} (?:the )?${DATE}${YEAR_AFTER}\\b`, 'g'),
    ([month, date, year], question) => yearlyDay(yearly(monthOf(month), date), year, question),
  ],
  [/\b(?:tomorrow|tmrw)\b/g, (_, { today }) => today + 1],
  [/\byesterday\b/g, (_, { today }) => today - 1],
  [/\btoday\b/g, (_, { today }) => today],
  [new RegExp(`\\bin ${COUNT} days?\\b`, 'g'), ([count = ''], { today }) => today + countOf(count)],
  [
    new RegExp(`\\b(?:(last|past|previous|this|next|coming) )?(${NAMES})\\b`, 'g'),
    ([which, name = ''], question) => weekdayNamed(which, name, question),
  ],
  [/\b(?:(last|past|this|next|coming|the) )?weekends?\b/g, ([which], question) => weekendNamed(which, question)],
  [
    /\bthe (\d{1,2})(?:st|nd|rd|th)\b/g,
    ([date], { today }) => {
      const { year, month } = civilOf(today);
      const day = existingDay(year, month, Number(date));
      return day !== null && day >= today
        ? day
        : existingDay(month === 12 ? year + 1 : year, (month % 12) + 1, Number(date));
    },
  ],
];

/** What names days in a way that is not read. */
const OTHER_DAYS = new RegExp(
  `\\b(?:every (?:${NAMES})|(?:${NAMES})s|(?:chinese|lunar) new year|canadian thanksgiving|election day|` +
    `(?:next|last|this) (?:week|month)|between|${MONTH} (?:the )?\\d|\\d(?:st|nd|rd|th)? (?:of )?${MONTH}|` +
    String.raw`\d{1,2}/\d{1,2}|\d{4}-\d{2}|(?:before|until|till) _)`,
);

/** Days that a question names, in their order; `isWhole` is false if it names others in a way that is not read. */
export interface NamedDays {
  readonly days: readonly number[];
  readonly isWhole: boolean;
}

export function daysNamedIn(question: Question): NamedDays {
  let rest = question.plain;
  const found: { readonly at: number; readonly day: number | null }[] = [];
  for (const [pattern, read] of FORMS)
    rest = rest.replace(pattern, (text: string, ...all: unknown[]) => {
      const at = all.findIndex((part) => typeof part === 'number');
      found.push({ at: Number(all[at]), day: read(all.slice(0, at) as (string | undefined)[], question) });
      return '_'.repeat(text.length);
    });
  const ordered = found.sort((one, other) => one.at - other.at).map(({ day }) => day);
  const days = [...new Set(ordered.filter((day) => day !== null))];
  return { days, isWhole: !ordered.includes(null) && !OTHER_DAYS.test(rest) };
}

const MONTHS_NAMED = new RegExp(`\\b${MONTH}\\b`, 'g');

/** Years and months of which a question asks the holidays; empty years for the next ones. */
export function periodNamedIn({ plain, today }: Question): {
  readonly years: readonly number[];
  readonly months: readonly number[];
} {
  const now = civilOf(today).year;
  const said = [
    ...[...plain.matchAll(new RegExp(`\\b${YEAR}\\b`, 'g'))].map(([text]) => Number(text)),
    ...(/\bthis year\b/.test(plain) ? [now] : []),
    ...(/\bnext year\b/.test(plain) ? [now + 1] : []),
    ...(/\blast year\b/.test(plain) ? [now - 1] : []),
  ];
  const months = [...plain.matchAll(MONTHS_NAMED)].map(([text]) => monthOf(text));
  const [first, last] = [months[0] ?? 0, months.at(-1) ?? 0];
  const isRange = months.length === 2 && first < last && /\b(?:between|to|through|until|-)\b/.test(plain);
  return {
    years: [...new Set(said)].sort((one, other) => one - other),
    months: isRange ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : months,
  };
}
