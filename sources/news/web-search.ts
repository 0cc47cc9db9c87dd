import type { Outbound } from '../../outbound/outbound.js';
import type { NewsArticleFields } from '../../store/news-model.js';
import { feedText } from './feed-text.js';
import { fetchFeed, FetchError } from './fetch-feed.js';
import { FeedError, readFeed } from './read-feed.js';

/** A search of the web for news. */
export interface WebNewsSearch {
  /** What is found, the newest first. Throws FetchError. */
  search(q: string): Promise<readonly NewsArticleFields[]>;
}

export interface RssSearchOptions {
  /** Address of a search that answers RSS or Atom, with `{q}` in the place of the text that is searched for. */
  readonly urlTemplate: string;
  /** Limits time and size, and checks where the search and its redirects lead. */
  readonly outbound: Pick<Outbound, 'send'>;
  readonly clock: () => number;
}

/** In the place of the text that is searched for. */
export const SEARCH_PLACE = '{q}';
/** More are not stored of one search. */
const MOST_ARTICLES = 50;

/** A lone half of a surrogate pair, which no URL can have, becomes a replacement character. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A search over any endpoint that takes the text in its address and answers with a feed. */
export function createRssSearch({ urlTemplate, outbound, clock }: RssSearchOptions): WebNewsSearch {
  return {
    async search(q) {
      const address = urlTemplate.replaceAll(SEARCH_PLACE, encodeURIComponent(wellFormed(q)));
      const found = await fetchFeed(outbound, address, {});
      if (found === null) throw new FetchError('http_status', 'The search answered with status 304.');
      const { body, contentType, url } = found;
      try {
        const text = feedText(body, contentType);
        const { articles } = readFeed({ text, url, now: new Date(clock()), isOfMany: true });
        const newestFirst = articles.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
        return newestFirst.slice(0, MOST_ARTICLES);
      } catch (cause) {
        if (cause instanceof FeedError) throw new FetchError('not_a_feed', cause.message, { cause });
        throw cause;
      }
    },
  };
}
