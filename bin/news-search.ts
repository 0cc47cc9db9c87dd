import { createOutbound } from '../outbound/outbound.js';
import { createNewsSearcher, type NewsSearcher, type NewsSearcherOptions } from '../sources/news/ask-web.js';
import { createRssSearch } from '../sources/news/web-search.js';
import type { Config } from './config.js';

/** The search may take longer than a request waits for it: the next request has what it finds. */
const TIMEOUTS = { connectTimeoutMs: 1_500, totalTimeoutMs: 5_000 } as const;
/** Larger documents would block the event loop for too long. */
const MOST_BYTES = 256 * 1024;
const SOCKETS = 8;

/** The configured search of the web; null if there is none. Its addresses are checked as customers' targets are. */
export function openNewsSearch(
  { newsSearch, allowsPrivateTargets }: Pick<Config, 'newsSearch' | 'allowsPrivateTargets'>,
  { clock, ...options }: Omit<NewsSearcherOptions, 'search'> & { readonly clock: () => number },
): NewsSearcher | null {
  if (newsSearch === undefined) return null;
  const target = allowsPrivateTargets ? 'operator' : 'customer';
  const outbound = createOutbound({ target, ...TIMEOUTS, maxBytes: MOST_BYTES, maxSockets: SOCKETS });
  const search = createRssSearch({ urlTemplate: newsSearch, outbound, clock });
  const searcher = createNewsSearcher({ ...options, search });
  return {
    ask: (q, nowMs) => searcher.ask(q, nowMs),
    async close() {
      outbound.close();
      await searcher.close();
    },
  };
}
