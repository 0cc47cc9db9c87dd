import type { EndedRequest } from './observed-requests.js';

/** How one route or operation has answered since the process started. */
export interface OperationTiming {
  /** The pattern of the route, such as `/api/v1/signal`. */
  readonly route: string;
  /** Kind and root field of a GraphQL operation, such as `query security`; null for other requests. */
  readonly operation: string | null;
  readonly count: number;
  /** Responses with status 500 or above. */
  readonly errors: number;
  /** Seconds below which this share of the requests took; at most 5% above the exact value. */
  readonly p50S: number;
  readonly p95S: number;
  readonly p99S: number;
  /** Seconds of the slowest. */
  readonly maxS: number;
}

export type TimingOrder = 'p50' | 'p95' | 'p99' | 'count' | 'errors';

export interface OperationTimings {
  ended(request: Pick<EndedRequest, 'route' | 'status' | 'seconds' | 'notes'>): void;
  /** The first `most` in descending order; equal ones by route and operation. */
  sorted(by: TimingOrder, most: number): readonly OperationTiming[];
  /** Epoch milliseconds since when requests are counted. */
  readonly sinceMs: number;
}

/** Upper bounds grow by this factor, which bounds the relative error of a quantile. */
const GROWTH = 1.05;
const SMALLEST_S = 0.0001;
const BUCKETS = Math.ceil(Math.log(600 / SMALLEST_S) / Math.log(GROWTH));

/**
 * Counts of durations in buckets whose bounds grow geometrically, as in an HDR histogram: a fixed size, whatever is
 * counted.
 */
export class Durations {
  readonly #counts = new Uint32Array(BUCKETS + 1);
  #total = 0;
  #maxS = 0;

  get count(): number {
    return this.#total;
  }

  get maxS(): number {
    return this.#maxS;
  }

  add(seconds: number): void {
    const bucket = seconds <= SMALLEST_S ? 0 : Math.ceil(Math.log(seconds / SMALLEST_S) / Math.log(GROWTH));
    const at = Math.min(BUCKETS, bucket);
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#total += 1;
    this.#maxS = Math.max(this.#maxS, seconds);
  }

  /**
   * The upper bound, in seconds, of the bucket of the value at this rank (`ceil(share × count)`); 0 if nothing was
   * added.
   */
  quantile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.#total));
    let seen = 0;
    for (const [bucket, count] of this.#counts.entries()) {
      seen += count;
      if (count > 0 && seen >= rank) return Math.min(this.#maxS, SMALLEST_S * GROWTH ** bucket);
    }
    return 0;
  }
}

interface Entry {
  readonly route: string;
  readonly operation: string | null;
  readonly durations: Durations;
  errors: number;
}

const FIRST_SERVER_ERROR = 500;

/** Times of the requests of this process. Routes and operations come from tables, so their number is bounded. */
export function createOperationTimings(clock: () => number): OperationTimings {
  const entries = new Map<string, Entry>();
  const values: Readonly<Record<TimingOrder, (timing: OperationTiming) => number>> = {
    p50: ({ p50S }) => p50S,
    p95: ({ p95S }) => p95S,
    p99: ({ p99S }) => p99S,
    count: ({ count }) => count,
    errors: ({ errors }) => errors,
  };
  return {
    sinceMs: clock(),
    ended({ route, status, seconds, notes: { operation = null, isStream } }) {
      if (isStream === true) return;
      const key = `${route} ${operation ?? ''}`;
      const entry = entries.get(key) ?? { route, operation, durations: new Durations(), errors: 0 };
      entries.set(key, entry);
      entry.durations.add(seconds);
      if (status >= FIRST_SERVER_ERROR) entry.errors += 1;
    },
    sorted(by, most) {
      const timings = [...entries].map(([key, { route, operation, durations, errors }]) => ({
        key,
        timing: {
          route,
          operation,
          count: durations.count,
          errors,
          maxS: durations.maxS,
          p50S: durations.quantile(0.5),
          p95S: durations.quantile(0.95),
          p99S: durations.quantile(0.99),
        },
      }));
      const value = values[by];
      timings.sort((one, other) => value(other.timing) - value(one.timing) || (one.key < other.key ? -1 : 1));
      return timings.slice(0, most).map(({ timing }) => timing);
    },
  };
}
