import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../access/fixtures/access.js';
import { hasRedis, startTestRedis, type TestRedis } from '../../../access/fixtures/redis.js';
import { EMPTY_PROFILE } from '../../../store/company-profile.js';
import {
  embeddedDatabase,
  postgresBinaries,
  postgresDatabase,
  type OpenTestStore,
} from '../../../store/fixtures/databases.js';
import type { ComputedMark } from '../../../store/mark-records.js';
import type { Store } from '../../../store/open-store.js';
import { QUEUES } from '../../queue/names.js';
import { openQueues, type Queues } from '../../queue/open-queues.js';
import type { ChangesWorker } from '../changes-worker.js';
import { startMarksWorker } from './worker.js';

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
const START_MS = Date.UTC(2026, 0, 2, 15);
const PATIENTLY = 10_000;

for (const { name, open, redis: withRedis, isPossible } of SHAPES) {
  if (!isPossible) console.log(`skipped: the record of marks on ${name}, for want of its servers`);
  (isPossible ? describe : describe.skip)(`the worker that records marks on ${name}`, () => {
    const failed: Error[] = [];
    let store: Store;
    let redis: TestRedis | undefined;
    let queues: Queues;
    const workers: ChangesWorker[] = [];
    // Declared before what closes the database.
    afterAll(async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queues.close();
      await redis?.stop();
    });
    const openStore = open();
    let nowMs = START_MS;
    let runs = 0;
    /** A mark of each stored company, worth as many dollars as its name has letters. */
    const marksAt = async (): Promise<readonly ComputedMark[]> => {
      runs += 1;
      const companies = await store.db.selectFrom('private_companies').select(['slug', 'name']).execute();
      return companies.map(({ slug, name: { length } }) => ({
        slug,
        methodVersion: 2,
        status: 'marked',
        mark: { valuationUsd: length },
        sources: ['files'],
      }));
    };
    const start = async (): Promise<void> => {
      workers.push(
        await startMarksWorker({
          store,
          queues,
          marksAt,
          clock: () => (nowMs += 1),
          log: { debug: () => undefined, info: () => undefined },
          quietMs: 50,
        }),
      );
    };
    const save = (slug: string, companyName: string): Promise<unknown> =>
      store.db.transaction().execute((tx) =>
        store.privateCompanies.upsert(tx, [
          {
            slug,
            name: companyName,
            tagline: null,
            sector: null,
            founded: null,
            hq: null,
            employees: null,
            source: 'files',
            profile: EMPTY_PROFILE,
          },
        ]),
      );
    const recorded = async (): Promise<readonly unknown[]> => {
      const rows = await store.db.selectFrom('mark_records').selectAll().orderBy('slug').orderBy('knownAt').execute();
      return rows.map(({ slug, mark }) => [slug, mark?.['valuationUsd']]);
    };
    const untilRecorded = (count: number): Promise<void> =>
      until(async () => (await recorded()).length === count, PATIENTLY);

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
      await save('alder', 'Alder');
    });

    it('records at the start, and is scheduled after the close of each session', async () => {
      await start();
      await untilRecorded(1);
      const [scheduler] = await queues.queue(QUEUES.marks).getJobSchedulers();
      expect([scheduler?.key, scheduler?.pattern, scheduler?.tz]).toEqual([
        'marks',
        '30 18 * * 1-5',
        'America/New_York',
      ]);
    });

    it('records after a change of what marks are computed from, and not after its own', async () => {
      await save('birch', 'Birch Works');
      await untilRecorded(2);
      const before = runs;
      await save('alder', 'Alder & Sons');
      await untilRecorded(3);
      await save('cedar', 'Cedar');
      await untilRecorded(4);
      expect(await recorded()).toEqual([
        ['alder', 5],
        ['alder', 12],
        ['birch', 11],
        ['cedar', 5],
      ]);
      expect(runs - before).toBeLessThan(4);
    });

    it('records each change once beside a second worker', async () => {
      await start();
      await save('dogwood', 'Dogwood');
      await untilRecorded(5);
      await Promise.all(workers.map((worker) => worker.close()));
      await start();
      await save('elm', 'Elm');
      await untilRecorded(6);
      expect(await recorded()).toEqual([
        ['alder', 5],
        ['alder', 12],
        ['birch', 11],
        ['cedar', 5],
        ['dogwood', 7],
        ['elm', 3],
      ]);
    });

    it('caused no failed job', () => {
      expect(failed).toEqual([]);
    });
  });
}
