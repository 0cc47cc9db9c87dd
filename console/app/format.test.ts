import { expect, it } from '@jest/globals';
import * as format from './format.js';

it.each([
  [format.price(1234.5), '1,234.50'], [format.price(0.1234), '0.1234'], [format.price(null), '–'],
  [format.signedPercent(-0.3456), '−0.35%'], [format.signedPercent(2), '+2.00%'], [format.share(0.123), '12.3%'],
  [format.signedShare(0.05), '+5.0%'], [format.usd(-1_234_567), '−$1.23M'], [format.compact(987_654_321), '988M'],
  [format.day('2026-01-02'), 'Jan 2, 2026'], [format.moment('2026-01-02T21:00:00Z'), 'Jan 2, 4:00 PM ET'],
  [format.words('STRONG_BUY'), 'Strong buy'], [format.words(null), '–'],
])('writes %s', (written, expected) => {
  expect(written).toBe(expected);
});
