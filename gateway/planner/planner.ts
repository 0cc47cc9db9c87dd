import { transformSupergraphToPublicSchema } from '@theguild/federation-composition';
import { buildASTSchema, type GraphQLSchema } from 'graphql';
import type { PartialUnions } from './candidates.js';
import { readJoins, type Joins } from './joins.js';
import { readSupergraph } from './supergraph-index.js';
import { createTypeIndex, type TypeIndex } from './type-index.js';

/** What planning needs of a supergraph. */
export interface Planner {
  /** The schema that clients see: without `@inaccessible`, `join__*` and `link__*`. */
  readonly publicSchema: GraphQLSchema;
  readonly types: TypeIndex;
  /** The fields of each subgraph, and the keys to fetch them by. */
  readonly joins: Joins;
  readonly partialUnions: PartialUnions;
}

/** Reads a supergraph; throws if the SDL is not a federation 2 supergraph. */
export function createPlanner(supergraphSdl: string, partialUnions: PartialUnions = 'shared'): Planner {
  const supergraph = readSupergraph(supergraphSdl);
  return {
    publicSchema: buildASTSchema(transformSupergraphToPublicSchema(supergraph.document), {
      assumeValid: true,
      assumeValidSDL: true,
    }),
    types: createTypeIndex(supergraph.document),
    joins: readJoins(supergraph),
    partialUnions,
  };
}
