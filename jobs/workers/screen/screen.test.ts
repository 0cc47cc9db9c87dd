import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../access/fixtures/access.js';
import { dayOf } from '../../../calendar/days.js';
import { BENCHMARK } from '../../../engines/benchmark.js';
import { fundamentalsHistory } from '../../../engines/signal/fundamentals.js';
import { SCREEN_FIELDS, screenValues, type ScreenValues } from '../../../engines/screen/screen-values.js';
import { ScreenTable } from '../../../engines/screen/screen-table.js';
import type { DailyBars } from '../../../calendar/bars.js';
import { forEachDatabase } from '../../../store/fixtures/databases.js';
import { madeUpBars, madeUpMinutes } from '../../../store/fixtures/series.js';
import type { NewEarningsReport } from '../../../store/earnings.js';
import type { Store } from '../../../store/open-store.js';
import { createScreen, type Screen } from './screen.js';

const LAST = dayOf(2026, 1, 2);
const SYMBOLS = ['A1', 'A2', 'A3', 'OLD', 'YOUNG', BENCHMARK];

/** Wavy bars up to a day, different for each seed. */
function wave(seed: number, count: number, last = LAST): DailyBars {
  const bars = madeUpBars(last - count + 1, count);
  const close = bars.close.map((_, index) => 100 + 20 * Math.sin((index * (seed + 3)) / 40) + seed + index / 50);
  return {
    ...bars,
    open: close,
    high: close.map((value) => value + 1),
    low: close.map((value) => value - 1),
    close,
    adjClose: close,
  };
}

forEachDatabase((kind, open) => {
  let store: Store;
  const opened: Screen[] = [];
  const errors: object[] = [];
  const started = (from: Parameters<typeof createScreen>[0]['store'] = store): Screen => {
    const screen = createScreen({
      store: from,
      log: { info: () => undefined, error: (details) => errors.push(details) },
    });
    opened.push(screen);
    return screen;
  };
  const put = (symbol: string, bars: DailyBars): Promise<void> =>
    store.db.transaction().execute((tx) => store.bars.replace(tx, symbol, bars, 'files'));

  /** A store that notes whose bars are read. */
  const watched = (): { readonly store: Parameters<typeof started>[0]; readonly read: string[] } => {
    const read: string[] = [];
    const bars: Store['bars'] = {
      ...store.bars,
      readSince: (symbols, year) => {
        read.push(...symbols);
        return store.bars.readSince(symbols, year);
      },
    };
    return {
      store: {
        bars,
        earnings: store.earnings,
        optionReadings: store.optionReadings,
        screenRows: store.screenRows,
        securities: store.securities,
        versionOf: (name) => store.versionOf(name),
      },
      read,
    };
  };

  /** The values of each stored security from its whole history, one by one. */
  async function plainly(): Promise<Readonly<Record<string, readonly number[]>>> {
    const benchmark = (await store.bars.readDaily([BENCHMARK])).get(BENCHMARK)?.bars ?? null;
    const { securities } = await store.securities.list({ limit: 1000 });
    const rows: [string, readonly number[]][] = [];
    for (const { symbol, name } of securities) {
      const history = (await store.bars.readDaily([symbol]).catch(() => new Map<string, { bars: DailyBars }>())).get(
        symbol,
      );
      const sessions = (await store.bars.readMinutes([symbol])).get(symbol)?.slice(-5) ?? [];
      const reports = (await store.earnings.byTickers([symbol])).get(symbol);
      const fundamentals = reports === undefined ? null : fundamentalsHistory(reports);
      const values: ScreenValues | null =
        history === undefined
          ? null
          : screenValues({
              bars: history.bars,
              sessions,
              benchmark,
              fundamentals,
              optionsFlow: (await store.optionReadings.byTickers([symbol])).get(symbol) ?? null,
            });
      rows.push([symbol, columnsOf(new ScreenTable([{ symbol, name }], [values]), 0)]);
    }
    return Object.fromEntries(rows);
  }
  const columnsOf = (
    table: ScreenTable<{ readonly symbol: string; readonly name: string }>,
    index: number,
  ): readonly number[] => SCREEN_FIELDS.map((field) => table.column(field)[index] ?? 0);
  const shown = (
    table: ScreenTable<{ readonly symbol: string; readonly name: string }>,
  ): Readonly<Record<string, readonly number[]>> =>
    Object.fromEntries(table.rows.map(({ symbol }, index) => [symbol, columnsOf(table, index)]));

  /** Twelve quarters whose newest is known and surprising. */
  const report = (ticker: string, scale: number): Promise<void> =>
    store.db.transaction().execute((tx) =>
      store.earnings.replaceReports(
        tx,
        ticker,
        Array.from({ length: 12 }, (_unused, k): NewEarningsReport => ({
          ticker,
          cik: null,
          fiscalYear: 2023 + Math.floor(k / 4),
          fiscalQuarter: (k % 4) + 1,
          periodEnd: LAST - 20 - 91 * (11 - k),
          filingDay: LAST - 10 - 91 * (11 - k),
          accession: null,
          epsBasic: null,
          epsBasicDay: null,
          epsDiluted: null,
          epsDilutedDay: null,
          revenue: null,
          netIncome: null,
          firstRevenue: 1_000 + k * scale + (k % 3) * 7,
          firstNetIncome: 100 + k * k * scale + (k % 5),
          currency: 'USD',
          missing: {},
          knownAt: null,
          shownSplits: [],
          source: 'files',
        })),
      ),
    );

  beforeAll(async () => {
    store = await open();
    await report('A1', 3);
    for (const [index, symbol] of SYMBOLS.entries())
      await put(symbol, wave(index, symbol === 'YOUNG' ? 5 : 1_800, symbol === 'OLD' ? LAST - 400 : LAST));
    await store.db.transaction().execute((tx) =>
      store.bars.replaceMinutes(
        tx,
        'A2',
        Array.from({ length: 7 }, (_unused, k) => madeUpMinutes(LAST - 6 + k)),
      ),
    );
    // The close before its last bar is older than all that a signal reads.
    const gap = wave(9, 2);
    await put('GAP', { ...gap, days: Int32Array.of(LAST - 4_000, LAST) });
    await store.securities.upsert(store.db, [{ symbol: 'NONE', name: 'None', kind: 'equity', source: 'files' }]);
  });
  afterEach(async () => {
    for (const screen of opened.splice(0)) await screen.close();
  });

  describe('the screen', () => {
    it('has the values that each whole history gives, though it reads a part of it', async () => {
      const table = await started().table();
      expect(shown(table)).toEqual(await plainly());
      expect(table.labels.filter((label) => label !== null).length).toBeGreaterThan(3);
      expect(
        columnsOf(
          table,
          table.rows.findIndex(({ symbol }) => symbol === 'GAP'),
        ),
      ).toContainEqual(expect.closeTo(((wave(9, 2).close[1] ?? 0) / (wave(9, 2).close[0] ?? 1) - 1) * 100, 3));
    });

    it('is computed once for all callers, and by another process from what is stored', async () => {
      const { store: first, read } = watched();
      await store.pool.query('truncate screen_rows');
      const screen = started(first);
      const tables = await Promise.all([screen.table(), screen.table(), screen.table()]);
      expect([new Set(tables).size, [...read].sort()]).toEqual([1, [...SYMBOLS, 'GAP'].sort()]);
      const again = watched();
      expect(shown(await started(again.store).table())).toEqual(shown(tables[0]));
      expect(again.read).toEqual([]);
    });

    it('computes what has changed alone, whoever wrote it', async () => {
      const { store: from, read } = watched();
      const screen = started(from);
      await screen.table();
      await put('A1', wave(77, 900));
      expect(shown(await screen.table())).toEqual(await plainly());
      expect(read).toEqual(['A1']);
      await store.db.transaction().execute((tx) => store.bars.replaceMinutes(tx, 'A3', [madeUpMinutes(LAST)]));
      await store.securities.upsert(store.db, [{ symbol: 'A2', name: 'Renamed', kind: 'etf', source: 'files' }]);
      const table = await screen.table();
      expect([read, table.rows.find(({ symbol }) => symbol === 'A2')?.name]).toEqual([['A1', 'A3'], 'Renamed']);
      expect(shown(table)).toEqual(await plainly());
    });

    it('computes whose reports have changed alone', async () => {
      const { store: from, read } = watched();
      const screen = started(from);
      const before = await screen.table();
      await report('A2', 5);
      await report('A1', 3);
      const table = await screen.table();
      expect([shown(table), read]).toEqual([await plainly(), ['A2']]);
      const scores = [before, table].map(
        (each) => each.column('fundamentals')[each.rows.findIndex(({ symbol }) => symbol === 'A2')],
      );
      expect(scores).toEqual([NaN, expect.any(Number)]);
      expect(scores[1]).not.toBeNaN();
    });

    it('computes what the market moves: nothing for a session that follows, all after an older one changes', async () => {
      const { store: from, read } = watched();
      const screen = started(from);
      await screen.table();
      const market = wave(SYMBOLS.indexOf(BENCHMARK), 1_800);
      const longer = wave(SYMBOLS.indexOf(BENCHMARK), 1_801, LAST + 1);
      const appended = (column: Float64Array, more: Float64Array): Float64Array =>
        Float64Array.from([...column, more.at(-1) ?? 0]);
      const next: DailyBars = {
        days: longer.days,
        open: appended(market.open, longer.open),
        high: appended(market.high, longer.high),
        low: appended(market.low, longer.low),
        close: appended(market.close, longer.close),
        adjClose: appended(market.adjClose, longer.adjClose),
        volume: appended(market.volume, longer.volume),
      };
      await put(BENCHMARK, next);
      expect(shown(await screen.table())).toEqual(await plainly());
      expect(read).toEqual([BENCHMARK]);
      await put(BENCHMARK, {
        ...next,
        adjClose: next.adjClose.map((price, index) => (index < 100 ? price / 2 : price)),
      });
      expect(shown(await screen.table())).toEqual(await plainly());
      expect(new Set(read).size).toBeGreaterThan(SYMBOLS.length - 1);
    });

    // The embedded database has one process.
    if (kind === 'postgres')
      it('follows what another process writes', async () => {
        const other = await open();
        const { store: from, read } = watched();
        const screen = started(from);
        await screen.table();
        await other.db.transaction().execute((tx) => other.bars.replace(tx, 'A3', wave(55, 700), 'files'));
        await until(async () => (await screen.table(), read.length > 0));
        expect([shown(await screen.table()), read]).toEqual([await plainly(), ['A3']]);
        await other.close();
      });

    it('leaves out a ticker with damaged bars, and has the others', async () => {
      await put('BAD', wave(5, 300));
      await store.pool.query(
        "update bar_years set packed = set_byte(packed, 40, 255 - get_byte(packed, 40)) where symbol = 'BAD'",
      );
      const table = await started().table();
      expect(
        columnsOf(
          table,
          table.rows.findIndex(({ symbol }) => symbol === 'BAD'),
        ),
      ).toEqual(SCREEN_FIELDS.map(() => NaN));
      expect([shown(table)['A1'], errors.at(-1)]).toEqual([
        (await plainly())['A1'],
        expect.objectContaining({ ticker: 'BAD' }),
      ]);
      await put('BAD', wave(5, 300));
      expect(shown(await started().table())).toEqual(await plainly());
    });

    it('is refused while its process stops, and goes on from what was stored by then', async () => {
      await store.pool.query('truncate screen_rows');
      const screen = started();
      await expect(screen.table(() => true)).rejects.toMatchObject({ code: 'unavailable' });
      expect(shown(await screen.table())).toEqual(await plainly());
      expect(screen.progress()).toBeNull();
    });
  });
});
