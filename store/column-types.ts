import type { ColumnType } from 'kysely';

/** An instant: read as a Date, written as a Date or text. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
