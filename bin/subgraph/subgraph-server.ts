import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import type { RequestContext } from '../../access/request-context.js';
import { createSignedIdentities } from '../../access/signed-identity.js';
import { compileDocument } from '../../gateway/compiled/compile-document.js';
import { synchronousEntities } from '../../gateway/execution/entities-resolver.js';
import type { Every } from '../../gateway/live/live.js';
import type { Store } from '../../store/open-store.js';
import { symbolOfBarsVersion } from '../../store/recorded-reads.js';
import { UNVERSIONED } from '../../store/table-versions.js';
import { subgraphSdl, type SubgraphName } from '../../subgraphs/sdl.js';
import { subgraphEndpoint } from '../../subgraphs/serve/subgraph-endpoint.js';
import { Failure } from '../failure.js';
import { createSubgraph } from '../../subgraphs/create-subgraph.js';
import { createHealth, mountHealth, openAdminPort } from '../metrics/health.js';
import { poolMetrics } from '../metrics/pool-metrics.js';
import { listen, type Listening } from '../listening.js';
import { createServices } from '../services.js';
import { startLive } from '../live.js';
import { ownGateway, streamAnswers } from './subgraph-live.js';
import type { Config } from '../config.js';
import type { Runtime } from '../runtime.js';

/** The secret that signs identities. Throws a Failure if it is not set. */
export function requireIdentitySecret({ identitySecret }: Pick<Config, 'identitySecret'>): string {
  if (identitySecret !== undefined) return identitySecret;
  throw new Failure(
    'SVC_IDENTITY_SECRET is not set: a remote subgraph only accepts requests with a signed identity. ' +
      'Set the same secret here and in the gateway (generate one: openssl rand -base64 32).',
  );
}

/** Drops cached bars that are older than the versions the gateway has seen. */
function catchUp(bars: Store['bars']): (seen: RequestContext['seen']) => void {
  return (seen) => {
    for (const [name, version] of seen) {
      const symbol = symbolOfBarsVersion(name);
      if (symbol !== undefined && (version === null || version > (bars.versionInMemory(symbol) ?? UNVERSIONED)))
        bars.forget([symbol]);
    }
  };
}

/**
 * Serves one subgraph: `/graphql` for callers with a signed identity; `/healthz`, `/readyz` and `/metrics` for all.
 * `every` schedules stream heartbeats.
 */
export async function startSubgraph(
  runtime: Runtime,
  name: SubgraphName,
  port: number,
  every?: Every,
): Promise<Listening> {
  const { store, access, clock, log, config } = runtime;
  const identities = createSignedIdentities(requireIdentitySecret(config));
  const services = createServices(runtime);
  const schema = createSubgraph(name, services);
  synchronousEntities(schema);
  const live = schema.getSubscriptionType()
    ? await startLive(runtime, ownGateway(subgraphSdl(name), schema, log), services, every)
    : undefined;
  let isStopping = false;
  const app = express().disable('x-powered-by').disable('etag');
  const health = createHealth(store, () => ({ serving: !isStopping }), [poolMetrics(store)]);
  mountHealth(app, health);
  app.all(
    '/graphql',
    subgraphEndpoint({
      schema,
      identities,
      meter: access.meter,
      clock,
      log,
      prepare: compileDocument,
      catchUp: catchUp(store.bars),
      stream: live && streamAnswers(live, runtime),
    }),
  );
  app.use((_request, response) => {
    response.status(404).json({
      error: 'unknown_endpoint',
      message: `The subgraph ${name} serves only /graphql, /healthz, /readyz and /metrics.`,
    });
  });
  const { host, serving } = config;
  const listening = await listen(app, { host, port, portSetting: '--port', ...serving });
  const admin = await openAdminPort(health, { host, port: serving.adminPort }).catch(async (error: unknown) => {
    await listening.close();
    throw error;
  });
  return {
    url: listening.url,
    retire: () => listening.retire(),
    async close() {
      isStopping = true;
      listening.retire();
      await wait(serving.drainWaitMs);
      // Streams first: the server closes only after its responses have ended.
      await live?.stop();
      await listening.close();
      await admin?.close();
    },
  };
}
