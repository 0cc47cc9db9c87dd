import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../access/fixtures/access.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../../access/fixtures/redis.js';
import { storeArticles } from '../../../sources/news/store-articles.js';
import { EMPTY_PROFILE } from '../../../store/company-profile.js';
import {
  embeddedDatabase,
  postgresBinaries,
  postgresDatabase,
  type OpenTestStore,
} from '../../../store/fixtures/databases.js';
import type { Store } from '../../../store/open-store.js';
import { QUEUES } from '../../queue/names.js';
import { openQueues, type Queues } from '../../queue/open-queues.js';
import type { ChangesWorker } from '../changes-worker.js';
import { startOverlayWorker } from './worker.js';

interface Shape {
  readonly name: string;
  readonly open: () => OpenTestStore;
  readonly redis: boolean;
  readonly isPossible: boolean;
}

const SHAPES: readonly Shape[] = [
  { name: 'embedded', open: embeddedDatabase, redis: false, isPossible: true },
  {
    name: 'PostgreSQL and Redis',
    open: postgresDatabase,
    redis: true,
    isPossible: hasRedis && (postgresBinaries() !== null || process.env['TEST_DATABASE_URL'] !== undefined),
  },
];
const NOW_MS = Date.UTC(2026, 0, 2, 15);
const SIX_HOURS_MS = 21_600_000;
const STAGES = ['C', 'D', 'E', 'F', 'G'];
const PATIENTLY = 10_000;

for (const { name, open, redis: withRedis, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: the overlay on ${name}, for want of its servers`);
  (isPossible ? describe : describe.skip)(`the overlay's worker on ${name}`, () => {
    const failed: Error[] = [];
    let store: Store;
    let redis: TestRedis | undefined;
    let queues: Queues;
    let worker: ChangesWorker;
    // Declared before what closes the database.
    afterAll(async () => {
      await worker.close();
      await queues.close();
      await redis?.stop();
    });
    const openStore = open();
    const log = { debug: () => undefined, info: () => undefined };
    let runs = 0;
    /** The store, which counts the runs by their lock. */
    const counting = (): Store => ({
      ...store,
      companyOverlays: {
        ...store.companyOverlays,
        lock: (tx) => {
          runs += 1;
          return store.companyOverlays.lock(tx);
        },
      },
    });
    const start = (): Promise<ChangesWorker> =>
      startOverlayWorker({ store: counting(), queues, clock: () => NOW_MS, log, quietMs: 50 });
    const tell = (slug: string, stage: string): Promise<unknown> =>
      store.db.transaction().execute((tx) =>
        storeArticles(
          store,
          tx,
          [
            {
              title: `Alderwick raises $50 million in ${stage} funding`,
              url: `https://wire.example/${slug}`,
              outlet: 'Wire',
              publishedAt: new Date(NOW_MS - 86_400_000),
              summary: null,
              givenTickers: [],
            },
          ],
          'files',
        ),
      );
    const keys = async (): Promise<readonly string[]> =>
      (await store.companyOverlays.current(store.db)).map(({ key }) => key);

    beforeAll(async () => {
      redis = withRedis ? await startTestRedis() : undefined;
      store = await openStore();
      queues = openQueues({
        store,
        redis: redis?.servers,
        onAway: (error) => failed.push(error),
        onFailed: (error) => failed.push(error),
        onLost: (queue) => failed.push(new Error(`lost ${queue}`)),
      });
      await store.db.transaction().execute(async (tx) => {
        await store.privateCompanies.upsert(tx, [
          {
            slug: 'alderwick',
            name: 'Alderwick',
            tagline: null,
            sector: null,
            founded: null,
            hq: null,
            employees: null,
            source: 'curated',
            profile: EMPTY_PROFILE,
          },
        ]);
      });
      await tell('first', 'Series A');
      worker = await start();
    });

    it('runs at the start, and is scheduled every six hours', async () => {
      await until(async () => (await keys()).length === 1, PATIENTLY);
      const [scheduler] = await queues.queue(QUEUES.overlay).getJobSchedulers();
      expect([scheduler?.key, Number(scheduler?.every)]).toEqual(['overlay', SIX_HOURS_MS]);
    });

    it('runs after a change of what it reads, and not after its own', async () => {
      const before = runs;
      for (const [index, stage] of STAGES.entries()) {
        await tell(`later-${stage}`, `Series ${stage}`);
        await until(async () => (await keys()).length === index + 2, PATIENTLY);
      }
      // Notifications of the time before the start may still have been on their way; its own would double the runs.
      expect(runs - before).toBeGreaterThanOrEqual(STAGES.length);
      expect(runs - before).toBeLessThan(2 * STAGES.length);
    });

    it('closes, and does the work of the time between at its next start', async () => {
      await worker.close();
      await tell('first', 'Series B');
      expect(await keys()).toHaveLength(STAGES.length + 1);
      worker = await start();
      await until(
        async () =>
          (await store.companyOverlays.current(store.db)).some(
            ({ field, value }) => field === 'round' && (value as { readonly stage: string }).stage === 'Series B',
          ),
        PATIENTLY,
      );
    });

    it('caused no failed job', () => {
      expect(failed).toEqual([]);
    });
  });
}
