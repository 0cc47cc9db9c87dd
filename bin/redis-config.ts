import { z } from 'zod';
import type { HostAndPort, RedisLogin, RedisServers } from '../access/redis-servers.js';
import { parseUrl } from '../outbound/parse-url.js';
import { isUrl, oneOf } from './setting-types.js';

const SENTINEL_PORT = 26_379;
const REDIS_PORT = 6_379;

/** An entry `host` or `host:port`; undefined for anything else. */
function address(entry: string, usualPort: number): HostAndPort | undefined {
  const url = parseUrl(`redis://${entry}`);
  if (url === undefined || url.hostname === '' || url.href.replace('redis://', '') !== entry || /[/?#@]/.test(entry))
    return undefined;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? usualPort : Number(url.port) };
}

const entriesOf = (list: string): readonly string[] => list.split(',').map((entry) => entry.trim());

const addresses = (example: string) =>
  z
    .string()
    .refine(
      (list) => entriesOf(list).every((entry) => address(entry, REDIS_PORT) !== undefined),
      `must be a list of host:port separated by commas, such as ${example}`,
    )
    .optional();

/** Where Redis is, in one of three forms. */
export const REDIS_ENVIRONMENT = z.object({
  /** One Redis, for rate limits shared between processes. */
  REDIS_URL: z
    .string()
    .refine(isUrl(['redis:', 'rediss:']), 'must look like redis://host:6379')
    .optional(),
  /** Sentinels, of which one that answers names the primary. */
  REDIS_SENTINELS: addresses('sentinel-1:26379,sentinel-2:26379'),
  /** The sentinels' name of the primary. */
  REDIS_SENTINEL_MASTER: z.string().min(1).default('mymaster'),
  REDIS_SENTINEL_USERNAME: z.string().min(1).optional(),
  REDIS_SENTINEL_PASSWORD: z.string().min(1).optional(),
  /** Nodes of a Redis Cluster, of which one that answers names the others. */
  REDIS_CLUSTER_NODES: addresses('redis-1:6379,redis-2:6379'),
  /** Of the servers behind sentinels, or of the cluster's nodes. */
  REDIS_USERNAME: z.string().min(1).optional(),
  REDIS_PASSWORD: z.string().min(1).optional(),
  REDIS_TLS: oneOf(['true', 'false']).default('false'),
});

const login = (username: string | undefined, password: string | undefined): RedisLogin => ({ username, password });

/** Where Redis is; undefined if nowhere. */
export function redisOf(env: z.infer<typeof REDIS_ENVIRONMENT>): RedisServers | undefined {
  const secured = { login: login(env.REDIS_USERNAME, env.REDIS_PASSWORD), isTls: env.REDIS_TLS === 'true' };
  const listed = (list: string, usualPort: number): readonly HostAndPort[] =>
    entriesOf(list).flatMap((entry) => address(entry, usualPort) ?? []);
  if (env.REDIS_SENTINELS !== undefined) {
    const sentinelLogin = login(env.REDIS_SENTINEL_USERNAME, env.REDIS_SENTINEL_PASSWORD);
    return {
      kind: 'sentinel',
      sentinels: listed(env.REDIS_SENTINELS, SENTINEL_PORT),
      master: env.REDIS_SENTINEL_MASTER,
      sentinelLogin,
      ...secured,
    };
  }
  if (env.REDIS_CLUSTER_NODES !== undefined)
    return { kind: 'cluster', nodes: listed(env.REDIS_CLUSTER_NODES, REDIS_PORT), ...secured };
  return env.REDIS_URL === undefined ? undefined : { kind: 'single', url: env.REDIS_URL };
}

/** The setting of each form, for messages. */
export const REDIS_SETTINGS = {
  single: 'REDIS_URL',
  sentinel: 'REDIS_SENTINELS',
  cluster: 'REDIS_CLUSTER_NODES',
} as const satisfies Record<RedisServers['kind'], string>;

const OF_SEVERAL_SERVERS = ['REDIS_USERNAME', 'REDIS_PASSWORD', 'REDIS_TLS'];

/** A sentence if the forms are mixed. */
export function mixedRedis(set: Readonly<Record<string, string | undefined>>): string | undefined {
  const forms = Object.values(REDIS_SETTINGS).filter((name) => set[name] !== undefined);
  if (forms.length > 1) return `${forms.join(' and ')} each say where Redis is; keep one of them.`;
  if (set['REDIS_SENTINELS'] !== undefined || set['REDIS_CLUSTER_NODES'] !== undefined) return undefined;
  const stray = OF_SEVERAL_SERVERS.find((name) => set[name] !== undefined);
  return stray === undefined
    ? undefined
    : `${stray} requires REDIS_SENTINELS or REDIS_CLUSTER_NODES; the URL of one Redis has all of it: REDIS_URL=rediss://user:password@host:6379.`;
}
