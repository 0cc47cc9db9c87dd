import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { hasOwnRedis } from '../../access/fixtures/redis.js';
import { startTestCluster, type TestCluster } from '../../access/fixtures/redis-cluster.js';
import { minuteKey } from '../../access/redis-keys.js';
import { accountScope } from '../../access/limits.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { subscribe } from '../support/event-stream.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, missing, twice } from './deliveries.js';
import { writeHistories } from './synthetic.js';

const isPossible = hasOwnRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null);
if (!isPossible) console.log('skipped: programs on a Redis Cluster, for want of PostgreSQL and an installed Redis');

const EVENTS = 60;
const TIMEOUT_MS = 180_000;
const SETTLED_WITHIN_MS = 120_000;
const QUERY =
  'subscription ($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker signal { compositeScore } } }';

(isPossible ? describe : describe.skip)('two servers and a worker on a Redis Cluster of three nodes', () => {
  const programs = programsForFile();
  const servers: ServerProgram[] = [];
  let cluster: TestCluster;
  let receiver: Receiver;
  let store: Store;
  let environment: Environment = {};
  afterAll(async () => {
    endConnections();
    await receiver.close();
    await cluster.stop();
  });
  const openDatabase = postgresDatabase();
  removeScratchAtEnd();
  beforeAll(async () => {
    [cluster, receiver, store] = await Promise.all([startTestCluster(), startReceiver(), openDatabase()]);
    environment = {
      DATABASE_URL: store.poolConfig.connectionString,
      REDIS_CLUSTER_NODES: cluster.nodes.map(({ host, port }) => `${host}:${port}`).join(','),
      SVC_DATA_DIR: await scratchDir(),
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      SVC_ALLOW_PRIVATE_TARGETS: '1',
      LOG_LEVEL: 'warn',
    };
    servers.push(await programs.server(environment), await programs.server(environment));
    await programs.start('worker', [], environment).until(/Worker ready, queue in Redis/);
  }, TIMEOUT_MS);

  const usage = (index: number, key: string): Promise<Answer> =>
    call(servers[index % 2]?.url ?? '', '/api/v1/usage', { key });
  const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status).sort();
  const emit = async (accountId: string): Promise<string> => {
    const id = `evt_${randomBytes(9).toString('base64url')}`;
    await store.db
      .transaction()
      .execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId, data: {}, at: new Date() }));
    return id;
  };

  it(
    'count requests at the same time through both exactly',
    async () => {
      for (let account = 0; account < 2; account += 1) {
        const { key } = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '15');
        const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => usage(index, key)));
        expect(statuses(answers)).toEqual([...Array<number>(15).fill(200), ...Array<number>(25).fill(429)]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'tell streams of both of a change',
    async () => {
      const { key } = await programs.newKey(environment, '--tier', 'institutional');
      const streams = await Promise.all(
        servers.map(({ url }) => subscribe(url, { key, query: QUERY, variables: { tickers: ['SHARED'] } })),
      );
      for (const stream of streams) await stream.event(0);
      const folder = await scratchDir();
      await writeHistories(folder, ['SHARED'], 300, 10);
      expect(await programs.run('import', ['bars', folder], environment)).toMatchObject({ code: 0 });
      for (const stream of streams) {
        expect(read((await stream.event(1)).data as object, 'data', 'signalChanged', 'ticker')).toBe('SHARED');
        stream.leave();
      }
    },
    TIMEOUT_MS,
  );

  it(
    'go on by themselves after a node was killed and started again: limits are exact, and no event is lost or sent twice',
    async () => {
      const { key, account_id: accountId } = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '100');
      const made = await call(servers[0]?.url ?? '', '/api/v1/webhooks', {
        method: 'POST',
        key,
        body: { url: `${receiver.url}/hook` },
      });
      expect(made.status).toBe(201);
      const events = new Set<string>();
      const node = await cluster.nodeOf(minuteKey(accountScope(accountId)));
      while (events.size < EVENTS / 2) events.add(await emit(accountId));
      await cluster.kill(node);
      while (events.size < EVENTS) events.add(await emit(accountId));
      const refused = await usage(0, key);
      expect([refused.status, refused.headers['retry-after'] === undefined]).toEqual([503, false]);
      await cluster.restart(node);
      for (const index of [0, 1]) await until(async () => (await usage(index, key)).status === 200);
      await eventually(() => missing(receiver.received, new Map([['/hook', events]])).length === 0, SETTLED_WITHIN_MS);
      expect(twice(receiver.received)).toEqual([]);
      const other = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '15');
      expect(statuses(await Promise.all(Array.from({ length: 40 }, (_, index) => usage(index, other.key))))).toEqual([
        ...Array<number>(15).fill(200),
        ...Array<number>(25).fill(429),
      ]);
    },
    TIMEOUT_MS,
  );
});
