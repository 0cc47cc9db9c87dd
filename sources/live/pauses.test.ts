import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { dailyDueMs, lastSettledSession, retryDueMs } from './due.js';
import { pauseUntilMs, retryAfterMs } from './pauses.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const LIMITS = { mostFailures: 3 };
const day = (text: string): number => parseIsoDate(text) ?? 0;
const at = (text: string, hour: number, minute = 0): number => newYorkUtcMs(day(text), hour * 60 + minute);

describe('the pause after a failure', () => {
  it('is what the source asks for, in seconds or as a date, at most six hours', () => {
    expect(retryAfterMs('120', NOW)).toBe(120_000);
    expect(retryAfterMs(new Date(NOW + 5_000).toUTCString(), NOW)).toBe(5_000);
    expect([retryAfterMs('soon', NOW), retryAfterMs(undefined, NOW)]).toEqual([undefined, undefined]);
    // A date that has passed says nothing of how long to wait: our own pause counts.
    expect(retryAfterMs(new Date(NOW - 5_000).toUTCString(), NOW)).toBeUndefined();
    expect(retryAfterMs('999999', NOW)).toBe(6 * 3_600_000);
    expect(pauseUntilMs({ fault: 'rate_limited', waitMs: 120_000 }, 1, LIMITS, NOW)).toBe(NOW + 120_000);
  });

  // RFC 9110, 5.6.7: the three formats of one instant.
  it('is asked for in whole seconds or one of the three formats of an HTTP date alone', () => {
    const now = Date.UTC(1994, 10, 6, 8, 49, 7);
    const dates = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];
    expect(dates.map((date) => retryAfterMs(date, now))).toEqual([30_000, 30_000, 30_000]);
    const others = [
      '-5',
      '1.5',
      'soon 2049',
      '2049',
      '+5',
      '1e3',
      '2049-01-01',
      '',
      'Sun, 06 Nov 1994 08:49:37',
      'Xun, 06 Nov 1994 08:49:37 GMT',
    ];
    expect(others.map((header) => [header, retryAfterMs(header, now)])).toEqual(
      others.map((header) => [header, header === '2049' ? 2_049_000 : undefined]),
    );
  });

  it('is a second at least, and for a source that goes on failing no less than without a wait', () => {
    const asked = { fault: 'rate_limited', waitMs: 0 } as const;
    expect([1, 2, 3, 4].map((failures) => (pauseUntilMs(asked, failures, LIMITS, NOW) ?? 0) - NOW)).toEqual([
      1_000, 1_000, 30_000, 60_000,
    ]);
    expect(pauseUntilMs({ ...asked, waitMs: 120_000 }, 3, LIMITS, NOW)).toBe(NOW + 120_000);
  });

  it('begins at once for too many requests, and doubles up to a quarter of an hour', () => {
    const pauses = [1, 2, 3, 9].map(
      (failures) => (pauseUntilMs({ fault: 'rate_limited', waitMs: undefined }, failures, LIMITS, NOW) ?? 0) - NOW,
    );
    expect(pauses).toEqual([30_000, 60_000, 120_000, 900_000]);
  });

  it('begins after some failures in a row for anything else', () => {
    const pauses = [1, 2, 3, 4].map((failures) =>
      pauseUntilMs({ fault: 'unreachable', waitMs: undefined }, failures, LIMITS, NOW),
    );
    expect(pauses).toEqual([null, null, NOW + 30_000, NOW + 60_000]);
  });
});

// 2026-01-02 was a Friday; the exchange was closed on the 1st and on the 19th, Martin Luther King's day.
describe('a daily history is due', () => {
  it('twenty minutes after the next close, over nights, weekends and holidays', () => {
    const friday = day('2026-01-02');
    expect(dailyDueMs(friday, at('2026-01-02', 17))).toBe(at('2026-01-05', 16, 20));
    expect(dailyDueMs(friday, at('2026-01-04', 12))).toBe(at('2026-01-05', 16, 20));
    expect(dailyDueMs(friday, at('2026-01-05', 16, 19))).toBe(at('2026-01-05', 16, 20));
    expect(dailyDueMs(day('2026-01-16'), at('2026-01-17', 9))).toBe(at('2026-01-20', 16, 20));
  });

  it('is not settled while the market is open, nor for twenty minutes after it', () => {
    expect([at('2026-01-05', 11), at('2026-01-05', 16, 19), at('2026-01-05', 16, 20)].map(lastSettledSession)).toEqual([
      day('2026-01-02'),
      day('2026-01-02'),
      day('2026-01-05'),
    ]);
  });

  it('every quarter of an hour while the source is late, then every six hours', () => {
    const friday = day('2026-01-02');
    expect(dailyDueMs(friday, at('2026-01-05', 16, 30))).toBe(at('2026-01-05', 16, 45));
    expect(dailyDueMs(friday, at('2026-01-06', 1))).toBe(at('2026-01-06', 7));
    expect(dailyDueMs(null, at('2026-01-06', 15))).toBe(at('2026-01-06', 16, 20));
  });

  it('again after a failure: a day for an unknown ticker, else half a minute doubled up to an hour', () => {
    expect(retryDueMs('unknown_ticker', 1, undefined, NOW) - NOW).toBe(86_400_000);
    expect([1, 2, 20].map((failures) => retryDueMs('timeout', failures, undefined, NOW) - NOW)).toEqual([
      30_000, 60_000, 3_600_000,
    ]);
    expect(retryDueMs('paused', 5, 7_000, NOW) - NOW).toBe(7_000);
  });
});
