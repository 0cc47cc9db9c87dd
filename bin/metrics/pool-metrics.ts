import { Gauge } from 'prom-client';
import type { Store } from '../../store/open-store.js';
import type { Metrics } from './gauges.js';

/** The pool of database connections of this process: those in use, idle ones, and what waits for one. */
export function poolMetrics({ pool }: Pick<Store, 'pool'>): Metrics {
  return (registry) => {
    const metric = new Gauge({
      name: 'marketgraph_database_connections',
      help: 'Connections of the database pool by state: active or idle; waiting is what waits for one.',
      labelNames: ['state'],
      registers: [registry],
    });
    return async () => {
      metric.set({ state: 'active' }, pool.totalCount - pool.idleCount);
      metric.set({ state: 'idle' }, pool.idleCount);
      metric.set({ state: 'waiting' }, pool.waitingCount);
    };
  };
}

/** Open live streams of this process, over HTTP and WebSocket. */
export function streamMetrics(count: () => number): Metrics {
  return (registry) => {
    const metric = new Gauge({ name: 'marketgraph_live_streams', help: 'Open live streams.', registers: [registry] });
    return async () => metric.set(count());
  };
}
