import { Counter, Histogram, type Registry } from 'prom-client';
import type { EndedRequest } from './observed-requests.js';
import { topicMetrics } from './topic-metrics.js';

/** Upper bounds in seconds: a cached answer takes under 5 ms, a simulation seconds. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface RequestMetrics {
  ended(request: EndedRequest): void;
  /** Stops listening to the modules. */
  stop(): void;
}

/**
 * Metrics of the requests and of what they cause. Labels come from tables alone, so the number of series is bounded.
 */
export function requestMetrics(registry: Registry): RequestMetrics {
  const stop = topicMetrics(registry);
  const requests = new Counter({
    name: 'marketgraph_http_requests_total',
    help: 'Answered requests. operation is the kind and root field of a GraphQL operation; status 499: the client left first.',
    labelNames: ['method', 'route', 'operation', 'status', 'tier'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'marketgraph_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, without streams.',
    labelNames: ['route', 'operation'],
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });
  return {
    ended({ method, route, status, seconds, notes: { operation = '', tier = 'anonymous', isStream } }) {
      requests.inc({ method, route, operation, status, tier });
      if (isStream !== true) latency.observe({ route, operation }, seconds);
    },
    stop,
  };
}
