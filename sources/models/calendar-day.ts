const MS_PER_DAY = 86_400_000;

/** Calendar day since 1970-01-01 of a date that exists; undefined for one that does not, such as 30 February. */
export function calendarDay(year: number, month: number, dayOfMonth: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return isReal ? date.getTime() / MS_PER_DAY : undefined;
}

/** `YYYY-MM-DD` of a calendar day since 1970-01-01. */
export function isoDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** 0 Sunday to 6 Saturday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Calendar day since 1970-01-01, UTC, of an instant. */
export function utcDay(instant: Date): number {
  return Math.floor(instant.getTime() / MS_PER_DAY);
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** What a clock in New York shows: calendar day since 1970-01-01 and minutes since its midnight. */
export interface NewYorkTime {
  readonly day: number;
  readonly minute: number;
}

export function newYorkTime(instant: Date): NewYorkTime {
  const part = new Map(NEW_YORK.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
  return { day: Date.UTC(of('year'), of('month') - 1, of('day')) / MS_PER_DAY, minute: of('hour') * 60 + of('minute') };
}
