import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/**
 * How changes of a table invalidate caches:
 * - `table`: one version for all rows, which a trigger increments on the commit of every write (`table-versions.ts`);
 * - `symbol`: the version of the security, which bar writes increment and which is read together with the rows;
 * - `uncached`: none; a response that reads the table is never cached.
 */
export type VersionPolicy = 'table' | 'symbol' | 'uncached';

export interface RepositoryOptions {
  readonly cacheBytes?: number | undefined;
  /** Where values that are kept in memory are read from; `db` by default. */
  readonly keptDb?: Kysely<Tables> | undefined;
  /** Called when values in memory are dropped: newer ones are known to be there. */
  readonly onForget?: (() => void) | undefined;
}

/** A repository with its tables, exported as `REPOSITORY` by its file. */
export interface RepositoryRow {
  create(db: Kysely<Tables>, options: RepositoryOptions): object;
  /** The repository's own tables. Every table has one row. */
  readonly tables: Readonly<Partial<Record<keyof Tables, VersionPolicy>>>;
  /** Tables of other rows that its statements also name. */
  readonly alsoReads?: readonly (keyof Tables)[];
  /**
   * Requests may read it from a replica. All its tables must have versions, so that a change is known by its
   * notification.
   * `kept` are the methods of the one instance for all, whose values are kept in memory.
   */
  readonly replica?: { readonly kept?: readonly string[] };
  /** SQL by name, run once in the order of the names; a released one is never changed. */
  readonly migrations?: Readonly<Record<string, readonly string[]>>;
}
