import type { GraphQLSchema } from 'graphql';
import { buildSubgraph } from '../build/build-subgraph.js';
import { subgraphSdl } from '../sdl.js';
import type { Services } from '../services.js';
import { createLoaders } from './loaders.js';
import { createResolvers } from './resolvers.js';

/** Research: seasonality, gaps, dollar-cost averaging and backtests. */
export function createResearchSubgraph(services: Services): GraphQLSchema {
  return buildSubgraph(subgraphSdl('research'), createResolvers(createLoaders(services)), services.log);
}
