import { sql, type Insertable, type InsertObject, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

const ROWS_PER_STATEMENT = 1000;

type Column<Table extends keyof Tables> = keyof Insertable<Tables[Table]> & string;

/** Untyped tables: the signature of `upsert` checks its arguments. */
type AnyTables = Record<string, Record<string, unknown>>;

/** Sets each column, except those in `except`, to the value of the conflicting row. */
export function excluded(row: object, except: readonly string[]): Record<string, RawBuilder<unknown>> {
  const columns = Object.keys(row).filter((column) => !except.includes(column));
  return Object.fromEntries(columns.map((column) => [column, sql`excluded.${sql.ref(column)}`]));
}

/** The new value of a column where one of the others changes, else the stored one. */
function whereChanged(table: string, column: string, columns: readonly string[]): RawBuilder<unknown> {
  const others = columns.filter((each) => each !== column);
  const stored = sql.join(others.map((each) => sql.ref(`${table}.${each}`)));
  const given = sql.join(others.map((each) => sql`excluded.${sql.ref(each)}`));
  const kept = sql.ref(`${table}.${column}`);
  return sql`case when row(${stored}) is distinct from row(${given}) then excluded.${sql.ref(column)} else ${kept} end`;
}

/**
 * Inserts rows with distinct keys or updates the stored rows with the same keys: one statement per thousand rows. All
 * rows must have the same columns; other columns and those in `insertOnly` keep their stored values, and `changedAt`
 * does where the row has changed nothing else.
 */
export async function upsert<Table extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Table,
  keyColumns: readonly Column<Table>[],
  rows: readonly InsertObject<Tables, Table>[],
  insertOnly: readonly Column<Table>[] = [],
  changedAt?: Column<Table>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const db = tx as unknown as Kysely<AnyTables>;
  const into: string = table;
  const changes = excluded(first, [...keyColumns, ...insertOnly]);
  if (changedAt !== undefined) changes[changedAt] = whereChanged(into, changedAt, Object.keys(changes));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await db
      .insertInto(into)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.columns(keyColumns).doUpdateSet(changes))
      .execute();
  }
  // Sends the change notification for `table`, in `tx`.
}
