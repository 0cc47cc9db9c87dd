import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Store } from '../../store/open-store.js';
import { toDailyColumns } from '../models/daily-bar.js';
import { profileOf } from '../models/well-known.js';
import { findFiles } from './find-files.js';
import { ImportError, reportOf, type FileReport, type ImportOptions, type ImportReport } from './import-report.js';
import { readHistory, type FileHistory } from './read-history.js';
import { tickerIfNamed, tickerOfFile } from './ticker-name.js';

/** Folders of a LEAN layout that hold no bars of their own. */
const COMPANION_FOLDERS = new Set(['factor_files', 'map_files', 'minute', 'second', 'tick', 'misc', 'options', 'option_universe']);

/**
 * Imports daily bars from files, or from every .csv and .txt below folders, in vendors' own columns (see README.md).
 * The ticker is the file's name. Each file is one transaction: its good rows, or nothing. Rows are refused by line
 * and reason; with `strict` one refused row refuses its file. Rows of an earlier import of the same source are
 * replaced from the file's first day to its last; another source's history is replaced whole.
 * Throws ImportError for a path that cannot be read; a bad file is in the report instead.
 */
export async function importBars(store: Store, paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const files = await findFiles(paths, (folder) => !COMPANION_FOLDERS.has(path.basename(folder).toLowerCase()));
  const fileOfTicker = new Map<string, string>();
  return importEach(files, options, async (file) => {
    const report = await importFile(store, file, options);
    return noteRepeatedTicker(report, fileOfTicker);
  });
}

/** Two files of one ticker are joined in the store: whoever meant one of them should know. */
function noteRepeatedTicker(report: FileReport, fileOfTicker: Map<string, string>): FileReport {
  const { ticker, file, error } = report;
  if (ticker === undefined || error !== undefined) return report;
  const earlier = fileOfTicker.get(ticker);
  fileOfTicker.set(ticker, file);
  if (earlier === undefined) return report;
  return { ...report, notes: [...report.notes, `${ticker} was imported from ${earlier} just before; where the two overlap, this file counts.`] };
}

/** Runs `importOne` over the files in turn and reports after each; an ImportError becomes the file's own report. */
export async function importEach(
  files: readonly string[],
  options: Pick<ImportOptions, 'onProgress'>,
  importOne: (file: string) => Promise<FileReport>,
  tickerOf: (file: string) => string | undefined = tickerIfNamed,
): Promise<ImportReport> {
  const reports: FileReport[] = [];
  let rows = 0;
  let refused = 0;
  for (const file of files) {
    const report = await importOne(file).catch((fault: unknown) => refusedFile(file, tickerOf(file), fault));
    reports.push(report);
    rows += report.rows;
    refused += report.refused.length;
    options.onProgress?.({ file, filesDone: reports.length, filesTotal: files.length, rows, refused });
  }
  return reportOf(reports);
}

function refusedFile(file: string, ticker: string | undefined, fault: unknown): FileReport {
  if (!(fault instanceof ImportError)) throw fault;
  return { file, ticker, rows: 0, refused: [], notes: [], error: fault.message };
}

async function importFile(store: Store, file: string, options: ImportOptions): Promise<FileReport> {
  const ticker = tickerOfFile(file);
  const history = await readHistory(file, options.now?.() ?? new Date());
  const error = whyNothing(history.bars.length, history.refused.length, options.strict);
  const rows = error === undefined ? history.bars.length : 0;
  const report = { file, ticker, rows, refused: history.refused, notes: history.notes, error };
  if (error === undefined) await storeHistory(store, ticker, history, report, options);
  return report;
}

/** Why a file whose rows were read is not stored; undefined where it is. */
export function whyNothing(rows: number, refused: number, strict: boolean): string | undefined {
  if (strict && refused > 0) return `Nothing was stored: ${refused} rows were refused and the import is strict.`;
  if (rows > 0) return undefined;
  return refused > 0
    ? `Nothing was stored: all ${refused} rows were refused.`
    : 'Nothing was stored: no session of the file belongs to its ticker.';
}

async function storeHistory(store: Store, ticker: string, history: FileHistory, report: FileReport, options: ImportOptions): Promise<void> {
  const source = options.source ?? 'files';
  const isKnown = (await store.securities.bySymbols([ticker])).has(ticker);
  await store.db.transaction().execute(async (tx) => {
    if (!isKnown) await store.securities.upsert(tx, [{ ...profileOf(ticker), source }]);
    await store.bars.mergeMany(tx, [
      {
        symbol: ticker,
        source,
        bars: toDailyColumns(history.bars),
        ...(history.namesSplits ? { splits: history.splits } : {}),
        ...(history.namesDividends ? { dividends: history.dividends } : {}),
      },
    ]);
    await recordImport(store, tx, 'bars', source, report, options);
  });
}

/** Records a stored file in the transaction that stores it. */
export async function recordImport(
  store: Store,
  tx: Parameters<Store['imports']['record']>[0],
  kind: string,
  source: string,
  report: Pick<FileReport, 'file' | 'rows' | 'refused'>,
  options: ImportOptions,
): Promise<void> {
  const id = (options.newId ?? randomUUID)();
  await store.imports.record(tx, { id, kind, source, subject: path.basename(report.file), rows: report.rows, refused: report.refused.length });
}
