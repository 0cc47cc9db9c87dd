import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** Beside this file, or in the sources of a built one. */
const FOLDER =
  [
    path.join(import.meta.dirname, 'tls'),
    path.join(import.meta.dirname, '..', '..', '..', 'test', 'support', 'tls'),
  ].find(existsSync) ?? '';

/** The authority that has signed the site's certificate, for NODE_EXTRA_CA_CERTS. */
export const TEST_AUTHORITY = path.join(FOLDER, 'ca.pem');

export interface SiteRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Respond = (request: SiteRequest, response: ServerResponse) => void;

/** An HTTPS site on this machine, `localhost` and `api.localhost`. */
export interface Site {
  /** `localhost:PORT`. */
  readonly host: string;
  readonly port: number;
  readonly requests: SiteRequest[];
  close(): Promise<void>;
}

const CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

/** What was sent, in every spelling of a credential that a careless site could send back. */
function echoOf({ method, url, headers, body }: SiteRequest): string {
  const authorization = headers.authorization ?? '';
  const key = String(headers['x-secret-key'] ?? '');
  const query = new URL(url, 'https://localhost').searchParams.get('token') ?? '';
  const raw = authorization.replace(/^\w+ /, '') + key + query;
  return JSON.stringify({
    method,
    url,
    body,
    authorization,
    key,
    raw,
    decoded: Buffer.from(raw, 'base64').toString('latin1'),
    base64: Buffer.from(`x:${raw}:x`).toString('base64'),
    hex: Buffer.from(raw).toString('hex'),
    encoded: encodeURIComponent(raw),
    twice: JSON.stringify(JSON.stringify(raw)),
  });
}

const RESPOND: Readonly<Record<string, Respond>> = {
  '/echo': (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Set-Cookie', ['sid=abcdef123456; HttpOnly', 'other=1']);
    response.setHeader('X-Echo', `you sent ${request.headers.authorization ?? ''}`);
    response.end(echoOf(request));
  },
  '/packed': (request, response) => {
    const { searchParams } = new URL(request.url, 'https://localhost');
    const coding = searchParams.get('coding') as keyof typeof CODINGS;
    const isFile = searchParams.has('file');
    if (!isFile) response.setHeader('Content-Encoding', coding);
    // In this character set, every byte of a file survives as a character.
    response.setHeader('Content-Type', isFile ? 'text/plain; charset=latin1' : 'application/json');
    // In pieces of one byte.
    for (const byte of CODINGS[coding](echoOf(request))) response.write(Buffer.of(byte));
    response.end();
  },
  '/edge': (request, response) => response.end(`${'x'.repeat(4_080)}${request.headers.authorization ?? ''} and more`),
  '/big': (request, response) => response.end(`${'y'.repeat(400_000)}${request.headers.authorization ?? ''}`),
  '/redirect': (request, response) => {
    response.writeHead(302, {
      Location: `https://elsewhere.example/in?token=${encodeURIComponent(request.headers.authorization ?? '')}`,
    });
    response.end();
  },
  '/silent': () => undefined,
  '/broken': (_request, response) => void response.socket?.destroy(),
  '/login': (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('Set-Cookie', 'pre=1');
      response.end(
        '<form method=post><input type="hidden" value="c&amp;s&quot;r" name=\'_csrf\'><input name="username"></form>',
      );
      return;
    }
    const fields = new URLSearchParams(request.body);
    const isRight =
      fields.get('_csrf') === 'c&s"r' &&
      fields.get('username') === 'agent@site.example' &&
      request.headers.cookie === 'pre=1';
    if (!isRight || !(fields.get('password') ?? '').startsWith('right')) {
      response.end('wrong password');
      return;
    }
    response.writeHead(303, { Location: '/account', 'Set-Cookie': ['sid=signed-in-4711; Path=/', 'pre=; Max-Age=0'] });
    response.end();
  },
  '/account': (request, response) => {
    const isSignedIn = request.headers.cookie === 'sid=signed-in-4711';
    response.statusCode = isSignedIn ? 200 : 401;
    response.end(isSignedIn ? `hello, your cookie is ${request.headers.cookie ?? ''}` : 'sign in first');
  },
};

export async function startSite(): Promise<Site> {
  const requests: SiteRequest[] = [];
  const options = {
    key: readFileSync(path.join(FOLDER, 'server.key')),
    cert: readFileSync(path.join(FOLDER, 'server.pem')),
  };
  const server = createServer(options, (incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (part: string) => (body += part));
    incoming.once('end', () => {
      const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
      requests.push(request);
      const respond = RESPOND[new URL(request.url, 'https://localhost').pathname];
      if (respond === undefined) response.writeHead(404).end();
      else respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `localhost:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
