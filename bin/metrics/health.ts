import express, { type Express, type RequestHandler } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Store } from '../../store/open-store.js';
import type { ReplicaStatus } from '../../store/replica.js';
import { listen, type Listening } from '../listening.js';
import type { Metrics } from './gauges.js';

/** Whether the server can handle requests. */
export interface Readiness {
  isMarketLoaded: boolean;
  isStopping: boolean;
}

/** `/healthz`, `/readyz` and `/metrics` of a process. */
export interface Health {
  readonly registry: Registry;
  readonly handlers: Readonly<Record<string, RequestHandler>>;
}

const PING_TIMEOUT_MS = 2_000;

async function isStoreUp(store: Pick<Store, 'ping'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      store.ping().then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The replica as `/readyz` shows it. It is no check: without it, the primary answers. */
function replicaIn({ replica }: Pick<Store, 'replica'>): object {
  if (replica === undefined) return {};
  const { isUsed, lagSeconds }: ReplicaStatus = replica.status();
  return { replica: { used: isUsed, lag_seconds: lagSeconds } };
}

/** `/healthz` (alive), `/readyz` (the store responds and the other checks pass) and `/metrics`, all without a key. */
export function createHealth(
  store: Pick<Store, 'ping' | 'replica'>,
  isReadyFor: () => Readonly<Record<string, boolean>>,
  metrics: readonly Metrics[] = [],
): Health {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refreshes = metrics.map((register) => register(registry));
  const handlers: Record<string, RequestHandler> = {
    '/healthz': (_request, response) => {
      response.json({ status: 'alive' });
    },
    '/readyz': async (_request, response) => {
      const checks = { store: await isStoreUp(store), ...isReadyFor() };
      const isReady = Object.values(checks).every(Boolean);
      response
        .status(isReady ? 200 : 503)
        .json({ status: isReady ? 'ready' : 'unavailable', checks, ...replicaIn(store) });
    },
    '/metrics': async (_request, response) => {
      await Promise.all(refreshes.map((refresh) => refresh()));
      response.type(registry.contentType).send(await registry.metrics());
    },
  };
  return { registry, handlers };
}

export function mountHealth(app: Express, { handlers }: Health): void {
  for (const [path, handler] of Object.entries(handlers)) app.get(path, handler);
}

export interface AdminOptions {
  readonly host: string;
  /** No port is opened if undefined. */
  readonly port: number | undefined;
}

/** Serves a process's health and metrics on a port of their own. Throws a Failure if it cannot listen. */
export async function openAdminPort(health: Health, { host, port }: AdminOptions): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  const app = express().disable('x-powered-by').disable('etag');
  mountHealth(app, health);
  app.use((_request, response) => {
    const paths = Object.keys(health.handlers).join(', ');
    response.status(404).json({ error: 'unknown_endpoint', message: `This port serves only ${paths}.` });
  });
  return listen(app, { host, port, portSetting: 'SVC_ADMIN_PORT' });
}
