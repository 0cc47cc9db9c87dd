import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis } from '../../access/fixtures/redis.js';
import { startTestCluster } from '../../access/fixtures/redis-cluster.js';
import { startTestSentinels } from '../../access/fixtures/redis-sentinel.js';
import type { HostAndPort } from '../../access/redis-servers.js';
import { AUTHORITY } from '../../store/fixtures/tls.js';
import { until } from '../../access/fixtures/access.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment } from '../support/programs.js';
import { startReceiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

if (!hasOwnRedis) console.log('skipped: Redis over TLS, for want of an installed Redis');

const TIMEOUT_MS = 120_000;
const list = (addresses: readonly HostAndPort[]): string =>
  addresses.map(({ host, port }) => `${host}:${port}`).join(',');

/** A Redis that speaks TLS alone, and the settings that say where it is. */
interface Secured {
  readonly settings: Environment;
  stop(): Promise<void>;
}

const FORMS: readonly (readonly [name: string, start: () => Promise<Secured>])[] = [
  [
    'one Redis',
    async () => {
      const redis = await startOwnRedis(undefined, true);
      return { settings: { REDIS_URL: redis.url }, stop: () => redis.stop() };
    },
  ],
  [
    'a primary and its sentinels',
    async () => {
      const { servers, stop } = await startTestSentinels({ isTls: true });
      const settings = {
        REDIS_SENTINELS: list(servers.sentinels),
        REDIS_SENTINEL_MASTER: servers.master,
        REDIS_SENTINEL_PASSWORD: servers.sentinelLogin.password,
        REDIS_PASSWORD: servers.login.password,
        REDIS_TLS: 'true',
      };
      return { settings, stop };
    },
  ],
  [
    'a cluster',
    async () => {
      const { nodes, stop } = await startTestCluster({ isTls: true });
      return { settings: { REDIS_CLUSTER_NODES: list(nodes), REDIS_TLS: 'true' }, stop };
    },
  ],
];

(hasOwnRedis ? describe : describe.skip).each(FORMS)('with %s over TLS', (_name, start) => {
  const programs = programsForFile();
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    endConnections();
    for (const end of ends.splice(0).reverse()) await end();
  }, TIMEOUT_MS);
  removeScratchAtEnd();

  it(
    'a server counts limits and delivers webhooks, and does not start where the certificate is not trusted',
    async () => {
      const { settings, stop } = await start();
      ends.push(stop);
      const receiver = await startReceiver();
      ends.push(() => receiver.close());
      const environment = {
        ...settings,
        SVC_DATA_DIR: await scratchDir(),
        SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        SVC_ALLOW_PRIVATE_TARGETS: '1',
        LOG_LEVEL: 'warn',
      };
      const stranger = await programs.run('main', [], { ...environment, PORT: '0', SVC_SOURCE: 'none' });
      expect([stranger.code, stranger.stderr]).toEqual([
        1,
        expect.stringMatching(/^[^\n]*Redis at [^\n]* NODE_EXTRA_CA_CERTS\.\n$/),
      ]);

      const trusting = { ...environment, NODE_EXTRA_CA_CERTS: AUTHORITY };
      const server = await programs.server(trusting);
      ends.push(() => server.signal('SIGTERM'));
      const { key } = await programs.newKey(trusting, '--tier', 'pro', '--per-minute', '8');
      const made = await call(server.url, '/api/v1/webhooks', {
        method: 'POST',
        key,
        body: { url: `${receiver.url}/hook` },
      });
      expect(made.status).toBe(201);
      const test = { action: 'test', id: read(made, 'id') };
      expect((await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: test })).status).toBe(200);
      await until(() => receiver.received.length === 1);
      expect((await call(server.url, '/metrics')).text).toMatch(/^marketgraph_queue_jobs\{/m);
      expect(server.written()).not.toMatch(/unreachable/);
      const answers = await Promise.all(Array.from({ length: 10 }, () => call(server.url, '/api/v1/usage', { key })));
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(6).fill(200),
        ...Array<number>(4).fill(429),
      ]);
    },
    TIMEOUT_MS,
  );
});
