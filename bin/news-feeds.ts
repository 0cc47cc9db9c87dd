import type { NewsFeed } from '../jobs/workers/news/refresh-feeds.js';
import { createOutbound, type Outbound } from '../outbound/outbound.js';
import { parseSources } from '../sources/index.js';
import { DEFAULT_FEEDS } from '../sources/news/default-feeds.js';
import { fetchFeed, FetchError } from '../sources/news/fetch-feed.js';
import type { Config } from './config.js';

type FeedsConfig = Pick<Config, 'newsFeeds' | 'source' | 'allowsPrivateTargets'>;

const RSS = 'rss';

/** Part of the time for a whole feed. */
const TIMEOUTS = { connectTimeoutMs: 5_000, totalTimeoutMs: 20_000 } as const;
const MOST_BYTES = 4 * 1024 * 1024;

/** The configured feeds; the default ones for `rss` among the sources without any. */
export function feedsOf({ newsFeeds, source }: Pick<FeedsConfig, 'newsFeeds' | 'source'>): readonly NewsFeed[] {
  return newsFeeds.length === 0 && parseSources(source).includes(RSS) ? DEFAULT_FEEDS : newsFeeds;
}

/** Redirects of feeds lead where outlets want, so all addresses are checked as customers' are. */
export function outboundToFeeds({ allowsPrivateTargets }: Pick<FeedsConfig, 'allowsPrivateTargets'>): Outbound {
  return createOutbound({
    target: allowsPrivateTargets ? 'operator' : 'customer',
    ...TIMEOUTS,
    maxBytes: MOST_BYTES,
  });
}

export interface FeedsProbe {
  /** Why no outlet answers, by the name of the source; empty if one does, and without feeds. */
  silent(): Promise<ReadonlyMap<string, string>>;
  close(): void;
}

/** Asks outlets of the configured feeds until one answers: the first one, then all others at once. */
export function createFeedsProbe(config: FeedsConfig): FeedsProbe {
  const outbound = outboundToFeeds(config);
  let isClosed = false;
  const reasonOf = async ({ url }: NewsFeed): Promise<string | null> => {
    try {
      await fetchFeed(outbound, url, {});
      return null;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return `${new URL(url).host}: ${error.message}`;
    }
  };
  return {
    async silent() {
      const [first, ...others] = feedsOf(config);
      const reason = first === undefined ? null : await reasonOf(first);
      if (reason === null) return new Map();
      const reasons = await Promise.all(others.map(reasonOf));
      return isClosed || reasons.includes(null)
        ? new Map()
        : new Map([[RSS, `none of ${reasons.length + 1} outlets, ${reason}`]]);
    },
    close() {
      isClosed = true;
      outbound.close();
    },
  };
}
