import type { Store } from '../../../store/open-store.js';
import type { Producer } from '../refresh/worker.js';
import { createCompositesPool } from './composites-pool.js';
import { recordComposites, type RecordingOptions } from './record-composites.js';

export interface CompositesProducer extends Producer {
  /** Ends its thread. */
  close(): Promise<void>;
}

/** Records composites off the event loop, before whatever reads them. */
export function compositesProducer({ store, clock, rng, log }: Pick<RecordingOptions, 'clock' | 'rng' | 'log'> & { readonly store: Pick<Store, 'bars' | 'composites'> }): CompositesProducer {
  const pool = createCompositesPool();
  return {
    name: 'composites',
    async run(_at, isStopping) {
      const startedMs = performance.now();
      const { tickers, days, failed } = await recordComposites({ store, clock, rng, log, compute: (tasks) => pool.run(tasks), isStopping });
      if (days > 0) log.info({ tickers, days, ms: Math.round(performance.now() - startedMs) }, 'composites were recorded');
      if (failed.length > 0) throw new Error(`The composites of ${failed.join(', ')} could not be recorded.`);
    },
    close: () => pool.close(),
  };
}
