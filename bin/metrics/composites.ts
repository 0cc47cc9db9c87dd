import { Gauge } from 'prom-client';
import type { Store } from '../../store/open-store.js';
import type { Metrics } from '../health.js';

export interface CompositeMetricsOptions {
  readonly store: Pick<Store, 'composites'>;
  readonly clock: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** How much of the market has composites on record, and how old the last of them is; the answered function reads them anew, before each scrape. */
export function compositeMetrics({ store: { composites }, clock, log }: CompositeMetricsOptions): Metrics {
  return (registry) => {
    const registers = [registry];
    const recorded = new Gauge({ name: 'marketgraph_composites_tickers', help: 'Tickers with composites on record.', registers });
    const stored = new Gauge({ name: 'marketgraph_composites_equities', help: 'Equities with daily bars: as many tickers should be on record.', registers });
    const age = new Gauge({ name: 'marketgraph_composites_age_seconds', help: 'Seconds since the newest composite on record was known; NaN where there is none.', registers });
    return async () => {
      try {
        const [count, last] = await Promise.all([composites.count(), composites.lastRecordedAt()]);
        recorded.set(count.recorded);
        stored.set(count.stored);
        age.set(last === null ? Number.NaN : Math.max(0, (clock() - last.knownAt) / 1000));
      } catch (err) {
        // A scrape goes on without them: the rest of it may say why the store is away.
        log.warn({ err }, 'the state of the composites could not be read');
        for (const gauge of [recorded, stored, age]) gauge.reset();
      }
    };
  };
}
