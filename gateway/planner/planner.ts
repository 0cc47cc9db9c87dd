import { QueryPlanner, type QueryPlan } from '@graphql-hive/router-query-planner';
import { buildASTSchema, Kind, parse, type GraphQLSchema } from 'graphql';
import { createTypeIndex, type TypeIndex } from './type-index.js';

/** What is known of a supergraph: its public face, its types and how to plan an operation over it. */
export interface Planner {
  /** The schema a client sees: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  readonly types: TypeIndex;
  /** Plans a document of one valid operation without conditions. Throws when there is no way to fetch it. */
  plan(source: string): QueryPlan;
}

/** Loads a supergraph into the native planner; throws if the SDL is not a federation 2 supergraph. */
export function createPlanner(supergraphSdl: string): Planner {
  const native = new QueryPlanner(supergraphSdl);
  return {
    publicSchema: buildPublicSchema(native.consumerSchema),
    types: createTypeIndex(parse(supergraphSdl, { noLocation: true })),
    plan: (source) => native.plan(source, null, new Set(), 0),
  };
}

/** The planner's consumer schema lists introspection as ordinary types and fields, which graphql-js brings itself. */
function buildPublicSchema(consumerSdl: string): GraphQLSchema {
  const isOwn = ({ name }: { readonly name?: { readonly value: string } }): boolean =>
    name === undefined || !/^(__|(join|link|core|context|federation)__)/.test(name.value);
  const document = parse(consumerSdl, { noLocation: true });
  const definitions = document.definitions.filter((node) => !('name' in node) || isOwn(node as { name?: { value: string } })).map((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION && node.fields !== undefined ? { ...node, fields: node.fields.filter(isOwn) } : node,
  );
  return buildASTSchema({ ...document, definitions }, { assumeValid: true, assumeValidSDL: true });
}
