import { expect, it } from '@jest/globals';
import { streetSummary } from './street-summary.js';

it('tells points that are the difference of the percentages as they are shown', () => {
  const none = { count: 0, days: 0, median: null };
  const after = (median: number) => ({ count: 20, days: 20, median });
  const summary = (median: number, edge: number): string =>
    streetSummary(20, { upgrades: after(median), downgrades: none }, { upgrades: edge, downgrades: null });
  // 0.77 less 3.57 points is 4.34: shown as 0.8 and 4.3.
  expect(summary(0.0077, -0.0357)).toContain('it was 0.8 percent, 3.5 points below that');
  expect(summary(0.0434, 0.0357)).toContain('it was 4.3 percent, 3.5 points above that');
  expect(summary(0.0104, 0.0004)).toContain('it was 1.0 percent, the same as');
});
