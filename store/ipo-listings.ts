import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { amount, count, oneOf, price, text, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/**
 * The latest state of an IPO in a calendar. `day` (since 1970-01-01) is the listing date if expected or priced, else
 * the date of the filing or withdrawal. Offer prices in USD per share, equal once it is priced; `shares` is a count;
 * `valueUsd` is the value of all shares on offer.
 */
export const ipoListing = z
  .object({
    ticker: ticker.nullable(),
    issuerName: text('name', 200),
    exchange: text('exchange', 80).nullable(),
    status: oneOf('status', ['expected', 'priced', 'filed', 'withdrawn']),
    day: z.int(),
    offerLow: price('price').nullable(),
    offerHigh: price('price').nullable(),
    shares: count('number of shares').nullable(),
    valueUsd: amount('total value').nullable(),
  })
  .superRefine(({ offerLow, offerHigh }, context) => {
    if (offerLow === null || offerHigh === null || offerHigh >= offerLow) return;
    context.addIssue({ code: 'custom', message: `the upper price ${offerHigh} is below the lower price ${offerLow}` });
  });

export type IpoListingFields = Readonly<z.infer<typeof ipoListing>>;

declare module './tables.js' {
  interface Tables {
    ipo_listings: IpoListingFields & { key: string; source: string };
  }
}

export type IpoListing = Readonly<Selectable<Tables['ipo_listings']>>;
export type NewIpoListing = Omit<IpoListing, 'key'>;

/** A row before (undefined if new) and after it was stored. */
export interface IpoListingChange {
  readonly before: IpoListing | undefined;
  readonly after: IpoListing;
}

export interface IpoListingsRepository {
  /**
   * Stores calendar rows with distinct keys in `tx` and returns each with the row it replaces, in order. Locks out
   * other processes until `tx` ends, so that each change is seen by one process only.
   */
  save(tx: Kysely<Tables>, listings: readonly NewIpoListing[]): Promise<readonly IpoListingChange[]>;
  /** By key, without unknown ones; one query. */
  byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, IpoListing>>;
  /** All rows, by key, as the transaction sees them. */
  within(tx: Kysely<Tables>): Promise<readonly IpoListing[]>;
  /** Rows dated `first` to `last`. */
  between(first: number, last: number): Promise<readonly IpoListing[]>;
  /** Rows of `source` dated `from` (a calendar day) or later, read in `tx`. */
  countFrom(tx: Kysely<Tables>, source: string, from: number): Promise<number>;
}

/** The identity of an IPO: the ticker, if any, and the issuer's name without case and punctuation. */
export function ipoKey({ ticker, issuerName }: Pick<NewIpoListing, 'ticker' | 'issuerName'>): string {
  return `${ticker ?? ''}|${issuerName
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
}

/** The IPO calendar: the latest state of each IPO. */
function createIpoListingsRepository(db: Kysely<Tables>): IpoListingsRepository {
  return {
    async save(tx, listings) {
      await sql`select pg_advisory_xact_lock(hashtext('ipo_listings'))`.execute(tx);
      const rows = listings.map((listing): IpoListing => ({ ...listing, key: ipoKey(listing) }));
      const before = await rowsByKey(
        tx,
        rows.map(({ key }) => key),
      );
      await upsert(tx, 'ipo_listings', ['key'], rows);
      return rows.map((after) => ({ before: before.get(after.key), after }));
    },
    byKeys: (keys) => rowsByKey(db, keys),
    within: (tx) =>
      tx
        .selectFrom('ipo_listings')
        .selectAll()
        .orderBy(sql`key collate "C"`)
        .execute(),
    between: (first, last) =>
      db.selectFrom('ipo_listings').selectAll().where('day', '>=', first).where('day', '<=', last).execute(),
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
  const rows = await db
    .selectFrom('ipo_listings')
    .selectAll()
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export const REPOSITORY = {
  create: createIpoListingsRepository,
  replica: {},
  tables: { ipo_listings: 'table' },
  migrations: {
    '0006-ipo-listings': [
      `create table ipo_listings (
        key text primary key, ticker text, issuer_name text not null, exchange text,
        status text not null check (status in ('expected', 'priced', 'filed', 'withdrawn')), day integer not null,
        offer_low double precision, offer_high double precision, shares bigint, value_usd double precision, source text not null)`,
      `create index ipo_listings_day on ipo_listings (day)`,
    ],
  },
} as const satisfies RepositoryRow;
