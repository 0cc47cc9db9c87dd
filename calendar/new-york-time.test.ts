import { describe, expect, it } from '@jest/globals';
import { dayOf, isoDate, MS_PER_DAY, parseIsoDate } from './days.js';
import { newYorkTime, newYorkUtcMs } from './new-york-time.js';

const MS_PER_HOUR = 3_600_000;
const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' });

function clockText({ day, minute }: { readonly day: number; readonly minute: number }): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
  return `${isoDate(day)} ${hours}:${minutes}`;
}

describe('newYorkUtcMs', () => {
  it('agrees with the time zone database at 09:30 and 16:00 of every day from 1990 to 2040', () => {
    const wrong: string[] = [];
    for (let day = dayOf(1990, 1, 1); day < dayOf(2041, 1, 1); day += 1) {
      for (const [minute, wall] of [
        [570, '09:30'],
        [960, '16:00'],
      ] as const) {
        const expected = `${new Date(day * MS_PER_DAY).toISOString().slice(0, 10)} ${wall}`;
        const actual = zone.format(newYorkUtcMs(day, minute));
        if (actual !== expected) wrong.push(`${expected} came out as ${actual}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('newYorkTime', () => {
  it('agrees with the time zone database at every hour from 1976 to 2040', () => {
    const wrong: string[] = [];
    for (let ms = Date.UTC(1976, 0, 1); ms < Date.UTC(2041, 0, 1); ms += MS_PER_HOUR) {
      const expected = zone.format(ms);
      const actual = clockText(newYorkTime(ms));
      if (actual !== expected) wrong.push(`${expected} came out as ${actual}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['2026-01-15T14:30:00Z', '2026-01-15', 570],
    ['2026-07-15T13:30:00Z', '2026-07-15', 570],
    ['2026-07-15T03:59:59.999Z', '2026-07-14', 1439],
    ['2026-03-08T06:59:00Z', '2026-03-08', 119],
    ['2026-03-08T07:00:00Z', '2026-03-08', 180],
    ['2026-11-01T05:59:00Z', '2026-11-01', 119],
    ['2026-11-01T06:00:00Z', '2026-11-01', 60],
  ])('%s is %s, minute %d', (instant, date, minute) => {
    expect(newYorkTime(Date.parse(instant))).toEqual({ day: parseIsoDate(date), minute });
  });

  it('inverts newYorkUtcMs for every session minute', () => {
    for (const date of ['2026-01-15', '2026-03-09', '2026-07-15', '2026-11-02']) {
      const day = parseIsoDate(date) ?? NaN;
      for (let minute = 0; minute < 1440; minute += 1)
        expect(newYorkTime(newYorkUtcMs(day, minute))).toEqual({ day, minute });
    }
  });
});
