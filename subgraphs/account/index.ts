import type { GraphQLSchema } from 'graphql';
import { buildSubgraph } from '../build/build-subgraph.js';
import { subgraphSdl } from '../sdl.js';
import type { Services } from '../services.js';
import { createLoaders } from './loaders.js';
import { createResolvers } from './resolvers.js';
import { createWatchlistLoaders } from './watchlists.js';
import { createWebhookLoaders } from './webhooks.js';

/** Account: usage, limits, keys, webhooks and watchlists. */
export function createAccountSubgraph(services: Services): GraphQLSchema {
  const webhooks = createWebhookLoaders(services);
  const resolvers = createResolvers(createLoaders(services), webhooks, createWatchlistLoaders(services), services);
  return buildSubgraph(subgraphSdl('account'), resolvers, services.log, { 'Mutation.registerWebhook': webhooks.checkRegistration });
}
