import { WEB_SEARCH, type SearchReport } from '../../sources/news/ask-web.js';
import type { NewsSource as Feed } from '../../store/news-sources.js';
import type { PrivateNewsStory } from '../../store/private-news.js';
import type { NewsSource } from '../generated/types.js';

/** What became of the search of the web: its report, that it was not needed, or that there is none. */
export type SearchState = SearchReport | 'not_asked' | 'off';

/** Outlets without a configured feed that are told. */
const MOST_STORED = 50;

/** How many of the stories each outlet has an article of, by short name. */
function storiesByOutlet(stories: readonly PrivateNewsStory[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { sourceKey, others } of stories) {
    for (const key of new Set([sourceKey, ...others.map((other) => other.sourceKey)]))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** One feed for each outlet: of several, one that failed speaks for all. */
function feedsByOutlet(feeds: readonly Feed[]): ReadonlyMap<string, Feed> {
  const rows = new Map<string, Feed>();
  for (const feed of feeds) {
    const known = rows.get(feed.key);
    if (known === undefined || (known.fault === null && feed.fault !== null)) rows.set(feed.key, feed);
  }
  return rows;
}

function searchRow(state: SearchState, articles: number): NewsSource {
  const row = { key: WEB_SEARCH, kind: 'search', articles, since: null } as const;
  if (typeof state === 'string') return { ...row, status: state, error: null };
  return { ...row, status: state.fault === null ? 'ok' : 'failed', error: state.fault };
}

/** Where stories come from: the feeds in their order, the search of the web, and other outlets, most stories first. */
export function newsSources(
  feeds: readonly Feed[],
  search: SearchState,
  stories: readonly PrivateNewsStory[],
): readonly NewsSource[] {
  const counts = storiesByOutlet(stories);
  const configured = feedsByOutlet(feeds);
  const articles = (key: string): number => counts.get(key) ?? 0;
  const stored = [...counts]
    .filter(([key]) => key !== WEB_SEARCH && !configured.has(key))
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
    .slice(0, MOST_STORED);
  return [
    ...Array.from(configured, ([key, { status, fault, since }]): NewsSource => {
      return { key, kind: 'feed', status, articles: articles(key), error: fault, since };
    }),
    searchRow(search, articles(WEB_SEARCH)),
    ...stored.map(([key, count]): NewsSource => {
      return { key, kind: 'stored', status: 'ok', articles: count, error: null, since: null };
    }),
  ];
}
