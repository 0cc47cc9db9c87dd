import { compileFunction } from 'node:vm';

/**
 * Makes a function from a text that returns it and may name the constants. Code of its own reads the fields of an object by their names,
 * which is faster than code that looks each name up (`bench/gateway.bench.ts`), and costs some 30 µs and kilobytes to make.
 *
 * The text is ours: what a document says goes into it through `quoted` alone.
 */
export function generate(constants: Readonly<Record<string, unknown>>, text: string): unknown {
  const make = compileFunction(text, Object.keys(constants)) as (...values: readonly unknown[]) => unknown;
  return make(...Object.values(constants));
}

/** A text as a literal of JavaScript. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** An object literal of keys and expressions. Its keys are computed ones, since `__proto__` is a key like any other. */
export function objectLiteral(entries: readonly (readonly [key: string, expression: string])[]): string {
  return `{ ${entries.map(([key, expression]) => `[${quoted(key)}]: ${expression}`).join(', ')} }`;
}
