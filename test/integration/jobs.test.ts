import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../access/fixtures/access.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../access/fixtures/redis.js';
import { runCommand } from '../../bin/commands/run-command.js';
import { readConfig } from '../../bin/config.js';
import { SCRIPTS } from '../../bin/commands/run-script.js';
import { openRuntime, type Runtime } from '../../bin/runtime.js';
import { QUEUES } from '../../jobs/queue/names.js';
import { openQueues } from '../../jobs/queue/open-queues.js';
import { postgresBinaries, postgresDatabase } from '../../store/fixtures/databases.js';
import { call, endConnections } from '../support/http.js';
import { programsForFile, type Environment } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const isPossible = hasRedis && (process.env['TEST_DATABASE_URL'] !== undefined || postgresBinaries() !== null);
if (!isPossible) console.log('skipped: the commands on jobs over PostgreSQL and Redis, for want of their servers');

const SHAPES = [
  { name: 'embedded', isEmbedded: true, isPossible: true },
  { name: 'on PostgreSQL and Redis', isEmbedded: false, isPossible },
] as const;

for (const shape of SHAPES) {
  (shape.isPossible ? describe : describe.skip)(`jobs ${shape.name}, as an operator sees them`, () => {
    const programs = programsForFile();
    let environment: Environment = {};
    let redis: TestRedis | undefined;
    let runtime: Runtime | undefined;
    const close = async (): Promise<void> => {
      await runtime?.close();
      runtime = undefined;
    };
    afterAll(async () => {
      await close();
      endConnections();
      await redis?.stop();
    });
    const openDatabase = shape.isEmbedded ? undefined : postgresDatabase();
    removeScratchAtEnd();
    beforeAll(async () => {
      redis = shape.isEmbedded ? undefined : await startTestRedis();
      const databaseUrl = (await openDatabase?.())?.poolConfig.connectionString;
      environment = {
        SVC_DATA_DIR: await scratchDir(),
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis?.url,
        LOG_LEVEL: 'error',
      };
      runtime = await openRuntime(readConfig(environment));
      // A Redis that others use too may hold what they left.
      for (const queue of Object.values(QUEUES)) await runtime.queues.queue(queue).obliterate({ force: true });
    });

    const opened = (): Runtime => {
      if (runtime === undefined) throw new Error('the runtime is closed');
      return runtime;
    };
    const jobs = async (...argv: readonly string[]): Promise<readonly [code: number, printed: string]> => {
      const lines: string[] = [];
      const code = await runCommand('admin', SCRIPTS['admin'] ?? {}, ['jobs', ...argv], opened(), {
        print: (line) => lines.push(line),
        error: (line) => lines.push(line),
        progress: () => undefined,
      });
      return [code, lines.join('\n')];
    };
    const parsed = (printed: string): readonly Record<string, unknown>[] =>
      printed
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const listed = async (...argv: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
      parsed((await jobs('list', '--json', ...argv))[1]);
    const name = QUEUES.webhookTurns;

    it('are listed: every queue, and the webhook backlog', async () => {
      const rows = await listed();
      expect(rows.slice(0, -1).map(({ queue }) => queue)).toEqual(Object.values(QUEUES));
      expect(rows[0]).toEqual({
        queue: name,
        waiting: 0,
        active: 0,
        delayed: 0,
        failed: 0,
        failed_ever: 0,
        oldest_waiting_s: 0,
        paused: false,
      });
      expect(rows.at(-1)).toEqual({
        webhooks: {
          events_unsorted: 0,
          waiting: 0,
          due: 0,
          oldest_due_s: 0,
          sending: 0,
          given_up: 0,
          disabled_webhooks: 0,
        },
      });
      const [, printed] = await jobs('list');
      expect(printed).toMatch(/^queue +waiting +active +delayed +failed/);
      expect(printed).toMatch(/0 {2}deliveries waiting for an attempt\n/);
    });

    it('that failed are listed with their reason, and retried all or one by one', async () => {
      const queues = openQueues({
        store: opened().store,
        redis: redis?.servers,
        onAway: () => undefined,
        onFailed: () => undefined,
        onLost: () => undefined,
      });
      queues.worker(name, () => Promise.reject(new Error('the reason')), {});
      const queue = queues.queue(name);
      await queue.addBulk([1, 2, 3].map((number) => ({ name: 'turn', data: {}, opts: { jobId: `job-${number}` } })));
      await until(async () => (await queue.getFailedCount()) === 3);
      await queues.close();

      expect((await listed())[0]).toMatchObject({ waiting: 0, failed: 3, failed_ever: 3 });
      expect((await listed('--failed', name)).map(({ id, reason }) => [id, reason]).sort()).toEqual([
        ['job-1', 'the reason'],
        ['job-2', 'the reason'],
        ['job-3', 'the reason'],
      ]);
      expect(await jobs('retry', name, 'job-2')).toEqual([0, `${name}: 1 failed job queued to run again.`]);
      expect((await listed())[0]).toMatchObject({ waiting: 1, failed: 2 });
      expect(await jobs('retry', name, 'job-2')).toEqual([
        1,
        `Job job-2 in ${name} is waiting; only failed jobs can be retried.`,
      ]);
      expect(await jobs('retry', name)).toEqual([0, `${name}: 2 failed jobs queued to run again.`]);
      expect(await jobs('retry', name)).toEqual([0, `${name} has no failed jobs to retry.`]);
      expect(await jobs('list', '--failed', name)).toEqual([0, `${name} has no failed jobs.`]);
      expect((await listed())[0]).toMatchObject({ waiting: 3, failed: 0, failed_ever: 3 });
    });

    it.each([
      [[], 'Give a queue'],
      [['nonsense'], 'Unknown queue "nonsense"; use one of webhook-turns'],
      [
        [QUEUES.webhookTurns, 'no-such-job'],
        'has no job "no-such-job"; jobs list --failed webhook-turns lists the failed jobs.',
      ],
      [['--webhook', 'we_none'], 'No webhook has the id "we_none".'],
      [[QUEUES.webhookTurns, '--webhook', 'we_none'], 'Give a queue'],
    ])('that cannot be retried are refused with a remedy: jobs retry %j', async (argv, message) => {
      expect(await jobs('retry', ...argv)).toEqual([1, expect.stringContaining(message)]);
    });

    it('that were given up are sent again if their endpoint is active', async () => {
      const { store, access } = opened();
      const { id: accountId } = await access.accounts.create({ tier: 'pro' });
      for (const id of ['we_active', 'we_disabled']) {
        await store.webhooks.insert(
          {
            id,
            accountId,
            url: `http://127.0.0.1:9/${id}`,
            events: ['signal.flip'],
            secret: Buffer.from('sealed'),
            secretLast4: 'last',
            createdAt: new Date(),
          },
          5,
        );
      }
      await store.db
        .transaction()
        .execute((tx) =>
          store.outbox.emit(tx, { id: 'evt_given_up', type: 'signal.flip', accountId, data: {}, at: new Date() }),
        );
      await store.outbox.fanOut({ tiers: ['pro'], most: 10, at: new Date() });
      await store.db.updateTable('webhook_sends').set({ state: 'given_up' }).execute();
      await store.db
        .updateTable('webhook_endpoints')
        .set({ status: 'disabled', disabledReason: 'for a test' })
        .where('id', '=', 'we_disabled')
        .execute();
      expect((await listed()).at(-1)).toMatchObject({ webhooks: { given_up: 2, disabled_webhooks: 1, waiting: 0 } });
      expect(await jobs('retry', '--webhook', 'we_disabled')).toEqual([
        1,
        expect.stringContaining('is disabled permanently'),
      ]);
      expect(await jobs('retry', '--webhook', 'we_active')).toEqual([
        0,
        'we_active: 1 given-up event queued to be sent again.',
      ]);
      expect(await jobs('retry', '--webhook', 'we_active')).toEqual([0, 'we_active has no given-up events to retry.']);
      expect((await listed()).at(-1)).toMatchObject({ webhooks: { given_up: 1, waiting: 1, due: 1 } });
    });

    it('are listed by the program, whether a server runs or not, whose metrics tell the same', async () => {
      await close();
      const ask = async (): Promise<readonly Record<string, unknown>[]> => {
        const { code, stdout, stderr } = await programs.run('admin', ['jobs', 'list', '--json'], environment);
        expect([code, stderr]).toEqual([0, '']);
        return parsed(stdout);
      };
      const names = [...Object.values(QUEUES), undefined];
      expect((await ask()).map(({ queue }) => queue)).toEqual(names);
      const server = await programs.server(environment);
      expect((await ask()).map(({ queue }) => queue)).toEqual(names);
      const { text } = await call(server.url, '/metrics');
      for (const queue of Object.values(QUEUES)) {
        for (const state of ['waiting', 'active', 'delayed', 'failed'])
          expect(text).toMatch(new RegExp(`^marketgraph_queue_jobs{queue="${queue}",state="${state}"} \\d+$`, 'm'));
        expect(text).toMatch(new RegExp(`^marketgraph_queue_oldest_waiting_seconds{queue="${queue}"} [\\d.]+$`, 'm'));
        expect(text).toMatch(new RegExp(`^marketgraph_queue_paused{queue="${queue}"} 0$`, 'm'));
      }
      expect(text).toMatch(/^# TYPE marketgraph_queue_job_failures_total counter$/m);
      expect(
        Number(new RegExp(`^marketgraph_queue_job_failures_total{queue="${name}"} (\\d+)$`, 'm').exec(text)?.[1]),
      ).toBeGreaterThanOrEqual(3);
    }, 300_000);
  });
}
