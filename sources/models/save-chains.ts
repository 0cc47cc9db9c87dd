import type { Transaction } from 'kysely';
import { optionReading } from '../../engines/options/option-reading.js';
import type { OptionQuote, QuoteColumn } from '../../store/option-quotes.js';
import type { ChainKey, StoredReading } from '../../store/option-readings.js';
import type { Store } from '../../store/open-store.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { Tables } from '../../store/tables.js';
import { SIMULATED } from '../simulated/simulated-rows.js';

type ChainStore = Pick<Store, 'bars' | 'optionQuotes' | 'optionReadings'>;

/** Chains of a day that are read at once, each of up to some thousand quotes. */
const CHAINS_AT_ONCE = 20;

const keyOf = ({ ticker, day }: ChainKey): string => `${ticker} ${String(day)}`;

/** Reads these chains, with all that is stored of them, and stores what they say. */
async function renewReadings(store: ChainStore, tx: Transaction<Tables>, keys: readonly ChainKey[]): Promise<void> {
  const histories = await store.bars.within(tx, [...new Set(keys.map(({ ticker }) => ticker))]);
  for (let from = 0; from < keys.length; from += CHAINS_AT_ONCE) {
    const chains = rowsByKey(await store.optionQuotes.ofDays(tx, keys.slice(from, from + CHAINS_AT_ONCE)), keyOf);
    const readings = [...chains.values()].flatMap((quotes): readonly StoredReading[] => {
      const [first] = quotes;
      if (first === undefined) return [];
      const { ticker, day, source } = first;
      const history = histories.get(ticker);
      const reading = optionReading({
        day,
        quotes,
        bars: history?.bars ?? null,
        splits: history?.splits ?? [],
        dividends: history?.dividends ?? [],
        hasSpot: (source === SIMULATED) === (history?.source === SIMULATED),
      });
      return [{ ticker, day, source, ...reading }];
    });
    await store.optionReadings.save(tx, readings);
  }
}

/** Stores quotes as `optionQuotes.save` does, and what the chains of their days say with them. */
export async function saveChains(
  store: ChainStore,
  tx: Transaction<Tables>,
  quotes: readonly OptionQuote[],
  columns?: readonly QuoteColumn[],
): Promise<void> {
  await store.optionQuotes.save(tx, quotes, columns);
  await renewReadings(store, tx, [...new Map(quotes.map((quote) => [keyOf(quote), quote])).values()]);
}

/** Reads the chains of these tickers again that had no price of the share: bars have been stored. */
export async function readUnpricedChains(
  store: ChainStore,
  tx: Transaction<Tables>,
  tickers: readonly string[],
): Promise<void> {
  await renewReadings(store, tx, await store.optionReadings.withoutSpot(tx, tickers));
}
