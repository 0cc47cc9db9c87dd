import path from 'node:path';
import type { z } from 'zod';
import type { ProviderSettings } from '../answers/providers/provider-settings.js';
import type { RedisServers } from '../access/redis-servers.js';
import { sealingKey } from '../access/sealing.js';
import type { NewsFeed } from '../jobs/workers/news/refresh-feeds.js';
import type { SubgraphName } from '../subgraphs/sdl.js';
import { providerOf } from './ai-config.js';
import { ENVIRONMENT } from './environment.js';
import { Failure } from './failure.js';
import { lineOf, type LineSettings } from './line-config.js';
import { redisOf } from './redis-config.js';
import { withSecretFiles } from './secret-files.js';
import { impossible, misspeltSettings, unknownSettings, type Program } from './setting-checks.js';
import { servingOf, type ServingSettings } from './serving-config.js';
import { tracesUrlOf } from './tracing-config.js';
import { sourcesOf, type SourcesSettings } from './sources-config.js';
import {
  embedOriginsOf,
  mcpHostsOf,
  newsFeedsOf,
  remoteSubgraphs,
  trustedProxies,
  webOriginsOf,
} from './setting-lists.js';

const BYTES_PER_MIB = 1_048_576;

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly isProduction: boolean;
  readonly nodeEnv: string | undefined;
  readonly databaseUrl: string | undefined;
  /** A standby for reads of market data, which servers use; undefined for other programs. */
  readonly replica: { readonly url: string; readonly maxLagMs: number } | undefined;
  readonly redis: RedisServers | undefined;
  /** Sizes of the pools: of the store, and of the queues if they are in the database. */
  readonly connections: { readonly store: number; readonly queues: number };
  readonly seriesCacheBytes: number;
  /** Whether the start migrates the database. */
  readonly migrates: boolean;
  readonly dataDir: string;
  readonly source: string;
  /** Live sources. */
  readonly sources: SourcesSettings;
  /** File with limits of tiers. */
  readonly tiersFile: string | undefined;
  /** Addresses of RSS and Atom feeds. */
  readonly newsFeeds: readonly NewsFeed[];
  /** Address of a news search, with `{q}`. */
  readonly newsSearch: string | undefined;
  /** Where spans are posted to; undefined if none are recorded. */
  readonly tracesUrl: string | undefined;
  readonly webOrigins: readonly string[];
  readonly trustProxy: number | readonly string[] | undefined;
  readonly allowsIntrospection: boolean;
  readonly servesPages: boolean;
  readonly servesConsole: boolean;
  readonly servesEmbeds: boolean;
  readonly servesAdmin: boolean;
  /** Origins whose pages may show embeds with any key; `*` for all. */
  readonly embedOrigins: readonly string[];
  readonly servesMcp: boolean;
  readonly servesOpenbb: boolean;
  /** Names of this server beside its addresses and localhost. */
  readonly mcpHosts: readonly string[];
  readonly identitySecret: string | undefined;
  /** URLs of remote subgraphs: `all` for every subgraph at its default address. */
  readonly remoteSubgraphs: 'all' | ReadonlyMap<SubgraphName, string>;
  readonly trustedDocuments: string | undefined;
  readonly isTrustedOnly: boolean;
  /** Keys of webhooks' and agents' secrets, of which the first one encrypts; those of the key file if undefined. */
  readonly secretKeys: readonly Buffer[] | undefined;
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
  /** What to warn of when a program starts. */
  readonly doubts: readonly string[];
}

const keysOf = (list: string | undefined): readonly Buffer[] | undefined =>
  list?.split(',').flatMap((key) => sealingKey(key) ?? []);

function replicaOf({
  DATABASE_REPLICA_URL: url,
  SVC_REPLICA_MAX_LAG_MS: maxLagMs,
}: z.infer<typeof ENVIRONMENT>): Config['replica'] {
  return url === undefined ? undefined : { url, maxLagMs };
}

/** Reads the settings of a program. Throws a Failure that names every unknown, invalid or missing variable. */
export function readConfig(environment: NodeJS.ProcessEnv, program: Program = 'command'): Config {
  const set = withSecretFiles(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
  const parsed = ENVIRONMENT.safeParse(set);
  const invalid =
    parsed.error?.issues.map(({ path: [name], message }) => `The environment variable ${String(name)} ${message}.`) ??
    [];
  const wrong = [...unknownSettings(set, Object.keys(ENVIRONMENT.shape)), ...invalid, ...impossible(set, program)];
  if (!parsed.success || wrong.length > 0) throw new Failure(wrong.join('\n'));
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  return {
    doubts: misspeltSettings(set, Object.keys(ENVIRONMENT.shape)),
    host: env.HOST,
    port: env.PORT,
    isProduction,
    nodeEnv: env.NODE_ENV,
    databaseUrl: env.DATABASE_URL,
    replica: program === 'server' ? replicaOf(env) : undefined,
    redis: redisOf(env),
    connections: { store: env.SVC_DATABASE_CONNECTIONS, queues: env.SVC_QUEUE_CONNECTIONS },
    seriesCacheBytes: env.SVC_SERIES_CACHE_MIB * BYTES_PER_MIB,
    migrates: ['1', 'true'].includes(env.SVC_MIGRATE),
    dataDir: path.resolve(env.SVC_DATA_DIR),
    source: env.SVC_SOURCE,
    sources: sourcesOf(env),
    tiersFile: env.SVC_TIERS_FILE,
    newsFeeds: newsFeedsOf(env.SVC_NEWS_FEEDS),
    newsSearch: env.SVC_NEWS_SEARCH,
    webOrigins: webOriginsOf(env.SVC_WEB_ORIGINS),
    trustProxy: trustedProxies(env.TRUST_PROXY),
    allowsIntrospection: env.SVC_INTROSPECTION === undefined ? !isProduction : env.SVC_INTROSPECTION === 'true',
    servesPages: env.SVC_PAGES === undefined ? !isProduction : env.SVC_PAGES === 'true',
    servesConsole: env.SVC_CONSOLE === 'true',
    servesEmbeds: env.SVC_EMBEDS === 'true',
    servesAdmin: env.SVC_ADMIN === 'true',
    embedOrigins: embedOriginsOf(env.SVC_EMBED_ORIGINS),
    servesMcp: env.SVC_MCP === 'true',
    servesOpenbb: env.SVC_OPENBB === 'true',
    mcpHosts: mcpHostsOf(env.SVC_MCP_HOSTS, env.HOST, webOriginsOf(env.SVC_WEB_ORIGINS)),
    identitySecret: env.SVC_IDENTITY_SECRET,
    remoteSubgraphs: remoteSubgraphs(env.SVC_SUBGRAPHS, env.SVC_IDENTITY_SECRET),
    trustedDocuments: env.SVC_TRUSTED_DOCUMENTS,
    isTrustedOnly: env.SVC_TRUSTED_ONLY === 'true',
    secretKeys: keysOf(env.SVC_SECRET_KEY),
    vaultKeys: keysOf(env.SVC_VAULT_KEY),
    notifier: env.SVC_NOTIFY_URL === undefined ? undefined : { url: env.SVC_NOTIFY_URL, token: env.SVC_NOTIFY_TOKEN },
    allowsPrivateTargets: ['1', 'true'].includes(env.SVC_ALLOW_PRIVATE_TARGETS),
    ai: providerOf(env),
    serving: servingOf(env, isProduction),
    line: lineOf(env),
    tracesUrl: tracesUrlOf(env),
    logLevel: env.LOG_LEVEL,
  };
}
