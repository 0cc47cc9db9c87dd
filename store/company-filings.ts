import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { NullableTimestamp } from './column-types.js';
import { text } from './field-schemas.js';
import { accessionKey, filerKey } from './filers.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

/** One filing of a company, or about it. Days since 1970-01-01, New York's. */
export const companyFiling = z.object({
  filer: filerKey,
  accession: accessionKey,
  form: text('form', 40),
  filingDay: z.int(),
  /** Null where the SEC's time does not agree with the filing date. */
  acceptedAt: z.date().nullable(),
  /** The day of the event or the end of the period that is reported. */
  reportDay: z.int().nullable(),
  /** The numbers of a form 8-K's items. */
  items: z.array(z.string().regex(/^\d{1,2}(\.\d{2})?$/, 'an item of a form 8-K is a number such as 5.02')).readonly(),
  /** The file's name below the filing's folder; null if it has none. */
  primaryDocument: z
    .string()
    .regex(/^[\w][\w.\- ]*(\/[\w][\w.\- ]*)*$/, 'the primary document is not the name of a file')
    .max(200, 'the name of the primary document has more than 200 characters')
    .nullable(),
});

export type CompanyFilingFields = Readonly<z.infer<typeof companyFiling>>;

declare module './tables.js' {
  interface Tables {
    company_filings: Omit<CompanyFilingFields, 'acceptedAt' | 'items'> & {
      acceptedAt: NullableTimestamp;
      items: JSONColumnType<readonly string[]>;
      source: string;
    };
  }
}

export type CompanyFiling = Readonly<Selectable<Tables['company_filings']>>;

export interface CompanyFilingsRepository {
  /** Filings by ticker of the filer, oldest first, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly CompanyFiling[]>>;
  /** Told that a response uses filings that were kept in memory; where they are read through, they are read if due. */
  noteUse(tickers: readonly string[]): Promise<void>;
  /** Filings of these forms by filer, oldest first, as the transaction sees them. */
  ofFilers(
    tx: Kysely<Tables>,
    filers: readonly string[],
    forms: readonly string[],
  ): Promise<ReadonlyMap<string, readonly CompanyFiling[]>>;
  /** Inserts filings or updates those of the same filer and accession number. */
  save(tx: Kysely<Tables>, filings: readonly CompanyFiling[]): Promise<void>;
}

/** Filings of one company that are read: banks file tens of thousands of prospectuses a year. */
const MOST_FILINGS = 5_000;

/** Filings of companies with the SEC. */
function createCompanyFilingsRepository(db: Kysely<Tables>): CompanyFilingsRepository {
  return {
    noteUse: () => Promise.resolve(),
    async byTickers(tickers) {
      const place = sql<number>`row_number() over (partition by filers.ticker order by filing_day desc, accession desc)`;
      const rows = await db
        .selectFrom(
          db
            .selectFrom('company_filings')
            .innerJoin('filers', 'filers.filer', 'company_filings.filer')
            .selectAll('company_filings')
            .select(['filers.ticker', place.as('place')])
            .where(sql<boolean>`filers.ticker = any(${[...tickers]}::text[])`)
            .as('placed'),
        )
        .selectAll()
        .where('place', '<=', MOST_FILINGS)
        .orderBy('filingDay')
        .orderBy('acceptedAt')
        .orderBy('accession')
        .execute();
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
    async ofFilers(tx, filers, forms) {
      if (filers.length === 0) return new Map();
      const rows = await tx
        .selectFrom('company_filings')
        .selectAll()
        .where(sql<boolean>`filer = any(${[...filers]}::text[]) and form = any(${[...forms]}::text[])`)
        .orderBy('filingDay')
        .orderBy('accession')
        .execute();
      return rowsByKey(rows, ({ filer }) => filer);
    },
    save: (tx, filings) =>
      upsert(
        tx,
        'company_filings',
        ['filer', 'accession'],
        filings.map((filing) => ({ ...filing, items: JSON.stringify(filing.items) })),
      ),
  };
}

export const REPOSITORY = {
  create: createCompanyFilingsRepository,
  replica: {},
  tables: { company_filings: 'table' },
  alsoReads: ['filers'],
  migrations: {
    '0016-company-filings': [
      `create table company_filings (
        filer text not null, accession text not null, form text not null, filing_day integer not null,
        accepted_at timestamptz, report_day integer, items jsonb not null, primary_document text,
        source text not null, primary key (filer, accession))`,
    ],
  },
} as const satisfies RepositoryRow;
