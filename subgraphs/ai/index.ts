import type { GraphQLSchema } from 'graphql';
import { buildSubgraph } from '../build/build-subgraph.js';
import { subgraphSdl } from '../sdl.js';
import type { Services } from '../services.js';
import { createLoaders } from './loaders.js';
import { createResolvers } from './resolvers.js';

/** AI: token usage per key. */
export function createAiSubgraph(services: Services): GraphQLSchema {
  return buildSubgraph(subgraphSdl('ai'), createResolvers(createLoaders(services)), services.log);
}
