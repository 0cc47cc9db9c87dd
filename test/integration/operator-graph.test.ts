import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, isObjectType } from 'graphql';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { DEMO_KEYS, DEMO_OPERATOR_KEY } from '../../access/demo.js';
import { createOperators } from '../../access/operators.js';
import { ANONYMOUS_PER_MINUTE, OPERATOR_PER_MINUTE, TIERS } from '../../access/tiers.js';
import { runCommand } from '../../bin/commands/run-command.js';
import { SCRIPTS } from '../../bin/commands/run-script.js';
import { DATA_SETS } from '../../store/data-sets.js';
import { adminSdl } from '../../subgraphs/sdl.js';
import { read, type Answer, type Call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';

const server = await serverForFile();
const { runtime, clock } = server;
const { access, store } = runtime;

const PATH = '/admin/graphql';
const newOperator = async (name = 'Ada') => (await access.operators.create({ name })).secret;
const admin = (secret: string | undefined, query: string, variables: object = {}, more: Call = {}): Promise<Answer> =>
  server.call(PATH, {
    method: 'POST',
    body: { query, variables },
    ...more,
    headers: { ...(secret === undefined ? {} : { Authorization: `Bearer ${secret}` }), ...more.headers },
  });
const codeOf = (answer: Answer): unknown => read(answer, 'errors', '0', 'extensions', 'code');
const OPERATOR = '{ operator { id name } }';

/** Names of types of the admin graph, without words that the public texts use for something else. */
const adminNames = (): readonly string[] => {
  const schema = buildSchema(readFileSync(path.join(ROOT, 'schema', 'admin-supergraph.graphql'), 'utf8'), {
    assumeValidSDL: true,
  });
  const shared = new Set(['Query', 'Mutation', 'PageInfo', 'ApiKey', 'RevokeApiKeyPayload', 'Account']);
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !shared.has(type.name) && !/^(__|join__)/.test(type.name))
    .map(({ name }) => name);
};

describe('the admin graph', () => {
  it('answers the key of an operator in either header, and tells whose it is', async () => {
    const { secret, key } = await access.operators.create({ name: '  Grace Hopper ' });
    expect(secret).toMatch(/^svco_[\w-]{43}$/);
    const expected = { data: { operator: { id: key.id, name: 'Grace Hopper' } } };
    const byBearer = await admin(secret, OPERATOR);
    const byHeader = await admin(undefined, OPERATOR, {}, { headers: { 'X-API-Key': secret } });
    expect([byBearer, byHeader].map((answer) => [answer.status, read(answer, 'data')])).toEqual([
      [200, expected.data],
      [200, expected.data],
    ]);
    expect([
      byBearer.headers['x-api-tier'],
      byBearer.headers['x-ratelimit-limit'],
      byBearer.headers['cache-control'],
    ]).toEqual(['operator', String(OPERATOR_PER_MINUTE), 'no-store']);
  });

  it('refuses every credential of an account: keys of each tier, sessions, the cookie, publishable keys and none', async () => {
    const keys = await Promise.all(TIERS.map(async (tier) => (await server.newKey(tier)).key));
    const { accountId } = await server.newKey('institutional');
    const session = await access.sessions.create(accountId);
    const publishable = await access.keys.createPublishable(accountId, { origins: [server.url] });
    const attempts: readonly Call[] = [
      ...[
        ...keys,
        ...Object.values(DEMO_KEYS),
        session.secret,
        publishable.secret,
        'svco_',
        'svco_!',
        `svco_${'x'.repeat(43)}`,
        'x',
      ].flatMap((secret) => [{ headers: { Authorization: `Bearer ${secret}` } }, { headers: { 'X-API-Key': secret } }]),
      { headers: { Cookie: `svc_session=${session.secret}` } },
      { headers: { Cookie: `svc_session=${await newOperator()}` } },
      { headers: { Cookie: `svco_key=${await newOperator()}` } },
      {},
    ];
    for (const attempt of attempts) {
      server.nextMinute();
      const answer = await admin(undefined, OPERATOR, {}, attempt);
      expect([attempt, answer.status, answer.text.includes('"data"')]).toEqual([attempt, 401, false]);
    }
    server.nextMinute();
    const told = await admin(keys[3], OPERATOR);
    expect(read(told, 'errors', '0', 'message')).toContain('Only the key of an operator works here');
    for (const query of [`?key=${await newOperator()}`, `?api_key=${await newOperator()}`]) {
      const answer = await server.call(`${PATH}${query}`, { method: 'POST', body: { query: OPERATOR } });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'KEY_IN_QUERY_UNSUPPORTED']);
    }
  });

  it('is closed to a revoked, an expired and an unknown key at once', async () => {
    server.nextMinute();
    const { secret, key } = await access.operators.create({ name: 'Ada' });
    const soon = await access.operators.create({ name: 'Soon', expiresAt: new Date(clock.nowMs + 1_000) });
    expect([(await admin(secret, OPERATOR)).status, (await admin(soon.secret, OPERATOR)).status]).toEqual([200, 200]);
    await access.operators.revoke(key.id);
    clock.nowMs += 1_000;
    expect([(await admin(secret, OPERATOR)).status, (await admin(soon.secret, OPERATOR)).status]).toEqual([401, 401]);
    await expect(access.operators.revoke('opk_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(access.operators.create({ name: ' ' })).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('stores hashes alone, and notes when a key was used', async () => {
    const { secret, key } = await access.operators.create({ name: 'Ada' });
    await admin(secret, OPERATOR);
    const { rows } = await store.pool.query<{ row: string }>(
      'select row_to_json(k)::text as row from operator_keys k where id = $1',
      [key.id],
    );
    expect(rows[0]?.row).not.toContain(secret.slice(12));
    expect((await access.operators.list()).find(({ id }) => id === key.id)).toMatchObject({
      lastUsedAt: new Date(clock.nowMs),
      prefix: secret.slice(0, 11),
    });
  });

  it('counts requests by key, and wrong keys by address', async () => {
    server.nextMinute();
    const secret = await newOperator('Busy');
    const statuses = await Promise.all(
      Array.from({ length: OPERATOR_PER_MINUTE + 1 }, async () => (await admin(secret, OPERATOR)).status),
    );
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([OPERATOR_PER_MINUTE, 1]);
    expect((await admin(await newOperator(), OPERATOR)).status).toBe(200);
    const wrong = await Promise.all(
      Array.from(
        { length: ANONYMOUS_PER_MINUTE + 1 },
        async (_, i) => (await admin(`svco_wrong_${i}`, OPERATOR)).status,
      ),
    );
    expect([wrong.filter((status) => status === 401).length, wrong.filter((status) => status === 429).length]).toEqual([
      ANONYMOUS_PER_MINUTE,
      1,
    ]);
  });

  it('accepts POST of one JSON operation alone, from its own pages or no page', async () => {
    server.nextMinute();
    const secret = await newOperator();
    const headers = { Authorization: `Bearer ${secret}` };
    const status = async (call: Call): Promise<unknown> => {
      const answer = await server.call(PATH, { ...call, headers: { ...headers, ...call.headers } });
      return [answer.status, codeOf(answer)];
    };
    const body = { query: OPERATOR };
    expect(await status({ method: 'POST', body })).toEqual([200, undefined]);
    expect(await status({ method: 'POST', body, headers: { Origin: server.url } })).toEqual([200, undefined]);
    expect(await status({ method: 'POST', body: [body, body] })).toEqual([400, 'BATCHING_NOT_SUPPORTED']);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await status({ method })).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const get = await server.call(`${PATH}?query=${encodeURIComponent(OPERATOR)}`, { headers });
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
    expect(
      await status({
        method: 'POST',
        body: 'query=x',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    ).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    for (const origin of ['https://evil.example', 'null'])
      expect(await status({ method: 'POST', body, headers: { Origin: origin } })).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    expect(await status({ method: 'POST', body: { query: 'subscription { operator { id } }' } })).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ]);
  });

  it('opens no WebSocket, whatever key is sent', async () => {
    const secret = await newOperator();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${PATH}`, 'graphql-transport-ws', {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const outcome = await new Promise<string>((resolve) => {
      socket.once('open', () => resolve('open')).once('error', () => resolve('refused'));
    });
    socket.terminate();
    expect(outcome).toBe('refused');
  });

  it('limits documents as the public graph does', async () => {
    server.nextMinute();
    const secret = await newOperator();
    const tooMany = Array.from({ length: 101 }, (_, i) => `a${i}: operator { id }`).join(' ');
    expect(codeOf(await admin(secret, `{ ${tooMany} }`))).toBe('OPERATION_TOO_LARGE');
    const costly = Array.from(
      { length: 99 },
      (_, i) => `a${i}: accounts(first: 100) { nodes { apiKeys { id } } }`,
    ).join(' ');
    expect(codeOf(await admin(secret, `{ ${costly} }`))).toBe('OPERATION_TOO_COMPLEX');
    expect(codeOf(await admin(secret, '{ accounts(first: 101) { totalCount } }'))).toBe('INVALID_PARAMETER');
    expect(codeOf(await admin(secret, '{ accounts(after: "x") { totalCount } }'))).toBe('INVALID_PARAMETER');
  });

  it('is nowhere in the public graph, REST, OpenAPI or MCP, which refuse the key of an operator', async () => {
    server.nextMinute();
    const secret = await newOperator();
    const names = adminNames();
    expect(names.length).toBeGreaterThan(20);
    const { key } = await server.newKey('institutional');
    const introspected = await server.graphql(
      key,
      '{ __schema { types { name } queryType { fields { name } } mutationType { fields { name } } } }',
    );
    const publicTexts = [
      introspected.text,
      readFileSync(path.join(ROOT, 'schema', 'supergraph.graphql'), 'utf8'),
      readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'),
      (await server.call('/api/v1/openapi')).text,
      (await server.call('/schema.graphql')).text,
    ];
    for (const text of publicTexts) {
      expect(text.length).toBeGreaterThan(1_000);
      for (const name of names)
        expect([name, new RegExp(`(type |"name":"|"|: )${name}\\b`).test(text)]).toEqual([name, false]);
      for (const field of ['securityCoverage', 'slowestOperations', 'setAccountTier', 'operatorActions'])
        expect(text).not.toContain(field);
    }
    const refusals = [
      await server.graphql(secret, '{ viewer { id } }'),
      await server.call('/api/v1/signal?ticker=AAPL', { key: secret }),
      await server.call('/api/v1/signal?ticker=AAPL', { headers: { Authorization: `Bearer ${secret}` } }),
      await server.call('/api/v1/usage', { headers: { 'X-API-Key': secret } }),
    ];
    for (const answer of refusals)
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('the key of an operator')]);
    const mcp = await server.call('/mcp', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'signal', arguments: { ticker: 'AAPL' } } },
    });
    expect(mcp.text).not.toContain('composite_score');
  });
});

describe('what the admin graph tells', () => {
  it('of coverage is what is stored, by kind, source and age', async () => {
    const secret = await newOperator();
    const answer = await admin(
      secret,
      `{ coverage { asOf newestSession securityCount withoutBarsCount staleCount dataSets { name table rowCount subjectCount newestDate writtenAt sources { name rowCount newestDate } } } }`,
    );
    const coverage = read(answer, 'data', 'coverage') as {
      newestSession: string;
      securityCount: number;
      withoutBarsCount: number;
      dataSets: readonly {
        name: string;
        table: string;
        rowCount: number;
        subjectCount: number | null;
        newestDate: string | null;
        writtenAt: string | null;
        sources: readonly { name: string; rowCount: number }[];
      }[];
    };
    expect(coverage.dataSets.map(({ name }) => name)).toEqual(DATA_SETS.map(({ name }) => name));
    for (const { table, rowCount, sources } of coverage.dataSets) {
      const packed =
        { bar_years: 'sum(bars)', minute_days: 'sum(bars)', quote_days: 'sum(quotes)', trade_days: 'sum(trades)' }[
          table
        ] ?? 'count(*)';
      const {
        rows: [stored],
      } = await store.pool.query<{ count: number }>(`select coalesce(${packed}, 0)::bigint as count from ${table}`);
      expect([table, rowCount]).toEqual([table, stored?.count]);
      if (sources.length > 0)
        expect([table, sources.reduce((sum, { rowCount: own }) => sum + own, 0)]).toEqual([table, rowCount]);
    }
    const bars = coverage.dataSets.find(({ name }) => name === 'daily bars');
    expect(bars).toMatchObject({
      newestDate: coverage.newestSession,
      subjectCount: coverage.securityCount - coverage.withoutBarsCount,
      sources: [{ name: 'simulated' }],
    });
    expect(Date.parse(bars?.writtenAt ?? '')).toBeGreaterThan(0);
  });

  it('of securities is how far their bars reach, in pages, by state and by a part of their name', async () => {
    const secret = await newOperator();
    const newest = await store.securities.lastDay();
    await store.db.transaction().execute((tx) =>
      store.securities.upsert(tx, [
        { symbol: 'ZZNONE', name: 'No Bars 100%', kind: 'unknown', source: 'files' },
        { symbol: 'ZZOLD', name: 'Old Bars', kind: 'equity', source: 'files' },
      ]),
    );
    await store.db
      .updateTable('securities')
      .set({ firstDay: 100, lastDay: (newest ?? 0) - 30 })
      .where('symbol', '=', 'ZZOLD')
      .execute();
    const PAGE =
      'query ($filter: SecurityCoverageFilter, $after: String) { securityCoverage(filter: $filter, first: 7, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { ticker state source lastSession } } }';
    const page = async (filter: object | null, after: string | null = null) =>
      read(await admin(secret, PAGE, { filter, after }), 'data', 'securityCoverage') as {
        totalCount: number;
        pageInfo: { hasNextPage: boolean; endCursor: string };
        nodes: readonly { ticker: string; state: string; lastSession: string | null }[];
      };
    expect((await page({ state: 'NONE' })).nodes).toEqual([
      { ticker: 'ZZNONE', state: 'NONE', source: 'files', lastSession: null },
    ]);
    expect((await page({ state: 'STALE' })).nodes.map(({ ticker, state }) => [ticker, state])).toContainEqual([
      'ZZOLD',
      'STALE',
    ]);
    expect((await page({ query: '100%' })).nodes.map(({ ticker }) => ticker)).toEqual(['ZZNONE']);
    const all: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { nodes, pageInfo } = await page(null, after);
      all.push(...nodes.map(({ ticker }) => ticker));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect([all.length, new Set(all).size]).toEqual([(await page(null)).totalCount, await store.securities.count()]);
    const cursor = (await page({ state: 'CURRENT' })).pageInfo.endCursor;
    expect(codeOf(await admin(secret, PAGE, { filter: null, after: cursor }))).toBe('INVALID_PARAMETER');
  });

  it('of accounts is tier, keys and use, never a secret, a hash or what they store', async () => {
    const secret = await newOperator();
    const { key, accountId, keyId } = await server.newKey('pro');
    await server.call('/api/v1/signal?ticker=AAPL', { key });
    await access.flush();
    const ACCOUNT = `query ($query: String) { accounts(filter: { query: $query }) { totalCount nodes { id name email tier createdAt keyCount unitsThisMonth aiTokensThisMonth lastRequestAt apiKeys { id prefix isPublishable createdAt lastUsedAt expiresAt revokedAt } } } }`;
    const answer = await admin(secret, ACCOUNT, { query: accountId.slice(0, 12) });
    expect(read(answer, 'data', 'accounts', 'nodes', '0')).toMatchObject({
      id: accountId,
      tier: 'PRO',
      keyCount: 1,
      unitsThisMonth: 1,
      aiTokensThisMonth: 0,
      email: null,
      lastRequestAt: new Date(clock.nowMs).toISOString(),
      apiKeys: [{ id: keyId, prefix: key.slice(0, 10), revokedAt: null }],
    });
    expect(answer.text).not.toContain(key);
    const {
      rows: [row],
    } = await store.pool.query<{ hash: string }>("select encode(hash, 'hex') as hash from api_keys where id = $1", [
      keyId,
    ]);
    expect([
      answer.text.includes(row?.hash ?? 'x'),
      /hash|secret/i.test(adminSdl().replaceAll(/"""[^]*?"""|"[^"\n]*"/g, '')),
    ]).toEqual([false, false]);
    await access.signIn.setPassword(accountId, 'Operator.Seen@example.com', 'four unrelated words here');
    const found = await admin(secret, ACCOUNT, { query: 'operator.seen@' });
    expect([
      read(found, 'data', 'accounts', 'totalCount'),
      read(found, 'data', 'accounts', 'nodes', '0', 'email'),
    ]).toEqual([1, 'Operator.Seen@example.com']);
    expect(read(await admin(secret, ACCOUNT, { query: '%' }), 'data', 'accounts', 'totalCount')).toBe(0);
  });

  it('of a page of accounts has the keys in one statement, and pages have every account once', async () => {
    const secret = await newOperator();
    for (let i = 0; i < 5; i += 1) await server.newKey('free');
    const PAGE =
      'query ($after: String) { accounts(first: 3, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { id apiKeys { id } } } }';
    const seen: string[] = [];
    for (let after: unknown = null, more = true; more;) {
      const answer = await admin(secret, PAGE, { after });
      seen.push(...(read(answer, 'data', 'accounts', 'nodes') as { id: string }[]).map(({ id }) => id));
      [after, more] = [
        read(answer, 'data', 'accounts', 'pageInfo', 'endCursor'),
        read(answer, 'data', 'accounts', 'pageInfo', 'hasNextPage') === true,
      ];
    }
    const {
      rows: [stored],
    } = await store.pool.query<{ count: number }>('select count(*) as count from accounts');
    expect([seen.length, new Set(seen).size]).toEqual([stored?.count, stored?.count]);
  });

  it('of requests is how long the routes and operations of this process took', async () => {
    const secret = await newOperator();
    const { key } = await server.newKey('pro');
    await server.call('/api/v1/signal?ticker=MSFT', { key });
    await server.graphql(key, '{ market { status } }');
    const answer = await admin(
      secret,
      '{ slowestOperations(first: 100, orderBy: COUNT) { since operations { route operation count errorCount p50Ms p95Ms p99Ms maxMs } } }',
    );
    const operations = read(answer, 'data', 'slowestOperations', 'operations') as {
      route: string;
      operation: string | null;
      count: number;
      p50Ms: number;
      p95Ms: number;
      maxMs: number;
    }[];
    expect(operations).toContainEqual(expect.objectContaining({ route: '/api/v1/signal', operation: null }));
    expect(operations).toContainEqual(expect.objectContaining({ route: '/graphql', operation: 'query market' }));
    for (const { p50Ms, p95Ms, maxMs, count } of operations)
      expect([count > 0, p50Ms > 0, p50Ms <= p95Ms, p95Ms <= maxMs]).toEqual([true, true, true, true]);
  });

  it('of streams, jobs, sources and imports is what there is', async () => {
    const secret = await newOperator();
    const answer = await admin(
      secret,
      `{
      streams { totalCount counts { topic } }
      queues { name waitingCount activeCount delayedCount failedCount failedEverCount oldestWaitingSeconds isPaused schedules { id nextRunAt } failedJobs { id } }
      sources { endpoints { name } readings { kind } }
      imports { totalCount nodes { kind } }
    }`,
    );
    expect(read(answer, 'errors')).toBeUndefined();
    expect(read(answer, 'data', 'streams')).toEqual({ totalCount: 0, counts: [] });
    expect((read(answer, 'data', 'queues') as { name: string }[]).map(({ name }) => name)).toEqual([
      'webhook-turns',
      'refresh',
      'news',
      'overlay',
      'marks',
      'sources',
    ]);
    expect(read(answer, 'data', 'sources')).toEqual({ endpoints: [], readings: [] });
    const {
      rows: [stored],
    } = await store.pool.query<{ count: number }>('select count(*) as count from imports');
    expect(read(answer, 'data', 'imports', 'totalCount')).toBe(stored?.count);
  });
});

describe('what operators change', () => {
  const ACTIONS = '{ operatorActions(first: 1) { nodes { operatorId operatorName action subject detail at } } }';

  it('is the tier of an account, at once, and is recorded with the name of the key', async () => {
    const { secret, key: operator } = await access.operators.create({ name: 'Ada' });
    const { key, accountId } = await server.newKey('free');
    const SET = 'mutation ($input: SetAccountTierInput!) { setAccountTier(input: $input) { account { id tier } } }';
    const answer = await admin(secret, SET, { input: { accountId, tier: 'PRO' } });
    expect(read(answer, 'data', 'setAccountTier', 'account')).toEqual({ id: accountId, tier: 'PRO' });
    expect((await server.call('/api/v1/usage', { key })).headers['x-api-tier']).toBe('pro');
    expect(read(await admin(secret, ACTIONS), 'data', 'operatorActions', 'nodes', '0')).toEqual({
      operatorId: operator.id,
      operatorName: 'Ada',
      action: 'set_account_tier',
      subject: accountId,
      detail: 'free to pro',
      at: new Date(clock.nowMs).toISOString(),
    });
    const missing = await admin(secret, SET, { input: { accountId: 'acc_none', tier: 'PRO' } });
    expect([codeOf(missing), read(missing, 'errors', '0', 'extensions', 'path')]).toEqual([
      'NOT_FOUND',
      ['input', 'accountId'],
    ]);
  });

  it('is the revocation of a key, once', async () => {
    const secret = await newOperator();
    const { key, keyId, accountId } = await server.newKey('free');
    const REVOKE =
      'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id revokedAt } account { id keyCount } } }';
    clock.nowMs += 1_000;
    const answer = await admin(secret, REVOKE, { id: keyId });
    expect(read(answer, 'data', 'revokeApiKey')).toEqual({
      apiKey: { id: keyId, revokedAt: new Date(clock.nowMs).toISOString() },
      account: { id: accountId, keyCount: 0 },
    });
    expect((await server.call('/api/v1/usage', { key })).status).toBe(401);
    const { total } = await access.operators.actions({ first: 1, after: undefined });
    clock.nowMs += 1_000;
    await admin(secret, REVOKE, { id: keyId });
    expect((await access.operators.actions({ first: 1, after: undefined })).total).toBe(total);
    expect(codeOf(await admin(secret, REVOKE, { id: 'key_none' }))).toBe('NOT_FOUND');
  });

  it('is nothing if it cannot be recorded, and no record if it cannot be made', async () => {
    const { secret, key } = await access.operators.create({ name: 'Ada' });
    const operator = { id: key.id, name: key.name };
    const { key: own, keyId, accountId } = await server.newKey('free');
    const SET = 'mutation ($input: SetAccountTierInput!) { setAccountTier(input: $input) { account { tier } } }';
    const REVOKE = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }';
    const actions = async () => (await access.operators.actions({ first: 100, after: undefined })).rows;
    const before = await actions();
    let isRetried = false;
    await sql`alter table operator_actions rename to gone`.execute(store.db);
    const answers = [
      await admin(secret, SET, { input: { accountId, tier: 'PRO' } }),
      await admin(secret, REVOKE, { id: keyId }),
    ];
    const retried = access.operators.changeOutside(
      operator,
      { action: 'retry_failed_jobs', subject: 'news' },
      async () => {
        isRetried = true;
        return Promise.resolve();
      },
    );
    await expect(retried).rejects.toThrow('operator_actions');
    await sql`alter table gone rename to operator_actions`.execute(store.db);
    expect(answers.map(codeOf)).toEqual(['INTERNAL_ERROR', 'INTERNAL_ERROR']);
    expect([
      (await access.accounts.get(accountId))?.tier,
      (await access.keys.get(keyId))?.revokedAt,
      isRetried,
    ]).toEqual(['free', null, false]);
    expect((await server.call('/api/v1/usage', { key: own })).headers['x-api-tier']).toBe('free');
    const ended = access.operators.change(operator, (record) =>
      access.accounts.setTier(accountId, 'pro', async (tx) => {
        await record(tx, { action: 'set_account_tier', subject: accountId });
        throw new Error('ended here');
      }),
    );
    await expect(ended).rejects.toThrow('ended here');
    expect([(await access.accounts.get(accountId))?.tier, await actions()]).toEqual(['free', before]);
    const failed = access.operators.changeOutside(
      operator,
      { action: 'retry_failed_jobs', subject: 'news', detail: '2 jobs' },
      () => Promise.reject(new Error('no queue')),
    );
    await expect(failed).rejects.toThrow('no queue');
    expect((await actions())[0]).toMatchObject({ action: 'retry_failed_jobs', detail: '2 jobs; failed' });
  });

  it('is never a queue or a job that does not exist', async () => {
    const secret = await newOperator();
    const RETRY =
      'mutation ($input: RetryFailedJobsInput!) { retryFailedJobs(input: $input) { retriedCount queue { name failedCount } } }';
    expect(codeOf(await admin(secret, RETRY, { input: { queue: 'none' } }))).toBe('NOT_FOUND');
    expect(codeOf(await admin(secret, RETRY, { input: { queue: 'news', jobId: 'none' } }))).toBe('NOT_FOUND');
    expect(read(await admin(secret, RETRY, { input: { queue: 'news' } }), 'data', 'retryFailedJobs')).toEqual({
      retriedCount: 0,
      queue: { name: 'news', failedCount: 0 },
    });
  });
});

describe('the commands of operators', () => {
  const run = async (...argv: readonly string[]) => {
    const lines: string[] = [];
    const code = await runCommand('admin', SCRIPTS['admin'] ?? {}, argv, runtime, {
      print: (line) => void lines.push(line),
      error: (line) => void lines.push(line),
      progress: () => undefined,
    });
    return {
      code,
      lines,
      row:
        lines.length === 1 && lines[0]?.startsWith('{') === true
          ? (JSON.parse(lines[0]) as Readonly<Record<string, string>>)
          : {},
    };
  };

  it('create a key that is shown once, list it, revoke it and tell what was done with it', async () => {
    server.nextMinute();
    const {
      row: { operator_id: id = '', key = '' },
    } = await run('operators', 'create', '--name', 'Line\nBreak', '--expires-at', '2099-01-01', '--json');
    const { accountId } = await server.newKey('free');
    await admin(key, 'mutation ($input: SetAccountTierInput!) { setAccountTier(input: $input) { account { id } } }', {
      input: { accountId, tier: 'STARTER' },
    });
    const listed = await run('operators', 'list');
    expect(listed.lines.find((line) => line.includes(id))).toBe(`${id}  ${key.slice(0, 11)}…  active  Line\\nBreak`);
    expect((await run('operators', 'log')).lines[0]).toMatch(
      new RegExp(`Line\\\\nBreak {2}set_account_tier {2}${accountId} {2}free to starter$`),
    );
    expect((await run('operators', 'revoke', id)).lines).toEqual([`Revoked ${id}.`]);
    expect([
      (await admin(key, OPERATOR)).status,
      (await run('operators', 'list')).lines.find((line) => line.includes(id))?.includes('  revoked  '),
    ]).toEqual([401, true]);
    expect([
      listed.lines.join().includes(key),
      (await run('operators', 'revoke', 'opk_none')).code,
      (await run('operators', 'create')).code,
    ]).toEqual([false, 1, 1]);
  });
});

describe('the demo key of an operator', () => {
  it('works where demo keys do', async () => {
    server.nextMinute();
    const byName = await admin(DEMO_OPERATOR_KEY, OPERATOR, {}, { headers: { Host: 'rebound.example:4000' } });
    expect([byName.status, codeOf(byName)]).toEqual([403, 'HOST_NOT_KNOWN']);
    expect(read(await admin(DEMO_OPERATOR_KEY, OPERATOR), 'data', 'operator')).toEqual({
      id: 'opk_demo',
      name: 'demo',
    });
  });

  it('works nowhere else, even if it is stored', async () => {
    const random = (size: number): Buffer => Buffer.alloc(size, 1);
    const elsewhere = createOperators({
      operators: store.operators,
      clock: () => clock.nowMs,
      random,
      areDemoKeysAllowed: false,
      log: runtime.log,
    });
    await expect(elsewhere.authenticate({ kind: 'key', secret: DEMO_OPERATOR_KEY })).rejects.toMatchObject({
      code: 'invalid_key',
    });
    expect((await store.operators.list()).map(({ id }) => id)).toContain('opk_demo');
  });
});
