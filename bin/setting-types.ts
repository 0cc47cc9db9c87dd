import { z } from 'zod';
import { parseUrl } from '../outbound/parse-url.js';

/** Kinds of values that settings have, with messages that follow `The environment variable NAME`. */

export const port = z.coerce.number({ error: 'must be a number from 0 to 65535' }).int().min(0).max(65_535);

export const isUrl = (protocols: readonly string[]) => (text: string) =>
  protocols.includes(parseUrl(text)?.protocol ?? '');

export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, {
    error: ({ input }) =>
      `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}, not ${JSON.stringify(input)}`,
  });
}

/** A count within bounds. */
export function count(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

export function atLeast(characters: number) {
  return z.string().min(characters, { error: `must have at least ${characters} characters` });
}
