import type { FetchNodePathSegment, OutputRewrite, ValueSetter } from '@graphql-hive/router-query-planner';
import { readRewrite } from '../planner/plan-rewrites.js';
import type { TypeIndex } from '../planner/type-index.js';
import { isObject, type ObjectValue } from './values.js';

/** Changes a fetched object in place. */
export type ApplyRewrites = (value: unknown) => void;

/** Renames internal aliases to the keys they stand for, through lists; `undefined` where there is nothing to rename. */
export function compileOutputRewrites(rewrites: readonly OutputRewrite[] | undefined, types: TypeIndex): ApplyRewrites | undefined {
  const renamers = (rewrites ?? []).flatMap((rewrite) => readRewrite(rewrite).keyRenamer ?? []);
  if (renamers.length === 0) return undefined;
  return (value) => {
    for (const { path, renameKeyTo } of renamers) {
      visitOwners(value, path, 0, types, (owner, key) => {
        if (!(key in owner)) return;
        owner[renameKeyTo] = owner[key];
        Reflect.deleteProperty(owner, key);
      });
    }
  };
}

/** Sets values (in practice an interface's name as `__typename`) in a representation. */
export function compileValueSetters(setters: readonly ValueSetter[], types: TypeIndex): ApplyRewrites | undefined {
  if (setters.length === 0) return undefined;
  return (value) => {
    for (const { path, setValueTo } of setters) {
      visitOwners(value, path, 0, types, (owner, key) => { owner[key] = setValueTo; });
    }
  };
}

function visitOwners(
  value: unknown,
  path: readonly FetchNodePathSegment[],
  index: number,
  types: TypeIndex,
  change: (owner: ObjectValue, key: string) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) visitOwners(item, path, index, types, change);
    return;
  }
  const segment = path[index];
  if (!isObject(value) || segment === undefined) return;
  if ('Key' in segment) {
    if (index === path.length - 1) change(value, segment.Key);
    else visitOwners(value[segment.Key], path, index + 1, types, change);
    return;
  }
  const typename = value['__typename'];
  const matches = typeof typename !== 'string' || segment.TypenameEquals.some((type) => types.isSubtype(typename, type));
  if (matches) visitOwners(value, path, index + 1, types, change);
}
