import { ImportError } from './import-report.js';

/** A column's name without case, spaces, underscores, brackets and asterisks. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_<>*]/g, '');
}

/** What a column means, whatever the vendor calls it. */
export type Field = 'date' | 'time' | 'open' | 'high' | 'low' | 'close' | 'adjClose' | 'volume' | 'split' | 'pastSplit' | 'dividend';

/**
 * Vendors' names for each field, plain. `split` stands in files whose
 * prices are as traded, `pastSplit` in files whose prices are split-adjusted already.
 */
export const BAR_COLUMNS: Readonly<Record<Field, readonly string[]>> = {
  date: ['date', 'timestamp', 'day', 'datetime', 'time'],
  time: ['time'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close', 'close/last', 'last'],
  adjClose: ['adjclose', 'adjustedclose', 'adj.close', 'closeadj'],
  volume: ['volume', 'vol'],
  split: ['splitcoefficient', 'splitfactor'],
  pastSplit: ['stocksplits'],
  dividend: ['dividendamount', 'divcash', 'dividends'],
};

const { time, open, high, low, close, volume } = BAR_COLUMNS;
export const MINUTE_COLUMNS = { date: BAR_COLUMNS.date, time, open, high, low, close, volume };

/** Names under which vendors give an adjusted close beside prices as traded. */
const AS_TRADED_COMPANIONS = ['adjusted_close', 'adjusted close'];

export interface Columns {
  readonly index: ReadonlyMap<Field, number>;
  readonly width: number;
  /** `as-traded`: prices are raw and the splits are in `split`, or must be read off the adjusted close. */
  readonly basis: 'as-traded' | 'split-adjusted';
  readonly ignored: readonly string[];
}

const REQUIRED: readonly Field[] = ['date', 'open', 'high', 'low', 'close'];

/** Finds the columns of a file of bars by its header. Throws ImportError naming what is missing. */
export function readHeader(header: readonly string[]): Columns {
  const names = header.map(plainName);
  const index = new Map<Field, number>();
  for (const field of Object.keys(BAR_COLUMNS) as Field[]) {
    const at = firstIndex(names, BAR_COLUMNS[field]);
    if (at !== undefined && ![...index.values()].includes(at)) index.set(field, at);
  }
  const missing = REQUIRED.filter((field) => !index.has(field));
  if (missing.length === REQUIRED.length) {
    throw new ImportError('The first line names no known column: bars need date, open, high, low, close and volume.');
  }
  if (missing.length > 0) throw new ImportError(`The first line names no column for ${missing.join(', ')}.`);
  const known = new Set(index.values());
  const isAsTraded = index.has('split') || header.some((name) => AS_TRADED_COMPANIONS.includes(name.toLowerCase().trim()));
  return {
    index,
    width: header.length,
    basis: isAsTraded ? 'as-traded' : 'split-adjusted',
    ignored: header.filter((name, at) => name !== '' && !known.has(at)),
  };
}

function firstIndex(names: readonly string[], wanted: readonly string[]): number | undefined {
  for (const name of wanted) {
    const at = names.indexOf(name);
    if (at >= 0) return at;
  }
  return undefined;
}
