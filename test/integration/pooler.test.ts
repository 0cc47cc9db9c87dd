import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { pgBouncerProgram, startPgBouncer, type Pooler } from '../../store/fixtures/pgbouncer.js';
import { madeUpBars } from '../../store/fixtures/series.js';
import { openStore, type Store } from '../../store/open-store.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const isPossible = pgBouncerProgram() !== null && postgresBinaries() !== null && hasOwnRedis;
if (!isPossible)
  console.log('skipped: servers behind PgBouncer, without pgbouncer, redis-server or PostgreSQL server binaries');
const START_MS = 120_000;

(isPossible ? describe : describe.skip)('PostgreSQL behind PgBouncer', () => {
  const programs = programsForFile();
  removeScratchAtEnd();
  let postgres: PrivateServer;
  let redis: TestRedis;
  const poolers: Pooler[] = [];
  let direct: Store;
  let environment: Environment;
  let server: ServerProgram;
  let key: string;

  const pooled = async (mode: 'session' | 'transaction'): Promise<string> => {
    const pooler = await startPgBouncer(postgres.url, mode);
    poolers.push(pooler);
    return pooler.url;
  };
  const storeBars = (days: number): Promise<void> =>
    direct.db.transaction().execute((tx) => direct.bars.replace(tx, 'AAA', madeUpBars(18_000, days), 'files'));

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startOwnRedis()]);
    direct = await openStore({ databaseUrl: postgres.url, dataDir: await scratchDir() });
    await storeBars(300);
    environment = { DATABASE_URL: await pooled('session'), REDIS_URL: redis.url, SVC_DATA_DIR: await scratchDir() };
    ({ key } = await programs.newKey(environment, '--tier', 'pro'));
    server = await programs.server(environment);
  }, START_MS);
  afterAll(async () => {
    endConnections();
    await server.signal('SIGTERM');
    await direct.close();
    for (const pooler of poolers) await pooler.stop();
    await Promise.all([postgres.stop(), redis.stop()]);
  }, START_MS);

  it('serves where each client keeps its connection: answers, and what others write', async () => {
    const sessions = async (): Promise<unknown> =>
      read(await call(server.url, '/api/v1/gap-stats?ticker=AAA', { key }), 'sessions');
    expect([await sessions(), await sessions()]).toEqual([299, 299]);
    await storeBars(310);
    while ((await sessions()) !== 309) expect((await call(server.url, '/healthz')).status).toBe(200);
  });

  it('a server that counts for itself is refused beside it as on PostgreSQL itself, by a lock that lasts as long as its process', async () => {
    const { code, stderr } = await programs.run('main', [], {
      ...environment,
      PORT: '0',
      SVC_SOURCE: 'none',
      REDIS_URL: undefined,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Another server or subgraph uses this database, .+ set REDIS_URL/),
    ]);
  });

  it('a start ends with a sentence where each transaction gets another connection', async () => {
    const DATABASE_URL = await pooled('transaction');
    const { code, stderr } = await programs.run('main', [], {
      ...environment,
      PORT: '0',
      SVC_SOURCE: 'none',
      DATABASE_URL,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^DATABASE_URL \(127\.0\.0\.1:\d+\/postgres\) leads to a pooler that gives each transaction another connection, which loses notifications and locks: let it keep a connection per client \(pool_mode = session of PgBouncer\), or name PostgreSQL itself\.\n$/,
      ),
    ]);
  });
});
