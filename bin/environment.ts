import { z } from 'zod';
import { SEALING_KEY_BYTES, sealingKey } from '../access/sealing.js';
import { SECRET_LENGTH } from '../access/signed-identity.js';
import { parseUrl } from '../outbound/parse-url.js';
import { SEARCH_PLACE } from '../sources/news/web-search.js';
import { AI_ENVIRONMENT } from './ai-config.js';
import { LINE_ENVIRONMENT } from './line-config.js';
import { REDIS_ENVIRONMENT } from './redis-config.js';
import { SERVING_ENVIRONMENT } from './serving-config.js';
import { SOURCES_ENVIRONMENT } from './sources-config.js';
import { count, isUrl, oneOf, port } from './setting-types.js';
import { TRACING_ENVIRONMENT } from './tracing-config.js';

/** Whether a text is the address of a search, which has the text that is searched for in its path or query. */
function isSearchTemplate(text: string): boolean {
  const url = parseUrl(text.replaceAll(SEARCH_PLACE, 'q'));
  const rest = text.split('/').slice(3).join('/');
  const isInHost = text.slice(0, text.length - rest.length).includes(SEARCH_PLACE);
  return ['http:', 'https:'].includes(url?.protocol ?? '') && rest.includes(SEARCH_PLACE) && !isInHost;
}

const keys = z
  .string()
  .refine(
    (text) => text.split(',').every((key) => sealingKey(key) !== undefined),
    `must be keys of ${SEALING_KEY_BYTES} bytes as base64 or hexadecimal, separated by commas (generate one: openssl rand -base64 32)`,
  );

/** All environment variables and their defaults. */
export const ENVIRONMENT = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4000),
  NODE_ENV: oneOf(['production', 'development', 'test']).optional(),
  /** PostgreSQL URL; the embedded database in SVC_DATA_DIR if unset. */
  DATABASE_URL: z.string().min(1).optional(),
  /** A streaming standby of that PostgreSQL, from which servers read market data. */
  DATABASE_REPLICA_URL: z.string().min(1).optional(),
  /** How far the standby may lag behind before servers read nothing from it, in milliseconds. */
  SVC_REPLICA_MAX_LAG_MS: count(100, 3_600_000).default(10_000),
  ...REDIS_ENVIRONMENT.shape,
  /** Connections of a process to the database, beside one that listens. */
  SVC_DATABASE_CONNECTIONS: count(2, 500).default(10),
  /** Connections of the queues in the database, if there is no Redis. */
  SVC_QUEUE_CONNECTIONS: count(2, 100).default(4),
  /** Memory for decoded series of bars, in MiB. */
  SVC_SERIES_CACHE_MIB: count(16, 65_536).default(256),
  /** Whether servers, workers and subgraphs migrate the database at their start. */
  SVC_MIGRATE: oneOf(['1', '0', 'true', 'false']).default('1'),
  SVC_DATA_DIR: z.string().min(1).default('.data'),
  /** `simulated`, `none`, or a comma-separated list of live sources. */
  SVC_SOURCE: z.string().default('simulated'),
  /** JSON file with limits of tiers that differ from the built-in ones; SIGHUP reads it again. */
  SVC_TIERS_FILE: z.string().min(1).optional(),
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
  SVC_INTROSPECTION: oneOf(['true', 'false']).optional(),
  /** `true` or `false`: GraphiQL and /docs; off by default when NODE_ENV is production. */
  SVC_PAGES: oneOf(['true', 'false']).optional(),
  /** `true` or `false`: the web console at /console. */
  SVC_CONSOLE: oneOf(['true', 'false']).default('true'),
  /** `true` or `false`: the graph of operators at /admin/graphql. */
  SVC_ADMIN: oneOf(['true', 'false']).default('true'),
  /** `true` or `false`: pages for the frames of other sites at /embed. */
  SVC_EMBEDS: oneOf(['true', 'false']).default('true'),
  /** Origins whose pages may show embeds with any key, comma-separated, beside the key's own; `*` for all. */
  SVC_EMBED_ORIGINS: z.string().default(''),
  /** `true` or `false`: the MCP server at /mcp. */
  SVC_MCP: oneOf(['true', 'false']).default('true'),
  /** `true` or `false`: a data source for OpenBB Workspace at /widgets.json, /apps.json and /openbb. */
  SVC_OPENBB: oneOf(['true', 'false']).default('true'),
  /** Names of this server's URL at which /mcp is served, comma-separated, beside addresses and localhost. */
  SVC_MCP_HOSTS: z.string().default(''),
  /** Signs identities between our gateway and remote subgraphs. */
  SVC_IDENTITY_SECRET: z
    .string()
    .min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters (generate one: openssl rand -base64 32)`)
    .optional(),
  /**
   * Remote subgraphs: `http` for all, at the addresses in schema/supergraph.graphql, or a comma-separated list of
   * name=url.
   */
  SVC_SUBGRAPHS: z.string().default(''),
  /** Trusted-documents manifest, as written by `npm run trusted-documents`. */
  SVC_TRUSTED_DOCUMENTS: z.string().min(1).optional(),
  /** `true` rejects operations that are not in SVC_TRUSTED_DOCUMENTS. */
  SVC_TRUSTED_ONLY: oneOf(['true', 'false']).default('false'),
  /**
   * Encrypts secrets in the database: keys separated by commas, of which the first one encrypts. If unset, a key file
   * is created in SVC_DATA_DIR.
   */
  SVC_SECRET_KEY: keys.optional(),
  /**
   * Encrypts the credentials in the vault: keys separated by commas, of which the first one encrypts. If unset, a key
   * file is created in SVC_DATA_DIR.
   */
  SVC_VAULT_KEY: keys.optional(),
  /** Where notifications of agents are posted to, for push and messaging apps. */
  SVC_NOTIFY_URL: z
    .string()
    .refine(isUrl(['http:', 'https:']), 'must be an http:// or https:// URL')
    .optional(),
  /** Sent to SVC_NOTIFY_URL as a bearer token. */
  SVC_NOTIFY_TOKEN: z.string().min(1).optional(),
  /** `1` allows webhooks to plain HTTP and private addresses; for development only. */
  SVC_ALLOW_PRIVATE_TARGETS: oneOf(['1', '0', 'true', 'false']).default('0'),
  ...SERVING_ENVIRONMENT.shape,
  ...SOURCES_ENVIRONMENT.shape,
  ...LINE_ENVIRONMENT.shape,
  ...AI_ENVIRONMENT.shape,
  ...TRACING_ENVIRONMENT.shape,
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
