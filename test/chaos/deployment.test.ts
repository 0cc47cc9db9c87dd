import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasOwnRedis, startOwnRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { Random } from '../../engines/simulation/random.js';
import { postgresBinaries, startPostgres, type PrivateServer } from '../../store/fixtures/databases.js';
import { openStore, type Store } from '../../store/open-store.js';
import { call, endConnections, read } from '../support/http.js';
import { programsForFile, type Environment, type Program, type ServerProgram } from '../support/programs.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';
import { eventually, missing, twice } from './deliveries.js';
import { ROUNDS as ASKED } from './rounds.js';
import { writeHistories } from './synthetic.js';

const isPossible = hasOwnRedis && postgresBinaries() !== null;
if (!isPossible) console.log('skipped: a deployment whose parts are stopped and killed, without PostgreSQL and Redis');

const PARTS = ['web', 'worker', 'Redis', 'PostgreSQL'] as const;
const SIGNALS = ['SIGTERM', 'SIGKILL'] as const;
type Part = (typeof PARTS)[number];
type Signal = (typeof SIGNALS)[number];
/** Each part is met by each signal. */
const ROUNDS = Math.max(ASKED, PARTS.length * SIGNALS.length);
const TIMEOUT_MS = 300_000 + ROUNDS * 30_000;
const START_MS = 120_000;
const SETTLED_WITHIN_MS = 240_000;
const RECOVERED_WITHIN_MS = 60_000;
const MOST_DOWN_MS = 500;
/** A killed server has not stored what it counted in its last second, and only Redis knew of it. */
const STORED_AFTER_MS = 2_000;
const LIST_SIZE = 100;
const MOST_TICKERS = 10 * LIST_SIZE;
const HOOKS = ['/one', '/two'];

/** The rounds in an order of their own: of every eight in a row, each part is met by each signal. */
function* rounds(random: Random): Generator<readonly [Part, Signal]> {
  for (let round = 0; round < ROUNDS;) {
    const all = PARTS.flatMap((part) => SIGNALS.map((signal) => ({ part, signal, at: random.uniform() })));
    for (const { part, signal } of all.sort((one, other) => one.at - other.at)) {
      if ((round += 1) > ROUNDS) return;
      yield [part, signal];
    }
  }
}

const LETTERS = 26;
const letterOf = (number: number): string => String.fromCharCode(65 + (Math.floor(number) % LETTERS));
const tickerOf = (number: number): string =>
  ['Q', letterOf(number / LETTERS ** 2), letterOf(number / LETTERS), letterOf(number)].join('');

/** What a client has been told, and what it was told wrongly. */
interface Acknowledged {
  readonly events: Set<string>;
  readonly tickers: string[];
  /** When requests that count were answered. */
  readonly answeredAtMs: number[];
  /** Requests that count, answered or not. */
  sent: number;
  /** When servers were killed. */
  readonly killedAtMs: number[];
  readonly faults: string[];
}

(isPossible ? describe : describe.skip)(
  'two servers, two workers, PostgreSQL and Redis, one of which ends each time',
  () => {
    const programs = programsForFile();
    const web: ServerProgram[] = [];
    const workers: Program[] = [];
    let postgres: PrivateServer;
    let redis: TestRedis;
    let receiver: Receiver;
    let store: Store;
    let environment: Environment = {};

    const startWorker = async (): Promise<Program> => {
      const program = programs.start('worker', [], environment);
      await program.until(/Worker ready/);
      return program;
    };
    beforeAll(async () => {
      [postgres, redis, receiver] = await Promise.all([startPostgres(), startOwnRedis(), startReceiver()]);
      store = await openStore({ databaseUrl: postgres.url, dataDir: await scratchDir() });
      environment = {
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        SVC_DATABASE_CONNECTIONS: '5',
        SVC_DATA_DIR: await scratchDir(),
        SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        SVC_ALLOW_PRIVATE_TARGETS: '1',
        LOG_LEVEL: 'error',
      };
      const folder = await scratchDir();
      await writeHistories(folder, ['SHARED'], 300, 10);
      expect(await programs.run('import', ['bars', folder], environment)).toMatchObject({ code: 0 });
      for (let index = 0; index < 2; index += 1) {
        web.push(await programs.server(environment));
        workers.push(await startWorker());
      }
    }, START_MS);
    afterAll(async () => {
      endConnections();
      await Promise.all([...web, ...workers].map((program) => program.signal('SIGKILL')));
      await store.close();
      await Promise.all([receiver.close(), redis.stop()]);
      await postgres.stop();
    }, START_MS);
    removeScratchAtEnd();

    const graphql = (url: string, key: string, query: string, variables: object): ReturnType<typeof call> =>
      call(url, '/graphql', { method: 'POST', key, body: { query, variables } });

    const endAndStart: Readonly<Record<Part, (signal: Signal, downMs: number, index: number) => Promise<void>>> = {
      async web(signal, downMs, index) {
        const ended = await web[index]?.signal(signal);
        if (signal === 'SIGTERM') expect(ended?.code).toBe(0);
        await pause(downMs);
        web[index] = await programs.server(environment);
      },
      async worker(signal, downMs, index) {
        const ended = await workers[index]?.signal(signal);
        if (signal === 'SIGTERM') expect(ended?.code).toBe(0);
        await pause(downMs);
        workers[index] = await startWorker();
      },
      async Redis(signal, downMs) {
        await redis.stop(signal);
        await pause(downMs);
        redis = await startOwnRedis(Number(new URL(redis.url).port));
      },
      async PostgreSQL(signal, downMs) {
        // Both end all connections; the first writes a checkpoint, the second leaves the log to be replayed.
        await postgres.kill(signal === 'SIGTERM' ? 'SIGINT' : 'SIGQUIT');
        await pause(downMs);
        await postgres.restart();
      },
    };

    /** Whether all that runs answers a request again. */
    const answers = async (key: string): Promise<boolean> => {
      const statuses = await Promise.all(
        web.map(({ url }) =>
          call(url, '/api/v1/usage', { key }).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
      return statuses.every((status) => status === 200);
    };

    it(
      `keep what they acknowledged, and send no delivery twice, through ${ROUNDS} rounds`,
      async () => {
        const { key, account_id: accountId } = await programs.newKey(
          environment,
          '--tier',
          'pro',
          '--per-minute',
          '100000',
          '--per-month',
          '10000000',
        );
        for (const path of HOOKS) {
          const body = { url: `${receiver.url}${path}` };
          expect((await call(web[0]?.url ?? '', '/api/v1/webhooks', { method: 'POST', key, body })).status).toBe(201);
        }
        const told: Acknowledged = {
          events: new Set(),
          tickers: [],
          answeredAtMs: [],
          sent: 0,
          killedAtMs: [],
          faults: [],
        };
        let isOver = false;
        let turn = 0;
        /** Repeats a step until the end; what fails is not acknowledged. */
        const client = async (everyMs: number, step: (url: string) => Promise<void>): Promise<void> => {
          while (!isOver) {
            // A server or a database that ends breaks connections.
            await step(web[(turn += 1) % web.length]?.url ?? '').catch(() => undefined);
            await pause(everyMs);
          }
        };
        const clients = [
          client(40, async () => {
            const id = `evt_${randomBytes(9).toString('base64url')}`;
            const event = { id, type: 'signal.flip' as const, accountId, data: {}, at: new Date() };
            await store.db.transaction().execute((tx) => store.outbox.emit(tx, event));
            told.events.add(id);
          }),
          client(20, async (url) => {
            told.sent += 1;
            const { status, text, headers } = await call(url, '/api/v1/gap-stats?ticker=SHARED', { key });
            if (status === 200) told.answeredAtMs.push(Date.now());
            else if (status !== 503 || headers['retry-after'] === undefined)
              told.faults.push(`${String(status)} ${text}`);
          }),
          client(400, async (url) => {
            const number = told.tickers.length;
            if (number >= MOST_TICKERS) return;
            const name = `List ${String(Math.floor(number / LIST_SIZE))}`;
            const ticker = tickerOf(number);
            // One that is repeated after a lost answer may find what it has made before.
            const lists = await graphql(url, key, '{ viewer { watchlists(first: 10) { nodes { id name } } } }', {});
            const nodes = read(lists, 'data', 'viewer', 'watchlists', 'nodes');
            if (!Array.isArray(nodes)) return;
            const known = (nodes as { id: string; name: string }[]).find((list) => list.name === name);
            const answer =
              known === undefined
                ? await graphql(url, key, CREATE, { input: { name, tickers: [ticker] } })
                : await graphql(url, key, ADD, { input: { id: known.id, tickers: [ticker] } });
            if (typeof read(answer, 'data', 'watchlist', 'watchlist', 'id') === 'string') told.tickers.push(ticker);
          }),
        ];

        const random = new Random(SEED, 0);
        try {
          for (const [part, signal] of rounds(random)) {
            const name = `${part} ${signal}`;
            await pause(random.below(MOST_DOWN_MS));
            if (name === 'web SIGKILL') told.killedAtMs.push(Date.now());
            await endAndStart[part](signal, random.below(MOST_DOWN_MS), random.below(2));
            await eventually(() => answers(key), RECOVERED_WITHIN_MS);
            expect([name, await answers(key)]).toEqual([name, true]);
          }
        } finally {
          isOver = true;
          await Promise.all(clients);
        }
        const expected = new Map(HOOKS.map((path) => [path, told.events]));
        await eventually(() => missing(receiver.received, expected).length === 0, SETTLED_WITHIN_MS);
        expect(missing(receiver.received, expected)).toEqual([]);
        expect(twice(receiver.received)).toEqual([]);
        expect(told.faults).toEqual([]);

        const [url = ''] = web.map((server) => server.url);
        const all = await graphql(url, key, LISTS, {});
        const lists = read(all, 'data', 'viewer', 'watchlists', 'nodes') as {
          entries: { nodes: { ticker: string }[] };
        }[];
        const kept = new Set(lists.flatMap(({ entries }) => entries.nodes.map(({ ticker }) => ticker)));
        expect(told.tickers.filter((ticker) => !kept.has(ticker))).toEqual([]);
        const used = Number(read(await call(url, '/api/v1/usage', { key }), 'requests', 'used'));
        const isStored = (atMs: number): boolean =>
          !told.killedAtMs.some((killedMs) => atMs > killedMs - STORED_AFTER_MS && atMs <= killedMs + MOST_DOWN_MS);
        const stored = told.answeredAtMs.filter(isStored).length;
        expect(stored).toBeGreaterThan(0);
        expect(used).toBeGreaterThanOrEqual(stored);
        expect(used).toBeLessThanOrEqual(told.sent + HOOKS.length);
        process.stdout.write(
          `${String(ROUNDS)} rounds: ${String(told.events.size)} events acknowledged, ` +
            `${String(receiver.received.length)} deliveries; ${String(told.tickers.length)} tickers; ` +
            `${String(told.answeredAtMs.length)} of ${String(told.sent)} requests answered, ${String(used)} counted\n`,
        );
      },
      TIMEOUT_MS,
    );
  },
);

const SEED = [18, 11, 2, 26] as const;
const CREATE =
  'mutation ($input: CreateWatchlistInput!) { watchlist: createWatchlist(input: $input) { watchlist { id } } }';
const ADD = 'mutation ($input: AddToWatchlistInput!) { watchlist: addToWatchlist(input: $input) { watchlist { id } } }';
const LISTS = '{ viewer { watchlists(first: 10) { nodes { entries(first: 100) { nodes { ticker } } } } } }';
