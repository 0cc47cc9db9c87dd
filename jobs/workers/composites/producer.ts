import type { Store } from '../../../store/open-store.js';
import type { Producer } from '../refresh/worker.js';
import { createCompositesPool } from './composites-pool.js';
import { recordComposites, type RecordingOptions } from './record-composites.js';

export interface CompositesProducer extends Producer {
  /** Ends the thread. */
  close(): Promise<void>;
}

/** Records composites off the event loop; runs before the producers that read them. */
export function compositesProducer({
  store,
  clock,
  rng,
  log,
}: Pick<RecordingOptions, 'clock' | 'rng' | 'log'> & {
  readonly store: Pick<Store, 'bars' | 'composites' | 'earnings' | 'optionReadings'>;
}): CompositesProducer {
  const pool = createCompositesPool();
  return {
    name: 'composites',
    async run(_at, isStopping) {
      const startedMs = performance.now();
      const { tickers, days, failed } = await recordComposites({
        store,
        clock,
        rng,
        log,
        compute: (tasks) => pool.run(tasks),
        isStopping,
      });
      if (days > 0) log.info({ tickers, days, ms: Math.round(performance.now() - startedMs) }, 'recorded composites');
      if (failed.length > 0) throw new Error(`Could not record the composites of ${failed.join(', ')}.`);
    },
    close: () => pool.close(),
  };
}
