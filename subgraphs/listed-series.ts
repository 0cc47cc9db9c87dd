import type { RequestContext } from '../access/request-context.js';
import { seriesWithoutBars, type StoredSeries } from '../store/series.js';
import type { Services } from './services.js';

/**
 * Empty histories of the securities that a list names and of which no bars are stored, by ticker; without those that a
 * live source may still give. Without tickers nothing is read.
 */
export async function seriesOfListed(
  { live, store }: Pick<Services, 'live' | 'store'>,
  tickers: readonly string[],
  { versions }: Pick<RequestContext, 'versions'>,
): Promise<ReadonlyMap<string, StoredSeries>> {
  const settled = tickers.filter((ticker) => (live?.faultOf(ticker) ?? null) === null);
  if (settled.length === 0) return new Map();
  const listed = await store.reading(versions).securities.bySymbols(settled);
  return new Map(
    [...listed].flatMap(([ticker, { lastDay, source }]): [string, StoredSeries][] =>
      lastDay === null ? [[ticker, seriesWithoutBars(ticker, source)]] : [],
    ),
  );
}
