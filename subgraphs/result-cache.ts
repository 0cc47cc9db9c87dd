import { LRUCache } from 'lru-cache';

const MAX_BYTES = 64 * 1024 * 1024;
/** Rough size of a cached object, to bound memory. */
const BYTES_PER_VALUE = 24;

function weightOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  let bytes = BYTES_PER_VALUE;
  for (const inner of Object.values(value)) bytes += weightOf(inner);
  return bytes;
}

export interface ResultCache {
  /** The cached result for this key; undefined if there is none. */
  find(key: string): object | undefined;
  /** The cached result for this key, else the result of `compute`, cached for `ttlMs` (indefinitely if omitted). */
  remember<Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result;
  /** Computes the result again and caches it. */
  renew<Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result;
}

/**
 * In-process cache of engine results: a run costs less than a round trip to a shared cache. Keys contain the version of
 * the data used, so that stale results are never returned.
 */
export function createResultCache(nowMs: () => number): ResultCache {
  const cache = new LRUCache<string, object>({
    maxSize: MAX_BYTES,
    sizeCalculation: weightOf,
    perf: { now: nowMs },
    ttlResolution: 0,
  });
  const renew = <Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result => {
    const result = compute();
    cache.set(key, result, ttlMs === undefined ? {} : { ttl: ttlMs });
    return result;
  };
  return {
    find: (key) => cache.get(key),
    remember<Result extends object>(key: string, compute: () => Result, ttlMs?: number): Result {
      const known = cache.get(key);
      return known === undefined ? renew(key, compute, ttlMs) : (known as Result);
    },
    renew,
  };
}
