import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** What an operation's preparation left to keep, with the bytes that it is taken to hold. */
interface Weighed {
  readonly bytes: number;
}

/** What sources compiled to: texts in an LRU by bytes, documents for as long as they live. */
export interface PreparedCache<T extends Weighed> {
  get(source: string | DocumentNode, operationName: string | undefined): T | undefined;
  set(source: string | DocumentNode, operationName: string | undefined, operation: T): void;
  /** What texts hold at present. */
  readonly bytes: number;
  readonly size: number;
}

/** Refusals are kept too, so that a broken client costs one validation. */
export function createPreparedCache<T extends Weighed>(maxBytes: number): PreparedCache<T> {
  const byText = new LRUCache<string, T>({ maxSize: maxBytes, sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length });
  const byDocument = new WeakMap<DocumentNode, Map<string | undefined, T>>();
  return {
    get(source, operationName) {
      return typeof source === 'string' ? byText.get(keyOf(source, operationName)) : byDocument.get(source)?.get(operationName);
    },
    set(source, operationName, operation) {
      if (typeof source === 'string') {
        byText.set(keyOf(source, operationName), operation);
        return;
      }
      const known = byDocument.get(source) ?? new Map<string | undefined, T>();
      byDocument.set(source, known.set(operationName, operation));
    },
    get bytes() {
      return byText.calculatedSize;
    },
    get size() {
      return byText.size;
    },
  };
}

function keyOf(source: string, operationName: string | undefined): string {
  return `${operationName ?? ''}\n${source}`;
}
