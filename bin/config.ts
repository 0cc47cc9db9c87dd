import path from 'node:path';
import { z } from 'zod';
import { SEALING_KEY_BYTES, sealingKey } from '../access/sealing.js';
import { SECRET_LENGTH } from '../access/signed-identity.js';
import { parseUrl } from '../outbound/parse-url.js';
import type { NewsFeed } from '../jobs/workers/news/refresh-feeds.js';
import { DEFAULT_FEEDS } from '../sources/news/default-feeds.js';
import { SEARCH_PLACE } from '../sources/news/web-search.js';
import { isSubgraphName, SUBGRAPH_NAMES, type SubgraphName } from '../subgraphs/sdl.js';
import type { ProviderSettings } from '../answers/providers/provider-settings.js';
import { AI_ENVIRONMENT, providerOf } from './ai-config.js';
import { Failure } from './failure.js';
import { LINE_ENVIRONMENT, lineOf, type LineSettings } from './line-config.js';
import { SERVING_ENVIRONMENT, servingOf, type ServingSettings } from './serving-config.js';

const port = z.coerce.number({ error: 'must be a number from 0 to 65535' }).int().min(0).max(65_535);
const isUrl = (protocols: readonly string[]) => (text: string) => protocols.includes(parseUrl(text)?.protocol ?? '');

/** Whether a text is the address of a search, which has the text that is searched for in its path or query. */
function isSearchTemplate(text: string): boolean {
  const url = parseUrl(text.replaceAll(SEARCH_PLACE, 'q'));
  const rest = text.split('/').slice(3).join('/');
  const isInHost = text.slice(0, text.length - rest.length).includes(SEARCH_PLACE);
  return ['http:', 'https:'].includes(url?.protocol ?? '') && rest.includes(SEARCH_PLACE) && !isInHost;
}

/** All environment variables and their defaults. */
const ENVIRONMENT = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4000),
  NODE_ENV: z.string().optional(),
  /** PostgreSQL URL; the embedded database in SVC_DATA_DIR if unset. */
  DATABASE_URL: z.string().min(1).optional(),
  /** Redis, for rate limits shared between processes. */
  REDIS_URL: z
    .string()
    .refine(isUrl(['redis:', 'rediss:']), 'must look like redis://host:6379')
    .optional(),
  SVC_DATA_DIR: z.string().min(1).default('.data'),
  /** `simulated`, `none`, or a comma-separated list of live sources. */
  SVC_SOURCE: z.string().default('simulated'),
  /** Addresses of RSS and Atom feeds of news, comma-separated; `default` stands for a list of 14. */
  SVC_NEWS_FEEDS: z.string().default(''),
  /** Address of a news search that answers with a feed, with {q} for the text; no search if unset. */
  SVC_NEWS_SEARCH: z
    .string()
    .refine(isSearchTemplate, 'must be a URL with {q} after the host, such as https://search.example.com/rss?q={q}')
    .optional(),
  /** Origins of the web app whose pages may use the session cookie, comma-separated. */
  SVC_WEB_ORIGINS: z.string().default(''),
  /** Proxies whose X-Forwarded-For is trusted: a number of hops or a comma-separated list of addresses. */
  TRUST_PROXY: z.string().optional(),
  /** `true` or `false`; off by default when NODE_ENV is production. */
  SVC_INTROSPECTION: z.enum(['true', 'false']).optional(),
  /** `true` or `false`: GraphiQL and /docs; off by default when NODE_ENV is production. */
  SVC_PAGES: z.enum(['true', 'false']).optional(),
  /** `true` or `false`: the web console at /console. */
  SVC_CONSOLE: z.enum(['true', 'false']).default('true'),
  /** Signs identities between our gateway and remote subgraphs. */
  SVC_IDENTITY_SECRET: z
    .string()
    .min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters (generate one: openssl rand -base64 32)`)
    .optional(),
  /** Remote subgraphs: `http` for all, at the addresses in schema/supergraph.graphql, or a comma-separated list of name=url. */
  SVC_SUBGRAPHS: z.string().default(''),
  /** Trusted-documents manifest, as written by `npm run trusted-documents`. */
  SVC_TRUSTED_DOCUMENTS: z.string().min(1).optional(),
  /** `true` rejects operations that are not in SVC_TRUSTED_DOCUMENTS. */
  SVC_TRUSTED_ONLY: z.enum(['true', 'false']).default('false'),
  /** Encrypts secrets in the database; if unset, a key file is created in SVC_DATA_DIR. */
  SVC_SECRET_KEY: z
    .string()
    .refine(
      (text) => sealingKey(text) !== undefined,
      `must be ${SEALING_KEY_BYTES} bytes as base64 or hexadecimal (generate one: openssl rand -base64 32)`,
    )
    .optional(),
  /**
   * Encrypts the credentials in the vault: keys separated by commas, of which the first one encrypts. If unset, a key file
   * is created in SVC_DATA_DIR.
   */
  SVC_VAULT_KEY: z
    .string()
    .refine(
      (text) => text.split(',').every((key) => sealingKey(key) !== undefined),
      `must be keys of ${SEALING_KEY_BYTES} bytes as base64 or hexadecimal, separated by commas (generate one: openssl rand -base64 32)`,
    )
    .optional(),
  /** Where notifications of agents are posted to, for push and messaging apps. */
  SVC_NOTIFY_URL: z.string().refine(isUrl(['http:', 'https:']), 'must be an http:// or https:// URL').optional(),
  /** Sent to SVC_NOTIFY_URL as a bearer token. */
  SVC_NOTIFY_TOKEN: z.string().min(1).optional(),
  /** `1` allows webhooks to plain HTTP and private addresses; for development only. */
  SVC_ALLOW_PRIVATE_TARGETS: z.enum(['1', '0', 'true', 'false']).default('0'),
  ...SERVING_ENVIRONMENT.shape,
  ...LINE_ENVIRONMENT.shape,
  ...AI_ENVIRONMENT.shape,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly isProduction: boolean;
  readonly nodeEnv: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly dataDir: string;
  readonly source: string;
  /** Addresses of RSS and Atom feeds. */
  readonly newsFeeds: readonly NewsFeed[];
  /** Address of a news search, with `{q}`. */
  readonly newsSearch: string | undefined;
  readonly webOrigins: readonly string[];
  readonly trustProxy: number | readonly string[] | undefined;
  readonly allowsIntrospection: boolean;
  readonly servesPages: boolean;
  readonly servesConsole: boolean;
  readonly identitySecret: string | undefined;
  /** URLs of remote subgraphs: `all` for every subgraph at its default address. */
  readonly remoteSubgraphs: 'all' | ReadonlyMap<SubgraphName, string>;
  readonly trustedDocuments: string | undefined;
  readonly isTrustedOnly: boolean;
  readonly secretKey: Buffer | undefined;
  /** Keys of the vault, of which the first one encrypts; those of the key file if undefined. */
  readonly vaultKeys: readonly Buffer[] | undefined;
  readonly allowsPrivateTargets: boolean;
  /** The model that answers questions; the embedded composer if undefined. */
  readonly ai: ProviderSettings | undefined;
  /** Where notifications of agents are posted to; undefined if nobody takes them. */
  readonly notifier: { readonly url: string; readonly token: string | undefined } | undefined;
  readonly serving: ServingSettings;
  /** Assistant lines. */
  readonly line: LineSettings;
  readonly logLevel: string;
}

const entriesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Throws a Failure for an entry that is not the origin of web pages: the session cookie would be open to others. */
function webOriginsOf(list: string): readonly string[] {
  const entries = entriesOf(list);
  const wrong = entries.find((entry) => !/^https?:/.test(entry) || parseUrl(entry)?.origin !== entry);
  if (wrong !== undefined)
    throw new Failure(
      `SVC_WEB_ORIGINS: "${wrong}" is not an origin, such as https://app.example.com (no path, no slash at its end).`,
    );
  return entries;
}

const NEWS_FEED = /^(startup:)?(?:([a-z0-9]+(?:-[a-z0-9]+)*)=)?(https?:\/\/.*)$/;

/** Throws a Failure for an entry that is not `default` or `[startup:][key=]url`; a comma inside a URL is %2C. */
function newsFeedsOf(list: string): readonly NewsFeed[] {
  const feeds = entriesOf(list).flatMap((entry, i): readonly NewsFeed[] => {
    if (entry === 'default') return DEFAULT_FEEDS;
    const [, startup, key, url = ''] = NEWS_FEED.exec(entry) ?? [];
    if (!isUrl(['http:', 'https:'])(url))
      throw new Failure(
        `SVC_NEWS_FEEDS: entry ${i + 1} is not a URL, such as https://outlet.com/feed.xml, nor default, `
          + 'nor one with a key and a mark, such as startup:outlet=https://outlet.com/feed.xml.',
      );
    return [{ url, key, isStartup: startup !== undefined }];
  });
  return [...new Map(feeds.map((feed) => [feed.url, feed])).values()];
}

function trustedProxies(text: string | undefined): Config['trustProxy'] {
  if (text === undefined || text.trim() === '') return undefined;
  return /^\d+$/.test(text.trim()) ? Number(text) : entriesOf(text);
}

/** Throws a Failure for an entry that is not name=url, or without a secret to sign with. */
function remoteSubgraphs(text: string, secret: string | undefined): Config['remoteSubgraphs'] {
  const entries = entriesOf(text);
  if (entries.length > 0 && secret === undefined) {
    throw new Failure(
      'SVC_SUBGRAPHS requires SVC_IDENTITY_SECRET, with the same value here and in the subgraphs (generate one: openssl rand -base64 32).',
    );
  }
  if (entries.length === 1 && entries[0] === 'http') return 'all';
  return new Map(entries.map((entry) => {
    const [name = '', ...url] = entry.split('=');
    if (isSubgraphName(name) && isUrl(['http:', 'https:'])(url.join('='))) return [name, url.join('=')];
    throw new Failure(`The environment variable SVC_SUBGRAPHS must be http or a comma-separated list of name=url; `
      + `${JSON.stringify(entry)} is neither. Names: ${SUBGRAPH_NAMES.join(', ')}.`);
  }));
}

/** Reads the settings. Throws a Failure that names every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = ENVIRONMENT.safeParse(set);
  if (!parsed.success) {
    throw new Failure(
      parsed.error.issues
        .map(({ path: [name], message }) => `The environment variable ${String(name)} ${message}.`)
        .join('\n'),
    );
  }
  const env = parsed.data;
  const isTrustedOnly = env.SVC_TRUSTED_ONLY === 'true';
  if (isTrustedOnly && env.SVC_TRUSTED_DOCUMENTS === undefined) {
    throw new Failure('SVC_TRUSTED_ONLY requires SVC_TRUSTED_DOCUMENTS, the trusted-documents manifest.');
  }
  const isProduction = env.NODE_ENV === 'production';
  return {
    host: env.HOST,
    port: env.PORT,
    isProduction,
    nodeEnv: env.NODE_ENV,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    dataDir: path.resolve(env.SVC_DATA_DIR),
    source: env.SVC_SOURCE,
    newsFeeds: newsFeedsOf(env.SVC_NEWS_FEEDS),
    newsSearch: env.SVC_NEWS_SEARCH,
    webOrigins: webOriginsOf(env.SVC_WEB_ORIGINS),
    trustProxy: trustedProxies(env.TRUST_PROXY),
    allowsIntrospection: env.SVC_INTROSPECTION === undefined ? !isProduction : env.SVC_INTROSPECTION === 'true',
    servesPages: env.SVC_PAGES === undefined ? !isProduction : env.SVC_PAGES === 'true',
    servesConsole: env.SVC_CONSOLE === 'true',
    identitySecret: env.SVC_IDENTITY_SECRET,
    remoteSubgraphs: remoteSubgraphs(env.SVC_SUBGRAPHS, env.SVC_IDENTITY_SECRET),
    trustedDocuments: env.SVC_TRUSTED_DOCUMENTS,
    isTrustedOnly,
    secretKey: env.SVC_SECRET_KEY === undefined ? undefined : sealingKey(env.SVC_SECRET_KEY),
    vaultKeys: env.SVC_VAULT_KEY?.split(',').flatMap((key) => sealingKey(key) ?? []),
    notifier: env.SVC_NOTIFY_URL === undefined ? undefined : { url: env.SVC_NOTIFY_URL, token: env.SVC_NOTIFY_TOKEN },
    allowsPrivateTargets: ['1', 'true'].includes(env.SVC_ALLOW_PRIVATE_TARGETS),
    ai: providerOf(env),
    serving: servingOf(env, isProduction),
    line: lineOf(env),
    logLevel: env.LOG_LEVEL,
  };
}
