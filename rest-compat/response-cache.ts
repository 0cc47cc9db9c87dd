import { LRUCache } from 'lru-cache';
import type { HttpContext } from '../http/context.js';

const MAX_BYTES = 32 * 1024 * 1024;

/** An answer as it was sent, with what it rests on and cost. */
export interface KeptAnswer {
  readonly bytes: string;
  readonly tag: string;
  readonly units: number;
  readonly dataSources: readonly string[];
  readonly histories: ReadonlyMap<string, number>;
}

export interface KeptAnswers {
  /** The answer of these parameters, while every history it rests on is the one in memory. */
  find(key: string): KeptAnswer | undefined;
  /** Keeps an answer that rests on stored histories alone. */
  keep(key: string, bytes: string, tag: string, context: HttpContext): void;
}

/** Answers of repeatable endpoints: the graph is not asked again for what cannot have changed. Gates and units are the caller's to apply. */
export function createKeptAnswers(historyVersion: (symbol: string) => number | undefined): KeptAnswers {
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }, key) => 2 * (bytes.length + key.length) + 500 });
  return {
    find(key) {
      const answer = kept.get(key);
      if (answer === undefined) return undefined;
      for (const [symbol, version] of answer.histories) {
        if (historyVersion(symbol) === version) continue;
        kept.delete(key);
        return undefined;
      }
      return answer;
    },
    keep(key, bytes, tag, { unitsCharged, dataSources, histories }) {
      if (histories.size > 0) kept.set(key, { bytes, tag, units: unitsCharged, dataSources: [...dataSources], histories: new Map(histories) });
    },
  };
}
