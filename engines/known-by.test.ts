import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../calendar/days.js';
import { sessionOf } from '../test/independent/minutes.js';
import { barsOf } from '../test/independent/rows.js';
import { barsKnownBy, endOfDayMs, sessionsKnownBy } from './known-by.js';

const row = (date: string, close: number) => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  adj: close,
  volume: 1,
});
// 2024-11-29 closes at 13:00 in New York.
const bars = barsOf([row('2024-11-27', 1), row('2024-11-29', 2), row('2024-12-02', 3)]);

describe('what was known by an instant', () => {
  it.each([
    ['2024-11-27T20:59:59Z', 0],
    ['2024-11-27T21:00:00Z', 1],
    ['2024-11-29T17:59:59Z', 1],
    ['2024-11-29T18:00:00Z', 2],
    ['2024-12-31T00:00:00Z', 3],
  ])('at %s are %i bars, from each close on, early ones too', (instant, count) => {
    const known = barsKnownBy(bars, Date.parse(instant));
    expect([known.days.length, known.close.length, [...known.close]]).toEqual([
      count,
      count,
      [1, 2, 3].slice(0, count),
    ]);
  });

  it('a day ends at midnight in New York, in summer and in winter', () => {
    expect([endOfDayMs(20_000), endOfDayMs(20_100)].map((ms) => new Date(ms).toISOString())).toEqual([
      '2024-10-05T04:00:00.000Z',
      '2025-01-13T05:00:00.000Z',
    ]);
  });

  it('are the minutes that had ended, of the newest sessions up to the day', () => {
    const sessions = ['2024-11-26', '2024-11-27', '2024-11-29'].map((date) =>
      sessionOf(date, [
        [570, 1, 1],
        [571, 2, 1],
        [960, 3, 1],
      ]),
    );
    const day = sessions[1]?.day ?? 0;
    const at = (instant: string) =>
      sessionsKnownBy(sessions, day, 2, Date.parse(instant)).map((each) => [isoDate(each.day), [...each.minutes]]);
    expect(at('2024-11-27T14:31:59Z')).toEqual([
      ['2024-11-26', [570, 571, 960]],
      ['2024-11-27', [570]],
    ]);
    expect(at('2024-11-27T14:32:00Z')).toEqual([
      ['2024-11-26', [570, 571, 960]],
      ['2024-11-27', [570, 571]],
    ]);
    expect(sessionsKnownBy(sessions, day, 1, Infinity).map((each) => isoDate(each.day))).toEqual(['2024-11-27']);
  });
});
