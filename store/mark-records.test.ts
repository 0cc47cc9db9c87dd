import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { forEachDatabase } from './fixtures/databases.js';
import type { ComputedMark } from './mark-records.js';
import type { Store } from './open-store.js';

const START_MS = Date.UTC(2026, 0, 2, 12);
const at = (second: number): Date => new Date(START_MS + second * 1_000);
/** Numbers that need all digits of a double, and those of other notations. */
const AWKWARD = [0.1 + 0.2, 1 / 3, 62e9 * Math.exp(0.1), 1e-300, 1e22, Number.MAX_SAFE_INTEGER, 5e-324];

const marked = (slug: string, valuationUsd: number, more: Partial<ComputedMark> = {}): ComputedMark => ({
  slug,
  methodVersion: 2,
  status: 'marked',
  mark: {
    name: slug.toUpperCase(),
    valuationUsd,
    components: AWKWARD.map((weight) => ({ weight, note: '1,0 “½” \u2028' })),
  },
  sources: ['curated', 'yahoo'],
  ...more,
});
const ended = (slug: string, status: ComputedMark['status']): ComputedMark => ({
  slug,
  methodVersion: 2,
  status,
  mark: null,
  sources: ['curated'],
});

forEachDatabase((kind, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => store.db.deleteFrom('mark_records').execute());
  /** A run whose computation begins at a second and is stored half a second later. */
  const record = (second: number, ...marks: readonly ComputedMark[]): Promise<number> =>
    store.markRecords.record(marks, at(second), () => START_MS + second * 1_000 + 500);
  const valueAt = async (slug: string, second: number, isRecent = false): Promise<unknown> => {
    const [found] = await store.markRecords.asOf([{ slug, at: at(second) }], isRecent);
    return found?.record === null ? null : (found?.record.mark?.['valuationUsd'] ?? found?.record.status);
  };
  const rows = (): Promise<readonly object[]> =>
    store.db.selectFrom('mark_records').selectAll().orderBy('knownAt').execute();

  describe('the record of marks', () => {
    it('gives back what was recorded, to the last bit, from the instant at which it was stored', async () => {
      const mark = marked('alder', AWKWARD[2] ?? 0);
      await record(0, mark);
      const [before, then, later, nobody] = await store.markRecords.asOf(
        [
          { slug: 'alder', at: new Date(START_MS + 499) },
          { slug: 'alder', at: new Date(START_MS + 500) },
          { slug: 'alder', at: at(1e6) },
          { slug: 'nobody', at: at(1e6) },
        ],
        true,
      );
      const known = {
        firstKnownAt: new Date(START_MS + 500),
        record: { ...mark, knownAt: new Date(START_MS + 500), computedAt: at(0) },
      };
      expect([before, then, later, nobody]).toEqual([
        { ...known, record: null },
        known,
        known,
        { firstKnownAt: null, record: null },
      ]);
    });

    it('has nothing as of a year that is no year of the database', async () => {
      await record(0, marked('alder', 1));
      const years = [
        '-000001-01-01T00:00:00.000Z',
        '0000-01-01T00:00:00.000Z',
        '0001-01-01T00:00:00+01:00',
        '1969-12-31T00:00:00Z',
      ];
      const found = await store.markRecords.asOf(
        years.map((year) => ({ slug: 'alder', at: new Date(year) })),
        false,
      );
      expect(found).toEqual(years.map(() => ({ record: null, firstKnownAt: new Date(START_MS + 500) })));
    });

    // The embedded database has one connection: nobody reads while a writer writes.
    if (kind === 'postgres')
      it('is read as of a recent instant once a writer that has begun before has ended', async () => {
        let hasBegun = (): void => undefined;
        const begun = new Promise<void>((resolve) => (hasBegun = resolve));
        let writing: Promise<unknown> | undefined;
        let reading: Promise<unknown> | undefined;
        await store.db.transaction().execute(async (tx) => {
          await sql`lock table mark_records in exclusive mode`.execute(tx);
          writing = store.markRecords.record([marked('alder', 7)], at(0), () => {
            hasBegun();
            return START_MS + 500;
          });
          await begun;
          expect(await valueAt('alder', 1)).toBeNull();
          // The writer cannot write before this transaction ends: only a reader that waits for it reads 7.
          reading = valueAt('alder', 1, true);
        });
        await writing;
        expect(await reading).toBe(7);
      });

    it('gets a row only for what has changed', async () => {
      expect(await record(0, marked('alder', 1), marked('birch', 1))).toBe(2);
      expect(await record(10, marked('birch', 1), marked('alder', 1))).toBe(0);
      expect(await record(20, marked('alder', 2), marked('birch', 1))).toBe(1);
      expect(
        await record(30, marked('alder', 2, { methodVersion: 3 }), marked('birch', 1, { sources: ['files'] })),
      ).toBe(2);
      expect(await record(40, marked('alder', 1), marked('birch', 1))).toBe(2);
      expect(await Promise.all([5, 15, 25, 35, 45].map((second) => valueAt('alder', second)))).toEqual([1, 1, 2, 2, 1]);
    });

    it('tells how marks end, also those of companies that nothing is known of any more', async () => {
      await record(0, marked('alder', 1), marked('birch', 1));
      expect(await record(10, ended('alder', 'listed'))).toBe(2);
      expect(await record(20, ended('alder', 'listed'))).toBe(0);
      expect(await record(30, ended('alder', 'listed'), marked('birch', 3))).toBe(1);
      expect(await Promise.all([5, 15, 35].map((second) => valueAt('alder', second)))).toEqual([1, 'listed', 'listed']);
      expect(await Promise.all([5, 15, 35].map((second) => valueAt('birch', second)))).toEqual([1, 'no_valuation', 3]);
    });

    it('takes nothing from a run that began before the one on record', async () => {
      await record(20, marked('alder', 2));
      expect(await record(10, marked('alder', 1))).toBe(0);
      // It began while the other was computed, and was stored after it: it knows more.
      await store.markRecords.record([marked('alder', 3)], at(40), () => START_MS + 50_000);
      expect(await store.markRecords.record([marked('alder', 4)], at(45), () => START_MS + 51_000)).toBe(1);
      expect(await valueAt('alder', 60)).toBe(4);
    });

    it('has each change once, however many runs store it at the same time', async () => {
      const other = kind === 'postgres' ? await open() : store;
      const slugs = Array.from({ length: 40 }, (_, index) => `company-${String(index)}`);
      for (const value of [1, 2]) {
        const runs = [store, other, store, other].map(({ markRecords }, place) =>
          markRecords.record(
            slugs.map((slug) => marked(slug, value)),
            at(value * 10 + place),
            () => START_MS + value * 10_000 + 5_000,
          ),
        );
        const added = await Promise.all(runs);
        expect(added.reduce((sum, each) => sum + each, 0)).toBe(slugs.length);
      }
      expect(await rows()).toHaveLength(2 * slugs.length);
    });

    it('stores more companies than one statement takes', async () => {
      const many = Array.from({ length: 2_500 }, (_, index) => marked(`c${String(index)}`, index));
      expect(await record(0, ...many)).toBe(2_500);
      expect(await record(10, ...many)).toBe(0);
      expect(await valueAt('c2499', 20)).toBe(2_499);
    });

    it('refuses a mark without a status that says so', async () => {
      await expect(record(0, { ...marked('alder', 1), status: 'listed' })).rejects.toThrow(/mark_records/);
      expect(await rows()).toEqual([]);
    });
  });
});
