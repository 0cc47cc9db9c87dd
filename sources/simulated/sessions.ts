import { calendarDay, newYorkTime, weekday } from '../models/calendar-day.js';

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 0;

/** Whole-day closures outside the rules: funerals of presidents, hurricane Sandy. */
const SPECIAL_CLOSURES: readonly (readonly [number, number, number])[] = [
  [2007, 1, 2],
  [2012, 10, 29],
  [2012, 10, 30],
  [2018, 12, 5],
  [2025, 1, 9],
];

const JUNETEENTH_SINCE = 2022;

/** Minutes since midnight New York. */
export const OPEN_MINUTE = 570;
const CLOSE_MINUTE = 960;
const EARLY_CLOSE_MINUTE = 780;

interface YearRules {
  readonly closed: ReadonlySet<number>;
  readonly early: ReadonlySet<number>;
}

const rulesByYear = new Map<number, YearRules>();

/** Whether the New York Stock Exchange trades on a calendar day since 1970-01-01; its rules of 2005 to 2035. */
export function isSession(day: number): boolean {
  const dayOfWeek = weekday(day);
  return dayOfWeek !== SATURDAY && dayOfWeek !== SUNDAY && !rulesOf(day).closed.has(day);
}

/** Minute of the close, New York: 960, or 780 on an early-closing session. */
export function closeMinute(day: number): number {
  return rulesOf(day).early.has(day) ? EARLY_CLOSE_MINUTE : CLOSE_MINUTE;
}

/** Sessions from `first` to `last`, both included. */
export function sessionsBetween(first: number, last: number): number[] {
  const sessions: number[] = [];
  for (let day = first; day <= last; day++) if (isSession(day)) sessions.push(day);
  return sessions;
}

/** The newest session whose close is not after `now`. */
export function lastCompletedSession(now: Date): number {
  const time = newYorkTime(now);
  let day = time.day;
  if (isSession(day) && time.minute < closeMinute(day)) day--;
  while (!isSession(day)) day--;
  return day;
}

function rulesOf(day: number): YearRules {
  const year = new Date(day * 86_400_000).getUTCFullYear();
  const known = rulesByYear.get(year);
  if (known) return known;
  const rules = rulesForYear(year);
  rulesByYear.set(year, rules);
  return rules;
}

function rulesForYear(year: number): YearRules {
  const thanksgiving = nthWeekday(year, 11, THURSDAY, 4);
  const independence = dayOf(year, 7, 4);
  const christmas = dayOf(year, 12, 25);
  const closed = new Set([
    ...newYearsDay(year),
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    easterSunday(year) - 2,
    lastMondayOfMay(year),
    ...(year >= JUNETEENTH_SINCE ? [observed(dayOf(year, 6, 19))] : []),
    observed(independence),
    nthWeekday(year, 9, MONDAY, 1),
    thanksgiving,
    observed(christmas),
    ...SPECIAL_CLOSURES.filter(([closureYear]) => closureYear === year).map(([, month, date]) => dayOf(year, month, date)),
  ]);
  const isWeekday = (day: number): boolean => weekday(day) !== SATURDAY && weekday(day) !== SUNDAY;
  const early = new Set([thanksgiving + 1, independence - 1, christmas - 1].filter((day) => isWeekday(day) && !closed.has(day)));
  return { closed, early };
}

/** New Year's Day on a Saturday is not made up for: the Friday before closes the year's books. */
function newYearsDay(year: number): number[] {
  const day = dayOf(year, 1, 1);
  return weekday(day) === SATURDAY ? [] : [observed(day)];
}

function observed(day: number): number {
  if (weekday(day) === SATURDAY) return day - 1;
  return weekday(day) === SUNDAY ? day + 1 : day;
}

function dayOf(year: number, month: number, dayOfMonth: number): number {
  const day = calendarDay(year, month, dayOfMonth);
  if (day === undefined) throw new RangeError(`no such day: ${year}-${month}-${dayOfMonth}`);
  return day;
}

function nthWeekday(year: number, month: number, dayOfWeek: number, nth: number): number {
  const first = dayOf(year, month, 1);
  return first + ((dayOfWeek - weekday(first) + 7) % 7) + (nth - 1) * 7;
}

function lastMondayOfMay(year: number): number {
  const last = dayOf(year, 5, 31);
  return last - ((weekday(last) - MONDAY + 7) % 7);
}

/** Gregorian Easter by the Anonymous algorithm (Meeus/Jones/Butcher). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const l = (32 + 2 * (b % 4) + 2 * i - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayOf(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}
