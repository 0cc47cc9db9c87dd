import { ApiError } from '../../access/errors.js';
import { NUMBER, splitList } from '../../access/parameters/schema.js';
import type { Raw } from '../../http/raw.js';
import { nearMisses } from './near-miss.js';

/** Documentation of one query parameter. */
export interface UrlParameter {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** A body as it was read from a query string. */
export interface FormInput {
  readonly values: Raw;
  /** The query parameter it was read from, which errors name. */
  readonly formOf: string;
}

/** Query-string encoding of an endpoint's JSON body. */
export interface UrlForm {
  readonly parameters: readonly UrlParameter[];
  /** The equivalent body; its values are not checked. Throws `missing_parameter` or `invalid_parameter`. */
  readonly read: (query: Raw) => FormInput;
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

/** Entries of a list; undefined if it is absent or blank. */
function entriesOf(query: Raw, param: string): readonly string[] | undefined {
  const text = query[param];
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw invalid(param, `${param} must be given once; separate entries with commas.`);
  return text.trim() === '' ? undefined : splitList(text);
}

/** Reads `TICKER:number` or `TICKER`. What is not a number is left as text, which the parameter's schema refuses. */
function holdingOf(entry: string, amount: string): Raw {
  const [ticker = '', ...rest] = entry.split(':');
  if (rest.length === 0) return { ticker };
  const number = rest.join(':').trim();
  return { ticker, [amount]: NUMBER.test(number) ? Number(number) : number };
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
      if (holdings !== undefined && tickers !== undefined)
        throw invalid('tickers', 'Send holdings or tickers, not both.');
      if (holdings !== undefined)
        return { values: { holdings: holdings.map((entry) => holdingOf(entry, amount)) }, formOf: 'holdings' };
      if (tickers !== undefined)
        return { values: { holdings: tickers.map((ticker) => ({ ticker })) }, formOf: 'tickers' };
      const message =
        'holdings is required: comma-separated TICKER:number, such as holdings=AAPL:60,MSFT:40; ' +
        'or send tickers=AAPL,MSFT.';
      const param = query['tickers'] === undefined ? 'holdings' : 'tickers';
      throw new ApiError('missing_parameter', [message, ...nearMisses(query, ['holdings', 'tickers'])].join(' '), {
        param,
      });
    },
  };
}
