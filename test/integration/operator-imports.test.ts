import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { sql } from 'kysely';
import { until } from '../../access/fixtures/access.js';
import { OperatorContext } from '../../access/operator-context.js';
import { operatorOf } from '../../access/operators.js';
import { adminImports } from '../../bin/admin-imports.js';
import { mountAdminImports } from '../../http/admin-imports.js';
import { read, type Answer, type Call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { runtime } = server;
const { secret, key: operator } = await runtime.access.operators.create({ name: 'Ada' });
const UPLOADS = path.join(runtime.config.dataDir, 'uploads');
const left = (): readonly string[] => (existsSync(UPLOADS) ? readdirSync(UPLOADS) : []);

const bars = (days: number): string =>
  [
    'Date,Open,High,Low,Close,Volume',
    ...Array.from(
      { length: days },
      (_, i) => `${new Date(Date.UTC(2020, 0, 6 + 7 * i)).toISOString().slice(0, 10)},10,11,9,10.5,100`,
    ),
  ].join('\n');

const send = (query: string, body: string, headers: Call['headers'] = {}): Promise<Answer> =>
  server.call(`/admin/imports?${query}`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/octet-stream', ...headers },
  });

describe('POST /admin/imports', () => {
  it('stores what the command stores, and records who sent it', async () => {
    const answer = await send('kind=bars&name=QQZZ.csv', bars(30));
    expect([answer.status, read(answer, 'rows'), read(answer, 'refused'), read(answer, 'problem')]).toEqual([
      200,
      30,
      [],
      null,
    ]);
    const stored = await runtime.store.bars.readDaily(['QQZZ']);
    expect([stored.get('QQZZ')?.bars.days.length, stored.get('QQZZ')?.source, left()]).toEqual([30, 'files', []]);
    const [record] = await runtime.store.imports.recent(1);
    expect(record).toMatchObject({
      id: read(answer, 'id'),
      kind: 'bars',
      subject: 'QQZZ.csv',
      rows: 30,
      refused: 0,
      operatorName: 'Ada',
      problem: null,
      refusals: [],
    });
    const {
      rows: [action],
    } = await runtime.access.operators.actions({ first: 1, after: undefined });
    expect(action).toMatchObject({
      operatorId: operator.id,
      action: 'import_file',
      subject: 'QQZZ.csv',
      detail: 'bars: 30 rows, 0 refused',
    });
  });

  it('lists refused rows by line and reason, and stores the others, or nothing if it is strict', async () => {
    const lines = bars(20).split('\n');
    lines[3] = '2020-01-20,10,8,9,10.5,100';
    lines[5] = 'no day,10,11,9,10.5,100';
    const strict = await send('kind=bars&name=QQZY.csv&strict=true', lines.join('\n'));
    expect([strict.status, read(strict, 'rows'), read(strict, 'refused_count')]).toEqual([200, 0, 2]);
    expect(read(strict, 'problem')).toContain('Nothing was stored');
    expect((await runtime.store.bars.readDaily(['QQZY'])).size).toBe(0);
    const answer = await send('kind=bars&name=QQZY.csv', lines.join('\n'));
    expect([read(answer, 'rows'), (read(answer, 'refused') as { line: number }[]).map(({ line }) => line)]).toEqual([
      18,
      [4, 6],
    ]);
    const listed = await server.call('/admin/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: {
        query:
          '{ imports(first: 2) { nodes { kind fileName rowCount refusedCount operatorName problem refusals { line reason } } } importKinds { name columns { field names } extensions takesTicker } }',
      },
    });
    expect(read(listed, 'data', 'imports', 'nodes', '0')).toEqual({
      kind: 'bars',
      fileName: 'QQZY.csv',
      rowCount: 18,
      refusedCount: 2,
      operatorName: 'Ada',
      problem: null,
      refusals: read(answer, 'refused'),
    });
    expect(read(listed, 'data', 'imports', 'nodes', '1')).toMatchObject({
      rowCount: 0,
      problem: read(strict, 'problem'),
    });
    expect((read(listed, 'data', 'importKinds') as { name: string }[]).map(({ name }) => name)).toContain('bars');
  });

  it('says why a file is none of its kind, without the folders of the server', async () => {
    const answer = await send('kind=earnings&name=x.csv', 'a,b\n1,2');
    expect([answer.status, read(answer, 'rows'), answer.text.includes(runtime.config.dataDir)]).toEqual([
      200,
      0,
      false,
    ]);
    expect(String(read(answer, 'problem')).length).toBeGreaterThan(10);
    expect(left()).toEqual([]);
  });

  it('tells a client that accepts event streams how far it is, with the report as the last event', async () => {
    const answer = await send('kind=bars&name=QQZU.csv', bars(30), { Accept: 'text/event-stream' });
    const events = answer.text
      .split('\n\n')
      .slice(0, -1)
      .map((block) => {
        const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        return [name, JSON.parse(data) as Record<string, unknown>] as const;
      });
    expect([
      answer.status,
      answer.headers['content-type'],
      events.map(([name, data]) => [name, data['step'], data['rows']]),
    ]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      [
        ['progress', 'reading', 0],
        ['progress', 'storing', 30],
        ['report', undefined, 30],
      ],
    ]);
    const refused = await send('kind=none&name=A.csv', bars(3), { Accept: 'text/event-stream' });
    expect([refused.status, read(refused, 'error')]).toEqual([400, 'invalid_parameter']);
    const failed = await send('kind=earnings&name=QQZU.json&ticker=%21', '{}', { Accept: 'text/event-stream' });
    expect(failed.text).toContain('event: error\ndata: {"error":"invalid_parameter"');
  });

  it('imports a file that is sent again under the same id once, and answers as it did', async () => {
    const again = { 'Idempotency-Key': '6f1c1f3e-3c7a-4c55-9d5e-0a8f6f6b8f10' };
    const lines = bars(20).split('\n');
    lines[4] = 'no day,10,11,9,10.5,100';
    const first = await send('kind=bars&name=QQZT.csv', lines.join('\n'), again);
    const second = await send('kind=bars&name=QQZT.csv', lines.join('\n'), again);
    expect([read(first, 'id'), read(first, 'rows')]).toEqual([again['Idempotency-Key'], 19]);
    // Notes are not stored.
    expect(JSON.parse(second.text)).toEqual({ ...(JSON.parse(first.text) as object), notes: [] });
    const records = (await runtime.store.imports.recent(20)).filter(({ subject }) => subject === 'QQZT.csv');
    const { rows: actions } = await runtime.access.operators.actions({ first: 20, after: undefined });
    expect([records.length, actions.filter(({ subject }) => subject === 'QQZT.csv').length]).toEqual([1, 1]);
    expect((await send('kind=bars&name=QQZT.csv', bars(3), { 'Idempotency-Key': 'again' })).status).toBe(400);
  });

  it('stores nothing if what the operator did cannot be recorded', async () => {
    await sql`alter table operator_actions rename to gone`.execute(runtime.store.db);
    const answer = await send('kind=bars&name=QQZS.csv', bars(20));
    const none = await send('kind=earnings&name=QQZS.csv', 'a,b\n1,2');
    await sql`alter table gone rename to operator_actions`.execute(runtime.store.db);
    expect([answer.status, none.status]).toEqual([500, 500]);
    expect((await runtime.store.bars.readDaily(['QQZS'])).size).toBe(0);
    expect((await runtime.store.imports.recent(50)).filter(({ subject }) => subject === 'QQZS.csv')).toEqual([]);
  });

  it('refuses wrong keys, kinds, names, forms and origins before it reads the file', async () => {
    const customer = await server.newKey('institutional');
    const refusals: readonly (readonly [string, Call['headers'], number, string])[] = [
      ['kind=bars&name=A.csv', { Authorization: `Bearer ${customer.key}` }, 401, 'invalid_key'],
      ['kind=bars&name=A.csv', { Authorization: '' }, 401, 'missing_key'],
      ['kind=none&name=A.csv', {}, 400, 'invalid_parameter'],
      ['name=A.csv', {}, 400, 'missing_parameter'],
      ['kind=bars', {}, 400, 'missing_parameter'],
      ['kind=bars&name=..%2FA.csv', {}, 400, 'invalid_parameter'],
      ['kind=bars&name=.A.csv', {}, 400, 'invalid_parameter'],
      ['kind=bars&kind=news&name=A.csv', {}, 400, 'invalid_parameter'],
      ['kind=bars&name=A.csv&strict=yes', {}, 400, 'invalid_parameter'],
      ['kind=bars&name=A.csv&ticker=%21', {}, 400, 'invalid_parameter'],
      ['kind=bars&name=A.csv', { 'Content-Type': 'multipart/form-data; boundary=x' }, 415, 'unsupported_media_type'],
      ['kind=bars&name=A.csv', { 'Content-Encoding': 'gzip' }, 415, 'unsupported_media_type'],
      ['kind=bars&name=A.csv', { Origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
    ];
    for (const [query, headers, status, code] of refusals) {
      const answer = await send(query, bars(3), headers);
      expect([query, answer.status, read(answer, 'error')]).toEqual([query, status, code]);
    }
    expect((await server.call('/admin/imports', { headers: { Authorization: `Bearer ${secret}` } })).status).toBe(405);
    expect([left(), (await runtime.store.bars.readDaily(['A'])).size]).toEqual([[], 0]);
  });

  it('imports nothing of a file whose upload ends early, leaves nothing behind, and one other waits meanwhile', async () => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Length': '1000000' };
    const upload = request(`${server.url}/admin/imports?kind=bars&name=QQZX.csv`, { method: 'POST', headers });
    const ended = new Promise<void>((resolve) => upload.once('error', () => resolve()).once('close', () => resolve()));
    upload.write(bars(20));
    await until(() => left().length > 0);
    const other = await send('kind=bars&name=QQZW.csv', bars(3));
    expect([other.status, read(other, 'error'), other.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    upload.destroy();
    await ended;
    await until(() => left().length === 0);
    expect((await runtime.store.bars.readDaily(['QQZX'])).size).toBe(0);
    expect((await send('kind=bars&name=QQZW.csv', bars(3))).status).toBe(200);
  });

  it('refuses what is too large: at once if the length is said, else where it passes the bound', async () => {
    const statusOf = async (
      url: string,
      headers: Readonly<Record<string, string>>,
      body: string,
    ): Promise<number | undefined> => {
      const upload = request(`${url}/admin/imports?kind=bars&name=QQZV.csv`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, ...headers },
      });
      const status = await new Promise<number | undefined>((resolve, reject) => {
        upload.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
        upload.write(body);
        if (headers['Content-Length'] === undefined) upload.end();
      });
      upload.destroy();
      return status;
    };
    expect(await statusOf(server.url, { 'Content-Length': String(257 * 1_048_576) }, 'x')).toBe(413);
    const app = express();
    const { access, clock, log, tagKey } = runtime;
    mountAdminImports(
      app,
      {
        access: {
          authenticator: access.operators,
          limiter: access.limiter,
          meter: { peek: () => ({ limit: null, remaining: null, resetsAtMs: 0 }) },
        },
        newContext: ({ identity, requestId, nowMs, onAbandoned }) =>
          new OperatorContext({ operator: operatorOf(identity), requestId, nowMs, onAbandoned }),
        clock,
        log,
        tagKey,
        newRequestId: () => 'req_1',
        hasDemoKey: false,
      },
      adminImports(runtime, 1_000),
    );
    const small = app.listen(0, '127.0.0.1');
    await once(small, 'listening');
    const { port } = small.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    expect([await statusOf(url, {}, bars(100)), await statusOf(url, {}, bars(10))]).toEqual([413, 200]);
    small.close();
    expect([left(), (await runtime.store.bars.readDaily(['QQZV'])).get('QQZV')?.bars.days.length]).toEqual([[], 10]);
  });
});
