import type { BatchFetchNode, FetchNode, FlattenNode, PlanNode } from '@graphql-hive/router-query-planner';
import { doTypesOverlap, isCompositeType, Kind, parse, print, TypeInfo, typeFromAST, visit, visitWithTypeInfo, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { operationWithoutSpreads } from './entity-document.js';
import { mapFetches } from './plan-walk.js';

/**
 * Takes fragments out of a plan's fetches that their values can never be of. Around interface objects the planner asks
 * for what one implementation requires within the fragment of another, which a subgraph refuses.
 */
export function withPossibleFragments(root: PlanNode, schema: GraphQLSchema): PlanNode {
  const clean = (fetch: FetchNode | FlattenNode | BatchFetchNode): PlanNode => {
    if (fetch.kind !== 'Flatten') return { ...fetch, operation: cleaned(fetch.operation, schema) };
    return fetch.node.kind === 'Fetch' ? { ...fetch, node: { ...fetch.node, operation: cleaned(fetch.node.operation, schema) } } : fetch;
  };
  return mapFetches(root, clean) ?? root;
}

function cleaned(operation: string, schema: GraphQLSchema): string {
  const typeInfo = new TypeInfo(schema);
  const seen = { hasChanged: false };
  const opened = operationWithoutSpreads(parse(operation, { noLocation: true }));
  const document = visit(opened, visitWithTypeInfo(typeInfo, {
    InlineFragment(node) {
      const parent = typeInfo.getParentType();
      const type = node.typeCondition === undefined ? undefined : typeFromAST(schema, node.typeCondition);
      if (parent === null || parent === undefined || !isCompositeType(type) || doTypesOverlap(schema, parent, type)) return undefined;
      seen.hasChanged = true;
      return null;
    },
    SelectionSet: {
      leave: (node): SelectionSetNode | undefined =>
        node.selections.length > 0 ? undefined : { ...node, selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }] },
    },
  }));
  return seen.hasChanged ? print(document) : operation;
}
