import type { ClientBase } from 'pg';

/** A table of the schema with the columns that are written: generated ones are computed again. */
export interface DumpTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Column whose numbers the database gives. */
  readonly identity: string | null;
}

/** Of the schema itself, or of the cache of one database: never carried over. */
const LEFT_OUT = ['kysely_migration', 'kysely_migration_lock', 'table_versions'];

interface Reference {
  readonly child: string;
  readonly parent: string;
}

/** All tables of the current schema, each after those that it references. */
export async function dumpTables(client: ClientBase): Promise<readonly DumpTable[]> {
  const { rows: found } = await client.query<DumpTable>({
    text: `select c.relname as name,
        array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
        min(a.attname::text) filter (where a.attidentity <> '') as identity
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not c.relname = any($1)
      group by c.relname order by c.relname`,
    values: [LEFT_OUT],
  });
  const { rows: references } = await client.query<Reference>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace`,
  );
  return parentsFirst(found, references);
}

function parentsFirst(tables: readonly DumpTable[], references: readonly Reference[]): readonly DumpTable[] {
  const ordered: DumpTable[] = [];
  for (let waiting = [...tables]; waiting.length > 0;) {
    const names = new Set(waiting.map(({ name }) => name));
    const isBlocked = ({ name }: DumpTable): boolean =>
      references.some(({ child, parent }) => child === name && names.has(parent));
    const free = waiting.filter((table) => !isBlocked(table));
    if (free.length === 0) throw new Error(`Tables reference each other: ${[...names].join(', ')}.`);
    ordered.push(...free);
    waiting = waiting.filter(isBlocked);
  }
  return ordered;
}
