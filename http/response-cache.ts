import { LRUCache } from 'lru-cache';
import type { ReusableBody } from './compression.js';
import type { RequestCost } from '../access/meter.js';
import { CACHE_READ } from '../telemetry/topics.js';
import type { HttpContext } from './context.js';

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_PER_ENTRY = 500;
const BYTES_PER_VERSION = 50;
/** Bytes stored per byte of a body: its text and its compressed forms. */
const BODY_WEIGHT = 3;

/** A sent response with its cost and the versions of the data it was computed from. */
export interface CachedResponse {
  readonly body: ReusableBody;
  readonly tag: string;
  readonly cost: RequestCost;
  readonly dataSources: readonly string[];
  readonly versions: ReadonlyMap<string, number>;
}

export interface ResponseCache {
  /** The response for this key, if the versions of its data are unchanged. */
  find(key: string): CachedResponse | undefined;
  /** Adds a response if all versions of its data are known and current. */
  add(key: string, body: ReusableBody, tag: string, context: HttpContext): void;
}

/** Caches responses until their data changes. The caller checks tiers and charges units. */
export function createResponseCache(versionOf: (name: string) => number | undefined): ResponseCache {
  const weight = ({ body, versions }: CachedResponse, key: string): number =>
    BODY_WEIGHT * body.bytes.length + 2 * key.length + BYTES_PER_ENTRY + BYTES_PER_VERSION * versions.size;
  const cache = new LRUCache<string, CachedResponse>({ maxSize: MAX_BYTES, sizeCalculation: weight });
  const areCurrent = (versions: ReadonlyMap<string, number>): boolean => {
    for (const [name, version] of versions) if (versionOf(name) !== version) return false;
    return true;
  };
  return {
    find(key) {
      const response = cache.get(key);
      const isHit = response !== undefined && areCurrent(response.versions);
      CACHE_READ.tell({ cache: 'responses', hits: isHit ? 1 : 0, misses: isHit ? 0 : 1 });
      if (isHit) return response;
      cache.delete(key);
      return undefined;
    },
    add(key, body, tag, { cost, dataSources, versions }) {
      if (versions.size === 0 || !areCurrent(versions)) return;
      cache.set(key, { body, tag, cost, dataSources: [...dataSources], versions: new Map(versions) });
    },
  };
}
