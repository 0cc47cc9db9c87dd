import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import type { DailyBar } from '../models/daily-bar.js';
import { readHistory, type FileHistory } from './read-history.js';
import { temporaryFiles } from './fixtures/files.js';

const NOW = new Date('2024-06-14T12:00:00Z');

async function read(name: string, files: Readonly<Record<string, string>>): Promise<FileHistory> {
  return readHistory(path.join(await temporaryFiles(files), name), NOW);
}

const lines = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.join(',')}\n`).join('');

/** A made-up history: 2:1 on 5 January, USD 0.50 a share on 8 January, 3:1 on 10 January. */
const AS_TRADED = [
  { date: '2024-01-04', open: 118, high: 123, low: 117, close: 120, volume: 1000, split: 1, dividend: 0 },
  { date: '2024-01-05', open: 60.6, high: 61.8, low: 59.4, close: 60, volume: 2400, split: 2, dividend: 0 },
  { date: '2024-01-08', open: 59.4, high: 63, low: 58.8, close: 61.2, volume: 1800, split: 1, dividend: 0.6 },
  { date: '2024-01-09', open: 61.2, high: 62.4, low: 60, close: 62.1, volume: 1500, split: 1, dividend: 0 },
  { date: '2024-01-10', open: 20.8, high: 21, low: 20.3, close: 20.9, volume: 5400, split: 3, dividend: 0 },
];
const LATER_SPLITS = [6, 3, 3, 3, 1];
/** The dividend of 0.60 on a close of 60 takes 1% off what lies before it. */
const DIVIDEND_FACTORS = [0.99, 0.99, 1, 1, 1];

const adjusted = AS_TRADED.map((row, at) => {
  const ratio = LATER_SPLITS[at] ?? 1;
  const close = row.close / ratio;
  return {
    date: row.date,
    open: row.open / ratio,
    high: row.high / ratio,
    low: row.low / ratio,
    close,
    adjClose: close * (DIVIDEND_FACTORS[at] ?? 1),
    volume: row.volume * ratio,
  };
});

const ALPHA_VANTAGE = lines(
  ['timestamp', 'open', 'high', 'low', 'close', 'adjusted_close', 'volume', 'dividend_amount', 'split_coefficient'],
  ...AS_TRADED.map((row, at) => [
    row.date,
    row.open,
    row.high,
    row.low,
    row.close,
    adjusted[at]?.adjClose ?? 0,
    row.volume,
    row.dividend,
    row.split,
  ]).reverse(),
);
const YAHOO = lines(
  ['Date', 'Open', 'High', 'Low', 'Close', 'Adj Close', 'Volume'],
  ...adjusted.map((row) => [row.date, row.open, row.high, row.low, row.close, row.adjClose, row.volume]),
);

function expectSame(bars: readonly DailyBar[]): void {
  expect(bars.map(({ day }) => isoDate(day))).toEqual(adjusted.map(({ date }) => date));
  for (const field of ['open', 'high', 'low', 'close', 'adjClose', 'volume'] as const) {
    for (const [at, bar] of bars.entries()) expect(bar[field]).toBeCloseTo(adjusted[at]?.[field] ?? NaN, 9);
  }
}

describe('one history in different vendors’ files', () => {
  it('is the same from split-adjusted (Yahoo) and as-traded (Alpha Vantage) prices', async () => {
    expectSame((await read('A.csv', { 'A.csv': YAHOO })).bars);
    expectSame((await read('A.csv', { 'A.csv': ALPHA_VANTAGE })).bars);
  });

  it('is the same from an as-traded file without split coefficients', async () => {
    const columns = (line: string): string => line.split(',').slice(0, 7).join(',');
    const { bars, splits, notes } = await read('A.csv', { 'A.csv': ALPHA_VANTAGE.split('\n').map(columns).join('\n') });
    expectSame(bars);
    expect(splits.map(({ day, ratio }) => [isoDate(day), ratio])).toEqual([
      ['2024-01-05', 2],
      ['2024-01-10', 3],
    ]);
    expect(notes).toContain(
      'The file has no split coefficients; splits inferred from its adjusted close: 2:1 on 2024-01-05, 3:1 on 2024-01-10.',
    );
  });

  it('tells which jumps were not read as splits, and which moves look like errors', async () => {
    const rows = [
      ['2024-01-04', 66.29, 28.293, 100],
      ['2024-01-05', 28.57, 28.57, 230],
      ['2024-01-08', 20, 20, 230],
      ['2024-01-09', 29.8, 29.8, 230],
    ] as const;
    const content = lines(
      ['timestamp', 'open', 'high', 'low', 'close', 'adjusted_close', 'volume'],
      ...rows.map(([date, close, adjusted, volume]) => [date, close, close, close, close, adjusted, volume]),
    );
    const { bars, splits, notes } = await read('EBAY.csv', { 'EBAY.csv': content });
    expect([splits, bars[0]?.close, bars[0]?.volume]).toEqual([[], 66.29, 100]);
    expect(notes.slice(-3)).toEqual([
      'The file has no split coefficients; splits inferred from its adjusted close: none.',
      'Jumps of the adjusted close that were not read as splits; a spin-off or a special dividend makes them too: 2.34298:1 on 2024-01-05 (not a usual split ratio).',
      'Large moves that were soon undone, perhaps errors of the file: 2024-01-08 moved by -30.0%, undone on 2024-01-09.',
    ]);
  });

  it('is the same from an as-traded file with splits and dividends but no adjusted close', async () => {
    const rows = AS_TRADED.map((row) => [
      row.date,
      row.open,
      row.high,
      row.low,
      row.close,
      row.volume,
      row.dividend,
      row.split,
    ]);
    expectSame(
      (
        await read('A.csv', {
          'A.csv': lines(['date', 'open', 'high', 'low', 'close', 'volume', 'divCash', 'splitFactor'], ...rows),
        })
      ).bars,
    );
  });

  it('is the same from a LEAN folder with its factor file', async () => {
    const daily = lines(
      ['date', 'open', 'high', 'low', 'close', 'volume'],
      ...AS_TRADED.map((row) => [row.date, row.open, row.high, row.low, row.close, row.volume]),
    );
    const factors = lines(
      ['20240104', 0.99, 1 / 6, 120],
      ['20240105', 0.99, 1 / 3, 60],
      ['20240109', 1, 1 / 3, 62.1],
      ['20501231', 1, 1, 0],
    );
    const { bars, splits, dividends } = await read('daily/a.csv', {
      'daily/a.csv': daily,
      'factor_files/a.csv': factors,
    });
    expectSame(bars);
    expect(splits.map(({ day, ratio }) => [isoDate(day), ratio])).toEqual([
      ['2024-01-05', 2],
      ['2024-01-10', 3],
    ]);
    expect(dividends.map(({ day, amount }) => [isoDate(day), Number(amount.toFixed(9))])).toEqual([
      ['2024-01-08', 0.2],
    ]);
  });

  it('sums dividends inside one gap of a LEAN file', async () => {
    const daily = lines(
      ['date', 'open', 'high', 'low', 'close', 'volume'],
      ['2024-01-04', 10, 10, 10, 10, 5],
      ['2024-01-10', 10, 10, 10, 10, 5],
    );
    const factors = lines(['20240105', 0.98, 1, 10], ['20240108', 0.99, 1, 10], ['20501231', 1, 1, 0]);
    const { dividends } = await read('daily/a.csv', { 'daily/a.csv': daily, 'factor_files/a.csv': factors });
    expect(dividends.map(({ day, amount }) => [isoDate(day), amount.toFixed(3)])).toEqual([['2024-01-10', '0.201']]);
  });

  it('reports splits and dividends split-adjusted', async () => {
    const { splits, dividends } = await read('A.csv', { 'A.csv': ALPHA_VANTAGE });
    expect(splits.map(({ day, ratio }) => [isoDate(day), ratio])).toEqual([
      ['2024-01-05', 2],
      ['2024-01-10', 3],
    ]);
    expect(dividends.map(({ day, amount }) => [isoDate(day), Number(amount.toFixed(9))])).toEqual([
      ['2024-01-08', 0.2],
    ]);
  });
});

describe('a plain file', () => {
  it('is assumed to be adjusted, with a note', async () => {
    const { bars, notes } = await read('A.csv', {
      'A.csv': lines(['date', 'open', 'high', 'low', 'close', 'volume'], ['2024-01-04', 1, 1, 1, 1, 5]),
    });
    expect(bars[0]?.adjClose).toBe(1);
    expect(notes).toEqual(['The file has no adjusted close; its prices are assumed to be adjusted.']);
  });

  it('can name its adjusted close "adjclose"', async () => {
    const { bars } = await read('A.csv', {
      'A.csv': lines(
        ['date', 'open', 'high', 'low', 'close', 'volume', 'adjclose'],
        ['2024-01-04', 2, 2, 2, 2, 5, 1.5],
      ),
    });
    expect(bars[0]?.adjClose).toBe(1.5);
  });

  it('is not adjusted again for splits already in its prices', async () => {
    const content = lines(
      ['Date', 'Open', 'High', 'Low', 'Close', 'Volume', 'Dividends', 'Stock Splits'],
      ['2024-01-04', 2, 2, 2, 2, 5, 0, 0],
      ['2024-01-05', 2, 2, 2, 2, 5, 0, 4],
    );
    const { bars, splits } = await read('A.csv', { 'A.csv': content });
    expect(bars.map(({ close, volume }) => [close, volume])).toEqual([
      [2, 5],
      [2, 5],
    ]);
    expect(splits.map(({ ratio }) => ratio)).toEqual([4]);
  });
});

describe('a LEAN folder with map files', () => {
  const day = (date: string, close: number): readonly (string | number)[] => [date, close, close, close, close, 100];
  const header = ['date', 'open', 'high', 'low', 'close', 'volume'];
  const files = {
    'daily/new.csv': lines(header, day('2024-01-04', 500), day('2024-01-09', 11), day('2024-01-10', 12)),
    'daily/old.csv': lines(header, day('2024-01-05', 9), day('2024-01-08', 10), day('2024-01-10', 700)),
    'map_files/new.csv': lines(['20240105', 'old', 'N'], ['20240108', 'old', 'N'], ['20501231', 'new', 'N']),
  };

  it('joins a renamed company and skips other companies with its ticker', async () => {
    const { bars, notes } = await read('daily/new.csv', files);
    expect(bars.map(({ close }) => close)).toEqual([9, 10, 11, 12]);
    expect(notes).toContain(
      '1 sessions in the file belong to another company with the same ticker (map file); they were skipped.',
    );
  });

  it('does not import a former ticker a second time', async () => {
    await expect(read('daily/old.csv', files)).rejects.toThrow(
      'OLD is a former ticker of NEW (map file); its sessions are imported with that ticker.',
    );
  });
});
