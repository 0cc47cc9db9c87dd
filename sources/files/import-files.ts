import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Transaction } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { SecurityKind } from '../../store/securities.js';
import type { Tables } from '../../store/tables.js';
import { readFeedDocument, type ReadFeed } from '../news/feed-document.js';
import { findFiles } from './find-files.js';
import { ImportError, reportOf } from './import-report.js';
import type { FileReport, ImportOptions, ImportReport, RefusedRow } from './import-report.js';

/** Context for importing one file. */
export interface ImportContext {
  /** Name of the source the rows are stored under. */
  readonly source: string;
  readonly now: Date;
  /** Kind of the securities whose kind is not known. */
  readonly kind?: SecurityKind | undefined;
  /** Whether a ticker's reports of another filer are replaced. */
  readonly replacesFiler: boolean;
  /** The day that a list is of, since 1970-01-01. */
  readonly asOfDay?: number | undefined;
  /** The ticker of a file that does not tell it. */
  readonly ticker?: string | undefined;
  /** Reads a feed, large ones not on the event loop where others wait for it. */
  readonly readFeed: ReadFeed;
  /** Reports progress in a long file. */
  readonly onRows: (rows: number, refused: number) => void;
}

/** A parsed file and a function that stores its rows. */
export interface ReadFile {
  /** Set if the file is for a single ticker. */
  readonly ticker?: string;
  /** Kind of the ticker's security once the rows are stored. */
  readonly kind?: SecurityKind;
  readonly rows: number;
  readonly refused: readonly RefusedRow[];
  readonly notes: readonly string[];
  /** Stores the rows in `tx`; returns notes for the report. */
  save(tx: Transaction<Tables>): Promise<readonly string[]>;
}

/** A file in a vendor's format with good and bad rows, which a test imports. */
export interface ImportSample {
  readonly file: string;
  /** How many rows are stored. */
  readonly stored: number;
  /** Each refused row: `line 3: …` in CSV, `row 3: …` in JSON. */
  readonly refused: readonly string[];
}

/** One kind of file import. */
export interface FileImport {
  /** The command word after `npm run -s import --`; stored with each import record. */
  readonly kind: string;
  readonly summary: string;
  /** Each field and the accepted names of its column. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** File extensions imported from folders; `csv` and `txt` by default. */
  readonly extensions?: readonly string[];
  /** Which subfolders to search; all by default. */
  readonly enters?: (folder: string) => boolean;
  /** The file that a file is read with, if several belong together; itself by default. */
  readonly mainOf?: (file: string) => Promise<string>;
  /** Ticker of a file that cannot be read; undefined if files are not for one ticker. */
  readonly tickerOf?: (file: string) => string | undefined;
  /** Whether its files create securities, whose kind the command can give. */
  readonly takesKind?: boolean;
  /** Whether its files are of filers with the SEC, whose tickers the command can give to another filer. */
  readonly hasFilers?: boolean;
  /** Whether the command can give the ticker of a file. */
  readonly takesTicker?: boolean;
  /** Whether its files are of a day, which the command can give. */
  readonly takesDay?: boolean;
  /** If set, a second file for the same ticker adds a note. */
  readonly hasOneFilePerTicker?: boolean;
  /** Whether a file is read while the one before it is stored: its rows must not depend on those of files before it. */
  readonly readsAhead?: boolean;
  /** Imports without one have a test of their own. */
  readonly sample?: ImportSample;
  /** Throws ImportError if the file is unusable. */
  read(store: Store, file: string, context: ImportContext): Promise<ReadFile>;
}

/**
 * Imports files, and all files with the import's extensions below folders. Each file is one transaction. Rows are
 * refused with line and reason; with `strict`, one refused row refuses its file. Throws ImportError for a path that
 * cannot be read; a bad file is only reported.
 */
export async function importFiles(
  store: Store,
  kind: FileImport,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  const found = await findFiles(paths, kind.enters ?? (() => true), kind.extensions);
  const files = kind.mainOf === undefined ? found : [...new Set(await Promise.all(found.map(kind.mainOf)))];
  const reports: FileReport[] = [];
  const fileOfTicker = new Map<string, string>();
  let rows = 0;
  let refused = 0;
  const progressOf =
    (file: string) =>
    (more: number, moreRefused: number): void => {
      const [filesDone, filesTotal] = [reports.length, files.length];
      options.onProgress?.({ file, filesDone, filesTotal, rows: rows + more, refused: refused + moreRefused });
    };
  const read = (file: string): Promise<ReadFile> =>
    readFile(store, kind, file, { ...options, onRows: progressOf(file) });
  let ahead: Promise<ReadFile> | undefined;
  try {
    for (const [at, file] of files.entries()) {
      const progress = progressOf(file);
      const reading = ahead ?? read(file);
      const next = files[at + 1];
      const readNext = (): void => {
        if (kind.readsAhead !== true || next === undefined) return;
        ahead = read(next);
        // It is reported in its turn.
        ahead.catch(() => undefined);
      };
      const storing = reading.finally(readNext).then((given) => storeFile(store, kind, file, given, options));
      const report = await storing.catch((fault: unknown) => refusedFile(kind, file, fault));
      reports.push(kind.hasOneFilePerTicker === true ? noteRepeatedTicker(report, fileOfTicker) : report);
      rows += report.rows;
      refused += report.refused.length;
      progress(0, 0);
    }
  } finally {
    // Nobody else waits for it where storing failed.
    await ahead?.catch(() => undefined);
  }
  return reportOf(reports);
}

/** Two files for one ticker are merged in the store, which may be unintended. */
function noteRepeatedTicker(report: FileReport, fileOfTicker: Map<string, string>): FileReport {
  const { ticker, file, error } = report;
  if (ticker === undefined || error !== undefined) return report;
  const earlier = fileOfTicker.get(ticker);
  fileOfTicker.set(ticker, file);
  if (earlier === undefined) return report;
  const note = `${ticker} was also imported from ${earlier}; where the two overlap, this file takes precedence.`;
  return { ...report, notes: [...report.notes, note] };
}

function refusedFile({ tickerOf }: FileImport, file: string, fault: unknown): FileReport {
  if (!(fault instanceof ImportError)) throw fault;
  return { file, ticker: tickerOf?.(file), kind: undefined, rows: 0, refused: [], notes: [], error: fault.message };
}

const DEFAULT_SOURCE = 'files';

type ReadOptions = ImportOptions & Pick<ImportContext, 'onRows'>;

async function readFile(store: Store, kind: FileImport, file: string, options: ReadOptions): Promise<ReadFile> {
  const {
    source = DEFAULT_SOURCE,
    now = () => new Date(),
    replacesFiler = false,
    asOfDay,
    ticker,
    onRows,
    readFeed = readFeedDocument,
  } = options;
  return kind.read(store, file, {
    source,
    now: now(),
    kind: options.kind,
    replacesFiler,
    asOfDay,
    ticker,
    readFeed,
    onRows,
  });
}

async function storeFile(
  store: Store,
  kind: FileImport,
  file: string,
  given: ReadFile,
  options: ImportOptions,
): Promise<FileReport> {
  const { source = DEFAULT_SOURCE, newId = randomUUID, strict } = options;
  const { ticker, kind: tickerKind, rows, refused, notes } = given;
  const error = whyNothing(rows, refused.length, strict);
  if (error !== undefined) return { file, ticker, kind: undefined, rows: 0, refused, notes, error };
  options.onRead?.(rows, refused.length);
  return store.db.transaction().execute(async (tx) => {
    const subject = path.basename(file);
    await store.imports.record(tx, { id: newId(), kind: kind.kind, source, subject, rows, refused: refused.length });
    const saveNotes = await given.save(tx);
    const report = { file, ticker, kind: tickerKind, rows, refused, notes: [...notes, ...saveNotes], error };
    await options.alongside?.(tx, report);
    return report;
  });
}

/** Why the rows of a file are not stored; undefined if they are. */
function whyNothing(rows: number, refused: number, strict: boolean): string | undefined {
  if (strict && refused > 0) return `Nothing was stored: ${refused} rows were refused, and the import is strict.`;
  if (rows > 0) return undefined;
  return refused > 0
    ? `Nothing was stored: all ${refused} rows were refused.`
    : 'Nothing was stored: none of the sessions in the file belong to its ticker.';
}
