import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { NullableTimestamp } from './column-types.js';
import { amount, count, text, ticker } from './field-schemas.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** The values of a report that may be missing. */
const EARNINGS_VALUES = ['filingDay', 'epsBasic', 'epsDiluted', 'revenue', 'netIncome'] as const;

const currency = z.string().regex(/^[A-Z]{3}$/, 'a currency is three capital letters');
const accession = z.string().regex(/^\d{10}-\d{2}-\d{6}$/, 'an accession number is 10, 2 and 6 digits');
const quarter = count('fiscal quarter').refine((given) => given >= 1 && given <= 4, {
  error: ({ input }) => `fiscal quarter ${String(input)} is not 1 to 4`,
});

/** A split that the filings show: `ratio` new shares for one, after the filing day `after` and no later than `by`. */
const shownSplit = z.object({ after: z.int(), by: z.int(), ratio: z.number().positive() });
export type ShownSplit = Readonly<z.infer<typeof shownSplit>>;

/**
 * One fiscal quarter of one filer, as its filings report it. Days since 1970-01-01: `periodEnd` is the quarter's last,
 * `filingDay` the day the quarter's 10-Q or 10-K was filed, `epsBasicDay` and `epsDilutedDay` those of the filings that
 * the earnings per share are from, whose share basis they have. Amounts in USD. `missing` has a reason for each value
 * that is null.
 */
export const earningsReport = z.object({
  ticker,
  /** Null for a report that is not the SEC's. */
  cik: count('CIK').nullable(),
  fiscalYear: z.int(),
  fiscalQuarter: quarter,
  periodEnd: z.int(),
  filingDay: z.int().nullable(),
  accession: accession.nullable(),
  epsBasic: z.number().nullable(),
  epsBasicDay: z.int().nullable(),
  epsDiluted: z.number().nullable(),
  epsDilutedDay: z.int().nullable(),
  revenue: amount('revenue').nullable(),
  netIncome: z.number().nullable(),
  /**
   * As the quarter's own 10-Q or 10-K has them, or as they were first told, whatever was restated since; null without
   * either.
   */
  firstRevenue: amount('revenue').nullable(),
  firstNetIncome: z.number().nullable(),
  currency,
  missing: z.partialRecord(z.enum(EARNINGS_VALUES), text('reason', 200)),
  /** When a source that tells no filing was first seen to tell the quarter; null for a report of filings. */
  knownAt: z.date().nullable(),
  /** Splits since the filings of the earnings per share. */
  shownSplits: z.array(shownSplit).readonly(),
});

/** A filing of a quarterly or annual report; `ticker` is the filer's first one, null if it has none. */
export const filing = z.object({
  accession,
  cik: count('CIK'),
  ticker: ticker.nullable(),
  form: text('form', 20),
  filingDay: z.int(),
  /** Null where the SEC's time does not agree with the filing date. */
  acceptedAt: z.date().nullable(),
});

export type EarningsReportFields = Readonly<z.infer<typeof earningsReport>>;
export type FilingFields = Readonly<z.infer<typeof filing>>;

declare module './tables.js' {
  interface Tables {
    earnings_reports: Omit<EarningsReportFields, 'shownSplits' | 'knownAt'> & {
      source: string;
      knownAt: NullableTimestamp;
      shownSplits: JSONColumnType<readonly ShownSplit[]>;
    };
    filings: Omit<FilingFields, 'acceptedAt'> & { acceptedAt: NullableTimestamp };
  }
}

export type NewEarningsReport = Readonly<Selectable<Tables['earnings_reports']>>;
/** With the time at which the SEC accepted the report's 10-Q or 10-K, if that is stored, else its `knownAt`. */
export type EarningsReport = NewEarningsReport & { readonly acceptedAt: Date | null };

export interface EarningsRepository {
  /** Reports by ticker, oldest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly EarningsReport[]>>;
  /**
   * Told that a response uses reports that were kept in memory; where reports are read through, they are read if due.
   */
  noteUse(tickers: readonly string[]): Promise<void>;
  /** A digest by ticker of what enters the surprises of its reports; one query. */
  digests(): Promise<ReadonlyMap<string, string>>;
  /** Replaces all reports of the ticker, so that its history is of one filer. */
  replaceReports(tx: Kysely<Tables>, ticker: string, reports: readonly NewEarningsReport[]): Promise<void>;
  /** Inserts reports or updates those of the same ticker and period. */
  upsert(tx: Kysely<Tables>, reports: readonly NewEarningsReport[]): Promise<void>;
  /**
   * Stores what a source tells of a ticker's quarters without their filings. Of a stored quarter, when and what was
   * first told stays, unless its period ends on another day now.
   */
  saveTold(tx: Kysely<Tables>, ticker: string, reports: readonly NewEarningsReport[]): Promise<void>;
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
  /** Tickers with reports from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
  saveFilings(tx: Kysely<Tables>, filings: readonly FilingFields[]): Promise<void>;
  /** Filers with reports or filings under the ticker, but for `cik`. */
  otherFilers(tx: Kysely<Tables>, ticker: string, cik: number): Promise<readonly number[]>;
  /** Removes the ticker's reports of other filers than `cik`, and the ticker from their filings. */
  removeOtherFilers(tx: Kysely<Tables>, ticker: string, cik: number): Promise<void>;
  /** The ticker that a filer's newest stored filing gives; null without one. */
  tickerOf(cik: number): Promise<string | null>;
}

/** Reported fiscal quarters, and the filings that they come from. */
function createEarningsRepository(db: Kysely<Tables>): EarningsRepository {
  const save = (
    tx: Kysely<Tables>,
    reports: readonly NewEarningsReport[],
    insertOnly: readonly (keyof NewEarningsReport)[] = [],
  ): Promise<void> =>
    upsert(
      tx,
      'earnings_reports',
      ['ticker', 'periodEnd'],
      reports.map((report) => ({ ...report, shownSplits: JSON.stringify(report.shownSplits) })),
      insertOnly,
    );
  return {
    noteUse: () => Promise.resolve(),
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('earnings_reports')
        .leftJoin('filings', 'filings.accession', 'earnings_reports.accession')
        .selectAll('earnings_reports')
        .select(({ fn }) => fn.coalesce('filings.acceptedAt', 'earnings_reports.knownAt').as('acceptedAt'))
        .where(sql<boolean>`earnings_reports.ticker = any(${[...tickers]}::text[])`)
        .orderBy('earnings_reports.periodEnd')
        .execute();
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
    async digests() {
      const { rows } = await sql<{ ticker: string; digest: string }>`
        select ticker, md5(string_agg(concat_ws('|', source, fiscal_year, fiscal_quarter,
          coalesce(e.filing_day::text, ''), coalesce(extract(epoch from coalesce(accepted_at, known_at))::text, ''),
          coalesce(first_net_income::text, ''), coalesce(first_revenue::text, '')), ',' order by period_end)) as digest
        from earnings_reports e left join (select accession, accepted_at from filings) f using (accession)
        group by ticker`.execute(db);
      return new Map(rows.map(({ ticker, digest }) => [ticker, digest]));
    },
    async replaceReports(tx, ticker, reports) {
      await tx.deleteFrom('earnings_reports').where('ticker', '=', ticker).execute();
      await save(tx, reports);
    },
    upsert: save,
    async saveTold(tx, ticker, reports) {
      const quarters = reports.map(({ fiscalYear, fiscalQuarter }) => fiscalYear * 4 + fiscalQuarter);
      const ends = reports.map(({ periodEnd }) => periodEnd);
      await sql`delete from earnings_reports where ticker = ${ticker}
        and fiscal_year * 4 + fiscal_quarter = any(${quarters}::integer[]) and period_end <> all(${ends}::integer[])`.execute(
        tx,
      );
      await save(tx, reports, ['knownAt', 'firstRevenue', 'firstNetIncome']);
    },
    async removeOf(tx, ticker, source) {
      await tx.deleteFrom('earnings_reports').where('ticker', '=', ticker).where('source', '=', source).execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('earnings_reports')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map(({ ticker }) => ticker));
    },
    saveFilings: (tx, filings) => upsert(tx, 'filings', ['accession'], filings),
    async otherFilers(tx, ticker, cik) {
      const rows = await tx
        .selectFrom('earnings_reports')
        .select('cik')
        .where('ticker', '=', ticker)
        .union(tx.selectFrom('filings').select('cik').where('ticker', '=', ticker))
        .execute();
      return rows
        .flatMap((row) => (row.cik === null || row.cik === cik ? [] : [row.cik]))
        .sort((one, other) => one - other);
    },
    async removeOtherFilers(tx, ticker, cik) {
      await tx.deleteFrom('earnings_reports').where('ticker', '=', ticker).where('cik', '<>', cik).execute();
      await tx
        .updateTable('filings')
        .set({ ticker: null })
        .where('ticker', '=', ticker)
        .where('cik', '<>', cik)
        .execute();
    },
    async tickerOf(cik) {
      const row = await db
        .selectFrom('filings')
        .select('ticker')
        .where('cik', '=', cik)
        .where('ticker', 'is not', null)
        .orderBy('filingDay', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.ticker ?? null;
    },
  };
}

export const REPOSITORY = {
  create: createEarningsRepository,
  replica: {},
  tables: { earnings_reports: 'table', filings: 'table' },
  migrations: {
    '0012-earnings': [
      `create table earnings_reports (
        ticker text not null, cik bigint, fiscal_year integer not null,
        fiscal_quarter integer not null check (fiscal_quarter between 1 and 4),
        period_end integer not null, filing_day integer, accession text,
        eps_basic double precision, eps_basic_day integer, eps_diluted double precision, eps_diluted_day integer,
        revenue double precision, net_income double precision, currency text not null, missing jsonb not null,
        source text not null, primary key (ticker, period_end))`,
      `create table filings (
        accession text primary key, cik bigint not null, ticker text, form text not null, filing_day integer not null,
        accepted_at timestamptz)`,
      `create index filings_cik on filings (cik)`,
    ],
    '0014-earnings-splits': [`alter table earnings_reports add column shown_splits jsonb not null default '[]'`],
    '0025-first-figures': [
      `alter table earnings_reports
        add column first_revenue double precision, add column first_net_income double precision`,
    ],
    '0086-told-earnings': [`alter table earnings_reports add column known_at timestamptz`],
  },
} as const satisfies RepositoryRow;
