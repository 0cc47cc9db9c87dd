import { readFileSync } from 'node:fs';

/** A close as its digits and their number of decimals, so that sums are exact. */
interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

function decimalOf(text: string): Decimal {
  const [whole = '', part = ''] = text.split('.');
  return { digits: BigInt(whole + part), decimals: part.length };
}

/** Closes of a file, each as a double and in whole units of the file's smallest decimal. */
export interface ExactCloses {
  readonly dates: readonly string[];
  readonly closes: Float64Array;
  readonly exact: readonly bigint[];
}

/** The closes of a CSV with a header; rows without a close are left out. */
export function exactCloses(file: string): ExactCloses {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.toLowerCase().split(',');
  const cells = lines
    .map((line) => line.split(','))
    .filter((row) => /^\d+(\.\d+)?$/.test(row[names.indexOf('close')] ?? ''));
  const prices = cells.map((row) => decimalOf(row[names.indexOf('close')] ?? ''));
  const decimals = prices.reduce((most, price) => Math.max(most, price.decimals), 0);
  return {
    dates: cells.map((row) => row[names.indexOf('date')] ?? ''),
    closes: Float64Array.from(cells, (row) => Number(row[names.indexOf('close')])),
    exact: prices.map((price) => price.digits * 10n ** BigInt(decimals - price.decimals)),
  };
}

/**
 * For each close from the `period`-th on: whether it is above (1), at (0) or below (−1) the mean of the newest ones.
 */
export function exactSides(closes: readonly bigint[], period: number): (1 | 0 | -1)[] {
  let sum = 0n;
  return closes.flatMap((close, i) => {
    sum += close - (closes[i - period] ?? 0n);
    const over = close * BigInt(period) - sum;
    return i < period - 1 ? [] : [over > 0n ? 1 : over < 0n ? -1 : 0];
  });
}
