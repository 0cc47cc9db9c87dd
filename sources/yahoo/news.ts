import { z } from 'zod';
import type { NewsArticleFields } from '../../store/news-model.js';
import { NEWS } from '../files/import-news.js';
import { readJsonRows, type RowFile } from '../files/row-import.js';
import { ReadError } from '../live/read-error.js';

/** Yahoo writes a class of shares as `BRK-B`, an exchange abroad as `SAP.DE`, and a currency as `BTC-USD`. */
const US_SYMBOL = /^[A-Z][A-Z0-9]{0,6}(?:-[A-Z]{1,2})?$/;

const answer = z.object({ news: z.array(z.unknown()) });
const story = z.looseObject({ relatedTickers: z.array(z.string()).nullish() });

/** The articles in an answer of Yahoo's search. Throws ReadError. */
export function searchedNews(json: unknown): readonly unknown[] {
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new ReadError('unreadable', "Yahoo's search is not as expected.");
  return parsed.data.news;
}

/** As the columns of an import name it. Symbols of no US ticker, such as `^GSPC` and `SAP.DE`, are left out. */
function rowOf(given: unknown): unknown {
  const parsed = story.safeParse(given);
  if (!parsed.success) return given;
  const { title, link, publisher, providerPublishTime, relatedTickers } = parsed.data;
  const tickers = (relatedTickers ?? [])
    .filter((symbol) => US_SYMBOL.test(symbol))
    .map((symbol) => symbol.replace('-', '.'));
  return { title, link, publisher, datetime: providerPublishTime, tickers: tickers.join(',') };
}

/**
 * Articles through the same columns as an import of them: of the tickers that Yahoo relates them to, besides those that
 * their texts name. Throws ReadError `unknown_ticker` if there are none.
 */
export async function readNews(
  given: readonly unknown[],
  ticker: string,
  now: Date,
): Promise<RowFile<NewsArticleFields>> {
  if (given.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no news on ${ticker}.`);
  return readJsonRows(NEWS, given.map(rowOf), {}, { now });
}
