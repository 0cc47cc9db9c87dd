import { sql, type Kysely } from 'kysely';
import { StoreError } from './errors.js';
import { migrateToLatest } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import { versionTables } from './table-versions.js';

/** The schema of an open database. */
export interface SchemaState {
  readonly newest: string;
  /** What was applied when it was opened. */
  readonly applied: readonly string[];
}

export interface SchemaOptions {
  readonly migrates: boolean;
  /** Whether an empty database is set up though `migrates` is false. */
  readonly creates: boolean;
  readonly log: (message: string) => void;
}

/** Ends the names of migrations that the version before them cannot work beside. */
const BREAKING = '-breaking';

/** The names of the migrations that the database has had; none if it is empty. */
async function appliedMigrations<DB>(db: Kysely<DB>): Promise<readonly string[]> {
  const {
    rows: [found],
  } = await sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (found?.name === null || found === undefined) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Brings the database to the schema of this code, or refuses it. A schema with migrations that this code does not know
 * is left as it is, and used, unless one of them says by its name that it is breaking: so the version before a migrated
 * schema goes on and can be started again. Throws StoreError.
 */
export async function readySchema<DB>(db: Kysely<DB>, { migrates, creates, log }: SchemaOptions): Promise<SchemaState> {
  const known = Object.keys(MIGRATIONS).sort();
  const had = await appliedMigrations(db);
  const newer = had.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !had.includes(name));
  const breaking = newer.find((name) => name.endsWith(BREAKING));
  if (breaking !== undefined || (newer.length > 0 && missing.length > 0)) {
    throw new StoreError(
      'schema_newer',
      `The database has the schema of a newer version (${breaking ?? newer[0] ?? ''}), with which this ` +
        'version cannot work: start the newer version, or restore the backup from before its migration.',
    );
  }
  const newest = had.at(-1) ?? '';
  if (newer.length > 0) {
    log(
      `store: the database has the schema of a newer version (${newest}), beside which this version works; upgrade it soon`,
    );
    return { newest, applied: [] };
  }
  if (missing.length > 0 && !migrates && !(creates && had.length === 0)) {
    throw new StoreError(
      'schema_older',
      `The database lacks ${missing.length} migrations of this version, from ${missing[0] ?? ''} on: ` +
        'run npm run -s admin -- migrate.',
    );
  }
  // Both steps set the triggers of tables; the migrator looks at all columns of the database first, which takes longer
  // than opening it.
  if (missing.length > 0) return { newest: known.at(-1) ?? '', applied: await migrateToLatest(db) };
  if (migrates) await versionTables(db);
  return { newest: known.at(-1) ?? '', applied: [] };
}
