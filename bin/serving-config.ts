import { z } from 'zod';

const milliseconds = (most: number) =>
  z.coerce
    .number({ error: `must be a number of milliseconds from 0 to ${most}` })
    .int(`must be a whole number of milliseconds`)
    .min(0, `must be a number of milliseconds from 0 to ${most}`)
    .max(most, `must be a number of milliseconds from 0 to ${most}`);

/** A readiness probe every 2 seconds that must fail twice is seen in this time. */
const PRODUCTION_DRAIN_WAIT_MS = 5_000;

/** Settings of how requests are served and observed. */
export const SERVING_ENVIRONMENT = z.object({
  /** Port for `/healthz`, `/readyz` and `/metrics` alone, of servers and workers; none if unset. */
  SVC_ADMIN_PORT: z.coerce
    .number({ error: 'must be a number from 0 to 65535' })
    .int('must be a whole number')
    .min(0, 'must be a number from 0 to 65535')
    .max(65_535, 'must be a number from 0 to 65535')
    .optional(),
  /** `1` logs a line per request. */
  SVC_ACCESS_LOG: z.enum(['1', '0', 'true', 'false'], { error: 'must be 1 or 0' }).default('0'),
  /** `1` listens only once the market is loaded, for balancers that do not ask `/readyz`. */
  SVC_LISTEN_WHEN_READY: z.enum(['1', '0', 'true', 'false'], { error: 'must be 1 or 0' }).default('0'),
  /** How long a server that stops goes on serving, so that balancers see that it is not ready. */
  SVC_DRAIN_WAIT_MS: milliseconds(300_000).optional(),
  /** How long requests in progress may take once the server accepts no more. */
  SVC_DRAIN_MS: milliseconds(300_000).default(10_000),
  /** How long an idle connection is kept: longer than by load balancers (60 s), which must be the first to close it. */
  SVC_KEEP_ALIVE_MS: milliseconds(3_600_000).default(65_000),
});

export interface ServingSettings {
  readonly adminPort: number | undefined;
  readonly logsRequests: boolean;
  readonly listensWhenReady: boolean;
  readonly drainWaitMs: number;
  readonly drainMs: number;
  readonly keepAliveMs: number;
}

export function servingOf(env: z.infer<typeof SERVING_ENVIRONMENT>, isProduction: boolean): ServingSettings {
  return {
    adminPort: env.SVC_ADMIN_PORT,
    logsRequests: ['1', 'true'].includes(env.SVC_ACCESS_LOG),
    listensWhenReady: ['1', 'true'].includes(env.SVC_LISTEN_WHEN_READY),
    drainWaitMs: env.SVC_DRAIN_WAIT_MS ?? (isProduction ? PRODUCTION_DRAIN_WAIT_MS : 0),
    drainMs: env.SVC_DRAIN_MS,
    keepAliveMs: env.SVC_KEEP_ALIVE_MS,
  };
}
