import { sql, type Kysely, type Migration } from 'kysely';
import { REPOSITORIES } from '../generated/repositories.js';
import type { RepositoryRow } from '../repository-row.js';
import { FOUNDATION } from './0001-foundation.js';
import { TABLE_VERSIONS } from './0007-table-versions.js';
import { ANSWERED_NEWS_SOURCES } from './0088-answered-news-sources.js';

function migrationOf(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const STATEMENTS = [
  {
    '0001-foundation': FOUNDATION,
    '0007-table-versions': TABLE_VERSIONS,
    '0088-answered-news-sources': ANSWERED_NEWS_SOURCES,
  },
  ...Object.values<RepositoryRow>(REPOSITORIES).map(({ migrations = {} }) => migrations),
].flatMap((each) => Object.entries(each));

/** All migrations, applied in the order of their names: those of the repositories, and those of no single one. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  STATEMENTS.map(([name, statements]) => [name, migrationOf(statements)]),
);
