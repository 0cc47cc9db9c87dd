import { Counter, Histogram, type Registry } from 'prom-client';
import { isErrorCode } from '../../access/errors.js';
import type { Topic } from '../../telemetry/topic.js';
import { CACHE_READ, IMPORTED, REDIS_CALL, REFUSED, SUBGRAPH_CALL, TOKENS_CHARGED } from '../../telemetry/topics.js';

/** Upper bounds in seconds. */
const CALL_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

/** A metric that is fed by a topic. */
interface Fed {
  /** Registers the metric and listens; the returned function stops listening. */
  readonly start: (registry: Registry) => () => void;
}

function counter<Message extends object>(
  topic: Topic<Message>,
  [name, help, ...labelNames]: readonly [name: string, help: string, ...labels: string[]],
  count: (message: Message, metric: Counter) => void,
): Fed {
  return {
    start(registry) {
      const metric = new Counter({ name, help, labelNames, registers: [registry] });
      return topic.hear((message) => count(message, metric));
    },
  };
}

const codeLabel = (code: string): string => (isErrorCode(code) || KNOWN_CODES.has(code) ? code : 'other');
/** Codes of GraphQL that are not in the table of errors. */
const KNOWN_CODES = new Set([
  'graphql_parse_failed',
  'graphql_validation_failed',
  'bad_user_input',
  'bad_request',
  'subgraph_failed',
]);

/** The metrics of what modules tell. A test compares their names with the docs, the dashboard and the alert rules. */
const FED: readonly Fed[] = [
  counter(REFUSED, ['marketgraph_refusals_total', 'Errors sent to clients, by code.', 'code'], ({ code }, metric) =>
    metric.inc({ code: codeLabel(code) }),
  ),
  counter(
    CACHE_READ,
    ['marketgraph_cache_reads_total', 'Reads of a cache, by result: hit or miss.', 'cache', 'result'],
    ({ cache, hits, misses }, metric) => {
      if (hits > 0) metric.inc({ cache, result: 'hit' }, hits);
      if (misses > 0) metric.inc({ cache, result: 'miss' }, misses);
    },
  ),
  timings(REDIS_CALL, [
    'marketgraph_redis_call_seconds',
    'Time of a call to Redis for limits and quotas, by result: ok or failed.',
  ]),
  timings(SUBGRAPH_CALL, [
    'marketgraph_subgraph_call_seconds',
    'Time of a request to a remote subgraph, by result: ok or failed.',
    'subgraph',
  ]),
  counter(
    IMPORTED,
    [
      'marketgraph_imported_rows_total',
      'Rows of files imported by this process, by kind of file and result: stored or refused.',
      'kind',
      'result',
    ],
    ({ kind, rows, refused }, metric) => {
      metric.inc({ kind, result: 'stored' }, rows);
      metric.inc({ kind, result: 'refused' }, refused);
    },
  ),
  counter(TOKENS_CHARGED, ['marketgraph_ai_tokens_total', 'AI tokens charged to accounts.'], ({ tokens }, metric) =>
    metric.inc(tokens),
  ),
];

function timings<Message extends { readonly seconds: number; readonly isOk: boolean; readonly subgraph?: string }>(
  topic: Topic<Message>,
  [name, help, ...labels]: readonly [name: string, help: string, ...labels: 'subgraph'[]],
): Fed {
  return {
    start(registry) {
      const labelNames = [...labels, 'result'];
      const metric = new Histogram({ name, help, labelNames, buckets: CALL_BUCKETS, registers: [registry] });
      return topic.hear(({ seconds, isOk, subgraph }) =>
        metric.observe({ result: isOk ? 'ok' : 'failed', ...(subgraph === undefined ? {} : { subgraph }) }, seconds),
      );
    },
  };
}

/** Registers the metrics of what modules tell, and listens until the returned function is called. */
export function topicMetrics(registry: Registry): () => void {
  const stops = FED.map((fed) => fed.start(registry));
  return () => stops.forEach((stop) => stop());
}
