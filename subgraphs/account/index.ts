import type { GraphQLSchema } from 'graphql';
import { buildSubgraph } from '../schema/build-subgraph.js';
import { subgraphSdl } from '../sdl.js';
import type { Services } from '../services.js';
import { createLoaders } from './loaders.js';
import { createResolvers } from './resolvers.js';
import { createWebhookLoaders } from './webhooks.js';

/** Account: usage, limits, keys and webhooks. */
export function createAccountSubgraph(services: Services): GraphQLSchema {
  return buildSubgraph(subgraphSdl('account'), createResolvers(createLoaders(services), createWebhookLoaders(services), services), services.log);
}
