import { sql, type Kysely, type Selectable } from 'kysely';
import type { IpoListingsTable, Tables } from './tables.js';
import { upsert } from './upsert.js';

export type IpoListing = Readonly<Selectable<IpoListingsTable>>;
export type NewIpoListing = Omit<IpoListing, 'key'>;

/** A row as it was before it was stored, undefined where it is new, and as it is now. */
export interface IpoListingChange {
  readonly before: IpoListing | undefined;
  readonly after: IpoListing;
}

export interface IpoListingsRepository {
  /**
   * Stores calendar rows in `tx`, of distinct keys, and answers them beside what they replace, in their order. Until `tx` ends no
   * other process stores any, so that each change is seen by one of them.
   */
  save(tx: Kysely<Tables>, listings: readonly NewIpoListing[]): Promise<readonly IpoListingChange[]>;
  /** By key, unknown ones left out; one query. */
  byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, IpoListing>>;
  /** Rows of `source` dated `from` (a calendar day) or later, as `tx` sees them. */
  countFrom(tx: Kysely<Tables>, source: string, from: number): Promise<number>;
}

/** What makes two rows the same IPO: the ticker, where one is given, and the issuer's name but for case and punctuation. */
export function ipoKey({ ticker, issuerName }: Pick<NewIpoListing, 'ticker' | 'issuerName'>): string {
  return `${ticker ?? ''}|${issuerName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`;
}

/** The IPO calendar: the newest that is known of each IPO. */
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
