import { sql, type Kysely, type Selectable } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

declare module './tables.js' {
  interface Tables {
    /** The values that a security is screened by, kept with what they were computed from. */
    screen_rows: {
      symbol: string;
      /** The security's version. */
      version: number;
      /** Digest of the benchmark's history that entered. */
      benchmark: string;
      /** Digest of the stored reports that entered; empty without any. */
      reports: string;
      /** Digest of what option chains say that entered; empty without any. */
      options: string;
      /** Version of the method of the composite. */
      method: number;
      /** Scores 0 to 100, change in percent, volume in shares; null where the security has no data. */
      score: number | null;
      technical: number | null;
      momentum: number | null;
      fundamentals: number | null;
      microstructure: number | null;
      optionsFlow: number | null;
      changePct: number | null;
      volume: number | null;
      volumeRatio: number | null;
    };
  }
}

/** Tables that the rows are computed from, besides those whose rows have the security's version. */
export const SCREENED_TABLES = [
  'securities',
  'earnings_reports',
  'filings',
  'option_readings',
] as const satisfies readonly (keyof Tables)[];

/** Calendar days that hold more than the sessions for which a chain counts. */
const CHAIN_DAYS = 21;

export type ScreenRow = Readonly<Selectable<Tables['screen_rows']>>;

export interface ScreenRowsRepository {
  /** By symbol, whatever they were computed from; one query. */
  load(symbols: readonly string[]): Promise<ReadonlyMap<string, ScreenRow>>;
  /** A digest by ticker of what option chains say that a signal of its newest bar may read; one query. */
  optionDigests(): Promise<ReadonlyMap<string, string>>;
  /** Replaces the rows of these symbols, whose securities must exist. */
  save(rows: readonly ScreenRow[]): Promise<void>;
}

/** Computed rows, which can be computed again from the bars at any time: they spare a new process the work. */
function createScreenRowsRepository(db: Kysely<Tables>): ScreenRowsRepository {
  return {
    async load(symbols) {
      const rows = await db
        .selectFrom('screen_rows')
        .selectAll()
        .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.symbol, row]));
    },
    async optionDigests() {
      const { rows } = await sql<{ symbol: string; digest: string }>`
        select s.symbol, md5(string_agg(concat_ws('|', r.source, r.day, coalesce(r.volatility_spread::text, ''),
          coalesce(r.volatility_smirk::text, '')), ',' order by r.day)) as digest
        from securities s
        join option_readings r on r.ticker = s.symbol and r.day between s.last_day - ${CHAIN_DAYS}::integer and s.last_day
        group by s.symbol`.execute(db);
      return new Map(rows.map(({ symbol, digest }) => [symbol, digest]));
    },
    save(rows) {
      // In the order of the symbols, so that two processes cannot deadlock.
      const sorted = [...rows].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
      return upsert(db, 'screen_rows', ['symbol'], sorted);
    },
  };
}

export const REPOSITORY = {
  create: createScreenRowsRepository,
  tables: { screen_rows: 'uncached' },
  alsoReads: ['securities', 'option_readings'],
  migrations: {
    '0031-screen-rows': [
      `create table screen_rows (
        symbol text primary key references securities on delete cascade, version bigint not null,
        benchmark text not null, reports text not null, method smallint not null, score double precision,
        technical double precision, momentum double precision, fundamentals double precision,
        microstructure double precision, options_flow double precision, change_pct double precision,
        volume double precision, volume_ratio double precision)`,
    ],
    '0080-screened-options': [`alter table screen_rows add column options text not null default ''`],
  },
} as const satisfies RepositoryRow;
