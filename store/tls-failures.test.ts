import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type ConnectionOptions, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, connectionError } from './errors.js';
import { AUTHORITY, CERTIFICATE, PRIVATE_KEY } from './fixtures/tls.js';
import { certificateFailure } from './tls-failures.js';

describe('why a certificate is not trusted', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(PRIVATE_KEY) });
    // Clients that do not trust it hang up.
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  const failure = async (options: ConnectionOptions): Promise<string | undefined> => {
    const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ...options });
    const [error] = (await once(socket, 'error')) as [unknown];
    return certificateFailure('Redis at host:6379', codeOf(error), 'name its authority');
  };

  it('is told by what a real connection fails with', async () => {
    expect(await failure({ servername: 'localhost' })).toBe(
      'No authority known here has signed the certificate of Redis at host:6379: name its authority.',
    );
    expect(await failure({ servername: 'other.example', ca: readFileSync(AUTHORITY) })).toBe(
      'The certificate of Redis at host:6379 is for another name: connect by a name or address that it has.',
    );
  });

  it('is not told of other errors', () => {
    expect([certificateFailure('x', 'ECONNREFUSED', 'y'), certificateFailure('x', undefined, 'y')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

it('a PostgreSQL that does not offer TLS is told apart from one that is not there', () => {
  const error = new Error('The server does not support SSL connections');
  expect(connectionError('host:5432/db', error)).toMatchObject({
    code: 'database_tls',
    message: 'PostgreSQL at host:5432/db does not offer TLS: turn it on there, or remove sslmode from DATABASE_URL.',
  });
});
