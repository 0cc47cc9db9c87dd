import { beforeAll, describe, expect, it } from '@jest/globals';
import os from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import { connectionError, StoreError } from './errors.js';
import { migrateToLatest, schemaFingerprint } from './migrate.js';
import { openStore, type Store } from './open-store.js';
import { allHeard, forEachDatabase, postgresBinaries, postgresDatabase, testPostgres } from './fixtures/databases.js';

forEachDatabase((kind, open) => {
  let store: Store;
  beforeAll(async () => {
    // Four at once on an empty database, as processes that start together; the embedded one has room for one alone.
    [store] = (await Promise.all(Array.from({ length: kind === 'postgres' ? 4 : 1 }, () => open()))) as [Store];
  });

  it('has the newest schema, also if several processes create it at once', async () => {
    const { rows } = await store.pool.query<{ name: string }>('select name from kysely_migration order by name');
    expect(rows.map(({ name }) => name)).toContain('0001-foundation');
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(store.kind).toBe(kind);
  });

  it('reads bigint as number and timestamps as dates', async () => {
    const { rows } = await store.pool.query(
      "select 9007199254740991::bigint as big, '2024-02-29T12:00:00Z'::timestamptz as at",
    );
    expect(rows).toEqual([{ big: 9007199254740991, at: new Date('2024-02-29T12:00:00Z') }]);
  });

  it('delivers notifications to all listeners of a channel until they stop, but not after a rollback', async () => {
    const heard: string[] = [];
    const stopOne = await store.listen('Some channel', (payload) => heard.push(`one ${payload}`));
    const stopOther = await store.listen('Some channel', (payload) => heard.push(`other ${payload}`));
    await store.notify('Some channel', 'a');
    await allHeard(store);
    await stopOne();
    await store.notify('Some channel', 'b');
    const undone = store.db.transaction().execute(async (tx) => {
      await tx.insertInto('settings').values({ name: 'undone', value: '1' }).execute();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await allHeard(store);
    await stopOther();
    await store.notify('Some channel', 'c');
    await allHeard(store);
    expect(heard).toEqual(['one a', 'other a', 'other b']);
  });

  it('serves more concurrent clients than it has connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => store.pool.query<{ n: number }>('select $1::int as n', [n])),
    );
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });
});

describe('a schema', () => {
  if (postgresBinaries() === null && process.env['TEST_DATABASE_URL'] === undefined) return;
  const open = postgresDatabase();

  it('is left alone by who may not migrate, and its failed migration says why', async () => {
    await expect(open({ migrates: false })).rejects.toMatchObject({
      code: 'schema_older',
      message: expect.stringMatching(
        /lacks \d+ migrations .* from 0001-foundation on: run npm run -s admin -- migrate\.$/,
      ),
    });
    const { schema, pool } = await open();
    expect(schema.applied).toContain('0001-foundation');
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    await pool.query(`alter table kysely_migration rename to other_migrations`);
    await expect(migrateToLatest(db)).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(
        /^Migrating the database failed at migration 0001-foundation \(.* already exists\); nothing was changed\.$/,
      ),
    });
    await pool.query('drop table if exists kysely_migration');
    await pool.query('alter table other_migrations rename to kysely_migration');
  });

  it('of the newest version gets a missing trigger when it is opened, without a migration', async () => {
    const { pool } = await open();
    await pool.query('drop trigger note_table_write on securities');
    const { schema, pool: reopened } = await open();
    const { rows } = await reopened.query(
      "select from pg_trigger where tgname = 'note_table_write' and tgrelid = 'securities'::regclass",
    );
    expect([schema.applied, rows.length]).toEqual([[], 1]);
  });

  it('of the next version serves this one, running and started again, as long as it only adds', async () => {
    const running = await open();
    await running.pool.query(`alter table accounts add column note text; create table additions (id text primary key);
      insert into kysely_migration (name, timestamp) values ('9001-additions', now()::text)`);
    const told: string[] = [];
    const restarted = await open({ log: (line) => told.push(line) });
    expect([restarted.schema, told]).toEqual([
      { newest: '9001-additions', applied: [] },
      [expect.stringContaining('newer version (9001-additions), beside which this version works')],
    ]);
    for (const [index, store] of [running, restarted].entries()) {
      const id = `acc_${index}`;
      await store.accounts.insert({
        id,
        tier: 'free',
        name: null,
        perMinute: null,
        perMonth: null,
        createdAt: new Date(),
      });
      expect(await store.accounts.get(id)).toMatchObject({ id, tier: 'free' });
    }
    await running.pool.query(
      `insert into kysely_migration (name, timestamp) values ('9002-removal-breaking', now()::text)`,
    );
    await expect(open()).rejects.toMatchObject({
      code: 'schema_newer',
      message: expect.stringMatching(/newer version \(9002-removal-breaking\), with which this version cannot work/),
    });
    await running.pool.query(`delete from kysely_migration where name in ('9002-removal-breaking', '0001-foundation')`);
    await expect(open()).rejects.toMatchObject({ code: 'schema_newer' });
  });
});

describe('a wrong DATABASE_URL is reported in one sentence without its password', () => {
  const refusal = async (databaseUrl: string): Promise<StoreError> => {
    const error: unknown = await openStore({ databaseUrl, dataDir: os.tmpdir() }).then(
      (store) => store.close(),
      (reason: unknown) => reason,
    );
    if (!(error instanceof StoreError)) throw new Error(`not refused as a StoreError: ${String(error)}`);
    expect(error.message).not.toContain('s3cret');
    expect(error.message).toMatch(/^[^\n]+\.$/);
    return error;
  };

  it.each([
    ['no URL', 'user:s3cret at localhost', 'database_url_invalid'],
    ['another protocol', 'mysql://user:s3cret@localhost/db', 'database_url_invalid'],
    ['nobody listening', 'postgres://user:s3cret@127.0.0.1:1/db', 'database_refused'],
    ['an unknown host', 'postgres://user:s3cret@no-such-host.invalid/db', 'database_unknown_host'],
  ])('%s', async (_, databaseUrl, code) => {
    expect(await refusal(databaseUrl)).toMatchObject({ code, message: expect.stringContaining('DATABASE_URL') });
  });

  it('a refused password, by the code PostgreSQL gives', () => {
    expect(
      connectionError('host:5432/db', Object.assign(new Error('password s3cret'), { code: '28P01' })),
    ).toMatchObject({
      code: 'database_password',
      message: 'PostgreSQL at host:5432/db rejected the user or password: correct them in DATABASE_URL.',
    });
  });

  if (postgresBinaries() || process.env['TEST_DATABASE_URL']) {
    const server = testPostgres();
    it('a missing database and an unknown user, by a real server', async () => {
      const url = new URL(server.url());
      url.pathname = '/no_such_database';
      url.password = 's3cret';
      expect(await refusal(url.href)).toMatchObject({
        code: 'database_missing',
        message: expect.stringContaining('/no_such_database'),
      });
      url.username = 'no_such_user';
      expect(await refusal(url.href)).toMatchObject({ code: 'database_password' });
    });
  }
});

it('the schema fingerprint is deterministic', async () => {
  expect(await schemaFingerprint()).toBe(await schemaFingerprint());
  expect(await schemaFingerprint()).toMatch(/^[0-9a-f]{64}$/);
});
