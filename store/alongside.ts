import type { Transaction } from 'kysely';
import type { Tables } from './tables.js';

/**
 * What is also written in the transaction of a change; `before` is the row as it was. If it throws, nothing is changed.
 */
export type Alongside<Row> = (tx: Transaction<Tables>, before: Row) => Promise<void>;
