import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { openStore, type Store } from '../../store/open-store.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment, type Program } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, missing, twice } from './deliveries.js';

const SHAPES = [
  {
    name: 'with two workers and Redis',
    redis: true,
    workers: 2,
    isPossible: hasOwnRedis && postgresBinaries() !== null,
  },
  {
    name: 'with one server that has the queue in it',
    redis: false,
    workers: 0,
    isPossible: postgresBinaries() !== null,
  },
] as const;
const EVENTS = 510;
const ENDPOINTS = 5;
const RESTARTS_AT = [100, 300];
const TIMEOUT_MS = 300_000;
/** Until everything is delivered: the longest lease and the first delay, many times over. */
const SETTLED_WITHIN_MS = 200_000;

for (const { name, redis: withRedis, workers, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: webhooks while PostgreSQL restarts, ${name}, for want of installed servers`);
  (isPossible ? describe : describe.skip)(`webhooks over a PostgreSQL and a queue that go away, ${name}`, () => {
    const programs = programsForFile();
    let postgres: PrivateServer;
    let redis: TestRedis | undefined;
    let store: Store;
    let receiver: Receiver;
    let environment: Environment = {};
    const errors: string[] = [];

    afterAll(async () => {
      endConnections();
      await receiver.close();
      await store.close();
      await redis?.stop();
      await postgres.stop();
    });
    removeScratchAtEnd();
    beforeAll(async () => {
      postgres = await startPostgres();
      redis = withRedis ? await startOwnRedis() : undefined;
      store = await openStore({
        databaseUrl: postgres.url,
        dataDir: await scratchDir(),
        log: (line) => errors.push(line),
      });
      receiver = await startReceiver();
      environment = {
        DATABASE_URL: postgres.url,
        REDIS_URL: redis?.url,
        SVC_DATA_DIR: await scratchDir(),
        SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        SVC_ALLOW_PRIVATE_TARGETS: '1',
        LOG_LEVEL: 'warn',
      };
    });

    const startAll = async (): Promise<readonly [web: Program & { readonly url: string }, ...workers: Program[]]> => {
      const web = await programs.server(environment);
      const started = Array.from({ length: workers }, () => programs.start('worker', [], environment));
      await Promise.all(started.map((program) => program.until(/Worker ready/)));
      return [web, ...started];
    };
    /** Five endpoints of a new account, below `prefix`. */
    const register = async (
      url: string,
      prefix: string,
    ): Promise<{ readonly accountId: string; readonly paths: readonly string[] }> => {
      const { key, account_id: accountId } = await programs.newKey(environment, '--tier', 'pro');
      const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/${prefix}/${index}`);
      for (const path of paths) {
        const answer = await call(url, '/api/v1/webhooks', {
          method: 'POST',
          key,
          body: { url: `${receiver.url}${path}` },
        });
        expect([answer.status, read(answer, 'error')]).toEqual([201, undefined]);
      }
      return { accountId, paths };
    };
    const emit = async (accountId: string): Promise<string> => {
      const id = `evt_${randomBytes(9).toString('base64url')}`;
      await store.db
        .transaction()
        .execute((tx) => store.outbox.emit(tx, { id, type: 'signal.flip', accountId, data: {}, at: new Date() }));
      return id;
    };
    /** States of everything that was to be sent to an account. */
    const states = async (accountId: string): Promise<readonly string[]> =>
      (
        await store.db
          .selectFrom('webhook_sends')
          .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_sends.endpointId')
          .select('state')
          .distinct()
          .where('accountId', '=', accountId)
          .orderBy('state')
          .execute()
      ).map(({ state }) => state);

    it(
      `arrive though it is shut down at once and started again ${RESTARTS_AT.length} times: no delivery id is sent twice, no event is lost or stuck`,
      async () => {
        const running = await startAll();
        const { accountId, paths } = await register(running[0].url, 'restart');
        const events = new Set<string>();
        let restarting = Promise.resolve();
        const died: string[] = [];
        for (const program of running) void program.ended.then(({ stderr }) => died.push(stderr));
        while (events.size < EVENTS) {
          // An event whose emission was cut off is emitted again under another id.
          const id = await emit(accountId).catch(() => undefined);
          if (id === undefined) await restarting;
          else events.add(id);
          if (id !== undefined && RESTARTS_AT.includes(events.size)) restarting = postgres.restart();
        }
        await restarting;
        const expected = new Map(paths.map((path) => [path, events]));
        await eventually(() => died.length > 0 || missing(receiver.received, expected).length === 0, SETTLED_WITHIN_MS);
        await eventually(
          async () => died.length > 0 || String(await states(accountId)) === 'delivered',
          SETTLED_WITHIN_MS,
        );
        expect(died).toEqual([]);
        expect([missing(receiver.received, expected), twice(receiver.received), await states(accountId)]).toEqual([
          [],
          [],
          ['delivered'],
        ]);
        const { unsorted, sending } = await store.webhookDeliveries.backlog(new Date());
        expect({ unsorted, sending }).toEqual({ unsorted: 0, sending: 0 });
        const ends = await Promise.all(running.map((program) => program.signal('SIGTERM')));
        endConnections();
        expect(ends.map(({ code, signal }) => [code, signal])).toEqual(ends.map(() => [0, null]));
      },
      TIMEOUT_MS,
    );

    if (!withRedis) return;
    it(
      'are not lost though processes stop, and one is killed, while Redis is away, which ends those that stop with 0 and a line that says so',
      async () => {
        const [web, first, second] = await startAll();
        const { accountId, paths } = await register(web.url, 'away');
        const port = Number(new URL(redis?.url ?? '').port);
        await redis?.stop();
        await Promise.all(
          [web, first, second].map((program) => program?.until(/the job queue is unreachable/, 'stderr')),
        );
        const { status, text } = await call(web.url, '/metrics');
        expect([
          status,
          /^marketgraph_webhooks_waiting \d/m.test(text),
          /^marketgraph_queue_jobs\{/m.test(text),
        ]).toEqual([200, true, false]);
        const events = new Set(await Promise.all(Array.from({ length: 20 }, () => emit(accountId))));
        const [killed, ...ends] = await Promise.all([
          second?.signal('SIGKILL'),
          web.signal('SIGTERM'),
          first?.signal('SIGTERM'),
        ]);
        endConnections();
        expect(killed?.signal).toBe('SIGKILL');
        expect(ends.map((end) => [end?.code, end?.signal])).toEqual([
          [0, null],
          [0, null],
        ]);
        // Nobody had claimed any of them.
        expect(receiver.received.filter(({ path }) => path.startsWith('/away'))).toEqual([]);

        redis = await startOwnRedis(port);
        const again = await startAll();
        const expected = new Map(paths.map((path) => [path, events]));
        await eventually(() => missing(receiver.received, expected).length === 0, SETTLED_WITHIN_MS);
        await eventually(async () => String(await states(accountId)) === 'delivered', SETTLED_WITHIN_MS);
        expect([missing(receiver.received, expected), twice(receiver.received), await states(accountId)]).toEqual([
          [],
          [],
          ['delivered'],
        ]);
        expect((await Promise.all(again.map((program) => program.signal('SIGTERM')))).map(({ code }) => code)).toEqual(
          again.map(() => 0),
        );
        endConnections();
      },
      TIMEOUT_MS,
    );
  });
}
