import type { BatchFetchNode, EntityBatchAlias, FlattenNode } from '@graphql-hive/router-query-planner';

/** The `_entities` fields of a fetch of entities. A Flatten is a batch of one. */
export function entityAliasesOf(fetch: FlattenNode | BatchFetchNode): readonly EntityBatchAlias[] {
  if (fetch.kind === 'BatchFetch') return fetch.entityBatch.aliases;
  if (fetch.node.kind !== 'Fetch') throw new Error(`A Flatten over "${fetch.node.kind}" cannot be executed.`);
  const { requires = [], inputRewrites, outputRewrites } = fetch.node;
  return [{
    alias: '_entities',
    representationsVariableName: 'representations',
    paths: [fetch.path],
    requires,
    ...(inputRewrites === undefined ? {} : { inputRewrites }),
    ...(outputRewrites === undefined ? {} : { outputRewrites }),
  }];
}
