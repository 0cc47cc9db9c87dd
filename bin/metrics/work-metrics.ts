import type { Runtime } from '../runtime.js';
import { agentMetrics, queueMetrics, webhookMetrics, type Metrics } from './gauges.js';
import { poolMetrics, replicaMetrics } from './pool-metrics.js';

/** Metrics of every process that works on queues: servers and workers. */
export function workMetrics(runtime: Runtime): readonly Metrics[] {
  return [
    webhookMetrics(runtime),
    queueMetrics(runtime),
    agentMetrics(runtime),
    poolMetrics(runtime.store),
    replicaMetrics(runtime.store),
  ];
}
