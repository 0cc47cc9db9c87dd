import { sql, type Insertable, type InsertObject, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.js';

const ROWS_PER_STATEMENT = 1000;

type Column<Table extends keyof Tables> = keyof Insertable<Tables[Table]> & string;

/** The tables without their types: what `upsert` takes is checked by its signature. */
type AnyTables = Record<string, Record<string, unknown>>;

/** Sets each column, but for those of `except`, to what the conflicting row would have inserted. */
export function excluded(row: object, except: readonly string[]): Record<string, RawBuilder<unknown>> {
  const columns = Object.keys(row).filter((column) => !except.includes(column));
  return Object.fromEntries(columns.map((column) => [column, sql`excluded.${sql.ref(column)}`]));
}

/**
 * Inserts rows of distinct keys, or puts each in place of the stored row of its key: one statement for a thousand
 * rows. Every row names the same columns; a column that none of them names stays as it is stored, and so does one of
 * `insertOnly`.
 */
export async function upsert<Table extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Table,
  keyColumns: readonly Column<Table>[],
  rows: readonly InsertObject<Tables, Table>[],
  insertOnly: readonly Column<Table>[] = [],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const db = tx as unknown as Kysely<AnyTables>;
  const into: string = table;
  const changes = excluded(first, [...keyColumns, ...insertOnly]);
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await db
      .insertInto(into)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.columns(keyColumns).doUpdateSet(changes))
      .execute();
  }
  // Notice of the change of `table` is given here, in `tx`.
}
