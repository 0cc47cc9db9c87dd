import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginInlineTraceDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { pino } from 'pino';
import { graphListener } from '../../bin/graph-listener.js';
import { apolloGateway } from '../../gateway/apollo-gateway.js';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import { localSubgraph } from '../../gateway/execution/local-subgraph.js';
import { createGateway } from '../../gateway/gateway.js';
import { mergedSchema, subgraphSchema, SUBGRAPH_NAMES, worldSupergraph } from '../gateway-world.js';
import { apolloPeer, hivePeer } from './federation-peers.js';

/** Serves /graphql by the way that KIND names; prints where it listens. */

const ours = () => createGateway<object>({
  supergraphSdl: worldSupergraph(),
  subgraphs: SUBGRAPH_NAMES.map((name) => localSubgraph<object>(name, subgraphSchema(name), { prepare: compileDocument })),
});

const PLUGINS = [ApolloServerPluginInlineTraceDisabled(), ApolloServerPluginLandingPageDisabled()];

const APOLLO_SERVERS: Readonly<Record<string, () => ApolloServer>> = {
  merged: () => new ApolloServer({ schema: mergedSchema(ours().publicSchema), plugins: PLUGINS }),
  'ours-express': () => new ApolloServer({ gateway: apolloGateway(ours()), plugins: PLUGINS }),
  apollo: () => new ApolloServer({ gateway: apolloPeer(), plugins: PLUGINS }),
};

async function handlerOf(kind: string): Promise<RequestListener> {
  if (kind === 'ours') return (await graphListener<object>({ gateway: ours(), contextOf: () => ({}), log: pino({ level: 'error' }) })).listener;
  if (kind === 'hive' || kind === 'hive-native') return hivePeer(kind === 'hive' ? 'own' : 'native');
  const server = APOLLO_SERVERS[kind]?.();
  if (server === undefined) throw new Error(`There is no kind ${kind}.`);
  await server.start();
  const app = express().disable('x-powered-by').disable('etag');
  return app.use('/graphql', express.json(), expressMiddleware(server, { context: async () => ({ request: {} }) }));
}

const http = createServer(await handlerOf(process.env['KIND'] ?? ''));
http.listen(0, '127.0.0.1');
await once(http, 'listening');
console.log(`Ready on http://127.0.0.1:${(http.address() as AddressInfo).port}`);
process.once('SIGTERM', () => process.exit(0));
