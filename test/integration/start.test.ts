import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_KEYS } from '../../access/demo.js';
import { until } from '../../access/fixtures/access.js';
import { postgresBinaries, testPostgres } from '../../store/fixtures/databases.js';
import { call, read } from '../support/http.js';
import { programsForFile, type Ended, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const programs = programsForFile();
removeScratchAtEnd();

/** What a person sees of a failed start: one line, no stack, not a word of what is secret. */
function expectOneSentence({ code, stdout, stderr }: Ended, sentence: RegExp): void {
  expect(stderr).toMatch(sentence);
  expect({
    code,
    lines: stderr.trimEnd().split('\n').length,
    hasStack: /^\s+at /m.test(stderr + stdout),
    isReady: stdout.includes('Ready'),
  }).toEqual({ code: 1, lines: 1, hasStack: false, isReady: false });
  expect(stderr.trim()).toMatch(/[.?]$/);
}

const start = async (environment: Readonly<Record<string, string>>): Promise<Ended> =>
  programs.run('main', [], { SVC_DATA_DIR: await scratchDir(), SVC_SOURCE: 'none', PORT: '0', ...environment });

describe('a program that is asked for its help', () => {
  it('prints how it is used and does nothing else', async () => {
    const asked = ['main', 'worker', 'mcp', 'gateway', 'subgraph', 'trusted-documents'].map((name) =>
      programs.run(name, ['--help']),
    );
    for (const { code, stdout, stderr } of await Promise.all(asked))
      expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^Usage: npm /)]);
  });

  it('or is given arguments that it does not take, ends with how it is used', async () => {
    for (const name of ['main', 'worker', 'mcp']) {
      const { code, stdout, stderr } = await programs.run(name, ['--port', '80']);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^Unexpected argument "--port"\.\nUsage: npm /);
    }
  });
});

describe('a start that cannot succeed ends with one clear sentence', () => {
  it('if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expectOneSentence(
      await start({ PORT: String(port) }),
      new RegExp(`^127\\.0\\.0\\.1:${port} is already in use; .*PORT`),
    );
    expectOneSentence(
      await start({ SVC_SMTP_PORT: String(port) }),
      new RegExp(`^127\\.0\\.0\\.1:${port} is already in use; .*SVC_SMTP_PORT`),
    );
    other.close();
  });

  it.each([
    [{ PORT: 'abc' }, /PORT must be a number from 0 to 65535/],
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: '-1' }, /PORT/],
    [{ PORT: '1.5' }, /PORT/],
    [{ SVC_WEB_ORIGINS: 'https://app.example.com,null' }, /SVC_WEB_ORIGINS: "null" is not an origin/],
    [{ SVC_WEB_ORIGINS: 'https://app.example.com/' }, /SVC_WEB_ORIGINS/],
    [{ SVC_EMBED_ORIGINS: 'app.example.com' }, /SVC_EMBED_ORIGINS: "app\.example\.com" is not an origin/],
    [{ SVC_SOURCE: 'nothing' }, /SVC_SOURCE: "nothing" is not a data source/],
    [{ SVC_SOURCE: 'none,simulated' }, /SVC_SOURCE/],
    [{ HOST: '203.0.113.7' }, /203\.0\.113\.7.* HOST/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ SVC_INTROSPECTION: 'maybe' }, /SVC_INTROSPECTION/],
    [{ REDIS_URL: 'nonsense' }, /REDIS_URL/],
    [{ REDIS_URL: 'redis://127.0.0.1:9' }, /Redis is unreachable at 127\.0\.0\.1:9/],
    [{ DATABASE_URL: 'nonsense' }, /DATABASE_URL is not a URL/],
    [{ DATABASE_URL: 'mysql://u:secret@127.0.0.1/x' }, /DATABASE_URL must start with postgres/],
    [{ DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' }, /PostgreSQL is unreachable at 127\.0\.0\.1:9/],
    [{ SVC_DATADIR: '/data' }, /SVC_DATADIR is not a setting; did you mean SVC_DATA_DIR\?/],
    [{ TRUST_PROXY: 'maybe' }, /TRUST_PROXY: "maybe" is neither/],
    [{ NODE_ENV: 'production', SVC_SOURCE: '' }, /NODE_ENV=production requires SVC_SOURCE/],
    [{ SVC_TIERS_FILE: '/nowhere/tiers.json' }, /SVC_TIERS_FILE: .* cannot be read/],
  ])('for %j', async (environment, sentence) => {
    const ended = await start(environment);
    expectOneSentence(ended, sentence);
    expect(ended.stderr).not.toContain('secret');
  });

  it('without a database being made, for limits of tiers that cannot be read', async () => {
    const directory = path.join(await scratchDir(), 'data');
    expectOneSentence(
      await start({ SVC_DATA_DIR: directory, SVC_TIERS_FILE: '/nowhere/tiers.json' }),
      /SVC_TIERS_FILE/,
    );
    expect(existsSync(directory)).toBe(false);
  });

  it('where the data directory is a file, lies below one, or cannot be made', async () => {
    const directory = await scratchDir();
    const file = path.join(directory, 'file');
    await writeFile(file, '');
    const below = path.join(file, 'below');
    expectOneSentence(
      await start({ SVC_DATA_DIR: file }),
      /data directory .*file is not a directory; choose another with SVC_DATA_DIR/,
    );
    expectOneSentence(await start({ SVC_DATA_DIR: below }), /SVC_DATA_DIR/);
    // Nobody, not even root, may make a directory there.
    if (process.platform === 'linux')
      for (const nowhere of ['/sys/marketgraph', '/proc/marketgraph/data'])
        expectOneSentence(await start({ SVC_DATA_DIR: nowhere }), new RegExp(`${nowhere} .*SVC_DATA_DIR`));
  });

  it('if the data directory contains another program’s database', async () => {
    const directory = await scratchDir();
    await mkdir(path.join(directory, 'postgres'));
    await writeFile(path.join(directory, 'postgres', 'PG_VERSION'), '12\n');
    expectOneSentence(await start({ SVC_DATA_DIR: directory }), /does not open/);
  });
});

const hasPostgres = process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null;
if (!hasPostgres)
  console.log('skipped: starts over a real PostgreSQL, for want of TEST_DATABASE_URL or installed server binaries');
(hasPostgres ? describe : describe.skip)('a start over PostgreSQL', () => {
  const postgres = testPostgres();
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(postgres.url());
    change(url);
    return url.href;
  };

  it('with a wrong user or password, or without the database, ends with one clear sentence that does not tell the password', async () => {
    const stranger = await start({
      DATABASE_URL: changed((url) => Object.assign(url, { username: 'nobody_here', password: 'wrong-secret' })),
    });
    expectOneSentence(stranger, /rejected the user or password/);
    expect(stranger.stderr).not.toContain('wrong-secret');
    expectOneSentence(
      await start({ DATABASE_URL: changed((url) => Object.assign(url, { pathname: '/no_such_database' })) }),
      /database .*no_such_database does not exist/,
    );
  });

  it('beside a server that counts limits in its own memory is refused, and possible once that has stopped; a worker may', async () => {
    const database = { DATABASE_URL: changed((url) => url), SVC_DATA_DIR: await scratchDir() };
    expectOneSentence(
      await programs.run('worker', [], { SVC_DATA_DIR: await scratchDir() }),
      /^A worker requires DATABASE_URL/,
    );
    const first = await programs.server(database);
    expectOneSentence(await start(database), /^Another server or subgraph uses this database, .* set REDIS_URL/);
    const worker = programs.start('worker', [], database);
    await worker.until(/Worker ready, queue in the database/);
    await Promise.all([worker.signal('SIGTERM'), first.signal('SIGKILL')]);
    await (await programs.server(database)).signal('SIGTERM');
  });
});

describe('one data directory', () => {
  let dataDir = '';
  let environment = { SVC_DATA_DIR: '' };
  let server: ServerProgram;
  beforeAll(async () => {
    dataDir = path.join(await scratchDir(), 'made', 'on', 'demand');
    environment = { SVC_DATA_DIR: dataDir };
    const early = await programs.newKey(environment, '--tier', 'pro');
    server = await programs.server(environment);
    expect((await usage(early.key)).status).toBe(200);
  });
  const usage = (key: string) => call(server.url, '/api/v1/usage', { key });

  it('is accessible only to this user, and so is its socket', async () => {
    const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;
    expect([await modeOf(dataDir), await modeOf(path.join(dataDir, 'admin.sock'))]).toEqual([0o700, 0o600]);
  });

  it('refuses a second server with one sentence that names the directory and the owner, and the first goes on', async () => {
    expectOneSentence(await start(environment), new RegExp(`${dataDir} is in use by process ${server.pid}`));
    expect((await call(server.url, '/readyz')).status).toBe(200);
  });

  it('takes commands while the server runs, and they hold at once', async () => {
    const { code, stdout, stderr } = await programs.run(
      'admin',
      ['keys', 'create', '--tier', 'starter', '--per-minute', '7', '--per-month', '9', '--json'],
      environment,
    );
    expect([code, stderr, stdout.trimEnd().split('\n').length]).toEqual([0, '', 1]);
    const made = JSON.parse(stdout) as Record<string, string>;
    expect(Object.keys(made)).toEqual(['account_id', 'key_id', 'key']);
    const answer = await usage(String(made['key']));
    expect([
      answer.status,
      answer.headers['x-api-tier'],
      answer.headers['x-ratelimit-limit'],
      answer.headers['x-ratelimit-monthly'],
    ]).toEqual([200, 'starter', '7', '9']);
    expect(
      (await programs.run('admin', ['accounts', 'set', String(made['account_id']), '--tier', 'pro'], environment)).code,
    ).toBe(0);
    expect((await usage(String(made['key']))).headers['x-api-tier']).toBe('pro');
    const listed = await programs.run(
      'admin',
      ['keys', 'list', '--account', String(made['account_id']), '--json'],
      environment,
    );
    expect([
      (JSON.parse(listed.stdout) as Record<string, unknown>)['key_id'],
      listed.stdout.includes(String(made['key'])),
    ]).toEqual([made['key_id'], false]);
    expect((await programs.run('admin', ['keys', 'revoke', String(made['key_id'])], environment)).code).toBe(0);
    expect((await usage(String(made['key']))).status).toBe(401);
  });

  it.each([
    [['keys', 'create'], /--tier/],
    [['keys', 'create', '--tier', 'gold'], /--tier must be one of free, starter, pro, institutional/],
    [['keys', 'create', '--tier', 'pro', '--per-minute', 'x'], /--per-minute must be a whole number/],
    [['keys', 'revoke', 'key_none'], /No key has the id "key_none"/],
    [['keys', 'create', '--account', 'acc_none'], /No such account/],
    [['keys', 'create', '--tier', 'pro', '--daily-token-cap', '1'], /10000 to 5000000/],
    [['nothing'], /Unknown command "nothing"/],
    [['keys', 'create', '--wrong'], /--wrong/],
  ])('refuses admin %j with a reason and exit code 1', async (args, reason) => {
    const { code, stdout, stderr } = await programs.run('admin', args, environment);
    expect([code, /^\s+at /m.test(stdout + stderr)]).toEqual([1, false]);
    expect(stdout + stderr).toMatch(reason);
  });

  it('accepts imports while the server runs: good rows are served at once, bad ones reported with line and reason', async () => {
    const folder = await scratchDir();
    const rows = Array.from(
      { length: 40 },
      (_, i) => `${new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)},10,11,9,${10 + i / 100},1000`,
    );
    const file = path.join(folder, 'LIVE.csv');
    await writeFile(file, ['date,open,high,low,close,volume', ...rows, 'nonsense,1,2,3,4,5', ''].join('\n'));
    const strict = await programs.run('import', ['bars', file, '--strict'], environment);
    expect([strict.code, strict.stdout.includes('Imported 0 rows')]).toEqual([1, true]);
    const { key } = await programs.newKey(environment, '--tier', 'pro');
    expect((await call(server.url, '/api/v1/gap-stats?ticker=LIVE', { key })).status).toBe(404);
    const { code, stdout } = await programs.run('import', ['bars', file], environment);
    expect([
      code,
      /line 42: .+/.test(stdout),
      stdout.includes('Imported 40 rows from 1 of 1 files; 1 rows refused.'),
    ]).toEqual([0, true, true]);
    const answer = await call(server.url, '/api/v1/gap-stats?ticker=LIVE', { key });
    expect([answer.status, read(answer, 'sessions'), answer.headers['x-data-source']]).toEqual([200, 39, 'files']);
    expect((await programs.run('import', ['bars', path.join(folder, 'none.csv')], environment)).code).toBe(1);
  });

  it('accepts IPO calendars while the server runs: bad rows are reported with position and reason, events emitted once', async () => {
    const folder = await scratchDir();
    const file = path.join(folder, 'calendar.json');
    const row = {
      date: `${new Date().getUTCFullYear() + 1}-05-20`,
      exchange: 'NYSE',
      name: 'Pebble Optics Inc.',
      numberOfShares: 5_000_000,
      price: '18.00-20.00',
      status: 'expected',
      symbol: 'PBLO',
      totalSharesValue: 100_000_000,
    };
    await writeFile(file, JSON.stringify({ ipoCalendar: [row, { ...row, symbol: '1X' }] }));
    const strict = await programs.run('import', ['ipo', file, '--strict'], environment);
    expect([strict.code, strict.stdout.includes('Imported 0 rows')]).toEqual([1, true]);
    const { code, stdout } = await programs.run('import', ['ipo', folder], environment);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /1 rows, 1 refused\n {2}Emitted ipo\.listing events: 1\.\n {2}row 2: ticker "1X".+\nImported 1 rows from 1 of 1 files; 1 rows refused\./,
      ),
    ]);
    const again = await programs.run('import', ['ipo', folder, '--json'], environment);
    expect([again.code, again.stdout.includes('emitted')]).toEqual([0, false]);
  });

  it('SIGTERM, SIGINT or SIGHUP ends the server with code 0, loses nothing, and frees the directory', async () => {
    const { key } = await programs.newKey(environment, '--tier', 'pro');
    await call(server.url, '/api/v1/gap-stats?ticker=LIVE', { key });
    const { code, stderr } = await server.signal('SIGTERM');
    expect([code, stderr]).toEqual([0, '']);
    const late = await programs.newKey(environment, '--tier', 'free');
    server = await programs.server(environment);
    expect([(await usage(late.key)).status, read(await usage(key), 'requests', 'used')]).toEqual([200, 1]);
    expect((await server.signal('SIGINT')).code).toBe(0);
    server = await programs.server(environment);
    expect((await server.signal('SIGHUP')).code).toBe(0);
  });

  it('takes over limits of tiers from a file at its start and at SIGHUP, and keeps them if the file has become wrong', async () => {
    const file = path.join(await scratchDir(), 'tiers.json');
    await writeFile(file, '{ "pro": { "per_minute": 1000, "per_month": 777 } }');
    const { key } = await programs.newKey(environment, '--tier', 'pro');
    server = await programs.server({ ...environment, SVC_TIERS_FILE: file });
    const limitOf = async (): Promise<unknown> => read(await usage(key), 'requests', 'limit');
    expect(await limitOf()).toBe(777);
    await writeFile(file, '{ "pro": { "per_minute": 1000, "per_month": 888 } }');
    server.hangUp();
    // Asking without a pause could reach the limit of the minute before the file is read.
    await until(async () => (await limitOf()) === 888);
    await writeFile(file, '{ "pro": { "per_minute": "many" } }');
    server.hangUp();
    await server.until(/SVC_TIERS_FILE: .* wrong at pro\.per_minute/, 'stderr');
    expect([await limitOf(), (await server.signal('SIGTERM')).code]).toEqual([888, 0]);
  });

  it.each([
    [{}, 200],
    [{ HOST: '0.0.0.0' }, 401],
    [{ NODE_ENV: 'production' }, 401],
  ])('has demo keys only where it is safe, though they are stored: with %j they are %i', async (setting, status) => {
    server = await programs.server({ ...environment, ...setting });
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    const statuses = await Promise.all(
      Object.values(DEMO_KEYS).map(async (key) => (await call(url, '/api/v1/usage', { key })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([status]));
    await server.signal('SIGTERM');
  });
});
