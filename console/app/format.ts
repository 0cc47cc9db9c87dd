/* Numbers and times in words: one place, so that the same thing looks the same on every page. */

const LOCALE = 'en-US';
const decimals = new Map<number, Intl.NumberFormat>();

/** A number with this many decimals. */
export function decimal(value: number, digits = 2): string {
  let format = decimals.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    decimals.set(digits, format);
  }
  return format.format(value).replace('-', '−');
}

export const DASH = '–';

type Maybe = number | null | undefined;

/** Writes a number, or a dash where there is none. */
const orDash = (write: (value: number) => string) => (value: Maybe): string => (value === null || value === undefined ? DASH : write(value));

const sign = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

export const price = orDash((value) => decimal(value, Math.abs(value) < 1 && value !== 0 ? 4 : 2));
export const whole = orDash((value) => decimal(value, 0));
export const oneDecimal = orDash((value) => decimal(value, 1));
export const twoDecimals = orDash((value) => decimal(value, 2));
/** From percent. */
export const percent = orDash((value) => `${decimal(value, 2)}%`);
export const signedPercent = orDash((value) => sign(value, `${decimal(value, 2)}%`));
/** From a fraction, where 1 is the whole. */
export const share = orDash((value) => `${decimal(100 * value, 1)}%`);
export const signedShare = orDash((value) => sign(value, `${decimal(100 * value, 1)}%`));
export const signedPrice = orDash((value) => sign(value, decimal(value, 2)));
export const multiple = orDash((value) => `${decimal(value, 2)}×`);

const COMPACT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: 3 });
export const compact = orDash((value) => COMPACT.format(value).replace('-', '−'));
export const usd = orDash((value) => `${value < 0 ? '−' : ''}$${COMPACT.format(Math.abs(value))}`);
export const exactUsd = orDash((value) => `${value < 0 ? '−' : ''}$${decimal(Math.abs(value), 2)}`);

const DAY = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY_OF_WEEK = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'America/New_York' });

/** A day without a time. */
export function day(date: string | null | undefined): string {
  return date === null || date === undefined ? DASH : DAY.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}

export function dayOfWeek(date: string): string {
  return DAY_OF_WEEK.format(new Date(`${date}T00:00:00Z`));
}

/** A point in time, in New York's time. */
export function moment(time: string | null | undefined): string {
  return time === null || time === undefined ? DASH : `${MOMENT.format(new Date(time))} ET`;
}

/** A value of an enum in words: `STRONG_BUY` as `Strong buy`. */
export function words(value: string | null | undefined): string {
  if (value === null || value === undefined) return DASH;
  const text = value.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Seconds since the epoch of a day, for charts. */
export function secondsOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}
