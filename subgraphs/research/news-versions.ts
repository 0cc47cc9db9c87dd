import { createHmac } from 'node:crypto';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { NewsPage } from '../../store/news-pages.js';
import type { Security } from '../../store/securities.js';
import type { Services } from '../services.js';

/** Version of the news of a ticker of which nothing is stored. */
const NO_SECURITY = 'none';

/** The source whose stories are not shown for this security; undefined for none. */
export function hiddenSource(listed: Security): string | undefined {
  // Nobody should take invented news for news about a real price.
  return listed.source === SIMULATED ? undefined : SIMULATED;
}

/**
 * The version of a security's news: of its newest story and of how many there are. It depends on a secret, because a
 * client that could compute it would learn of news that it has not been sent.
 */
export function newsVersion(
  tagKey: string,
  ticker: string,
  { newest, total }: Pick<NewsPage, 'newest' | 'total'>,
): string {
  return createHmac('sha256', tagKey)
    .update(JSON.stringify(['news', ticker, newest, total]))
    .digest('base64url')
    .slice(0, 16);
}

/** The version of each symbol's news, as `Security.news` shows it. */
export function newsVersions(services: Services): (symbols: readonly string[]) => Promise<ReadonlyMap<string, string>> {
  const { store, tagKey } = services;
  return async (symbols) => {
    const { news, securities } = store.reading(new Map());
    const stored = await securities.bySymbols(symbols);
    const known = [...stored.values()];
    const queries = known.map((listed) => ({ ticker: listed.symbol, limit: 0, without: hiddenSource(listed) }));
    const pages = await news.pages(queries);
    const versions = new Map<string, string>(symbols.map((symbol) => [symbol, NO_SECURITY]));
    for (const [index, { symbol }] of known.entries()) {
      const page = pages[index];
      if (page !== undefined) versions.set(symbol, newsVersion(tagKey, symbol, page));
    }
    return versions;
  };
}
