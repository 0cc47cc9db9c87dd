import type { BatchFetchNode, EntityBatchAlias, FetchNode, FlattenNode, FlattenNodePathSegment, PlanNode } from '@graphql-hive/router-query-planner';

/** Where a plan step finds its entities. */
export type PlanPath = readonly FlattenNodePathSegment[];

/** The node with every fetch in it changed, from the inside out; a fetch for which `change` answers undefined is dropped. */
export function mapFetches(node: PlanNode, change: (fetch: FetchNode | FlattenNode | BatchFetchNode) => PlanNode | undefined): PlanNode | undefined {
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel': {
      const nodes = node.nodes.flatMap((child) => mapFetches(child, change) ?? []);
      return nodes.length > 0 ? { ...node, nodes } : undefined;
    }
    case 'Fetch':
    case 'Flatten':
    case 'BatchFetch':
      return change(node);
    default:
      // Conditions are decided before planning; the rest cannot be executed.
      return node;
  }
}

/** The `_entities` fields of a fetch; none for a fetch of root fields. */
export function entityAliasesOf(fetch: FetchNode | FlattenNode | BatchFetchNode): readonly EntityBatchAlias[] {
  if (fetch.kind === 'BatchFetch') return fetch.entityBatch.aliases;
  if (fetch.kind === 'Fetch' || fetch.node.kind !== 'Fetch') return [];
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

/** Keys and lists of a path, without its type conditions. */
export function placeOf(path: PlanPath): string {
  return path.flatMap((segment) => (segment === '@' ? ['@'] : 'Field' in segment ? [segment.Field] : [])).join('.');
}

/** The keys of a path, without lists and type conditions. */
export function keysOfPath(path: PlanPath): readonly string[] {
  return path.flatMap((segment) => (segment !== '@' && 'Field' in segment ? [segment.Field] : []));
}
