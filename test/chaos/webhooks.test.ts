import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/test-redis.js';
import { forwardCommand } from '../../bin/admin-socket.js';
import { postgresBinaries, postgresDatabase } from '../../store/test-databases.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Program } from '../support/programs.js';
import { startReceiver, type Moment } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, missing, twice } from './deliveries.js';

const programs = programsForFile();
removeScratchAtEnd();

/** Moments at which the process that sends is killed: before it claims, after, midway, and before it could record an answer. */
const MOMENTS: readonly (Moment | 'emitted')[] = ['emitted', 'connection', 'request', 'answered'];
const EVENTS_EACH = 130;
const ENDPOINTS_EACH = 5;
const TIMEOUT_MS = 240_000;

/** Whoever delivers, and how a test speaks to it. */
interface System {
  register(path: string): Promise<void>;
  newAccount(): Promise<void>;
  /** Resolves with the id once the event is stored. */
  emit(): Promise<string>;
  /** Ends what delivers with SIGKILL and starts it again. */
  killAndRestart(): Promise<void>;
  /** Something else that may go wrong midway. */
  disturb(): Promise<void>;
  stop(): Promise<number | null>;
}

async function survives(open: (url: string) => Promise<System>): Promise<void> {
  const receiver = await startReceiver();
  const system = await open(receiver.url);
  const expected = new Map<string, Set<string>>();
  const kills: string[] = [];
  for (const [wave, moment] of MOMENTS.entries()) {
    await system.newAccount();
    const paths = Array.from({ length: ENDPOINTS_EACH }, (_, index) => `/${wave}/${index}`);
    for (const path of paths) await system.register(path);
    const reached = new Promise<void>((resolve) => {
      if (moment !== 'emitted') receiver.at(moment, resolve);
    });
    let restarted: Promise<void> | undefined;
    const kill = (): void => {
      kills.push(moment);
      restarted = system.killAndRestart();
    };
    void reached.then(kill);
    const events = new Set<string>();
    for (let count = 0; count < EVENTS_EACH; count += 1) {
      await restarted;
      // An event whose emission was cut off is emitted again under another id.
      const id = await system.emit().catch(() => undefined);
      if (id !== undefined) events.add(id);
      else await eventually(() => restarted !== undefined, 1_000);
    }
    if (moment === 'emitted') kill();
    else await reached;
    await restarted;
    for (const path of paths) expected.set(path, events);
    if (wave === 1) await system.disturb();
  }
  await eventually(() => missing(receiver.received, expected).length === 0, TIMEOUT_MS - 60_000);
  expect(await system.stop()).toBe(0);
  await receiver.close();
  expect(kills).toEqual(MOMENTS);
  expect([...expected.values()].reduce((sum, events) => sum + events.size, 0) / ENDPOINTS_EACH).toBeGreaterThanOrEqual(500);
  expect(missing(receiver.received, expected)).toEqual([]);
  expect(twice(receiver.received)).toEqual([]);
}

describe('webhooks whose process is killed before, during and after a delivery', () => {
  it('embedded: every event arrives, and no delivery id goes out twice', async () => {
    const dataDir = await scratchDir();
    const environment = { SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_TARGETS: '1' };
    await survives(async (url) => {
      let server = await programs.server(environment);
      let key = '';
      let accountId = '';
      const command = async (...argv: readonly string[]): Promise<Record<string, string>> => {
        const lines: string[] = [];
        const code = await forwardCommand(dataDir, 'admin', [...argv, '--json'], { print: (line) => lines.push(line), progress: () => undefined });
        if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${String(code)}: ${lines.join('\n')}`);
        return JSON.parse(lines.join('')) as Record<string, string>;
      };
      return {
        async newAccount() {
          ({ key = '', account_id: accountId = '' } = await command('keys', 'create', '--tier', 'pro'));
        },
        async register(path) {
          const answer = await call(server.url, '/api/v1/webhooks', { method: 'POST', key, body: { url: `${url}${path}` } });
          expect([answer.status, read(answer, 'error')]).toEqual([201, undefined]);
        },
        emit: async () => (await command('events', 'emit', 'signal.flip', '--account', accountId))['event_id'] ?? '',
        async killAndRestart() {
          await server.signal('SIGKILL');
          endConnections();
          server = await programs.server(environment);
        },
        disturb: () => Promise.resolve(),
        stop: async () => (await server.signal('SIGTERM')).code,
      };
    });
  }, TIMEOUT_MS);

  const isPossible = hasOwnRedis && (postgresBinaries() !== null || process.env['TEST_DATABASE_URL'] !== undefined);
  if (!isPossible) console.log('skipped: webhooks on PostgreSQL and Redis under kills, for want of their servers');
  (isPossible ? describe : describe.skip)('PostgreSQL and Redis', () => {
    const openStore = postgresDatabase();
    let redis: TestRedis | undefined;
    afterAll(() => redis?.stop());

    it('with two workers and a Redis that loses everything: every event arrives, and no delivery id goes out twice', async () => {
      redis = await startOwnRedis();
      const store = await openStore();
      const environment = {
        DATABASE_URL: store.poolConfig.connectionString, REDIS_URL: redis.url, SVC_DATA_DIR: await scratchDir(), SVC_SECRET_KEY: randomBytes(32).toString('base64'), SVC_ALLOW_PRIVATE_TARGETS: '1', LOG_LEVEL: 'error',
      };
      await survives(async (url) => {
        const startWorker = async (): Promise<Program> => {
          const program = programs.start('worker', [], environment);
          await program.until(/Worker ready/);
          return program;
        };
        let web = await programs.server(environment);
        let workers = await Promise.all([startWorker(), startWorker()]);
        let key = '';
        let accountId = '';
        return {
          async newAccount() {
            ({ key, account_id: accountId } = await programs.newKey(environment, '--tier', 'pro'));
          },
          async register(path) {
            const answer = await call(web.url, '/api/v1/webhooks', { method: 'POST', key, body: { url: `${url}${path}` } });
            expect([answer.status, read(answer, 'error')]).toEqual([201, undefined]);
          },
          async emit() {
            const id = `evt_${randomBytes(9).toString('base64url')}`;
            await store.db.transaction().execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId, data: {}, at: new Date() }));
            return id;
          },
          async killAndRestart() {
            // The server delivers too: whoever is at the moment of the kill must be among the killed.
            await Promise.all([web, ...workers].map((program) => program.signal('SIGKILL')));
            endConnections();
            web = await programs.server(environment);
            workers = await Promise.all([startWorker(), startWorker()]);
          },
          async disturb() {
            const port = Number(new URL(redis?.url ?? '').port);
            await redis?.stop();
            redis = await startOwnRedis(port);
          },
          async stop() {
            const ends = await Promise.all([...workers, web].map((program) => program.signal('SIGTERM')));
            endConnections();
            return ends.find(({ code }) => code !== 0)?.code ?? 0;
          },
        };
      });
    }, TIMEOUT_MS);
  });
});
