import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startCollector, type CollectedSpan, type Collector } from '../support/collector.js';
import { call, endConnections } from '../support/http.js';
import { startReceiver } from '../support/receiver.js';
import { programsForFile, type ServerProgram } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;
const SERVER = 2;
const CLIENT = 3;
const FAILED = 2;

const programs = programsForFile();
let dataDir = '';

removeScratchAtEnd();
beforeAll(async () => {
  dataDir = await scratchDir();
});
afterAll(() => endConnections());

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

interface Traced {
  readonly server: ServerProgram;
  readonly key: string;
}

async function startTraced(collector: Collector, source = 'none'): Promise<Traced> {
  const environment = {
    SVC_DATA_DIR: dataDir,
    SVC_ALLOW_PRIVATE_TARGETS: '1',
    SVC_SOURCE: source,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=try',
  };
  const server = await programs.server(environment);
  const { key } = await programs.newKey(environment, '--tier', 'pro', '--per-minute', '600');
  return { server, key };
}

const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan | undefined =>
  spans.find((span) => span.name === name);

it('a request, its operation, its steps, the tools of an answer and a webhook are spans of one trace, without texts', async () => {
  const collector = await startCollector();
  const receiver = await startReceiver();
  const { server, key } = await startTraced(collector, 'simulated');
  const headers = { traceparent };
  const query = '{ security(ticker: "AAPL") { ticker signal { label } streetGrades { actionCount } } }';
  const { text } = await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: { url: receiver.url } });
  const id = /"id":"(we_[^"]+)"/.exec(text)?.[1];
  await call(server.url, '/graphql', { method: 'POST', key, body: { query: `query Whispered ${query}` }, headers });
  await call(server.url, '/api/v1/ask', {
    method: 'POST',
    key,
    body: { question: 'Is MSFT a buy, whispered?' },
    headers,
  });
  await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: { action: 'test', id }, headers });
  await call(server.url, `/api/v1/signal?ticker=AAPL&note=whispered`, { key });
  await call(server.url, '/graphql', {
    method: 'POST',
    key,
    body: { query: '{ security(ticker: "NONE") { ticker } }' },
  });
  await call(server.url, '/readyz');
  await until(() => collector.spans.filter(({ kind }) => kind === SERVER).length >= 6);

  const own = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const ids = new Set(own.map(({ spanId }) => spanId));
  const requests = own.filter(({ kind }) => kind === SERVER);
  expect(requests.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ['POST /graphql', CALLER],
    ['POST /api/v1/ask', CALLER],
    ['POST /api/v1/webhooks', CALLER],
  ]);
  expect(own.filter(({ kind, parentSpanId }) => kind !== SERVER && !ids.has(parentSpanId ?? ''))).toEqual([]);
  expect(named(own, 'POST /graphql')?.attributes).toMatchObject({
    'http.route': '/graphql',
    'http.response.status_code': 200,
    'marketgraph.tier': 'pro',
    'marketgraph.operation': 'query security',
  });
  const operation = own.find(
    ({ name, parentSpanId }) => name === 'graphql query' && parentSpanId === requests[0]?.spanId,
  );
  const steps = own.filter(({ parentSpanId }) => parentSpanId === operation?.spanId).map(({ name }) => name);
  expect(steps).toEqual(expect.arrayContaining(['fetch equities', 'fetch research']));
  expect(collector.spans.flatMap(({ attributes }) => attributes['marketgraph.errors'] ?? [])).toEqual([1]);
  expect(named(own, 'fetch research')?.attributes).toMatchObject({
    'marketgraph.subgraph': 'research',
    'marketgraph.entities': 1,
  });
  expect(named(own, 'execute_tool signal')?.attributes).toMatchObject({ 'gen_ai.tool.name': 'signal' });
  const delivery = own.find(({ kind, attributes }) => kind === CLIENT && attributes['server.address'] === '127.0.0.1');
  expect(delivery?.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 200 });
  const [received] = receiver.received;
  expect(received?.headers.traceparent).toBe(`00-${TRACE}-${delivery?.parentSpanId ?? ''}-01`);
  expect(collector.spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'marketgraph', 'deployment.environment.name': 'try' });
  for (const secret of [key, 'hispered', 'AAPL', 'MSFT', 'whsec_']) expect(collector.text()).not.toContain(secret);

  await call(server.url, '/api/v1/signal?ticker=AAPL', { key: 'mk_wrong' });
  expect((await server.signal('SIGTERM')).code).toBe(0);
  // The last spans are sent at the end.
  const refused = collector.spans.filter(({ attributes }) => attributes['http.response.status_code'] === 401);
  expect(refused.map(({ attributes, status }) => [attributes['marketgraph.code'], status.code === FAILED])).toEqual([
    ['invalid_key', false],
  ]);
  collector.close();
  await receiver.close();
});

it.each([
  ['answers nothing', async () => startCollector({ answers: false })],
  [
    'is not there',
    async () => {
      const gone = await startCollector();
      gone.close();
      return gone;
    },
  ],
])('a collector that %s delays neither answers nor the end', async (_how, start) => {
  const collector = await start();
  const { server, key } = await startTraced(collector);
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => call(server.url, '/api/v1/usage', { key })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await server.signal('SIGTERM')).code).toBe(0);
  collector.close();
});

it('a wrong address ends the start with a sentence', async () => {
  const environment = { SVC_DATA_DIR: await scratchDir(), OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
  await expect(programs.server(environment)).rejects.toThrow(
    /OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http:\/\/collector:4318/,
  );
});
