import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dayOf } from '../../../calendar/days.js';
import { lastClosedSession, nextSession, previousSession, sessionCloseUtcMs } from '../../../calendar/nyse.js';
import { labelOf } from '../../../engines/signal/composite.js';
import { compositesAt } from '../../../engines/signal/composite-history.js';
import { fundamentalsHistory, knownSession } from '../../../engines/signal/fundamentals.js';
import { signal } from '../../../engines/signal/signal.js';
import { IMPORT as BARS } from '../../../sources/files/import-bars.js';
import { importFiles } from '../../../sources/files/import-files.js';
import { INSTRUMENTS } from '../../../sources/simulated/instruments.js';
import { loadSimulatedMarket } from '../../../sources/simulated/load-market.js';
import { rowsBeside } from '../../../sources/simulated/rows-beside.js';
import type { Store } from '../../../store/open-store.js';
import type { DailyBars } from '../../../calendar/bars.js';
import { packCompositeYears } from '../../../store/packed-composites.js';
import { forEachDatabase } from '../../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../../../test/independent/datasets.js';
import { createCompositesPool, type CompositesPool } from './composites-pool.js';
import { recordComposites, type Recording, type RecordingOptions } from './record-composites.js';

const MONDAY = Date.parse('2026-11-16T22:00:00Z');
const FRIDAY = Date.parse('2026-11-20T22:00:00Z');
/** Sessions at the start of a history on which no factor has data. */
const FACTORLESS = 14;
const EQUITIES = ['AAPL', 'KO', 'NFLX', 'JPM'];
const instruments = INSTRUMENTS.filter(({ symbol }) => [...EQUITIES, 'SPY'].includes(symbol));
const inProcess: CompositesPool['run'] = (tasks) => Promise.resolve(tasks.map(compositesAt));

/** Repeatable chance, 0 to 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** `count` sessions up to `last`, a random walk. */
function walk(seed: number, count: number, last: number): DailyBars {
  const next = chance(seed);
  const days = new Int32Array(count);
  for (let index = count - 1, day = last; index >= 0; index -= 1, day = previousSession(day)) days[index] = day;
  let price = 100;
  const close = Float64Array.from(days, () => (price *= 1 + (next() - 0.5) * 0.04));
  return {
    days,
    open: close,
    high: close.map((value) => value * 1.01),
    low: close.map((value) => value * 0.99),
    close,
    adjClose: close,
    volume: close.map(() => 1e6 * (0.5 + next())),
  };
}

function part({ days, open, high, low, close, adjClose, volume }: DailyBars, from: number, to: number): DailyBars {
  const cut = (column: Float64Array): Float64Array => column.slice(from, to);
  return {
    days: days.slice(from, to),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    adjClose: cut(adjClose),
    volume: cut(volume),
  };
}

forEachDatabase((_, open) => {
  let store: Store;
  const errors: object[] = [];
  beforeAll(async () => {
    store = await open();
  });
  const record = (nowMs: number, options: Partial<RecordingOptions> = {}): Promise<Recording> =>
    recordComposites({
      store,
      compute: inProcess,
      clock: () => nowMs,
      rng: () => 0.3,
      log: { info: () => undefined, error: (details) => errors.push(details) },
      ...options,
    });
  const put = (symbol: string, bars: DailyBars, source = 'files'): Promise<void> =>
    store.db.transaction().execute(async (tx) => {
      await store.securities.upsert(tx, [{ symbol, name: symbol, kind: 'equity', source }]);
      await store.bars.merge(tx, symbol, bars, source);
    });
  const recorded = async (symbol: string) => {
    const series = (await store.composites.load([symbol])).get(symbol);
    if (series === undefined) throw new Error(`${symbol} is not on record`);
    return series;
  };

  const storedBenchmark = async () => (await store.bars.readDaily(['SPY'])).get('SPY')?.bars ?? null;

  /** On record at random days is what the engine says of the data stored up to there. */
  async function expectNoLookAhead(symbols: readonly string[], seed: number): Promise<void> {
    const next = chance(seed);
    const [daily, minutes, benchmark] = [
      await store.bars.readDaily(symbols),
      await store.bars.readMinutes(symbols),
      await storedBenchmark(),
    ];
    const reports = await store.earnings.byTickers(symbols);
    const chains = await store.optionReadings.byTickers(symbols);
    const fundamentalsOf = (symbol: string, source: string, day: number) =>
      fundamentalsHistory(
        rowsBeside(source, reports.get(symbol) ?? []).filter((report) => (knownSession(report) ?? Infinity) <= day),
      );
    for (const symbol of symbols) {
      const { days, score, factors } = await recorded(symbol);
      const series = daily.get(symbol);
      if (series === undefined) throw new Error(`${symbol} has no bars`);
      // Nothing is known on the first days: RSI 14, the first input, needs 15 closes.
      expect([symbol, days]).toEqual([symbol, series.bars.days.slice(FACTORLESS)]);
      const places = [0, days.length - 1, ...Array.from({ length: 25 }, () => Math.floor(next() * days.length))];
      for (const place of places) {
        const day = days[place] ?? 0;
        const alone = signal({
          benchmark,
          bars: part(series.bars, 0, FACTORLESS + place + 1),
          sessions: (minutes.get(symbol) ?? []).filter((session) => session.day <= day),
          fundamentals: fundamentalsOf(symbol, series.source, day),
          optionsFlow: (chains.get(symbol) ?? []).filter((chain) => chain.day <= day),
        });
        expect([
          symbol,
          day,
          score[place],
          factors.momentum[place],
          factors.fundamentals[place],
          factors.microstructure[place],
          factors.optionsFlow[place],
        ]).toEqual([
          symbol,
          day,
          alone?.compositeScore ?? Number.NaN,
          alone?.scores.momentum?.score ?? Number.NaN,
          alone?.scores.fundamentals?.score ?? Number.NaN,
          alone?.scores.microstructure?.score ?? Number.NaN,
          alone?.scores.optionsFlow?.score ?? Number.NaN,
        ]);
      }
    }
  }

  describe('composites', () => {
    const pool = createCompositesPool();
    afterAll(() => pool.close());

    it('are recorded in a thread for all equities and only those, each from the data up to its day', async () => {
      await loadSimulatedMarket(store, { now: new Date(MONDAY), seed: 7, instruments });
      const { tickers, days, failed } = await record(MONDAY, { compute: (tasks) => pool.run(tasks) });
      const sizes = await Promise.all(EQUITIES.map(async (symbol) => (await recorded(symbol)).days.length));
      expect([tickers, days, failed]).toEqual([EQUITIES.length, sizes.reduce((sum, size) => sum + size, 0), []]);
      expect(await store.composites.symbols()).toEqual([...EQUITIES].sort());
      await expectNoLookAhead(EQUITIES, 1);
    });

    it('have knownAt at the close for past sessions, now for the newest', async () => {
      const { days, knownAt } = await recorded('AAPL');
      const last = days.length - 1;
      expect(knownAt[last]).toBe(MONDAY);
      for (const place of [0, 1000, last - 1]) expect(knownAt[place]).toBe(sessionCloseUtcMs(days[place] ?? 0));
    });

    it('match the signal for the newest day, with label and close', async () => {
      const [daily, minutes] = [await store.bars.readDaily(EQUITIES), await store.bars.readMinutes(EQUITIES)];
      const latest = await store.composites.latest(EQUITIES);
      for (const symbol of EQUITIES) {
        const { bars } = daily.get(symbol) ?? {};
        if (bars === undefined) throw new Error(`${symbol} has no bars`);
        const now = signal({
          benchmark: await storedBenchmark(),
          bars,
          sessions: minutes.get(symbol) ?? [],
          fundamentals: fundamentalsHistory((await store.earnings.byTickers([symbol])).get(symbol) ?? []),
          optionsFlow: (await store.optionReadings.byTickers([symbol])).get(symbol) ?? [],
        });
        expect(now?.scores.optionsFlow).not.toBeNull();
        expect(latest.get(symbol)).toEqual({
          firstDay: bars.days[0],
          day: bars.days.at(-1),
          score: now?.compositeScore,
          label: now?.label,
          price: now?.quote.last,
          knownAt: MONDAY,
          source: 'simulated',
        });
      }
    });

    it('are recorded only for new days, and not at all if there are none', async () => {
      expect(await record(MONDAY)).toEqual({ tickers: 0, days: 0, failed: [] });
      const before = await recorded('KO');
      await loadSimulatedMarket(store, { now: new Date(FRIDAY), seed: 7, instruments });
      expect(await record(FRIDAY)).toEqual({ tickers: EQUITIES.length, days: 4 * EQUITIES.length, failed: [] });
      await expectNoLookAhead(EQUITIES, 2);
      const after = await recorded('KO');
      expect([after.score.subarray(0, -4), after.knownAt.subarray(0, -4)]).toEqual([before.score, before.knownAt]);
      // They were not on record before, though three of them closed earlier.
      expect([...after.knownAt.subarray(-4)]).toEqual([FRIDAY, FRIDAY, FRIDAY, FRIDAY]);
      expect(await store.composites.lastRecordedAt()).toEqual({ day: lastClosedSession(FRIDAY), knownAt: FRIDAY });
    });

    it("have knownAt when another company's history was first stored at the earliest", async () => {
      const [symbol, last] = ['TAKEN', lastClosedSession(MONDAY)];
      await put(symbol, walk(1, 80, last));
      await record(MONDAY);
      const [taken, late] = [previousSession(last), MONDAY - 3_600_000];
      await store.db.transaction().execute(async (tx) => {
        await store.bars.replace(tx, symbol, walk(2, 80, last), 'files');
        await store.composites.restart(tx, symbol, late);
      });
      await record(MONDAY);
      const { days, knownAt } = await recorded(symbol);
      expect([days.at(-2), [...knownAt.subarray(-2)]]).toEqual([taken, [late, MONDAY]]);
      expect(Math.min(...knownAt)).toBe(late);
      await store.composites.remove([symbol]);
      expect(await store.composites.starts([symbol])).toEqual(new Map());
    });

    (hasExternalData ? it : it.skip)('of real histories look at nothing later', async () => {
      const symbols = ['AAPL', 'TSLA', 'BRK.B', 'IWM', 'XLK'];
      const files = [
        'daily_recent_yahoo/AAPL.csv',
        'daily_recent_yahoo/TSLA.csv',
        'daily_recent_yahoo/BRK-B.csv',
        'daily_etf_yahoo/IWM.csv',
        'daily_etf_yahoo/XLK.csv',
      ];
      await importFiles(
        store,
        BARS,
        files.map((file) => externalFile(...file.split('/'))),
        { strict: false },
      );
      const real = (await store.composites.pendingSymbols()).filter((symbol) => symbols.includes(symbol));
      expect(real.length).toBeGreaterThan(2);
      expect((await record(FRIDAY)).failed).toEqual([]);
      // AAPL was another source's before: its record is the files' alone.
      await expectNoLookAhead(real, 3);
    });

    it('resume after a kill: a second run computes only the rest', async () => {
      const symbols = Array.from({ length: 45 }, (_unused, index) => `H${index}`);
      for (const [index, symbol] of symbols.entries())
        await put(symbol, walk(index + 1, 80, lastClosedSession(FRIDAY)));
      const computed = new Map<string, number>();
      const byLast = new Map(
        await Promise.all(
          symbols.map(
            async (symbol) => [(await store.bars.readDaily([symbol])).get(symbol)?.bars.close[79], symbol] as const,
          ),
        ),
      );
      const counting =
        (most: number): CompositesPool['run'] =>
        async (tasks) => {
          if (computed.size >= most) throw new Error('killed');
          for (const { bars, indices } of tasks) {
            const symbol = byLast.get(bars.close[79]) ?? '?';
            computed.set(symbol, (computed.get(symbol) ?? 0) + indices.length);
          }
          return inProcess(tasks);
        };
      await expect(record(FRIDAY, { compute: counting(20) })).rejects.toThrow('killed');
      const done = computed.size;
      expect([done >= 20, done < 45]).toEqual([true, true]);
      const rest = await record(FRIDAY, { compute: counting(Infinity) });
      expect([rest.tickers, rest.days, computed.size]).toEqual([45 - done, (45 - done) * (80 - FACTORLESS), 45]);
      expect([...computed.values()].every((days) => days === 80)).toBe(true);
    });

    it('stop between batches on request', async () => {
      for (let index = 0; index < 30; index += 1)
        await put(`S${index}`, walk(index + 100, 30, lastClosedSession(FRIDAY)));
      let batches = 0;
      const stopping = {
        compute: (tasks: Parameters<CompositesPool['run']>[0]) => ((batches += 1), inProcess(tasks)),
        isStopping: () => batches > 0,
      };
      const { tickers } = await record(FRIDAY, stopping);
      expect([tickers > 0, tickers <= 20]).toEqual([true, true]);
      expect((await record(FRIDAY)).tickers).toBe(30 - tickers);
    });

    it('recorded by two concurrent runs are each written once', async () => {
      for (let index = 0; index < 40; index += 1)
        await put(`W${index}`, walk(index + 200, 60, lastClosedSession(FRIDAY)));
      const [one, other] = await Promise.all([record(FRIDAY), record(FRIDAY, { rng: () => 0.8 })]);
      expect([one.tickers + other.tickers, one.days + other.days]).toEqual([40, 40 * (60 - FACTORLESS)]);
      await expectNoLookAhead(['W0', 'W17', 'W39'], 4);
    });

    it('are not recorded for a session before its close', async () => {
      const day = nextSession(lastClosedSession(FRIDAY));
      await put('OPEN', walk(5, 50, day));
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 49 - FACTORLESS, failed: [] });
      expect(await record(FRIDAY)).toEqual({ tickers: 0, days: 0, failed: [] });
      const closeMs = sessionCloseUtcMs(day);
      expect(await record(closeMs)).toEqual({ tickers: 1, days: 1, failed: [] });
      expect((await recorded('OPEN')).knownAt.at(-1)).toBe(closeMs);
      expect(await store.composites.pending(['OPEN'])).toEqual(new Map());
    });

    it('do not change when past bars change, and are added for days that were missing', async () => {
      const bars = walk(6, 120, lastClosedSession(FRIDAY));
      await put('PAST', part(bars, 60, 100));
      await record(FRIDAY);
      const before = await recorded('PAST');
      await put(
        'PAST',
        part({ ...bars, close: bars.close.map((close, index) => (index === 90 ? close * 2 : close)) }, 0, 120),
      );
      // Those that had no factor are known now that there are bars before them.
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 80, failed: [] });
      const after = await recorded('PAST');
      expect(after.days).toEqual(bars.days.slice(FACTORLESS));
      expect(after.score.slice(60, 100 - FACTORLESS)).toEqual(before.score);
    });

    it('of a day that a source had left out are known when they are recorded, those before the record at their close', async () => {
      const bars = walk(7, 120, lastClosedSession(FRIDAY));
      const without = (index: number, from: number): DailyBars => {
        const kept = [...bars.days.keys()].filter((each) => each >= from && each !== index);
        const column = (values: Float64Array): Float64Array => Float64Array.from(kept, (each) => values[each] ?? 0);
        const { days, open, high, low, close, adjClose, volume } = bars;
        return {
          days: Int32Array.from(kept, (each) => days[each] ?? 0),
          ...{ open: column(open), high: column(high), low: column(low), close: column(close) },
          ...{ adjClose: column(adjClose), volume: column(volume) },
        };
      };
      await put('HOLE', without(100, 40));
      await record(FRIDAY);
      await put('HOLE', bars);
      const laterMs = FRIDAY + 3_600_000;
      await record(laterMs);
      const { days, knownAt } = await recorded('HOLE');
      const knownOf = (index: number) => knownAt[days.indexOf(bars.days[index] ?? 0)];
      expect([knownOf(30), knownOf(99), knownOf(100), knownOf(119)]).toEqual([
        sessionCloseUtcMs(bars.days[30] ?? 0),
        sessionCloseUtcMs(bars.days[99] ?? 0),
        laterMs,
        FRIDAY,
      ]);
    });

    it('of a new session read only the years they need, however long the history is', async () => {
      const bars = walk(11, 12 * 252, lastClosedSession(FRIDAY));
      await put('LONG', part(bars, 0, bars.days.length - 1));
      await record(FRIDAY);
      await put('LONG', bars);
      const read: number[] = [];
      const watched: RecordingOptions['store'] = {
        composites: store.composites,
        earnings: store.earnings,
        optionReadings: store.optionReadings,
        bars: {
          ...store.bars,
          // The benchmark is read as a whole, once a run.
          readDaily: async (symbols) => (
            read.push(...symbols.filter((symbol) => symbol !== 'SPY').map(() => Infinity)),
            store.bars.readDaily(symbols)
          ),
          async readSince(symbols, year) {
            const recent = await store.bars.readSince(symbols, year);
            read.push(...[...recent.values()].map((series) => series.bars.days.length));
            return recent;
          },
        },
      };
      expect(await record(FRIDAY, { store: watched })).toEqual({ tickers: 1, days: 1, failed: [] });
      expect([read.length, Math.max(...read) <= 4 * 253]).toEqual([1, true]);
      await expectNoLookAhead(['LONG'], 5);
    });

    it('of a new session take one pass of statements for many tickers, and those of a new ticker do not wait for more', async () => {
      const symbols = Array.from({ length: 50 }, (_unused, index) => `M${index}`);
      const bars = walk(21, 60, lastClosedSession(FRIDAY));
      for (const symbol of symbols) await put(symbol, part(bars, 0, 59));
      await record(FRIDAY);
      for (const symbol of symbols) await put(symbol, bars);
      for (let index = 0; index < 12; index += 1)
        await put(`N${index}`, walk(index + 300, 30, lastClosedSession(FRIDAY)));
      const batches: number[] = [];
      const counting: CompositesPool['run'] = (tasks) => (batches.push(tasks.length), inProcess(tasks));
      expect(await record(FRIDAY, { compute: counting })).toMatchObject({ tickers: 62, failed: [] });
      expect(batches.sort((one, other) => other - one)).toEqual([50, 10, 2]);
      await expectNoLookAhead(['M0', 'M49', 'N11'], 8);
    });

    it('of a ticker too young for any factor are none, and begin with the first factor', async () => {
      const bars = walk(12, 20, lastClosedSession(FRIDAY));
      await put('IPO', part(bars, 0, 9));
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 0, failed: [] });
      expect([(await store.composites.load(['IPO'])).size, (await store.composites.pending(['IPO'])).size]).toEqual([
        0, 0,
      ]);
      await put('IPO', part(bars, 0, 12));
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 0, failed: [] });
      await put('IPO', bars);
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 6, failed: [] });
      await expectNoLookAhead(['IPO'], 6);
      await put('IPO', { ...bars, close: bars.close.map((close) => close * 2) });
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 0, failed: [] });
    });

    it('of the method before are kept, and all days are recorded anew by this one', async () => {
      const { composites } = store;
      await put('METH', walk(13, 60, lastClosedSession(FRIDAY)));
      const head = (await store.securities.bySymbols(['METH'])).get('METH');
      await store.pool.query(
        "insert into composite_latest (symbol, source, version, revision, first_day, days, day, score, label, price, known_at) values ('METH', 'files', 1, 1, 1, 1, 1, 50, 'Neutral', 1, 1)",
      );
      const none = Float64Array.of(Number.NaN);
      const first = {
        days: Int32Array.of(head?.firstDay ?? 0),
        score: Float64Array.of(97),
        knownAt: Float64Array.of(1),
        factors: {
          technical: Float64Array.of(97),
          momentum: none,
          fundamentals: none,
          microstructure: none,
          optionsFlow: none,
        },
      };
      for (const { year, days, packed } of packCompositeYears(first))
        await store.pool.query("insert into composite_years (symbol, year, days, packed) values ('METH', $1, $2, $3)", [
          year,
          days,
          packed,
        ]);
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 60 - FACTORLESS, failed: [] });
      expect((await composites.load(['METH'], 1)).get('METH')).toEqual(first);
      await expectNoLookAhead(['METH'], 7);
    });

    it('start again when a ticker changes its source', async () => {
      await put('SRC', walk(8, 50, lastClosedSession(FRIDAY)));
      await record(FRIDAY);
      const fresh = walk(9, 30, dayOf(2020, 6, 5));
      await put('SRC', fresh, 'other');
      expect(await record(FRIDAY)).toEqual({ tickers: 1, days: 30 - FACTORLESS, failed: [] });
      expect((await recorded('SRC')).days).toEqual(fresh.days.slice(FACTORLESS));
      expect((await store.composites.latest(['SRC'])).get('SRC')).toMatchObject({
        day: dayOf(2020, 6, 5),
        source: 'other',
      });
    });

    it('of a ticker with damaged bars are reported, and those of other tickers recorded', async () => {
      for (const symbol of ['OK1', 'OK2', 'BAD']) await put(symbol, walk(10, 40, lastClosedSession(FRIDAY)));
      await store.pool.query(
        "update bar_years set packed = set_byte(packed, 40, 255 - get_byte(packed, 40)) where symbol = 'BAD'",
      );
      store.bars.forget(['BAD']);
      expect(await record(FRIDAY)).toEqual({ tickers: 2, days: 2 * (40 - FACTORLESS), failed: ['BAD'] });
      expect(errors).toEqual([expect.objectContaining({ ticker: 'BAD' })]);
      expect([...(await store.composites.pending(['OK1', 'OK2', 'BAD'])).keys()]).toEqual(['BAD']);
    });

    it('have the label of their score', async () => {
      for (const [symbol, { score, label }] of await store.composites.latest())
        expect([symbol, label]).toEqual([symbol, Number.isNaN(score) ? '' : labelOf(score)]);
    });
  });
});
