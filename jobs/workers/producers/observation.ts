import type { RandomBytes } from '../../../access/secrets.js';
import type { Store } from '../../../store/open-store.js';
import type { ProducerState } from '../../../store/producer-states.js';
import type { CountCohorts } from './cohorts-pool.js';
import type { PassLog } from './market.js';
import type { ReadRegimes } from './regime-pool.js';

/** The state of something at an instant. */
export interface Observation {
  /** Identifies it among others of its kind. */
  readonly key: string;
  readonly asOf: Date;
  readonly value: string;
  /** A sentence for display, used if the state changed. */
  readonly text: string;
}

export interface EdgeAlertOptions {
  readonly store: Pick<Store, 'bars' | 'composites' | 'securities' | 'producerStates'>;
  readonly readRegimes: ReadRegimes;
  readonly cohorts: CountCohorts;
  readonly random: RandomBytes;
  readonly log: PassLog;
}

export interface ObservingRun {
  readonly now: Date;
  /** The last known states. */
  readonly last: ReadonlyMap<string, ProducerState>;
  readonly isStopping: () => boolean;
}

/** The current state and changes since the last states, oldest first; empty if it was stopped early. */
export type Observe = (options: EdgeAlertOptions, run: ObservingRun) => Promise<readonly Observation[]>;
