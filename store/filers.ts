import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** `CIK` and ten digits, as the SEC names its files, or an invented filer of the demo market. */
export const filerKey = z.string().regex(/^(CIK\d{10}|SIMULATED-[A-Z][A-Z0-9.]{0,9})$/, 'not the key of a filer');

/** Of the SEC, or invented. */
export const accessionKey = z
  .string()
  .regex(/^(\d{10}-\d{2}-\d{6}|SIMULATED-[A-Z0-9.-]{1,40})$/, 'an accession number is 10, 2 and 6 digits');

/** A ticker and the company that files for it; a filer has several tickers if it has several classes of shares. */
export interface FilerTickerFields {
  readonly ticker: string;
  readonly filer: string;
  readonly name: string | null;
}

declare module './tables.js' {
  interface Tables {
    filers: FilerTickerFields & { source: string };
  }
}

export type FilerTicker = Readonly<Selectable<Tables['filers']>>;

export interface FilersRepository {
  /** The tickers of the filers of `tickers`, these included, sorted; one query. */
  classesOf(tickers: readonly string[]): Promise<readonly FilerTicker[]>;
  /** Told that a response uses filers that were kept in memory; where they are read through, they are read if due. */
  noteUse(tickers: readonly string[]): Promise<void>;
  /** By ticker, as the transaction sees them. */
  within(tx: Kysely<Tables>, tickers: readonly string[]): Promise<ReadonlyMap<string, FilerTicker>>;
  /** The tickers of each filer, without those that have none; one query. */
  tickersOfFilers(filers: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The tickers of a filer, as the transaction sees them. */
  tickersOf(tx: Kysely<Tables>, filer: string): Promise<readonly string[]>;
  /** All tickers with a filer that has a name, by filer and ticker, as the transaction sees them. */
  named(tx: Kysely<Tables>): Promise<readonly FilerTicker[]>;
  /** Stores the tickers, or gives them to another filer. */
  save(tx: Kysely<Tables>, tickers: readonly FilerTicker[]): Promise<void>;
  /** Takes the ticker from its filer. */
  release(tx: Kysely<Tables>, ticker: string): Promise<void>;
  /** Tickers of filers from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

/** The key of a filer with the SEC. */
export function secFiler(cik: number): string {
  return `CIK${String(cik).padStart(10, '0')}`;
}

/** The number of a filer with the SEC; null for an invented one. */
export function cikOf(filer: string): number | null {
  return filer.startsWith('CIK') ? Number(filer.slice('CIK'.length)) : null;
}

/** Tickers and their filers. */
function createFilersRepository(db: Kysely<Tables>): FilersRepository {
  return {
    noteUse: () => Promise.resolve(),
    async classesOf(tickers) {
      return db
        .selectFrom('filers')
        .selectAll()
        .where(sql<boolean>`filer in (select filer from filers where ticker = any(${[...tickers]}::text[]))`)
        .orderBy(sql`ticker collate "C"`)
        .execute();
    },
    async within(tx, tickers) {
      const rows = await tx
        .selectFrom('filers')
        .selectAll()
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.ticker, row]));
    },
    async tickersOfFilers(filers) {
      const rows = await db
        .selectFrom('filers')
        .select(['filer', 'ticker'])
        .where(sql<boolean>`filer = any(${[...filers]}::text[])`)
        .orderBy('ticker')
        .execute();
      return new Map(
        [...rowsByKey(rows, ({ filer }) => filer)].map(([filer, given]) => [filer, given.map(({ ticker }) => ticker)]),
      );
    },
    async tickersOf(tx, filer) {
      const rows = await tx
        .selectFrom('filers')
        .select('ticker')
        .where('filer', '=', filer)
        .orderBy('ticker')
        .execute();
      return rows.map((row) => row.ticker);
    },
    named: (tx) =>
      tx
        .selectFrom('filers')
        .selectAll()
        .where('name', 'is not', null)
        .orderBy(sql`filer collate "C"`)
        .orderBy(sql`ticker collate "C"`)
        .execute(),
    save: (tx, tickers) => upsert(tx, 'filers', ['ticker'], tickers),
    async release(tx, ticker) {
      await tx.deleteFrom('filers').where('ticker', '=', ticker).execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx.selectFrom('filers').select('ticker').where('source', '<>', source).execute();
      return new Set(rows.map((row) => row.ticker));
    },
  };
}

export const REPOSITORY = {
  create: createFilersRepository,
  replica: {},
  tables: { filers: 'table' },
  migrations: {
    '0015-filers': [
      `create table filers (ticker text primary key, filer text not null, name text, source text not null)`,
      `create index filers_filer on filers (filer)`,
    ],
  },
} as const satisfies RepositoryRow;
