import type { Rename } from '../planner/plan.js';
import { isObject, type ObjectValue, type ResponsePath } from './values.js';

/** Renames keys of a fetched value in place. */
export type ApplyRenames = (value: unknown) => void;

/** Renames a plan's aliases to the plan's keys, through lists; undefined if there is nothing to rename. */
export function compileRenames(renames: readonly Rename[]): ApplyRenames | undefined {
  if (renames.length === 0) return undefined;
  return (value) => {
    for (const { path, to } of renames) {
      visitOwners(value, path, 0, (owner, key) => {
        if (!(key in owner)) return;
        owner[to] = owner[key];
        Reflect.deleteProperty(owner, key);
      });
    }
  };
}

function visitOwners(
  value: unknown,
  path: readonly string[],
  index: number,
  change: (owner: ObjectValue, key: string) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) visitOwners(item, path, index, change);
    return;
  }
  const key = path[index];
  if (!isObject(value) || key === undefined) return;
  if (index === path.length - 1) change(value, key);
  else visitOwners(value[key], path, index + 1, change);
}

/** Translates a path in a subgraph's response into a path in the fetched data. */
export type ToDataPath = (path: ResponsePath) => ResponsePath;

/** A plan's aliases are unique within a fetch and reserved, so a path can be translated key by key. */
export function renamedPathOf(renames: readonly Rename[]): ToDataPath {
  if (renames.length === 0) return (path) => path;
  const names = new Map(renames.map(({ path, to }) => [path.at(-1) ?? '', to]));
  return (path) => path.map((key) => (typeof key === 'number' ? key : (names.get(key) ?? key)));
}
