import { getNamedType, getNullableType, isEnumType, isListType } from 'graphql';
import { enumOptions } from '../../access/parameters/input-shape.js';
import type { Sdl } from '../sdl.js';
import type { Selected } from '../selection.js';

type Rewrite = (value: Record<string, unknown>) => void;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Applies `apply` to each entry of a possibly nested list. */
function mapped(value: unknown, apply: (entry: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map((entry) => mapped(entry, apply)) : apply(value);
}

function forEach(value: unknown, rewrite: Rewrite): void {
  if (Array.isArray(value)) for (const entry of value) forEach(entry, rewrite);
  else if (isRecord(value)) rewrite(value);
}

/** REST spellings that differ from the GraphQL names, by GraphQL name; null if there are none. */
function spellings({ field }: Selected, sdl: Sdl): ReadonlyMap<unknown, string> | null {
  const type = getNamedType(field.type);
  if (!isEnumType(type)) return null;
  const differing = enumOptions(sdl, type).filter(({ wire, name }) => wire !== name);
  return differing.length === 0 ? null : new Map(differing.map(({ wire, name }) => [name, wire]));
}

function rewriteOf(selected: Selected, sdl: Sdl): Rewrite | null {
  const { key } = selected;
  const spell = spellingOf(selected, sdl);
  if (sdl.directive('optional', selected.field) === undefined) return spell;
  // JSON omits undefined values; deleting keys would make serialisation slow.
  return (parent) => {
    if (parent[key] === null) parent[key] = undefined;
    else spell?.(parent);
  };
}

function spellingOf(selected: Selected, sdl: Sdl): Rewrite | null {
  const { key } = selected;
  const names = spellings(selected, sdl);
  if (names !== null) {
    const spell = (name: unknown): unknown => names.get(name) ?? name;
    if (isListType(getNullableType(selected.field.type))) return (parent) => void (parent[key] = mapped(parent[key], spell));
    return (parent) => void (parent[key] = spell(parent[key]));
  }
  const below = wireSpelling(selected.children, sdl);
  return below === null ? null : (parent) => forEach(parent[key], below);
}

/**
 * Compiles the function that replaces enum values with their REST spelling (`@wire`) and omits null `@optional` fields,
 * in place. It only visits paths that lead to such values.
 * @returns null if the selection has no such values
 */
export function wireSpelling(selected: readonly Selected[], sdl: Sdl): Rewrite | null {
  const rewrites = selected.flatMap((field) => rewriteOf(field, sdl) ?? []);
  const [only] = rewrites;
  if (only === undefined) return null;
  if (rewrites.length === 1) return only;
  return (value) => {
    for (const rewrite of rewrites) rewrite(value);
  };
}
