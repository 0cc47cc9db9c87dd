import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { pino } from 'pino';
import { z } from 'zod';
import { NOBODY } from '../../access/fair-queue.js';
import { graphListener } from '../../http/graphql/graph-listener.js';
import { outboundFetch } from '../../bin/gateway/subgraph-fetch.js';
import { apolloGatewayOf } from './apollo-gateway-of.js';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import { httpSubgraph, type HttpAnswer } from '../../gateway/execution/http-subgraph.js';
import { localSubgraph } from '../../gateway/execution/local-subgraph.js';
import { SharedQueries } from '../../gateway/execution/shared-queries.js';
import type { Subgraph } from '../../gateway/execution/subgraph.js';
import { createGateway } from '../../gateway/gateway.js';
import { createOutbound } from '../../outbound/outbound.js';
import { mergedSchema, subgraphSchema, SUBGRAPH_NAMES, worldSupergraph, type UrlOf } from '../gateway-world.js';
import { apolloPeer, hivePeer } from './federation-peers.js';

/**
 * Serves /graphql with the implementation KIND, over in-process subgraphs or those at SUBGRAPH_URLS; prints its URL.
 */

const urls = z
  .record(z.string(), z.string())
  .optional()
  .parse(JSON.parse(process.env['SUBGRAPH_URLS'] ?? 'null') ?? undefined);
const urlOf: UrlOf | undefined = urls && ((name) => urls[name] ?? '');

/** Whether identical concurrent subgraph queries are deduplicated. */
const isSharing = process.env['SHARING'] === 'true';

const localSubgraphs = (): readonly Subgraph<object>[] =>
  SUBGRAPH_NAMES.map((name) => localSubgraph<object>(name, subgraphSchema(name), { prepare: compileDocument }));

/** As in `npm run gateway`, with or without shared queries. */
function httpSubgraphs(of: UrlOf): readonly Subgraph<object>[] {
  const fetch = outboundFetch(createOutbound({ target: 'operator' }));
  const sharing = isSharing ? { shared: new SharedQueries<HttpAnswer>() } : {};
  return SUBGRAPH_NAMES.map((name) => httpSubgraph<object>(name, of(name), { fetch, ...sharing }));
}

const ours = () =>
  createGateway<object>({
    supergraphSdl: worldSupergraph(urlOf),
    subgraphs: urlOf === undefined ? localSubgraphs() : httpSubgraphs(urlOf),
  });

const PLUGINS = [ApolloServerPluginInlineTraceDisabled(), ApolloServerPluginLandingPageDisabled()];

const APOLLO_SERVERS: Readonly<Record<string, () => ApolloServer>> = {
  merged: () => new ApolloServer({ schema: mergedSchema(ours().publicSchema), plugins: PLUGINS }),
  'ours-express': () => new ApolloServer({ gateway: apolloGatewayOf(ours()), plugins: PLUGINS }),
  apollo: () => new ApolloServer({ gateway: apolloPeer(urlOf), plugins: PLUGINS }),
};

async function handlerOf(kind: string): Promise<RequestListener> {
  if (kind === 'ours')
    return (
      await graphListener<object>({
        gateway: ours(),
        contextOf: () => ({}),
        requesterOf: () => NOBODY,
        log: pino({ level: 'error' }),
      })
    ).listener;
  if (kind === 'hive' || kind === 'hive-native') return hivePeer(kind === 'hive' ? 'own' : 'native', urlOf, isSharing);
  const server = APOLLO_SERVERS[kind]?.();
  if (server === undefined) throw new Error(`Unknown kind ${kind}.`);
  await server.start();
  const app = express().disable('x-powered-by').disable('etag');
  return app.use('/graphql', express.json(), expressMiddleware(server, { context: async () => ({ request: {} }) }));
}

const http = createServer(await handlerOf(process.env['KIND'] ?? ''));
http.listen(0, '127.0.0.1');
await once(http, 'listening');
console.log(`Ready on http://127.0.0.1:${(http.address() as AddressInfo).port}`);
process.once('SIGTERM', () => process.exit(0));
