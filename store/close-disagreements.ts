import { sql, type Kysely, type Selectable } from 'kysely';
import type { Timestamp } from './column-types.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';

declare module './tables.js' {
  interface Tables {
    /** Sessions of which two sources have closes that differ by more than the tolerance. */
    close_disagreements: {
      ticker: string;
      /** The session, days since 1970-01-01. */
      day: number;
      /** The source whose close is stored and served. */
      taken: string;
      /** USD, as stored when the other one was compared. */
      takenClose: number;
      other: string;
      /** USD, on the share basis of `takenClose`. */
      otherClose: number;
      foundAt: Timestamp;
    };
  }
}

export type CloseDisagreement = Readonly<Selectable<Tables['close_disagreements']>>;

/** What a comparison of one ticker's closes found. */
export interface ClosesCompared {
  readonly ticker: string;
  readonly taken: string;
  readonly other: string;
  /** The days that were compared, first and last; what was found of them before is replaced. */
  readonly first: number;
  readonly last: number;
  readonly found: readonly CloseDisagreement[];
}

export interface DisagreementCount {
  readonly taken: string;
  readonly other: string;
  readonly tickers: number;
}

export interface CloseDisagreementsRepository {
  /** By ticker, newest session first, without tickers whose sources agree; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly CloseDisagreement[]>>;
  /** The same in a transaction. */
  within(tx: Kysely<Tables>, tickers: readonly string[]): Promise<ReadonlyMap<string, readonly CloseDisagreement[]>>;
  /**
   * Replaces what was found of the compared days, and keeps the newest `MOST_DISAGREEMENTS` of the ticker and the other
   * source. What was found while another source's closes were served is removed.
   */
  record(tx: Kysely<Tables>, compared: ClosesCompared): Promise<void>;
  /** Replaces all of a ticker, whose served closes have changed. */
  replace(tx: Kysely<Tables>, ticker: string, found: readonly CloseDisagreement[]): Promise<void>;
  /** Tickers with disagreements by the two sources. */
  count(): Promise<readonly DisagreementCount[]>;
}

/** Rows that are kept of a ticker and another source. */
const MOST_DISAGREEMENTS = 50;

function createCloseDisagreementsRepository(db: Kysely<Tables>): CloseDisagreementsRepository {
  const insert = async (tx: Kysely<Tables>, rows: readonly CloseDisagreement[]): Promise<void> => {
    if (rows.length > 0) await tx.insertInto('close_disagreements').values(rows).execute();
  };
  const within: CloseDisagreementsRepository['within'] = async (tx, tickers) => {
    const rows = await tx
      .selectFrom('close_disagreements')
      .selectAll()
      .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
      .orderBy('day', 'desc')
      .orderBy('other')
      .execute();
    return rowsByKey(rows, ({ ticker }) => ticker);
  };
  return {
    byTickers: (tickers) => within(db, tickers),
    within,
    async record(tx, { ticker, taken, other, first, last, found }) {
      await sql`
        delete from close_disagreements where ticker = ${ticker}
          and (taken <> ${taken} or (other = ${other} and day between ${first} and ${last}))`.execute(tx);
      await insert(tx, found.toSorted((one, next) => next.day - one.day).slice(0, MOST_DISAGREEMENTS));
      await sql`
        delete from close_disagreements where ticker = ${ticker} and other = ${other} and day not in (
          select day from close_disagreements where ticker = ${ticker} and other = ${other}
          order by day desc limit ${MOST_DISAGREEMENTS})`.execute(tx);
    },
    async replace(tx, ticker, found) {
      await tx.deleteFrom('close_disagreements').where('ticker', '=', ticker).execute();
      await insert(tx, found);
    },
    async count() {
      return db
        .selectFrom('close_disagreements')
        .select([
          'taken',
          'other',
          (select) => sql<number>`${select.fn.count('ticker').distinct()}::integer`.as('tickers'),
        ])
        .groupBy(['taken', 'other'])
        .execute();
    },
  };
}

export const REPOSITORY = {
  create: createCloseDisagreementsRepository,
  replica: {},
  tables: { close_disagreements: 'table' },
  migrations: {
    '0078-close-disagreements': [
      `create table close_disagreements (
        ticker text not null, day integer not null, taken text not null, taken_close double precision not null,
        other text not null, other_close double precision not null, found_at timestamptz not null,
        primary key (ticker, other, day))`,
    ],
  },
} as const satisfies RepositoryRow;
