import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';
import { Failure } from './failure.js';
import type { Program } from './setting-checks.js';

const feeds = (text: string) => readConfig({ SVC_NEWS_FEEDS: text }).newsFeeds;

it('a feed is an address, with a key and the mark of startup feeds if given', () => {
  expect(
    feeds(
      'https://a.example/x.xml, elm=https://b.example/?a=b&c=%2C,startup:ash-daily=https://c.example/f,startup:http://d.example/',
    ),
  ).toEqual([
    { url: 'https://a.example/x.xml', key: undefined, isStartup: false },
    { url: 'https://b.example/?a=b&c=%2C', key: 'elm', isStartup: false },
    { url: 'https://c.example/f', key: 'ash-daily', isStartup: true },
    { url: 'http://d.example/', key: undefined, isStartup: true },
  ]);
  expect(feeds('')).toEqual([]);
});

it('an entry of another form is refused by its position', () => {
  for (const wrong of ['nothing', 'Elm=https://b.example/', 'ftp://b.example/', 'startups:https://b.example/', 'elm='])
    expect(() => feeds(`https://a.example/x.xml,${wrong}`)).toThrow(/SVC_NEWS_FEEDS: entry 2 is not a URL/);
});

it('default stands for 14 feeds of different outlets, which others may follow', () => {
  const list = feeds('default, startup:elm=https://elm.example/f');
  expect([list.length, new Set(list.map(({ key }) => key)).size, list.at(-1)]).toEqual([
    15,
    15,
    { url: 'https://elm.example/f', key: 'elm', isStartup: true },
  ]);
  expect(list.every(({ url, key }) => url.startsWith('https://') && /^[a-z0-9-]+$/.test(key ?? ''))).toBe(true);
});

it('a news search is a URL with {q} after its host', () => {
  const search = (text: string) => readConfig({ SVC_NEWS_SEARCH: text }).newsSearch;
  expect([search(''), search('https://a.example/rss?q={q}'), search('http://127.0.0.1:8080/{q}')]).toEqual([
    undefined,
    'https://a.example/rss?q={q}',
    'http://127.0.0.1:8080/{q}',
  ]);
  for (const wrong of [
    'https://a.example/rss',
    'https://{q}.example/rss',
    'ftp://a.example/{q}',
    '{q}',
    'a.example/{q}',
    'https://a.example/{Q}',
  ])
    expect(() => search(wrong)).toThrow(/SVC_NEWS_SEARCH must be a URL with \{q\} after the host/);
});

it('a variable that looks like a setting without SVC_ is a doubt, not one of another program', () => {
  const doubts = (environment: NodeJS.ProcessEnv) => readConfig(environment).doubts;
  expect(doubts({ DATABSE_URL: 'postgres://x' })).toEqual([
    'The environment variable DATABSE_URL is not a setting and is ignored; did you mean DATABASE_URL?',
  ]);
  expect(doubts({ AI_MODLE: 'x', REDISURL: 'redis://x' })).toHaveLength(2);
  const set = { DATABASE_URL: 'postgres://x', DATABASE_URI: 'postgres://x' };
  expect(
    [set, { XAI_API_KEY: 'x', OPENAI_API_KEY: 'x', HOSTNAME: 'x', NODE_OPTIONS: '', LOGNAME: 'x' }].map(doubts),
  ).toEqual([[], []]);
});

describe('settings that cannot be meant are refused in a sentence', () => {
  const PRODUCTION = { NODE_ENV: 'production' };
  it.each<[NodeJS.ProcessEnv, Program, string | RegExp]>([
    [
      { SVC_DATADIR: '/data' },
      'command',
      'The environment variable SVC_DATADIR is not a setting; did you mean SVC_DATA_DIR?',
    ],
    [
      { SVC_SORCE: 'none', SVC_ANYTHING_ELSE: '1' },
      'server',
      'The environment variable SVC_SORCE is not a setting; did you mean SVC_SOURCE?\nThe environment variable SVC_ANYTHING_ELSE is not a setting; docs/operations.md lists all of them.',
    ],
    [{ SVC_DATABASE_CONNECTION: '20' }, 'server', /did you mean SVC_DATABASE_CONNECTIONS\?$/],
    [
      { NODE_ENV: 'prod' },
      'server',
      'The environment variable NODE_ENV must be production, development or test, not "prod".',
    ],
    [PRODUCTION, 'server', /^NODE_ENV=production requires SVC_SOURCE: none/],
    [{ SVC_SOURCE: 'simulatd' }, 'server', /^SVC_SOURCE: "simulatd" is not a data source/],
    [{}, 'worker', /^A worker requires DATABASE_URL/],
    [
      { DATABASE_REPLICA_URL: 'postgres://b' },
      'server',
      'DATABASE_REPLICA_URL requires DATABASE_URL, the PostgreSQL database of which it is a standby.',
    ],
    [
      { DATABASE_URL: 'postgres://a', SVC_REPLICA_MAX_LAG_MS: '500' },
      'server',
      'SVC_REPLICA_MAX_LAG_MS requires DATABASE_REPLICA_URL, the standby that may lag.',
    ],
    [
      { DATABASE_URL: 'postgres://a', DATABASE_REPLICA_URL: 'postgres://a' },
      'server',
      /^DATABASE_REPLICA_URL and DATABASE_URL are the same: name a streaming standby/,
    ],
    [
      { DATABASE_URL: 'postgres://a', DATABASE_REPLICA_URL: 'postgres://b', SVC_REPLICA_MAX_LAG_MS: '5' },
      'server',
      /SVC_REPLICA_MAX_LAG_MS must be a whole number from 100 to 3600000/,
    ],
    [
      { SVC_INTROSPECTION: 'yes' },
      'server',
      'The environment variable SVC_INTROSPECTION must be true or false, not "yes".',
    ],
    [{ SVC_TRUSTED_ONLY: 'true' }, 'server', /^SVC_TRUSTED_ONLY requires SVC_TRUSTED_DOCUMENTS/],
    [{ SVC_SMS_TOKEN: 'x' }, 'server', 'SVC_SMS_TOKEN requires SVC_SMS_URL, the gateway that it is sent to.'],
    [
      { SVC_PAYMENT_TOKEN: 'short' },
      'server',
      'The environment variable SVC_PAYMENT_TOKEN must have at least 16 characters.',
    ],
    [
      { SVC_DATABASE_CONNECTIONS: '0' },
      'server',
      'The environment variable SVC_DATABASE_CONNECTIONS must be a whole number from 2 to 500.',
    ],
    [
      { SVC_SERIES_CACHE_MIB: '1e9' },
      'server',
      /^The environment variable SVC_SERIES_CACHE_MIB must be a whole number/,
    ],
    [
      { SVC_SOURCE_TIMEOUT_MS: '50' },
      'server',
      'The environment variable SVC_SOURCE_TIMEOUT_MS must be a whole number from 100 to 120000.',
    ],
    ...['maybe', 'true', '-1', '33', '1.5', '10.0.0.0/33', '10.0.0.1/8/8', '::1/129', '10.0.0.1,proxy'].map(
      (TRUST_PROXY): [NodeJS.ProcessEnv, Program, RegExp] => [
        { TRUST_PROXY },
        'server',
        /^TRUST_PROXY: ".+" is neither a number of proxies/,
      ],
    ),
  ])('%j in a %s', (environment, program, message) => {
    expect(() => readConfig(environment, program)).toThrow(message instanceof RegExp ? message : new Failure(message));
  });

  it('what is meant is taken: variables of others, empty ones, and networks of proxies', () => {
    expect(readConfig({ SVCS: '1', OTHER_SVC_X: '1', SVC_UNKNOWN: '', PATH: '/bin' }).source).toBe('simulated');
    expect(readConfig({ ...PRODUCTION, SVC_SOURCE: 'none' }, 'server').isProduction).toBe(true);
    expect(readConfig(PRODUCTION, 'command').isProduction).toBe(true);
    const proxies = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
    expect([proxies(' 2 '), proxies('loopback, 10.0.0.0/8,fd00::/8'), proxies('')]).toEqual([
      2,
      ['loopback', '10.0.0.0/8', 'fd00::/8'],
      undefined,
    ]);
  });

  it('servers alone read from a replica', () => {
    const set = { DATABASE_URL: 'postgres://a', DATABASE_REPLICA_URL_FILE: '', DATABASE_REPLICA_URL: 'postgres://b' };
    expect([readConfig(set, 'server').replica, readConfig(set, 'worker').replica]).toEqual([
      { url: 'postgres://b', maxLagMs: 10_000 },
      undefined,
    ]);
  });

  it('pools and the cache have the sizes that are set', () => {
    const { connections, seriesCacheBytes } = readConfig({
      SVC_DATABASE_CONNECTIONS: '25',
      SVC_QUEUE_CONNECTIONS: '8',
      SVC_SERIES_CACHE_MIB: '64',
    });
    expect([connections, seriesCacheBytes]).toEqual([{ store: 25, queues: 8 }, 64 * 1_048_576]);
  });
});

describe('a secret may be in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'marketgraph-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };

  it('its value is the content without the line break', () => {
    const url = 'postgres://db.example/marketgraph';
    expect(readConfig({ DATABASE_URL_FILE: file('url', `${url}\n`), DATABASE_URL: '' }, 'worker').databaseUrl).toBe(
      url,
    );
    expect(readConfig({ SVC_SECRET_KEY_FILE: file('key', 'ab'.repeat(32)) }).secretKeys?.[0]).toHaveLength(32);
  });

  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      'both',
      { DATABASE_URL: 'postgres://a', DATABASE_URL_FILE: '/x' },
      /^DATABASE_URL and DATABASE_URL_FILE are both set; keep one/,
    ],
    [
      'no such file',
      { REDIS_URL_FILE: '/nowhere/at/all' },
      /^REDIS_URL_FILE: \/nowhere\/at\/all cannot be read: it does not exist\.$/,
    ],
    ['an empty file', { SVC_VAULT_KEY_FILE: file('empty', '\n') }, /^SVC_VAULT_KEY_FILE: .+ is empty\.$/],
    ['a wrong value', { SVC_VAULT_KEY_FILE: file('wrong', 'no key') }, /SVC_VAULT_KEY must be keys of 32 bytes/],
    ['no secret', { SVC_SOURCE_FILE: '/x' }, /^The environment variable SVC_SOURCE_FILE is not a setting/],
  ])('%s is refused in a sentence', (_what, environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

describe('Redis is at one place', () => {
  const redis = (environment: NodeJS.ProcessEnv) => readConfig(environment).redis;

  it('of one of three forms', () => {
    expect(redis({})).toBeUndefined();
    expect(redis({ REDIS_URL: 'rediss://u:p@redis.example:6380/2' })).toEqual({
      kind: 'single',
      url: 'rediss://u:p@redis.example:6380/2',
    });
    expect(
      redis({
        REDIS_SENTINELS: 'one.example, 10.0.0.2:26380,[::1]:26381',
        REDIS_PASSWORD: 'p',
        REDIS_SENTINEL_PASSWORD: 's',
      }),
    ).toEqual({
      kind: 'sentinel',
      master: 'mymaster',
      isTls: false,
      login: { password: 'p' },
      sentinelLogin: { password: 's' },
      sentinels: [
        { host: 'one.example', port: 26_379 },
        { host: '10.0.0.2', port: 26_380 },
        { host: '::1', port: 26_381 },
      ],
    });
    expect(
      redis({ REDIS_CLUSTER_NODES: 'one:7000,two', REDIS_USERNAME: 'u', REDIS_PASSWORD: 'p', REDIS_TLS: 'true' }),
    ).toEqual({
      kind: 'cluster',
      isTls: true,
      login: { username: 'u', password: 'p' },
      nodes: [
        { host: 'one', port: 7_000 },
        { host: 'two', port: 6_379 },
      ],
    });
  });

  it.each<[NodeJS.ProcessEnv, RegExp]>([
    [
      { REDIS_URL: 'redis://a', REDIS_SENTINELS: 'b' },
      /^REDIS_URL and REDIS_SENTINELS each say where Redis is; keep one of them\.$/,
    ],
    [
      { REDIS_SENTINELS: 'a', REDIS_CLUSTER_NODES: 'b' },
      /^REDIS_SENTINELS and REDIS_CLUSTER_NODES each say where Redis is/,
    ],
    [
      { REDIS_URL: 'redis://a', REDIS_PASSWORD: 'p' },
      /^REDIS_PASSWORD requires REDIS_SENTINELS or REDIS_CLUSTER_NODES; the URL of one Redis has all of it/,
    ],
    [{ REDIS_TLS: 'true' }, /^REDIS_TLS requires REDIS_SENTINELS or REDIS_CLUSTER_NODES/],
    [{ REDIS_URL: 'redis://a', REDIS_SENTINEL_MASTER: 'm' }, /^REDIS_SENTINEL_MASTER requires REDIS_SENTINELS/],
    [{ REDIS_CLUSTER_NODES: 'a', REDIS_SENTINEL_PASSWORD: 'p' }, /^REDIS_SENTINEL_PASSWORD requires REDIS_SENTINELS/],
    [{ REDIS_CLUSTER_NODES: 'a', REDIS_USERNAME: 'u' }, /^REDIS_USERNAME requires REDIS_PASSWORD/],
    ...['redis://a:1', 'a:x', 'a:70000', 'a,,b', 'a b', 'u:p@a', 'a/1'].map((list): [NodeJS.ProcessEnv, RegExp] => [
      { REDIS_CLUSTER_NODES: list },
      /^The environment variable REDIS_CLUSTER_NODES must be a list of host:port separated by commas, such as redis-1:6379,redis-2:6379\.$/,
    ]),
    [{ REDIS_CLUSTER_NODES: 'a', REDIS_TLS: 'yes' }, /REDIS_TLS must be true or false/],
  ])('%j ends the start with a sentence', (environment, message) => {
    expect(() => redis(environment)).toThrow(message);
  });
});
