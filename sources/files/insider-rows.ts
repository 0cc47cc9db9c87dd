import type { Transaction } from 'kysely';
import { z } from 'zod';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isoDate } from '../../calendar/days.js';
import { price, text as textField, ticker as tickerField, volume } from '../../store/field-schemas.js';
import { accessionKey, cikOf } from '../../store/filers.js';
import { INSIDER_CODES, type InsiderFiling, type InsiderTransactionFields } from '../../store/insider-filings.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import { CellError } from './cells.js';
import type { ImportContext, ReadFile } from './import-files.js';
import { ImportError } from './import-report.js';
import { checkSize } from './parsed-file.js';
import { day, number, text, ticker, type Cell } from './read-cells.js';
import { readRowFile, type RowFormat } from './row-import.js';

const MOST_MIB = 64;

/** One row of a vendor: a transaction of a form. */
const insiderRow = z.object({
  ticker: tickerField,
  accession: accessionKey,
  owner: textField('name', 200),
  filingDay: z.int(),
  day: z.int(),
  code: z.enum(INSIDER_CODES, { error: ({ input }) => `transaction code ${JSON.stringify(input)} is not known` }),
  isDerivative: z.boolean(),
  /** Shares, negative if they were disposed of. */
  change: z.number().refine((given) => given !== 0, 'the number of shares is zero'),
  price: price('price').nullable(),
  sharesAfter: volume.nullable(),
});

type InsiderRow = z.infer<typeof insiderRow>;

function yesOrNo(cell: Cell, label: string): boolean {
  const given = text(cell).toLowerCase();
  if (given === 'true' || given === '1') return true;
  if (given === 'false' || given === '0' || given === '') return false;
  throw new CellError(`${label} "${text(cell)}" is not true or false`);
}

const optionalNumber = (cell: Cell, label: string): number | null => (text(cell) === '' ? null : number(cell, label));

/** What differs between two transactions of one form. */
function transactionKey({ day: on, code, isDerivative, change, price: paid, sharesAfter }: InsiderRow): string {
  return [on, code, isDerivative, change, paid, sharesAfter].join('|');
}

export const INSIDER_ROWS: RowFormat<typeof insiderRow> = {
  noun: 'list of insider transactions',
  list: 'data',
  columns: {
    ticker: [ticker, 'symbol'],
    accession: [text, 'id', 'accession number'],
    owner: [text, 'name'],
    filingDay: [day, 'filing date', 'filed'],
    day: [day, 'transaction date', 'date'],
    code: [(cell) => text(cell).toUpperCase(), 'transaction code'],
    isDerivative: [yesOrNo],
    change: [number],
    // Vendors write 0 if nothing was paid.
    price: [(cell, label) => optionalNumber(cell, label) || null, 'transaction price'],
    sharesAfter: [optionalNumber, 'share', 'shares owned'],
  },
  model: insiderRow,
  keyOf: (row) => [row.accession, row.owner, transactionKey(row)].join('|'),
  faultOf: (row, now) => {
    if (row.day > row.filingDay) return `the transaction is after the filing, ${isoDate(row.filingDay)}`;
    return row.filingDay > newYorkTime(now.getTime()).day
      ? `date ${isoDate(row.filingDay)} is in the future`
      : undefined;
  },
  nameOf: (row) => `the same transaction of ${row.accession}`,
};

function transactionOf({
  change,
  day: on,
  code,
  isDerivative,
  price: paid,
  sharesAfter,
}: InsiderRow): InsiderTransactionFields {
  return {
    day: on,
    code,
    security: isDerivative ? 'derivative securities' : 'shares',
    isDerivative,
    isAcquired: change > 0,
    shares: Math.abs(change),
    price: paid,
    isPriceInFootnote: false,
    sharesAfter,
  };
}

/** A form of several owners has its transactions once, though vendors repeat them for each owner. */
function filingOf(filer: string, rows: readonly [InsiderRow, ...InsiderRow[]], source: string): InsiderFiling {
  const [first] = rows;
  const transactions = new Map(rows.map((row) => [transactionKey(row), transactionOf(row)]));
  return {
    filer,
    id: first.accession,
    form: null,
    owners: [...new Set(rows.map((row) => row.owner))].map((name) => ({ cik: null, name, role: null })),
    periodDay: null,
    filingDay: first.filingDay,
    originalDay: null,
    transactions: [...transactions.values()],
    holdings: 0,
    origin: 'vendor',
    source,
  };
}

/** Rows of a vendor, whose tickers have known filers. */
export async function readInsiderRows(store: Store, file: string, context: ImportContext): Promise<ReadFile> {
  await checkSize(file, MOST_MIB);
  const { rows, refused } = await readRowFile(INSIDER_ROWS, file, context);
  return {
    rows: rows.length,
    refused,
    notes: [],
    save: (tx) => insiderReports(store, tx, rows, context.source),
  };
}

/**
 * Stores rows of a vendor as the reports of insiders that they are of; returns notes. Throws ImportError without a
 * filer.
 */
export async function insiderReports(
  store: Store,
  tx: Transaction<Tables>,
  rows: readonly InsiderRow[],
  source: string,
): Promise<readonly string[]> {
  const tickers = [...new Set(rows.map((row) => row.ticker))];
  const filers = await store.filers.within(tx, tickers);
  const filerOf = (each: string): string | undefined => filers.get(each)?.filer;
  const unknown = tickers.filter((each) => cikOf(filerOf(each) ?? '') === null);
  if (unknown.length > 0)
    throw new ImportError(
      `No filer is known for ${unknown.join(', ')}: import the submissions of each first: ` +
        'npm run -s import -- filings CIK##########.json',
    );
  const filings = [...rowsByKey(rows, (row) => `${row.ticker} ${row.accession}`).values()].flatMap((group) => {
    const [first, ...rest] = group;
    const filer = first === undefined ? undefined : filerOf(first.ticker);
    return first === undefined || filer === undefined ? [] : [filingOf(filer, [first, ...rest], source)];
  });
  const stored = await store.insiderFilings.save(tx, filings);
  const kept = filings.length - stored;
  return kept === 0 ? [] : [`Forms that are stored from the SEC's own files were left as they are: ${kept}.`];
}
