import type { FetchRewrite, KeyRenamer, OutputRewrite, ValueSetter } from '@graphql-hive/router-query-planner';

/** A planner's rewrite in one of its two spellings. */
export function readRewrite(rewrite: FetchRewrite): { readonly valueSetter?: ValueSetter; readonly keyRenamer?: KeyRenamer } {
  if ('ValueSetter' in rewrite) return { valueSetter: rewrite.ValueSetter };
  if ('KeyRenamer' in rewrite) return { keyRenamer: rewrite.KeyRenamer };
  return { valueSetter: rewrite };
}

type AnswerPath = readonly (string | number)[];

/** Translates a path in a subgraph's answer into one in our data. */
export type ToDataPath = (path: AnswerPath) => AnswerPath;

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
