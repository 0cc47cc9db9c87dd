import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { answerClientError } from './client-error.js';

describe('a connection whose request cannot be read', () => {
  let server: Server;
  let requests: IncomingMessage[] = [];

  /** Answers a request once its body has ended. */
  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request);
      request.on('error', () => undefined);
      request.resume().once('end', () => setTimeout(() => response.end('answered'), 20));
    }).on('clientError', answerClientError);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
  async function textOf(socket: Socket): Promise<string> {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    await once(socket, 'close');
    return text;
  }
  const ended = (request: IncomingMessage): Promise<void> =>
    new Promise((resolve) => void request.once('close', resolve));
  const post = (headers: string): string => `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
  async function begun(socket: Socket, text: string): Promise<IncomingMessage> {
    const came = once(server, 'request');
    socket.write(text);
    await came;
    const [request] = requests;
    if (request === undefined) throw new Error('No request came.');
    return request;
  }

  it('is closed with the request if the client leaves before the body has ended', async () => {
    const socket = await open();
    const request = await begun(socket, `${post('Content-Length: 1000')}ten bytes.`);
    const closed = ended(request);
    socket.destroy();
    await closed;
    expect(request.complete).toBe(false);
  });

  it.each([
    ['the client writes no more', 'Content-Length: 1000', (socket: Socket) => void socket.end()],
    ['a part has no length', 'Transfer-Encoding: chunked', (socket: Socket) => void socket.write('no length\r\n')],
  ])('is answered and closed with the request if %s', async (_, headers, spoil) => {
    const socket = await open();
    const request = await begun(socket, post(headers));
    const [text] = await Promise.all([textOf(socket), ended(request), spoil(socket)]);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*"error":"malformed_request"/);
    expect(request.complete).toBe(false);
  });

  it('is closed after the response to the request before', async () => {
    const socket = await open();
    socket.write(`${post('Content-Length: 2')}{}no request\r\n\r\n`);
    const text = await textOf(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.endsWith('answered')).toBe(true);
  });

  it('is answered by 400 if there was no request before', async () => {
    const socket = await open();
    socket.write('no request\r\n\r\n');
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});
