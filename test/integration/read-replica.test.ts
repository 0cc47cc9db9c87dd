import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries, settledVersion, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { madeUpBars } from '../../store/fixtures/series.js';
import { openStore, type Store } from '../../store/open-store.js';
import type { Versions } from '../../store/table-versions.js';
import { call, endConnections, read, type Answer } from '../support/http.js';
import { programsForFile, type Environment, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const isPossible = postgresBinaries() !== null;
if (!isPossible) console.log('skipped: reads from a replica, without PostgreSQL server binaries');
const START_MS = 120_000;
const ROUNDS = 60;
/** Statements on what belongs to accounts. */
const OF_ACCOUNTS = /\b(?:accounts|api_keys|monthly_usage|webhook_endpoints|sessions|settings)\b/;
/** The statement that reads a ticker's series for a request; jobs read many at once. */
const seriesOf = (ticker: string): RegExp =>
  new RegExp(`from securities s cross join lateral[^]{0,500}'\\{${ticker}\\}'`);

const storeBars = (store: Store, symbols: readonly string[], days: number): Promise<void> => {
  const writes = symbols.map((symbol) => ({ symbol, source: 'files', bars: madeUpBars(18_000, days) }));
  return store.db.transaction().execute((tx) => store.bars.replaceMany(tx, writes));
};

const renameCompany = (store: Store, name: string): Promise<void> => {
  const company = {
    slug: 'acme',
    name,
    sector: 'AI',
    tagline: null,
    founded: 2015,
    hq: null,
    employees: 10,
    source: 'files',
  };
  return store.privateCompanies.upsert(store.db, [company]);
};

const TICKERS = Array.from(
  { length: 60 },
  (_, index) => `T${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + Math.floor(index / 26))}`,
);

(isPossible ? describe : describe.skip)('a server with a read replica', () => {
  const programs = programsForFile();
  removeScratchAtEnd();
  let primary: PrivateServer;
  let standby: PrivateServer;
  let control: pg.Client;
  let writer: Store;
  let environment: Environment;
  let server: ServerProgram;
  let key: string;

  beforeAll(async () => {
    primary = await startPostgres({ isLogging: true });
    const { url: databaseUrl } = primary;
    writer = await openStore({ databaseUrl, dataDir: await scratchDir() });
    await storeBars(writer, ['AAA', ...TICKERS], 300);
    standby = await startPostgres({ primary, isLogging: true });
    control = new pg.Client({ connectionString: standby.url });
    control.on('error', () => undefined);
    await control.connect();
    environment = {
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: standby.url,
      SVC_REPLICA_MAX_LAG_MS: '1000',
      SVC_DATA_DIR: await scratchDir(),
    };
    ({ key } = await programs.newKey(environment, '--tier', 'institutional'));
    server = await programs.server(environment);
    await untilUsed(true);
  }, START_MS);
  afterAll(async () => {
    endConnections();
    await server.signal('SIGTERM');
    await writer.close();
    await control.end().catch(() => undefined);
    await standby.stop();
    await primary.stop();
  }, START_MS);

  const ask = (path: string, options = {}): Promise<Answer> => call(server.url, path, { key, ...options });
  const sessions = async (ticker: string): Promise<unknown> =>
    read(await ask(`/api/v1/gap-stats?ticker=${ticker}`), 'sessions');
  const replica = async (): Promise<{ used: unknown; lag: unknown }> => {
    const answer = await call(server.url, '/readyz');
    expect(answer.status).toBe(200);
    return { used: read(answer, 'replica', 'used'), lag: read(answer, 'replica', 'lag_seconds') };
  };
  const metric = async (name: string): Promise<number> => {
    const { text } = await call(server.url, '/metrics');
    return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    while (!(await isTrue())) await pause(20);
  };
  const untilUsed = (used: boolean): Promise<void> => until(async () => (await replica()).used === used);
  /** What both servers logged meanwhile. */
  const logged = async (work: () => Promise<void>): Promise<{ there: string; here: string }> => {
    const [here, there] = [primary.log().length, standby.log().length];
    await work();
    return { here: primary.log().slice(here), there: standby.log().slice(there) };
  };

  /**
   * Asks for tickers whose series are not in memory, until one is read from the replica: what has just changed is not,
   * and nothing is for some seconds after a probe that a busy machine answered late.
   */
  const untilReadThere = async (tickers: readonly string[]): Promise<void> => {
    for (const ticker of tickers) {
      await untilUsed(true);
      const { here, there } = await logged(async () => expect(await sessions(ticker)).toBe(299));
      expect(`${here}${there}`).toMatch(seriesOf(ticker));
      if (seriesOf(ticker).test(there)) return expect(here).not.toMatch(seriesOf(ticker));
    }
    throw new Error('no series was read from the replica');
  };

  it('reads market data there, and what belongs to accounts at the primary', async () => {
    const { here, there } = await logged(async () => {
      await untilReadThere(TICKERS.slice(0, 10));
      expect((await ask('/api/v1/usage')).status).toBe(200);
    });
    expect(there).not.toMatch(OF_ACCOUNTS);
    expect(here).toMatch(OF_ACCOUNTS);
    await until(async () => (await metric('marketgraph_replica_used')) === 1);
    expect(await metric('marketgraph_replica_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(await metric('marketgraph_replica_reads_total{target="replica"}')).toBeGreaterThan(0);
  });

  it('answers with an import and with what a client has written while the replica lags, and says that it lags', async () => {
    await control.query('select pg_wal_replay_pause()');
    await storeBars(writer, ['AAA'], 310);
    const { there } = await logged(() => until(async () => (await sessions('AAA')) === 309));
    expect(there).not.toMatch(seriesOf('AAA'));
    const created = await ask('/api/v1/webhooks', {
      method: 'POST',
      body: { url: 'https://example.com/hook', events: ['edge_alert.fired'] },
    });
    expect([created.status, read(await ask('/api/v1/webhooks'), 'webhooks', 0, 'id')]).toEqual([
      201,
      read(created, 'id'),
    ]);
    await until(async () => Number((await replica()).lag) > 1);
    expect(await replica()).toMatchObject({ used: false });
    expect(await metric('marketgraph_replica_used')).toBe(0);
    expect(await metric('marketgraph_replica_lag_seconds')).toBeGreaterThan(1);
    const [ticker = ''] = TICKERS.slice(10);
    const beyond = await logged(async () => expect(await sessions(ticker)).toBe(299));
    expect([seriesOf(ticker).test(beyond.here), seriesOf(ticker).test(beyond.there)]).toEqual([true, false]);
    await control.query('select pg_wal_replay_resume()');
    await untilUsed(true);
  });

  it('reads an import there once it is replayed, and cached answers change', async () => {
    const before = await ask('/api/v1/gap-stats?ticker=AAA');
    await storeBars(writer, ['AAA'], 320);
    await until(async () => (await sessions('AAA')) === 319);
    const after = await ask('/api/v1/gap-stats?ticker=AAA', { headers: { 'If-None-Match': before.headers.etag } });
    expect([after.status, read(after, 'sessions')]).toEqual([200, 319]);
    await untilReadThere(TICKERS.slice(11, 30));
  });

  it('reads marks on record at the primary: one of a moment ago is there while the replica lags', async () => {
    await renameCompany(writer, 'Acme');
    await until(async () => (await replica()).used === true);
    const onRecord = async (): Promise<Answer> => {
      const query = `{ privateCompany(slug: "acme") { mark(asOf: "${new Date().toISOString()}") { valuationUsd } markStatus } }`;
      return ask('/graphql', { method: 'POST', body: { query } });
    };
    await until(async () => read(await onRecord(), 'errors', 0, 'extensions', 'code') === 'INSUFFICIENT_DATA');
    await control.query('select pg_wal_replay_pause()');
    const nothing = { slug: 'acme', methodVersion: 1, status: 'no_valuation' as const, mark: null, sources: ['files'] };
    expect(await writer.markRecords.record([nothing], new Date(), Date.now)).toBe(1);
    const { here, there } = await logged(async () => {
      const answer = await onRecord();
      expect([read(answer, 'errors'), read(answer, 'data')]).toEqual([
        undefined,
        { privateCompany: { mark: null, markStatus: 'NO_VALUATION' } },
      ]);
    });
    expect([/from mark_records/.test(here), /mark_records/.test(there)]).toEqual([true, false]);
    await control.query('select pg_wal_replay_resume()');
    await untilUsed(true);
  });

  it('answers every request while the replica is killed, and uses it again once it is back', async () => {
    const asked = TICKERS.slice(30).map((ticker) => ask(`/api/v1/gap-stats?ticker=${ticker}`));
    await Promise.race(asked);
    await standby.kill();
    const later = TICKERS.map((ticker) => ask(`/api/v1/gap-stats?ticker=${ticker}`));
    const answers = await Promise.all([...asked, ...later]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await untilUsed(false);
    await standby.restart();
    await untilUsed(true);
    control = new pg.Client({ connectionString: standby.url });
    control.on('error', () => undefined);
    await control.connect();
  });

  it('never reads rows that are older than the version that it noted before, however late they are replayed', async () => {
    const databaseUrl = primary.url;
    const reader = await openStore({
      databaseUrl,
      replica: { url: standby.url, maxLagMs: 60_000 },
      dataDir: await scratchDir(),
    });
    await control.query("alter system set recovery_min_apply_delay = '60ms'");
    await control.query('select pg_reload_conf()');
    const nameOf = new Map<number, number>();
    let isDone = false;
    const write = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await renameCompany(writer, String(round));
        nameOf.set(await settledVersion(writer, 'private_companies'), round);
        // Now and then the replica catches up.
        if (round % 5 === 0) await until(async () => reader.replica?.status().lagSeconds === 0);
      }
      isDone = true;
    };
    const reads: { readonly version: number; readonly round: number }[] = [];
    const check = async (): Promise<void> => {
      while (!isDone) {
        const versions: Versions = new Map();
        const [company] = (await reader.reading(versions).privateCompanies.bySlugs(['acme'])).values();
        reads.push({ version: versions.get('private_companies') ?? NaN, round: Number(company?.name) });
      }
    };
    await Promise.all([write(), check(), check()]);
    expect(reads.filter(({ version, round }) => round < (nameOf.get(version) ?? -1))).toEqual([]);
    const { reads: counts } = reader.replica?.status() ?? {};
    expect(counts?.replica).toBeGreaterThan(0);
    expect(counts?.primary).toBeGreaterThan(0);
    // Its own writes are there at once.
    await renameCompany(reader, 'own');
    const [own] = (await reader.reading(new Map()).privateCompanies.bySlugs(['acme'])).values();
    expect(own?.name).toBe('own');
    await reader.close();
    await control.query('alter system reset recovery_min_apply_delay');
    await control.query('select pg_reload_conf()');
  });

  it('is refused at the start where the URL is of no standby of the database', async () => {
    const same = `${primary.url}?application_name=other`;
    const { code, stderr } = await programs.run('main', [], {
      ...environment,
      PORT: '0',
      SVC_SOURCE: 'none',
      DATABASE_REPLICA_URL: same,
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^DATABASE_REPLICA_URL \(127\.0\.0\.1:\d+\/postgres\) is no streaming standby of the database in DATABASE_URL: correct it, or leave it out\.\n$/,
      ),
    ]);
  });
});
