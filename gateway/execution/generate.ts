import { compileFunction } from 'node:vm';

/**
 * Creates a function from source text that returns it and may name the constants. Generated code reads an object's
 * fields by fixed names, which is faster than looking up each name (`bench/gateway.bench.ts`), but costs about 30 µs
 * and some kilobytes to create.
 *
 * Strings from a document enter the source text only through `quoted`, so a client cannot inject code.
 */
export function generate(constants: Readonly<Record<string, unknown>>, text: string): unknown {
  const make = compileFunction(text, Object.keys(constants)) as (...values: readonly unknown[]) => unknown;
  return make(...Object.values(constants));
}

/** A string as a JavaScript literal. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** An object literal of keys and expressions. Keys are computed, so that `__proto__` is an ordinary key. */
export function objectLiteral(entries: readonly (readonly [key: string, expression: string])[]): string {
  return `{ ${entries.map(([key, expression]) => `[${quoted(key)}]: ${expression}`).join(', ')} }`;
}
