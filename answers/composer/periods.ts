import { civilOf, dayOf, existingDay, parseIsoDate, weekdayOf } from '../../calendar/days.js';
import { monthSpan as monthDays, spanOf, type SpanUnit } from '../../calendar/spans.js';
import type { Question } from './question.js';
import {
  DATE,
  HALF,
  isFirstHalf,
  MONTH,
  monthAndDate,
  monthOf,
  QUARTER,
  quarterOf,
  SLASHED,
  WEEKDAYS,
  YEAR,
} from './time-words.js';

/**
 * Days of which a question asks for prices, since 1970-01-01; a change over them starts at the last close before
 * `from`.
 */
export interface Period {
  readonly from: number;
  readonly to: number;
  readonly isDay: boolean;
}

const COUNTS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
export const COUNT = `(an?|\\d{1,3}|${COUNTS.slice(1).join('|')})`;
const UNIT = '(day|week|month|year)s?';

export const countOf = (text: string): number =>
  /^an?$/.test(text) ? 1 : COUNTS.includes(text) ? COUNTS.indexOf(text) : Number(text);

const oneDay = (day: number): Period => ({ from: day, to: day, isDay: true });
const span = (from: number, to: number): Period => ({ from, to, isDay: false });

const stretch = (unit: SpanUnit, day: number): Period => ({ ...spanOf(unit, day), isDay: false });
const monthSpan = (year: number, month: number): Period => ({ ...monthDays(year, month), isDay: false });

/** The same day of an earlier month, or its last one. */
function monthsBack(day: number, months: number): number {
  const { year, month, day: date } = civilOf(day);
  const index = year * 12 + month - 1 - months;
  const { from, to } = monthSpan(Math.floor(index / 12), (index % 12) + 1);
  return Math.min(from + date - 1, to);
}

const BACK: Readonly<Record<string, (day: number, count: number) => number>> = {
  day: (day, count) => day - count,
  week: (day, count) => day - 7 * count,
  month: monthsBack,
  year: (day, count) => monthsBack(day, 12 * count),
};
const back = (day: number, count: string, unit: string): number => BACK[unit]?.(day, countOf(count)) ?? day;

/** The latest day of a month and date that is not to come. */
function dayWithoutYear(month: number, date: number, today: number): Period | null {
  const { year } = civilOf(today);
  const day = existingDay(year, month, date);
  const past = day !== null && day <= today ? day : existingDay(year - 1, month, date);
  return past === null ? null : oneDay(past);
}

function monthWithoutYear(month: number, today: number): Period {
  const now = civilOf(today);
  return monthSpan(month <= now.month ? now.year : now.year - 1, month);
}

const dated = (year: string, month: number, date: string): Period | null => {
  const day = existingDay(Number(year), month, Number(date));
  return day === null ? null : oneDay(day);
};

const CALENDAR: Readonly<Record<string, SpanUnit>> = { week: 'WEEK', month: 'MONTH', quarter: 'QUARTER', year: 'YEAR' };
const calendar = (unit: string, day: number): Period => stretch(CALENDAR[unit] ?? 'DAY', day);

/** "12/25/2024". */
function slashedDay(first: string, second: string, year: string): Period | null {
  const [month, date] = monthAndDate(first, second);
  return dated(year.length === 2 ? `20${year}` : year, Number(month), date);
}

type Read = (parts: readonly string[], today: number) => Period | null;

/** Ways to name a time, the more exact before the less; what one reads is hidden from those after it. */
const FORMS: readonly (readonly [RegExp, Read])[] = [
  [new RegExp(SLASHED, 'g'), ([first = '', second = '', year = '']) => slashedDay(first, second, year)],
  [
    /\b(\d{4}-\d{2}-\d{2})\b/g,
    ([text = '']) => {
      const day = parseIsoDate(text);
      return day === null ? null : oneDay(day);
    },
  ],
  [
    new RegExp(`\\b${DATE} (?:of )?${MONTH},? ${YEAR}\\b`, 'g'),
    ([date = '', month = '', year = '']) => dated(year, monthOf(month), date),
  ],
  [
    new RegExp(`\\b${MONTH} (?:the )?${DATE},? ${YEAR}\\b`, 'g'),
    ([month = '', date = '', year = '']) => dated(year, monthOf(month), date),
  ],
  [
    new RegExp(`\\b${MONTH},? (?:of )?${YEAR}\\b`, 'g'),
    ([month = '', year = '']) => monthSpan(Number(year), monthOf(month)),
  ],
  [
    new RegExp(`\\b${DATE} (?:of )?${MONTH}\\b`, 'g'),
    ([date = '', month = ''], today) => dayWithoutYear(monthOf(month), Number(date), today),
  ],
  [
    new RegExp(`\\b${MONTH} (?:the )?${DATE}\\b`, 'g'),
    ([month = '', date = ''], today) => dayWithoutYear(monthOf(month), Number(date), today),
  ],
  [
    new RegExp(
      `\\b(?:(?:from )?(?<![$.,-])${YEAR} ?(?:to|until|till|through|-|–)|between ${YEAR} and) ?${YEAR}\\b(?![.,-]?\\d)`,
      'g',
    ),
    ([first = '', last = '']) => span(dayOf(Number(first), 1, 1), dayOf(Number(last), 12, 31)),
  ],
  [
    new RegExp(`\\bq([1-4]),? ?(?:of )?${YEAR}\\b`, 'g'),
    ([quarter = '', year = '']) => stretch('QUARTER', dayOf(Number(year), Number(quarter) * 3, 1)),
  ],
  [
    new RegExp(`\\b(?:the )?${QUARTER} quarter,? (?:of )?${YEAR}\\b`, 'g'),
    ([quarter = '', year = '']) => stretch('QUARTER', dayOf(Number(year), quarterOf(quarter) * 3, 1)),
  ],
  [
    new RegExp(`\\b(?:the )?${HALF},? (?:of )?${YEAR}\\b`, 'g'),
    ([half = '', year = '']) => halfOf(Number(year), isFirstHalf(half)),
  ],
  [/\ball[- ]time\b/g, (_, today) => span(FIRST_DAY, today)],
  [/\bday before yesterday\b/g, (_, today) => oneDay(today - 2)],
  [/\byesterday\b/g, (_, today) => oneDay(today - 1)],
  [new RegExp(`\\b${COUNT} ${UNIT} ago\\b`, 'g'), ([count = '', unit = ''], today) => oneDay(back(today, count, unit))],
  [
    new RegExp(`\\b(?:last|past|previous) ${COUNT} ${UNIT}\\b`, 'g'),
    ([count = '', unit = ''], today) => span(back(today, count, unit) + 1, today),
  ],
  [
    /\b(?:(?:in|over|during|within|for) the (?:last|past)|(?:the )?past) (week|month|year)\b/g,
    ([unit = ''], today) => span(back(today, '1', unit) + 1, today),
  ],
  [
    /\b(?:this|the current|(?<=\b(?:stocks?|names?|performers?|losers?|gainers?|winners?|movers?) )of the) (week|month|quarter|year)\b/g,
    ([unit = ''], today) => span(calendar(unit, today).from, today),
  ],
  [/\b(?:ytd|year[- ]to[- ]date)\b/g, (_, today) => span(calendar('year', today).from, today)],
  [
    /\b(?:last|previous) (week|month|quarter|year)\b/g,
    ([unit = ''], today) => calendar(unit, calendar(unit, today).from - 1),
  ],
  [
    // "MSFT 2023" is in 2023.
    new RegExp(`(?:\\b(?:in|during|of|for|since|throughout) |(?<=@s,? )(?=\\d+[?.!]?$))${YEAR}\\b`, 'g'),
    ([year = '']) => span(dayOf(Number(year), 1, 1), dayOf(Number(year), 12, 31)),
  ],
  [
    new RegExp(`\\b(?:in|during|last|since|throughout|from|to|until) ${MONTH}\\b`, 'g'),
    ([month = ''], today) => monthWithoutYear(monthOf(month), today),
  ],
  [
    new RegExp(`\\b(?:last|on|this past|since|since last) (${WEEKDAYS.join('|')})\\b`, 'g'),
    ([name = ''], today) => oneDay(today - ((weekdayOf(today) - WEEKDAYS.indexOf(name) + 7) % 7 || 7)),
  ],
];

const halfOf = (year: number, isFirst: boolean): Period =>
  isFirst ? span(dayOf(year, 1, 1), dayOf(year, 6, 30)) : span(dayOf(year, 7, 1), dayOf(year, 12, 31));

/** Before any stored session. */
const FIRST_DAY = dayOf(1900, 1, 1);

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly period: Period | null;
}

/** Whatever else tells a time; a question with one is not read. */
const OTHER_TIMES =
  /\b(?:quarters?|decades?|weeks?|months?|years?|ago|since|recent\w*|lately|q[1-4]|h[12]|intraday|morning|afternoon|pre-?market|after[- ]hours|spring|summer|autumn|winter|crash|pandemic|covid|election)\b/;

/** A year beside a time that is read, and no amount: "in 2020 and 2022". */
const BARE_YEAR = new RegExp(`(?<![\\d$.,]|\\brussell )\\b${YEAR}\\b(?![.,]?\\d|%| (?:shares|dollars|usd))`);

/** Whether a question names a time, also one that `periodIn` does not read. */
export const namesTime = (plain: string): boolean =>
  FORMS.some(([pattern]) => plain.search(pattern) >= 0) || OTHER_TIMES.test(plain) || BARE_YEAR.test(plain);

/**
 * The one time in the past that a question names: a day, a stretch of days, or all "since" or between two; null if it
 * names none, more than one, one that is to come, or any that is not understood.
 */
export function periodIn({ plain, today }: Pick<Question, 'plain' | 'today'>): Period | null {
  let rest = plain;
  const mentions: Mention[] = [];
  for (const [pattern, read] of FORMS)
    rest = rest.replace(pattern, (found: string, ...parts: unknown[]) => {
      const words = parts.filter((part): part is string => typeof part === 'string').slice(0, -1);
      const start = parts.find((part): part is number => typeof part === 'number') ?? 0;
      mentions.push({ start, end: start + found.length, period: read(words, today) });
      return '_'.repeat(found.length);
    });
  mentions.sort((one, other) => one.start - other.start);
  const [first, second, ...more] = mentions;
  const isSince = /\bsince\b|\b(?:with|to|and|vs\.?|versus|against|until|till) (?:today|now)\b/.test(plain);
  if (
    first === undefined ||
    first.period === null ||
    more.length > 0 ||
    BARE_YEAR.test(rest) ||
    OTHER_TIMES.test(rest.replace(/\bsince\b(?= _| (?:the )?_)|\bsince(?=_)/g, ''))
  )
    return null;
  const period =
    second === undefined
      ? isSince
        ? sinceOf(first.period, today)
        : first.period
      : isSince
        ? null
        : between(first, second, plain);
  if (period === null || period.from > today || period.to < period.from) return null;
  return { ...period, to: Math.min(period.to, today) };
}

/** After a day, its close; of anything longer, the last close before it. */
const sinceOf = ({ from, isDay }: Period, today: number): Period => span(isDay ? from + 1 : from, today);

function between(first: Mention, second: Mention, plain: string): Period | null {
  const joint = plain.slice(first.end, second.start).trim();
  const isJoined =
    joint === 'and' ? /\bbetween $/.test(plain.slice(0, first.start)) : /^(?:to|until|till|through|-|–)?$/.test(joint);
  if (first.period === null || second.period === null || !isJoined) return null;
  return span(first.period.isDay ? first.period.from + 1 : first.period.from, second.period.to);
}
