import { sql, type JSONColumnType, type Kysely, type Selectable } from 'kysely';
import type { ShownSplit } from './earnings.js';
import type { RepositoryRow } from './repository-row.js';
import { rowsByKey } from './rows-by-key.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const SPANS = ['quarter', 'year'] as const;

type Figures = Readonly<Record<string, number>>;

/**
 * The statements of one fiscal quarter or year of one filer. Days since 1970-01-01: `periodEnd` is the period's last,
 * `filingDay` the day on which its own 10-Q or 10-K was filed. `figures` by name as the newest filing has them, in USD,
 * USD per share and shares; `shareDays` has the day of the filing that each per-share figure and share count is from,
 * whose share basis it has. `firstFigures` are those of the period's own filing, whatever was restated since. `missing`
 * has the reason for each figure that the filings have but that is in doubt.
 */
export interface FinancialStatementFields {
  readonly ticker: string;
  /** Null for statements that are not from the SEC. */
  readonly cik: number | null;
  readonly span: (typeof SPANS)[number];
  readonly fiscalYear: number;
  /** 4 for a year, which ends with it. */
  readonly fiscalQuarter: number;
  readonly periodEnd: number;
  readonly filingDay: number | null;
  readonly accession: string | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly figures: Figures;
  readonly shareDays: Figures;
  readonly firstFigures: Figures;
  readonly missing: Readonly<Record<string, string>>;
  /** Splits since the filings of the figures per share. */
  readonly shownSplits: readonly ShownSplit[];
}

type Json = 'figures' | 'shareDays' | 'firstFigures' | 'missing';

declare module './tables.js' {
  interface Tables {
    financial_statements: Omit<FinancialStatementFields, Json | 'shownSplits'> & {
      source: string;
      figures: JSONColumnType<FinancialStatementFields['figures']>;
      shareDays: JSONColumnType<FinancialStatementFields['shareDays']>;
      firstFigures: JSONColumnType<FinancialStatementFields['firstFigures']>;
      missing: JSONColumnType<FinancialStatementFields['missing']>;
      shownSplits: JSONColumnType<readonly ShownSplit[]>;
    };
  }
}

export type NewFinancialStatement = Readonly<Selectable<Tables['financial_statements']>>;
/** With the time at which the SEC accepted the period's 10-Q or 10-K, if that is stored. */
export type FinancialStatement = NewFinancialStatement & { readonly acceptedAt: Date | null };

export interface FinancialStatementsRepository {
  /**
   * Statements by ticker, oldest first, a quarter before the year that ends with it; one query. All spans by default;
   * `firstFigures` are empty unless they are asked for.
   */
  byTickers(
    tickers: readonly string[],
    wanted?: { readonly spans?: readonly FinancialStatementFields['span'][]; readonly withFirst?: boolean },
  ): Promise<ReadonlyMap<string, readonly FinancialStatement[]>>;
  /** Replaces all statements of the ticker, so that they are of one filer. */
  replace(tx: Kysely<Tables>, ticker: string, statements: readonly NewFinancialStatement[]): Promise<void>;
  /**
   * Stores statements of no filer, but for tickers with those of a filer, which it returns: filings count before what
   * others tell. Statements of other sources are removed; of a stored one, figures that are not given stay.
   */
  merge(tx: Kysely<Tables>, given: readonly NewFinancialStatement[], source: string): Promise<ReadonlySet<string>>;
  /** Inserts statements or updates those of the same ticker and period. */
  upsert(tx: Kysely<Tables>, statements: readonly NewFinancialStatement[]): Promise<void>;
  /** Whether another source than these gives statements of the ticker that are of no filer. */
  hasOthers(tx: Kysely<Tables>, ticker: string, sources: readonly string[]): Promise<boolean>;
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
  /** Removes the ticker's statements of other filers than `cik`. */
  removeOtherFilers(tx: Kysely<Tables>, ticker: string, cik: number): Promise<void>;
  /** Tickers with statements from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

const COLUMNS = [
  'financial_statements.ticker',
  'financial_statements.cik',
  'span',
  'fiscalYear',
  'fiscalQuarter',
  'periodEnd',
  'financial_statements.filingDay',
  'financial_statements.accession',
  'currency',
  'figures',
  'shareDays',
  'missing',
  'shownSplits',
  'source',
] as const;

const rowOf = (statement: NewFinancialStatement) => ({
  ...statement,
  figures: JSON.stringify(statement.figures),
  shareDays: JSON.stringify(statement.shareDays),
  firstFigures: JSON.stringify(statement.firstFigures),
  missing: JSON.stringify(statement.missing),
  shownSplits: JSON.stringify(statement.shownSplits),
});

const keyOf = ({ ticker: symbol, span, periodEnd }: NewFinancialStatement): string => `${symbol} ${span} ${periodEnd}`;

/** What a file gives, and what an earlier one gave besides. */
function merged(before: NewFinancialStatement | undefined, given: NewFinancialStatement): NewFinancialStatement {
  if (before === undefined) return given;
  return {
    ...given,
    filingDay: given.filingDay ?? before.filingDay,
    figures: { ...before.figures, ...given.figures },
    shareDays: { ...before.shareDays, ...given.shareDays },
    firstFigures: { ...before.firstFigures, ...given.firstFigures },
  };
}

/** Income statements, balance sheets and cash flows by fiscal quarter and year. */
function createFinancialStatementsRepository(db: Kysely<Tables>): FinancialStatementsRepository {
  const save = (tx: Kysely<Tables>, statements: readonly NewFinancialStatement[]): Promise<void> =>
    upsert(tx, 'financial_statements', ['ticker', 'span', 'periodEnd'], statements.map(rowOf));
  return {
    async byTickers(tickers, { spans = SPANS, withFirst = false } = {}) {
      const rows = await db
        .selectFrom('financial_statements')
        .leftJoin('filings', 'filings.accession', 'financial_statements.accession')
        .select(COLUMNS)
        .select(withFirst ? 'firstFigures' : sql<Figures>`'{}'::jsonb`.as('firstFigures'))
        .select('filings.acceptedAt')
        .where(sql<boolean>`financial_statements.ticker = any(${[...tickers]}::text[])`)
        .where('span', 'in', spans)
        .orderBy('financial_statements.periodEnd')
        .orderBy('financial_statements.span')
        .execute();
      return rowsByKey(rows, (row) => row.ticker);
    },
    async replace(tx, symbol, statements) {
      await tx.deleteFrom('financial_statements').where('ticker', '=', symbol).execute();
      await save(tx, statements);
    },
    async merge(tx, given, source) {
      const tickers = [...new Set(given.map((each) => each.ticker))];
      const stored = await tx
        .selectFrom('financial_statements')
        .selectAll()
        .where(sql<boolean>`ticker = any(${tickers}::text[])`)
        .execute();
      const filed = new Set(stored.flatMap((row) => (row.cik === null ? [] : [row.ticker])));
      const others = new Set(stored.flatMap((row) => (row.source === source ? [] : [row.ticker])));
      for (const symbol of others)
        if (!filed.has(symbol))
          await tx
            .deleteFrom('financial_statements')
            .where('ticker', '=', symbol)
            .where('source', '<>', source)
            .execute();
      const known = new Map(stored.flatMap((row) => (row.source === source ? [[keyOf(row), row]] : [])));
      await save(
        tx,
        given.flatMap((statement) =>
          filed.has(statement.ticker) ? [] : [merged(known.get(keyOf(statement)), statement)],
        ),
      );
      return filed;
    },
    upsert: save,
    async hasOthers(tx, symbol, sources) {
      const row = await tx
        .selectFrom('financial_statements')
        .select('ticker')
        .where('ticker', '=', symbol)
        .where('cik', 'is', null)
        .where('source', 'not in', sources)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async removeOf(tx, symbol, source) {
      await tx.deleteFrom('financial_statements').where('ticker', '=', symbol).where('source', '=', source).execute();
    },
    async removeOtherFilers(tx, symbol, cik) {
      await tx.deleteFrom('financial_statements').where('ticker', '=', symbol).where('cik', '<>', cik).execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('financial_statements')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map((row) => row.ticker));
    },
  };
}

export const REPOSITORY = {
  create: createFinancialStatementsRepository,
  replica: {},
  tables: { financial_statements: 'table' },
  alsoReads: ['filings'],
  migrations: {
    '0091-financial-statements': [
      `create table financial_statements (
        ticker text not null, cik bigint, span text not null, fiscal_year integer not null,
        fiscal_quarter integer not null check (fiscal_quarter between 1 and 4),
        period_end integer not null, filing_day integer, accession text, currency text not null,
        figures jsonb not null, share_days jsonb not null, first_figures jsonb not null, missing jsonb not null,
        shown_splits jsonb not null, source text not null, primary key (ticker, span, period_end))`,
    ],
  },
} as const satisfies RepositoryRow;
