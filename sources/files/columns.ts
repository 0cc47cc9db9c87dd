import { ImportError } from './import-report.js';

/** A column name in lower case, without spaces, underscores, brackets and asterisks. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_<>*]/g, '');
}

/** The meaning of a column, independent of vendors' names. */
export type Field =
  'date' | 'time' | 'open' | 'high' | 'low' | 'close' | 'adjClose' | 'volume' | 'split' | 'pastSplit' | 'dividend';

/**
 * Vendors' plain names for each field. `split` occurs in as-traded files, `pastSplit` in files already split-adjusted.
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

/** Names of the adjusted close in files whose other prices are as traded. */
const AS_TRADED_COMPANIONS = ['adjusted_close', 'adjusted close'];

export interface Columns {
  readonly index: ReadonlyMap<Field, number>;
  readonly width: number;
  /** `as-traded`: prices are raw; splits are in `split`, or must be inferred from the adjusted close. */
  readonly basis: 'as-traded' | 'split-adjusted';
  readonly ignored: readonly string[];
}

const REQUIRED: readonly Field[] = ['date', 'open', 'high', 'low', 'close'];

/** Maps a bar file's header to fields. Throws ImportError naming the missing columns. */
export function readHeader(header: readonly string[]): Columns {
  const names = header.map(plainName);
  const index = new Map<Field, number>();
  for (const field of Object.keys(BAR_COLUMNS) as Field[]) {
    const at = firstIndex(names, BAR_COLUMNS[field]);
    if (at !== undefined && ![...index.values()].includes(at)) index.set(field, at);
  }
  const missing = REQUIRED.filter((field) => !index.has(field));
  if (missing.length === REQUIRED.length) {
    throw new ImportError('The first line has no known column: bars need date, open, high, low, close and volume.');
  }
  if (missing.length > 0) throw new ImportError(`The first line has no column for ${missing.join(', ')}.`);
  const known = new Set(index.values());
  const isAsTraded =
    index.has('split') || header.some((name) => AS_TRADED_COMPANIONS.includes(name.toLowerCase().trim()));
  return {
    index,
    width: header.length,
    basis: isAsTraded ? 'as-traded' : 'split-adjusted',
    ignored: header.filter((name, at) => name !== '' && !known.has(at)),
  };
}

function firstIndex(names: readonly string[], candidates: readonly string[]): number | undefined {
  for (const name of candidates) {
    const at = names.indexOf(name);
    if (at >= 0) return at;
  }
  return undefined;
}
