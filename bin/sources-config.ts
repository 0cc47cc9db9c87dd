import { z } from 'zod';
import { parseUrl } from '../outbound/parse-url.js';
import { LIVE_SOURCE_NAMES, LIVE_SOURCES } from '../sources/live/source-table.js';
import { Failure } from './failure.js';
import { count } from './setting-types.js';

/** The environment variables of live sources. */
export const SOURCES_ENVIRONMENT = z.object({
  /** Where live sources are asked instead of at their own addresses: a comma-separated list of name=url. */
  SVC_SOURCE_URLS: z.string().default(''),
  /** `User-Agent` of requests to live sources. */
  SVC_SOURCE_USER_AGENT: z
    .string()
    .max(200, 'must have 200 characters at most')
    .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
    .default('Mozilla/5.0 (compatible; Marketgraph/0.1)'),
  /** How long a request to a live source may take, until the last byte of its answer, in milliseconds. */
  SVC_SOURCE_TIMEOUT_MS: count(100, 120_000).default(15_000),
  /** `User-Agent` of requests to the SEC: a name and an e-mail address. */
  SVC_SEC_USER_AGENT: z
    .string()
    .max(200, 'must have 200 characters at most')
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .regex(/^$|\S+@\S+\.\S+/, 'must have an e-mail address, such as "Example Corp admin@example.com"')
    .default(''),
  /** Key of finnhub.io, sent in a header. */
  SVC_FINNHUB_KEY: z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .default(''),
});

export interface SourcesSettings {
  /** Base URLs of live sources by name, without a slash at their end; the others are asked at their own. */
  readonly urls: ReadonlyMap<string, string>;
  readonly userAgent: string;
  /** Until the last byte of an answer, unless a document has a limit of its own. */
  readonly timeoutMs: number;
  /** Undefined unless it is set. */
  readonly secUserAgent: string | undefined;
  /** A secret; undefined unless it is set. */
  readonly finnhubKey: string | undefined;
}

const WITH_URL: readonly string[] = LIVE_SOURCE_NAMES.filter((name) => LIVE_SOURCES[name].baseUrl !== null);

/** Throws a Failure for an entry that is not name=url of a source that has a base URL. */
export function sourcesOf(env: z.infer<typeof SOURCES_ENVIRONMENT>): SourcesSettings {
  const entries = env.SVC_SOURCE_URLS.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const urls = entries.map((entry): [string, string] => {
    const [name = '', ...rest] = entry.split('=');
    const url = rest.join('=').replace(/\/+$/, '');
    if (WITH_URL.includes(name) && ['http:', 'https:'].includes(parseUrl(url)?.protocol ?? '')) return [name, url];
    throw new Failure(
      `SVC_SOURCE_URLS: ${JSON.stringify(entry)} is not name=url, such as yahoo=https://proxy.example.com; ` +
        `names: ${WITH_URL.join(', ')}.`,
    );
  });
  return {
    urls: new Map(urls),
    userAgent: env.SVC_SOURCE_USER_AGENT,
    timeoutMs: env.SVC_SOURCE_TIMEOUT_MS,
    secUserAgent: env.SVC_SEC_USER_AGENT.trim() || undefined,
    finnhubKey: env.SVC_FINNHUB_KEY || undefined,
  };
}
