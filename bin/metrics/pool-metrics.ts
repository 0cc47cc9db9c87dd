import { Counter, Gauge } from 'prom-client';
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

const READS = ['replica', 'primary', 'failed'] as const;

/**
 * How far the read replica lags, whether it is used, and where the reads that may go there went. Nothing without a
 * replica.
 */
export function replicaMetrics({ replica }: Pick<Store, 'replica'>): Metrics {
  return (registry) => {
    const registers = [registry];
    const lag = new Gauge({
      name: 'marketgraph_replica_lag_seconds',
      help: 'How long ago the primary was where the read replica is; NaN while that is not known.',
      registers,
    });
    const used = new Gauge({
      name: 'marketgraph_replica_used',
      help: '1 while the read replica serves reads, else 0.',
      registers,
    });
    const reads = new Counter({
      name: 'marketgraph_replica_reads_total',
      help: 'Reads that may go to the replica, by where they ended: replica, primary as the replica lagged or was away, or failed there.',
      labelNames: ['target'],
      registers,
    });
    // Without a replica they have no value, not 0.
    for (const metric of [lag, used]) metric.remove();
    return async () => {
      if (replica === undefined) return;
      const { isUsed, lagSeconds, reads: counts } = replica.status();
      lag.set(lagSeconds ?? NaN);
      used.set(isUsed ? 1 : 0);
      reads.reset();
      for (const target of READS) reads.inc({ target }, counts[target]);
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
