import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { isoDate } from '../calendar/days.js';
import { isQuarterEnd } from '../calendar/quarters.js';
import { count, text } from './field-schemas.js';
import { accessionKey } from './filers.js';
import { countedFilings } from './institutional-amendments.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const quarterEnd = z.int().refine(isQuarterEnd, {
  error: ({ input }) => `the period ends on ${isoDate(input as number)}, which is not the end of a calendar quarter`,
});

/** One form 13F with holdings; amounts of money in USD. */
export const institutionalFiling = z
  .object({
    accession: accessionKey,
    /** Number of the manager with the SEC, ten digits. */
    cik: z.string().regex(/^\d{10}$/, 'the CIK of the manager is not a number of up to ten digits'),
    manager: text('name of the manager', 200),
    periodDay: quarterEnd,
    filingDay: z.int(),
    /** Whether the filing day is the day of signature, because the source does not have it. */
    isFilingDayEstimated: z.boolean(),
    form: z.enum(['13F-HR', '13F-HR/A'], {
      error: ({ input }) => `form ${JSON.stringify(input)} has no holdings: only 13F-HR and 13F-HR/A have`,
    }),
    amendment: z
      .enum(['RESTATEMENT', 'NEW HOLDINGS'], {
        error: ({ input }) => `amendment type ${JSON.stringify(input)} is not RESTATEMENT or NEW HOLDINGS`,
      })
      .nullable(),
    amendmentNumber: count('number of the amendment').nullable(),
    /** Entries and value that the filing's summary states; null if it states none. */
    statedEntries: count('number of entries').nullable(),
    statedValue: z.number().nonnegative('the stated value is negative').nullable(),
    /** Whether the values were in the unit that the form does not have on its day. */
    isUnitCorrected: z.boolean(),
  })
  .refine(({ form, amendment }) => form === '13F-HR' || amendment !== null, {
    error: 'the amendment does not say whether it is a RESTATEMENT or has NEW HOLDINGS',
  })
  .refine(({ filingDay, periodDay }) => filingDay > periodDay, {
    error: 'the filing day is not after the end of its period',
  });

export type InstitutionalFilingFields = Readonly<z.infer<typeof institutionalFiling>>;

declare module './tables.js' {
  interface Tables {
    institutional_filings: InstitutionalFilingFields & {
      /** Stored entries, and their values together. */
      entries: number;
      value: number;
      /** Entries that were refused at import. */
      refusedEntries: number;
      /** Whether its entries are part of the manager's report of the period. */
      isCounted: boolean;
      source: string;
    };
  }
}

export type InstitutionalFiling = Readonly<Selectable<Tables['institutional_filings']>>;

/** A manager as its newest report names it, with the value of that report in USD. */
export type ManagerSummary = Readonly<Pick<InstitutionalFiling, 'cik' | 'source' | 'value'>> & {
  readonly name: string;
};

export interface InstitutionalFilingsRepository {
  /** All managers with counted filings, by CIK; one query. */
  managers(): Promise<readonly ManagerSummary[]>;
  /** Counted filings by CIK, oldest period first; one query. */
  ofManagers(ciks: readonly string[]): Promise<ReadonlyMap<string, readonly InstitutionalFiling[]>>;
  /** All filings of managers, also those that do not count, as `within` sees them; one query. */
  allOfManagers(
    ciks: readonly string[],
    within?: Kysely<Tables>,
  ): Promise<ReadonlyMap<string, readonly InstitutionalFiling[]>>;
  /** Counted filings of these periods; one query. */
  ofPeriods(days: readonly number[]): Promise<readonly InstitutionalFiling[]>;
  /** The periods of stored reports, of each source. */
  periods(): Promise<readonly Pick<InstitutionalFiling, 'periodDay' | 'source'>[]>;
  /** Newest filing day of all; null without filings. */
  newestDay(): Promise<number | null>;
  /** Stores filings or replaces those with the same accession number, and counts their managers' filings anew. */
  save(tx: Kysely<Tables>, filings: readonly Omit<InstitutionalFiling, 'isCounted'>[]): Promise<void>;
  /** Multiplies the values of a filing, which were read in the wrong unit. */
  rescale(tx: Kysely<Tables>, accession: string, by: number, isUnitCorrected: boolean): Promise<void>;
  /** Whether filings of another source than `source` are stored. */
  hasOthers(tx: Kysely<Tables>, source: string): Promise<boolean>;
  removeSource(tx: Kysely<Tables>, source: string): Promise<void>;
}

const reportKey = ({ cik, periodDay }: Pick<InstitutionalFiling, 'cik' | 'periodDay'>): string => `${cik} ${periodDay}`;

/** Sets which filings count, for all periods of these managers. */
async function countAgain(tx: Kysely<Tables>, ciks: readonly string[]): Promise<void> {
  const stored = await tx
    .selectFrom('institutional_filings')
    .selectAll()
    .where(sql<boolean>`cik = any(${[...ciks]}::text[])`)
    .execute();
  const counted = [...rowsByKey(stored, reportKey).values()].flatMap((filings) => countedFilings(filings));
  const accessions = new Set(counted.map(({ accession }) => accession));
  const changed = stored.filter(({ accession, isCounted }) => accessions.has(accession) !== isCounted);
  await sql`update institutional_filings set is_counted = not is_counted
    where accession = any(${changed.map(({ accession }) => accession)}::text[])`.execute(tx);
}

/** Forms 13F of institutional managers. */
function createInstitutionalFilingsRepository(db: Kysely<Tables>): InstitutionalFilingsRepository {
  const counted = () => db.selectFrom('institutional_filings').selectAll().where('isCounted', '=', true);
  return {
    async managers() {
      const { rows } = await sql<ManagerSummary>`
        select distinct on (cik) cik, manager as name, source, sum(value) over (partition by cik, period_day) as value
        from institutional_filings where is_counted
        order by cik, period_day desc, filing_day desc, accession desc`.execute(db);
      return rows;
    },
    async ofManagers(ciks) {
      const rows = await counted()
        .where(sql<boolean>`cik = any(${[...ciks]}::text[])`)
        .orderBy('periodDay')
        .orderBy('filingDay')
        .orderBy('accession')
        .execute();
      return rowsByKey(rows, ({ cik }) => cik);
    },
    async allOfManagers(ciks, within = db) {
      const rows = await within
        .selectFrom('institutional_filings')
        .selectAll()
        .where(sql<boolean>`cik = any(${[...ciks]}::text[])`)
        .orderBy('accession')
        .execute();
      return rowsByKey(rows, ({ cik }) => cik);
    },
    ofPeriods: (days) =>
      counted()
        .where(sql<boolean>`period_day = any(${[...days]}::integer[])`)
        .orderBy('filingDay')
        .orderBy('accession')
        .execute(),
    periods: () => db.selectFrom('institutional_filings').select(['periodDay', 'source']).distinct().execute(),
    async newestDay() {
      const { day } = await db
        .selectFrom('institutional_filings')
        .select(({ fn }) => fn.max('filingDay').as('day'))
        .executeTakeFirstOrThrow();
      return day;
    },
    async save(tx, filings) {
      const rows = filings.map((filing) => ({ ...filing, isCounted: false }));
      await upsert(tx, 'institutional_filings', ['accession'], rows);
      await countAgain(tx, [...new Set(filings.map(({ cik }) => cik))]);
    },
    async rescale(tx, accession, by, isUnitCorrected) {
      await tx
        .updateTable('institutional_filings')
        .set(({ eb }) => ({ value: eb('value', '*', by), statedValue: eb('statedValue', '*', by), isUnitCorrected }))
        .where('accession', '=', accession)
        .execute();
    },
    async hasOthers(tx, source) {
      const other = await tx
        .selectFrom('institutional_filings')
        .select('accession')
        .where('source', '<>', source)
        .limit(1)
        .executeTakeFirst();
      return other !== undefined;
    },
    async removeSource(tx, source) {
      await tx.deleteFrom('institutional_filings').where('source', '=', source).execute();
    },
  };
}

export const REPOSITORY = {
  create: createInstitutionalFilingsRepository,
  replica: {},
  tables: { institutional_filings: 'table' },
  migrations: {
    '0031-institutional-filings': [
      `create table institutional_filings (
        accession text primary key, cik text not null, manager text not null, period_day integer not null,
        filing_day integer not null, is_filing_day_estimated boolean not null, form text not null, amendment text,
        amendment_number integer, stated_entries integer, stated_value double precision,
        is_unit_corrected boolean not null, entries integer not null, value double precision not null,
        is_counted boolean not null, source text not null)`,
      `create index institutional_filings_cik on institutional_filings (cik, period_day)`,
      `create index institutional_filings_period on institutional_filings (period_day)`,
    ],
    '0046-institutional-refusals': [
      `alter table institutional_filings add column refused_entries integer not null default 0`,
    ],
  },
} as const satisfies RepositoryRow;
