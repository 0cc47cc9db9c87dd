import { Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

export interface RedisLogin {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** What Sentinel and Cluster need beside their addresses; in the form with one server its URL has all of it. */
interface Secured {
  readonly login: RedisLogin;
  readonly isTls: boolean;
}

/** Where Redis is: one server, a primary that sentinels name, or a cluster, of which some nodes are listed. */
export type RedisServers =
  | { readonly kind: 'single'; readonly url: string }
  | (Secured & {
      readonly kind: 'sentinel';
      readonly sentinels: readonly HostAndPort[];
      readonly master: string;
      readonly sentinelLogin: RedisLogin;
    })
  | (Secured & { readonly kind: 'cluster'; readonly nodes: readonly HostAndPort[] });

/** A connection to any of the forms. Every command and script must keep to keys of one hash tag. */
export type RedisClient = Redis | Cluster;

/** How a connection behaves while Redis is unreachable. */
export interface RedisBehaviour {
  /** Whether commands wait for it; otherwise they fail at once, and in a cluster within half a second. */
  readonly waits: boolean;
  readonly retryStrategy: (attempt: number) => number;
  readonly connectTimeoutMs?: number;
  readonly commandTimeoutMs?: number;
  /** Connects when `connect()` is called. */
  readonly isLazy?: boolean;
}

/** A cluster's commands are sent again this often, 100 ms apart, while their node is away or their slot moves. */
const REDIRECTIONS = 5;
/** How often a cluster is asked which node has which slot, beside when a node says that it moved. */
const SLOTS_REFRESH_MS = 5_000;

/** A client that is not connected yet. It reconnects by itself until `disconnect()`. */
export function createRedisClient(servers: RedisServers, behaviour: RedisBehaviour): RedisClient {
  switch (servers.kind) {
    case 'single':
      return new Redis(servers.url, singleOptions(behaviour));
    case 'sentinel':
      return new Redis({
        ...singleOptions(behaviour),
        ...secured(servers),
        sentinels: servers.sentinels.map(({ host, port }) => ({ host, port })),
        name: servers.master,
        sentinelUsername: servers.sentinelLogin.username,
        sentinelPassword: servers.sentinelLogin.password,
        enableTLSForSentinelMode: servers.isTls,
        ...(servers.isTls ? { sentinelTLS: {} } : {}),
        sentinelRetryStrategy: behaviour.retryStrategy,
        sentinelCommandTimeout: 1_000,
        // A primary that hangs or was demoted keeps its connections open: the sentinels tell of its successor.
        failoverDetector: true,
        reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? (behaviour.waits ? 2 : 1) : false),
      });
    case 'cluster':
      return new Cluster(
        servers.nodes.map(({ host, port }) => ({ host, port })),
        clusterOptions(servers, behaviour),
      );
  }
}

/** The addresses, for messages. */
export function redisAddresses(servers: RedisServers): string {
  const list = (addresses: readonly HostAndPort[]): string =>
    addresses.map(({ host, port }) => `${host}:${port}`).join(', ');
  switch (servers.kind) {
    case 'single':
      return new URL(servers.url).host;
    case 'sentinel':
      return `the primary "${servers.master}" of the sentinels ${list(servers.sentinels)}`;
    case 'cluster':
      return `the cluster at ${list(servers.nodes)}`;
  }
}

function singleOptions({ waits, retryStrategy, connectTimeoutMs, commandTimeoutMs, isLazy = false }: RedisBehaviour) {
  return {
    retryStrategy,
    enableOfflineQueue: waits,
    maxRetriesPerRequest: waits ? null : 0,
    lazyConnect: isLazy,
    ...(connectTimeoutMs === undefined ? {} : { connectTimeout: connectTimeoutMs }),
    ...(commandTimeoutMs === undefined ? {} : { commandTimeout: commandTimeoutMs }),
  } satisfies RedisOptions;
}

function secured({ login, isTls }: Secured) {
  return {
    ...(login.username === undefined ? {} : { username: login.username }),
    ...(login.password === undefined ? {} : { password: login.password }),
    ...(isTls ? { tls: {} } : {}),
  } satisfies RedisOptions;
}

function clusterOptions(
  servers: Secured,
  { waits, retryStrategy, connectTimeoutMs, commandTimeoutMs, isLazy = false }: RedisBehaviour,
) {
  return {
    enableOfflineQueue: waits,
    maxRedirections: waits ? Infinity : REDIRECTIONS,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    lazyConnect: isLazy,
    redisOptions: {
      ...secured(servers),
      maxRetriesPerRequest: waits ? null : 0,
      ...(connectTimeoutMs === undefined ? {} : { connectTimeout: connectTimeoutMs }),
      ...(commandTimeoutMs === undefined ? {} : { commandTimeout: commandTimeoutMs }),
    },
    // Certificates are for names: do not connect to an address that a name was resolved to.
    ...(servers.isTls ? ({ dnsLookup: (name, callback) => callback(null, name) } satisfies ClusterOptions) : {}),
  } satisfies ClusterOptions;
}
