import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { refusalOfAddress } from './addresses.js';
import { OutboundError } from './errors.js';
import { recordSpans, type SpanAttributes } from '../telemetry/spans.js';
import {
  createOutbound,
  type Outbound,
  type OutboundOptions,
  type OutboundRequest,
  type OutboundStream,
} from './outbound.js';

const ending: (() => void)[] = [];
afterEach(() => ending.splice(0).forEach((end) => end()));

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function client(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ target: 'operator', ...options });
  ending.push(() => outbound.close());
  return outbound;
}

async function reasonOf(sending: Promise<unknown>): Promise<string> {
  const error: unknown = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof OutboundError ? `${error.code} ${error.reason}` : String(error);
}

describe('a request to an operator host', () => {
  it('sends method, headers and body, and returns status, headers and bytes', async () => {
    const { url } = await serve((request, response) => {
      let body = '';
      request
        .on('data', (part) => (body += String(part)))
        .on('end', () => {
          response
            .writeHead(201, {
              'X-Seen': `${request.method ?? ''} ${String(request.headers['x-a'])} ${request.headers['content-length'] ?? ''}`,
            })
            .end(body.toUpperCase());
        });
    });
    const { status, headers, body } = await client().send({
      url,
      method: 'POST',
      headers: { 'X-A': '1' },
      body: 'grüße',
    });
    expect({ status, seen: headers['x-seen'], body: body.toString() }).toEqual({
      status: 201,
      seen: 'POST 1 7',
      body: 'GRÜSSE',
    });
  });

  it('reuses one connection for sequential requests', async () => {
    const { url, server } = await serve((_request, response) => response.end('ok'));
    let connections = 0;
    server.on('connection', () => (connections += 1));
    const outbound = client();
    for (let index = 0; index < 3; index += 1) await outbound.send({ url });
    expect(connections).toBe(1);
  });

  it('returns a redirect without following it', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: '/elsewhere' }).end();
      else response.end('followed');
    });
    expect((await client().send({ url })).status).toBe(302);
  });

  it('fails on a body larger than the limit, also without a Content-Length', async () => {
    const { url } = await serve((_request, response) => {
      response.write('x'.repeat(600));
      response.end('x'.repeat(600));
    });
    expect(await reasonOf(client({ maxBytes: 1_000 }).send({ url }))).toBe('upstream_failed too_large');
    expect((await client({ maxBytes: 1_200 }).send({ url })).body).toHaveLength(1_200);
  });

  it('times out if the response does not start or end in time', async () => {
    const silent = await serve(() => undefined);
    const endless = await serve((_request, response) => void response.write('start'));
    for (const { url } of [silent, endless]) {
      expect(await reasonOf(client({ totalTimeoutMs: 40 }).send({ url }))).toBe('upstream_timeout total_timeout');
    }
  });

  it('times out if the connection does not open in time', async () => {
    // A server that takes the connection and never answers the TLS greeting.
    const mute = createTcpServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    mute.on('connection', (socket) => ending.push(() => socket.destroy()));
    ending.push(() => mute.close());
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    expect(await reasonOf(client({ connectTimeoutMs: 40 }).send({ url }))).toBe('upstream_timeout connect_timeout');
  });

  it('is aborted by the caller’s signal, before and during the request', async () => {
    const { url } = await serve(() => undefined);
    const control = new AbortController();
    const sending = reasonOf(client().send({ url, signal: control.signal }));
    control.abort();
    expect(await sending).toBe('upstream_failed aborted');
    expect(await reasonOf(client().send({ url, signal: control.signal }))).toBe('upstream_failed aborted');
  });

  it('fails with reason connection if refused or closed midway', async () => {
    const { url, server } = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(await reasonOf(client().send({ url }))).toBe('upstream_failed connection');
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(await reasonOf(client().send({ url }))).toBe('upstream_failed connection');
  });

  it('streams a body as it arrives, while nothing is silent for too long', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await serve((_request, response) => {
      response.writeHead(202, { 'X-A': '1' }).write('one');
      waiting.push(
        () => response.write('two'),
        () => response.end('three'),
      );
    });
    const { status, headers, body } = await client({ totalTimeoutMs: 60_000 }).stream({ url, idleTimeoutMs: 30_000 });
    expect([status, headers['x-a']]).toEqual([202, '1']);
    const parts: string[] = [];
    for await (const part of body) {
      parts.push(Buffer.from(part).toString());
      waiting.shift()?.();
    }
    expect(parts).toEqual(['one', 'two', 'three']);
  });

  const readAll = async (sending: Promise<OutboundStream>): Promise<number> => {
    let bytes = 0;
    for await (const part of (await sending).body) bytes += part.length;
    return bytes;
  };

  it('ends a stream that is silent, too long, too large, abandoned or broken', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.write('x'.repeat(600));
      if (request.url === '/broken') setImmediate(() => response.destroy());
      if (request.url === '/large') response.write('x'.repeat(600));
    });
    const control = new AbortController();
    const streamed = (
      path: string,
      more: Partial<OutboundRequest> = {},
      options: Partial<OutboundOptions> = {},
    ): Promise<string> => reasonOf(readAll(client(options).stream({ url: url + path, ...more })));
    expect(await streamed('/silent', { idleTimeoutMs: 40 })).toBe('upstream_timeout idle_timeout');
    expect(await streamed('/stalled', { idleTimeoutMs: 40 })).toBe('upstream_timeout idle_timeout');
    expect(await streamed('/stalled', {}, { totalTimeoutMs: 40 })).toBe('upstream_timeout total_timeout');
    expect(await streamed('/large', {}, { maxBytes: 1_000 })).toBe('upstream_failed too_large');
    expect(await streamed('/broken')).toBe('upstream_failed connection');
    const abandoned = streamed('/stalled', { signal: control.signal });
    setTimeout(() => control.abort(), 20);
    expect(await abandoned).toBe('upstream_failed aborted');
    expect(await reasonOf(client().stream({ url: 'ftp://example.com' }))).toBe('upstream_failed invalid_url');
  });

  it('closes the connection of a stream that is cancelled, and reads no faster than the stream is read', async () => {
    const sent = { bytes: 0 };
    const { url, server } = await serve((_request, response) => {
      const write = (): void => {
        for (let room = true; room && !response.destroyed; sent.bytes += 65_536)
          room = response.write(Buffer.alloc(65_536));
      };
      response.on('drain', write);
      write();
    });
    const closed = new Promise<void>((resolve) =>
      server.on('connection', (socket) => socket.once('close', () => resolve())),
    );
    const { body } = await client({ maxBytes: 1e9 }).stream({ url });
    const reader = body.getReader();
    await reader.read();
    await sleep(200);
    // What the sockets of both sides hold.
    expect(sent.bytes).toBeLessThan(32 * 1024 * 1024);
    await reader.cancel();
    await closed;
  });

  it.each(['ftp://example.com', 'nonsense', 'file:///etc/passwd'])('refuses %s', async (url) => {
    expect(await reasonOf(client().send({ url }))).toBe('upstream_failed invalid_url');
  });
});

describe('a request to a customer URL', () => {
  it.each([
    'http://example.com',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://localhost',
    'https://LOCALHOST.',
    'https://a.local',
    'https://metadata.google.internal',
    'https://printer',
    'https://user@example.com',
    'https://8.8.8.8',
  ])('is refused before DNS resolution: %s', async (url) => {
    let isResolved = false;
    const resolve = (): Promise<never> => {
      isResolved = true;
      return Promise.reject(new Error('resolved'));
    };
    expect(await reasonOf(client({ target: 'customer', resolve }).send({ url }))).toBe(
      'upstream_failed refused_target',
    );
    expect(isResolved).toBe(false);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('is refused if its name resolves to %s, also together with a public address', async (address) => {
    const addresses = [
      { address: '93.184.216.34', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ];
    const outbound = client({ target: 'customer', resolve: () => Promise.resolve(addresses) });
    expect(await reasonOf(outbound.send({ url: 'https://rebinding.example' }))).toBe('upstream_failed refused_target');
  });

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    'is not refused for the public address %s',
    (address) => {
      expect(refusalOfAddress(address)).toBeNull();
    },
  );

  it('has a span without its host, which is the text of a customer; that of an operator host has it', async () => {
    const { url } = await serve((_request, response) => response.end('ok'));
    const told: SpanAttributes[] = [];
    const span = {
      trace: { traceId: '', parentId: '', traceparent: '' },
      rename: () => undefined,
      set: (more: SpanAttributes) => void told.push(more),
      end: () => undefined,
    };
    recordSpans(({ attributes = {} }) => {
      told.push(attributes);
      return span;
    });
    ending.push(() => recordSpans(undefined));
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const customers = client({ target: 'customer', resolve, checkUrl: () => null, checkAddress: () => null });
    await customers.send({ url: url.replace('127.0.0.1', 'whispered.example') });
    expect(JSON.stringify(told)).not.toContain('whispered');
    expect(told).toContainEqual({ 'http.request.method': 'GET' });
    await client().send({ url });
    expect(told).toContainEqual({ 'http.request.method': 'GET', 'server.address': '127.0.0.1' });
  });

  it('connects to the checked address, resolving it once', async () => {
    let asked = 0;
    const resolve = (): Promise<{ address: string; family: number }[]> => {
      asked += 1;
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    };
    const { url } = await serve((request, response) => response.end(request.headers.host));
    const outbound = client({ target: 'customer', resolve, checkUrl: () => null, checkAddress: () => null });
    const { body } = await outbound.send({ url: url.replace('127.0.0.1', 'shop.example') });
    expect({ asked, host: body.toString().split(':')[0] }).toEqual({ asked: 1, host: 'shop.example' });
  });
});
