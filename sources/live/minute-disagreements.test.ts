import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { readLeanMinutes } from '../files/minute-rows.js';
import { toMinuteSessions } from '../models/minute-bar.js';
import { minuteDisagreements } from './minute-disagreements.js';

const day = (iso: string): number => parseIsoDate(iso) ?? Number.NaN;
const WEDNESDAY = day('2031-05-14');
/** The day after Thanksgiving, which closes at 13:00. */
const EARLY = day('2031-11-28');

const daily = (at: number, close: number) => ({ days: Int32Array.from([at]), close: Float64Array.from([close]) });
const session = (at: number, bars: Readonly<Record<string, number>>) => ({
  day: at,
  minutes: Int32Array.from(Object.keys(bars), (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
  close: Float64Array.from(Object.values(bars)),
});
const evening = (at: number): number => newYorkUtcMs(at, 18 * 60);

describe('a daily close beside the minute bars of its session', () => {
  const told = (close: number, bars: Readonly<Record<string, number>>, nowMs = evening(WEDNESDAY)) =>
    minuteDisagreements(daily(WEDNESDAY, close), [session(WEDNESDAY, bars)], nowMs);

  it('is told where it is far from the last minute before the close', () => {
    expect(told(40, { '09:30': 40, '15:58': 57.25, '16:05': 40 })).toEqual([
      'The close of 2031-05-14 is 40 in the daily bars, and 57.25 in the minute bar of 15:58, the last before the ' +
        'close: one of them is wrong.',
    ]);
  });

  it.each([
    ['an auction moves it little', 40, { '15:59': 41.2 }],
    ['the last trade was long before the close', 40, { '15:44': 57 }],
    ['only trades after the close are far', 40, { '15:59': 40, '16:30': 57 }],
    ['there are no minutes', 40, {}],
  ])('is not where %s', (_, close, bars) => {
    expect(told(close, bars)).toEqual([]);
  });

  it('is not before the close has settled', () => {
    const bars = { '15:59': 57 };
    expect(told(40, bars, newYorkUtcMs(WEDNESDAY, 16 * 60 + 29))).toEqual([]);
    expect(told(40, bars, newYorkUtcMs(WEDNESDAY, 16 * 60 + 30))).toHaveLength(1);
  });

  it('is of 13:00 on an early close', () => {
    const bars = { '12:59': 57, '13:20': 40 };
    expect(minuteDisagreements(daily(EARLY, 40), [session(EARLY, bars)], evening(EARLY))[0]).toContain('12:59');
  });

  it('is not of days that have no daily bar or no session', () => {
    const saturday = day('2031-05-17');
    expect(
      minuteDisagreements(daily(WEDNESDAY, 40), [session(WEDNESDAY + 1, { '15:59': 57 })], evening(saturday)),
    ).toEqual([]);
    expect(minuteDisagreements(daily(saturday, 40), [session(saturday, { '15:59': 57 })], evening(saturday))).toEqual(
      [],
    );
  });
});

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const DATA = path.join(process.env['MARKETGRAPH_DATA'] ?? path.resolve(projectRoot, '../shared/data'), 'lean');
const isThere = existsSync(DATA);
if (!isThere) console.log('skipped: closes beside recorded minute bars, for want of their files');

(isThere ? describe : describe.skip)('recorded daily closes beside recorded minute bars', () => {
  const closesOf = (ticker: string) => {
    const rows = readFileSync(path.join(DATA, 'daily', `${ticker}.csv`), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
    return {
      days: Int32Array.from(rows, ([date = '']) => day(date)),
      close: Float64Array.from(rows, (row) => Number(row[4])),
    };
  };
  const files = (isThere ? readdirSync(path.join(DATA, 'minute')) : []).flatMap((file) => {
    const [, ticker = '', date = ''] = /^([a-z]+)_(\d{8})_trade\.csv$/.exec(file) ?? [];
    const of = day(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`);
    const isDaily = existsSync(path.join(DATA, 'daily', `${ticker}.csv`)) && closesOf(ticker).days.includes(of);
    return isDaily ? [{ file, ticker, day: of }] : [];
  });

  it('are of 25 sessions', () => {
    expect(files).toHaveLength(25);
  });

  it.each(files)('agree, and do not ten percent off: $file', async ({ file, ticker, day: of }) => {
    const closes = closesOf(ticker);
    const now = new Date(evening(of + 1));
    const sessions = toMinuteSessions((await readLeanMinutes(path.join(DATA, 'minute', file), of, now)).bars);
    expect(minuteDisagreements(closes, sessions, now.getTime())).toEqual([]);
    const off = { ...closes, close: closes.close.map((close) => close * 1.1) };
    expect(minuteDisagreements(off, sessions, now.getTime())[0]).toContain(`close of ${isoDate(of)} is`);
  });
});
