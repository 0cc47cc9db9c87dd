import { Counter, Gauge, type Registry } from 'prom-client';
import type { Queues } from '../../jobs/queue/open-queues.js';
import { queueStates } from '../../jobs/queue/queue-states.js';
import type { Store } from '../../store/open-store.js';

/** Registers metrics; the returned function updates them before a scrape. */
export type Metrics = (registry: Registry) => () => Promise<void>;

/** One value of a metric, identified by the metric's key in its table. */
type Sample<Key extends string> = readonly [key: Key, value: number, labels?: Readonly<Record<string, string>>];

/** Metrics read together. */
interface MetricTable<Key extends string> {
  /** A name that ends in `_total` is a counter, any other a gauge. */
  readonly metrics: Readonly<Record<Key, readonly [name: string, help: string, ...labels: string[]]>>;
  readonly read: () => Promise<readonly Sample<Key>[]>;
  /** Logged if they cannot be read. */
  readonly failure: string;
}

export interface Environment {
  readonly clock: () => number;
  readonly log: { warn(details: object, message: string): void };
}

export function metricsOf<Key extends string>(
  { metrics, read, failure }: MetricTable<Key>,
  { log }: Environment,
): Metrics {
  return (registry) => {
    const registered = new Map(
      Object.entries<readonly [string, string, ...string[]]>(metrics).map(([key, [name, help, ...labelNames]]) => {
        const options = { name, help, labelNames, registers: [registry] };
        return [key, name.endsWith('_total') ? new Counter(options) : new Gauge(options)];
      }),
    );
    return async () => {
      let samples: readonly Sample<Key>[] = [];
      try {
        samples = await read();
      } catch (err) {
        // The scrape continues without them: other metrics may show why the store is unreachable.
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
export function queueMetrics({
  queues,
  ...environment
}: Environment & { readonly queues: Pick<Queues, 'queue'> }): Metrics {
  return metricsOf(
    {
      failure: 'could not read the queue states',
      metrics: {
        jobs: ['marketgraph_queue_jobs', 'Jobs per queue and state; finished jobs are not kept.', 'queue', 'state'],
        failures: ['marketgraph_queue_job_failures_total', 'Failed jobs, in all processes.', 'queue'],
        oldest: [
          'marketgraph_queue_oldest_waiting_seconds',
          'How long the first runnable job has been waiting; 0 if none is.',
          'queue',
        ],
        paused: ['marketgraph_queue_paused', '1 if the queue is paused.', 'queue'],
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
    },
    environment,
  );
}

/** Coverage and age of the recorded composites. */
export function compositeMetrics({
  store: { composites },
  ...environment
}: Environment & { readonly store: Pick<Store, 'composites'> }): Metrics {
  return metricsOf(
    {
      failure: 'could not read the state of the composites',
      metrics: {
        recorded: ['marketgraph_composites_tickers', 'Tickers with recorded composites.'],
        stored: ['marketgraph_composites_equities', 'Equities with daily bars; each should have recorded composites.'],
        age: [
          'marketgraph_composites_age_seconds',
          'Age in seconds of the newest recorded composite; NaN if there is none.',
        ],
      },
      async read() {
        const [{ recorded, stored }, last] = await Promise.all([composites.count(), composites.lastRecordedAt()]);
        const age = last === null ? Number.NaN : Math.max(0, (environment.clock() - last.knownAt) / 1000);
        return [
          ['recorded', recorded],
          ['stored', stored],
          ['age', age],
        ];
      },
    },
    environment,
  );
}

const BACKLOG = ['unsorted', 'waiting', 'due', 'sending', 'givenUp', 'disabledEndpoints', 'oldestDueS'] as const;

/** Depth and age of the webhook backlog. */
export function webhookMetrics({
  store,
  ...environment
}: Environment & { readonly store: Pick<Store, 'webhookDeliveries'> }): Metrics {
  return metricsOf(
    {
      failure: 'could not read the webhook backlog',
      metrics: {
        unsorted: ['marketgraph_events_unsorted', 'Events not yet assigned to webhooks.'],
        waiting: ['marketgraph_webhooks_waiting', 'Deliveries waiting for an attempt, due or not.'],
        due: ['marketgraph_webhooks_due', 'Waiting deliveries that are due.'],
        sending: ['marketgraph_webhooks_sending', 'Delivery attempts without an outcome yet.'],
        givenUp: ['marketgraph_webhooks_given_up', 'Deliveries given up, for events of the last 30 days.'],
        disabledEndpoints: [
          'marketgraph_webhook_endpoints_disabled',
          'Endpoints disabled after 20 consecutive failures.',
        ],
        oldestDueS: [
          'marketgraph_webhooks_oldest_due_seconds',
          'Age of the oldest due delivery, endpoints being probed excluded.',
        ],
      },
      async read() {
        const backlog = await store.webhookDeliveries.backlog(new Date(environment.clock()));
        return BACKLOG.map((key) => [key, backlog[key]] as const);
      },
    },
    environment,
  );
}

/** Runs of agents to be executed, and their results to be posted. */
export function agentMetrics({
  store: { agentRuns },
  ...environment
}: Environment & { readonly store: Pick<Store, 'agentRuns'> }): Metrics {
  return metricsOf(
    {
      failure: 'could not read the runs of agents',
      metrics: {
        queued: ['marketgraph_agent_runs_queued', 'Runs of agents that wait for a worker.'],
        running: ['marketgraph_agent_runs_running', 'Runs of agents in progress.'],
        due: ['marketgraph_agents_due', 'Agents whose slot has come and that no worker has taken.'],
        deliveries: ['marketgraph_agent_results_waiting', 'Results and notifications that are still to be posted.'],
      },
      async read() {
        const { queued, running, due, deliveries } = await agentRuns.backlog(new Date(environment.clock()));
        return [
          ['queued', queued],
          ['running', running],
          ['due', due],
          ['deliveries', deliveries],
        ];
      },
    },
    environment,
  );
}
