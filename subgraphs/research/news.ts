import type { RequestContext } from '../../access/request-context.js';
import { articleSentiment } from '../../engines/news-sentiment.js';
import type { NewsPage, NewsQuery, NewsStory } from '../../store/news-pages.js';
import type { Security } from '../../store/securities.js';
import { connectionOf, cursorsOf, type ListCursors } from '../connections.js';
import { fieldLoader, type FieldQuery } from '../field-loader.js';
import { newsPlace } from '../news-place.js';
import { rootResultId } from '../result-ids.js';
import { kindNotRead, noteUnread } from '../kind-not-read.js';
import type { Services } from '../services.js';
import { notFoundErrors } from '../ticker-not-found.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';
import { hiddenSource, newsVersion } from './news-versions.js';
import { silentNewsReader, silentSearches, type SilentNews } from './silent-news.js';

/** A page of a security's stories: after a story, or the first one. */
interface PageParams {
  readonly first: number;
  /** When that story was published, ISO 8601. */
  readonly at: string | undefined;
  readonly key: string | undefined;
}

interface StoriesPage extends NewsPage {
  /** The tickers on the page of which data is stored. */
  readonly listed: ReadonlySet<string>;
  /** The sources of which something has never been read. */
  readonly missing: readonly SilentNews[];
}

const cursorsFor = ({ ticker }: SecurityRef): ListCursors => cursorsOf('Security.news', ticker);

/** Throws `invalid_parameter` unless `after` is a cursor of this security's news. */
function pageParams(security: SecurityRef, first: number, after: string | null | undefined): PageParams {
  const place = newsPlace(cursorsFor(security), after);
  return { first, at: place?.publishedAt.toISOString(), key: place?.key };
}

function newsQuery({ obj: { ticker }, params }: FieldQuery<SecurityRef, PageParams>, listed: Security): NewsQuery {
  const { first, at, key } = params;
  return {
    ticker,
    limit: first,
    after: at === undefined || key === undefined ? undefined : { publishedAt: new Date(at), key },
    without: hiddenSource(listed),
  };
}

/** A page of each security's stories. */
function newsReader(services: Services) {
  const readSilent = silentNewsReader(services);
  return async (
    queries: readonly FieldQuery<SecurityRef, PageParams>[],
    context: RequestContext,
  ): Promise<readonly (StoriesPage | Error)[]> => {
    const { news, securities } = services.store.reading(context.versions);
    const asked = [...new Set(queries.map(({ obj }) => obj.ticker))];
    const stored = await securities.bySymbols(asked);
    const notFound = await notFoundErrors(
      services,
      asked.filter((ticker) => !stored.has(ticker)),
      context,
    );
    const known = queries.flatMap((query) => {
      const listed = stored.get(query.obj.ticker);
      return listed === undefined ? [] : [{ query, asked: newsQuery(query, listed) }];
    });
    const pages = await news.pages(known.map((each) => each.asked));
    const pageOf = new Map(known.map(({ query }, index) => [query, pages[index]]));
    const mentioned = pages.flatMap(({ rows }) => rows.flatMap(({ links }) => links.map(({ ticker }) => ticker)));
    const listed = new Set((await securities.bySymbols([...new Set(mentioned)])).keys());
    const silent = await readSilent(context);
    return queries.map((query) => {
      const { ticker } = query.obj;
      const page = pageOf.get(query);
      if (page === undefined) return notFound(ticker);
      const unread = page.total > 0 ? null : kindNotRead(services, 'news', ticker);
      if (unread !== null) return unread;
      // No story means nothing while a source has never answered.
      if (page.total === 0 && silent.length > 0) noteUnread(context.versions, 'news');
      for (const { source } of page.rows) context.dataSources.add(source);
      return { ...page, listed, missing: [...silentSearches(services, context, ticker), ...silent] };
    });
  };
}

const articleOf = (listed: ReadonlySet<string>, batch: string) => (story: NewsStory) => {
  const { key, title, url, outlet, publishedAt, summary, links, others } = story;
  return {
    id: rootResultId('news', key),
    title,
    url,
    source: outlet,
    publishedAt,
    summary,
    tickers: links.map(({ ticker }) => ticker),
    sentiment: articleSentiment({ title, summary }),
    mentions: links.map(({ ticker, relevance }) => ({
      ticker,
      relevance,
      security: listed.has(ticker) ? securityRef(ticker, batch) : null,
    })),
    repeats: others.map((other) => ({ source: other.outlet, url: other.url, publishedAt: other.publishedAt })),
  };
};

const placeOf = ({ publishedAt, key }: NewsStory): readonly string[] => [publishedAt.toISOString(), key];

export function createFields(services: Services) {
  const load = fieldLoader(newsReader(services));
  return {
    Security: {
      async news(security, { first, after }, context) {
        const params = pageParams(security, first, after);
        const page = await load(security, params, context);
        const node = articleOf(page.listed, security.batch);
        const articles = connectionOf(page, cursorsFor(security), params.at === undefined, placeOf, node);
        const version = newsVersion(services.tagKey, security.ticker, page);
        return { ...articles, version, missing: page.missing };
      },
    },
  } satisfies Fields;
}
