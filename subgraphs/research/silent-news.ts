import type { RequestContext } from '../../access/request-context.js';
import { isFault, READ_FAULTS } from '../../sources/live/read-error.js';
import type { NewsFault, NewsSource } from '../../store/news-sources.js';
import type { SilentPoll } from '../../store/source-polls.js';
import { unreadKinds } from '../kind-not-read.js';
import type { Services } from '../services.js';

/** A source of news of which something has never been read, and why: part of a sentence. */
export interface SilentNews {
  readonly source: string;
  readonly reason: string;
}

const FEED_FAULTS: Readonly<Record<NewsFault, string>> = {
  timeout: 'no answer in time',
  unreachable: 'no connection, or one that broke',
  refused_address: 'its address, or one that it redirects to, is not public',
  http_status: 'it answered with another status than 200',
  too_many_redirects: 'it redirects more than five times',
  too_large: 'its document is too large',
  not_a_feed: 'its document is neither RSS nor Atom, or not well-formed',
  busy: 'too many requests at once',
};

const NOT_READ = 'not read yet';

function ofFeed({ key, fault }: NewsSource): SilentNews {
  return { source: key, reason: fault === null ? NOT_READ : `${NOT_READ}: ${FEED_FAULTS[fault]}` };
}

function ofPoll({ source, fault }: SilentPoll): SilentNews {
  return { source, reason: isFault(fault) ? `${NOT_READ}: ${READ_FAULTS[fault]}` : NOT_READ };
}

/** Each source once: an outlet can have several feeds, and Finnhub has two kinds of news. */
function bySource(rows: readonly SilentNews[]): readonly SilentNews[] {
  return [...new Map(rows.map((row) => [row.source, row])).values()];
}

/** The feeds and the news of the whole market that were never read; queried once for each version of their tables. */
export function silentNewsReader({ store, results }: Pick<Services, 'store' | 'results'>) {
  return async ({ versions }: RequestContext): Promise<readonly SilentNews[]> => {
    const tables = [store.versionOf('news_sources'), store.versionOf('source_polls')];
    const key = ['silentNews', ...tables].join('\u0000');
    // The response depends on both tables, cached or not.
    const { newsSources, sourcePolls } = store.reading(versions);
    const cached = results.find(key) as readonly SilentNews[] | undefined;
    if (cached !== undefined) return cached;
    const [feeds, polls] = await Promise.all([newsSources.all(), sourcePolls.silent()]);
    const silent = bySource([
      ...feeds.filter(({ hasAnswered }) => !hasAnswered).map(ofFeed),
      ...polls.filter(({ gives }) => gives === 'news').map(ofPoll),
    ]);
    return tables.includes(undefined) ? silent : results.remember(key, () => silent);
  };
}

/** The sources that are searched for news of a ticker, if no search has succeeded yet, which is noted. */
export function silentSearches(services: Services, context: RequestContext, ticker: string): readonly SilentNews[] {
  if (unreadKinds(services, context, ticker, ['news']).length === 0) return [];
  const names = services.live?.sourcesOf('news') ?? [];
  return names.map((source) => ({ source, reason: 'no search for the ticker has succeeded yet' }));
}
