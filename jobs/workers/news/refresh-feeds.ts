import { z } from 'zod';
import type { Outbound } from '../../../outbound/outbound.js';
import { sourceKeyOf } from '../../../sources/news/article-keys.js';
import { fetchFeed, FetchError, type FeedVersion } from '../../../sources/news/fetch-feed.js';
import { storeManyArticles, type FeedMarks, type NewsStore } from '../../../sources/news/store-articles.js';
import type { Store } from '../../../store/open-store.js';
import type { FeedPool } from './feed-pool.js';

export interface FeedsLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** A feed to read, with what the operator says of it. */
export interface NewsFeed extends FeedMarks {
  readonly url: string;
}

export interface FeedsOptions {
  readonly store: Pick<Store, 'db' | 'newsSources' | 'producerStates'> & NewsStore;
  /** Checks the addresses that feeds and their redirects lead to. */
  readonly outbound: Pick<Outbound, 'send'>;
  readonly pool: Pick<FeedPool, 'read'>;
  readonly feeds: readonly NewsFeed[];
  readonly clock: () => number;
  readonly log: FeedsLog;
}

/** Name of the source that articles of feeds are stored under. */
const SOURCE = 'feeds';
/** Where the versions of the feeds are kept. */
const STATES = 'news-feeds';
const versionSchema = z.object({ etag: z.string().optional(), lastModified: z.string().optional() });

async function versionsOf({ store }: FeedsOptions): Promise<ReadonlyMap<string, FeedVersion>> {
  const states = await store.producerStates.of(STATES);
  return new Map(Array.from(states, ([feed, { state }]) => [feed, versionSchema.safeParse(state).data ?? {}]));
}

async function keepVersion({ store, clock }: FeedsOptions, feed: string, version: FeedVersion): Promise<void> {
  const { etag, lastModified } = version;
  const state = { asOf: new Date(clock()), state: { etag, lastModified } };
  await store.producerStates.change(STATES, () => ({ states: new Map([[feed, state]]), events: [] }));
}

/** A feed's host and path: the rest of its address may hold a key. */
function shown({ url }: NewsFeed): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The short name of a feed's outlet before the feed has been read. */
function keyOf({ key, url }: NewsFeed): string {
  return key ?? sourceKeyOf(new URL(url).hostname.replace(/^www\./, ''));
}

/** Makes the feeds the ones that responses tell about. */
export function configureFeeds({ store, feeds }: Pick<FeedsOptions, 'store' | 'feeds'>): Promise<void> {
  return store.newsSources.configure(feeds.map((feed) => ({ feed: feed.url, key: keyOf(feed) })));
}

/** Reads a feed that has changed and stores its articles; returns the short name of its outlet, if it tells one. */
async function refreshFeed(options: FeedsOptions, feed: NewsFeed, version: FeedVersion): Promise<string | undefined> {
  const { store, outbound, pool, clock, log } = options;
  const document = await fetchFeed(outbound, feed.url, version);
  if (document === null) {
    log.debug({ feed: shown(feed) }, 'a news feed has not changed');
    return undefined;
  }
  const { body, contentType, url } = document;
  const read = await pool.read({ body, contentType, url, nowMs: clock() });
  if ('fault' in read) throw new FetchError('not_a_feed', read.fault);
  const { articles, refused } = read;
  const marks = { ...feed, keepsTickers: true };
  const { stored } = await store.db
    .transaction()
    .execute((tx) => storeManyArticles(store, tx, articles, SOURCE, marks));
  await keepVersion(options, feed.url, document);
  const [first] = refused;
  if (first !== undefined)
    log.warn(
      { feed: shown(feed), refused: refused.length, first: `entry ${first.line}: ${first.reason}` },
      'entries of a news feed were refused',
    );
  if (stored > 0) log.info({ feed: shown(feed), entries: articles.length, stored }, 'stored news of a feed');
  return feed.key ?? articles.map(({ outlet }) => sourceKeyOf(outlet))[0];
}

/**
 * Reads each feed that has changed since it was last read and stores its articles. A feed that fails leaves what is
 * stored as it is, is logged with the reason and told in responses, and does not keep the others from being read.
 */
export async function refreshFeeds(options: FeedsOptions, isStopping: () => boolean): Promise<void> {
  const { store, clock, log, feeds } = options;
  await configureFeeds(options);
  const versions = await versionsOf(options);
  const failed: { readonly feed: string; readonly reason: string }[] = [];
  for (const feed of feeds) {
    if (isStopping()) break;
    try {
      const key = await refreshFeed(options, feed, versions.get(feed.url) ?? {});
      await store.newsSources.note(feed.url, new Date(clock()), { fault: null, key });
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      const { fault, message } = error;
      failed.push({ feed: shown(feed), reason: message });
      await store.newsSources.note(feed.url, new Date(clock()), { fault });
    }
  }
  tellFailed(failed, feeds.length, log);
}

/** Says which feeds failed: in one line if all of several did, as they do without a network. */
function tellFailed(
  failed: readonly { readonly feed: string; readonly reason: string }[],
  feeds: number,
  log: FeedsLog,
): void {
  const [first] = failed;
  if (first !== undefined && failed.length === feeds && feeds > 1) {
    log.warn({ feeds, first }, 'no news feed could be read; they are tried again next time');
    return;
  }
  for (const each of failed) log.warn(each, 'a news feed could not be read; it is tried again next time');
}
