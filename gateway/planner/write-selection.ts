import { Kind, print, type SelectionNode, type SelectionSetNode, type TypeNode } from 'graphql';
import { TYPENAME, type FetchedSelection } from './fetch-tree.js';
import type { Rename } from './plan.js';
import { PLAN_ALIAS } from './reserved-names.js';

/** The shape written under one response key, over all types of the object: GraphQL requires it to be unique. */
interface Written {
  readonly shape: string;
  readonly below: Level;
}

type Level = Map<string, Written>;

/** A selection set, and the renames that turn its keys into the plan's keys. */
export interface WrittenSelection {
  readonly selectionSet: SelectionSetNode;
  readonly renames: readonly Rename[];
}

/**
 * Writes a fetch's selection. In a subgraph, mutually exclusive types may have different shapes under one key, even if
 * the supergraph's shapes agree; all but the first get an alias that is renamed in the response.
 */
export function writeSelection(selection: FetchedSelection): WrittenSelection {
  const renames: Rename[] = [];
  const write = ({ fields, fragments }: FetchedSelection, level: Level, path: readonly string[]): SelectionSetNode => {
    const selections: SelectionNode[] = [];
    for (const [key, { field, type, below }] of fields) {
      const shape = type === undefined ? '' : shapeOf(type, below === undefined);
      const alias = freeAlias(key, shape, level, renames.length);
      const written = level.get(alias) ?? { shape, below: new Map() };
      level.set(alias, written);
      if (alias !== key) renames.push({ path: [...path, alias], to: key });
      selections.push({
        kind: Kind.FIELD,
        name: field.name,
        ...(alias === field.name.value ? {} : { alias: { kind: Kind.NAME, value: alias } }),
        ...(field.arguments === undefined ? {} : { arguments: field.arguments }),
        ...(below === undefined ? {} : { selectionSet: write(below, written.below, [...path, key]) }),
      });
    }
    for (const [name, inner] of fragments) {
      if (isEmpty(inner)) continue;
      const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } } as const;
      selections.push({ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet: write(inner, level, path) });
    }
    return { kind: Kind.SELECTION_SET, selections: selections.length === 0 ? [TYPENAME] : selections };
  };
  const selectionSet = write(selection, new Map(), []);
  return { selectionSet, renames };
}

export function isEmpty({ fields, fragments }: FetchedSelection): boolean {
  return fields.size === 0 && [...fragments.values()].every(isEmpty);
}

function freeAlias(key: string, shape: string, level: Level, count: number): string {
  const fits = (alias: string): boolean => (level.get(alias)?.shape ?? shape) === shape;
  return fits(key) ? key : `${PLAN_ALIAS}${count}_${key}`;
}

/** A leaf's type, or an object's list and null wrappers. */
function shapeOf(type: TypeNode, isLeaf: boolean): string {
  if (isLeaf) return print(type);
  if (type.kind === Kind.NAMED_TYPE) return '{}';
  return type.kind === Kind.LIST_TYPE ? `[${shapeOf(type.type, false)}]` : `${shapeOf(type.type, false)}!`;
}
