import type { KindReads } from '../../sources/live/kind-reads.js';
import type { LiveReads } from '../../sources/live/live-reads.js';
import type { SessionRefresh } from '../../sources/live/session-refresh.js';
import type { Store } from '../../store/open-store.js';
import type { Runtime } from '../runtime.js';
import { metricsOf, type Environment, type Metrics } from './gauges.js';

/** How live sources answer, and how requests are served from what they gave; nothing if none is configured. */
export function sourceMetrics({ sources: { live, kinds, refresh }, ...runtime }: Runtime): readonly Metrics[] {
  return live === null && kinds === null ? [] : [liveMetrics({ ...runtime, live, kinds, refresh })];
}

/** Shown unless more is told of the same names. */
const NOTHING_LEFT = ['watched', 'others'].map((names) => ['left', 0, { kind: 'daily', names }] as const);

function liveMetrics({
  live,
  kinds,
  refresh,
  store: { sourceReads, sourceBudgets, closeDisagreements },
  ...environment
}: Environment & {
  readonly live: Pick<LiveReads, 'counts'> | null;
  readonly kinds: Pick<KindReads, 'readings'> | null;
  readonly refresh: Pick<SessionRefresh, 'plan'> | null;
  readonly store: Pick<Store, 'sourceReads' | 'sourceBudgets' | 'closeDisagreements'>;
}): Metrics {
  const readings = (): ReadonlyMap<string, number> => {
    const counts = new Map(live?.counts.readings);
    for (const [outcome, count] of kinds?.readings ?? []) counts.set(outcome, (counts.get(outcome) ?? 0) + count);
    return counts;
  };
  return metricsOf(
    {
      failure: 'could not read the state of the live sources',
      metrics: {
        served: [
          'marketgraph_source_served_total',
          'Tickers read for requests of this process: current, stale (read again in the background), waited for, or crowded out.',
          'how',
        ],
        readings: ['marketgraph_source_readings_total', 'Readings by this process, by how they ended.', 'outcome'],
        tickers: [
          'marketgraph_source_tickers',
          'Tickers by their last reading: current, failing, or unknown to the source.',
          'kind',
          'state',
        ],
        failures: ['marketgraph_source_failures', 'Failed requests to an endpoint since its last answer.', 'endpoint'],
        left: [
          'marketgraph_source_refresh_left',
          'Readings that are due ahead of requests, of watched (and held) names and of others.',
          'kind',
          'names',
        ],
        disagreeing: [
          'marketgraph_source_disagreeing_tickers',
          'Tickers with closes on which the source that is served and another one disagree.',
          'taken',
          'other',
        ],
        paused: ['marketgraph_source_paused', '1 while an endpoint is not asked because it has failed.', 'endpoint'],
      },
      async read() {
        const [tickers, budgets, plan, disagreeing] = await Promise.all([
          sourceReads.count(),
          sourceBudgets.all(),
          refresh?.plan(),
          closeDisagreements.count(),
        ]);
        const now = environment.clock();
        return [
          ...Object.entries(live?.counts.served ?? {}).map(([how, count]) => ['served', count, { how }] as const),
          ...[...readings()].map(([outcome, count]) => ['readings', count, { outcome }] as const),
          ...tickers.map(({ kind, state, tickers: count }) => ['tickers', count, { kind, state }] as const),
          ...(plan === undefined ? [] : NOTHING_LEFT),
          ...(plan?.steps ?? []).map(
            ({ kind, isWatched, tickers: { length } }) =>
              ['left', length, { kind, names: isWatched ? 'watched' : 'others' }] as const,
          ),
          ...disagreeing.map(({ taken, other, tickers: count }) => ['disagreeing', count, { taken, other }] as const),
          ...budgets.map(({ endpoint, failures }) => ['failures', failures, { endpoint }] as const),
          ...budgets.map(
            ({ endpoint, openUntil }) => ['paused', (openUntil?.getTime() ?? 0) > now ? 1 : 0, { endpoint }] as const,
          ),
        ];
      },
    },
    environment,
  );
}
