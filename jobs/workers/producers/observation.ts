import type { RandomBytes } from '../../../access/secrets.js';
import type { Store } from '../../../store/open-store.js';
import type { ProducerState } from '../../../store/producer-states.js';
import type { CountCohorts } from './cohorts-pool.js';
import type { PassLog } from './market.js';
import type { ReadRegimes } from './regime-pool.js';

/** One thing as it was at an instant. */
export interface Observation {
  /** Which thing of its kind. */
  readonly key: string;
  readonly asOf: Date;
  readonly value: string;
  /** A sentence for people, for where it was otherwise before. */
  readonly text: string;
}

export interface EdgeAlertOptions {
  readonly store: Pick<Store, 'bars' | 'composites' | 'producerStates'>;
  readonly readRegimes: ReadRegimes;
  readonly cohorts: CountCohorts;
  readonly random: RandomBytes;
  readonly log: PassLog;
}

export interface ObservingRun {
  readonly now: Date;
  /** What is known already. */
  readonly last: ReadonlyMap<string, ProducerState>;
  readonly isStopping: () => boolean;
}

/** What is so now or became so since the last states, oldest first; nothing where it ended early. */
export type Observe = (options: EdgeAlertOptions, run: ObservingRun) => Promise<readonly Observation[]>;
