import { beforeAll, describe, expect, it } from '@jest/globals';
import { COMPOSITE_METHOD, type CompositeSeries, type CompositesMark, type CompositesWrite } from './composites.js';
import type { Store } from './open-store.js';
import { mergeComposites, packCompositeYears, unpackCompositeYears } from './packed-composites.js';
import { madeUpBars } from './fixtures/series.js';
import { allHeard, forEachDatabase } from './fixtures/databases.js';

const FIRST = Date.UTC(2019, 11, 30) / 86_400_000;

/**
 * Every value a function of its day and of `shift`; fundamentals and options flow without data, microstructure of odd
 * days alone.
 */
function madeUp(days: readonly number[], shift = 0): CompositeSeries {
  const column = (value: (day: number) => number): Float64Array => Float64Array.from(days, value);
  const none = column(() => Number.NaN);
  return {
    days: Int32Array.from(days),
    score: column((day) => (day % 90) + shift),
    knownAt: column((day) => day * 86_400_000 + shift),
    factors: {
      technical: column((day) => (day % 80) + shift),
      momentum: column((day) => (day % 70) + shift),
      fundamentals: none,
      microstructure: column((day) => (day % 2 === 1 ? 55 : Number.NaN)),
      optionsFlow: none,
    },
  };
}

const daysFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** A write that covers exactly its fresh days, besides those of the mark. */
function write(
  symbol: string,
  fresh: CompositeSeries,
  mark: CompositesMark | null = null,
  { label = 'Buy', ...more }: Partial<CompositesWrite & { label: string }> = {},
): CompositesWrite {
  const last = fresh.days.length - 1;
  const before = mark !== null && (more.source ?? 'files') === mark.source ? mark : null;
  const covered = {
    firstDay: Math.min(before?.firstDay ?? Infinity, fresh.days[0] ?? Infinity),
    days: (before?.days ?? 0) + fresh.days.length,
  };
  const newest = {
    day: fresh.days[last] ?? 0,
    score: fresh.score[last] ?? 0,
    label,
    price: 12.5,
    knownAt: fresh.knownAt[last] ?? 0,
  };
  return { symbol, method: COMPOSITE_METHOD, source: 'files', version: 1, mark, fresh, covered, newest, ...more };
}

describe('packed composites', () => {
  it('come back the same from one block a year, and hold no column for a factor without a score', () => {
    const series = madeUp(daysFrom(FIRST, 400));
    const years = packCompositeYears(series);
    expect(years.map(({ year, days }) => [year, days])).toEqual([
      [2019, 2],
      [2020, 366],
      [2021, 32],
    ]);
    expect(unpackCompositeYears('AAA', Buffer.concat(years.map(({ packed }) => packed)))).toEqual(series);
    expect(years[1]?.packed).toHaveLength(16 + 366 * 4 + 366 * 8 * 5);
  });

  it('are refused by name when a byte changed or the end is missing', () => {
    const [{ packed } = { packed: Buffer.alloc(0) }] = packCompositeYears(madeUp([FIRST]));
    const changed = Buffer.from(packed);
    changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
    for (const damaged of [changed, packed.subarray(0, packed.length - 8)])
      expect(() => unpackCompositeYears('AAA', damaged)).toThrow(/^The recorded composites of AAA are damaged: /);
  });

  it('are merged in order of days, what was recorded of a day before anything else', () => {
    const merged = mergeComposites(madeUp([3, 5], 0), madeUp([1, 3, 4, 9], 1000));
    expect([...merged.days]).toEqual([1, 3, 4, 5, 9]);
    expect([...merged.score]).toEqual([1001, 3, 1004, 5, 1009]);
    expect([...merged.factors.microstructure]).toEqual([55, 55, Number.NaN, 55, 55]);
  });
});

forEachDatabase((_, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const stored = async (symbols: readonly string[], kind: 'equity' | 'etf' = 'equity'): Promise<void> => {
    await store.securities.upsert(
      store.db,
      symbols.map((symbol) => ({ symbol, name: symbol, kind, source: 'files' })),
    );
    await store.db.transaction().execute((tx) =>
      store.bars.replaceMany(
        tx,
        symbols.map((symbol) => ({ symbol, source: 'files', bars: madeUpBars(FIRST, 10) })),
      ),
    );
  };
  const markOf = async (symbol: string): Promise<CompositesMark | null> =>
    (await store.composites.pending([symbol])).get(symbol) ?? null;

  describe('composites on record', () => {
    it('come back as they were recorded, with the newest of each and of the market', async () => {
      await stored(['AAA', 'BBB']);
      expect(await store.composites.lastRecordedAt()).toBeNull();
      const [first, second] = [madeUp(daysFrom(FIRST, 300)), madeUp(daysFrom(FIRST + 5, 2))];
      expect(await store.composites.record([write('BBB', second), write('AAA', first)])).toEqual(['AAA', 'BBB']);
      expect(await store.composites.load(['AAA', 'BBB', 'NONE'])).toEqual(
        new Map([
          ['AAA', first],
          ['BBB', second],
        ]),
      );
      const firstYear = await store.composites.readYears(['AAA', 'NONE'], { first: 2018, last: 2019 });
      expect([...firstYear].map(([symbol, { days }]) => [symbol, [...days]])).toEqual([['AAA', [FIRST, FIRST + 1]]]);
      const last = FIRST + 299;
      expect(await store.composites.latest(['AAA', 'NONE'])).toEqual(
        new Map([
          [
            'AAA',
            {
              firstDay: FIRST,
              day: last,
              score: last % 90,
              label: 'Buy',
              price: 12.5,
              knownAt: last * 86_400_000,
              source: 'files',
            },
          ],
        ]),
      );
      expect(await store.composites.lastRecordedAt()).toEqual({ day: last, knownAt: last * 86_400_000 });
      expect(await store.composites.symbols()).toEqual(['AAA', 'BBB']);
    });

    it('are pending where the bars have a version that is not wholly on record, and of equities alone', async () => {
      await stored(['P1', 'P2']);
      await stored(['ETF'], 'etf');
      expect(await store.composites.pending(['P1', 'P2', 'ETF'])).toEqual(
        new Map([
          ['P1', null],
          ['P2', null],
        ]),
      );
      const version = (await store.bars.load(['P1'])).get('P1')?.version ?? 0;
      await store.composites.record([
        write('P1', madeUp([FIRST]), null, { version }),
        write('P2', madeUp([FIRST]), null, { version: 0 }),
      ]);
      expect([...(await store.composites.pending(['P1', 'P2'])).keys()]).toEqual(['P2']);
      await stored(['P1']);
      expect(await store.composites.pendingSymbols()).toEqual(expect.arrayContaining(['P1', 'P2']));
      expect(await markOf('P1')).toMatchObject({ day: FIRST, days: 1, version, revision: 1 });
      const { recorded, stored: equities } = await store.composites.count();
      expect(equities - recorded).toBe(0);
    });

    it('are added to in the same year without a change of what was there, and a day that comes late takes its place', async () => {
      await stored(['ADD']);
      const days = [FIRST, FIRST + 1, FIRST + 5];
      await store.composites.record([write('ADD', madeUp(days), null, { version: 0 })]);
      await store.composites.record([
        write('ADD', madeUp([FIRST + 3], 1000), await markOf('ADD'), { version: 0, label: 'Sell' }),
      ]);
      expect((await store.composites.load(['ADD'])).get('ADD')).toEqual(
        mergeComposites(madeUp(days), madeUp([FIRST + 3], 1000)),
      );
      expect(await markOf('ADD')).toMatchObject({
        firstDay: FIRST,
        day: FIRST + 5,
        days: 4,
        label: 'Buy',
        revision: 2,
      });
      await store.composites.record([write('ADD', madeUp([FIRST + 6]), await markOf('ADD'), { label: 'Sell' })]);
      expect((await store.composites.latest(['ADD'])).get('ADD')).toMatchObject({ day: FIRST + 6, label: 'Sell' });
    });

    it('keep what the first of two writers with the same mark wrote', async () => {
      await stored(['TWO']);
      const outcomes = await Promise.all(
        [100, 200].map((shift) => store.composites.record([write('TWO', madeUp([FIRST], shift))])),
      );
      expect(outcomes.map((symbols) => symbols.length).sort()).toEqual([0, 1]);
      const winner = outcomes[0]?.length === 1 ? 100 : 200;
      expect((await store.composites.load(['TWO'])).get('TWO')?.score).toEqual(Float64Array.of((FIRST % 90) + winner));
    });

    it('begin anew with another source, and after they were removed', async () => {
      await stored(['NEW']);
      await store.composites.record([write('NEW', madeUp(daysFrom(FIRST, 400)), null, { version: 0 })]);
      await store.composites.record([
        write('NEW', madeUp([FIRST + 1], 7), await markOf('NEW'), { source: 'other', version: 0 }),
      ]);
      expect((await store.composites.load(['NEW'])).get('NEW')).toEqual(madeUp([FIRST + 1], 7));
      expect(await markOf('NEW')).toMatchObject({ source: 'other', firstDay: FIRST + 1, days: 1, revision: 2 });
      const mark = await markOf('NEW');
      await store.composites.remove(['NEW']);
      expect(await store.composites.record([write('NEW', madeUp([FIRST + 2]), mark)])).toEqual([]);
      expect([
        (await store.composites.load(['NEW'])).size,
        (await store.composites.latest(['NEW'])).size,
        await markOf('NEW'),
      ]).toEqual([0, 0, null]);
    });

    it('cover days without any factor, of which nothing is recorded', async () => {
      await stored(['YOUNG']);
      const newest = { day: FIRST + 3, score: Number.NaN, label: '', price: 3, knownAt: 5 };
      const covered = { firstDay: FIRST, days: 4 };
      await store.composites.record([write('YOUNG', madeUp([]), null, { covered, newest })]);
      expect((await store.composites.load(['YOUNG'])).size).toBe(0);
      expect(await markOf('YOUNG')).toMatchObject({ firstDay: FIRST, day: FIRST + 3, days: 4 });
      expect((await store.composites.latest(['YOUNG'])).get('YOUNG')).toMatchObject({
        day: FIRST + 3,
        score: Number.NaN,
        label: '',
      });
      expect(await store.composites.symbols()).toContain('YOUNG');
    });

    it('of another version of the method are a record of their own, and are read by its number', async () => {
      await stored(['VERS']);
      const [old, fresh] = [madeUp(daysFrom(FIRST, 3)), madeUp(daysFrom(FIRST, 2), 7)];
      await store.composites.record([write('VERS', old, null, { version: 0 })]);
      const next = COMPOSITE_METHOD + 1;
      await store.composites.record([write('VERS', fresh, null, { method: next, version: 0 })]);
      expect([
        (await store.composites.load(['VERS'])).get('VERS'),
        (await store.composites.load(['VERS'], next)).get('VERS'),
      ]).toEqual([old, fresh]);
      expect((await store.composites.latest(['VERS'])).get('VERS')).toMatchObject({
        day: FIRST + 2,
        score: old.score[2],
      });
      expect(await markOf('VERS')).toMatchObject({ method: COMPOSITE_METHOD, days: 3, revision: 1 });
      await store.composites.remove(['VERS']);
      expect([
        (await store.composites.load(['VERS'])).size,
        (await store.composites.load(['VERS'], next)).size,
      ]).toEqual([0, 0]);
    });

    it('of version 1 are readable, and pending anew in this version, while an older release goes on recording', async () => {
      await stored(['OLD']);
      const old = madeUp(daysFrom(FIRST, 400));
      const version = (await store.bars.load(['OLD'])).get('OLD')?.version ?? 0;
      // The statements of that release.
      await store.pool.query(
        `insert into composite_latest (symbol, source, version, revision, first_day, days, day, score, label, price, known_at)
        values ('OLD', 'files', $1, 1, $2, 400, $3, 5, 'Sell', 1, 1) on conflict (symbol) do update set revision = excluded.revision`,
        [version, FIRST, FIRST + 399],
      );
      for (const { year, days, packed } of packCompositeYears(old)) {
        await store.pool.query(
          "insert into composite_years (symbol, year, days, packed) values ('OLD', $1, $2, $3) on conflict (symbol, year) do update set packed = excluded.packed",
          [year, days, packed],
        );
      }
      expect((await store.composites.load(['OLD'], 1)).get('OLD')).toEqual(old);
      expect([
        await store.composites.pendingSymbols(),
        (await store.composites.load(['OLD'])).size,
        (await store.composites.latest(['OLD'])).size,
      ]).toEqual([expect.arrayContaining(['OLD']), 0, 0]);
      await store.composites.record([write('OLD', madeUp(daysFrom(FIRST, 2), 9), null, { version })]);
      expect((await store.composites.load(['OLD'], 1)).get('OLD')).toEqual(old);
      expect(await store.composites.pendingSymbols()).not.toContain('OLD');
      await store.composites.remove(['OLD']);
      expect((await store.composites.load(['OLD'], 1)).size).toBe(0);
    });

    it('of the whole market are read once, until the next is recorded in any process', async () => {
      await stored(['MEM']);
      await store.composites.latest();
      await allHeard(store);
      let queries = 0;
      const count = (): void => void (queries += 1);
      store.pool.on('acquire', count);
      await store.composites.latest();
      store.pool.off('acquire', count);
      expect(queries).toBe(0);
      await store.composites.record([write('MEM', madeUp([FIRST]))]);
      expect((await store.composites.latest()).get('MEM')?.day).toBe(FIRST);
      // As another process does it: with a statement and a notice.
      await store.pool.query("update composite_heads set score = 99 where symbol = 'MEM'");
      await store.notify('composites_recorded', 'MEM');
      await allHeard(store);
      expect((await store.composites.latest()).get('MEM')?.score).toBe(99);
    });
  });
});
