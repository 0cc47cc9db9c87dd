import express from 'express';
import { createSignedIdentities } from '../access/signed-identity.js';
import { synchronousEntities } from '../gateway/execution/entities-resolver.js';
import { listEndpoints } from '../rest-compat/endpoints.js';
import { createResultCache } from '../subgraphs/result-cache.js';
import type { SubgraphName } from '../subgraphs/sdl.js';
import { subgraphEndpoint } from '../subgraphs/serve/subgraph-endpoint.js';
import { Failure } from './failure.js';
import { createSubgraph, readSupergraph } from './graph.js';
import { mountHealth } from './health.js';
import { listen, type Listening } from './listening.js';
import type { Config } from './config.js';
import type { Runtime } from './runtime.js';

/** The secret that signs identities. Throws a Failure where none is set. */
export function requireIdentitySecret({ identitySecret }: Pick<Config, 'identitySecret'>): string {
  if (identitySecret !== undefined) return identitySecret;
  throw new Failure('SVC_IDENTITY_SECRET is not set: a subgraph that runs alone answers only requests with a signed identity. Set the same secret for it and for the gateway (openssl rand -base64 32 prints one).');
}

/** One subgraph by itself: `/graphql` for who brings a signed identity, `/healthz`, `/readyz` and `/metrics` for all. */
export async function startSubgraph(runtime: Runtime, name: SubgraphName, port: number): Promise<Listening> {
  const { store, access, clock, log, config, webhooks, atEnd } = runtime;
  const identities = createSignedIdentities(requireIdentitySecret(config));
  const endpoints = listEndpoints(readSupergraph());
  const schema = createSubgraph(name, { store, access, log, atEnd, webhooks, results: createResultCache(clock), endpoints: () => endpoints });
  synchronousEntities(schema);
  let isStopping = false;
  const app = express().disable('x-powered-by').disable('etag');
  mountHealth(app, store, () => ({ serving: !isStopping }));
  app.all('/graphql', subgraphEndpoint({ schema, identities, meter: access.meter, clock, log }));
  app.use((_request, response) => {
    response.status(404).json({ error: 'unknown_endpoint', message: `The subgraph ${name} answers at /graphql, /healthz, /readyz and /metrics.` });
  });
  const listening = await listen(app, { host: config.host, port, portSetting: '--port' });
  return {
    url: listening.url,
    async close() {
      isStopping = true;
      await listening.close();
    },
  };
}
