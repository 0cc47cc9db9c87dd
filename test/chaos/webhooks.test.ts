import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { forwardCommand } from '../../bin/commands/admin-socket.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Ended, type Program } from '../support/programs.js';
import type { Received } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, missing, twice } from './deliveries.js';
import { freeze } from './freeze.js';
import { startHeldReceiver, type HeldReceiver, type Manner } from './held-receiver.js';

const programs = programsForFile();
removeScratchAtEnd();

const EVENTS_EACH = 130;
const ENDPOINTS_EACH = 5;
/** As many as are under way at one endpoint at most; and few enough to be claimed at once. */
const [AT_ONCE, FEW] = [8, 5];
const TIMEOUT_MS = 600_000;

/**
 * A moment at which the process that sends is killed. The receiver keeps what reaches it at a point, so that each is
 * met for as long as it takes.
 */
interface Moment {
  readonly name: string;
  readonly receiver: Manner;
  /** Events before the kill; the others of the wave come after it. */
  readonly before: number;
  isReached(receiver: HeldReceiver): boolean;
  /** Whether the answers are sent once the process cannot read them any more. */
  readonly isAnswered?: boolean;
}

const areRead =
  (each: number) =>
  ({ received }: HeldReceiver): boolean =>
    received.length >= each * ENDPOINTS_EACH;
const MOMENTS: readonly Moment[] = [
  { name: 'most is not claimed', receiver: 'reads', before: EVENTS_EACH, isReached: areRead(AT_ONCE) },
  {
    name: 'all is claimed, and nothing read by the receiver',
    receiver: 'accepts',
    before: FEW,
    isReached: (receiver) => receiver.unread() >= FEW * ENDPOINTS_EACH,
  },
  { name: 'all is read, and nothing answered', receiver: 'reads', before: FEW, isReached: areRead(FEW) },
  {
    name: 'all is answered, and nothing recorded',
    receiver: 'reads',
    before: FEW,
    isReached: areRead(FEW),
    isAnswered: true,
  },
];

/** Whoever delivers, and how a test speaks to it. */
interface System {
  register(url: string): Promise<void>;
  newAccount(): Promise<void>;
  /** Resolves with the id once the event is stored. */
  emit(): Promise<string>;
  /** What delivers. */
  running(): readonly Program[];
  /** Starts anew what was killed. */
  start(): Promise<void>;
  /** Something else that may go wrong midway. */
  disturb(): Promise<void>;
  stop(): Promise<readonly Ended[]>;
}

/** Kills what delivers at the moment, and checks that it was met. */
async function killAt(
  { isReached, isAnswered = false, before }: Moment,
  system: System,
  receiver: HeldReceiver,
): Promise<void> {
  await eventually(() => isReached(receiver), TIMEOUT_MS / 4);
  expect(isReached(receiver)).toBe(true);
  if (isAnswered) {
    await Promise.all(system.running().map(({ pid }) => freeze(pid)));
    await receiver.release();
  }
  await Promise.all(system.running().map((program) => program.signal('SIGKILL')));
  endConnections();
  expect(receiver.received.some((delivery) => delivery.isAnswered)).toBe(isAnswered);
  if (before > AT_ONCE) expect(receiver.received.length).toBeLessThan(before * ENDPOINTS_EACH);
  await receiver.release();
}

async function register(server: string, key: string, url: string): Promise<void> {
  const answer = await call(server, '/api/v1/webhooks', { method: 'POST', key, body: { url } });
  expect([answer.status, read(answer, 'error')]).toEqual([201, undefined]);
}

async function survives(system: System): Promise<void> {
  const receivers: HeldReceiver[] = [];
  const expected = new Map<string, Set<string>>();
  for (const [wave, moment] of MOMENTS.entries()) {
    const receiver = await startHeldReceiver(moment.receiver);
    receivers.push(receiver);
    await system.newAccount();
    const paths = Array.from({ length: ENDPOINTS_EACH }, (_, index) => `/${wave}/${index}`);
    for (const path of paths) await system.register(`${receiver.url}${path}`);
    const events = new Set<string>();
    while (events.size < moment.before) events.add(await system.emit());
    await killAt(moment, system, receiver);
    await system.start();
    while (events.size < EVENTS_EACH) events.add(await system.emit());
    for (const path of paths) expected.set(path, events);
    if (wave === 1) await system.disturb();
  }
  const received = (): readonly Received[] => receivers.flatMap((receiver) => receiver.received);
  await eventually(() => missing(received(), expected).length === 0, TIMEOUT_MS / 2);
  const ends = await system.stop();
  endConnections();
  // Nothing is left that keeps a process that stopped.
  expect(ends.map(({ code, stderr }) => [code, stderr.includes('exiting now')])).toEqual(ends.map(() => [0, false]));
  for (const receiver of receivers) await receiver.close();
  expect([...expected.values()].reduce((sum, events) => sum + events.size, 0) / ENDPOINTS_EACH).toBeGreaterThanOrEqual(
    500,
  );
  expect(missing(received(), expected)).toEqual([]);
  expect(twice(received())).toEqual([]);
}

describe(`webhooks whose process is killed when ${MOMENTS.map(({ name }) => name).join('; ')}`, () => {
  it(
    'embedded: every event arrives, and no delivery id is sent twice',
    async () => {
      const dataDir = await scratchDir();
      const environment = { SVC_DATA_DIR: dataDir, SVC_ALLOW_PRIVATE_TARGETS: '1' };
      let server = await programs.server(environment);
      let key = '';
      let accountId = '';
      const command = async (...argv: readonly string[]): Promise<Record<string, string>> => {
        const lines: string[] = [];
        const code = await forwardCommand(dataDir, 'admin', [...argv, '--json'], {
          print: (line) => lines.push(line),
          error: (line) => lines.push(line),
          progress: () => undefined,
        });
        if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${String(code)}: ${lines.join('\n')}`);
        return JSON.parse(lines.join('')) as Record<string, string>;
      };
      await survives({
        async newAccount() {
          ({ key = '', account_id: accountId = '' } = await command('keys', 'create', '--tier', 'pro'));
        },
        register: (url) => register(server.url, key, url),
        emit: async () => (await command('events', 'emit', 'signal.flip', '--account', accountId))['event_id'] ?? '',
        running: () => [server],
        async start() {
          server = await programs.server(environment);
        },
        disturb: () => Promise.resolve(),
        stop: async () => [await server.signal('SIGTERM')],
      });
    },
    TIMEOUT_MS,
  );

  const isPossible = hasOwnRedis && (postgresBinaries() !== null || process.env['TEST_DATABASE_URL'] !== undefined);
  if (!isPossible) console.log('skipped: webhooks on PostgreSQL and Redis under kills, for want of their servers');
  (isPossible ? describe : describe.skip)('PostgreSQL and Redis', () => {
    const openStore = postgresDatabase();
    let redis: TestRedis | undefined;
    afterAll(() => redis?.stop());

    it(
      'with two workers and a Redis that loses everything: every event arrives, and no delivery id is sent twice',
      async () => {
        redis = await startOwnRedis();
        const store = await openStore();
        const environment = {
          DATABASE_URL: store.poolConfig.connectionString,
          REDIS_URL: redis.url,
          SVC_DATA_DIR: await scratchDir(),
          SVC_SECRET_KEY: randomBytes(32).toString('base64'),
          SVC_ALLOW_PRIVATE_TARGETS: '1',
          LOG_LEVEL: 'error',
        };
        const startWorker = async (): Promise<Program> => {
          const program = programs.start('worker', [], environment);
          await program.until(/Worker ready/);
          return program;
        };
        let web = await programs.server(environment);
        let workers = await Promise.all([startWorker(), startWorker()]);
        let key = '';
        let accountId = '';
        await survives({
          async newAccount() {
            ({ key, account_id: accountId } = await programs.newKey(environment, '--tier', 'pro'));
          },
          register: (url) => register(web.url, key, url),
          async emit() {
            const id = `evt_${randomBytes(9).toString('base64url')}`;
            await store.db
              .transaction()
              .execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId, data: {}, at: new Date() }));
            return id;
          },
          // The server delivers too: whoever is at the moment of the kill must be among the killed.
          running: () => [web, ...workers],
          async start() {
            web = await programs.server(environment);
            workers = await Promise.all([startWorker(), startWorker()]);
          },
          async disturb() {
            const port = Number(new URL(redis?.url ?? '').port);
            await redis?.stop();
            redis = await startOwnRedis(port);
          },
          stop: () => Promise.all([...workers, web].map((program) => program.signal('SIGTERM'))),
        });
      },
      TIMEOUT_MS,
    );
  });
});
