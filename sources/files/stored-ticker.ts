import type { Store } from '../../store/open-store.js';
import { ImportError } from './import-report.js';

/** Throws ImportError if nothing is stored of a ticker whose ticks a file has. */
export async function requireStored({ securities }: Pick<Store, 'securities'>, ticker: string): Promise<void> {
  if (!(await securities.bySymbols([ticker])).has(ticker))
    throw new ImportError(`${ticker} is not stored; import its daily bars first.`);
}
