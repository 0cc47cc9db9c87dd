import { sql, type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import { amount, count, oneOf, price, ticker } from './field-schemas.js';
import type { ChainKey } from './option-readings.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';
import { upsert } from './upsert.js';

const OPTION_TYPES = ['call', 'put'] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

const minuteOfDay = count('minute').max(1439);

/**
 * The last stored quote of one contract on one day, as traded: USD per share, with the strike of that day. `day` and
 * `expiry` since 1970-01-01; `minute` is New York's, null for the close. Null: the vendor gives none, or writes 0.
 */
export const optionQuote = z.object({
  ticker,
  day: z.int(),
  minute: minuteOfDay.nullable(),
  expiry: z.int(),
  strike: price('strike'),
  optionType: oneOf('right', OPTION_TYPES),
  bid: price('bid').nullable(),
  ask: price('ask').nullable(),
  /** Contracts, as are volume and open interest. */
  bidSize: amount('bid size').nullable(),
  askSize: amount('ask size').nullable(),
  last: price('last price').nullable(),
  volume: amount('volume').nullable(),
  openInterest: amount('open interest').nullable(),
  /** A year's, as a decimal. */
  impliedVolatility: amount('implied volatility').nullable(),
  underlyingPrice: price('price of the underlying').nullable(),
});

export type OptionQuoteFields = Readonly<z.infer<typeof optionQuote>>;

declare module './tables.js' {
  interface Tables {
    option_quotes: OptionQuoteFields & { source: string };
  }
}

export type OptionQuote = Readonly<Selectable<Tables['option_quotes']>>;

/** A ticker and the day after which an expiry is asked for. */
export interface ExpiryQuery {
  readonly ticker: string;
  readonly after: number;
}

/** What a price of a contract is computed from. */
type PricedQuote = Pick<OptionQuote, 'minute' | 'strike' | 'optionType' | 'bid' | 'ask' | 'underlyingPrice'>;

/** The newest stored chain of a ticker: the quotes of one expiry; null and none if it has no such expiry. */
export interface StoredChain {
  readonly day: number;
  readonly source: string;
  readonly expiry: number | null;
  readonly quotes: readonly PricedQuote[];
}

/** Columns that a file may leave as they are stored. */
export type QuoteColumn = Exclude<keyof OptionQuoteFields, (typeof KEY)[number]>;

/** A quote of a chain that a reading is computed from. */
type ReadQuote = Pick<OptionQuote, 'ticker' | 'day' | 'source' | 'expiry' | 'openInterest'> & PricedQuote;

export interface OptionQuotesRepository {
  /**
   * The newest chain of each ticker, with its nearest expiry after a day; without tickers that have none; one query.
   */
  chains(queries: readonly ExpiryQuery[]): Promise<ReadonlyMap<string, StoredChain>>;
  /** All quotes of these tickers' chains of these days, as `tx` has them; one query. */
  ofDays(tx: Kysely<Tables>, keys: readonly ChainKey[]): Promise<readonly ReadQuote[]>;
  /**
   * Stores quotes of one source with distinct contracts and days in `tx`. Of those that are stored already it replaces
   * `columns`, all by default. Quotes of the same tickers from other sources are removed.
   */
  save(tx: Kysely<Tables>, quotes: readonly OptionQuote[], columns?: readonly QuoteColumn[]): Promise<void>;
  /** Removes all quotes of the tickers. */
  remove(tx: Kysely<Tables>, tickers: readonly string[]): Promise<void>;
  /** Removes a source's quotes of a ticker. */
  removeOf(tx: Kysely<Tables>, ticker: string, source: string): Promise<void>;
  /** Tickers with quotes from another source than `source`. */
  tickersOfOthers(tx: Kysely<Tables>, source: string): Promise<ReadonlySet<string>>;
}

const KEY = ['ticker', 'day', 'expiry', 'strike', 'optionType'] as const;

/** The identity of a quote: of a contract, one a day. */
export function optionQuoteKey({ ticker, day, expiry, strike, optionType }: OptionQuoteFields): string {
  return [ticker, day, expiry, strike, optionType].join('|');
}

/** Option chains by day. */
function createOptionQuotesRepository(db: Kysely<Tables>): OptionQuotesRepository {
  return {
    async chains(queries) {
      const chains = new Map<string, StoredChain & { readonly quotes: PricedQuote[] }>();
      for (const { ticker: symbol, day, source, expiry, strike, ...quote } of await readChains(db, queries)) {
        const chain = chains.get(symbol) ?? { day, source, expiry, quotes: [] };
        if (strike !== null) chain.quotes.push({ ...quote, strike });
        chains.set(symbol, chain);
      }
      return chains;
    },
    async ofDays(tx, keys) {
      const { rows } = await sql<ReadQuote>`
        select quote.ticker, quote.day, quote.source, quote.expiry, quote.strike, quote.option_type, quote.minute, quote.bid,
          quote.ask, quote.open_interest, quote.underlying_price
        from unnest(${keys.map(({ ticker: each }) => each)}::text[], ${keys.map(({ day }) => day)}::integer[])
          as asked (ticker, day)
        join option_quotes quote on quote.ticker = asked.ticker and quote.day = asked.day`.execute(tx);
      return rows;
    },
    async save(tx, quotes, columns = OPTIONAL_COLUMNS) {
      const [first] = quotes;
      if (first === undefined) return;
      const tickers = [...new Set(quotes.map((quote) => quote.ticker))];
      await tx
        .deleteFrom('option_quotes')
        .where(sql<boolean>`ticker = any(${tickers}::text[])`)
        .where('source', '<>', first.source)
        .execute();
      const kept = OPTIONAL_COLUMNS.filter((column) => !columns.includes(column));
      await upsert(tx, 'option_quotes', KEY, quotes, kept);
    },
    async remove(tx, tickers) {
      await tx
        .deleteFrom('option_quotes')
        .where(sql<boolean>`ticker = any(${[...tickers]}::text[])`)
        .execute();
    },
    async removeOf(tx, symbol, source) {
      await tx.deleteFrom('option_quotes').where('ticker', '=', symbol).where('source', '=', source).execute();
    },
    async tickersOfOthers(tx, source) {
      const rows = await tx
        .selectFrom('option_quotes')
        .select('ticker')
        .distinct()
        .where('source', '<>', source)
        .execute();
      return new Set(rows.map((row) => row.ticker));
    },
  };
}

const OPTIONAL_COLUMNS = Object.keys(optionQuote.shape).filter(
  (column): column is QuoteColumn => !(KEY as readonly string[]).includes(column),
);

/** A quote of a chain; without an expiry, one row whose expiry and strike are null. */
type ChainRow = Pick<OptionQuote, 'ticker' | 'day' | 'source'> &
  Omit<PricedQuote, 'strike'> & { readonly expiry: number | null; readonly strike: number | null };

async function readChains(db: Kysely<Tables>, queries: readonly ExpiryQuery[]): Promise<readonly ChainRow[]> {
  if (queries.length === 0) return [];
  const tickers = queries.map((query) => query.ticker);
  const days = queries.map(({ after }) => after);
  const { rows } = await sql<ChainRow>`
    select asked.ticker, newest.day, newest.source, quote.expiry, quote.strike, quote.option_type, quote.minute,
      quote.bid, quote.ask, quote.underlying_price
    from unnest(${tickers}::text[], ${days}::integer[]) as asked (ticker, after)
    cross join lateral (
      select day, source from option_quotes where ticker = asked.ticker order by day desc limit 1) newest
    left join option_quotes quote on quote.ticker = asked.ticker and quote.day = newest.day and quote.expiry = (
      select min(expiry) from option_quotes
      where ticker = asked.ticker and day = newest.day and expiry > asked.after)
    order by asked.ticker, quote.strike, quote.option_type`.execute(db);
  return rows;
}

export const REPOSITORY = {
  create: createOptionQuotesRepository,
  replica: {},
  tables: { option_quotes: 'table' },
  migrations: {
    '0020-option-quotes': [
      `create table option_quotes (
        ticker text not null, day integer not null, expiry integer not null, strike double precision not null,
        option_type text not null check (option_type in ('call', 'put')), minute integer,
        bid double precision, ask double precision, bid_size double precision, ask_size double precision,
        last double precision, volume double precision, open_interest double precision,
        implied_volatility double precision, underlying_price double precision, source text not null,
        primary key (ticker, day, expiry, strike, option_type))`,
    ],
  },
} as const satisfies RepositoryRow;
