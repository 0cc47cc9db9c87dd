import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readRows, type Row } from './rows.js';

const root = path.resolve(import.meta.dirname, '../..');
const dataFolder = process.env['MARKETGRAPH_DATA'] ?? path.resolve(root, '../shared/data');

/** Whether the folder of external reference data is present; otherwise tests over it are skipped. */
export const hasExternalData = existsSync(dataFolder);
if (!hasExternalData) console.log(`external reference data is absent (${dataFolder}): tests over it are skipped`);

/** A file of the external reference data. */
export function externalFile(...parts: string[]): string {
  return path.join(dataFolder, ...parts);
}

/** AAPL 2013-05 to 2018-05, daily, with adjusted closes: always installed. */
export function appleRows(): Row[] {
  return readRows(path.join(root, 'node_modules/@observablehq/sample-datasets/aapl.csv'));
}

/**
 * A vendor's prices as traded; `adj` times both factors of the first row of its factor file that is not before the day.
 */
export function leanRows(name: string): Row[] {
  const factors = readFileSync(externalFile('lean', 'factor_files', `${name}.csv`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return readRows(externalFile('lean', 'daily', `${name}.csv`)).map((row) => {
    const [, price, split] = factors.find(([day = '']) => day >= row.date.replaceAll('-', '')) ?? ['', '1', '1'];
    return { ...row, adj: row.close * Number(price) * Number(split) };
  });
}

const EXTERNAL = [
  ...['SPY', 'XLK', 'XLC', 'XLRE', 'MTUM', 'IWM', 'AGG'].map((name) => ({ name, folder: 'daily_etf_yahoo' })),
  ...['AAPL', 'TSLA', 'KO', 'BRK-B'].map((name) => ({ name: `${name} recent`, folder: 'daily_recent_yahoo' })),
];

/** Real histories, each complete and cut at several ends, so that windows and months in progress vary. */
export function realHistories(): { name: string; rows: Row[]; isMonthComplete: boolean }[] {
  const sources = [
    { name: 'aapl sample', rows: appleRows() },
    ...(hasExternalData
      ? EXTERNAL.map(({ name, folder }) => ({
          name,
          rows: readRows(externalFile(folder, `${name.split(' ')[0]}.csv`)),
        }))
      : []),
  ];
  return sources.flatMap(({ name, rows }) =>
    [1, 0.9, 0.731, 0.4].map((share) => {
      const end = Math.floor(rows.length * share);
      const next = rows[end]?.date.slice(0, 7);
      const cut = rows.slice(0, end);
      // A month is over when the next stored session is in another month; the files themselves end within a month.
      return {
        name: `${name} to ${cut[end - 1]?.date}`,
        rows: cut,
        isMonthComplete: next !== undefined && next !== cut[end - 1]?.date.slice(0, 7),
      };
    }),
  );
}
