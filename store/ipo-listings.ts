import { sql, type Kysely, type Selectable } from 'kysely';
import type { IpoListingsTable, Tables } from './tables.js';
import { upsert } from './upsert.js';

export type IpoListing = Readonly<Selectable<IpoListingsTable>>;
export type NewIpoListing = Omit<IpoListing, 'key'>;

/** A row before (undefined if new) and after it was stored. */
export interface IpoListingChange {
  readonly before: IpoListing | undefined;
  readonly after: IpoListing;
}

export interface IpoListingsRepository {
  /**
   * Stores calendar rows with distinct keys in `tx` and returns each with the row it replaces, in order. Locks out other
   * processes until `tx` ends, so that each change is seen by one process only.
   */
  save(tx: Kysely<Tables>, listings: readonly NewIpoListing[]): Promise<readonly IpoListingChange[]>;
  /** By key, without unknown ones; one query. */
  byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, IpoListing>>;
  /** Rows of `source` dated `from` (a calendar day) or later, read in `tx`. */
  countFrom(tx: Kysely<Tables>, source: string, from: number): Promise<number>;
}

/** The identity of an IPO: the ticker, if any, and the issuer's name without case and punctuation. */
export function ipoKey({ ticker, issuerName }: Pick<NewIpoListing, 'ticker' | 'issuerName'>): string {
  return `${ticker ?? ''}|${issuerName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`;
}

/** The IPO calendar: the latest state of each IPO. */
export function createIpoListingsRepository(db: Kysely<Tables>): IpoListingsRepository {
  return {
    async save(tx, listings) {
      await sql`select pg_advisory_xact_lock(hashtext('ipo_listings'))`.execute(tx);
      const rows = listings.map((listing): IpoListing => ({ ...listing, key: ipoKey(listing) }));
      const before = await rowsByKey(tx, rows.map(({ key }) => key));
      await upsert(tx, 'ipo_listings', ['key'], rows);
      return rows.map((after) => ({ before: before.get(after.key), after }));
    },
    byKeys: (keys) => rowsByKey(db, keys),
    async countFrom(tx, source, from) {
      const { total } = await tx
        .selectFrom('ipo_listings')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('source', '=', source)
        .where('day', '>=', from)
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

async function rowsByKey(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlyMap<string, IpoListing>> {
  const rows = await db.selectFrom('ipo_listings').selectAll().where(sql<boolean>`key = any(${[...keys]}::text[])`).execute();
  return new Map(rows.map((row) => [row.key, row]));
}
