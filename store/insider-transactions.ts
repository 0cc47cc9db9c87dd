import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import { price, text, ticker, volume } from './field-schemas.js';
import { INSIDER_CODES } from './insider-filings.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

/** A transaction of an insider that a vendor tells without the form that reports it. Days since 1970-01-01. */
export const toldInsiderTransaction = z.object({
  ticker,
  /** Tells it apart from the others of the ticker; the same whenever the vendor tells it again. */
  id: z.string().regex(/^[0-9a-f]{24}$/),
  day: z.int(),
  owner: text('name of the owner', 200),
  /** As the vendor words it; null if it does not say. */
  role: text('role of the owner', 300).nullable(),
  /** The code of the SEC's forms that the vendor's words stand for. */
  code: z.enum(INSIDER_CODES),
  /** Null if the vendor does not say which. */
  isAcquired: z.boolean().nullable(),
  /** On the share basis of its day. */
  shares: volume.positive('the number of shares is zero'),
  /** USD per share; null if none is told or paid. */
  price: price('price').nullable(),
});

export type ToldInsiderTransactionFields = Readonly<z.infer<typeof toldInsiderTransaction>>;

declare module './tables.js' {
  interface Tables {
    insider_transactions: ToldInsiderTransactionFields & {
      source: string;
      /** When the source was first seen to tell it. */
      knownAt: Timestamp;
    };
  }
}

export type ToldInsiderTransaction = Readonly<Selectable<Tables['insider_transactions']>>;

export interface InsiderTransactionsRepository {
  /** Of each ticker, oldest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly ToldInsiderTransaction[]>>;
  /**
   * Stores what a source tells of a ticker. Those that are stored already stay as they are; those of the source after
   * the oldest day of `rows` that are not among them are removed, for the source tells them no longer.
   */
  saveTold(tx: Kysely<Tables>, ticker: string, source: string, rows: readonly ToldInsiderTransaction[]): Promise<void>;
  /** Removes what a source has told of a ticker. */
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
}

/** Transactions of insiders that vendors tell without the forms. */
function createInsiderTransactionsRepository(db: Kysely<Tables>): InsiderTransactionsRepository {
  const ofSource = (tx: Kysely<Tables>, symbol: string, source: string) =>
    tx.deleteFrom('insider_transactions').where('ticker', '=', symbol).where('source', '=', source);
  return {
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('insider_transactions')
        .selectAll()
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .orderBy('ticker')
        .orderBy('day')
        .orderBy('id')
        .execute();
      return rowsByKey(rows, (row) => row.ticker);
    },
    async saveTold(tx, symbol, source, rows) {
      if (rows.length === 0) return;
      const oldest = rows.reduce((least, { day }) => Math.min(least, day), Infinity);
      const told = rows.map(({ id }) => id);
      // The vendor may have cut the oldest day off.
      await ofSource(tx, symbol, source)
        .where('day', '>', oldest)
        .where(sql<boolean>`id <> all(${told}::text[])`)
        .execute();
      await tx
        .insertInto('insider_transactions')
        .values([...rows])
        .onConflict((conflict) => conflict.columns(['ticker', 'id']).doNothing())
        .execute();
    },
    async removeOf(tx, symbol, source) {
      await ofSource(tx, symbol, source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createInsiderTransactionsRepository,
  replica: {},
  tables: { insider_transactions: 'table' },
  migrations: {
    '0085-told-insider-transactions': [
      `create table insider_transactions (
        ticker text not null, id text not null, day integer not null, owner text not null, role text, code text not null,
        is_acquired boolean, shares double precision not null check (shares > 0), price double precision,
        source text not null, known_at timestamptz not null, primary key (ticker, id))`,
    ],
  },
} as const satisfies RepositoryRow;
