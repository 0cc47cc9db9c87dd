import type { OutputRewrite } from '@graphql-hive/router-query-planner';
import { readRewrite } from './rewrites.js';
import type { ResponsePath } from './values.js';

/** Translates a path in a subgraph's answer into one in our data. */
export type ToDataPath = (path: ResponsePath) => ResponsePath;

/** Internal aliases are unique in a fetch and refused to clients, so a path can be translated key by key. */
export function dataPathOf(rewrites: readonly OutputRewrite[] | undefined): ToDataPath {
  const renames = new Map<string, string>();
  for (const rewrite of rewrites ?? []) {
    const { keyRenamer } = readRewrite(rewrite);
    const last = keyRenamer?.path.at(-1);
    if (keyRenamer !== undefined && last !== undefined && 'Key' in last) renames.set(last.Key, keyRenamer.renameKeyTo);
  }
  return (path) => (renames.size === 0 ? path : path.map((key) => (typeof key === 'number' ? key : (renames.get(key) ?? key))));
}
