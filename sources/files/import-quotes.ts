import type { FileImport } from './import-files.js';
import { readMinuteFileName } from './import-minutes.js';
import { QUOTE_COLUMNS, readLeanQuotes, readPlainQuotes } from './quote-rows.js';
import { requireStored } from './stored-ticker.js';
import { tickerIfNamed } from './ticker-name.js';

/**
 * Best bid and offer: LEAN's `aig_20131004_quote.csv` (no header), or `AAPL.csv` with
 * `timestamp,bid,ask,bid_size,ask_size` in New York time, oldest first. Of each minute the last quote is stored, as
 * traded; a session replaces the stored one.
 */
export const IMPORT: FileImport = {
  kind: 'quotes',
  summary:
    'Best bid and offer from CSV files, of which the last of each minute is stored; the file name gives the ticker.',
  columns: QUOTE_COLUMNS,
  tickerOf: tickerIfNamed,
  async read(store, file, { source, now }) {
    const { ticker, day } = readMinuteFileName(file, 'quote');
    await requireStored(store, ticker);
    const { sessions, rows, refused } =
      day === undefined ? await readPlainQuotes(file, now) : await readLeanQuotes(file, day, now);
    const minutes = sessions.reduce((sum, session) => sum + session.minutes.length, 0);
    return {
      ticker,
      rows,
      refused,
      notes: minutes < rows ? [`Of ${rows} quotes the last of each minute was stored: ${minutes}.`] : [],
      async save(tx) {
        await store.minuteQuotes.save(tx, ticker, sessions, source);
        return [];
      },
    };
  },
};
