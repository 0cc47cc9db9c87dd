import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { postgresBinaries, testPostgres } from '../../store/fixtures/databases.js';
import { call } from '../support/http.js';
import { programsForFile, type Environment } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
const SECRETS = { SVC_SECRET_KEY: 'ab'.repeat(32), SVC_VAULT_KEY: 'cd'.repeat(32), SVC_ALLOW_PRIVATE_TARGETS: '1' };
/** Without demo accounts, which each embedded database gets when it is opened. */
const PRODUCTION = { ...SECRETS, NODE_ENV: 'production', SVC_DRAIN_WAIT_MS: '0' };
const DAYS = 400;
const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']) || postgresBinaries() !== null;
const POLL_MS = 50;

const lines = async (file: string): Promise<string[]> =>
  gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
/**
 * What an export has, whatever the order within a table; without requests of the last minute, which each opening
 * forgets.
 */
const contentOf = async (file: string): Promise<string[]> =>
  (await lines(file)).filter((line) => line.startsWith('{"row":') && !line.startsWith('{"row":{"scope":')).sort();

function csv(first: string): string {
  const from = parseIsoDate(first) ?? 0;
  const rows = Array.from({ length: DAYS }, (_, i) => ({ day: from + i, price: 100 + 20 * Math.sin(i / 9) + (i % 7) }));
  return [
    'Date,Open,High,Low,Close,Volume',
    ...rows.map(({ day, price }) => `${isoDate(day)},${price},${price + 2},${price - 2},${price + 1},${1000 + day}`),
  ].join('\n');
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

(hasPostgres ? describe : describe.skip)('everything in a database is carried to another one', () => {
  // Declared before the server, which it needs.
  afterAll(() => onServer(`drop database if exists ${name} with (force)`));
  const postgres = testPostgres();
  removeScratchAtEnd();
  const name = `marketgraph_dump_${String(process.pid)}`;
  let folder: string;
  let url: string;
  let key: string;
  let usage: string;
  let source: Environment;
  let target: Environment;

  const usageAt = async (server: string): Promise<string> => {
    const { text } = await call(server, '/graphql', {
      method: 'POST',
      key,
      body: { query: '{ usage { tier requests { used } } }' },
    });
    const { tier, requests } = (JSON.parse(text) as { data: { usage: { tier: string; requests: { used: number } } } })
      .data.usage;
    return `${tier} ${String(requests.used)}`;
  };
  const file = (each: string): string => path.join(folder, each);
  const admin = async (environment: Environment, ...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await programs.run('admin', argv, environment);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
    return `${String(code)} ${stdout.trim()}${stderr.trim()}`;
  };
  const onServer = async (sql: string): Promise<void> => {
    const client = new pg.Client(postgres.url());
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  beforeAll(async () => {
    folder = await scratchDir();
    source = { ...PRODUCTION, SVC_DATA_DIR: file('source') };
    await onServer(`create database ${name}`);
    const address = new URL(postgres.url());
    address.pathname = `/${name}`;
    url = address.href;
    target = { ...PRODUCTION, SVC_DATA_DIR: file('of-target'), DATABASE_URL: url };
    const server = await programs.server(source);
    ({ key } = await programs.newKey(source, '--tier', 'pro'));
    await writeFile(file('SPY.csv'), csv('2024-01-02'));
    await writeFile(file('ACME.csv'), csv('2024-01-02'));
    await programs.run('import', ['bars', file('SPY.csv'), '--kind', 'etf'], source);
    await programs.run('import', ['bars', file('ACME.csv'), '--kind', 'equity'], source);
    expect(
      (await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: { url: 'http://127.0.0.1:9/hook' } }))
        .status,
    ).toBe(201);
    const query = 'mutation { createWatchlist(input: { name: "Mine", tickers: ["ACME"] }) { watchlist { name } } }';
    expect((await call(server.url, '/graphql', { method: 'POST', key, body: { query } })).text).toContain('"Mine"');
    expect((await call(server.url, '/api/v1/signal?ticker=ACME', { key })).status).toBe(200);
    await until(async () => /^marketgraph_composites_tickers 1$/m.test((await call(server.url, '/metrics')).text));
    usage = await usageAt(server.url);
    expect(usage).toBe('PRO 2');
    const refused = await admin(source, 'export', file('early.gz'));
    expect(refused).toMatch(/^1 The data directory .+ is in use by .+: stop it/);
    await server.signal('SIGTERM');
    expect(await admin(source, 'export', file('none/first.gz'))).toMatch(
      /^1 .+first\.gz cannot be written: its directory does not exist\. No export was made\.$/,
    );
    expect(await admin(source, 'export', folder)).toMatch(/^1 .+ cannot be written: it is a directory\. No export/);
    expect(await admin(source, 'export', file('first.gz'))).toMatch(/^0 Exported \d+ rows/);
  }, 300_000);

  it('into a database with the schema and with the keys, which is new; otherwise a sentence says what is wrong', async () => {
    expect(await admin(target, 'import', file('first.gz'))).toMatch(
      /^1 The database lacks \d+ migrations .+: run npm run -s admin -- migrate/,
    );
    await admin(target, 'migrate');
    expect(await admin({ ...target, SVC_SECRET_KEY: 'ef'.repeat(32) }, 'import', file('first.gz'))).toMatch(
      /^1 The secrets of webhooks .+ key that is not here\. Nothing was changed\. Set SVC_SECRET_KEY/,
    );
    expect(await admin(target, 'import', file('SPY.csv'))).toMatch(
      /^1 .+SPY\.csv is not an export of admin export; nothing was changed\.$/,
    );
    const whole = await readFile(file('first.gz'));
    await writeFile(file('short.gz'), whole.subarray(0, whole.length - 2_000));
    expect(await admin(target, 'import', file('short.gz'))).toMatch(
      /^1 .+short\.gz is incomplete or was altered .+; nothing was changed\. Export again/,
    );
    const altered = (await lines(file('first.gz'))).map((line) => line.replace('"Mine"', '"Your"'));
    await writeFile(file('altered.gz'), gzipSync(`${altered.join('\n')}\n`));
    expect(await admin(target, 'import', file('altered.gz'))).toMatch(
      /^1 .+altered\.gz was altered; nothing was changed/,
    );
    const [header = '', ...rest] = await lines(file('first.gz'));
    const broken = rest.map((line) => line.replace(/^\{"row":.*"Mine".*/, '{"row":nothing}'));
    await writeFile(file('broken.gz'), gzipSync([header, ...broken].join('\n')));
    expect(await admin(target, 'import', file('broken.gz'))).toMatch(
      /^1 .+broken\.gz has a row that the table \w+ refuses \(.+\)\. Nothing was changed\. Export again/,
    );
    await writeFile(
      file('loose.gz'),
      gzipSync([header, ...rest.filter((line) => !line.startsWith('{"table"'))].join('\n')),
    );
    expect(await admin(target, 'import', file('loose.gz'))).toMatch(
      /^1 .+loose\.gz has a row of no table at line 2; nothing was changed/,
    );
    await writeFile(
      file('newer.gz'),
      gzipSync([header.replace(/"schema":"[^"]+"/, '"schema":"9999-future"'), ...rest].join('\n')),
    );
    expect(await admin(target, 'import', file('newer.gz'))).toMatch(
      /^1 .+ has the schema 9999-future .+Bring the target to the other's version with admin migrate/,
    );
    expect(await admin(target, 'import', file('first.gz'))).toMatch(/^0 Imported \d+ rows/);
    expect(await admin(target, 'import', file('first.gz'))).toMatch(
      /^1 The target database is not empty .+ or give --replace/,
    );
  }, 300_000);

  it('and back: every row is the same, and the key, its usage, the webhook and the signal are as before', async () => {
    expect(await admin(target, 'export', file('second.gz'))).toMatch(/^0 /);
    const third: Environment = { ...PRODUCTION, SVC_DATA_DIR: file('third') };
    expect(await admin(third, 'import', file('second.gz'))).toMatch(/^0 /);
    expect(await admin(third, 'export', file('third.gz'))).toMatch(/^0 /);
    const first = await contentOf(file('first.gz'));
    expect(first.length).toBeGreaterThan(20);
    expect((await lines(file('third.gz'))).join('\n')).not.toMatch(/line_return_key|tag_key/);
    for (const table of [
      'api_keys',
      'monthly_usage',
      'webhook_endpoints',
      'watchlist_entries',
      'bar_years',
      'composite_blocks',
    ])
      expect(
        (await lines(file('third.gz'))).find(
          (line, i, all) => all[i - 1] === `{"table":"${table}"}` && line.startsWith('{"row":'),
        ),
      ).toBeDefined();
    expect(await contentOf(file('second.gz'))).toEqual(first);
    expect(await contentOf(file('third.gz'))).toEqual(first);
    const server = await programs.server(target);
    expect(await usageAt(server.url)).toBe(usage);
    expect((await call(server.url, '/api/v1/webhooks', { key })).text).toContain('http://127.0.0.1:9/hook');
    expect((await call(server.url, '/api/v1/signal?ticker=ACME', { key })).status).toBe(200);
    expect(await admin(target, 'import', file('first.gz'), '--replace')).toMatch(
      /^1 Servers use the target database\. Nothing was changed\. Stop all/,
    );
    // PostgreSQL is exported beside its server.
    expect(await admin(target, 'export', file('beside.gz'))).toMatch(/^0 /);
    await server.signal('SIGTERM');
  }, 300_000);

  it('an import that is killed leaves the database as it was, and can be run again', async () => {
    await programs.newKey(target, '--tier', 'free');
    await admin(target, 'export', file('before.gz'));
    const [client, watcher] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([client.connect(), watcher.connect()]);
    await client.query(`set application_name = 'blocker'`);
    // The import comes to a stop once all rows are written.
    await client.query('begin');
    await client.query(
      `do $$ begin execute 'alter sequence ' || pg_get_serial_sequence('events', 'seq') || ' increment by 1'; end $$`,
    );
    const program = programs.start('admin', ['import', file('first.gz'), '--replace'], target);
    const backends = async (condition: string): Promise<number> =>
      (
        await watcher.query(
          `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'blocker' and ${condition}`,
        )
      ).rows.length;
    await until(async () => (await backends(`wait_event_type = 'Lock' and query like 'alter table%'`)) > 0);
    await program.signal('SIGKILL');
    await client.query('rollback');
    await until(async () => (await backends('true')) === 0);
    await Promise.all([client.end(), watcher.end()]);
    await admin(target, 'export', file('after.gz'));
    expect(await contentOf(file('after.gz'))).toEqual(await contentOf(file('before.gz')));
    expect(await admin(target, 'import', file('first.gz'), '--replace')).toMatch(/^0 Imported/);
    await admin(target, 'export', file('again.gz'));
    expect(await contentOf(file('again.gz'))).toEqual(await contentOf(file('first.gz')));
  }, 300_000);
});
