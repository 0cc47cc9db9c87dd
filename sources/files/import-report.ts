import type { Transaction } from 'kysely';
import type { Tables } from '../../store/tables.js';
import type { KnownKind, SecurityKind } from '../../store/securities.js';
import type { ReadFeed } from '../news/feed-document.js';

/**
 * One refused row: its line in the file (the header is line 1), or its position in a JSON list (from 1), and the
 * reason.
 */
export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

/** The result of importing one file. */
export interface FileReport {
  readonly file: string;
  /** Undefined if the file name gives none, or the file is not for one ticker. */
  readonly ticker: string | undefined;
  /** Kind of the ticker's security; undefined if nothing was stored, or the file is not for one ticker. */
  readonly kind: SecurityKind | undefined;
  /** Rows stored; 0 if the file was refused. */
  readonly rows: number;
  readonly refused: readonly RefusedRow[];
  /** How columns were interpreted, what was reordered or skipped. */
  readonly notes: readonly string[];
  /** Why nothing was stored; undefined on success. */
  readonly error: string | undefined;
}

export interface ImportReport {
  readonly files: readonly FileReport[];
  readonly totals: {
    readonly files: number;
    readonly imported: number;
    readonly rows: number;
    readonly refused: number;
    /** Tickers stored as of unknown kind, which measures of the market leave out. */
    readonly unknownKind: number;
  };
}

/** Sent after each file. */
export interface ImportProgress {
  readonly file: string;
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly rows: number;
  readonly refused: number;
}

export interface ImportOptions {
  /** Stores nothing from a file with a refused row. */
  readonly strict: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** What is also written in the transaction that stores a file's rows; if it throws, nothing is stored. */
  readonly alongside?: (tx: Transaction<Tables>, report: FileReport) => Promise<void>;
  /** Called when a file is read, and its rows are to be stored. */
  readonly onRead?: (rows: number, refused: number) => void;
  /** Kind of the securities whose kind is not known; they stay `unknown` by default. */
  readonly kind?: KnownKind | undefined;
  /** Whether a ticker's reports of another filer are replaced; such a file is refused by default. */
  readonly replacesFiler?: boolean;
  /** The day that a list is of, since 1970-01-01; a column or the file's name tells it by default. */
  readonly asOfDay?: number | undefined;
  /** The ticker of a file that does not tell it. */
  readonly ticker?: string | undefined;
  /** Reads a feed; on the event loop by default, which suits a program that does nothing else. */
  readonly readFeed?: ReadFeed | undefined;
  /** Name of the source the rows are stored under; `files` by default. */
  readonly source?: string;
  /** Rows dated after this instant's day are refused; the wall clock by default. */
  readonly now?: () => Date;
  /** Id of each import record; a random UUID by default. */
  readonly newId?: () => string;
}

export function reportOf(files: readonly FileReport[]): ImportReport {
  const sum = (of: (file: FileReport) => number): number => files.reduce((total, file) => total + of(file), 0);
  return {
    files,
    totals: {
      files: files.length,
      imported: sum((file) => (file.error === undefined ? 1 : 0)),
      rows: sum((file) => file.rows),
      refused: sum((file) => file.refused.length),
      unknownKind: new Set(files.filter(({ kind }) => kind === 'unknown').map(({ ticker }) => ticker)).size,
    },
  };
}

/** A path or file that cannot be used; the message is written for users. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
