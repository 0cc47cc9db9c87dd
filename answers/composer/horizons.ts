import { civilOf, dayOf } from '../../calendar/days.js';
import type { Question } from './question.js';
import { MONTH, monthOf, YEAR } from './time-words.js';

const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  eighteen: 18,
  twenty: 20,
  'twenty-five': 25,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  half: 0.5,
  'half a': 0.5,
  'a couple of': 2,
  'a half': 0.5,
};
const UNITS = ['day', 'week', 'month', 'quarter', 'year', 'decade'] as const;
type Unit = (typeof UNITS)[number];

/** A stretch of time that a question names. */
interface Horizon {
  readonly count: number;
  readonly unit: Unit;
}

const COUNT = `(\\d+(?:\\.\\d+)?|${Object.keys(WORDS)
  .filter((word) => word !== 'a' && word !== 'an')
  .sort((one, other) => other.length - one.length)
  .join('|')})`;
const UNIT = '(trading days?|business days?|sessions?|days?|weeks?|months?|quarters?|years?|yrs?|decades?)';
/** Lengths of averages and of extremes are no horizons. */
const NO_MEASURE =
  '(?! ?(?:simple |exponential )?(?:moving|averages?|sma|ema|mas?|lines?|highs?|lows?|rsi|old|ago|returns?)\\b)';
const COUNTED = new RegExp(`\\b${COUNT}[- ]?${UNIT}\\b${NO_MEASURE}`, 'g');
/** "in a month", "over the next year", but not "$300 a month". */
const SINGLE = new RegExp(
  `\\b(?:(?:in|over|within|for|after|during) (?:a|an|the (?:next|last|past|coming))|(?:next|last|past|coming)) ${UNIT}\\b${NO_MEASURE}`,
);
const SHORT = /\b(\d{1,2}) ?y(?:rs?)?\b/;
const SINCE = new RegExp(`\\bsince (?:the (?:start|beginning) of )?(?:(?:${MONTH}),? (?:of )?)?${YEAR}\\b`);

function unitOf(word: string): Unit {
  if (/^(?:trading|business|session)/.test(word)) return 'day';
  return word.startsWith('yr') ? 'year' : (UNITS.find((unit) => word.startsWith(unit)) ?? 'day');
}

const countOf = (word: string): number => WORDS[word] ?? Number(word);

/** The longest stretch of time that a question names, without times since a day; null without one. */
function horizonIn({ plain }: Pick<Question, 'plain'>): Horizon | null {
  const counted = Array.from(plain.matchAll(COUNTED), ([, count = '', unit = '']): Horizon => ({
    count: countOf(count),
    unit: unitOf(unit),
  })).sort((one, other) => yearsOf(other) - yearsOf(one));
  const [first] = counted;
  if (first !== undefined) return first;
  const short = SHORT.exec(plain)?.[1];
  if (short !== undefined) return { count: Number(short), unit: 'year' };
  if (/\bdecade\b/.test(plain)) return { count: 1, unit: 'decade' };
  const single = SINGLE.exec(plain)?.[1];
  return single === undefined ? null : { count: 1, unit: unitOf(single) };
}

const YEARS: Readonly<Record<Unit, number>> = {
  day: 1 / 365.25,
  week: 7 / 365.25,
  month: 1 / 12,
  quarter: 1 / 4,
  year: 1,
  decade: 10,
};
const yearsOf = ({ count, unit }: Horizon): number => count * YEARS[unit];

/** Years back from today that a question names, also as "18 months" or "since 2015"; null without any. */
export function yearsIn(question: Pick<Question, 'plain' | 'today'>): number | null {
  const { plain, today } = question;
  const [, month, year] = SINCE.exec(plain) ?? [];
  if (year !== undefined && Number(year) <= civilOf(today).year)
    return Number(((today - dayOf(Number(year), month === undefined ? 1 : monthOf(month), 1)) / 365.25).toFixed(2));
  const horizon = horizonIn(question);
  return horizon === null ? null : Number(yearsOf(horizon).toFixed(2));
}

/** Sessions of each unit, as the simulation counts them. */
const SESSIONS: Readonly<Record<Unit, number>> = { day: 1, week: 5, month: 21, quarter: 63, year: 252, decade: 2520 };

/** Sessions ahead that a question names; days count as sessions. */
export function sessionsIn(question: Pick<Question, 'plain'>): number | null {
  const horizon = horizonIn(question);
  return horizon === null ? null : Math.round(horizon.count * SESSIONS[horizon.unit]);
}
