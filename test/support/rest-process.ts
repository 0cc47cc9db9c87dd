import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { RequestContext } from '../../access/request-context.js';
import { readConfig } from '../../bin/config.js';
import { createGraph } from '../../bin/graph.js';
import type { Program } from '../../bin/setting-checks.js';
import { listen } from '../../bin/listening.js';
import { openRuntime, type Runtime } from '../../bin/runtime.js';
import { createRestApp } from '../../rest-compat/app.js';
import type { Route } from '../../rest-compat/route.js';
import { createServices } from '../../bin/services.js';

/** REST alone over `routes`, with connections, caches and versions of its own: to a database, another process. */
export interface RestProcess {
  readonly url: string;
  readonly runtime: Runtime;
  close(): Promise<void>;
}

export async function restProcess(
  environment: Readonly<Record<string, string | undefined>>,
  routes: readonly Route[],
  program: Program = 'command',
): Promise<RestProcess> {
  const runtime = await openRuntime(readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment }, program));
  const { store, access, clock, log } = runtime;
  const gateway = createGraph(createServices(runtime));
  const app = createRestApp({
    gateway,
    access,
    clock,
    log,
    routes,
    newContext: (origin) => new RequestContext({ ...origin, meter: access.meter }),
    newRequestId: randomUUID,
    tagKey: runtime.tagKey,
    versionOf: (name) => store.versionOf(name),
  });
  const listening = await listen(app as RequestListener, { host: '127.0.0.1', port: 0 });
  return {
    url: listening.url,
    runtime,
    async close() {
      await listening.close();
      await runtime.close();
    },
  };
}
