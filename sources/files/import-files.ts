import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Transaction } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { findFiles } from './find-files.js';
import { ImportError, reportOf } from './import-report.js';
import type { FileReport, ImportOptions, ImportReport, RefusedRow } from './import-report.js';

/** What the import of one file knows. */
export interface ImportContext {
  /** Name of the source the rows are stored under. */
  readonly source: string;
  readonly now: Date;
  /** Called while a long file is read, with its rows so far. */
  readonly onRows: (rows: number, refused: number) => void;
}

/** A file that was read, and how its rows are stored. */
export interface ReadFile {
  /** Where the file is of one ticker. */
  readonly ticker?: string;
  readonly rows: number;
  readonly refused: readonly RefusedRow[];
  readonly notes: readonly string[];
  /** Stores the rows in `tx`; answers what the reader should know of that. */
  save(tx: Transaction<Tables>): Promise<readonly string[]>;
}

/** One kind of data that is imported from files. */
export interface FileImport {
  /** Word after `npm run -s import --`, and stored with the record of each import. */
  readonly kind: string;
  readonly summary: string;
  /** Each field and the names that its column is read under. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Of the files that are imported from folders; `csv` and `txt` by default. */
  readonly extensions?: readonly string[];
  /** Folders in which files are looked for; all by default. */
  readonly enters?: (folder: string) => boolean;
  /** Ticker of a file that cannot be read; undefined where files are not of one ticker. */
  readonly tickerOf?: (file: string) => string | undefined;
  /** A second file of one ticker is then noted. */
  readonly hasOneFilePerTicker?: boolean;
  /** Throws ImportError where the whole file is of no use. */
  read(store: Store, file: string, context: ImportContext): Promise<ReadFile>;
}

/**
 * Imports files, or every one of the import's extensions below folders. Each file is one transaction: its good rows,
 * or nothing. Rows are refused by line and reason; with `strict` one refused row refuses its file. Throws
 * ImportError for a path that cannot be read; a bad file is in the report instead.
 */
export async function importFiles(
  store: Store,
  kind: FileImport,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  const files = await findFiles(paths, kind.enters ?? (() => true), kind.extensions);
  const reports: FileReport[] = [];
  const fileOfTicker = new Map<string, string>();
  let rows = 0;
  let refused = 0;
  for (const file of files) {
    const progress = (more: number, moreRefused: number): void => {
      const [filesDone, filesTotal] = [reports.length, files.length];
      options.onProgress?.({ file, filesDone, filesTotal, rows: rows + more, refused: refused + moreRefused });
    };
    const reading = importFile(store, kind, file, { ...options, onRows: progress });
    const report = await reading.catch((fault: unknown) => refusedFile(kind, file, fault));
    reports.push(kind.hasOneFilePerTicker === true ? noteRepeatedTicker(report, fileOfTicker) : report);
    rows += report.rows;
    refused += report.refused.length;
    progress(0, 0);
  }
  return reportOf(reports);
}

/** Two files of one ticker are joined in the store: whoever meant one of them should know. */
function noteRepeatedTicker(report: FileReport, fileOfTicker: Map<string, string>): FileReport {
  const { ticker, file, error } = report;
  if (ticker === undefined || error !== undefined) return report;
  const earlier = fileOfTicker.get(ticker);
  fileOfTicker.set(ticker, file);
  if (earlier === undefined) return report;
  const note = `${ticker} was imported from ${earlier} just before; where the two overlap, this file counts.`;
  return { ...report, notes: [...report.notes, note] };
}

function refusedFile({ tickerOf }: FileImport, file: string, fault: unknown): FileReport {
  if (!(fault instanceof ImportError)) throw fault;
  return { file, ticker: tickerOf?.(file), rows: 0, refused: [], notes: [], error: fault.message };
}

type FileOptions = ImportOptions & Pick<ImportContext, 'onRows'>;

async function importFile(store: Store, kind: FileImport, file: string, options: FileOptions): Promise<FileReport> {
  const { source = 'files', now = () => new Date(), newId = randomUUID, strict, onRows } = options;
  const { ticker, rows, refused, notes, save } = await kind.read(store, file, { source, now: now(), onRows });
  const error = whyNothing(rows, refused.length, strict);
  if (error !== undefined) return { file, ticker, rows: 0, refused, notes, error };
  const told = await store.db.transaction().execute(async (tx) => {
    const subject = path.basename(file);
    await store.imports.record(tx, { id: newId(), kind: kind.kind, source, subject, rows, refused: refused.length });
    return save(tx);
  });
  return { file, ticker, rows, refused, notes: [...notes, ...told], error };
}

/** Why a file whose rows were read is not stored; undefined where it is. */
function whyNothing(rows: number, refused: number, strict: boolean): string | undefined {
  if (strict && refused > 0) return `Nothing was stored: ${refused} rows were refused and the import is strict.`;
  if (rows > 0) return undefined;
  return refused > 0
    ? `Nothing was stored: all ${refused} rows were refused.`
    : 'Nothing was stored: no session of the file belongs to its ticker.';
}
