import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { call, endConnections } from '../support/http.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, ROOT, scratchDir } from '../support/scratch.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const programs = programsForFile();
let server: ServerProgram;
let adminUrl = '';
let [key, log] = ['', ''];

removeScratchAtEnd();
beforeAll(async () => {
  const environment = {
    SVC_DATA_DIR: await scratchDir(),
    SVC_ADMIN_PORT: '0',
    SVC_ACCESS_LOG: '1',
    LOG_LEVEL: 'info',
    SVC_ALLOW_PRIVATE_TARGETS: '1',
  };
  server = await programs.server(environment);
  [, adminUrl = ''] = await server.until(/Admin +(http:\S+)/);
  ({ key } = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '600'));
});
afterAll(() => endConnections());

/** The samples of a metric whose labels contain all that is given. */
async function samples(name: string, labels: string): Promise<readonly string[]> {
  const { text } = await call(adminUrl, '/metrics');
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && labels.split(' ').every((label) => line.includes(label)));
}

it('the admin port serves health and metrics, and nothing of the API', async () => {
  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/graphql', '/'].map(async (path) => (await call(adminUrl, path)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 404, 404]);
  expect(JSON.parse((await call(server.url, '/readyz')).text)).toEqual({
    status: 'ready',
    checks: { store: true, market: true, serving: true },
  });
});

it('requests are counted by route or operation, status and tier, errors by code', async () => {
  await call(server.url, '/api/v1/usage', { key });
  await call(server.url, '/api/v1/usage');
  await call(server.url, '/api/v1/signal?ticker=NONE', { key });
  await call(server.url, '/api/v1/such/a/path/does/not/exist');
  await call(server.url, '/graphql', { method: 'POST', key, body: { query: 'query Mine { v: viewer { tier } }' } });
  await call(server.url, '/graphql', { method: 'POST', key, body: { query: '{ inventedField }' } });
  const count = 'marketgraph_http_requests_total';
  expect(await samples(count, 'route="/api/v1/usage" status="200" tier="pro"')).toEqual([expect.stringMatching(/ 1$/)]);
  expect(await samples(count, 'route="/api/v1/usage" status="401" tier="anonymous"')).toEqual([
    expect.stringMatching(/ 1$/),
  ]);
  expect(await samples(count, 'route="unmatched" status="404"')).toEqual([expect.stringMatching(/ 1$/)]);
  expect(await samples(count, 'route="/graphql" viewer" status="200" tier="pro"')).toHaveLength(1);
  expect(await samples(count, 'inventedField')).toEqual([]);
  expect(await samples('marketgraph_http_request_duration_seconds_count', 'route="/api/v1/usage"')).toEqual([
    expect.stringMatching(/ 2$/),
  ]);
  expect(await samples('marketgraph_refusals_total', 'code="missing_key"')).toEqual([expect.stringMatching(/ 1$/)]);
  expect(await samples('marketgraph_refusals_total', 'code="graphql_validation_failed"')).toEqual([
    expect.stringMatching(/ 1$/),
  ]);
  expect(await samples('marketgraph_database_connections', 'state="waiting"')).toEqual([
    expect.stringMatching(/ \d+$/),
  ]);
});

it('each request has a line in the access log, in its trace, without keys, queries and paths that no route has', async () => {
  await call(server.url, `/api/v1/usage?note=${key}`, {
    key,
    headers: { traceparent: TRACEPARENT, 'X-Request-Id': 'seen-1' },
  });
  await call(server.url, `/${key}/nothing`, { headers: { 'X-Request-Id': 'seen-2' } });
  await call(server.url, '/graphql', {
    method: 'POST',
    key,
    body: { query: '{ viewer { tier } }' },
    headers: { 'X-Request-Id': 'seen-3' },
  });
  const lineOf = async (id: string): Promise<object> => {
    const [line] = await server.until(new RegExp(`^.*"request_id":"${id}".*"msg":"request".*$`, 'm'), 'stderr');
    log += line;
    return JSON.parse(line) as object;
  };
  expect(await lineOf('seen-1')).toMatchObject({
    method: 'GET',
    route: '/api/v1/usage',
    path: '/api/v1/usage',
    status: 200,
    tier: 'pro',
    trace_id: TRACE,
    parent_id: '00f067aa0ba902b7',
  });
  expect(await lineOf('seen-2')).toMatchObject({ route: 'unmatched', status: 404, code: 'unknown_endpoint' });
  expect(await lineOf('seen-3')).toMatchObject({ route: '/graphql', operation: 'query viewer', status: 200 });
  expect(log).not.toContain(key);
});

it('a webhook that a request sends has the trace of the request', async () => {
  const received: IncomingMessage[] = [];
  const receiver = createServer((request, response) => {
    received.push(request);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { text } = await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: { url } });
  const id = /"id":"(we_[^"]+)"/.exec(text)?.[1];
  const body = { action: 'test', id };
  await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body, headers: { traceparent: TRACEPARENT } });
  await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body });
  receiver.close();
  expect(received.map(({ headers }) => headers.traceparent)).toEqual([TRACEPARENT, undefined]);
});

/** Metrics that a text names, without the suffixes of a histogram's series. */
function namesIn(text: string): ReadonlySet<string> {
  const found = text.match(/\b(?:marketgraph|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return new Set(found.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
}

it('the dashboard, the alert rules and the docs name metrics that are there, and the docs name all of ours', async () => {
  const { text } = await call(adminUrl, '/metrics');
  const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const read = async (name: string): Promise<string> => readFile(path.join(ROOT, 'docs', name), 'utf8');
  const [grafana, alerts, ...pages] = await Promise.all(
    ['monitoring/grafana.json', 'monitoring/alerts.yml', 'operations.md', 'webhooks.md', 'runs.md'].map(read),
  );
  expect(Object.keys(JSON.parse(String(grafana)) as object)).toContain('panels');
  for (const file of [grafana, alerts]) {
    const names = [...namesIn(String(file))];
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !served.has(name))).toEqual([]);
  }
  const documented = namesIn(pages.join('\n'));
  expect([...served].filter((name) => name.startsWith('marketgraph_') && !documented.has(name))).toEqual([]);
});

it('the server ends well', async () => {
  endConnections();
  expect((await server.signal('SIGTERM')).code).toBe(0);
});
