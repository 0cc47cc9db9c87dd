import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from './days.js';
import { sessionsBetween } from './nyse.js';
import { firstCurrentDay, STALE_AFTER_SESSIONS, stalenessAt } from './staleness.js';

const day = (text: string): number => parseIsoDate(text) ?? NaN;
const isStale = (last: string | null, newest: string | null): boolean =>
  stalenessAt(newest === null ? null : day(newest))(last === null ? null : day(last));

describe('a stale security', () => {
  it.each([
    ['2020-12-04', '2020-12-11', false],
    ['2020-12-03', '2020-12-11', true],
    ['2005-10-18', '2020-12-11', true],
    ['2020-12-11', '2020-12-11', false],
  ])('has a last bar more than five sessions old: %s at %s', (last, newest, expected) => {
    expect(isStale(last, newest)).toBe(expected);
  });

  it('is counted in sessions, so that holidays do not make one', () => {
    // Eleven days with Christmas and New Year between them.
    expect([isStale('2020-12-24', '2021-01-04'), isStale('2020-12-23', '2021-01-04')]).toEqual([false, true]);
  });

  it('is counted to the last session where the newest bar is of a weekend', () => {
    expect([isStale('2020-12-04', '2020-12-13'), isStale('2020-12-03', '2020-12-13')]).toEqual([false, true]);
  });

  it('has bars, and a market to be compared with', () => {
    expect([isStale(null, '2020-12-11'), isStale('2005-10-18', null)]).toEqual([false, false]);
  });

  it('agrees with a count of sessions on every day of two years', () => {
    for (let newest = day('2019-01-02'); newest <= day('2020-12-31'); newest += 1) {
      const first = firstCurrentDay(newest);
      expect([sessionsBetween(first + 1, newest).length, sessionsBetween(first, newest).length]).toEqual([
        STALE_AFTER_SESSIONS,
        STALE_AFTER_SESSIONS + 1,
      ]);
    }
  });
});
