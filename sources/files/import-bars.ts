import path from 'node:path';
import { toDailyColumns } from '../models/daily-bar.js';
import { importedProfile } from '../models/well-known.js';
import { BAR_COLUMNS } from './columns.js';
import type { FileImport } from './import-files.js';
import { readHistory } from './read-history.js';
import { tickerIfNamed, tickerOfFile } from './ticker-name.js';
import { writeImported } from './write-imported.js';

/** Folders of a LEAN layout without daily bars. */
const COMPANION_FOLDERS = new Set([
  'factor_files',
  'map_files',
  'minute',
  'second',
  'tick',
  'misc',
  'options',
  'option_universe',
]);

/**
 * Daily bars in vendors' formats (see README.md); the file name gives the ticker. Rows of an earlier import from the
 * same source are replaced from the file's first day to its last; history from another source is replaced entirely.
 */
export const IMPORT: FileImport = {
  kind: 'bars',
  summary: 'Daily bars from CSV files in common vendor formats; the file name gives the ticker.',
  columns: BAR_COLUMNS,
  enters: (folder) => !COMPANION_FOLDERS.has(path.basename(folder).toLowerCase()),
  tickerOf: tickerIfNamed,
  hasOneFilePerTicker: true,
  readsAhead: true,
  takesKind: true,
  async read(store, file, { source, now, kind }) {
    const ticker = tickerOfFile(file);
    const { bars, splits, dividends, refused, notes, namesSplits, namesDividends } = await readHistory(file, now);
    const stored = (await store.securities.bySymbols([ticker])).get(ticker);
    const profile = importedProfile(ticker, stored, kind);
    return {
      ticker,
      kind: profile.kind,
      rows: bars.length,
      refused,
      notes,
      async save(tx) {
        if (profile !== stored) await store.securities.upsert(tx, [{ ...profile, source }]);
        const named = { ...(namesSplits ? { splits } : {}), ...(namesDividends ? { dividends } : {}) };
        const write = { symbol: ticker, source, bars: toDailyColumns(bars), ...named };
        return writeImported(store, tx, [write], now);
      },
    };
  },
};
