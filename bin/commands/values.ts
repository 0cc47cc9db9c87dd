import { parseIsoDate } from '../../calendar/days.js';
import { Failure } from '../failure.js';
import type { Values } from './command.js';

/** The value of a text option; undefined if it was omitted. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Throws a Failure if the option was omitted. */
export function required(values: Values, name: string): string {
  const value = text(values, name);
  if (value === undefined) throw new Failure(`--${name} is missing.`);
  return value;
}

/** Throws a Failure unless the value is a non-negative integer. */
export function wholeNumber(values: Values, name: string): number | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new Failure(`--${name} must be a whole number, got ${JSON.stringify(value)}.`);
  return Number(value);
}

/** An option with a fixed set of values. */
export function oneOf<Word extends string>(values: Values, name: string, words: readonly Word[]): Word | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined)
    throw new Failure(`--${name} must be one of ${words.join(', ')}, got ${JSON.stringify(value)}.`);
  return word;
}

/** Parses `--port`. Throws a Failure unless it is a number from 0 to 65535. */
export function portNumber(given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : -1;
  if (port < 0 || port > 65_535)
    throw new Failure(`--port must be a number from 0 to 65535, got ${JSON.stringify(given)}.`);
  return port;
}

/**
 * `never` is null; else the time at which a day of UTC begins, or an instant. Throws a Failure for another value, and
 * for a day that does not exist.
 */
export function expiry(values: Values, name: string): Date | null | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (value === 'never') return null;
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(value);
  const isRealDay = parseIsoDate(value.slice(0, 10)) !== null;
  const at = new Date(isTime && isRealDay ? value : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  throw new Failure(
    `--${name} must be never, a date or a time in UTC, such as 2027-01-31 or 2027-01-31T12:00:00Z, got ${JSON.stringify(value)}.`,
  );
}

/** The same for a new key, which must not be expired. */
export function futureExpiry(values: Values, name: string, now: number): Date | null | undefined {
  const at = expiry(values, name);
  if (at instanceof Date && at.getTime() <= now)
    throw new Failure(`--${name} must be in the future, got ${JSON.stringify(text(values, name))}.`);
  return at;
}

/** A day since 1970-01-01. Throws a Failure unless the value is a date. */
export function date(values: Values, name: string): number | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  const day = parseIsoDate(value);
  if (day === null) throw new Failure(`--${name} must be a date, YYYY-MM-DD, got ${JSON.stringify(value)}.`);
  return day;
}
