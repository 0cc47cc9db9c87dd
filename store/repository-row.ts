import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/**
 * How changes of a table invalidate caches:
 * - `table`: one version for all rows, which a trigger increments on the commit of every write (`table-versions.ts`);
 * - `symbol`: the version of the security, which bar writes increment and which is read together with the rows;
 * - `uncached`: none; a response that reads the table is never cached.
 */
export type VersionPolicy = 'table' | 'symbol' | 'uncached';

/** A repository with its tables, exported as `REPOSITORY` by its file. */
export interface RepositoryRow {
  create(db: Kysely<Tables>, options: { readonly cacheBytes?: number | undefined }): object;
  /** The repository's own tables. Every table has one row. */
  readonly tables: Readonly<Partial<Record<keyof Tables, VersionPolicy>>>;
  /** Tables of other rows that its statements also name. */
  readonly alsoReads?: readonly (keyof Tables)[];
  /** SQL by name, run once in the order of the names; a released one is never changed. */
  readonly migrations?: Readonly<Record<string, readonly string[]>>;
}
