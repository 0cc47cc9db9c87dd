import type { GraphQLSchema } from 'graphql';
import { buildSubgraph } from '../build/build-subgraph.js';
import { subgraphSdl } from '../sdl.js';
import type { Services } from '../services.js';
import { createLoaders } from './loaders.js';
import { createResolvers } from './resolvers.js';

/** Private markets: the directory of companies. */
export function createPrivateMarketsSubgraph(services: Services): GraphQLSchema {
  return buildSubgraph(subgraphSdl('private-markets'), createResolvers(createLoaders(services)), services.log);
}
