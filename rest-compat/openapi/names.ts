import type { Capability } from '../capability.js';
import type { Selected } from '../selection.js';
import type { Schema } from './schema.js';

/** `gap-stats` is `GapStats`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|[-_.])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `getGapStats`; the method makes it unique, because methods of one path share an operation. */
export function operationIdOf({ route }: Capability): string {
  return route.operationId ?? `${route.method.toLowerCase()}${pascal(route.operation)}`;
}

function addSelected(selected: readonly Selected[], names: Map<string, string>): void {
  for (const { field, key, children } of selected) {
    names.set(field.name, key);
    addSelected(children, names);
  }
}

type Names = ReadonlyMap<string, string>;

/** Those of a list of endpoints, which name all of its schemas. */
const known = new WeakMap<readonly Capability[], Names>();

function restNames(capabilities: readonly Capability[]): Names {
  const names = known.get(capabilities) ?? readRestNames(capabilities);
  known.set(capabilities, names);
  return names;
}

/** REST names of the fields and arguments that have another one in the SDL, such as `month_count` of `monthCount`. */
function readRestNames(capabilities: readonly Capability[]): Names {
  const names = new Map<string, string>();
  for (const { body, parameters } of capabilities) {
    addSelected(body, names);
    for (const { argument, name } of parameters) names.set(argument, name);
  }
  return new Map([...names].filter(([name]) => /[A-Z]/.test(name)));
}

/** The document with REST's names in its descriptions, which the SDL writes for users of the graph. */
export function inRestNames(document: Schema, capabilities: readonly Capability[]): Schema {
  const names = restNames(capabilities);
  const inText = (text: string): string =>
    text.replace(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, (word) => names.get(word) ?? word);
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]: [string, unknown]) => [
        key,
        key === 'description' && typeof entry === 'string' ? inText(entry) : walk(entry),
      ]),
    );
  };
  return walk(document) as Schema;
}
