import { ApiError, type ErrorDetail } from '../../access/errors.js';
import type { LiveField } from './live-fields.js';

/** A key of a stream: its canonical spelling, and the client's spelling, which responses repeat. */
export interface FollowedKey {
  readonly key: string;
  readonly asked: string;
}

/** Reads one key as a client spelled it; null if it is not a key of this type. */
export type ReadKey = (text: string) => FollowedKey | null;

function invalid(param: string, message: string, details: readonly ErrorDetail[] = []): ApiError {
  return new ApiError('invalid_parameter', `${param}: ${message}.`, { param, ...(details.length > 1 ? { details } : {}) });
}

/**
 * The followed keys by canonical spelling; null if the stream has no list of keys. `readers` are by type name. Throws
 * `invalid_parameter` for an empty list, a list that is too long and for invalid keys.
 */
export function followedKeys({ over }: LiveField, values: Readonly<Record<string, unknown>>, readers: Readonly<Record<string, ReadKey>>): ReadonlyMap<string, FollowedKey> | null {
  if (over === null) return null;
  const { name, type, max } = over;
  const given = values[name];
  if (!Array.isArray(given) || given.length === 0) throw invalid(name, 'needs at least one entry');
  if (given.length > max) throw invalid(name, `can have at most ${max} entries, got ${given.length}`);
  const keys = new Map<string, FollowedKey>();
  const details: ErrorDetail[] = [];
  for (const [index, entry] of (given as readonly unknown[]).entries()) {
    const key = typeof entry === 'string' ? (readers[type] ?? plainKey)(entry) : null;
    if (key === null) details.push({ param: name, message: `entry ${index + 1}: not a valid ${type}` });
    else keys.set(key.key, key);
  }
  const [first] = details;
  if (first !== undefined) throw invalid(name, first.message, details);
  return keys;
}

function plainKey(text: string): FollowedKey {
  return { key: text, asked: text };
}
