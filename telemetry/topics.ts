import { createTopic, type Timing } from './topic.js';

/** An error that was sent to a client, by its code in lower case. */
export const REFUSED = createTopic<{ readonly code: string }>('refused');

/** Reads of a cache. */
export const CACHE_READ = createTopic<{
  readonly cache: 'responses' | 'series';
  readonly hits: number;
  readonly misses: number;
}>('cache-read');

/** A command to Redis, for limits and quotas. */
export const REDIS_CALL = createTopic<Timing>('redis-call');

/** A request to a subgraph in another process. */
export const SUBGRAPH_CALL = createTopic<Timing & { readonly subgraph: string }>('subgraph-call');

/** An import that ended. */
export const IMPORTED = createTopic<{ readonly kind: string; readonly rows: number; readonly refused: number }>(
  'imported',
);

/** AI tokens that an account was charged. */
export const TOKENS_CHARGED = createTopic<{ readonly tokens: number }>('tokens-charged');
