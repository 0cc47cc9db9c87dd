import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { DailyBars } from '../calendar/bars.js';
import { externalFile } from '../test/independent/datasets.js';
import { barsOf, readRows, type Row } from '../test/independent/rows.js';

/** A ticker's split-adjusted bars from the reference data. */
export interface RealHistory {
  readonly ticker: string;
  readonly isShare: boolean;
  readonly bars: DailyBars;
}

/** Shares of the recorded prices that are as traded, whose names did not pass from one company to another. */
const AS_TRADED = ['aapl', 'aig', 'bac', 'ibm', 'goog', 'googl'];
const INDICES = ['SPX', 'VIX'];

/**
 * Split-adjusted prices and total-return closes, by a file of `date,price factor,split factor`, each up to that date.
 */
function splitAdjusted(rows: readonly Row[], file: string): Row[] {
  const factors = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
    .map(([date = '', price, split]) => ({ date, price: Number(price), factor: Number(split) }));
  return rows.map((row) => {
    const { price, factor } = factors.find(({ date }) => date >= row.date.replaceAll('-', '')) ?? {
      price: 1,
      factor: 1,
    };
    return {
      ...row,
      open: row.open * factor,
      high: row.high * factor,
      low: row.low * factor,
      close: row.close * factor,
      adj: row.close * price * factor,
      volume: row.volume / factor,
    };
  });
}

function inFolder(folder: string): { readonly ticker: string; readonly rows: Row[] }[] {
  const names = readdirSync(externalFile(folder))
    .filter((name) => name.endsWith('.csv'))
    .map((name) => name.slice(0, -4));
  return names.map((ticker) => ({
    ticker,
    rows: readRows(externalFile(folder, `${ticker}.csv`)).filter(({ close }) => close > 0),
  }));
}

/** All daily histories of shares and funds in the reference data, and the benchmark. */
export function realHistories(): { readonly histories: readonly RealHistory[]; readonly benchmark: DailyBars } {
  const funds = inFolder('daily_etf_yahoo').filter(({ ticker }) => !INDICES.includes(ticker));
  const older = AS_TRADED.filter((name) => existsSync(externalFile('lean', 'factor_files', `${name}.csv`))).map(
    (name) => ({
      ticker: `${name.toUpperCase()} (1998-2021)`,
      rows: splitAdjusted(
        readRows(externalFile('lean', 'daily', `${name}.csv`)),
        externalFile('lean', 'factor_files', `${name}.csv`),
      ),
    }),
  );
  const benchmark = funds.find(({ ticker }) => ticker === 'SPY');
  if (benchmark === undefined) throw new Error('The reference data has no SPY.');
  const asBars =
    (isShare: boolean) =>
    ({ ticker, rows }: { readonly ticker: string; readonly rows: Row[] }): RealHistory => ({
      ticker,
      isShare,
      bars: barsOf(rows),
    });
  return {
    histories: [...[...inFolder('daily_recent_yahoo'), ...older].map(asBars(true)), ...funds.map(asBars(false))],
    benchmark: barsOf(benchmark.rows),
  };
}
