import { Counter, Gauge, type Registry } from 'prom-client';
import type { Queues } from '../../jobs/queue/open-queues.js';
import { queueStates } from '../../jobs/queue/queue-states.js';
import type { Store } from '../../store/open-store.js';

/** Registers further metrics; the returned function updates them before a scrape. */
export type Metrics = (registry: Registry) => () => Promise<void>;

/** One value of a metric in a table, by the metric's key there. */
type Sample<Key extends string> = readonly [key: Key, value: number, labels?: Readonly<Record<string, string>>];

/** Metrics that are read together. */
interface MetricTable<Key extends string> {
  /** A name that ends in `_total` is a counter, any other a gauge. */
  readonly metrics: Readonly<Record<Key, readonly [name: string, help: string, ...labels: string[]]>>;
  readonly read: () => Promise<readonly Sample<Key>[]>;
  /** Logged where they cannot be read. */
  readonly failure: string;
}

interface Environment {
  readonly clock: () => number;
  readonly log: { warn(details: object, message: string): void };
}

function metricsOf<Key extends string>({ metrics, read, failure }: MetricTable<Key>, { log }: Environment): Metrics {
  return (registry) => {
    const registered = new Map(Object.entries<readonly [string, string, ...string[]]>(metrics).map(([key, [name, help, ...labelNames]]) => {
      const options = { name, help, labelNames, registers: [registry] };
      return [key, name.endsWith('_total') ? new Counter(options) : new Gauge(options)];
    }));
    return async () => {
      let samples: readonly Sample<Key>[] = [];
      try {
        samples = await read();
      } catch (err) {
        // A scrape goes on without them: the rest of it may say why the store is unreachable.
        log.warn({ err }, failure);
      }
      for (const metric of registered.values()) metric.reset();
      for (const [key, value, labels = {}] of samples) {
        const metric = registered.get(key);
        if (metric instanceof Counter) metric.inc(labels, value);
        else metric?.set(labels, value);
      }
    };
  };
}

const QUEUE_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Depth, failures and age of every queue. */
export function queueMetrics({ queues, ...environment }: Environment & { readonly queues: Pick<Queues, 'queue'> }): Metrics {
  return metricsOf({
    failure: 'the state of the queues could not be read',
    metrics: {
      jobs: ['marketgraph_queue_jobs', 'Jobs of a queue by state; finished ones are not kept.', 'queue', 'state'],
      failures: ['marketgraph_queue_job_failures_total', 'Jobs that failed, in whatever process.', 'queue'],
      oldest: ['marketgraph_queue_oldest_waiting_seconds', 'How long the first job in line could have begun before; 0 where none waits.', 'queue'],
      paused: ['marketgraph_queue_paused', '1 where a queue is paused.', 'queue'],
    },
    async read() {
      const states = await queueStates(queues, environment.clock());
      return states.flatMap(({ queue, failedEver, oldestWaitingS, isPaused, ...counts }) => [
        ...QUEUE_STATES.map((state) => ['jobs', counts[state], { queue, state }] as const),
        ['failures', failedEver, { queue }] as const,
        ['oldest', oldestWaitingS, { queue }] as const,
        ['paused', isPaused ? 1 : 0, { queue }] as const,
      ]);
    },
  }, environment);
}

/** How much of the market has composites on record, and how old the newest of them is. */
export function compositeMetrics({ store: { composites }, ...environment }: Environment & { readonly store: Pick<Store, 'composites'> }): Metrics {
  return metricsOf({
    failure: 'the state of the composites could not be read',
    metrics: {
      recorded: ['marketgraph_composites_tickers', 'Tickers with composites on record.'],
      stored: ['marketgraph_composites_equities', 'Equities with daily bars: as many tickers should be on record.'],
      age: ['marketgraph_composites_age_seconds', 'Seconds since the newest composite on record was known; NaN where there is none.'],
    },
    async read() {
      const [{ recorded, stored }, last] = await Promise.all([composites.count(), composites.lastRecordedAt()]);
      const age = last === null ? Number.NaN : Math.max(0, (environment.clock() - last.knownAt) / 1000);
      return [['recorded', recorded], ['stored', stored], ['age', age]];
    },
  }, environment);
}

const BACKLOG = ['unsorted', 'waiting', 'due', 'sending', 'givenUp', 'disabledEndpoints', 'oldestDueS'] as const;

/** Depth and age of what webhooks have still to deliver. */
export function webhookMetrics({ store, ...environment }: Environment & { readonly store: Pick<Store, 'webhookDeliveries'> }): Metrics {
  return metricsOf({
    failure: 'the backlog of webhooks could not be read',
    metrics: {
      unsorted: ['marketgraph_events_unsorted', 'Events whose receivers are not found yet.'],
      waiting: ['marketgraph_webhooks_waiting', 'Events that wait for an attempt at an endpoint, due or not.'],
      due: ['marketgraph_webhooks_due', 'Of those: whose time has come.'],
      sending: ['marketgraph_webhooks_sending', 'Attempts without an outcome.'],
      givenUp: ['marketgraph_webhooks_given_up', 'Events given up at an endpoint, of those of the last 30 days.'],
      disabledEndpoints: ['marketgraph_webhook_endpoints_disabled', 'Endpoints disabled after 20 failures in a row.'],
      oldestDueS: ['marketgraph_webhooks_oldest_due_seconds', 'Age of the oldest due event at an endpoint that is not being probed.'],
    },
    async read() {
      const backlog = await store.webhookDeliveries.backlog(new Date(environment.clock()));
      return BACKLOG.map((key) => [key, backlog[key]] as const);
    },
  }, environment);
}
