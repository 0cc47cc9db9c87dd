import { expect, it } from '@jest/globals';
import { embeddedDatabase } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { importFiles } from './import-files.js';
import type { ImportOptions } from './import-report.js';
import { IMPORTS } from './imports.js';

const open = embeddedDatabase();

interface Files {
  readonly kind: string;
  readonly path: readonly string[];
  readonly options?: Partial<ImportOptions>;
  /** Files that are imported, of how many; the others are refused as a whole. */
  readonly files: readonly [imported: number, all: number];
  readonly rows: number;
  /** Stored securities by kind. */
  readonly kinds?: Readonly<Record<string, number>>;
  /** Refused rows by the words that their reasons have in common. */
  readonly refused?: Readonly<Record<string, number>>;
}

/** Rows were counted in the files with another program: lines without the header, less those with the fault. */
const FILES: readonly Files[] = [
  {
    kind: 'securities',
    path: ['reference', 'nasdaq-listed.csv'],
    files: [1, 1],
    rows: 5569,
  },
  {
    kind: 'securities',
    path: ['reference', 'nyse-listed.csv'],
    options: { kind: 'equity', strict: true },
    files: [1, 1],
    rows: 2918,
    kinds: { equity: 2242, etf: 66, unknown: 610 },
  },
  { kind: 'securities', path: ['reference', 'sp500_constituents.csv'], files: [1, 1], rows: 503 },
  { kind: 'macro', path: ['macro', 'fomc_dates_1990_2020.csv'], files: [1, 1], rows: 275 },
  { kind: 'macro', path: ['macro', 'fomc_decisions_2015_2026.csv'], files: [1, 1], rows: 97 },
  // Seven of the twenty are of people and of former companies, which have no ticker.
  { kind: 'filings', path: ['sec_edgar', 'submissions'], files: [13, 20], rows: 10_826 },
  // The four people have no reports.
  { kind: 'earnings', path: ['sec_edgar', 'submissions'], files: [16, 20], rows: 542 },
  {
    kind: 'private',
    path: ['private', 'ma_transactions_2025.csv'],
    options: { asOfDay: 20_000 },
    files: [0, 1],
    rows: 0,
  },
  { kind: 'private', path: ['private', 'vc_funds.json'], options: { asOfDay: 20_000 }, files: [0, 1], rows: 0 },
];

async function kindsIn(store: Awaited<ReturnType<typeof open>>): Promise<Record<string, number>> {
  const rows = await store.db
    .selectFrom('securities')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

(hasExternalData ? it : it.skip).each(FILES)(
  '$kind: $path',
  async ({ kind, path, options, files, rows, kinds, refused = {} }) => {
    const store = await open();
    const each = IMPORTS.find((one) => one.kind === kind);
    if (each === undefined) throw new Error(`No import ${kind}.`);
    for (const table of ['company_filings', 'macro_releases', 'securities'] as const)
      await store.db.deleteFrom(table).execute();
    const report = await importFiles(store, each, [externalFile(...path)], { strict: false, ...options });
    const reasons = report.files.flatMap((file) => file.refused.map(({ reason }) => reason));
    const count = (words: string): number => reasons.filter((reason) => reason.includes(words)).length;
    expect([report.totals.imported, report.files.length]).toEqual(files);
    expect(report.totals.rows).toBe(rows);
    if (kinds !== undefined) expect(await kindsIn(store)).toEqual(kinds);
    expect(Object.fromEntries(Object.keys(refused).map((words) => [words, count(words)]))).toEqual(refused);
    expect(reasons).toHaveLength(Object.values(refused).reduce((sum, rowsOfReason) => sum + rowsOfReason, 0));
    await store.close();
  },
);
