import type { Kysely } from 'kysely';
import { REPOSITORIES } from './generated/repositories.js';
import type { RepositoryOptions, RepositoryRow, VersionPolicy } from './repository-row.js';
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
export const VERSIONED_TABLES: readonly string[] = Object.entries(VERSION_POLICIES).flatMap(([table, policy]) =>
  policy === 'table' ? [table] : [],
);

/** What requests may read from a replica: repositories by name, each with all tables that its statements name. */
export const REPLICA_TABLES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<RepositoryRow>(REPOSITORIES).flatMap(([name, { replica }]) =>
    // Of a security, the repository of bars takes the version of its symbol.
    replica === undefined
      ? []
      : [[name, [...(REPOSITORY_TABLES.get(name) ?? []), ...(name === 'bars' ? ['securities'] : [])]]],
  ),
);

/** The tables whose changes are known by the notifications of bars, not by a version of their own. */
export const TABLES_OF_SYMBOLS: readonly string[] = Object.entries(VERSION_POLICIES).flatMap(([table, policy]) =>
  policy === 'symbol' ? [table] : [],
);

/** A replica, as repositories use it. */
export interface RepositoryReplica {
  /** For statements on these tables. */
  dbOf(tables: readonly string[]): Kysely<Tables>;
  /** These tables are read at the primary until the replica has what the primary has now. */
  changed(tables: readonly string[]): void;
}

/** All repositories. Values that are kept in memory are read through the replica, if there is one. */
export function createRepositories(
  db: Kysely<Tables>,
  options: RepositoryOptions = {},
  replica?: RepositoryReplica,
): Repositories {
  const entries = Object.entries<RepositoryRow>(REPOSITORIES).map(([name, row]) => {
    if (replica === undefined || row.replica?.kept === undefined) return [name, row.create(db, options)];
    const tables = REPLICA_TABLES.get(name) ?? [];
    return [
      name,
      row.create(db, { ...options, keptDb: replica.dbOf(tables), onForget: () => replica.changed(tables) }),
    ];
  });
  return Object.fromEntries(entries) as Repositories;
}

/** The repositories as requests read them: from a replica where they may, with the same values in memory. */
export function requestRepositories(
  repositories: Repositories,
  options: RepositoryOptions,
  { dbOf }: Pick<RepositoryReplica, 'dbOf'>,
): Repositories {
  const entries = Object.entries<RepositoryRow>(REPOSITORIES).map(([name, { create, replica }]): [string, unknown] => {
    const own: unknown = Reflect.get(repositories, name);
    if (replica === undefined) return [name, own];
    const kept = (replica.kept ?? []).map((method): [string, unknown] => [method, Reflect.get(Object(own), method)]);
    return [name, { ...create(dbOf(REPLICA_TABLES.get(name) ?? []), options), ...Object.fromEntries(kept) }];
  });
  return Object.fromEntries(entries) as Repositories;
}
