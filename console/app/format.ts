/* Numbers and times in words: one place, so that the same thing looks the same on every page. */

let locale = 'en-US';
const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();

/** From now on numbers and dates are written as in this locale, a BCP 47 tag; words stay English. */
export function setLocale(tag: string): void {
  locale = tag;
  numbers.clear();
  times.clear();
}

export function currentLocale(): string {
  return locale;
}

function number(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
  numbers.set(key, format);
  return format.format(value).replace('-', '−');
}

function time(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = times.get(key) ?? new Intl.DateTimeFormat(locale, options);
  times.set(key, format);
  return format.format(at);
}

const fixed = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A number with this many decimals. */
export function decimal(value: number, digits = 2): string {
  return number(value, fixed(digits));
}

/** A fraction as percent, with this many decimals. */
const ofHundred = (value: number, digits: number): string => number(value, { style: 'percent', ...fixed(digits) });

export const DASH = '–';

type Maybe = number | null | undefined;

/** Writes a number, or a dash where there is none. */
const orDash =
  (write: (value: number) => string) =>
  (value: Maybe): string =>
    value === null || value === undefined ? DASH : write(value);

const sign = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

export const price = orDash((value) => decimal(value, Math.abs(value) < 1 && value !== 0 ? 4 : 2));
export const whole = orDash((value) => decimal(value, 0));
export const oneDecimal = orDash((value) => decimal(value, 1));
export const twoDecimals = orDash((value) => decimal(value, 2));
/** From percent. */
export const percent = orDash((value) => ofHundred(value / 100, 2));
export const signedPercent = orDash((value) => sign(value, ofHundred(value / 100, 2)));
/** From a fraction, where 1 is the whole. */
export const share = orDash((value) => ofHundred(value, 1));
/** A difference of two percentages, from percent. */
export const signedPoints = orDash((value) => `${sign(value, decimal(value, 2))} points`);
export const wholeShare = orDash((value) => ofHundred(value, 0));
export const signedShare = orDash((value) => sign(value, ofHundred(value, 1)));
export const signedPrice = orDash((value) => sign(value, decimal(value, 2)));
export const multiple = orDash((value) => `${decimal(value, 2)}×`);

const COMPACT = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const USD = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
export const compact = orDash((value) => number(value, COMPACT));
export const usd = orDash((value) => number(value, { ...USD, ...COMPACT }));
export const exactUsd = orDash((value) => number(value, { ...USD, ...fixed(2) }));

const DAY = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const MONTH = { year: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const DAY_OF_WEEK = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const SOON = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
} as const;
const MOMENT = { year: 'numeric', ...SOON } as const;

/** A day without a time. */
export function day(date: string | null | undefined): string {
  return date === null || date === undefined ? DASH : time(new Date(`${date.slice(0, 10)}T00:00:00Z`), DAY);
}

export function dayOfWeek(date: string): string {
  return time(new Date(`${date}T00:00:00Z`), DAY_OF_WEEK);
}

/** A point in time, in New York's time. */
export function moment(at: string | null | undefined): string {
  return at === null || at === undefined ? DASH : `${time(new Date(at), MOMENT)} ET`;
}

/** A point in time at most days from now, in New York's time, without its year. */
export const soon = (at: string): string => `${time(new Date(at), SOON)} ET`;

/** A time of day in New York, HH:MM, as in `8:30 AM ET`; empty without one. */
export function timeOfDay(clock: string | null): string {
  if (clock === null) return '';
  return `${time(new Date(`2000-01-01T${clock}:00Z`), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })} ET`;
}

/** A month of the year, 1 to 12: its name as in `Jan`. */
export function monthName(month: number): string {
  return time(new Date(Date.UTC(2000, month - 1, 1)), { month: 'short', timeZone: 'UTC' });
}

/** A month of a year, YYYY-MM, as in `Dec 2011`. */
export function monthOfYear(month: string | null): string {
  return month === null ? DASH : time(new Date(`${month}-01T00:00:00Z`), MONTH);
}

/** The day of seconds since the epoch. */
export function dayOf(seconds: number): string {
  return time(new Date(1000 * seconds), DAY);
}

const DAY_S = 86_400;

/** Names of points on an axis of time, `step` seconds apart: days, months with the year where it begins, or years. */
export function axisTimes(points: readonly number[], step: number): string[] {
  const year = (seconds: number): string => time(new Date(1000 * seconds), { year: 'numeric', timeZone: 'UTC' });
  return points.map((point, index) => {
    if (step >= 365 * DAY_S) return year(point);
    const at = new Date(1000 * point);
    const options = step >= 28 * DAY_S ? ({ month: 'short' } as const) : ({ month: 'short', day: 'numeric' } as const);
    const isNew = index === 0 || year(points[index - 1] ?? point) !== year(point);
    return time(at, { ...options, timeZone: 'UTC' }) + (isNew ? `\n${year(point)}` : '');
  });
}

/** Words of enums that are written otherwise than in lower case. */
const WRITTEN: Readonly<Record<string, string>> = {
  ai: 'AI',
  api: 'API',
  aum: 'AUM',
  ceo: 'CEO',
  cvc: 'CVC',
  eps: 'EPS',
  etf: 'ETF',
  hq: 'headquarters',
  http: 'HTTP',
  ipo: 'IPO',
  macd: 'MACD',
  opex: 'option expiry',
  pe: 'PE',
  rsi: 'RSI',
  saas: 'SaaS',
  sms: 'SMS',
  spv: 'SPV',
  usd: 'USD',
  vc: 'VC',
  vpin: 'VPIN',
};

/** A value of an enum in words: `STRONG_BUY` as `Strong buy`, `IPO_STATUS` as `IPO status`. */
export function words(value: string | null | undefined): string {
  if (value === null || value === undefined) return DASH;
  const text = value
    .toLowerCase()
    .split('_')
    .map((word) => WRITTEN[word] ?? word)
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number of things, whose name is in the plural: `1 company`, `2 companies`. */
export function counted(count: number, plural: string): string {
  const name = count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural;
  return `${whole(count)} ${name}`;
}

/** A sentence of the server's with its days and negative numbers written as on the rest of the page. */
export function sentence(text: string): string {
  return text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, day).replaceAll(/(?<![\w.-])-(?=[\d.])/g, '−');
}

/** Seconds since the epoch of a day, for charts. */
export function secondsOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}
