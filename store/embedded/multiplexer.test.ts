import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEngine, type WorkerEngine } from './engine-worker.js';
import { Multiplexer } from './multiplexer.js';
import { embeddedPoolConfig } from './pool-config.js';
import { RawClient } from './raw-client.js';

let engine: WorkerEngine;
let multiplexer: Multiplexer;
const clients: pg.Client[] = [];

beforeAll(async () => {
  engine = await startEngine('memory://');
  multiplexer = new Multiplexer(engine);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

afterAll(async () => {
  await engine.close();
});

async function connect(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ ...embeddedPoolConfig(() => multiplexer), ...config });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

const value = async (client: pg.Client, sql: string, values?: unknown[]): Promise<unknown> =>
  (await client.query({ text: sql, values: values ?? [], rowMode: 'array' })).rows[0]?.[0];

describe('a client of the shared session', () => {
  it('gets its answers, its errors and goes on after them', async () => {
    const client = await connect();
    expect(await value(client, 'select 1 + $1::int', [1])).toBe(2);
    await expect(client.query('selekt')).rejects.toMatchObject({ code: '42601' });
    await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    expect(await value(client, 'select 3')).toBe(3);
  });

  it('has the session to itself while its transaction is open', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.query('create table own (n int)');
    await one.query('begin');
    await one.query('insert into own values (1)');
    const order: string[] = [];
    const seen = value(other, 'select count(*)::int from own').then((count) => order.push(`other ${String(count)}`));
    await one.query('insert into own values (2)');
    await one.query('commit').then(() => order.push('commit'));
    await seen;
    expect(order).toEqual(['commit', 'other 2']);
  });

  it('that leaves inside a transaction has it rolled back, and others go on', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.query('create table dropped (n int)');
    await one.query('begin');
    await one.query('insert into dropped values (1)');
    const seen = value(other, 'select count(*)::int from dropped');
    await one.end();
    expect(await seen).toBe(0);
  });

  it('that sits in a failed transaction keeps its state until it rolls back', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.query('begin');
    await expect(one.query('select 1 / 0')).rejects.toThrow('division by zero');
    await expect(one.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    const seen = value(other, 'select 5');
    await one.query('rollback');
    expect(await seen).toBe(5);
  });

  it('prepares statements under names that other clients may use as well', async () => {
    const [one, other] = [await connect(), await connect()];
    const ask = (client: pg.Client, text: string): Promise<pg.QueryResult> =>
      client.query({ name: 'same', text, values: [] });
    expect((await ask(one, 'select 1 as n')).rows).toEqual([{ n: 1 }]);
    expect((await ask(other, 'select 2 as n')).rows).toEqual([{ n: 2 }]);
    expect((await ask(one, 'select 1 as n')).rows).toEqual([{ n: 1 }]);
    await one.end();
    expect((await ask(other, 'select 2 as n')).rows).toEqual([{ n: 2 }]);
  });

  it('finds its unnamed statement as it left it, whatever others prepared since', async () => {
    const [one, other] = [await RawClient.connect(multiplexer), await RawClient.connect(multiplexer)];
    await one.send(RawClient.parse('', "select 'one'"), RawClient.sync());
    await other.send(RawClient.parse('', "select 'other'"), RawClient.sync());
    expect((await one.send(RawClient.bind('', ''), RawClient.execute(''), RawClient.sync())).texts).toEqual(['one']);
    expect((await other.send(RawClient.bind('', ''), RawClient.execute(''), RawClient.sync())).texts).toEqual([
      'other',
    ]);
    one.leave();
    other.leave();
  });

  it('keeps its search_path and settings apart from those of others', async () => {
    const one = await connect({ options: '-c search_path="Mine"' });
    const other = await connect();
    await one.query('create schema "Mine"; create table "Mine".t as select 7 as n');
    expect(await value(one, 'select n from t')).toBe(7);
    await expect(other.query('select n from t')).rejects.toMatchObject({ code: '42P01' });
    await other.query("set statement_timeout = '5s'");
    await other.query('select set_config($1, $2, false)', ['application_name', "o'ther"]);
    expect(await value(one, 'show statement_timeout')).toBe('0');
    expect(await value(other, 'show application_name')).toBe("o'ther");
    expect(await value(other, 'show statement_timeout')).toBe('5s');
    expect(await value(one, 'show search_path')).toBe('"Mine"');
  });

  it('with settings that the database refuses is told so when it connects', async () => {
    await expect(connect({ options: '-c no_such_setting=1' })).rejects.toThrow('no_such_setting');
    expect(await value(await connect(), 'select 1')).toBe(1);
  });

  it('does not see settings of a transaction that was rolled back or abandoned', async () => {
    const [one, other, third] = [await connect(), await connect(), await connect()];
    await one.query("begin; set search_path = 'nowhere'");
    await one.query('rollback');
    expect(await value(one, 'show search_path')).toBe('public');
    await third.query("begin; set search_path = 'nowhere'");
    await third.end();
    expect(await value(other, 'show search_path')).toBe('public');
  });

  it('hears notifications on its own channels only, from every client and from itself', async () => {
    const [one, other, deaf] = [await connect(), await connect(), await connect()];
    const heard: string[] = [];
    for (const [name, client] of Object.entries({ one, other, deaf }))
      client.on('notification', ({ channel, payload }) => heard.push(`${name} ${channel} ${payload ?? ''}`));
    await one.query('listen "Mixed-Case"');
    await one.query('-- with a comment\n /* or; two */ LISTEN Shared; -- behind');
    await other.query('listen shared');
    await deaf.query("notify shared, 'hi'");
    await other.query('select pg_notify($1, $2)', ['Mixed-Case', 'x']);
    expect(heard.sort()).toEqual(['one Mixed-Case x', 'one shared hi', 'other shared hi']);
  });

  it('stops hearing a channel when it says so, without deafening others, and a rolled-back LISTEN counts for nothing', async () => {
    const [one, other, speaker] = [await connect(), await connect(), await connect()];
    const heard: string[] = [];
    one.on('notification', ({ payload }) => heard.push(`one ${payload ?? ''}`));
    other.on('notification', ({ payload }) => heard.push(`other ${payload ?? ''}`));
    await one.query('listen news');
    await other.query('begin; listen news');
    await other.query('rollback');
    await speaker.query("notify news, 'a'");
    await other.query('listen news');
    await one.query('unlisten *');
    await speaker.query("begin; notify news, 'never'");
    await speaker.query('rollback');
    await speaker.query("notify news, 'b'");
    expect(heard).toEqual(['one a', 'other b']);
  });

  it('carries large bytea both ways unchanged', async () => {
    const client = await connect();
    const bytes = randomBytes(12 * 1024 * 1024);
    await client.query('create table big (b bytea)');
    await client.query('insert into big values ($1)', [bytes]);
    const back = await value(client, 'select b from big');
    expect(Buffer.compare(bytes, back as Buffer)).toBe(0);
  });

  it('gets pipelined queries answered in order, errors in their place', async () => {
    const raw = await RawClient.connect(multiplexer);
    const answers = await raw.sendAll(
      Buffer.concat([
        RawClient.query("select 'a'"),
        RawClient.query('selekt'),
        RawClient.parse('p', "select 'b'"),
        RawClient.bind('', 'p'),
        RawClient.execute(''),
        RawClient.sync(),
        RawClient.query("select 'c'"),
      ]),
      4,
    );
    expect(answers.map(({ texts, error }) => error ?? texts.join())).toEqual([
      'a',
      'syntax error at or near "selekt"',
      'b',
      'c',
    ]);
    raw.leave();
  });

  it('that flushes without Sync gets its rows and holds the session until it syncs', async () => {
    const [raw, other] = [await RawClient.connect(multiplexer), await connect()];
    const partial = await raw.sendUntil(
      'C',
      RawClient.parse('', "select 'part'"),
      RawClient.bind('', ''),
      RawClient.execute(''),
      RawClient.flush(),
    );
    expect(partial.texts).toEqual(['part']);
    const order: string[] = [];
    const seen = other.query('select 1').then(() => order.push('other'));
    await raw.send(RawClient.sync()).then(() => order.push('sync'));
    await seen;
    expect(order).toEqual(['sync', 'other']);
    raw.leave();
  });

  it('that asks for COPY or for what would hit other clients is refused in words', async () => {
    const client = await connect();
    await client.query('create table copied (n int)');
    await expect(client.query('copy copied from stdin')).rejects.toMatchObject({
      code: '0A000',
      message: expect.stringContaining('INSERT'),
    });
    await expect(client.query({ text: 'COPY copied TO STDOUT', name: 'copying' })).rejects.toMatchObject({
      code: '0A000',
    });
    await expect(client.query('/* all */ discard all;')).rejects.toMatchObject({ code: '0A000' });
    expect(await value(client, 'select 1')).toBe(1);
  });

  it('can request encryption, send a password, cancel or send garbage without affecting other clients', async () => {
    expect(await RawClient.firstByte(multiplexer, RawClient.sslRequest())).toBe('N');
    expect(await RawClient.firstByte(multiplexer, RawClient.cancelRequest())).toBe('');
    const raw = await RawClient.connect(multiplexer);
    expect((await raw.send(RawClient.password('x'), RawClient.query("select 'in'"))).texts).toEqual(['in']);
    raw.write(Buffer.from('nonsense that is no message'));
    await raw.closed;
    expect(raw.lastError).toContain('malformed');
    expect(await value(await connect(), 'select 1')).toBe(1);
  });
});

it('a transaction idle while others wait is ended, so that they continue', async () => {
  const impatient = new Multiplexer(engine, { idleTransactionMs: 30 });
  const own = (): pg.Client => new pg.Client(embeddedPoolConfig(() => impatient));
  const [idle, other] = [own(), own()];
  const reasons: string[] = [];
  idle.on('error', (error) => reasons.push(error.message));
  await Promise.all([idle.connect(), other.connect()]);
  await idle.query('begin');
  expect((await other.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  expect(reasons.join()).toContain('idle-in-transaction');
  await other.end();
});

it('many overlapping, failing and disconnecting clients leave exactly the committed rows', async () => {
  const setup = await connect();
  await setup.query('create table soak (client int, n int, primary key (client, n))');
  let committed = 0;
  let seed = 7;
  const chance = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const one = async (id: number): Promise<void> => {
    const client = new pg.Client(embeddedPoolConfig(() => multiplexer));
    client.on('error', () => undefined);
    await client.connect();
    for (let n = 0; n < 12; n += 1) {
      const fate = chance();
      if (fate < 0.15) await expect(client.query('select * from nowhere')).rejects.toThrow('nowhere');
      await client.query('begin');
      await client.query({ name: 'put', text: 'insert into soak values ($1, $2)', values: [id, n] });
      if (fate > 0.9) return void client.connection.stream.destroy();
      if (fate > 0.75)
        await expect(client.query('insert into soak values ($1, $2)', [id, n])).rejects.toMatchObject({
          code: '23505',
        });
      if (fate > 0.6) await client.query('rollback');
      else await client.query('commit').then(() => (committed += 1));
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: 25 }, (_, id) => one(id)));
  expect(await value(setup, 'select count(*)::int from soak')).toBe(committed);
  expect(committed).toBeGreaterThan(50);
  expect(await value(setup, 'select count(*)::int from pg_prepared_statements')).toBe(0);
  expect(multiplexer.clientCount).toBe(1);
});

describe('a database that has failed', () => {
  it('fails like an unreachable server, and immediate retries do not starve other clients', async () => {
    const failed = new Multiplexer(engine);
    failed.fail(new Error('the embedded database is closed'));
    const ask = (): Promise<unknown> => new pg.Client(embeddedPoolConfig(() => failed)).connect();
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED', message: 'the embedded database is closed' });
    const waited = new AbortController();
    setTimeout(() => waited.abort(), 1);
    for (let asked = 0; !waited.signal.aborted && asked < 100_000; asked += 1) await ask().catch(() => undefined);
    expect(waited.signal.aborted).toBe(true);
  });
});
