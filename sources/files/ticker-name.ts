import path from 'node:path';
import { ticker as tickerSchema } from '../../store/field-schemas.js';
import { ImportError } from './import-report.js';

const EXTENSION = /(\.(csv|txt|json))?(\.gz)?$/i;
/** Stooq's file names contain the market: `aapl.us.txt`. */
const STOOQ_MARKET = /\.us$/i;

/** The ticker of a plain name: `BRK-B` and `brk_b` are `BRK.B`, `^GSPC` is `GSPC`, `aapl.us` is `AAPL`. */
export function tickerOfName(name: string): string {
  const ticker = name.trim().replace(STOOQ_MARKET, '').replace(/^\^/, '').replace(/[-_]/g, '.').toUpperCase();
  if (!tickerSchema.safeParse(ticker).success) {
    throw new ImportError(`"${name}" is not a ticker: name the file after one, such as AAPL.csv or BRK-B.csv.`);
  }
  return ticker;
}

/**
 * The ticker of a bar file, from its name. `twx.1.csv` is the separate ticker `TWX.1`: the suffix marks an earlier
 * company with the ticker, whose history must not be merged with the current one's.
 */
export function tickerOfFile(file: string): string {
  return tickerOfName(baseName(file));
}

/** The ticker in a file name; undefined if the name is not a ticker. */
export function tickerIfNamed(file: string): string | undefined {
  try {
    return tickerOfFile(file);
  } catch (fault) {
    if (fault instanceof ImportError) return undefined;
    throw fault;
  }
}

/** The file's name without folder and extension. */
export function baseName(file: string): string {
  return path.basename(file).replace(EXTENSION, '');
}
