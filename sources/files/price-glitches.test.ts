import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import type { DailyBar } from '../models/daily-bar.js';
import { glitchText, priceGlitches } from './price-glitches.js';
import { readHistory } from './read-history.js';

const bars = (closes: readonly number[], adjusted = closes): DailyBar[] =>
  closes.map((close, day) => ({
    day,
    open: close,
    high: close,
    low: close,
    close,
    adjClose: adjusted[day] ?? close,
    volume: 1,
  }));

describe('moves that are soon undone', () => {
  it('are found: −30%, then +49%', () => {
    expect(priceGlitches(bars([28.4, 19.88, 29.62, 29.5]))).toEqual([
      { day: 1, prices: ['close'], move: expect.closeTo(-0.3, 9), sessions: 1, undoneOn: 2 },
    ]);
  });

  it('are found upwards, and in the adjusted close alone', () => {
    expect(priceGlitches(bars([10, 14, 10.2]))).toMatchObject([{ day: 1, move: expect.closeTo(0.4, 9), undoneOn: 2 }]);
    expect(priceGlitches(bars([10, 10, 10], [9, 4, 9])).map(({ day }) => day)).toEqual([1]);
  });

  it('are found if they last for up to five sessions', () => {
    const found = priceGlitches(bars([100, 101, 70, 71.4, 102, 101]));
    expect(found).toEqual([
      { day: 2, prices: ['close'], move: expect.closeTo(70 / 101 - 1, 9), sessions: 2, undoneOn: 4 },
    ]);
    expect(found.map(glitchText)).toEqual(['1970-01-03 moved by -30.7% for 2 sessions, undone on 1970-01-05']);
    const lasting = (sessions: number) => bars([100, ...Array.from({ length: sessions }, () => 70), 100]);
    expect(priceGlitches(lasting(5)).map(({ sessions }) => sessions)).toEqual([5]);
    expect(priceGlitches(lasting(6))).toEqual([]);
  });

  it('are found within a session: an open, high or low of twice or half the closes around it', () => {
    const of = (session: Partial<DailyBar>, next = 102) => {
      const [first, second, third] = bars([100, 101, next]);
      return priceGlitches(
        [first, second, third].flatMap((bar, at) =>
          bar === undefined ? [] : [at === 1 ? { ...bar, ...session } : bar],
        ),
      );
    };
    expect(of({ open: 1_000, high: 1_000 })).toEqual([
      { day: 1, prices: ['open', 'high'], move: 9, sessions: 0, undoneOn: 1 },
    ]);
    expect(of({ open: 1_000, high: 1_000 }).map(glitchText)).toEqual([
      'open and high of 1970-01-02 moved by +900.0%, and its close did not',
    ]);
    expect(of({ low: 49 })).toMatchObject([{ prices: ['low'] }]);
    // As on a day of crashes and recoveries.
    expect(of({ low: 55, high: 190 })).toEqual([]);
    // A gap that the close confirms.
    expect(of({ open: 220, high: 230, close: 215 }, 216)).toEqual([]);
  });

  it.each([
    ['a lasting fall', [10, 7, 7.1]],
    ['a move of 25%', [10, 12.5, 10]],
    ['half undone', [10, 5, 7]],
    ['a slow recovery', [10, 7, 8.5, 10]],
    ['the last session', [10, 10, 5]],
  ])('%s is none', (_, closes) => {
    expect(priceGlitches(bars(closes))).toEqual([]);
  });
});

(hasExternalData ? describe : describe.skip)('recorded histories of the vendor', () => {
  it('have no such move but for three of the VIX, which are real', async () => {
    const found = [];
    for (const folder of ['daily_recent_yahoo', 'daily_etf_yahoo'])
      for (const file of readdirSync(externalFile(folder)).filter((each) => each.endsWith('.csv'))) {
        const { bars: rows } = await readHistory(externalFile(folder, file), new Date('2030-01-01'));
        found.push(...priceGlitches(rows).map((glitch) => `${file}: ${glitchText(glitch)}`));
      }
    expect(found.sort()).toEqual([
      'VIX.csv: 2011-08-08 moved by +50.0%, undone on 2011-08-09',
      'VIX.csv: 2020-03-12 moved by +40.0%, undone on 2020-03-13',
      'VIX.csv: 2021-05-12 moved by +26.3%, undone on 2021-05-13',
    ]);
  });
});
