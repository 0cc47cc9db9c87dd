import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

type Compile<T> = (source: string | DocumentNode, operationName: string | undefined) => T;

/**
 * Remembers what a source compiled to: texts in an LRU by their length, documents for as long as they live.
 * Refusals are remembered too, so that a broken client costs one validation.
 */
export function createOperationCache<T extends object>(compile: Compile<T>, maxCharacters: number): Compile<T> {
  const byText = new LRUCache<string, T>({ maxSize: maxCharacters, sizeCalculation: (_operation, key) => key.length });
  const byDocument = new WeakMap<DocumentNode, Map<string | undefined, T>>();
  return (source, operationName) => {
    if (typeof source !== 'string') {
      const known = byDocument.get(source) ?? new Map<string | undefined, T>();
      byDocument.set(source, known);
      const operation = known.get(operationName) ?? compile(source, operationName);
      known.set(operationName, operation);
      return operation;
    }
    const key = `${operationName ?? ''}\n${source}`;
    let operation = byText.get(key);
    if (operation === undefined) {
      operation = compile(source, operationName);
      byText.set(key, operation);
    }
    return operation;
  };
}
