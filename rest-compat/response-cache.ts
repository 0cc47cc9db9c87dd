import { LRUCache } from 'lru-cache';
import type { HttpContext } from '../http/context.js';

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_PER_ENTRY = 500;
const BYTES_PER_VERSION = 50;

/** An answer as it was sent, with what it rests on and cost. */
export interface KeptAnswer {
  readonly bytes: string;
  readonly tag: string;
  readonly units: number;
  readonly dataSources: readonly string[];
  readonly versions: ReadonlyMap<string, number>;
}

export interface KeptAnswers {
  /** The answer under this key, while all that it rests on has the version of then. */
  find(key: string): KeptAnswer | undefined;
  /** Keeps an answer that rests on stored data, every part of it with a version that is current. */
  keep(key: string, bytes: string, tag: string, context: HttpContext): void;
}

/** Answers that need not be made again while what they rest on stays. Gates and units are the caller's to apply. */
export function createKeptAnswers(versionOf: (name: string) => number | undefined): KeptAnswers {
  const weight = ({ bytes, versions }: KeptAnswer, key: string): number =>
    2 * (bytes.length + key.length) + BYTES_PER_ENTRY + BYTES_PER_VERSION * versions.size;
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: MAX_BYTES, sizeCalculation: weight });
  const areCurrent = (versions: ReadonlyMap<string, number>): boolean => {
    for (const [name, version] of versions) if (versionOf(name) !== version) return false;
    return true;
  };
  return {
    find(key) {
      const answer = kept.get(key);
      if (answer === undefined || areCurrent(answer.versions)) return answer;
      kept.delete(key);
      return undefined;
    },
    keep(key, bytes, tag, { unitsCharged, dataSources, versions }) {
      if (versions.size === 0 || !areCurrent(versions)) return;
      kept.set(key, { bytes, tag, units: unitsCharged, dataSources: [...dataSources], versions: new Map(versions) });
    },
  };
}
