import { systemRandom } from '../access/secrets.js';
import { createCohortsPool } from '../jobs/workers/producers/cohorts-pool.js';
import { createEdgeAlertProducers } from '../jobs/workers/producers/edge-alert.js';
import { createMoodProducer } from '../jobs/workers/producers/mood.js';
import { createRegimePool } from '../jobs/workers/producers/regime-pool.js';
import { createSignalFlipProducer, type HoldersOf } from '../jobs/workers/producers/signal-flip.js';
import type { Producer } from '../jobs/workers/refresh/worker.js';
import type { Runtime } from './runtime.js';

/** What turns newly recorded data into events. */
export interface EventProducers {
  /** In the order in which they run. */
  readonly list: readonly Producer[];
  /** Ends their threads; nothing of them may be running. */
  close(): Promise<void>;
}

export function createEventProducers({ store, log }: Pick<Runtime, 'store' | 'log'>): EventProducers {
  const [regimes, cohorts] = [createRegimePool(), createCohortsPool()];
  const random = systemRandom;
  const holders: readonly HoldersOf[] = [(symbols) => store.watchlists.holdersOf(symbols)];
  return {
    list: [
      createSignalFlipProducer({ store, holders, random, log }),
      createMoodProducer({ store, random, log }),
      ...createEdgeAlertProducers({ store, readRegimes: regimes.read, cohorts, random, log }),
    ],
    async close() {
      await regimes.close();
      await cohorts.close();
    },
  };
}
