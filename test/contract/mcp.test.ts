import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from '@jest/globals';
import { MCP_MESSAGES_PER_MINUTE } from '../../access/tiers.js';
import { operationIdOf } from '../../rest-compat/openapi/names.js';
import { alike } from '../support/alike.js';
import { read, type Answer, type Call } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';
import { ENDPOINTS, requestOf, takesBody } from './endpoints.js';

const server = await serverForFile({ SVC_MCP_HOSTS: 'api.example.com', SVC_WEB_ORIGINS: 'https://app.example.com' });
const TOOLS = ['search_capabilities', 'read_schema', 'call', 'query_graph', 'ask'];
const ACCEPT = { Accept: 'application/json, text/event-stream' };

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

function post(body: unknown, { headers, ...options }: Call = {}): Promise<Answer> {
  return server.call('/mcp', { method: 'POST', body, ...options, headers: { ...ACCEPT, ...headers } });
}

/** One call of a tool without a session, as any client may send it. */
async function tool(key: string | undefined, name: string, given: object): Promise<Result> {
  const answer = await post(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    { key },
  );
  return read(answer, 'result') as Result;
}

interface AnyClient {
  connect(): Promise<void>;
  list(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  call(name: string, given: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
}

const headersOf = (key: string) => ({ requestInit: { headers: { 'X-API-Key': key } } });
const INFO = { name: 'test', version: '1' };

function clientV1(key: string): AnyClient {
  const client = new ClientV1(INFO);
  return {
    connect: () => client.connect(new TransportV1(new URL(`${server.url}/mcp`), headersOf(key))),
    list: () => client.listTools(),
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as unknown as Result,
    close: () => client.close(),
  };
}

function clientV2(
  key: string,
  mode: 'legacy' | { readonly pin: string },
  transport = new TransportV2(new URL(`${server.url}/mcp`), headersOf(key)) as StdioClientTransport | TransportV2,
): AnyClient {
  const client = new ClientV2(INFO, { versionNegotiation: { mode } });
  return {
    connect: () => client.connect(transport),
    list: () => client.listTools(),
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as unknown as Result,
    close: () => client.close(),
  };
}

/** The program, whose calls go to the server of this file. */
function program(key: string, mode: 'legacy' | { readonly pin: string }): AnyClient {
  const env = { PATH: process.env['PATH'] ?? '', MARKETGRAPH_URL: server.url, MARKETGRAPH_KEY: key };
  return clientV2(
    key,
    mode,
    new StdioClientTransport({ command: process.execPath, args: ['dist/bin/mcp.js'], cwd: ROOT, env, stderr: 'pipe' }),
  );
}

const MODERN = { pin: '2026-07-28' };

describe.each([
  ['the v1 client', clientV1],
  ['the v2 client with the handshake of 2025', (key: string) => clientV2(key, 'legacy')],
  ['the v2 client of 2026-07-28', (key: string) => clientV2(key, MODERN)],
  ['the program over stdio with the handshake of 2025', (key: string) => program(key, 'legacy')],
  ['the program over stdio of 2026-07-28', (key: string) => program(key, MODERN)],
])('%s', (_name, open) => {
  it('lists the tools, calls them and reads structured answers and errors', async () => {
    const { key } = await server.newKey('free', { perMinute: 2 });
    const client = open(key);
    await client.connect();
    const { tools } = await client.list();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    expect(
      read(
        (await client.call('search_capabilities', { query: 'overnight gaps' })).structuredContent,
        'capabilities',
        0,
        'name',
      ),
    ).toBe('getGapStats');
    const signal = await client.call('call', { name: 'getSignal', parameters: { ticker: 'AAPL' } });
    const rest = await server.call('/api/v1/signal?ticker=AAPL', { key });
    expect(signal.structuredContent['answer']).toEqual(JSON.parse(rest.text));
    expect(JSON.parse(signal.content[0]?.text ?? '')).toEqual(signal.structuredContent);
    const limited = await client.call('call', { name: 'getSignal', parameters: { ticker: 'AAPL' } });
    expect(limited.isError).toBe(true);
    expect(limited.structuredContent).toMatchObject({
      status: 429,
      error: { code: 'rate_limited', next: expect.stringContaining('Wait'), retry_after_s: expect.any(Number) },
    });
    await client.close();
  });
});

describe('tools/list', () => {
  it('has at most 6,000 bytes, with output schemas', async () => {
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const result = read(answer, 'result') as { tools: readonly { outputSchema: { type: string } }[] };
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(6_000);
    expect(result.tools.map(({ outputSchema }) => outputSchema.type)).toEqual(TOOLS.map(() => 'object'));
  });
});

describe.each(ENDPOINTS)('$name', (endpoint) => {
  const {
    capability: { route, tier, isMetered },
    sample,
  } = endpoint;
  const name = operationIdOf(endpoint.capability);

  it('answers the same by MCP as by REST, at the same price, and shortly unless detail is asked for', async () => {
    server.nextMinute();
    const [one, other] = [await server.newKey(tier), await server.newKey(tier)];
    const { path, call } = requestOf(endpoint);
    const rest = await server.call(path, { ...call, key: one.key });
    const { structuredContent: whole } = await tool(other.key, 'call', {
      name,
      parameters: sample.parameters,
      detail: true,
    });
    const body: unknown = JSON.parse(rest.text);
    const { error: code, ...error } = rest.status < 400 ? { error: '' } : (body as { error: string });
    expect(whole['status']).toBe(rest.status);
    if (rest.status < 400) expect(alike(whole['answer'])).toEqual(alike(body));
    else expect(alike(whole['error'])).toMatchObject(alike({ code, ...error }) as object);
    expect(await server.used(other)).toBe(await server.used(one));
    expect(await server.used(other)).toBe(isMetered ? 1 : 0);
    const short = await tool(other.key, 'call', { name, parameters: sample.parameters });
    expect(Buffer.byteLength(short.content[0]?.text ?? '')).toBeLessThanOrEqual(2_048);
    const schema = await tool(undefined, 'read_schema', { name });
    expect(schema.structuredContent).toMatchObject({ name, method: route.method, tier });
    expect(Buffer.byteLength(schema.content[0]?.text ?? '')).toBeLessThanOrEqual(2_048);
    const { structuredContent: detailed } = await tool(undefined, 'read_schema', { name, detail: true });
    expect(Object.keys(read(detailed, 'parameters', 'properties') as object).sort()).toEqual(
      expect.arrayContaining(
        Object.keys(sample.parameters).filter(
          (each) => each !== route.selector?.parameter || route.selector.value === undefined,
        ),
      ),
    );
    // However short, it has every parameter.
    const parametersOf = (given: object) => {
      const { properties, required } = read(given, 'parameters') as {
        properties: object;
        required?: readonly string[];
      };
      return [Object.keys(properties), required];
    };
    expect(parametersOf(schema.structuredContent)).toEqual(parametersOf(detailed));
    expect(takesBody(endpoint) || route.method === 'GET' || route.method === 'DELETE').toBe(true);
  });
});

describe('query_graph', () => {
  const SCREEN =
    'query ($first: Int!) { securities(first: $first, filter: { kind: EQUITY }, orderBy: { field: SCORE, ' +
    'direction: DESC }) { totalCount nodes { ticker signal { compositeScore } } } }';

  it('answers as the graph does, at the same price', async () => {
    const [one, other] = [await server.newKey('pro'), await server.newKey('pro')];
    const { structuredContent } = await tool(one.key, 'query_graph', { query: SCREEN, variables: { first: 5 } });
    const direct = await server.graphql(other.key, SCREEN, { first: 5 });
    expect(structuredContent).toMatchObject({ status: 200, answer: read(direct, 'data') });
    expect(await server.used(one)).toBe(await server.used(other));
  });

  it('tells errors of fields beside the data, and one of the whole by its code', async () => {
    const { key } = await server.newKey('free');
    const { structuredContent: partly } = await tool(key, 'query_graph', {
      query: '{ unknown: security(ticker: "ZZZZ") { ticker } known: security(ticker: "AAPL") { ticker } }',
    });
    expect(partly).toMatchObject({
      answer: { unknown: null, known: { ticker: 'AAPL' } },
      errors: [{ path: 'unknown', code: 'ticker_not_found' }],
    });
    const refused = await tool(key, 'query_graph', { query: '{ nope }' });
    expect([refused.isError, read(refused.structuredContent, 'error', 'code')]).toEqual([
      true,
      'graphql_validation_failed',
    ]);
    const gated = await tool(key, 'query_graph', {
      query: '{ security(ticker: "AAPL") { microstructure { __typename } } }',
    });
    expect(read(gated.structuredContent, 'errors', 0, 'code')).toBe('tier_required');
  });

  it('tells at most three errors of fields unless detail is asked for, with short paths, and how to go on', async () => {
    const { key } = await server.newKey('free');
    const alias = 'a'.repeat(120);
    const query = `{ ${[1, 2, 3, 4, 5].map((i) => `${alias}${i}: security(ticker: "ZZZ${i}") { ticker }`).join(' ')} }`;
    const short = await tool(key, 'query_graph', { query });
    expect(Buffer.byteLength(short.content[0]?.text ?? '')).toBeLessThanOrEqual(2_048);
    expect(short.structuredContent).toMatchObject({ error_count: 5 });
    const { structuredContent: whole } = await tool(key, 'query_graph', { query, detail: true });
    expect([read(whole, 'errors'), whole['error_count']]).toEqual([
      Array.from({ length: 5 }, () => ({
        path: expect.stringMatching(/^a{120}\d$/),
        code: 'ticker_not_found',
        message: expect.any(String),
      })),
      undefined,
    ]);
    const { structuredContent: refused } = await tool(key, 'query_graph', { query: '{ nope }' });
    expect(read(refused, 'error', 'next')).toContain('read_schema');
  });

  it('runs one operation of several by its name', async () => {
    const { key } = await server.newKey('free');
    const query = 'query A { viewer { id } } query B { security(ticker: "AAPL") { ticker } }';
    const { structuredContent } = await tool(key, 'query_graph', { query, operationName: 'B' });
    expect(structuredContent).toMatchObject({ status: 200, answer: { security: { ticker: 'AAPL' } } });
    const unnamed = await tool(key, 'query_graph', { query });
    expect(read(unnamed.structuredContent, 'error', 'message')).toContain('operationName');
    const { structuredContent: called } = await tool(key, 'call', { name: 'Security.bars', parameters: {} });
    expect(read(called, 'error')).toMatchObject({
      message: 'Security.bars is a field of the graph, and no capability.',
      next: expect.stringContaining('query_graph'),
    });
  });

  it.each([
    'mutation { createWatchlist(input: { name: "mine" }) { viewer { id } } }',
    'subscription { signalChanged(tickers: ["AAPL"]) { ticker } }',
    'mutation { createWatchlist(name: "mine") { id } }',
  ])('changes and streams nothing: %s', async (query) => {
    const { key } = await server.newKey('pro');
    const { structuredContent } = await tool(key, 'query_graph', { query });
    expect(structuredContent).toMatchObject({ error: { code: 'invalid_parameter', param: 'query' } });
    expect(read(structuredContent, 'error', 'next')).toContain('watchlists');
    const lists = await server.graphql(key, '{ viewer { watchlists(first: 5) { nodes { name } } } }');
    expect(read(lists, 'data', 'viewer', 'watchlists', 'nodes')).toEqual([]);
  });

  it('runs for a signed-in session, and not for one that a page of another site sends', async () => {
    const { accountId } = await server.newKey('pro');
    const { secret } = await server.runtime.access.sessions.create(accountId);
    const call = { name: 'query_graph', arguments: { query: '{ viewer { id } }' } };
    const ask = (headers: Readonly<Record<string, string>>) =>
      post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, { headers: { ...ACCEPT, ...headers } });
    const answer = await ask({ Cookie: `svc_session=${secret}` });
    expect(read(answer, 'result', 'structuredContent')).toMatchObject({
      status: 200,
      answer: { viewer: { id: expect.any(String) } },
    });
    const foreign = await ask({ Cookie: `svc_session=${secret}`, Origin: 'https://evil.example' });
    expect([foreign.status, read(foreign, 'error', 'data', 'error')]).toEqual([403, 'origin_not_allowed']);
  });

  it('has no field that the public schema does not have', async () => {
    const { structuredContent } = await tool(undefined, 'read_schema', { name: 'security', detail: true });
    const fields = Object.keys(read(structuredContent, 'returns', 'Security') as object);
    expect([fields.includes('ticker'), fields.includes('batch')]).toEqual([true, false]);
  });

  it('is short unless detail is asked for', async () => {
    const { key } = await server.newKey('free');
    const query = '{ security(ticker: "AAPL") { bars(last: 400) { date close } } }';
    const short = await tool(key, 'query_graph', { query });
    expect(Buffer.byteLength(short.content[0]?.text ?? '')).toBeLessThanOrEqual(2_048);
    expect(read(short.structuredContent, 'left_out', 0)).toMatch(
      /^security\.bars: all but the last \d+ of 400 entries$/,
    );
    const { structuredContent: whole } = await tool(key, 'query_graph', { query, detail: true });
    expect(read(whole, 'answer', 'security', 'bars')).toHaveLength(400);
  });

  it.each([
    ['screener', 'Query.securities'],
    ['watchlist', 'Viewer.watchlists'],
    ['13F holdings', 'Security.institutionalHoldings'],
    ['daily bars', 'Security.bars'],
    ['batch of tickers', 'Query.securitiesByTicker'],
  ])('has fields that search_capabilities finds by words, and read_schema describes: %s', async (words, name) => {
    const { structuredContent } = await tool(undefined, 'search_capabilities', { query: words });
    const found = read(structuredContent, 'graph_fields') as readonly { readonly name: string }[];
    expect(found.map((each) => each.name)).toContain(name);
    const schema = await tool(undefined, 'read_schema', { name });
    expect(schema.structuredContent).toMatchObject({
      name,
      signature: expect.any(String),
      returns: expect.any(Object),
    });
    expect(Buffer.byteLength(schema.content[0]?.text ?? '')).toBeLessThanOrEqual(2_048);
  });

  it.each(['RSI', 'VWAP', 'fill rate'])('is not needed for fields of answers of endpoints: %s', async (words) => {
    const { structuredContent } = await tool(undefined, 'search_capabilities', { query: words });
    expect((read(structuredContent, 'capabilities') as readonly unknown[]).length).toBeGreaterThan(0);
  });
});

describe('short answers', () => {
  it('have a next_cursor that follows what is shown, page after page, as the whole list does', async () => {
    const { key } = await server.newKey('institutional');
    const ask = async (parameters: object, detail = false) => {
      server.nextMinute();
      const { structuredContent } = await tool(key, 'call', { name: 'getStartupNews', parameters, detail });
      return structuredContent as {
        answer: { articles: readonly { url: string }[]; next_cursor?: string };
        left_out?: readonly string[];
      };
    };
    const cut = await ask({});
    expect(cut.answer.next_cursor).toBeUndefined();
    const [, limit] = /^next_cursor: .* with limit: (\d+)/m.exec(cut.left_out?.join('\n') ?? '') ?? [];
    const first = await ask({ limit: cut.answer.articles.length });
    const second = await ask({ limit: cut.answer.articles.length, cursor: first.answer.next_cursor });
    const whole = await ask({}, true);
    expect(Number(limit)).toBe(cut.answer.articles.length);
    expect([...first.answer.articles, ...second.answer.articles].map(({ url }) => url)).toEqual(
      whole.answer.articles.slice(0, 2 * cut.answer.articles.length).map(({ url }) => url),
    );
  });

  it.each(['anthropic', 'openai', 'stripe', 'databricks'])('of %s has addresses that are whole', async (slug) => {
    server.nextMinute();
    const { key } = await server.newKey('institutional');
    const { structuredContent } = await tool(key, 'call', { name: 'getPrivateCompany', parameters: { slug } });
    const text = JSON.stringify(structuredContent['answer']);
    const { structuredContent: whole } = await tool(key, 'call', {
      name: 'getPrivateCompany',
      parameters: { slug },
      detail: true,
    });
    const addresses = text.match(/"https?:[^"]*"/g) ?? [];
    expect(addresses.filter((address) => !JSON.stringify(whole).includes(address))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(0);
  });

  it('name where a field stands that was wanted elsewhere, and what to do about arguments', async () => {
    server.nextMinute();
    const { key } = await server.newKey('free');
    const given = { name: 'getSignal', parameters: { ticker: 'AAPL' }, fields: ['rsi', 'nothing'] };
    const { structuredContent } = await tool(key, 'call', given);
    expect(structuredContent['left_out']).toEqual([
      expect.stringMatching(/^rsi: no such field; perhaps .*indicators\.rsi$/),
      expect.stringMatching(/^nothing: no such field; there are ticker, /),
    ]);
    const { structuredContent: refused } = await tool(key, 'ask', { question: 'How is AAPL?', fields: ['rsi'] });
    expect(read(refused, 'error', 'next')).toContain('input schema');
    const { structuredContent: misspelled } = await tool(key, 'read_schema', { name: 'Query.securites' });
    expect(read(misspelled, 'error', 'message')).toContain('perhaps Query.securities');
    const { structuredContent: unset } = await tool(key, 'query_graph', {
      query: 'query ($t: Ticker!) { security(ticker: $t) { name } }',
    });
    expect(read(unset, 'error', 'next')).toContain('variables');
  });

  it('name parameters that no endpoint reads, with those that there are', async () => {
    server.nextMinute();
    const { key } = await server.newKey('free');
    const of = async (parameters: object) =>
      (await tool(key, 'call', { name: 'getGapStats', parameters })).structuredContent['left_out'] as
        readonly string[] | undefined;
    expect(await of({ ticker: 'AAPL', yeers: 3 })).toEqual([
      'parameters: "yeers" is no parameter and was ignored; the endpoint has ticker',
      ...Array.from({ length: 4 }, () => expect.any(String)),
    ]);
    expect((await of({ ticker: 'AAPL' }))?.filter((note) => note.startsWith('parameters'))).toEqual([]);
    expect(await of({ ticker: 'ZZZZZ', yeers: 3 })).toEqual([expect.stringContaining('"yeers"')]);
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`${'x'.repeat(300)}${i}`, 1]));
    const answer = await tool(key, 'call', { name: 'getGapStats', parameters: { ticker: 'AAPL', ...many } });
    expect(answer.structuredContent).toMatchObject({ error: { code: 'invalid_parameter' } });
    const short = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`${'x'.repeat(50)}${i}`, 1]));
    const { content } = await tool(key, 'call', { name: 'getGapStats', parameters: { ticker: 'AAPL', ...short } });
    expect(content[0]?.text).toContain('and 87 more');
    expect(Buffer.byteLength(content[0]?.text ?? '')).toBeLessThanOrEqual(2_048);
  });
});

describe('refusals', () => {
  it('lists and searches without a key, and refuses a call without one as REST does, with what to do', async () => {
    expect((await tool(undefined, 'search_capabilities', {})).structuredContent['total']).toBe(ENDPOINTS.length + 1);
    const { structuredContent: keyless } = await tool(undefined, 'call', {
      name: 'getSignal',
      parameters: { ticker: 'AAPL' },
    });
    expect(keyless).toMatchObject({
      status: 401,
      error: { code: 'missing_key', next: expect.stringContaining('API key') },
    });
    const { structuredContent: wrong } = await tool('svc_unknown0000000000000000', 'call', {
      name: 'getSignal',
      parameters: { ticker: 'AAPL' },
    });
    expect(wrong).toMatchObject({ status: 401, error: { code: 'invalid_key' } });
  });

  it.each([
    ['call', { name: 'getNothing' }, 404, 'unknown_endpoint'],
    ['call', {}, 400, 'missing_parameter'],
    ['call', { name: 'getSignal', extra: 1 }, 400, 'invalid_parameter'],
    ['call', { name: 'getSignal', parameters: 'AAPL' }, 400, 'invalid_parameter'],
    ['call', { name: 'getSignal', parameters: { ticker: 'ZZZZZ' } }, 404, 'ticker_not_found'],
    ['call', { name: 'getSignal', parameters: { tickr: 'AAPL' } }, 400, 'missing_parameter'],
    ['call', { name: 'getPrivateCompany', parameters: {} }, 400, 'missing_parameter'],
    ['call', { name: 'getMicrostructure', parameters: { ticker: 'AAPL' } }, 403, 'tier_required'],
    ['read_schema', { name: 'nothing' }, 404, 'unknown_endpoint'],
    ['ask', {}, 400, 'missing_parameter'],
  ])('%s of %j is %d %s', async (name, given, status, code) => {
    server.nextMinute();
    const { key } = await server.newKey('pro');
    const { structuredContent, isError } = await tool(key, name, given);
    expect({ isError, structuredContent }).toMatchObject({
      isError: true,
      structuredContent: { status, error: { code, message: expect.any(String) } },
    });
  });

  it.each([
    ['a name that another site resolves to this machine', { Host: 'rebound.example' }, 403, 'host_not_known'],
    ['a page of another site', { Origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
    ['a page without an origin', { Origin: 'null' }, 403, 'origin_not_allowed'],
    ['a type that is not JSON', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('refuses %s', async (_what, headers, status, code) => {
    server.nextMinute();
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { headers });
    expect({ status: answer.status, code: read(answer, 'error', 'data', 'error') }).toEqual({ status, code });
  });

  it.each([{ Host: 'api.example.com' }, { Host: 'localhost:1' }, { Origin: 'https://app.example.com' }])(
    'answers %j',
    async (headers) => {
      server.nextMinute();
      expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { headers })).status).toBe(200);
    },
  );

  it.each([
    ['a body beyond the limit', 'x'.repeat(300 * 1024), 413, 'body_too_large', -32_600],
    [
      'a body that REST would still read',
      `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(70 * 1024)}"}`,
      413,
      'body_too_large',
      -32_600,
    ],
    [
      'several messages at once',
      [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
      400,
      'batching_not_supported',
      -32_600,
    ],
    [
      'a compressed body that is long once it is unpacked',
      gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70 * 1024) })),
      413,
      'body_too_large',
      -32_600,
    ],
    ['what is not JSON', '{', 400, 'invalid_json', -32_700],
  ])('refuses %s', async (_what, body, status, code, rpcCode) => {
    server.nextMinute();
    const answer = await post(body, { headers: Buffer.isBuffer(body) ? { 'Content-Encoding': 'gzip' } : {} });
    expect({
      status: answer.status,
      code: read(answer, 'error', 'data', 'error'),
      rpcCode: read(answer, 'error', 'code'),
    }).toEqual({ status, code, rpcCode });
    if (status === 413) expect(read(answer, 'error', 'message')).toBe('The body is larger than 64 KiB; send less.');
  });

  it.each([
    [
      'more parameters than any endpoint has',
      'getSignal',
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 1])),
      400,
      'invalid_parameter',
    ],
    ['an address that is too long', 'getSignal', { ticker: 'A'.repeat(9_000) }, 400, 'invalid_parameter'],
    ['half a character in a path', 'getPrivateCompany', { slug: '\ud800' }, 404, 'not_found'],
  ])('answers %s by a declared error', async (_what, name, parameters, status, code) => {
    server.nextMinute();
    const { key } = await server.newKey('institutional');
    const answer = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'call', arguments: { name, parameters } } },
      { key },
    );
    expect(read(answer, 'result', 'structuredContent')).toMatchObject({ status, error: { code } });
  });

  it.each(['GET', 'DELETE', 'PUT'])('405 for %s: there are no sessions and no streams', async (method) => {
    const answer = await server.call('/mcp', { method, headers: ACCEPT });
    expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 405, allow: 'POST, OPTIONS' });
  });

  it('opens no stream for a client of 2026-07-28 that wants to listen', async () => {
    server.nextMinute();
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': INFO,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: {}, _meta: meta },
    };
    const answer = await post(message, {
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    });
    expect(read(answer, 'error', 'message')).toEqual(expect.any(String));
  });

  it(`counts ${MCP_MESSAGES_PER_MINUTE} messages per minute and address, and none of them towards the account`, async () => {
    server.nextMinute();
    const { key } = await server.newKey('free');
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (let sent = 0; sent < MCP_MESSAGES_PER_MINUTE; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => post(ping, { key })));
    const answer = await post(ping, { key });
    expect({
      status: answer.status,
      code: read(answer, 'error', 'data', 'error'),
      waits: answer.headers['retry-after'] !== undefined,
    }).toEqual({ status: 429, code: 'rate_limited', waits: true });
    expect((await server.call('/api/v1/usage', { key })).headers['x-ratelimit-remaining']).toBe('4');
  });
});

describe('a client that leaves', () => {
  it('does not keep the next request on its connection from being answered', async () => {
    server.nextMinute();
    const { key } = await server.newKey('pro');
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask', arguments: { question: 'How is Apple?' } },
    });
    const leaving = request(`${server.url}/mcp`, {
      method: 'POST',
      headers: { ...ACCEPT, 'Content-Type': 'application/json', 'X-API-Key': key },
    });
    const left = new Promise((resolve) => leaving.on('error', () => undefined).once('close', resolve));
    leaving.end(body, () => leaving.destroy());
    await left;
    expect(
      (await tool(key, 'call', { name: 'getSignal', parameters: { ticker: 'AAPL' } })).structuredContent['status'],
    ).toBe(200);
  });
});
