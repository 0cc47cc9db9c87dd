import type { Kysely } from 'kysely';
import { REPOSITORIES } from './generated/repositories.js';
import type { RepositoryRow, VersionPolicy } from './repository-row.js';
import type { Tables } from './tables.js';

type Rows = Readonly<Record<string, RepositoryRow>>;

/** All repositories: each file of this folder that exports a `REPOSITORY`, by the file's name. */
export type Repositories = {
  readonly [Name in keyof typeof REPOSITORIES]: ReturnType<(typeof REPOSITORIES)[Name]['create']>;
};

type TablesOf<R extends Rows> = { [Name in keyof R]: keyof R[Name]['tables'] }[keyof R];
type Missing<R extends Rows> = Exclude<keyof Tables, TablesOf<R>>;
type Repeated<R extends Rows> = { [Name in keyof R]: keyof R[Name]['tables'] & TablesOf<Omit<R, Name>> }[keyof R];

/** The policy of each table. A table without a row, or with several, does not compile: the message names it. */
function policiesOf<R extends Rows>(
  rows: R & Readonly<Record<Missing<R> | Repeated<R>, never>>,
): RepositoryRow['tables'] {
  return Object.values<RepositoryRow>(rows).reduce<RepositoryRow['tables']>(
    (policies, { tables }) => ({ ...policies, ...tables }),
    {},
  );
}

/** The tables of each repository, its own and those that it also reads. */
export const REPOSITORY_TABLES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<RepositoryRow>(REPOSITORIES).map(([name, row]) => [
    name,
    [...Object.keys(row.tables), ...(row.alsoReads ?? [])],
  ]),
);

/** The policy of every table. */
export const VERSION_POLICIES: Readonly<Partial<Record<string, VersionPolicy>>> = policiesOf(REPOSITORIES);

/** The tables with a table version. */
export const VERSIONED_TABLES: readonly string[] = Object.entries(VERSION_POLICIES)
  .flatMap(([table, policy]) => (policy === 'table' ? [table] : []));

export function createRepositories(
  db: Kysely<Tables>,
  options: Parameters<RepositoryRow['create']>[1] = {},
): Repositories {
  const entries = Object.entries<RepositoryRow>(REPOSITORIES).map(([name, { create }]) => [name, create(db, options)]);
  return Object.fromEntries(entries) as Repositories;
}
