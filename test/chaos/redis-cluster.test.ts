import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { hasOwnRedis } from '../../access/fixtures/redis.js';
import { startTestCluster, type TestCluster } from '../../access/fixtures/redis-cluster.js';
import { minuteKey } from '../../access/redis-keys.js';
import { accountScope } from '../../access/limits.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { openStore, type Store } from '../../store/open-store.js';
import { subscribe } from '../support/event-stream.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, missing, twice } from './deliveries.js';
import { writeHistories } from './synthetic.js';

const isPossible = hasOwnRedis && postgresBinaries() !== null;
if (!isPossible)
  console.log('skipped: programs on a Redis Cluster, without PostgreSQL server binaries and an installed Redis');

const SERVERS = 4;
const WORKERS = 2;
/** A ticker that each server is asked for once, and those that it is asked for until one is read at the replica. */
const OTHERS = ['AA', 'AB', 'AC', 'AD'] as const;
const READ_THERE = [
  ['BA', 'CA', 'DA', 'EA'],
  ['BB', 'CB', 'DB', 'EB'],
  ['BC', 'CC', 'DC', 'EC'],
  ['BD', 'CD', 'DD', 'ED'],
] as const;
const DAYS = 300;
const EVENTS = 60;
const TIMEOUT_MS = 180_000;
const SETTLED_WITHIN_MS = 120_000;
const QUERY =
  'subscription ($tickers: [Ticker!]!) { signalChanged(tickers: $tickers) { ticker signal { compositeScore } } }';

(isPossible ? describe : describe.skip)('four servers and two workers with a read replica and a Redis Cluster', () => {
  const programs = programsForFile();
  const servers: ServerProgram[] = [];
  let cluster: TestCluster;
  let receiver: Receiver;
  let primary: PrivateServer;
  let standby: PrivateServer;
  let store: Store;
  let environment: Environment = {};
  afterAll(async () => {
    endConnections();
    await receiver.close();
    await Promise.all(servers.map((server) => server.signal('SIGTERM')));
    await store.close();
    await Promise.all([cluster.stop(), standby.stop()]);
    await primary.stop();
  }, TIMEOUT_MS);
  removeScratchAtEnd();
  beforeAll(async () => {
    [cluster, receiver, primary] = await Promise.all([startTestCluster(), startReceiver(), startPostgres()]);
    store = await openStore({ databaseUrl: primary.url, dataDir: await scratchDir() });
    standby = await startPostgres({ primary });
    environment = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      SVC_DATABASE_CONNECTIONS: '4',
      REDIS_CLUSTER_NODES: cluster.nodes.map(({ host, port }) => `${host}:${port}`).join(','),
      SVC_DATA_DIR: await scratchDir(),
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      SVC_ALLOW_PRIVATE_TARGETS: '1',
      LOG_LEVEL: 'warn',
    };
    for (let count = 0; count < SERVERS; count += 1) servers.push(await programs.server(environment));
    for (let count = 0; count < WORKERS; count += 1) {
      await programs.start('worker', [], environment).until(/Worker ready, queue in Redis/);
    }
  }, TIMEOUT_MS);

  const ask = (index: number, path: string, key: string): Promise<Answer> =>
    call(servers[index % SERVERS]?.url ?? '', path, { key });
  const usage = (index: number, key: string): Promise<Answer> => ask(index, '/api/v1/usage', key);
  const sessions = async (index: number, ticker: string, key: string): Promise<unknown> =>
    read(await ask(index, `/api/v1/gap-stats?ticker=${ticker}`, key), 'sessions');
  const isReplicaUsed = async ({ url }: ServerProgram): Promise<boolean> =>
    read(await call(url, '/readyz'), 'replica', 'used') === true;
  const replicaReads = async ({ url }: ServerProgram): Promise<number> =>
    Number(
      /^marketgraph_replica_reads_total\{target="replica"\} (\S+)$/m.exec((await call(url, '/metrics')).text)?.[1],
    );
  const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status).sort();
  const emit = async (accountId: string): Promise<string> => {
    const id = `evt_${randomBytes(9).toString('base64url')}`;
    await store.db
      .transaction()
      .execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId, data: {}, at: new Date() }));
    return id;
  };

  it(
    'count requests at the same time through all exactly',
    async () => {
      for (let account = 0; account < SERVERS; account += 1) {
        const { key } = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '15');
        const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => usage(index, key)));
        expect(statuses(answers)).toEqual([...Array<number>(15).fill(200), ...Array<number>(25).fill(429)]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'tell streams of each server of a change, and answer with it while they read at the replica',
    async () => {
      const { key } = await programs.newKey(environment, '--tier', 'institutional');
      const streams = await Promise.all(
        servers.map(({ url }) => subscribe(url, { key, query: QUERY, variables: { tickers: ['SHARED'] } })),
      );
      for (const stream of streams) await stream.event(0);
      const folder = await scratchDir();
      await writeHistories(folder, ['SHARED', ...OTHERS, ...READ_THERE.flat()], DAYS, 10);
      expect(await programs.run('import', ['bars', folder], environment)).toMatchObject({ code: 0 });
      for (const stream of streams) {
        expect(read((await stream.event(1)).data as object, 'data', 'signalChanged', 'ticker')).toBe('SHARED');
        stream.leave();
      }
      for (const [index, server] of servers.entries()) {
        expect(await sessions(index, 'SHARED', key)).toBe(DAYS - 1);
        await until(() => isReplicaUsed(server));
      }
    },
    TIMEOUT_MS,
  );

  it(
    'go on by themselves after a node and the replica were killed: limits are exact, no event is lost or sent twice',
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
      for (const index of servers.keys()) await until(async () => (await usage(index, key)).status === 200);
      await standby.kill();
      for (const [index, ticker] of OTHERS.entries()) expect(await sessions(index, ticker, key)).toBe(DAYS - 1);
      await standby.restart();
      // A probe that a busy machine answers late keeps a server from the replica for some seconds.
      for (const [index, server] of servers.entries()) {
        const before = await replicaReads(server);
        for (const ticker of READ_THERE[index] ?? []) {
          await until(() => isReplicaUsed(server));
          expect(await sessions(index, ticker, key)).toBe(DAYS - 1);
          if ((await replicaReads(server)) > before) break;
        }
        expect(await replicaReads(server)).toBeGreaterThan(before);
      }
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
