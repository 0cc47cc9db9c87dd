import { LRUCache } from 'lru-cache';

const MAX_BYTES = 64 * 1024 * 1024;
/** What a cached object weighs, roughly: enough to bound memory, not to measure it. */
const BYTES_PER_VALUE = 24;

function weightOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  let bytes = BYTES_PER_VALUE;
  for (const inner of Object.values(value)) bytes += weightOf(inner);
  return bytes;
}

export interface ResultCache {
  /** The cached result of this key, else what `compute` answers, kept for `ttlMs` (without end when left out). */
  remember<Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result;
  /** Computes anew and keeps the result. */
  renew<Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result;
}

/**
 * Results of engines, in this process: a run costs less than a round trip to a shared cache.
 * Keys carry the version of the data they rest on, so that what has changed is never answered from here.
 */
export function createResultCache(nowMs: () => number): ResultCache {
  const cache = new LRUCache<string, object>({ maxSize: MAX_BYTES, sizeCalculation: weightOf, perf: { now: nowMs }, ttlResolution: 0 });
  const renew = <Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result => {
    const result = compute();
    cache.set(key, result, ttlMs === undefined ? {} : { ttl: ttlMs });
    return result;
  };
  return {
    remember<Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result {
      const known = cache.get(key);
      return known === undefined ? renew(key, compute, ttlMs) : (known as Result);
    },
    renew,
  };
}
