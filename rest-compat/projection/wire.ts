import { getNamedType, getNullableType, isEnumType, isListType } from 'graphql';
import { enumOptions } from '../../access/parameters/input-shape.js';
import { secondsUntil } from '../../calendar/utc-periods.js';
import { wireForm, type Sdl, type WireForm } from '../sdl.js';
import { entriesOf, type Selected } from '../selection.js';

/** Changes an object in place; `nowMs` is the time of the request. */
type Rewrite = (value: Record<string, unknown>, nowMs: number) => void;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Applies `apply` to each entry of a possibly nested list. */
function mapped(value: unknown, apply: (entry: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map((entry) => mapped(entry, apply)) : apply(value);
}

function forEach(value: unknown, rewrite: Rewrite, nowMs: number): void {
  if (Array.isArray(value)) for (const entry of value) forEach(entry, rewrite, nowMs);
  else if (isRecord(value)) rewrite(value, nowMs);
}

/** How a value of the graph becomes one of each form. */
const FORMS: Readonly<Record<WireForm, (value: string, nowMs: number) => number>> = {
  EPOCH_MS: (date) => Date.parse(`${date}T00:00:00Z`),
  SECONDS_UNTIL: (instant, nowMs) => secondsUntil(Date.parse(instant), nowMs),
};

/** REST spellings that differ from the GraphQL names, by GraphQL name; null if there are none. */
function spellings({ field }: Selected, sdl: Sdl): ReadonlyMap<unknown, string> | null {
  const type = getNamedType(field.type);
  if (!isEnumType(type)) return null;
  const differing = enumOptions(sdl, type).filter(({ wire, name }) => wire !== name);
  return differing.length === 0 ? null : new Map(differing.map(({ wire, name }) => [name, wire]));
}

/** Puts the entries of a connection in its place. */
function flattened(key: string, entries: Selected, sdl: Sdl): Rewrite {
  const below = wireSpelling(entries.children, sdl);
  return (parent, nowMs) => {
    const page = parent[key];
    if (!isRecord(page)) return;
    const nodes = page[entries.key];
    if (below !== null) forEach(nodes, below, nowMs);
    parent[key] = nodes;
  };
}

function rewriteOf(selected: Selected, sdl: Sdl): Rewrite | null {
  const { key } = selected;
  const entries = entriesOf(selected);
  if (entries !== null) return flattened(key, entries, sdl);
  const spell = spellingOf(selected, sdl);
  if (sdl.directive('optional', selected.field) === undefined) return spell;
  // JSON omits undefined values; deleting keys would make serialisation slow.
  return (parent, nowMs) => {
    if (parent[key] === null) parent[key] = undefined;
    else spell?.(parent, nowMs);
  };
}

function spellingOf(selected: Selected, sdl: Sdl): Rewrite | null {
  const { key } = selected;
  const form = wireForm(selected.field, sdl);
  if (form !== null) {
    const convert = FORMS[form];
    return (parent, nowMs) => {
      const value = parent[key];
      if (typeof value === 'string') parent[key] = convert(value, nowMs);
    };
  }
  const names = spellings(selected, sdl);
  if (names !== null) {
    const spell = (name: unknown): unknown => names.get(name) ?? name;
    if (isListType(getNullableType(selected.field.type)))
      return (parent) => void (parent[key] = mapped(parent[key], spell));
    return (parent) => void (parent[key] = spell(parent[key]));
  }
  const below = wireSpelling(selected.children, sdl);
  return below === null ? null : (parent, nowMs) => forEach(parent[key], below, nowMs);
}

/**
 * Compiles the function that gives values their REST spelling and form (`@wire`), puts the entries of connections in
 * their place, and omits null `@optional` fields, in place. It only visits paths that lead to such values.
 * @returns null if the selection has no such values
 */
export function wireSpelling(selected: readonly Selected[], sdl: Sdl): Rewrite | null {
  const rewrites = selected.flatMap((field) => rewriteOf(field, sdl) ?? []);
  const [only] = rewrites;
  if (only === undefined) return null;
  if (rewrites.length === 1) return only;
  return (value, nowMs) => {
    for (const rewrite of rewrites) rewrite(value, nowMs);
  };
}
