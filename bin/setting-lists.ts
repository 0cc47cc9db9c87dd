import { isIP } from 'node:net';
import type { NewsFeed } from '../jobs/workers/news/refresh-feeds.js';
import { parseUrl } from '../outbound/parse-url.js';
import { DEFAULT_FEEDS } from '../sources/news/default-feeds.js';
import { isSubgraphName, SUBGRAPH_NAMES, type SubgraphName } from '../subgraphs/sdl.js';
import { Failure } from './failure.js';
import { isUrl } from './setting-types.js';

const entriesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Throws a Failure for an entry that is not the origin of web pages. */
function originsOf(name: string, entries: readonly string[]): readonly string[] {
  const wrong = entries.find((entry) => !/^https?:/.test(entry) || parseUrl(entry)?.origin !== entry);
  if (wrong === undefined) return entries;
  throw new Failure(
    `${name}: "${wrong}" is not an origin, such as https://app.example.com (no path, no slash at its end).`,
  );
}

/** Throws a Failure for an entry that is not an origin: the session cookie would be open to others. */
export function webOriginsOf(list: string): readonly string[] {
  return originsOf('SVC_WEB_ORIGINS', entriesOf(list));
}

/** Throws a Failure for an entry that is neither an origin nor `*`. */
export function embedOriginsOf(list: string): readonly string[] {
  const entries = entriesOf(list);
  return entries.includes('*') ? ['*'] : originsOf('SVC_EMBED_ORIGINS', entries);
}

/** Names at which /mcp is served. Throws a Failure for an entry that is not the name of a host. */
export function mcpHostsOf(list: string, host: string, webOrigins: readonly string[]): readonly string[] {
  const entries = entriesOf(list).map((entry) => entry.toLowerCase());
  const wrong = entries.find((entry) => parseUrl(`http://${entry}`)?.host !== entry || /:\d+$/.test(entry));
  if (wrong !== undefined)
    throw new Failure(
      `SVC_MCP_HOSTS: "${wrong}" is not the name of a host, such as api.example.com (no scheme, no port, no path).`,
    );
  return [...new Set([host.toLowerCase(), ...webOrigins.map((origin) => new URL(origin).hostname), ...entries])];
}

const NEWS_FEED = /^(startup:)?(?:([a-z0-9]+(?:-[a-z0-9]+)*)=)?(https?:\/\/.*)$/;

/** Throws a Failure for an entry that is not `default` or `[startup:][key=]url`; a comma inside a URL is %2C. */
export function newsFeedsOf(list: string): readonly NewsFeed[] {
  const feeds = entriesOf(list).flatMap((entry, i): readonly NewsFeed[] => {
    if (entry === 'default') return DEFAULT_FEEDS;
    const [, startup, key, url = ''] = NEWS_FEED.exec(entry) ?? [];
    if (!isUrl(['http:', 'https:'])(url))
      throw new Failure(
        `SVC_NEWS_FEEDS: entry ${i + 1} is not a URL, such as https://outlet.com/feed.xml, nor default, ` +
          'nor one with a key and a mark, such as startup:outlet=https://outlet.com/feed.xml.',
      );
    return [{ url, key, isStartup: startup !== undefined }];
  });
  return [...new Map(feeds.map((feed) => [feed.url, feed])).values()];
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MOST_HOPS = 32;
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const most = BITS[isIP(address)];
  return (
    most !== undefined && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/** Throws a Failure for what is neither a number of hops nor a list of addresses. */
export function trustedProxies(text: string | undefined): number | readonly string[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  if (/^\d{1,2}$/.test(text.trim()) && Number(text) <= MOST_HOPS) return Number(text);
  const entries = entriesOf(text);
  const wrong = entries.find((entry) => !PROXY_NAMES.includes(entry) && !isNetwork(entry));
  if (wrong === undefined) return entries;
  throw new Failure(
    `TRUST_PROXY: ${JSON.stringify(wrong)} is neither a number of proxies from 0 to ${MOST_HOPS}, such as 1, nor an address or network, ` +
      `such as 10.0.0.0/8, nor ${PROXY_NAMES.join(', ')}.`,
  );
}

/** Throws a Failure for an entry that is not name=url, or without a secret to sign with. */
export function remoteSubgraphs(text: string, secret: string | undefined): 'all' | ReadonlyMap<SubgraphName, string> {
  const entries = entriesOf(text);
  if (entries.length > 0 && secret === undefined) {
    throw new Failure(
      'SVC_SUBGRAPHS requires SVC_IDENTITY_SECRET, with the same value here and in the subgraphs (generate one: openssl rand -base64 32).',
    );
  }
  if (entries.length === 1 && entries[0] === 'http') return 'all';
  return new Map(
    entries.map((entry) => {
      const [name = '', ...url] = entry.split('=');
      if (isSubgraphName(name) && isUrl(['http:', 'https:'])(url.join('='))) return [name, url.join('=')];
      throw new Failure(
        `The environment variable SVC_SUBGRAPHS must be http or a comma-separated list of name=url; ` +
          `${JSON.stringify(entry)} is neither. Names: ${SUBGRAPH_NAMES.join(', ')}.`,
      );
    }),
  );
}
