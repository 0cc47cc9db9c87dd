import type { Store } from '../../store/open-store.js';
import { storeIpoListings } from '../ipo-listings.js';
import { findFiles } from './find-files.js';
import { importEach, recordImport, whyNothing } from './import-bars.js';
import { ImportError, type FileReport, type ImportOptions, type ImportReport } from './import-report.js';
import { readIpoCalendar, type IpoFile } from './ipo-rows.js';

/**
 * Imports IPO calendars from Finnhub's JSON files, or from every .json below folders. A row replaces the stored one of its ticker and
 * issuer; what is new of an upcoming one goes out as `ipo.listing`, in the transaction of its file. Options, transactions and errors are
 * those of `importBars`, with `now` as what upcoming is measured by.
 */
export async function importIpoCalendars(store: Store, paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const files = await findFiles(paths, () => true, ['json']);
  return importEach(files, options, (file) => importFile(store, file, options), () => undefined);
}

async function importFile(store: Store, file: string, options: ImportOptions): Promise<FileReport> {
  const calendar = await readIpoCalendar(file);
  const { refused } = calendar;
  if (calendar.listings.length === 0 && refused.length === 0) throw new ImportError('The calendar has no rows.');
  const error = whyNothing(calendar.listings.length, refused.length, options.strict);
  const report = { file, ticker: undefined, rows: 0, refused, notes: [], error };
  return error === undefined ? storeCalendar(store, calendar, report, options) : report;
}

async function storeCalendar(store: Store, { listings }: IpoFile, report: FileReport, options: ImportOptions): Promise<FileReport> {
  const source = options.source ?? 'files';
  const stored = { ...report, rows: listings.length };
  const events = await store.db.transaction().execute(async (tx) => {
    await recordImport(store, tx, 'ipo', source, stored, options);
    return storeIpoListings(store, tx, listings, { source, now: options.now?.() ?? new Date() });
  });
  return { ...stored, notes: events === 0 ? [] : [`Events ipo.listing emitted: ${events}.`] };
}
