import { quote } from '../../access/echo.js';
import { ApiError } from '../../access/errors.js';
import type { Raw } from '../../http/raw.js';

/** Documentation of one query parameter. */
export interface UrlParameter {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** Query-string encoding of an endpoint's JSON body. */
export interface UrlForm {
  readonly parameters: readonly UrlParameter[];
  /** The equivalent body. Throws `missing_parameter` or `invalid_parameter`. */
  readonly read: (query: Raw) => Raw;
}

const NUMBER = /^\d{1,15}(\.\d{1,15})?$/;

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function entriesOf(query: Raw, param: string): readonly string[] | undefined {
  const text = query[param];
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw invalid(param, `${param} must be given once; separate entries with commas.`);
  return text.split(',').map((entry) => entry.trim());
}

/** Reads `TICKER:number` or `TICKER`. */
function holdingOf(entry: string, index: number, amount: string): Raw {
  const [ticker = '', number, ...rest] = entry.split(':');
  if (number === undefined) return { ticker };
  if (rest.length > 0 || !NUMBER.test(number.trim())) {
    const message = `Entry ${index + 1} of holdings is ${quote(entry)}; write TICKER:number, such as AAPL:60.`;
    throw invalid('holdings', message);
  }
  return { ticker, [amount]: Number(number) };
}

/**
 * Holdings in a query string: `holdings=AAPL:60,MSFT:40`, where the numbers are `amount`, or `tickers=AAPL,MSFT` for
 * equal weights.
 */
export function compactHoldings(amount: 'weight' | 'value'): UrlForm {
  const meaning = amount === 'weight' ? 'weights in any unit' : 'values in USD';
  return {
    parameters: [
      {
        name: 'holdings',
        description: `Comma-separated \`TICKER:number\`; numbers are ${meaning}. This or \`tickers\` is required.`,
        example: 'AAPL:60,MSFT:40',
      },
      {
        name: 'tickers',
        description: 'Comma-separated tickers with equal weights, instead of `holdings`.',
        example: 'AAPL,MSFT',
      },
    ],
    read(query) {
      const holdings = entriesOf(query, 'holdings');
      const tickers = entriesOf(query, 'tickers');
      if (holdings !== undefined && tickers !== undefined) throw invalid('tickers', 'Send holdings or tickers, not both.');
      if (holdings !== undefined) return { holdings: holdings.map((entry, index) => holdingOf(entry, index, amount)) };
      if (tickers !== undefined) return { holdings: tickers.map((ticker) => ({ ticker })) };
      const message = 'holdings is required: comma-separated TICKER:number, such as holdings=AAPL:60,MSFT:40; '
        + 'or send tickers=AAPL,MSFT.';
      throw new ApiError('missing_parameter', message, { param: 'holdings' });
    },
  };
}
