import { QueryPlanner, type QueryPlan } from '@graphql-hive/router-query-planner';
import { buildASTSchema, Kind, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import { PLANNING_NAME, planningSupergraph, type PlanningSupergraph } from './planning-supergraph.js';
import { readRequiredCalls, type RequiredCalls } from './required-calls.js';
import { readSupergraph, type SupergraphIndex } from './supergraph-index.js';
import { createTypeIndex, type TypeIndex } from './type-index.js';

/** What is known of a supergraph: its public face, its types and how to plan an operation over it. */
export interface Planner {
  /** The schema a client sees: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  /** The same with the root fields at which a part of an operation begins. */
  readonly planningSchema: GraphQLSchema;
  readonly types: TypeIndex;
  readonly supergraph: SupergraphIndex;
  readonly planning: PlanningSupergraph;
  readonly requiredCalls: RequiredCalls;
  /** Plans a document of one valid operation without conditions, under the planning supergraph's names. Throws when there is no way to fetch it. */
  plan(source: string): QueryPlan;
}

/** Loads a supergraph into the native planner; throws if the SDL is not a federation 2 supergraph. */
export function createPlanner(supergraphSdl: string): Planner {
  const supergraph = readSupergraph(supergraphSdl);
  const planning = planningSupergraph(supergraph);
  const native = new QueryPlanner(planning.sdl);
  const consumer = parse(native.consumerSchema, { noLocation: true });
  return {
    publicSchema: schemaOf(consumer, (name) => isOwn(name) && !PLANNING_NAME.test(name)),
    planningSchema: schemaOf(consumer, isOwn),
    types: createTypeIndex(supergraph.document),
    supergraph,
    planning,
    requiredCalls: readRequiredCalls(supergraph),
    plan: (source) => native.plan(source, null, new Set(), 0),
  };
}

/** The planner's consumer schema lists introspection as ordinary types and fields, which graphql-js brings itself. */
function isOwn(name: string): boolean {
  return !/^(__|(join|link|core|context|federation)__)/.test(name);
}

function schemaOf(consumer: DocumentNode, isWanted: (name: string) => boolean): GraphQLSchema {
  const isKept = (node: object): boolean => {
    const { name } = node as { readonly name?: { readonly value: string } };
    return name === undefined || isWanted(name.value);
  };
  const definitions = consumer.definitions.filter(isKept).map((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION && node.fields !== undefined ? { ...node, fields: node.fields.filter(isKept) } : node,
  );
  return buildASTSchema({ ...consumer, definitions }, { assumeValid: true, assumeValidSDL: true });
}
