import type { FileImport } from './import-files.js';
import { ImportError } from './import-report.js';
import { readMinuteFileName } from './import-minutes.js';
import { requireStored } from './stored-ticker.js';
import { tickerIfNamed } from './ticker-name.js';
import { readTrades, TRADE_COLUMNS, type TradeFile } from './trade-rows.js';

/** How the sides of a file's trades were told, in sentences. */
function sideNotes({ rows, rules, crossed }: TradeFile): string[] {
  if (rows === 0) return [];
  const told = [
    [rules.quote, 'by the quote in their row'],
    [rules.stored, 'by the stored quote before them'],
    [rules.tick, 'by the prices before them'],
    [rules.none, 'not told'],
  ] as const;
  const parts = told.filter(([count]) => count > 0).map(([count, how]) => `${count} ${how}`);
  const note = `Sides of ${rows} trades: ${parts.join(', ')}.`;
  return crossed > 0 ? [note, `Quotes that were not used, because their bid is above their ask: ${crossed}.`] : [note];
}

/**
 * Trades: `AAPL.csv` with `timestamp,price,size` in New York time, oldest first, and the quote before each trade in
 * `bid` and `ask` where the file has it. Shares bought and sold are stored by minute; a session replaces the stored
 * one.
 */
export const IMPORT: FileImport = {
  kind: 'trades',
  summary: 'Trades from CSV files; shares bought and sold are stored by minute, and the file name gives the ticker.',
  columns: TRADE_COLUMNS,
  tickerOf: tickerIfNamed,
  async read(store, file, { source, now }) {
    const { ticker, day } = readMinuteFileName(file, 'trade');
    if (day !== undefined)
      throw new ImportError('The file contains minute bars; import it with: npm run -s import -- minutes');
    await requireStored(store, ticker);
    const trades = await readTrades(file, now, (of) => store.minuteQuotes.ofDay(ticker, of, source));
    return {
      ticker,
      rows: trades.rows,
      refused: trades.refused,
      notes: sideNotes(trades),
      async save(tx) {
        await store.minuteTrades.save(tx, ticker, trades.sessions, source);
        return [];
      },
    };
  },
};
