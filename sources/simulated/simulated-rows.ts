import type { Transaction } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';

/** Source name of the demo market's data. */
export const SIMULATED = 'simulated';

export interface SimulatedLoad {
  readonly store: Store;
  readonly tx: Transaction<Tables>;
  /** Everything is generated up to this instant. */
  readonly now: Date;
  /** Whether the database has no rows of this kind, or those of another seed. */
  readonly isFirst: boolean;
}

/**
 * Rows of one kind in the demo market, besides its prices; exported as `SIMULATED_ROWS` by the file. Called at the
 * first load and whenever a session is added. The rows are labelled as invented.
 */
export type SimulatedRows = (load: SimulatedLoad) => Promise<void>;
