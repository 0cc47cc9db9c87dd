import type { Express } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Store } from '../../store/open-store.js';
import type { Metrics } from './gauges.js';

/** Whether the server can handle requests. */
export interface Readiness {
  isMarketLoaded: boolean;
  isStopping: boolean;
}

const PING_TIMEOUT_MS = 2_000;

async function isStoreUp(store: Pick<Store, 'ping'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS);
  });
  try {
    return await Promise.race([store.ping().then(() => true, () => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `/healthz` (alive), `/readyz` (the store responds and the other checks pass) and `/metrics`, all without a key. */
export function mountHealth(
  app: Express,
  store: Pick<Store, 'ping'>,
  isReadyFor: () => Readonly<Record<string, boolean>>,
  metrics: readonly Metrics[] = [],
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refreshes = metrics.map((register) => register(registry));
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'alive' });
  });
  app.get('/readyz', async (_request, response) => {
    const checks = { store: await isStoreUp(store), ...isReadyFor() };
    const isReady = Object.values(checks).every(Boolean);
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unavailable', checks });
  });
  app.get('/metrics', async (_request, response) => {
    await Promise.all(refreshes.map((refresh) => refresh()));
    response.type(registry.contentType).send(await registry.metrics());
  });
}
