import { z } from 'zod';
import type { QuoteColumn } from '../../store/option-quotes.js';
import { CellError, parseDate } from './cells.js';
import { contractOf } from './option-cells.js';
import { baseName, tickerIfNamed } from './ticker-name.js';

/** What a file of LEAN has; other files have all. */
type Content = 'quote' | 'trade' | 'openinterest';

/** What the name of a file says: `twx_20140606_minute_quote.csv.gz`, `AAPL_20250221.csv`, `AAPL.csv`. */
export interface OptionFileName {
  readonly ticker: string | undefined;
  readonly day: number | undefined;
  readonly content: Content | undefined;
}

const DATED = /^([a-z][a-z0-9.-]*)_(\d{8})(?:_|$)/i;
const CONTENT = /^([a-z][a-z0-9.-]*)_.*?(quote|trade|openinterest)$/i;

export function readOptionFileName(file: string): OptionFileName {
  const name = baseName(file);
  const [, dated, date] = DATED.exec(name) ?? [];
  const [, contained, content] = CONTENT.exec(name) ?? [];
  const day = date === undefined ? undefined : existingDayOf(date);
  return {
    ticker: tickerIfNamed((day === undefined ? undefined : dated) ?? contained ?? name),
    day,
    content: content?.toLowerCase() as Content | undefined,
  };
}

function existingDayOf(date: string): number | undefined {
  try {
    return parseDate(date).day;
  } catch (fault) {
    if (fault instanceof CellError) return undefined;
    throw fault;
  }
}

/** The columns that each content replaces. */
export const COLUMNS_OF: Readonly<Record<Content, readonly QuoteColumn[]>> = {
  quote: ['minute', 'bid', 'ask', 'bidSize', 'askSize', 'impliedVolatility', 'underlyingPrice'],
  trade: ['last', 'volume'],
  openinterest: ['openInterest'],
};

const contract = z.looseObject({ contractSymbol: z.string() });
const yahooResult = z.object({
  underlyingSymbol: z.string(),
  quote: z.object({ regularMarketPrice: z.number(), regularMarketTime: z.union([z.number(), z.string()]) }),
  options: z.array(z.object({ calls: z.array(contract), puts: z.array(contract) })),
});
const yahooChain = z.object({ optionChain: z.object({ result: z.array(yahooResult) }) });
const recordedChain = z.object({ body: yahooChain });

/**
 * The contracts of Yahoo's option chains; undefined for another file. Quotes are of the last regular price's time. A
 * contract of another root, adjusted after a corporate action, keeps it as its ticker.
 */
export function yahooContracts(given: unknown): readonly unknown[] | undefined {
  const results = [
    yahooResult.transform((result) => [result]),
    yahooChain.transform(({ optionChain }) => optionChain.result),
    recordedChain.transform(({ body }) => body.optionChain.result),
  ].map((form) => form.safeParse(given));
  return results
    .find(({ success }) => success)
    ?.data?.flatMap(({ underlyingSymbol, quote, options }) =>
      options.flatMap(({ calls, puts }) =>
        [...calls, ...puts].map((each) => ({
          ...each,
          underlying: tickerOf(each.contractSymbol, underlyingSymbol),
          quoteDatetime: quote.regularMarketTime,
          underlyingPrice: quote.regularMarketPrice,
        })),
      ),
    );
}

function tickerOf(contractSymbol: string, underlyingSymbol: string): string {
  const root = contractOf(contractSymbol)?.root ?? underlyingSymbol;
  return root === underlyingSymbol.replace(/[^A-Z0-9]/gi, '') ? underlyingSymbol : root;
}
