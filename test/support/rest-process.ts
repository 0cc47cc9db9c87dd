import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { RequestContext } from '../../access/request-context.js';
import { readConfig } from '../../bin/config.js';
import { createGraph } from '../../bin/graph.js';
import { listen } from '../../bin/listening.js';
import { openRuntime, type Runtime } from '../../bin/runtime.js';
import { createRestApp } from '../../rest-compat/app.js';
import type { Route } from '../../rest-compat/route.js';
import { createResultCache } from '../../subgraphs/result-cache.js';

/** REST alone over `routes`, with connections, caches and versions of its own: to a database, another process. */
export interface RestProcess {
  readonly url: string;
  readonly runtime: Runtime;
  close(): Promise<void>;
}

export async function restProcess(
  environment: Readonly<Record<string, string | undefined>>,
  routes: readonly Route[],
): Promise<RestProcess> {
  const runtime = await openRuntime(readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment }));
  const { store, access, clock, log, webhooks, atEnd } = runtime;
  const results = createResultCache(clock);
  const gateway = createGraph({ store, access, log, atEnd, webhooks, newsSearch: runtime.newsSearch, screen: runtime.screen, results, tagKey: runtime.tagKey, endpoints: () => [] });
  const app = createRestApp({
    gateway, access, clock, log, routes,
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
