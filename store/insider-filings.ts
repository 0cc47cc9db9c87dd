import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import { price, text, volume } from './field-schemas.js';
import { accessionKey, filerKey } from './filers.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const FORMS = ['3', '3/A', '4', '4/A', '5', '5/A'] as const;

const owner = z.object({
  /** Null if the source has no number of the person. */
  cik: z.int().nonnegative().nullable(),
  name: text('name of the owner', 200),
  /** `director`, `Chief Financial Officer`, …; null if the source does not say. */
  role: text('role of the owner', 300).nullable(),
});

/** The codes of the SEC's forms 3, 4 and 5. */
export const INSIDER_CODES = [
  'P',
  'S',
  'V',
  'A',
  'D',
  'F',
  'I',
  'M',
  'C',
  'E',
  'H',
  'O',
  'X',
  'G',
  'L',
  'W',
  'Z',
  'J',
  'K',
  'U',
] as const;

/** One transaction, as filed: `shares` on the share basis of its day, or the number of derivative securities. */
export const insiderTransaction = z.object({
  day: z.int(),
  code: z.enum(INSIDER_CODES, { error: ({ input }) => `transaction code ${JSON.stringify(input)} is not known` }),
  security: text('title of the security', 200),
  isDerivative: z.boolean(),
  isAcquired: z.boolean(),
  shares: volume.nullable(),
  /** USD per share; null if none is given or paid. */
  price: price('price').nullable(),
  /** Whether there is no price but a footnote about it. */
  isPriceInFootnote: z.boolean(),
  /** Shares owned afterwards. */
  sharesAfter: volume.nullable(),
});

/** One report of insiders about a company's securities. */
export const insiderFiling = z.object({
  filer: filerKey,
  /** The accession number or, for a form without it, a fingerprint of its content. */
  id: z.union([accessionKey, z.string().regex(/^form-[0-9a-f]{24}$/)]),
  /** Null if the source does not say. */
  form: z.enum(FORMS, { error: ({ input }) => `form ${JSON.stringify(input)} is not 3, 4 or 5` }).nullable(),
  /** Several if they report together. */
  owners: z.array(owner).min(1, 'the form has no owner').readonly(),
  periodDay: z.int().nullable(),
  filingDay: z.int().nullable(),
  /** Of an amendment: the filing day of the original. */
  originalDay: z.int().nullable(),
  transactions: z.array(insiderTransaction).readonly(),
  /** Holdings that the form lists without a transaction. */
  holdings: z.int().nonnegative(),
  /** The SEC's form itself, or rows of a vendor. */
  origin: z.enum(['form', 'vendor']),
});

export type InsiderTransactionFields = Readonly<z.infer<typeof insiderTransaction>>;
export type InsiderFilingFields = Readonly<z.infer<typeof insiderFiling>>;

declare module './tables.js' {
  interface Tables {
    insider_filings: Omit<InsiderFilingFields, 'owners' | 'transactions'> & {
      owners: JSONColumnType<InsiderFilingFields['owners']>;
      transactions: JSONColumnType<InsiderFilingFields['transactions']>;
      source: string;
    };
    /** Reports that a source lists but could not give. */
    unavailable_insider_forms: {
      id: string;
      /** When the source was last asked. */
      askedAt: Timestamp;
    };
  }
}

export type InsiderFiling = Readonly<Selectable<Tables['insider_filings']>>;

export interface InsiderFilingsRepository {
  /** Reports by ticker of the company, sorted by id, without tickers that have none; one query. */
  byTickers(tickers: readonly string[]): Promise<ReadonlyMap<string, readonly InsiderFiling[]>>;
  /** Told that a response uses filings that were kept in memory; where they are read through, they are read if due. */
  noteUse(tickers: readonly string[]): Promise<void>;
  /** Inserts reports or replaces those with the same id, forms never by vendors' rows; returns how many it stored. */
  save(tx: Kysely<Tables>, filings: readonly InsiderFiling[]): Promise<number>;
  /** When a source was last asked in vain for these reports, by id, without those that it was not. */
  unavailable(ids: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** Notes that a source was asked in vain for these reports. */
  noteUnavailable(tx: Kysely<Tables>, ids: readonly string[], askedAt: Date): Promise<void>;
}

/** The rows that vendors may write: those whose form is not stored. */
async function withoutStoredForms(
  tx: Kysely<Tables>,
  filings: readonly InsiderFiling[],
): Promise<readonly InsiderFiling[]> {
  const ids = filings.filter(({ origin }) => origin === 'vendor').map(({ id }) => id);
  if (ids.length === 0) return filings;
  const forms = await tx
    .selectFrom('insider_filings')
    .select(['filer', 'id'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('origin', '=', 'form')
    .execute();
  const stored = new Set(forms.map(({ filer, id }) => `${filer} ${id}`));
  return filings.filter(({ filer, id, origin }) => origin === 'form' || !stored.has(`${filer} ${id}`));
}

/** Reports of insiders' transactions. */
function createInsiderFilingsRepository(db: Kysely<Tables>): InsiderFilingsRepository {
  return {
    noteUse: () => Promise.resolve(),
    async byTickers(tickers) {
      const rows = await db
        .selectFrom('insider_filings')
        .innerJoin('filers', 'filers.filer', 'insider_filings.filer')
        .selectAll('insider_filings')
        .select('filers.ticker')
        .where(sql<boolean>`filers.ticker = any(${[...tickers]}::text[])`)
        .orderBy('insider_filings.id')
        .execute();
      return rowsByKey(rows, ({ ticker }) => ticker);
    },
    async save(tx, filings) {
      const kept = await withoutStoredForms(tx, filings);
      const rows = kept.map(({ owners, transactions, ...filing }) => ({
        ...filing,
        owners: JSON.stringify(owners),
        transactions: JSON.stringify(transactions),
      }));
      await upsert(tx, 'insider_filings', ['filer', 'id'], rows);
      return kept.length;
    },
    async unavailable(ids) {
      const rows = await db
        .selectFrom('unavailable_insider_forms')
        .selectAll()
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .execute();
      return new Map(rows.map(({ id, askedAt }) => [id, askedAt]));
    },
    async noteUnavailable(tx, ids, askedAt) {
      const rows = ids.map((id) => ({ id, askedAt }));
      await upsert(tx, 'unavailable_insider_forms', ['id'], rows);
    },
  };
}

export const REPOSITORY = {
  create: createInsiderFilingsRepository,
  replica: {},
  tables: { insider_filings: 'table', unavailable_insider_forms: 'table' },
  alsoReads: ['filers'],
  migrations: {
    '0017-insider-filings': [
      `create table insider_filings (
        filer text not null, id text not null, form text, owners jsonb not null, period_day integer,
        filing_day integer, original_day integer, transactions jsonb not null, holdings integer not null,
        origin text not null check (origin in ('form', 'vendor')), source text not null, primary key (filer, id))`,
    ],
    '0089-unavailable-insider-forms': [
      `create table unavailable_insider_forms (id text primary key, asked_at timestamptz not null)`,
    ],
  },
} as const satisfies RepositoryRow;
