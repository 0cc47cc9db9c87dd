import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { createCustomer, createManualClock, openAccess } from '../../access/fixtures/access.js';
import { hasOwnRedis, startOwnRedis } from '../../access/fixtures/redis.js';
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
/** An hour takes 12 seconds. */
const SPEED = 300;
const HOUR_MS = 3_600_000;
/** 09:50 in New York on a Monday: the slots of the day are 10:00 to 15:00. */
const START_MS = Date.parse('2026-01-05T14:50:00Z');
const SLOTS = ['2026-01-05T15:00:00.000Z', '2026-01-05T16:00:00.000Z', '2026-01-05T17:00:00.000Z'];

interface Worker {
  /** Ids of the runs that it ended. */
  readonly ended: readonly string[];
  /** Lets its clock run, since a time. */
  run(sinceMs: number): void;
  kill(): Promise<void>;
}

const running = new Set<Worker>();

async function startWorker(environment: Readonly<Record<string, string>>): Promise<Worker> {
  const child = spawn(process.execPath, [PROCESS, ROOT, String(START_MS), String(SPEED)], {
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
    run: (sinceMs: number): void => void child.stdin.write(`${sinceMs}\n`),
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
        const [first, second] = await Promise.all([startWorker(environment), startWorker(environment)]);
        const sinceMs = Date.now();
        first.run(sinceMs);
        second.run(sinceMs);
        const runs = () => store.db.selectFrom('agent_runs').select(['id', 'agentId', 'slot', 'status']).execute();
        const ended = async (slot: string | undefined): Promise<number> =>
          (await runs()).filter((run) => run.slot?.toISOString() === slot && run.status !== 'pending').length;
        const took = (...workers: readonly Worker[]): boolean => workers.every((worker) => worker.ended.length > 0);
        await eventually(async () => took(first, second) && (await ended(SLOTS[0])) === AGENTS, 60_000);
        await first.kill();
        const third = await startWorker(environment);
        third.run(sinceMs);
        await eventually(async () => took(third) && (await ended(SLOTS[2])) === AGENTS, 90_000);
        const made = (await runs())
          .map(({ agentId, slot }) => `${String(agentId)} ${slot?.toISOString() ?? ''}`)
          .sort();
        const wanted = SLOTS.flatMap((slot) =>
          Array.from({ length: AGENTS }, (_, index) => `agt_${index} ${slot}`),
        ).sort();
        expect(made.filter((run) => wanted.includes(run))).toEqual(wanted);
        expect(new Set(made).size).toBe(made.length);
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
