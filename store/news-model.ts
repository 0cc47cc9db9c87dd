import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Timestamp } from './column-types.js';
import { pageAddress, text, ticker } from './field-schemas.js';
import type { Tables } from './tables.js';

const MOST_TICKERS = 50;

/** A news article as an outlet published it. `givenTickers` are those that the vendor says it is about. */
export const newsArticle = z.object({
  url: pageAddress('url', 2000),
  title: text('title', 500),
  outlet: text('source', 120),
  publishedAt: z.date('it is not a date and time'),
  summary: text('summary', 2000).nullable(),
  givenTickers: z.preprocess(
    (given) => given ?? [],
    z.array(ticker).max(MOST_TICKERS, `more than ${MOST_TICKERS} tickers`).readonly(),
  ),
});

export type NewsArticleFields = Readonly<z.infer<typeof newsArticle>>;

declare module './tables.js' {
  interface Tables {
    /**
     * `key` is the canonical address; `story` the key of the earliest article that tells the same news; `sourceKey` the
     * outlet's short name; `isStartupFeed` whether it came from a feed that the operator marks as one about startups.
     */
    news_articles: Omit<NewsArticleFields, 'publishedAt' | 'givenTickers'> & {
      key: string;
      publishedAt: Timestamp;
      givenTickers: readonly string[];
      story: string;
      source: string;
      sourceKey: string;
      isStartupFeed: boolean;
    };
    /**
     * The tickers that a story is about; `relevance` above 0, at most 1. `publishedAt` is when the story's first
     * article was published, and `namedAt` when the first that names the ticker was.
     */
    news_links: {
      story: string;
      ticker: string;
      relevance: number;
      publishedAt: Timestamp;
      namedAt: Timestamp;
      source: string;
    };
  }
}

export type NewsArticle = Readonly<Selectable<Tables['news_articles']>>;
export type NewsLink = Readonly<Selectable<Tables['news_links']>>;
