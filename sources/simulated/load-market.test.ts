import path from 'node:path';
import { expect, it } from '@jest/globals';
import { IMPORT as BARS } from '../files/import-bars.js';
import { importFiles } from '../files/import-files.js';
import { temporaryFiles } from '../files/fixtures/files.js';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import { INSTRUMENTS } from './instruments.js';
import { loadSimulatedMarket } from './load-market.js';
import { simulateMarket } from './market.js';
import { simulateMinutes } from './minutes.js';

const MONDAY = new Date('2026-11-16T22:00:00Z');
const FRIDAY = new Date('2026-11-20T22:00:00Z');
const SEED = 7;
const SYMBOLS = ['SPY', 'AGG', 'AAPL', 'KO', 'NFLX', 'GLD'];
const instruments = INSTRUMENTS.filter(({ symbol }) => SYMBOLS.includes(symbol));

forEachDatabase((_, open) => {
  it('loads once, extends by new sessions to what a fresh load would give, and leaves real tickers alone', async () => {
    const store = await open();
    const real = await temporaryFiles({ 'KO.csv': 'date,open,high,low,close,volume\n2024-06-12,10,11,9,10,100\n' });
    await importFiles(store, BARS, [path.join(real, 'KO.csv')], { strict: true });

    const first = await loadSimulatedMarket(store, { now: MONDAY, seed: SEED, instruments });
    expect([first.status, isoDate(first.lastDay), first.symbols.length, first.skipped]).toEqual([
      'loaded',
      '2026-11-16',
      SYMBOLS.length - 1,
      ['KO'],
    ]);
    const versionsAfter = async (): Promise<(number | undefined)[]> => {
      const securities = await store.securities.bySymbols(SYMBOLS);
      return SYMBOLS.map((symbol) => securities.get(symbol)?.version);
    };
    const versions = await versionsAfter();
    const again = await loadSimulatedMarket(store, { now: MONDAY, seed: SEED, instruments });
    expect([again.status, again.bars, again.symbols]).toEqual(['current', 0, []]);
    expect(await versionsAfter()).toEqual(versions);

    const later = await loadSimulatedMarket(store, { now: FRIDAY, seed: SEED, instruments });
    expect([later.status, isoDate(later.lastDay)]).toEqual(['extended', '2026-11-20']);
    const stored = await store.bars.load(SYMBOLS);
    for (const { symbol, bars, splits, dividends } of simulateMarket(SEED, FRIDAY, instruments)) {
      if (symbol === 'KO') continue;
      const series = stored.get(symbol);
      expect([symbol, series?.source, series?.splits, series?.dividends]).toEqual([
        symbol,
        'simulated',
        splits,
        dividends,
      ]);
      for (const column of ['days', 'open', 'high', 'low', 'close', 'adjClose', 'volume'] as const) {
        const bytes = Buffer.from(series?.bars[column].slice().buffer ?? new ArrayBuffer(0));
        expect([symbol, column, bytes.equals(Buffer.from(bars[column].buffer))]).toEqual([symbol, column, true]);
      }
    }
    expect([stored.get('KO')?.source, stored.get('KO')?.bars.days.length]).toEqual(['files', 1]);

    const minutes = (await store.bars.loadMinutes(['SPY'], 20)).get('SPY');
    expect(minutes?.map(({ day }) => isoDate(day))).toEqual([
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    await store.close();
  });

  it('has no minute later than the load, and the rest of the hours after the close once they have ended', async () => {
    const store = await open();
    const load = (time: string) =>
      loadSimulatedMarket(store, { now: new Date(`2026-11-23T${time}Z`), seed: 9, instruments });
    const minutesOf = async (symbol: string): Promise<readonly number[]> =>
      Array.from((await store.bars.loadMinutes([symbol], 1)).get(symbol)?.at(-1)?.minutes ?? []);

    await load('21:40:30');
    const early = await minutesOf('AAPL');
    expect([early[0], early.filter((minute) => minute >= 570 && minute < 960).length]).toEqual([
      expect.any(Number),
      390,
    ]);
    // The bar of 16:39 has ended by 16:40:30, that of 16:40 has not.
    expect(early.at(-1)).toBeGreaterThanOrEqual(960);
    expect(early.at(-1)).toBeLessThanOrEqual(999);
    expect((await load('22:59:59')).status).toBe('current');
    expect(await minutesOf('AAPL')).toEqual(early);

    const last = await load('23:00:00');
    expect([last.status, last.bars, last.symbols.toSorted()]).toEqual([
      'extended',
      0,
      SYMBOLS.filter((symbol) => symbol !== 'KO').toSorted(),
    ]);
    const whole = await minutesOf('AAPL');
    expect(whole.slice(0, early.length)).toEqual(early);
    expect(whole.at(-1)).toBeGreaterThan(999);
    expect((await load('23:10:00')).status).toBe('current');

    const [apple] = simulateMarket(
      9,
      new Date('2026-11-23T23:00:00Z'),
      instruments.filter(({ symbol }) => symbol === 'AAPL'),
    );
    const [stored] = (await store.bars.loadMinutes(['AAPL'], 1)).get('AAPL') ?? [];
    expect(
      apple && simulateMinutes(9, 'AAPL', apple.bars, { count: 1, now: new Date('2026-11-24T00:00:00Z') }),
    ).toEqual([stored]);
    await store.close();
  });

  it('writes the market anew for another seed', async () => {
    const store = await open();
    await loadSimulatedMarket(store, { now: MONDAY, seed: 1, instruments });
    const before = (await store.bars.load(['SPY'])).get('SPY')?.bars.close.slice();
    const summary = await loadSimulatedMarket(store, { now: MONDAY, seed: 2, instruments });
    const after = (await store.bars.load(['SPY'])).get('SPY')?.bars.close;
    expect(summary.status).toBe('loaded');
    expect(after).not.toEqual(before);
    await store.close();
  });

  it('is the same after two loads at once', async () => {
    const store = await open();
    const both = await Promise.all([
      loadSimulatedMarket(store, { now: MONDAY, seed: 3, instruments }),
      loadSimulatedMarket(store, { now: MONDAY, seed: 3, instruments }),
    ]);
    expect(both.map(({ lastDay }) => isoDate(lastDay))).toEqual(['2026-11-16', '2026-11-16']);
    expect((await loadSimulatedMarket(store, { now: MONDAY, seed: 3, instruments })).status).toBe('current');
    await store.close();
  });
});
