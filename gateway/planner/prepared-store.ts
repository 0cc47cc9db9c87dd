import type { DocumentNode } from 'graphql';
import { createPreparedCache } from './prepared-cache.js';

/** What a source became, and whether it becomes the same again. */
export interface Prepared {
  readonly bytes: number;
  readonly isLasting: boolean;
}

type Source = string | DocumentNode;

export interface PreparedStore<T extends Prepared, P> {
  /** Known, or prepared with a planner that answers at once. */
  atOnce(source: Source, operationName: string | undefined, plan: P): T;
  /** Known, or prepared with a planner that may answer later. Two requests for one text share a preparation. */
  later(source: Source, operationName: string | undefined, plan: P): T | Promise<T>;
  readonly kept: { readonly operations: number; readonly bytes: number };
}

/** Prepares each source once while it is kept. */
export function createPreparedStore<T extends Prepared, P>(
  compile: (source: Source, operationName: string | undefined, plan: P) => T | Promise<T>,
  maxBytes: number,
): PreparedStore<T, P> {
  const cache = createPreparedCache<T>(maxBytes);
  const pending = new Map<string, Promise<T>>();
  const keep = (source: Source, operationName: string | undefined, operation: T): T => {
    if (operation.isLasting) cache.set(source, operationName, operation);
    return operation;
  };
  return {
    atOnce(source, operationName, plan) {
      const known = cache.get(source, operationName);
      if (known !== undefined) return known;
      const operation = compile(source, operationName, plan);
      if (operation instanceof Promise) throw new Error('A planner of this process answers at once.');
      return keep(source, operationName, operation);
    },
    later(source, operationName, plan) {
      const known = cache.get(source, operationName);
      if (known !== undefined) return known;
      const key = typeof source === 'string' ? `${operationName ?? ''}\n${source}` : undefined;
      const underWay = key === undefined ? undefined : pending.get(key);
      if (underWay !== undefined) return underWay;
      const operation = compile(source, operationName, plan);
      if (!(operation instanceof Promise)) return keep(source, operationName, operation);
      const kept = operation.then((prepared) => keep(source, operationName, prepared));
      if (key === undefined) return kept;
      const shared = kept.finally(() => pending.delete(key));
      pending.set(key, shared);
      return shared;
    },
    get kept() {
      return { operations: cache.size, bytes: cache.bytes };
    },
  };
}
