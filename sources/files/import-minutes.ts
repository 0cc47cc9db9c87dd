import path from 'node:path';
import type { Store } from '../../store/open-store.js';
import { toMinuteSessions, type MinuteBar } from '../models/minute-bar.js';
import type { Split } from '../../store/series.js';
import { profileOf } from '../models/well-known.js';
import { CellError, parseDate } from './cells.js';
import { findFiles } from './find-files.js';
import { importEach, recordImport, whyNothing } from './import-bars.js';
import { ImportError, type FileReport, type ImportOptions, type ImportReport } from './import-report.js';
import { readLeanMinutes, readPlainMinutes, type MinuteFile } from './minute-rows.js';
import { baseName, tickerOfName } from './ticker-name.js';

/**
 * Imports minute bars: LEAN's `aig_20131004_trade.csv` (no header, as traded), or `AAPL.csv` with
 * `timestamp,open,high,low,close,volume` in New York time, split-adjusted. Each session replaces the stored one of
 * its day. Options, transactions and errors are those of `importBars`.
 */
export async function importMinutes(store: Store, paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const files = await findFiles(paths, () => true);
  return importEach(files, options, (file) => importFile(store, file, options));
}

const LEAN_NAME = /^(.+)_(\d{8})_(trade|quote)$/i;

/** What the name of a file of minutes says; `day` (since 1970-01-01) only for LEAN's names. */
export function readMinuteFileName(file: string): { readonly ticker: string; readonly day: number | undefined } {
  const match = LEAN_NAME.exec(baseName(file));
  if (!match) return { ticker: tickerOfName(baseName(file)), day: undefined };
  const [, name = '', date = '', content = ''] = match;
  if (content.toLowerCase() === 'quote') throw new ImportError('The file holds quotes; minutes are imported from trades alone.');
  try {
    return { ticker: tickerOfName(name), day: parseDate(date).day };
  } catch (fault) {
    if (!(fault instanceof CellError)) throw fault;
    throw new ImportError(`The file's name holds no date: ${fault.message}.`, { cause: fault });
  }
}

async function importFile(store: Store, file: string, options: ImportOptions): Promise<FileReport> {
  const { ticker, day } = readMinuteFileName(file);
  const now = options.now?.() ?? new Date();
  const source = options.source ?? 'files';
  const stored = (await store.securities.bySymbols([ticker])).get(ticker);
  if (stored && stored.source !== source) {
    throw new ImportError(`${ticker} is stored from "${stored.source}"; import its daily bars first, so that the two do not mix.`);
  }
  const minutes = day === undefined ? await readPlainMinutes(file, now) : await readLeanMinutes(file, day, now);
  const error = whyNothing(minutes.bars.length, minutes.refused.length, options.strict);
  const splits = day === undefined ? [] : ((await store.bars.load([ticker])).get(ticker)?.splits ?? []);
  const adjusted = adjustMinutes(minutes.bars, splits);
  const rows = error === undefined ? adjusted.length : 0;
  const report = { file, ticker, rows, refused: minutes.refused, notes: notesOf(minutes, day, splits), error };
  if (error === undefined) await storeMinutes(store, adjusted, { ...report, ticker, source, isKnown: stored !== undefined }, options);
  return report;
}

function notesOf({ notes }: MinuteFile, day: number | undefined, splits: readonly Split[]): string[] {
  const later = splits.filter((split) => day !== undefined && split.day > day).length;
  return later > 0 ? [...notes, `Prices are as traded; they were adjusted for ${later} later splits.`] : [...notes];
}

/** Minutes as traded in shares of today: prices divided and volumes multiplied by every later split. */
function adjustMinutes(bars: readonly MinuteBar[], splits: readonly Split[]): MinuteBar[] {
  return bars.map((bar) => {
    const ratio = splits.reduce((product, split) => (split.day > bar.day ? product * split.ratio : product), 1);
    const { open, high, low, close, volume } = bar;
    return { ...bar, open: open / ratio, high: high / ratio, low: low / ratio, close: close / ratio, volume: volume * ratio };
  });
}

interface MinutesToStore extends Pick<FileReport, 'file' | 'rows' | 'refused'> {
  readonly ticker: string;
  readonly source: string;
  readonly isKnown: boolean;
}

async function storeMinutes(store: Store, bars: readonly MinuteBar[], target: MinutesToStore, options: ImportOptions): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    if (!target.isKnown) await store.securities.upsert(tx, [{ ...profileOf(target.ticker), source: target.source }]);
    await store.bars.replaceMinutes(tx, target.ticker, toMinuteSessions(bars));
    await recordImport(store, tx, 'minutes', target.source, { ...target, file: path.basename(target.file) }, options);
  });
}
