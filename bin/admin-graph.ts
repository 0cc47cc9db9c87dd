import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Express } from 'express';
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import { monthAt } from '../calendar/utc-periods.js';
import { OperatorContext } from '../access/operator-context.js';
import { operatorOf } from '../access/operators.js';
import { localSubgraph } from '../gateway/execution/local-subgraph.js';
import { createGateway, type Gateway } from '../gateway/gateway.js';
import { createGuard } from '../gateway/guards/guard.js';
import type { Live } from '../gateway/live/live.js';
import { mountAdminImports } from '../http/admin-imports.js';
import { createAdminEndpoint, mountAdmin, type AdminOptions } from '../http/admin.js';
import type { HttpOptions } from '../http/options.js';
import { createAdminGraph } from '../subgraphs/admin/create-admin-graph.js';
import type { AdminServices } from '../subgraphs/admin/services.js';
import { adminImports, MOST_IMPORT_BYTES } from './admin-imports.js';
import type { OperationTimings } from './metrics/operation-timings.js';
import type { Runtime } from './runtime.js';

function readAdminSupergraph(): string {
  return readFileSync(path.join(import.meta.dirname, '..', 'schema', 'admin-supergraph.graphql'), 'utf8');
}

/** The gateway over the admin graph, which shares nothing with the public one. Its schema is built on first use. */
function createAdminGateway(
  services: AdminServices,
  supergraphSdl: string,
  allowsIntrospection: boolean,
): Gateway<OperatorContext> {
  return createGateway<OperatorContext>({
    supergraphSdl,
    subgraphs: [localSubgraph('admin', () => createAdminGraph(services))],
    rules: allowsIntrospection ? [] : [NoSchemaIntrospectionCustomRule],
    hidesSuggestions: !allowsIntrospection,
    requesterOf: ({ requester }) => requester,
  });
}

/** What every endpoint of the server has in common. */
type SharedOptions = Omit<HttpOptions<OperatorContext>, 'access' | 'newContext' | 'callerLabel' | 'log'>;

/** The admin graph of a server; `mount` serves it on an app, to operators alone. */
export async function createAdmin(
  runtime: Runtime,
  { live, timings }: { readonly live: Pick<Live, 'counts'>; readonly timings: OperationTimings },
  { newRequestId, tagKey, allowedOrigins, isReady }: SharedOptions,
): Promise<{ mount(app: Express): void }> {
  const {
    store,
    access,
    queues,
    clock,
    log,
    config: { allowsIntrospection },
    atEnd,
  } = runtime;
  const supergraphSdl = readAdminSupergraph();
  const services: AdminServices = {
    store,
    access,
    queues,
    clock,
    log,
    timings,
    streams: () => live.counts(),
    mostImportBytes: MOST_IMPORT_BYTES,
  };
  const gateway = createAdminGateway(services, supergraphSdl, allowsIntrospection);
  const { introspectedSchema } = gateway;
  const options: AdminOptions = {
    clock,
    log,
    newRequestId,
    tagKey,
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    ...(isReady === undefined ? {} : { isReady }),
    access: {
      authenticator: access.operators,
      limiter: access.limiter,
      meter: { peek: () => ({ limit: null, remaining: null, resetsAtMs: monthAt(clock()).endMs }) },
    },
    newContext: ({ identity, requestId, nowMs, onAbandoned }) =>
      new OperatorContext({ operator: operatorOf(identity), requestId, nowMs, onAbandoned }),
    callerLabel: 'operator',
    hasDemoKey: runtime.hasDemoKeys,
    allowsIntrospection,
    guard: createGuard({ supergraphSdl, ...(allowsIntrospection ? { introspectedSchema } : {}) }),
    gateway,
  };
  const endpoint = await createAdminEndpoint(options);
  atEnd(() => endpoint.stop());
  const imports = adminImports(runtime);
  return {
    mount(app) {
      mountAdmin(app, endpoint, options);
      mountAdminImports(app, options, imports);
    },
  };
}
