import { spawn, execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createRestClient } from '../../client/rest.js';
import { MarketgraphError } from '../../client/error.js';
import { operationIdOf } from '../../rest-compat/openapi/names.js';
import { alike } from '../support/alike.js';
import { serverForFile } from '../support/in-process.js';
import { ROOT } from '../support/scratch.js';
import { ENDPOINTS, requestOf, type Endpoint } from './endpoints.js';

const run = promisify(execFile);
const PYTHON = path.join(ROOT, 'client', 'python');
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);
if (!hasPython) console.log('skipped: the Python client, for want of python3');
const withPython = hasPython ? it : it.skip;

const server = await serverForFile();

/** A server that refuses twice and then answers, or always. */
const seen: string[] = [];
const refusing = createServer((request, response) => {
  seen.push(request.url ?? '');
  const isLong = request.url?.includes('LONG') === true;
  const isRefused = isLong || seen.filter((each) => each === request.url).length < 3;
  const body = isRefused
    ? { error: 'rate_limited', message: 'Wait.', request_id: 'r1', retry_after_s: 7 }
    : { ticker: 'AAPL' };
  response.writeHead(isRefused ? 429 : 200, {
    'Content-Type': 'application/json',
    ...(isRefused ? { 'Retry-After': isLong ? '3600' : '7' } : {}),
  });
  response.end(JSON.stringify(body));
});
await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
afterAll(() => void refusing.close());
const refusingUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;

interface PythonCall {
  readonly method: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly key: string;
}

interface PythonAnswer {
  readonly answer?: unknown;
  readonly status?: number;
  readonly code?: string;
  readonly kind?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly waits: readonly number[];
}

/** Runs calls in one process of Python. */
async function python(url: string, calls: readonly PythonCall[]): Promise<readonly PythonAnswer[]> {
  const child = spawn('python3', [path.join(ROOT, 'test', 'contract', 'rest-clients', 'calls.py')], {
    env: { ...process.env, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const parts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => (parts[name] += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(JSON.stringify({ url, calls }));
  if ((await ended) !== 0) throw new Error(parts.stderr);
  return parts.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PythonAnswer);
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The parameters of a sample as a client takes them. */
function parametersOf({ capability: { route }, sample }: Endpoint): Record<string, unknown> {
  const selecting = route.selector?.value === undefined ? undefined : route.selector.parameter;
  const formed =
    route.urlForm?.parameters.some(({ name }) => name in sample.parameters) === false ? undefined : sample.parameters;
  return Object.fromEntries(Object.entries(formed ?? sample.parameters).filter(([name]) => name !== selecting));
}

const accounts = new Map<string, string>();
for (const { name, capability } of ENDPOINTS) accounts.set(name, (await server.newKey(capability.tier)).key);
const byPython = hasPython
  ? await python(
      server.url,
      ENDPOINTS.map((endpoint) => ({
        method: snake(operationIdOf(endpoint.capability)),
        arguments: parametersOf(endpoint),
        key: accounts.get(endpoint.name) ?? '',
      })),
    )
  : [];

describe.each(ENDPOINTS.map((endpoint, index) => ({ ...endpoint, index })))('$name', ({ index, ...endpoint }) => {
  async function byRest(): Promise<object> {
    const { path: target, call } = requestOf(endpoint);
    const { key } = await server.newKey(endpoint.capability.tier);
    const { status, text } = await server.call(target, { ...call, key });
    const body = JSON.parse(text) as Record<string, unknown>;
    return status < 400 ? { answer: body } : { status, code: body['error'] };
  }

  withPython('answers the same by the Python client as by REST', async () => {
    expect(alike(byPython[index])).toMatchObject(alike(await byRest()) as object);
    expect(byPython[index]?.waits).toEqual([]);
  });

  it('answers the same by the TypeScript client as by REST', async () => {
    const { key } = await server.newKey(endpoint.capability.tier);
    const client = createRestClient({ url: server.url, key });
    const name = operationIdOf(endpoint.capability) as 'getSignal';
    const answered = await client[name](parametersOf(endpoint) as { ticker: string }).then(
      (answer): object => ({ answer }),
      (error: unknown): object => {
        if (error instanceof MarketgraphError) return { status: error.status, code: error.code.toLowerCase() };
        throw error;
      },
    );
    expect(alike(answered)).toEqual(alike(await byRest()));
  });
});

describe('pages', () => {
  it('follow each other to the last in both clients, without a gap', async () => {
    const { key } = await server.newKey('pro', { perMinute: 300 });
    const client = createRestClient({ url: server.url, key });
    const whole = (await client.getInvestors({ limit: 200 })).investors.map(({ slug }) => slug);
    const paged: string[] = [];
    for await (const { slug } of client.pages.getInvestors({ limit: 90 })) paged.push(slug);
    expect(paged.slice(0, 200)).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(200);
    if (!hasPython) return;
    const [answer] = await python(server.url, [{ method: 'iter_investors', arguments: { limit: 90 }, key }]);
    expect((answer?.answer as { slug: string }[]).map(({ slug }) => slug)).toEqual(paged);
  });
});

describe('retries', () => {
  it('of the TypeScript client wait for Retry-After, and not longer than allowed', async () => {
    const waits: number[] = [];
    const client = createRestClient({ url: refusingUrl, key: 'k', sleep: async (ms) => void waits.push(ms) });
    expect(await client.getSignal({ ticker: 'TS' })).toEqual({ ticker: 'AAPL' });
    expect(waits).toEqual([7_000, 7_000]);
    await expect(client.getSignal({ ticker: 'LONG' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfterS: 7,
    });
    expect(waits).toHaveLength(2);
    const hasty = createRestClient({ url: refusingUrl, key: 'k', maxRetries: 1, sleep: async () => undefined });
    await expect(hasty.getSignal({ ticker: 'TS1' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  withPython('of the Python client wait for Retry-After, and not longer than allowed', async () => {
    const call = { method: 'get_signal', key: 'k' };
    const [served, refused] = await python(refusingUrl, [
      { ...call, arguments: { ticker: 'PY' } },
      { ...call, arguments: { ticker: 'LONG' } },
    ]);
    expect(served).toEqual({ answer: { ticker: 'AAPL' }, waits: [7, 7] });
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate_limited',
      kind: 'RateLimitedError',
      waits: [],
      extra: { retry_after_s: 7 },
    });
  });

  withPython(
    'of the Python client ask again after a broken response, and then raise an error of the client',
    async () => {
      const broken: Readonly<Record<string, string>> = {
        CUT: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"a":1',
        BUSY: 'HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 500\r\n\r\n{"erro',
        LINE: 'NONSENSE\r\n\r\n',
        LONG: 'HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999999\r\n\r\n{}',
        CHUNK: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}',
        AWAY: 'HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n',
      };
      const tries: string[] = [];
      const listener = createTcpServer((socket) =>
        socket.once('data', (data) => {
          const ticker = /ticker=(\w+)/.exec(String(data))?.[1] ?? '';
          tries.push(ticker);
          socket.end(broken[ticker] ?? '');
        }),
      );
      await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
      const { port } = listener.address() as AddressInfo;
      const names = Object.keys(broken);
      const answers = await python(
        `http://127.0.0.1:${port}`,
        names.map((ticker) => ({ method: 'get_signal', key: 'k', arguments: { ticker } })),
      );
      listener.close();
      expect(answers).toEqual(
        names.map(() => expect.objectContaining({ code: 'network_error', status: 0 }) as unknown),
      );
      expect(tries).toEqual(names.flatMap((name) => [name, name, name]));
    },
  );

  withPython('of the Python client read whatever a server or a proxy answers', async () => {
    const answers: Readonly<Record<string, readonly [status: number, retryAfter: string, body: string]>> = {
      PROXY: [503, '2', '<html>busy</html>'],
      ODD: [429, '²', '{"error":"rate_limited","message":"Wait."}'],
      DEEP: [200, '0', '['.repeat(200_000)],
      NULL: [200, '0', 'null'],
      LIST: [200, '0', '[]'],
    };
    const listener = createServer((request, response) => {
      const [status, retryAfter, body] = answers[/ticker=(\w+)/.exec(request.url ?? '')?.[1] ?? ''] ?? [500, '', ''];
      response.writeHead(status, { 'Retry-After': retryAfter }).end(body);
    });
    await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
    const told = await python(
      `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      Object.keys(answers).map((ticker) => ({ method: 'get_signal', key: 'k', arguments: { ticker } })),
    );
    listener.close();
    expect(told.map(({ code, status, waits }) => [code, status, waits])).toEqual([
      ['invalid_answer', 503, [2, 2]],
      ['rate_limited', 429, []],
      ['invalid_answer', 200, []],
      ['invalid_answer', 200, []],
      ['invalid_answer', 200, []],
    ]);
  });

  it('of the TypeScript client read whatever a server answers, and end at what is no page', async () => {
    const answering = (body: BodyInit, status = 200) => {
      let asked = 0;
      const fetch = (() => {
        asked += 1;
        return Promise.resolve(new Response(body, { status }));
      }) as typeof globalThis.fetch;
      const client = createRestClient({ url: 'http://127.0.0.1:1', fetch, sleep: async () => undefined });
      return { client, asked: () => asked };
    };
    for (const body of ['null', '[]', '<html>']) {
      const signal = answering(body).client.getSignal({ ticker: 'AAPL' });
      await expect(signal).rejects.toMatchObject({ code: 'INVALID_ANSWER', status: 200 });
    }
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
    await expect(answering(broken).client.getUsage()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    const slugsOf = async (body: string) => {
      const { client, asked } = answering(body);
      const slugs: unknown[] = [];
      for await (const { slug } of client.pages.getPrivateCompanies()) slugs.push(slug);
      return [slugs, asked()];
    };
    for (const body of ['{}', '{"companies":"ab","next_cursor":null}', '{"companies":[],"next_cursor":7}'])
      await expect(slugsOf(body)).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
    await expect(slugsOf('{"companies":[],"next_cursor":"same"}')).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
    expect(await slugsOf('{"companies":[{"slug":"a"}],"next_cursor":null}')).toEqual([['a'], 1]);
    expect(() => createRestClient({ url: 'http://127.0.0.1:1?x' })).toThrow('url is no address');
  });

  withPython('of the Python client end at an answer that is no page', async () => {
    const answers: Readonly<Record<string, string>> = {
      NONE: '{}',
      NULL: '{"companies":null,"next_cursor":null}',
      TEXT: '{"companies":"ab","next_cursor":null}',
      SAME: '{"companies":[],"next_cursor":"same"}',
      GOOD: '{"companies":[{"slug":"a"}],"next_cursor":null}',
    };
    const listener = createServer((request, response) => {
      response.end(answers[/q=(\w+)/.exec(request.url ?? '')?.[1] ?? '']);
    });
    await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
    const told = await python(
      `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      Object.keys(answers).map((q) => ({ method: 'iter_private_companies', key: 'k', arguments: { q } })),
    );
    listener.close();
    expect(told.map(({ code, answer }) => code ?? answer)).toEqual([
      ...Array.from({ length: 4 }, () => 'invalid_answer'),
      [{ slug: 'a' }],
    ]);
  });

  withPython('of the Python client refuse what cannot be sent by a ValueError', async () => {
    const program = [
      'import marketgraph',
      'def refused(call):',
      '    try: call()',
      '    except ValueError as e: print(e)',
      'refused(lambda: marketgraph.Marketgraph(key=" "))',
      'refused(lambda: marketgraph.Marketgraph("http://127.0.0.1:1\\n"))',
      'for url in ("127.0.0.1:1", "http://127.0.0.1:1?x", "http://127.0.0.1:1#x", "http://a:b", "http://[", "http://"):',
      '    refused(lambda: marketgraph.Marketgraph(url))',
      'for timeout in (0, float("inf"), 1e10): refused(lambda: marketgraph.Marketgraph(timeout_s=timeout))',
      'client = marketgraph.Marketgraph("http://127.0.0.1:1", max_retries=0)',
      'for key in ("a\\nb", "€"): refused(lambda: client.register_webhook(url="https://x.example", events=[], idempotency_key=key))',
    ].join('\n');
    const { stdout } = await run('python3', ['-c', program], { env: { ...process.env, PYTHONPATH: PYTHON } });
    expect(stdout.trim().split('\n')).toEqual([
      'The key is empty; leave it out where none is needed.',
      ...Array.from({ length: 7 }, () => 'url is no address of a server, such as http://127.0.0.1:4000.'),
      ...Array.from({ length: 3 }, () => 'timeout_s is no number of seconds up to a day.'),
      expect.stringContaining('has a character that no header can have'),
      expect.stringContaining('has a character that no header can have'),
    ]);
  });

  withPython('of the Python client refuse a key that no header can have, without telling it', async () => {
    const program =
      'import marketgraph\ntry: marketgraph.Marketgraph(key="svc_hidden\\n")\nexcept ValueError as e: print(e)';
    const { stdout } = await run('python3', ['-c', program], { env: { ...process.env, PYTHONPATH: PYTHON } });
    expect([stdout.includes('line break'), stdout.includes('svc_hidden')]).toEqual([true, false]);
  });

  it('never repeat a request that changes something when the connection breaks', async () => {
    let tries = 0;
    const broken = (() => {
      tries += 1;
      return Promise.reject(new TypeError('broken'));
    }) as typeof globalThis.fetch;
    const client = createRestClient({ url: refusingUrl, fetch: broken, sleep: async () => undefined });
    await expect(client.deleteAgent({ id: 'agt_1' })).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
    expect(tries).toBe(1);
    await expect(client.getUsage()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(tries).toBe(4);
  });

  it('refuse an empty part of the path, which would be another path', async () => {
    await expect(createRestClient({ url: refusingUrl }).getInvestor({ slug: '..' })).rejects.toThrow('slug');
  });
});

describe('the Python client', () => {
  const README = readFileSync(path.join(PYTHON, 'README.md'), 'utf8');
  const programs = [...README.matchAll(/^```python\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
    ([, source = '', printed = '']) => ({ source, printed }),
  );

  withPython.each(programs.map(({ source, printed }, index) => [index + 1, source, printed] as const))(
    'prints what its README shows: program %d',
    async (_index, source, printed) => {
      server.nextMinute();
      const { stdout } = await run('python3', ['-c', source.replaceAll('http://127.0.0.1:4000', server.url)], {
        env: { ...process.env, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: '1' },
      });
      expect(stdout).toBe(printed);
    },
  );

  withPython('verifies the signatures that every verifier is tested with, and is valid in Python 3.9', async () => {
    const program = [
      'import ast, json, sys, marketgraph',
      'ast.parse(open(marketgraph.__file__, encoding="utf-8").read(), feature_version=(3, 9))',
      'for v in json.load(open(sys.argv[1], encoding="utf-8"))["vectors"]:',
      '    headers = {"X-SVC-Timestamp": str(v["timestamp"]), "x-svc-signature": v["signature"]}',
      '    check = lambda body, **more: marketgraph.verify_webhook(body, headers, ["whsec_other", v["secret"]], **more)',
      '    body = v["body"].encode()',
      '    assert check(body, now=v["timestamp"] + 300) == json.loads(body)',
      '    for changed, now, reason in [(body + b" ", 0, "wrong_signature"), (body, 301, "stale_timestamp"), (body, -301, "stale_timestamp")]:',
      '        try: check(changed, now=v["timestamp"] + now); print("accepted")',
      '        except marketgraph.WebhookError as error: assert error.reason == reason, error.reason',
      'print("verified")',
    ].join('\n');
    const { stdout } = await run('python3', ['-c', program, path.join(ROOT, 'client', 'webhook-vectors.json')], {
      env: { ...process.env, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(stdout).toBe('verified\n');
  });

  it('is as its generator writes it, with every endpoint of the table', () => {
    const source = readFileSync(path.join(PYTHON, 'marketgraph.py'), 'utf8');
    const missing = ENDPOINTS.map(({ capability }) => `    def ${snake(operationIdOf(capability))}(`).filter(
      (line) => !source.includes(line),
    );
    expect(missing).toEqual([]);
  });
});

it('the package of the TypeScript client has the REST client', async () => {
  const { stdout } = await run('tar', ['-tzf', path.join(ROOT, 'dist', 'client.tgz')]);
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['package/dist/rest.js', 'package/dist/rest.d.ts', 'package/dist/generated/rest.js']),
  );
});
