import { expect, it } from '@jest/globals';
import * as format from './format.js';

it.each([
  [format.price(1234.5), '1,234.50'],
  [format.price(0.1234), '0.1234'],
  [format.price(null), '–'],
  [format.signedPercent(-0.3456), '−0.35%'],
  [format.signedPercent(2), '+2.00%'],
  [format.share(0.123), '12.3%'],
  [format.signedShare(0.05), '+5.0%'],
  [format.usd(-1_234_567), '−$1.23M'],
  [format.compact(987_654_321), '988M'],
  [format.day('2026-01-02'), 'Jan 2, 2026'],
  [format.moment('2026-01-02T21:00:00Z'), 'Jan 2, 2026, 4:00 PM ET'],
  [format.soon('2026-01-02T21:00:00Z'), 'Jan 2, 4:00 PM ET'],
  [format.words('STRONG_BUY'), 'Strong buy'],
  [format.words(null), '–'],
  [format.words('ETF'), 'ETF'],
  [format.words('ipo_Status'), 'IPO status'],
  [format.words('OPEX'), 'Option expiry'],
  [format.counted(1, 'imports'), '1 import'],
  [format.counted(1, 'companies'), '1 company'],
  [format.counted(1234, 'companies'), '1,234 companies'],
  [format.signedPoints(-125.35), '−125.35 points'],
  [format.monthOfYear('2011-12'), 'Dec 2011'],
  [format.monthOfYear(null), '–'],
  [format.wholeShare(0.5), '50%'],
  [format.timeOfDay('08:30'), '8:30 AM ET'],
  [format.timeOfDay(null), ''],
  [format.sentence('Mean -1.82 on 2026-01-02, 2-day.'), 'Mean −1.82 on Jan 2, 2026, 2-day.'],
])('writes %s', (written, expected) => {
  expect(written).toBe(expected);
});

it('writes numbers and dates as in a locale, and words in English', () => {
  format.setLocale('de-DE');
  try {
    expect([
      format.price(1234.5),
      format.share(0.123),
      format.exactUsd(-1234.5),
      format.day('2026-01-02'),
      format.words('STRONG_BUY'),
    ]).toEqual(['1.234,50', '12,3\u00a0%', '−1.234,50\u00a0$', '2. Jan. 2026', 'Strong buy']);
  } finally {
    format.setLocale('en-US');
  }
});

it('names days, months and years on an axis, with the year where one begins', () => {
  const at = (date: string): number => format.secondsOf(date);
  const DAY_S = 86_400;
  expect(format.axisTimes([at('2025-12-30'), at('2025-12-31'), at('2026-01-01')], DAY_S)).toEqual([
    'Dec 30\n2025',
    'Dec 31',
    'Jan 1\n2026',
  ]);
  expect(format.axisTimes([at('2025-12-01'), at('2026-01-01')], 30 * DAY_S)).toEqual(['Dec\n2025', 'Jan\n2026']);
  expect(format.axisTimes([at('2025-01-01'), at('2026-01-01')], 365 * DAY_S)).toEqual(['2025', '2026']);
});
