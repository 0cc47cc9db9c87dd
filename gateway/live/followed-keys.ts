import { ApiError, type ErrorDetail } from '../../access/errors.js';
import type { LiveField } from './live-fields.js';

/** A key of a stream: its one spelling inside, and the one that the client chose, which answers repeat. */
export interface FollowedKey {
  readonly key: string;
  readonly asked: string;
}

/** Reads one key as a client spelled it; null where it cannot be one. */
export type ReadKey = (text: string) => FollowedKey | null;

function invalid(param: string, message: string, details: readonly ErrorDetail[] = []): ApiError {
  return new ApiError('invalid_parameter', `${param}: ${message}.`, { param, ...(details.length > 1 ? { details } : {}) });
}

/**
 * Keys by their one spelling; null where the stream has no list of them. `readers` are by name of the keys' type.
 * Throws `invalid_parameter` for an empty list, a long one, and what is no key.
 */
export function followedKeys({ over }: LiveField, values: Readonly<Record<string, unknown>>, readers: Readonly<Record<string, ReadKey>>): ReadonlyMap<string, FollowedKey> | null {
  if (over === null) return null;
  const { name, type, max } = over;
  const given = values[name];
  if (!Array.isArray(given) || given.length === 0) throw invalid(name, 'needs at least one entry');
  if (given.length > max) throw invalid(name, `may have at most ${max} entries, got ${given.length}`);
  const keys = new Map<string, FollowedKey>();
  const details: ErrorDetail[] = [];
  for (const [index, entry] of (given as readonly unknown[]).entries()) {
    const key = typeof entry === 'string' ? (readers[type] ?? plainKey)(entry) : null;
    if (key === null) details.push({ param: name, message: `entry ${index + 1}: this is not a ${type}` });
    else keys.set(key.key, key);
  }
  const [first] = details;
  if (first !== undefined) throw invalid(name, first.message, details);
  return keys;
}

function plainKey(text: string): FollowedKey {
  return { key: text, asked: text };
}
