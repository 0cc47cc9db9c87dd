import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const isPossible = postgresBinaries() !== null;
if (!isPossible) console.log('skipped: PostgreSQL over TLS, for want of PostgreSQL server binaries');

const TIMEOUT_MS = 120_000;

(isPossible ? describe : describe.skip)('with PostgreSQL over TLS', () => {
  const programs = programsForFile();
  let postgres: PrivateServer;
  let receiver: Receiver;
  let environment: Environment = {};
  /** The database under another query of its URL. */
  const withQuery = (query: string): Environment => ({
    ...environment,
    DATABASE_URL: postgres.url.replace(/\?.*/, query),
  });
  afterAll(async () => {
    endConnections();
    await receiver.close();
    await postgres.stop();
  }, TIMEOUT_MS);
  removeScratchAtEnd();
  beforeAll(async () => {
    [postgres, receiver] = await Promise.all([startPostgres({ isTls: true }), startReceiver()]);
    environment = {
      DATABASE_URL: postgres.url,
      SVC_DATA_DIR: await scratchDir(),
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      SVC_ALLOW_PRIVATE_TARGETS: '1',
      LOG_LEVEL: 'warn',
    };
  }, TIMEOUT_MS);

  it(
    'a server is told of changes and delivers webhooks through the queue in the database',
    async () => {
      const server = await programs.server(environment);
      const { key, account_id: account } = await programs.newKey(environment, '--tier', 'pro');
      const body = { url: `${receiver.url}/hook` };
      const made = await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body });
      expect(made.status).toBe(201);
      const test = { action: 'test', id: read(made, 'id') };
      expect((await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: test })).status).toBe(200);
      await until(() => receiver.received.length === 1);
      const listed = await programs.run('admin', ['keys', 'list', '--account', account, '--json'], environment);
      expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('key_')]);
      expect(server.written()).not.toMatch(/unreachable|Warning/);
      await server.signal('SIGTERM');
    },
    TIMEOUT_MS,
  );

  it.each([
    ['', /^PostgreSQL at \S+ refuses connections without TLS: add \?sslmode=verify-full to DATABASE_URL\.\n$/],
    [
      '?sslmode=verify-full',
      /^No authority known here has signed the certificate of PostgreSQL at \S+: .*sslrootcert in DATABASE_URL\.\n$/,
    ],
  ])('does not start with the query "%s", and says what to do', async (query, sentence) => {
    const { code, stderr } = await programs.run('main', [], { ...withQuery(query), PORT: '0', SVC_SOURCE: 'none' });
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });
});
