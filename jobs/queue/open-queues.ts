import { createPostgresBackend, Queue, Worker, withBackend, type PostgresConnectionOptions, type Processor, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { Store } from '../../store/open-store.js';

/** Database schema of the queue where there is no Redis. */
const SCHEMA = 'jobs';
const POOL_SIZE = 4;
/** What has not closed by then is left to the end of the process: a Redis that is away keeps nobody from stopping. */
const CLOSE_WITHIN_MS = { redis: 2_000, database: 10_000 } as const;

type Working = Pick<WorkerOptions, 'concurrency' | 'maxStalledCount'>;

/** Where jobs wait: Redis where there is one, else the store's own database; what uses it cannot tell which. */
export interface Queues {
  /** The one queue of that name; adding to it fails at once while Redis is away. */
  queue<Data>(name: string): Queue<Data>;
  /** A job whose process was lost runs again up to `maxStalledCount` times, 0 by default: whether it acted outside is for the store to know. */
  worker<Data>(name: string, process: Processor<Data, void>, options: Working): Worker<Data, void>;
  /** Closes every connection; whoever works must have ended before. */
  close(): Promise<void>;
}

export interface QueuesOptions {
  readonly store: Pick<Store, 'poolConfig'>;
  readonly redisUrl?: string | undefined;
  /** Told of a connection that broke, for each attempt to come back. */
  readonly onAway: (error: Error) => void;
  /** Told of a job that failed. */
  readonly onFailed: (error: Error) => void;
}

interface Backend {
  readonly closeWithinMs: number;
  readonly queue: Queues['queue'];
  readonly worker: Queues['worker'];
  disconnect(): void;
}

/**
 * Jobs are counted, for `queueStates`, and those of single minutes are not. BullMQ's pause after a failed look for jobs is
 * not cut short when the worker closes: its own 15 s would outlast the closing.
 */
const WORKERS = { metrics: { maxDataPoints: 1 }, runRetryDelay: 1_000 } as const;

export function openQueues(options: QueuesOptions): Queues {
  const backend = options.redisUrl === undefined ? onDatabase(options.store) : onRedis(options.redisUrl, options.onAway);
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
      made.on('error', options.onAway).on('failed', (_job, error) => options.onFailed(error));
      workers.push(made as Worker);
      return made;
    },
    async close() {
      const queues = [...byName.values()];
      byName.clear();
      const closeAll = async (): Promise<void> => {
        // A job that a worker had fetched is put back as it closes, and what is asked of a closed queue is never answered.
        await Promise.all(workers.splice(0).map((worker) => worker.close()));
        await Promise.all(queues.map((queue) => queue.close()));
      };
      await within(backend.closeWithinMs, closeAll());
      backend.disconnect();
    },
  };
}

/** Resolves with the work, or after `ms`. */
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

const RECONNECT = { retryStrategy: (attempt: number) => Math.min(100 * attempt, 2_000) } as const;
/** Who adds does not wait for a Redis that is away: what is due is found without it. */
const ADDING = { ...RECONNECT, enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;
/** A worker waits for Redis to come back; BullMQ asks for exactly this setting. */
const WORKING = { ...RECONNECT, maxRetriesPerRequest: null } as const;

function onRedis(url: string, onAway: (error: Error) => void): Backend {
  const connections: Redis[] = [];
  const connect = (options: typeof ADDING | typeof WORKING): Redis => {
    const connection = new Redis(url, options);
    connection.on('error', onAway);
    connections.push(connection);
    return connection;
  };
  return {
    closeWithinMs: CLOSE_WITHIN_MS.redis,
    queue: <Data>(name: string) => new Queue<Data>(name, { connection: connect(ADDING) }),
    worker: <Data>(name: string, process: Processor<Data, void>, options: Working) => new Worker<Data, void>(name, process, { ...WORKERS, ...options, connection: connect(WORKING) }),
    disconnect: () => connections.forEach((connection) => connection.disconnect()),
  };
}

function onDatabase({ poolConfig }: Pick<Store, 'poolConfig'>): Backend {
  const bound = withBackend(createPostgresBackend);
  // node-postgres' own type says `| undefined` where BullMQ's copy of it does not.
  const connection = { ...poolConfig, schema: SCHEMA, migrate: true, max: POOL_SIZE } as PostgresConnectionOptions;
  return {
    closeWithinMs: CLOSE_WITHIN_MS.database,
    queue: <Data>(name: string) => new bound.Queue<Data>(name, { connection }) as unknown as Queue<Data>,
    worker: <Data>(name: string, process: Processor<Data, void>, options: Working) => new bound.Worker<Data, void>(name, process, { ...WORKERS, ...options, connection }) as unknown as Worker<Data, void>,
    disconnect: () => undefined,
  };
}
