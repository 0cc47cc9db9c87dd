import { Gauge, type Registry } from 'prom-client';
import type { Store } from '../../store/open-store.js';
import type { WebhookBacklog } from '../../store/webhook-deliveries.js';

const GAUGES: Readonly<Record<keyof WebhookBacklog, readonly [name: string, help: string]>> = {
  unsorted: ['marketgraph_events_unsorted', 'Events whose receivers are not found yet.'],
  waiting: ['marketgraph_webhooks_waiting', 'Events that wait for an attempt at an endpoint, due or not.'],
  due: ['marketgraph_webhooks_due', 'Of those: whose time has come.'],
  sending: ['marketgraph_webhooks_sending', 'Attempts without an outcome.'],
  givenUp: ['marketgraph_webhooks_given_up', 'Events given up at an endpoint, of those of the last 30 days.'],
  disabledEndpoints: ['marketgraph_webhook_endpoints_disabled', 'Endpoints disabled after 20 failures in a row.'],
  oldestDueS: ['marketgraph_webhooks_oldest_due_seconds', 'Age of the oldest due event at an endpoint that is not being probed.'],
};

export interface WebhookMetricsOptions {
  readonly store: Pick<Store, 'webhookDeliveries'>;
  readonly clock: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** Depth and age of what webhooks have still to deliver; the answered function reads them anew, before each scrape. */
export function webhookMetrics({ store, clock, log }: WebhookMetricsOptions): (registry: Registry) => () => Promise<void> {
  return (registry) => {
    const gauges = Object.entries(GAUGES).map(([key, [name, help]]) => [key as keyof WebhookBacklog, new Gauge({ name, help, registers: [registry] })] as const);
    return async () => {
      try {
        const backlog = await store.webhookDeliveries.backlog(new Date(clock()));
        for (const [key, gauge] of gauges) gauge.set(backlog[key]);
      } catch (err) {
        // A scrape goes on without them: the rest of it may say why the store is away.
        log.warn({ err }, 'the backlog of webhooks could not be read');
        for (const [, gauge] of gauges) gauge.reset();
      }
    };
  };
}
