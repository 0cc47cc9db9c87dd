import { ReadError } from '../live/read-error.js';
import { yahooSymbol } from './yahoo-symbol.js';

/** Yahoo's symbol. Throws ReadError for a ticker that it cannot have. */
export function symbolOf(ticker: string): string {
  const symbol = yahooSymbol(ticker);
  if (symbol === null) throw new ReadError('unknown_ticker', `${ticker} is not a ticker that Yahoo can have.`);
  return symbol;
}

/** Where modules of a ticker's summary are asked for. Throws ReadError for a ticker that Yahoo cannot have. */
export function summaryOf(ticker: string, modules: readonly string[]) {
  return {
    path: `/v10/finance/quoteSummary/${encodeURIComponent(symbolOf(ticker))}`,
    query: { formatted: 'false', modules: modules.join(',') },
  };
}
