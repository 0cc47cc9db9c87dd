import { ApiError } from '../../access/errors.js';
import { quote } from './quote-text.js';
import type { Raw } from '../../http/raw.js';

/** One parameter of the query string, as a person reads of it. */
export interface UrlParameter {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** How a query string spells what the same endpoint takes as a JSON body. */
export interface UrlForm {
  readonly parameters: readonly UrlParameter[];
  /** The body that the query string stands for. Throws `missing_parameter` or `invalid_parameter`. */
  readonly read: (query: Raw) => Raw;
}

const NUMBER = /^\d{1,15}(\.\d{1,15})?$/;

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function entriesOf(query: Raw, param: string): readonly string[] | undefined {
  const text = query[param];
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw invalid(param, `${param} may be given once; separate its entries by commas.`);
  return text.split(',').map((entry) => entry.trim());
}

/** `TICKER:number` or `TICKER` alone. */
function holdingOf(entry: string, index: number, amount: string): Raw {
  const [ticker = '', number, ...rest] = entry.split(':');
  if (number === undefined) return { ticker };
  if (rest.length > 0 || !NUMBER.test(number.trim())) {
    throw invalid('holdings', `Entry ${index + 1} of holdings is ${quote(entry)}; write each as TICKER:number, such as AAPL:60.`);
  }
  return { ticker, [amount]: Number(number) };
}

/** Holdings in a query string: `holdings=AAPL:60,MSFT:40`, the numbers being `amount`, or `tickers=AAPL,MSFT` for equal weights. */
export function compactHoldings(amount: 'weight' | 'value'): UrlForm {
  const meaning = amount === 'weight' ? 'weights in any unit' : 'values in USD';
  return {
    parameters: [
      { name: 'holdings', description: `Comma list of \`TICKER:number\`; the numbers are ${meaning}. This or \`tickers\` is required.`, example: 'AAPL:60,MSFT:40' },
      { name: 'tickers', description: 'Comma list of tickers, weighed equally; in place of `holdings`.', example: 'AAPL,MSFT' },
    ],
    read(query) {
      const holdings = entriesOf(query, 'holdings');
      const tickers = entriesOf(query, 'tickers');
      if (holdings !== undefined && tickers !== undefined) throw invalid('tickers', 'Send holdings or tickers, not both.');
      if (holdings !== undefined) return { holdings: holdings.map((entry, index) => holdingOf(entry, index, amount)) };
      if (tickers !== undefined) return { holdings: tickers.map((ticker) => ({ ticker })) };
      throw new ApiError('missing_parameter', 'holdings is required: a comma list of TICKER:number, such as holdings=AAPL:60,MSFT:40, or tickers=AAPL,MSFT.', { param: 'holdings' });
    },
  };
}
