import { describe, expect, it } from '@jest/globals';
import { newYorkUtcMs } from './new-york-time.js';

const MS_PER_DAY = 86_400_000;

describe('newYorkUtcMs', () => {
  it('names the same instant as the time zone database at 09:30 and 16:00 of every day from 1990 to 2040', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' });
    const wrong: string[] = [];
    for (let day = Date.UTC(1990, 0, 1) / MS_PER_DAY; day < Date.UTC(2041, 0, 1) / MS_PER_DAY; day += 1) {
      for (const [minute, wall] of [[570, '09:30'], [960, '16:00']] as const) {
        const expected = `${new Date(day * MS_PER_DAY).toISOString().slice(0, 10)} ${wall}`;
        const actual = zone.format(newYorkUtcMs(day, minute));
        if (actual !== expected) wrong.push(`${expected} came out as ${actual}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
