import type { GraphQLSchema } from 'graphql';
import { buildSubgraph } from '../build/build-subgraph.js';
import { subgraphSdl } from '../sdl.js';
import type { Services } from '../services.js';
import { createLoaders } from './loaders.js';
import { createResolvers } from './resolvers.js';

/** Equities: securities, quotes, bars and the composite signal. */
export function createEquitiesSubgraph(services: Services): GraphQLSchema {
  return buildSubgraph(subgraphSdl('equities'), createResolvers(createLoaders(services)), services.log);
}
