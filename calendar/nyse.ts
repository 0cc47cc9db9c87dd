import { civilOf, dayOf, firstDayOfMonthIndex, monthIndexOf, utcDay, weekdayOf, yearOfMonthIndex } from './days.js';
import { lastWeekday, newYorkUtcMs, nthWeekday } from './new-york-time.js';

/** First regular minute of a session, 09:30 New York. */
export const OPEN_MINUTE = 570;
/** First minute after a full session, 16:00 New York. */
export const FULL_CLOSE_MINUTE = 960;

const [SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 2, 3, 4, 5, 6] as const;

/** Gregorian Easter Sunday (anonymous algorithm, Meeus 1991, ch. 8); epoch day. */
export function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekShift = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekShift) / 451);
  const marchBased = epact + weekShift - 7 * correction + 114;
  return dayOf(year, Math.floor(marchBased / 31), (marchBased % 31) + 1);
}

function sundayToMonday(day: number): number {
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

function observed(day: number): number {
  return weekdayOf(day) === SATURDAY ? day - 1 : sundayToMonday(day);
}

/** Holidays of NYSE Rule 7.2, each with the first year it closed the exchange. */
const HOLIDAYS: readonly { name: string; since: number; day: (year: number) => number }[] = [
  // New Year's Day on a Saturday is not observed on the Friday, which ends the accounting year.
  { name: "New Year's Day", since: -Infinity, day: (year) => sundayToMonday(dayOf(year, 1, 1)) },
  { name: 'Martin Luther King, Jr. Day', since: 1998, day: (year) => nthWeekday(year, 1, MONDAY, 3) },
  { name: "Washington's Birthday", since: -Infinity, day: (year) => nthWeekday(year, 2, MONDAY, 3) },
  { name: 'Good Friday', since: -Infinity, day: (year) => easterSunday(year) - 2 },
  { name: 'Memorial Day', since: -Infinity, day: (year) => lastWeekday(year, 5, MONDAY) },
  { name: 'Juneteenth', since: 2022, day: (year) => observed(dayOf(year, 6, 19)) },
  { name: 'Independence Day', since: -Infinity, day: (year) => observed(dayOf(year, 7, 4)) },
  { name: 'Labor Day', since: -Infinity, day: (year) => nthWeekday(year, 9, MONDAY, 1) },
  { name: 'Thanksgiving Day', since: -Infinity, day: (year) => nthWeekday(year, 11, THURSDAY, 4) },
  { name: 'Christmas Day', since: -Infinity, day: (year) => observed(dayOf(year, 12, 25)) },
];

/** Closures outside the rules since 1990. */
const ONE_OFF_CLOSURES: ReadonlyMap<number, string> = new Map([
  [dayOf(1994, 4, 27), 'Funeral of President Nixon'],
  [dayOf(2001, 9, 11), 'Attacks of September 11'],
  [dayOf(2001, 9, 12), 'Attacks of September 11'],
  [dayOf(2001, 9, 13), 'Attacks of September 11'],
  [dayOf(2001, 9, 14), 'Attacks of September 11'],
  [dayOf(2004, 6, 11), 'Funeral of President Reagan'],
  [dayOf(2007, 1, 2), 'Funeral of President Ford'],
  [dayOf(2012, 10, 29), 'Hurricane Sandy'],
  [dayOf(2012, 10, 30), 'Hurricane Sandy'],
  [dayOf(2018, 12, 5), 'Funeral of President George H. W. Bush'],
  [dayOf(2025, 1, 9), 'Funeral of President Carter'],
]);

/** Scheduled early closes: the day of a year (null if the rule has none), and the minute of the close. */
const EARLY_CLOSES: readonly {
  name: string;
  since: number;
  until: number;
  minute: number;
  weekdays: readonly number[];
  day: (year: number) => number;
}[] = [
  {
    name: 'Day after Thanksgiving',
    since: 1992,
    until: 1992,
    minute: 840,
    weekdays: [FRIDAY],
    day: (year) => nthWeekday(year, 11, THURSDAY, 4) + 1,
  },
  {
    name: 'Day after Thanksgiving',
    since: 1993,
    until: Infinity,
    minute: 780,
    weekdays: [FRIDAY],
    day: (year) => nthWeekday(year, 11, THURSDAY, 4) + 1,
  },
  {
    name: 'Christmas Eve',
    since: 1990,
    until: 1992,
    minute: 840,
    weekdays: [MONDAY, TUESDAY, WEDNESDAY, THURSDAY],
    day: (year) => dayOf(year, 12, 24),
  },
  {
    name: 'Christmas Eve',
    since: 1993,
    until: Infinity,
    minute: 780,
    weekdays: [MONDAY, TUESDAY, WEDNESDAY, THURSDAY],
    day: (year) => dayOf(year, 12, 24),
  },
  {
    name: 'Day before Independence Day',
    since: 1995,
    until: Infinity,
    minute: 780,
    weekdays: [MONDAY, TUESDAY, THURSDAY],
    day: (year) => dayOf(year, 7, 3),
  },
  {
    name: 'Day before Independence Day',
    since: 2013,
    until: Infinity,
    minute: 780,
    weekdays: [WEDNESDAY],
    day: (year) => dayOf(year, 7, 3),
  },
  {
    name: 'Day after Independence Day',
    since: 1995,
    until: 2012,
    minute: 780,
    weekdays: [FRIDAY],
    day: (year) => dayOf(year, 7, 5),
  },
];

const ONE_OFF_EARLY_CLOSES: ReadonlyMap<number, { readonly name: string; readonly minute: number }> = new Map([
  [dayOf(1997, 12, 26), { name: 'Day after Christmas', minute: 780 }],
  [dayOf(1999, 12, 31), { name: "New Year's Eve", minute: 780 }],
  [dayOf(2003, 12, 26), { name: 'Day after Christmas', minute: 780 }],
]);

/**
 * Whether the New York Stock Exchange held (or will hold) a session on an epoch day. Exact for 1990 to the present;
 * later years follow today's rules; earlier years lack the holidays of their time.
 */
export function isSession(day: number): boolean {
  const weekday = weekdayOf(day);
  if (weekday === SUNDAY || weekday === SATURDAY || ONE_OFF_CLOSURES.has(day)) return false;
  const year = yearOfMonthIndex(monthIndexOf(day));
  return !HOLIDAYS.some((rule) => year >= rule.since && rule.day(year) === day);
}

/** The newest session before an epoch day. */
export function previousSession(day: number): number {
  let candidate = day - 1;
  while (!isSession(candidate)) candidate -= 1;
  return candidate;
}

/** The first session after an epoch day. */
export function nextSession(day: number): number {
  let candidate = day + 1;
  while (!isSession(candidate)) candidate += 1;
  return candidate;
}

/** Sessions from `first` to `last`, both included. */
export function sessionsBetween(first: number, last: number): number[] {
  const sessions: number[] = [];
  for (let day = first; day <= last; day += 1) if (isSession(day)) sessions.push(day);
  return sessions;
}

/** Epoch day of a month's last session; `month` is 1 to 12. */
export function lastSessionOfMonth(year: number, month: number): number {
  return previousSession(firstDayOfMonthIndex(year * 12 + month));
}

/**
 * First minute after the regular close, counted from midnight New York: 960, or on early closes 780 (13:00; 840 (14:00)
 * before 1993). 960 for a day without a session.
 */
export function closeMinute(day: number): number {
  if (!isSession(day)) return FULL_CLOSE_MINUTE;
  const oneOff = ONE_OFF_EARLY_CLOSES.get(day);
  if (oneOff !== undefined) return oneOff.minute;
  const year = yearOfMonthIndex(monthIndexOf(day));
  const weekday = weekdayOf(day);
  const rule = EARLY_CLOSES.find(
    ({ since, until, weekdays, day: dayIn }) =>
      year >= since && year <= until && weekdays.includes(weekday) && dayIn(year) === day,
  );
  return rule?.minute ?? FULL_CLOSE_MINUTE;
}

/** UTC epoch milliseconds of a day's regular close. */
export function sessionCloseUtcMs(day: number): number {
  return newYorkUtcMs(day, closeMinute(day));
}

/** The newest session whose regular close is not after an instant, UTC epoch milliseconds; epoch day. */
export function lastClosedSession(utcMs: number): number {
  let day = previousSession(utcDay(utcMs) + 1);
  while (sessionCloseUtcMs(day) > utcMs) day = previousSession(day);
  return day;
}

/** A weekday without a session, or a session that closes early. */
export interface MarketHoliday {
  readonly day: number;
  readonly name: string;
  /** First minute after the close, counted from midnight New York; null without a session. */
  readonly closeMinute: number | null;
}

function holidaysOf(year: number): readonly MarketHoliday[] {
  const oneOffs = <Entry>(all: ReadonlyMap<number, Entry>): (readonly [number, Entry])[] =>
    [...all].filter(([day]) => day >= dayOf(year, 1, 1) && day < dayOf(year + 1, 1, 1));
  return [
    ...HOLIDAYS.filter(({ since }) => year >= since).map(({ name, day }) => ({
      day: day(year),
      name,
      closeMinute: null,
    })),
    ...oneOffs(ONE_OFF_CLOSURES).map(([day, name]) => ({ day, name, closeMinute: null })),
    ...EARLY_CLOSES.filter(
      ({ since, until, weekdays, day }) => year >= since && year <= until && weekdays.includes(weekdayOf(day(year))),
    ).map(({ name, minute, day }) => ({ day: day(year), name, closeMinute: minute })),
    ...oneOffs(ONE_OFF_EARLY_CLOSES).map(([day, { name, minute }]) => ({ day, name, closeMinute: minute })),
  ]
    .filter(({ day }) => weekdayOf(day) !== SUNDAY && weekdayOf(day) !== SATURDAY)
    .sort((left, right) => left.day - right.day);
}

/** Holidays and early closes from `first` to `last`, both included, soonest first; at most `limit`. */
export function marketHolidays(first: number, last: number, limit: number): readonly MarketHoliday[] {
  const found: MarketHoliday[] = [];
  for (let year = civilOf(first).year; year <= civilOf(last).year && found.length < limit; year += 1)
    found.push(...holidaysOf(year).filter(({ day }) => day >= first && day <= last));
  return found.slice(0, limit);
}
