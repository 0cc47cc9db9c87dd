import { QueryPlanner, type QueryPlan } from '@graphql-hive/router-query-planner';
import { buildASTSchema, Kind, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import { readJoins, type Joins } from './own/joins.js';
import { readPlannedNames } from './planned-names.js';
import { readSupergraph } from './supergraph-index.js';
import { createTypeIndex, type TypeIndex } from './type-index.js';

/** What is known of a supergraph: its public face, its types and how to plan an operation over it. */
export interface Planner {
  /** The schema a client sees: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  readonly types: TypeIndex;
  /** Names of the fields that plans read by themselves. */
  readonly plannedNames: ReadonlySet<string>;
  /** Who has what, for plans of our own. */
  readonly joins: Joins;
  /** Plans a document of one valid operation without conditions natively. Throws when it finds no way to fetch it. */
  plan(source: string): QueryPlan;
}

/** Loads a supergraph into the native planner; throws if the SDL is not a federation 2 supergraph. */
export function createPlanner(supergraphSdl: string): Planner {
  const supergraph = readSupergraph(supergraphSdl);
  const native = new QueryPlanner(supergraphSdl);
  const consumer = parse(native.consumerSchema, { noLocation: true });
  return {
    publicSchema: schemaOf(consumer),
    types: createTypeIndex(supergraph.document),
    plannedNames: readPlannedNames(supergraph),
    joins: readJoins(supergraph),
    plan: (source) => native.plan(source, null, new Set(), 0),
  };
}

/** The planner's consumer schema lists introspection as ordinary types and fields, which graphql-js brings itself. */
function isOwn(name: string): boolean {
  return !/^(__|(join|link|core|context|federation)__)/.test(name);
}

function schemaOf(consumer: DocumentNode): GraphQLSchema {
  const isKept = (node: object): boolean => {
    const { name } = node as { readonly name?: { readonly value: string } };
    return name === undefined || isOwn(name.value);
  };
  const definitions = consumer.definitions.filter(isKept).map((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION && node.fields !== undefined ? { ...node, fields: node.fields.filter(isKept) } : node,
  );
  return buildASTSchema({ ...consumer, definitions }, { assumeValid: true, assumeValidSDL: true });
}
