import { request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';

/** A request over TLS to a server on this machine, by the name in its certificate. */
export interface TlsCall {
  readonly port: number;
  readonly host: string;
  readonly ca: Buffer;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with POST; without one the method is GET. */
  readonly body?: string | undefined;
}

export interface TlsAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request on a connection of its own. */
export async function call({ port, host, ca, path, headers = {}, body }: TlsCall): Promise<TlsAnswer> {
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        hostname: '127.0.0.1',
        servername: host,
        ca,
        path,
        method,
        headers: { Host: host, ...headers },
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        response.once('error', reject);
      },
    );
    outgoing.once('error', reject).end(body);
  });
}

/** Asks for a WebSocket of the protocol graphql-transport-ws; the status line of the answer. */
export async function openTls({ port, host, ca, path }: TlsCall): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: host,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': 'graphql-transport-ws',
    };
    const outgoing = request(
      { port, hostname: '127.0.0.1', servername: host, ca, path, headers, agent: false },
      (response) => {
        response.resume();
        resolve(`HTTP/1.1 ${response.statusCode ?? 0} `);
      },
    );
    outgoing.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy();
      resolve(`HTTP/1.1 ${statusCode ?? 0} `);
    });
    outgoing.once('error', reject).end();
  });
}
