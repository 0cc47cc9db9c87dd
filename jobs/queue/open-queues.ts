import {
  createPostgresBackend,
  Queue,
  Worker,
  withBackend,
  type PostgresConnectionOptions,
  type Processor,
  type WorkerOptions,
} from 'bullmq';
import {
  createRedisClient,
  type RedisBehaviour,
  type RedisClient,
  type RedisServers,
} from '../../access/redis-servers.js';
import type { Store } from '../../store/open-store.js';
import { JOB_TRACES } from './job-traces.js';

/** Database schema of the queue without Redis. */
const SCHEMA = 'jobs';
const CONNECTIONS = 4;
/** Time limit for closing connections, so that an unreachable Redis does not prevent shutdown. */
const CLOSE_WITHIN_MS = { redis: 2_000, database: 10_000 } as const;

/** How BullMQ says that the process of a job died more often than the job is repeated. */
const LOST = 'job stalled more than allowable limit';

type Working = Pick<WorkerOptions, 'concurrency' | 'maxStalledCount'>;

/** Job queues on Redis if configured, else on the store's database, with the same behaviour. */
export interface Queues {
  /** The queue with this name; adding to it fails immediately while Redis is unreachable. */
  queue<Data>(name: string): Queue<Data>;
  /**
   * A job whose process died is repeated up to `maxStalledCount` times, 0 by default, since it may have had effects.
   */
  worker<Data>(name: string, process: Processor<Data, void>, options: Working): Worker<Data, void>;
  /** Closes all connections; workers must have been closed before. */
  close(): Promise<void>;
}

export interface QueuesOptions {
  readonly store: Pick<Store, 'poolConfig'>;
  readonly redis?: RedisServers | undefined;
  /** Connections of a queue or worker in the database; 4 by default. */
  readonly connections?: number | undefined;
  /** Called when a connection breaks, and for each failed reconnection attempt. */
  readonly onAway: (error: Error) => void;
  /** Called when a job fails. */
  readonly onFailed: (error: Error, queue: string) => void;
  /** Called when a job is not repeated whose process died. */
  readonly onLost: (queue: string) => void;
}

interface Backend {
  readonly closeWithinMs: number;
  readonly queue: Queues['queue'];
  readonly worker: Queues['worker'];
  disconnect(): void;
}

/**
 * Keeps a total of jobs for `queueStates`, without per-minute counts. BullMQ's pause after a failed fetch is not
 * interrupted when the worker closes: its default of 15 s would outlast the closing.
 */
const WORKERS = { telemetry: JOB_TRACES, metrics: { maxDataPoints: 1 }, runRetryDelay: 1_000 } as const;

export function openQueues(options: QueuesOptions): Queues {
  const backend =
    options.redis === undefined
      ? onDatabase(options.store, options.connections ?? CONNECTIONS)
      : onRedis(options.redis, options.onAway);
  const workers: Worker[] = [];
  const byName = new Map<string, Queue>();
  return {
    queue<Data>(name: string) {
      const known = byName.get(name);
      if (known !== undefined) return known as Queue<Data>;
      const made = backend.queue<Data>(name);
      made.on('error', options.onAway);
      byName.set(name, made as Queue);
      return made;
    },
    worker<Data>(name: string, process: Processor<Data, void>, { concurrency = 1, maxStalledCount = 0 }: Working) {
      const made = backend.worker<Data>(name, process, { concurrency, maxStalledCount });
      made.on('error', options.onAway).on('failed', (_job, error) => {
        if (error.message === LOST) options.onLost(name);
        else options.onFailed(error, name);
      });
      workers.push(made as Worker);
      return made;
    },
    async close() {
      const queues = [...byName.values()];
      byName.clear();
      const closeAll = async (): Promise<void> => {
        // A closing worker puts back fetched jobs; commands to a closed queue would never return.
        await Promise.all(workers.splice(0).map((worker) => worker.close()));
        await Promise.all(queues.map((queue) => queue.close()));
      };
      await within(backend.closeWithinMs, closeAll());
      backend.disconnect();
    },
  };
}

/** Resolves when the work ends, or after `ms`. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const retryStrategy = (attempt: number): number => Math.min(100 * attempt, 2_000);
/** Adding fails fast while Redis is unreachable: the sweep finds due work without it. */
const ADDING: RedisBehaviour = { waits: false, retryStrategy };
/** A worker waits until Redis reconnects; BullMQ requires this setting. */
const WORKING: RedisBehaviour = { waits: true, retryStrategy };

/** The hash tag puts all keys of a queue in one slot of a Redis Cluster, and each queue in its own. */
const prefixOf = (name: string): string => `bull:{${name}}`;

function onRedis(servers: RedisServers, onAway: (error: Error) => void): Backend {
  const connections: RedisClient[] = [];
  const connect = (behaviour: RedisBehaviour): RedisClient => {
    const connection = createRedisClient(servers, behaviour);
    connection.on('error', onAway);
    connection.on('node error', onAway);
    connections.push(connection);
    return connection;
  };
  return {
    closeWithinMs: CLOSE_WITHIN_MS.redis,
    queue: <Data>(name: string) =>
      new Queue<Data>(name, { telemetry: JOB_TRACES, prefix: prefixOf(name), connection: connect(ADDING) }),
    worker: <Data>(name: string, process: Processor<Data, void>, options: Working) =>
      new Worker<Data, void>(name, process, {
        ...WORKERS,
        ...options,
        prefix: prefixOf(name),
        connection: connect(WORKING),
      }),
    disconnect: () => connections.forEach((connection) => connection.disconnect()),
  };
}

function onDatabase({ poolConfig }: Pick<Store, 'poolConfig'>, max: number): Backend {
  const bound = withBackend(createPostgresBackend);
  // node-postgres' type includes `| undefined`; BullMQ's copy of it does not.
  const connection = { ...poolConfig, schema: SCHEMA, migrate: true, max } as PostgresConnectionOptions;
  return {
    closeWithinMs: CLOSE_WITHIN_MS.database,
    queue: <Data>(name: string) =>
      new bound.Queue<Data>(name, { telemetry: JOB_TRACES, connection }) as unknown as Queue<Data>,
    worker: <Data>(name: string, process: Processor<Data, void>, options: Working) =>
      new bound.Worker<Data, void>(name, process, { ...WORKERS, ...options, connection }) as unknown as Worker<
        Data,
        void
      >,
    disconnect: () => undefined,
  };
}
