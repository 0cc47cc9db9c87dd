import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DEMO_KEYS } from '../../access/demo.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { postgresBinaries, testPostgres } from '../../store/fixtures/databases.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { writeHistories } from './synthetic.js';

/** Not the first one, which others may use. */
const REDIS_DATABASE = 7;
const SOON_MS = 15_000;

const isPossible = hasRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null);
if (!isPossible)
  console.log(
    'skipped: two server processes on PostgreSQL and Redis, for want of TEST_DATABASE_URL and TEST_REDIS_URL or installed servers',
  );

(isPossible ? describe : describe.skip)('two server processes on one PostgreSQL and one Redis', () => {
  const programs = programsForFile();
  const database = `marketgraph_two_${randomBytes(6).toString('hex')}`;
  const servers: ServerProgram[] = [];
  let environment: Readonly<Record<string, string>> = {};
  let redis: TestRedis | undefined;

  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgres.url() });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const open = async (): Promise<void> => {
    redis = await startTestRedis();
    await administer(`create database ${database}`);
    const databaseUrl = new URL(postgres.url());
    databaseUrl.pathname = `/${database}`;
    const redisUrl = new URL(redis.url);
    redisUrl.pathname = `/${REDIS_DATABASE}`;
    environment = { DATABASE_URL: databaseUrl.href, REDIS_URL: redisUrl.href };
    // Both at once on an empty database: one of them makes the tables.
    servers.push(...(await Promise.all([programs.server(environment), programs.server(environment)])));
  };
  // Declared after what kills the programs and before what stops PostgreSQL.
  afterAll(async () => {
    endConnections();
    await administer(`drop database if exists ${database} with (force)`);
    await redis?.stop();
  });
  const postgres = testPostgres();
  beforeAll(open);
  removeScratchAtEnd();

  /** The same request `count` times, at once and in turn over both processes. */
  const spread = (count: number, apiPath: string, key: string): Promise<readonly Answer[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => call(servers[i % 2]?.url ?? '', `/api/v1${apiPath}`, { key })));
  const both = async (ask: (url: string) => Promise<unknown>): Promise<readonly unknown[]> =>
    Promise.all(servers.map(({ url }) => ask(url)));
  const until = async (wanted: unknown, ask: (url: string) => Promise<unknown>): Promise<void> => {
    const giveUpAtMs = Date.now() + SOON_MS;
    let found = await both(ask);
    while (found.some((value) => value !== wanted) && Date.now() < giveUpAtMs) found = await both(ask);
    expect(found).toEqual([wanted, wanted]);
  };
  const tally = (answers: readonly Answer[]): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const answer of answers) {
      const what = answer.status === 200 ? '200' : String(read(answer, 'error'));
      counts[what] = (counts[what] ?? 0) + 1;
    }
    return counts;
  };

  it('have no demo keys', async () => {
    for (const key of Object.values(DEMO_KEYS))
      expect(tally(await spread(2, '/usage', key))).toEqual({ invalid_key: 2 });
  });

  it('count a key’s minute once: its limit is let through in all, and not one request more', async () => {
    const { key } = await programs.newKey(environment, '--tier', 'free', '--per-minute', '11');
    expect(tally(await spread(40, '/usage', key))).toEqual({ 200: 11, rate_limited: 29 });
  });

  it('count a key’s month once, and both tell what is left', async () => {
    const folder = await scratchDir();
    await writeHistories(folder, ['MONTH'], 300, 10);
    expect((await programs.run('import', ['bars', folder], environment)).code).toBe(0);
    const { key } = await programs.newKey(environment, '--tier', 'free', '--per-minute', '1000', '--per-month', '13');
    expect(tally(await spread(8, '/gap-stats?ticker=MONTH', key))).toEqual({ 200: 8 });
    expect(await both(async (url) => read(await call(url, '/api/v1/usage', { key }), 'requests', 'used'))).toEqual([
      8, 8,
    ]);
    expect(tally(await spread(40, '/gap-stats?ticker=MONTH', key))).toEqual({ 200: 5, monthly_limit_reached: 35 });
    expect(await both(async (url) => read(await call(url, '/api/v1/usage', { key }), 'requests', 'used'))).toEqual([
      13, 13,
    ]);
  });

  it('stop a revoked key, and follow a changed tier, both of them', async () => {
    const made = await programs.newKey(environment, '--tier', 'free', '--per-minute', '100000');
    const tierOf = async (url: string): Promise<unknown> =>
      (await call(url, '/api/v1/usage', { key: made.key })).headers['x-api-tier'];
    expect(await both(tierOf)).toEqual(['free', 'free']);
    expect((await programs.run('admin', ['accounts', 'set', made.account_id, '--tier', 'pro'], environment)).code).toBe(
      0,
    );
    await until('pro', tierOf);
    expect((await programs.run('admin', ['keys', 'revoke', made.key_id], environment)).code).toBe(0);
    await until('anonymous', tierOf);
  });

  it('see bars that another process imports, and what replaces them', async () => {
    const { key } = await programs.newKey(environment, '--tier', 'institutional', '--per-minute', '100000');
    const folder = await scratchDir();
    const sessions = async (url: string): Promise<unknown> =>
      read(await call(url, '/api/v1/gap-stats?ticker=SHARED', { key }), 'sessions');
    expect(await both(sessions)).toEqual([undefined, undefined]);
    for (const days of [300, 420]) {
      await writeHistories(folder, ['SHARED'], days, days);
      expect((await programs.run('import', ['bars', folder], environment)).code).toBe(0);
      await until(days - 1, sessions);
    }
    const price = async (url: string): Promise<unknown> =>
      read(await call(url, '/api/v1/signal?ticker=SHARED', { key }), 'price', 'current');
    const [before] = await both(price);
    await writeHistories(folder, ['SHARED'], 420, 1000);
    expect((await programs.run('import', ['bars', folder], environment)).code).toBe(0);
    await until(
      Math.round(Number(before) * (1000 / 420) * 10) / 10,
      async (url) => Math.round(Number(await price(url)) * 10) / 10,
    );
  });

  it('one of them killed, the other goes on, and the month stands when it is back', async () => {
    const { key } = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '100000');
    expect(tally(await spread(10, '/gap-stats?ticker=MONTH', key))).toEqual({ 200: 10 });
    const [killed, other] = servers;
    await killed?.signal('SIGKILL');
    endConnections();
    const used = async (): Promise<unknown> =>
      read(await call(other?.url ?? '', '/api/v1/usage', { key }), 'requests', 'used');
    expect(await used()).toBe(10);
    servers[0] = await programs.server(environment);
    expect(tally(await spread(10, '/gap-stats?ticker=MONTH', key))).toEqual({ 200: 10 });
    expect(await used()).toBe(20);
  });
});
