import type { Fields } from './generated/resolver-types.js';
import type { AdminServices } from './services.js';

const MS_PER_SECOND = 1_000;
/** To a microsecond. */
const milliseconds = (seconds: number): number => Math.round(seconds * MS_PER_SECOND * MS_PER_SECOND) / MS_PER_SECOND;

/** What the process that answers knows of itself. */
export function createFields({ streams, timings }: AdminServices) {
  return {
    Query: {
      operator: (_root, _args, { operator }) => operator,
      streams: () => {
        const counts = streams();
        return { counts, totalCount: counts.reduce((sum, { open }) => sum + open, 0) };
      },
      slowestOperations: (_root, { orderBy, first }) => ({
        since: new Date(timings.sinceMs),
        operations: timings.sorted(orderBy, first),
      }),
    },
    StreamCount: { openCount: ({ open }) => open },
    OperationTiming: {
      errorCount: ({ errors }) => errors,
      p50Ms: ({ p50S }) => milliseconds(p50S),
      p95Ms: ({ p95S }) => milliseconds(p95S),
      p99Ms: ({ p99S }) => milliseconds(p99S),
      maxMs: ({ maxS }) => milliseconds(maxS),
    },
  } satisfies Fields;
}
