import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Store } from './open-store.js';
import { madeUpBars, madeUpMinutes } from './fixtures/series.js';
import { allHeard, forEachDatabase } from './fixtures/databases.js';

const FIRST = 15_000;

forEachDatabase((kind, open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const inTransaction = <T>(work: Parameters<ReturnType<Store['db']['transaction']>['execute']>[0]): Promise<T> =>
    store.db.transaction().execute(work) as Promise<T>;

  describe('daily bars', () => {
    it('come back as they were written, whole years and parts of years alike', async () => {
      const bars = madeUpBars(FIRST, 1000);
      await inTransaction((tx) => store.bars.replace(tx, 'AAA', bars, 'files'));
      const series = (await store.bars.load(['AAA', 'NONE'])).get('AAA');
      expect(series?.bars).toEqual(bars);
      expect(series).toMatchObject({ symbol: 'AAA', source: 'files', version: 1, splits: [], dividends: [] });
      expect((await store.bars.load(['NONE'])).size).toBe(0);
      expect((await store.securities.bySymbols(['AAA'])).get('AAA')).toMatchObject({
        firstDay: FIRST,
        lastDay: FIRST + 999,
      });
    });

    it('of any number of symbols take one query, and none once they are in memory', async () => {
      const symbols = Array.from({ length: 50 }, (_, index) => `M${String(index)}`);
      await inTransaction((tx) =>
        store.bars.replaceMany(
          tx,
          symbols.map((symbol) => ({ symbol, source: 'files', bars: madeUpBars(FIRST, 30) })),
        ),
      );
      await allHeard(store);
      const queries = countQueries(store);
      expect((await store.bars.load(symbols)).size).toBe(50);
      expect(queries()).toBe(1);
      expect((await store.bars.load(symbols)).size).toBe(50);
      await store.bars.load(['NOBODY']);
      await store.bars.load(['NOBODY']);
      expect(queries()).toBe(2);
    });

    it('of recent years are read alone where no more is asked for, and nothing of a read is kept', async () => {
      const bars = madeUpBars(FIRST, 1000);
      await inTransaction((tx) =>
        store.bars.replaceMany(
          tx,
          ['OLD', 'LONG'].map((symbol) => ({
            symbol,
            source: 'files',
            bars: symbol === 'OLD' ? madeUpBars(FIRST, 50) : bars,
          })),
        ),
      );
      const yearStart = Date.UTC(2013, 0, 1) / 86_400_000;
      const recent = await store.bars.readSince(['OLD', 'LONG', 'NONE'], 2013);
      expect([...recent.keys()]).toEqual(['LONG']);
      expect(recent.get('LONG')?.bars.days).toEqual(bars.days.subarray(yearStart - FIRST));
      expect(recent.get('LONG')).toMatchObject({ firstDay: FIRST, earlier: yearStart - FIRST });
      expect((await store.bars.readDaily(['OLD', 'LONG'])).get('LONG')?.bars).toEqual(bars);
      expect(store.bars.versionInMemory('LONG')).toBeUndefined();
    });

    it('are new to every reader once the transaction that wrote them is over', async () => {
      await inTransaction((tx) => store.bars.replace(tx, 'NEW', madeUpBars(FIRST, 10), 'files'));
      expect((await store.bars.load(['NEW'])).get('NEW')?.bars.days).toHaveLength(10);
      await inTransaction((tx) => store.bars.replace(tx, 'NEW', madeUpBars(FIRST, 20), 'files'));
      const series = (await store.bars.load(['NEW'])).get('NEW');
      expect(series?.bars.days).toHaveLength(20);
      expect(series?.version).toBe(2);
    });

    it('stay as they were when the transaction is rolled back', async () => {
      await inTransaction((tx) => store.bars.replace(tx, 'BACK', madeUpBars(FIRST, 10), 'files'));
      const undone = inTransaction(async (tx) => {
        await store.bars.replace(tx, 'BACK', madeUpBars(FIRST, 20), 'files');
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      expect((await store.bars.load(['BACK'])).get('BACK')?.bars.days).toHaveLength(10);
    });

    it('of the same source merge: its days replace stored ones, older years stay and follow a split', async () => {
      await inTransaction((tx) => store.bars.merge(tx, 'SPLIT', madeUpBars(FIRST, 800), 'files'));
      await inTransaction((tx) => store.bars.merge(tx, 'SPLIT', madeUpBars(FIRST + 700, 300, 0.25), 'files'));
      const series = (await store.bars.load(['SPLIT'])).get('SPLIT');
      const wanted = madeUpBars(FIRST, 1000, 0.25);
      expect(series?.bars.days).toEqual(wanted.days);
      series?.bars.close.forEach((close, index) => expect(close).toBeCloseTo(wanted.close[index] ?? 0, 9));
      expect(series?.bars.volume[0]).toBeCloseTo(wanted.volume[0] ?? 0, 3);
    });

    it('of transactions at once are all there, whether the symbol is new or not', async () => {
      const parts = [0, 1, 2, 3].map((part) => madeUpBars(FIRST + 100 * part, 10));
      const merged = async (symbol: string): Promise<void> => {
        await Promise.all(parts.map((bars) => inTransaction((tx) => store.bars.merge(tx, symbol, bars, 'files'))));
        const days = (await store.bars.load([symbol])).get(symbol)?.bars.days;
        expect([...(days ?? [])]).toEqual(parts.flatMap((bars) => [...bars.days]));
      };
      await merged('ATONCE');
      await inTransaction((tx) => store.bars.replace(tx, 'KNOWN', madeUpBars(FIRST, 10), 'files'));
      await merged('KNOWN');
    });

    it('that a merge leaves as they are stay the same rows', async () => {
      await inTransaction((tx) => store.bars.replace(tx, 'ROWS', madeUpBars(FIRST, 1000), 'files'));
      const rows = async (): Promise<ReadonlyMap<number, string>> => {
        const found = await store.db
          .selectFrom('bar_years')
          .select(['year', sql<string>`xmin::text`.as('written')])
          .where('symbol', '=', 'ROWS')
          .execute();
        return new Map(found.map(({ year, written }) => [year, written]));
      };
      const before = await rows();
      await inTransaction((tx) => store.bars.merge(tx, 'ROWS', madeUpBars(FIRST + 1000, 1), 'files'));
      const after = await rows();
      const newest = Math.max(...after.keys());
      expect([...after.keys()].length).toBeGreaterThan(2);
      expect([...after].filter(([year, written]) => before.get(year) !== written).map(([year]) => year)).toEqual([
        newest,
      ]);
      expect((await store.bars.load(['ROWS'])).get('ROWS')?.bars.days).toHaveLength(1001);
    });

    it('of another source replace a symbol whole, with its minutes, splits and dividends', async () => {
      await inTransaction((tx) =>
        store.bars.replaceMany(tx, [
          {
            symbol: 'MIX',
            source: 'simulated',
            bars: madeUpBars(FIRST, 500),
            splits: [{ day: FIRST + 5, ratio: 2 }],
            dividends: [{ day: FIRST + 9, amount: 0.5 }],
          },
        ]),
      );
      await inTransaction((tx) => store.bars.replaceMinutes(tx, 'MIX', [madeUpMinutes(FIRST)]));
      expect((await store.bars.load(['MIX'])).get('MIX')).toMatchObject({
        splits: [{ day: FIRST + 5, ratio: 2 }],
        dividends: [{ day: FIRST + 9, amount: 0.5 }],
      });
      await inTransaction((tx) => store.bars.merge(tx, 'MIX', madeUpBars(FIRST + 400, 10), 'files'));
      expect((await store.bars.load(['MIX'])).get('MIX')).toMatchObject({ source: 'files', splits: [], dividends: [] });
      expect((await store.bars.load(['MIX'])).get('MIX')?.bars.days).toHaveLength(10);
      expect((await store.bars.loadMinutes(['MIX'], 5)).size).toBe(0);
    });

    it('damaged in the database are refused by name and not served', async () => {
      await inTransaction((tx) => store.bars.replace(tx, 'BAD', madeUpBars(FIRST, 10), 'files'));
      await sql`update bar_years set packed = set_byte(packed, 40, get_byte(packed, 40) # 1) where symbol = 'BAD'`.execute(
        store.db,
      );
      store.bars.forget();
      await expect(store.bars.load(['BAD'])).rejects.toMatchObject({
        code: 'bars_corrupt',
        message: expect.stringContaining('BAD'),
      });
    });

    it('out of order or not finite are refused before anything is written', async () => {
      const bars = madeUpBars(FIRST, 3);
      bars.close[1] = Number.NaN;
      await expect(inTransaction((tx) => store.bars.replace(tx, 'NAN', bars, 'files'))).rejects.toMatchObject({
        code: 'bars_invalid',
      });
      expect((await store.securities.bySymbols(['NAN'])).size).toBe(0);
    });
  });

  it('minute bars come back by session, the newest ones last, in one query', async () => {
    const sessions = [1, 2, 3].map((offset) => madeUpMinutes(FIRST + offset, 380 + offset));
    await inTransaction(async (tx) => {
      await store.bars.replace(tx, 'MIN', madeUpBars(FIRST, 5), 'files');
      await store.bars.replaceMinutes(tx, 'MIN', sessions);
    });
    await allHeard(store);
    const queries = countQueries(store);
    expect((await store.bars.loadMinutes(['MIN', 'NONE'], 2)).get('MIN')).toEqual(sessions.slice(1));
    expect((await store.bars.loadMinutes(['MIN'], 3)).get('MIN')).toEqual(sessions);
    expect(queries()).toBe(1);
  });

  it('60 tickers of 16 years load and come back', async () => {
    const writes = Array.from({ length: 60 }, (_, index) => ({
      symbol: `L${String(index)}`,
      source: 'files',
      bars: madeUpBars(FIRST, 16 * 252),
    }));
    await inTransaction((tx) => store.bars.replaceMany(tx, writes));
    const all = await store.bars.load(writes.map(({ symbol }) => symbol));
    expect(all.size).toBe(60);
  });

  if (kind === 'postgres') {
    it('changed by another process are dropped from memory by its commit', async () => {
      await inTransaction((tx) => store.bars.replace(tx, 'FAR', madeUpBars(FIRST, 10), 'files'));
      await allHeard(store);
      await store.bars.load(['FAR']);
      const other = await open();
      await other.db.transaction().execute((tx) => other.bars.replace(tx, 'FAR', madeUpBars(FIRST, 11), 'files'));
      await expectSoon(async () => (await store.bars.load(['FAR'])).get('FAR')?.bars.days.length, 11);
      await other.close();
    });

    it('are all dropped from memory when the listening connection was lost, and changes are heard again', async () => {
      await inTransaction((tx) => store.bars.replace(tx, 'GAP', madeUpBars(FIRST, 10), 'files'));
      await allHeard(store);
      await store.bars.load(['GAP']);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^(un)?listen ' and pid <> pg_backend_pid() and datname = current_database()`.execute(
        store.db,
      );
      await sql`update securities set version = 99 where symbol = 'GAP'`.execute(store.db);
      await expectSoon(async () => (await store.bars.load(['GAP'])).get('GAP')?.version, 99);
    });
  }
});

function countQueries(store: Store): () => number {
  let count = 0;
  const pool = store.pool;
  pool.on('acquire', () => {
    count += 1;
  });
  return () => count;
}

async function expectSoon<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const until = Date.now() + 10_000;
  while ((await read()) !== wanted && Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
  expect(await read()).toBe(wanted);
}
