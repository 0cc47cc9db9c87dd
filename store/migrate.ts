import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, Migrator, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { messageOf, StoreError } from './errors.js';
import { MIGRATIONS } from './migrations/index.js';
import { versionTables } from './table-versions.js';

/**
 * Migrates the database to the newest schema and sets the version triggers; processes that start at once wait for each
 * other (Kysely takes an advisory lock for the transaction). Returns the names of what it applied. On StoreError
 * `migration_failed` nothing is changed.
 */
export async function migrateToLatest<DB>(db: Kysely<DB>): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) {
    await versionTables(db);
    return (results ?? []).map(({ migrationName }) => migrationName);
  }
  const failed = results?.find((result) => result.status === 'Error');
  const which = failed ? `migration ${failed.migrationName}` : 'a migration';
  throw new StoreError(
    'migration_failed',
    `Migrating the database failed at ${which} (${messageOf(error)}); nothing was changed.`,
    {
      cause: error,
    },
  );
}

/** Hex digest of the migrations' SQL: builds with the same digest create the same schema. */
export async function schemaFingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => {
      hash.update(event.query.sql).update(JSON.stringify(event.query.parameters)).update('\0');
    },
  });
  for (const [name, migration] of Object.entries(MIGRATIONS).sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${name}\0`);
    await migration.up(recorder);
  }
  return hash.digest('hex');
}
