import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { createCustomer, createManualClock, openAccess } from '../../access/fixtures/access.js';
import { hasOwnRedis, startOwnRedis } from '../../access/fixtures/redis.js';
import { AGENT_RUNS } from '../../jobs/queue/agent-rules.js';
import { postgresBinaries, startPostgres } from '../../store/fixtures/databases.js';
import { openStore } from '../../store/open-store.js';
import { eventually } from '../chaos/deliveries.js';
import { ROOT } from '../support/scratch.js';

const PROCESS = path.join(ROOT, 'test', 'support', 'agents-process.mjs');
const isPossible = hasOwnRedis && postgresBinaries() !== null;
if (!isPossible)
  console.log(
    'Two workers that share the slots of agents need a PostgreSQL and a Redis that can be started: not tested.',
  );

const AGENTS = 30;
/** Runs that a worker executes at once. */
const AT_ONCE = AGENT_RUNS.atOnce;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** 09:50 in New York on a Monday: the slots of a day are 10:00 to 15:00. */
const START_MS = Date.UTC(2026, 0, 5, 14, 50);
/** More than are needed: in any of them one worker may be quicker than the other to all of the agents. */
const SLOTS = [5, 6, 7, 8, 9].flatMap((day) => [15, 16, 17, 18, 19, 20].map((hour) => Date.UTC(2026, 0, day, hour)));
const SLOT_WITHIN_MS = 60_000;

interface Worker {
  /** Ids of the runs that it ended. */
  readonly ended: readonly string[];
  /** Sets its clock. */
  setClock(ms: number): void;
  kill(): Promise<void>;
}

const running = new Set<Worker>();

async function startWorker(environment: Readonly<Record<string, string>>, nowMs: number): Promise<Worker> {
  const child = spawn(process.execPath, [PROCESS, ROOT, String(nowMs)], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const ended: string[] = [];
  const ready = new Promise<void>((resolve) =>
    lines.on('line', (line) => (line === 'ready' ? resolve() : ended.push(line))),
  );
  const worker = {
    ended,
    setClock: (ms: number): void => void child.stdin.write(`${ms}\n`),
    async kill(): Promise<void> {
      running.delete(worker);
      child.kill('SIGKILL');
      await exited;
    },
  };
  running.add(worker);
  await Promise.race([ready, exited.then(() => Promise.reject(new Error('The worker ended before it was ready.')))]);
  return worker;
}

(isPossible ? describe : describe.skip)(
  'two workers of one PostgreSQL and Redis, one of which is killed and started again',
  () => {
    it('run each agent once for each of its slots', async () => {
      const [postgres, redis] = await Promise.all([startPostgres(), startOwnRedis()]);
      try {
        const environment = {
          DATABASE_URL: postgres.url,
          REDIS_URL: redis.url,
          SVC_SOURCE: 'none',
          SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        };
        const store = await openStore({ databaseUrl: postgres.url, dataDir: '' });
        const access = await openAccess(store, createManualClock(START_MS));
        const { accountId } = await createCustomer(access, { tier: 'institutional' });
        const since = new Date(START_MS - HOUR_MS);
        for (let index = 0; index < AGENTS; index += 1)
          await store.agents.insert(
            {
              id: `agt_${index}`,
              accountId,
              keyId: null,
              name: `Agent ${index}`,
              mode: 'alert',
              cadence: 'intraday',
              enabled: true,
              taskPrompt: 'AAPL price > 0',
              context: null,
              tickers: [],
              watched: ['AAPL'],
              webhookUrl: null,
              webhookSecret: null,
              webhookSecretLast4: null,
              createdAt: since,
              updatedAt: since,
              scheduledSince: since,
              nextRunAt: new Date(START_MS),
              lastRunAt: null,
            },
            AGENTS,
          );
        const [first, second] = await Promise.all([
          startWorker(environment, START_MS),
          startWorker(environment, START_MS),
        ]);
        const setClock = (ms: number): void => running.forEach((worker) => worker.setClock(ms));
        const runs = () => store.db.selectFrom('agent_runs').select(['id', 'agentId', 'slot', 'status']).execute();
        const ended = async (slotMs: number): Promise<number> =>
          (await runs()).filter((run) => run.slot?.getTime() === slotMs && run.status !== 'pending').length;
        const took = (...workers: readonly Worker[]): boolean => workers.every((worker) => worker.ended.length > 0);
        const come: number[] = [];
        /** The next slot comes. */
        const nextSlot = (): number => {
          const slotMs = SLOTS[come.length] ?? NaN;
          come.push(slotMs);
          setClock(slotMs + MINUTE_MS);
          return slotMs;
        };
        const wholeSlot = async (): Promise<void> => {
          const slotMs = nextSlot();
          await eventually(async () => (await ended(slotMs)) === AGENTS, SLOT_WITHIN_MS);
          expect([slotMs, await ended(slotMs)]).toEqual([slotMs, AGENTS]);
        };
        do await wholeSlot();
        while (!took(first, second));

        const before = first.ended.length;
        const cutMs = nextSlot();
        await eventually(
          async () => first.ended.length > before || (await ended(cutMs)) >= AGENTS - AT_ONCE,
          SLOT_WITHIN_MS,
        );
        await first.kill();
        await eventually(async () => (await ended(cutMs)) >= AGENTS - AT_ONCE, SLOT_WITHIN_MS);
        const third = await startWorker(environment, cutMs + MINUTE_MS);
        // What the first was executing ends with its lease.
        setClock(cutMs + MINUTE_MS + 2 * AGENT_RUNS.leaseMs);
        await eventually(async () => (await ended(cutMs)) === AGENTS, SLOT_WITHIN_MS);
        do await wholeSlot();
        while (!took(third));

        const made = (await runs())
          .map(({ agentId, slot }) => `${String(agentId)} ${slot?.toISOString() ?? ''}`)
          .sort();
        const wanted = come
          .flatMap((slotMs) =>
            Array.from({ length: AGENTS }, (_, index) => `agt_${index} ${new Date(slotMs).toISOString()}`),
          )
          .sort();
        expect(made).toEqual(wanted);
        const all = [first, second, third].flatMap((worker) => worker.ended);
        expect(new Set(all).size).toBe(all.length);
        // Each of them had a part.
        expect(took(first, second, third)).toBe(true);
        await store.close();
      } finally {
        await Promise.all([...running].map((worker) => worker.kill()));
        await Promise.all([redis.stop(), postgres.stop()]);
      }
    }, 240_000);
  },
);
