import type { Access } from '../../access/service.js';
import type { Tier } from '../../access/tiers.js';
import type { Queues } from '../../jobs/queue/open-queues.js';
import type { Store } from '../../store/open-store.js';
import type { ErrorLog } from '../build/errors.js';

/** Times of the requests to one route, or of one GraphQL operation, in seconds. */
export interface RequestTiming {
  readonly route: string;
  readonly operation: string | null;
  readonly count: number;
  readonly errors: number;
  readonly p50S: number;
  readonly p95S: number;
  readonly p99S: number;
  readonly maxS: number;
}

/** The open streams of one topic, tier and transport. */
export interface OpenStreams {
  readonly topic: string;
  readonly tier: Tier;
  readonly transport: 'event_stream' | 'multipart' | 'websocket';
  readonly open: number;
}

/** Services of the admin graph, created once at start. */
export interface AdminServices {
  readonly store: Pick<
    Store,
    'accountOverviews' | 'coverage' | 'imports' | 'keys' | 'securities' | 'sourceBudgets' | 'sourceReads'
  >;
  readonly access: Pick<Access, 'accounts' | 'keys' | 'operators'>;
  readonly queues: Pick<Queues, 'queue'>;
  /** Open live streams of this process. */
  readonly streams: () => readonly OpenStreams[];
  /** Times of the requests of this process. */
  readonly timings: {
    readonly sinceMs: number;
    sorted(by: 'p50' | 'p95' | 'p99' | 'count' | 'errors', most: number): readonly RequestTiming[];
  };
  /** Bytes of the largest file that operators may send. */
  readonly mostImportBytes: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: ErrorLog;
}
