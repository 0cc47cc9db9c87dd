import { Failure } from '../failure.js';
import type { Values } from './command.js';

/** The text given for an option; undefined where it was left out. */
export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Throws a Failure where the option was left out. */
export function required(values: Values, name: string): string {
  const value = text(values, name);
  if (value === undefined) throw new Failure(`--${name} is missing.`);
  return value;
}

/** Throws a Failure for anything but a whole number of 0 or more. */
export function wholeNumber(values: Values, name: string): number | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new Failure(`--${name} takes a whole number, got ${JSON.stringify(value)}.`);
  return Number(value);
}

/** An option that must be one of a few words. */
export function oneOf<Word extends string>(values: Values, name: string, words: readonly Word[]): Word | undefined {
  const value = text(values, name);
  if (value === undefined) return undefined;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new Failure(`--${name} takes one of ${words.join(', ')}, got ${JSON.stringify(value)}.`);
  return word;
}

/** The port that `--port` gives; throws a Failure for anything but a number from 0 to 65535. */
export function portNumber(given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : -1;
  if (port < 0 || port > 65_535) throw new Failure(`--port takes a number from 0 to 65535, got ${JSON.stringify(given)}.`);
  return port;
}
