import { LRUCache } from 'lru-cache';
import { ReusableBody } from '../http/compression.js';
import type { HttpContext } from '../http/context.js';

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_PER_ENTRY = 500;
const BYTES_PER_VERSION = 50;
/** Bytes held for each byte of a body: its text, and its compressed forms. */
const BODY_WEIGHT = 3;

/** A response as it was sent, what it cost, and the versions of the data that it was made from. */
export interface CachedResponse {
  readonly body: ReusableBody;
  readonly tag: string;
  readonly units: number;
  readonly dataSources: readonly string[];
  readonly versions: ReadonlyMap<string, number>;
}

export interface ResponseCache {
  /** The response under this key, as long as everything that it was made from still has the same version. */
  find(key: string): CachedResponse | undefined;
  /** Adds a response if everything that it was made from has a version and is current. */
  add(key: string, body: ReusableBody, tag: string, context: HttpContext): void;
}

/** Responses that are not computed again until their data changes. The caller checks tiers and charges units. */
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
      if (response === undefined || areCurrent(response.versions)) return response;
      cache.delete(key);
      return undefined;
    },
    add(key, body, tag, { unitsCharged, dataSources, versions }) {
      if (versions.size === 0 || !areCurrent(versions)) return;
      cache.set(key, { body, tag, units: unitsCharged, dataSources: [...dataSources], versions: new Map(versions) });
    },
  };
}
