import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { confidence, type Confidence, type Criteria } from './confidence.js';
import type { JointHistory } from './joint-history.js';
import { kupiecP } from './kupiec.js';
import type { PastBreaches } from './past-breaches.js';

const RETURNS = { days: new Int32Array(), startDays: new Int32Array(), factors: new Float64Array() };
const HISTORY: JointHistory = {
  ...RETURNS,
  stored: RETURNS,
  stride: 6,
  weights: new Float64Array(6),
  startValueUsd: 1,
  sessions: 1256,
  overlap: 1,
  shortestTicker: 'A',
};
const NEWEST = dayOf(2026, 1, 2);

function judged(changes: Partial<Criteria>): Confidence {
  const challenge = { rows: [], summary: '', disagreement: 0.05 };
  return confidence({
    history: HISTORY,
    challenge,
    drawn: [],
    tested: null,
    stale: { positions: [], newestSession: NEWEST },
    ...changes,
  });
}

function breaches(count: number, independent: number): PastBreaches {
  const rate = count / independent;
  return { dates: 5 * independent, independent, rate, pValue: kupiecP(rate, independent, 0.05) };
}

describe('confidence', () => {
  it('is that of the weakest criterion, which comes first', () => {
    expect(judged({}).level).toBe('high');
    const { level, reasons } = judged({
      history: { ...HISTORY, sessions: 300 },
      challenge: { rows: [], summary: '', disagreement: 0.5 },
    });
    expect([level, reasons]).toEqual([
      'low',
      [
        "The models' distances from p50 to p5 differ by 50% of their mean (close up to 15%).",
        '300 common sessions of history (ample from 756, fair from 252).',
        'The positions share 100% of the longest history among them.',
      ],
    ]);
  });

  it('falls where past outcomes at this volatility reject p5, and names auto if that would have been closer', () => {
    const own = breaches(1, 120);
    const { level, reasons } = judged({ tested: { own, auto: breaches(5, 120) } });
    expect([level, reasons[0]]).toEqual([
      'low',
      "At past volatilities like today's, 0.8% of outcomes were below p5 (5.0% expected; 600 dates, 120 without overlap, Kupiec p = 0.01); with the variance that regime auto forecasts, 4.2%: try it.",
    ]);
    // Closer, but rejected as well.
    expect(judged({ tested: { own: breaches(30, 120), auto: breaches(20, 120) } }).reasons[0]).toMatch(
      /; with the variance that regime auto forecasts, 16\.7%: closer, but off as well \(p = 0\.00\)\.$/,
    );
    expect(judged({ tested: { own, auto: breaches(0, 120) } }).reasons[0]).toMatch(/Kupiec p = 0\.01\)\.$/);
    expect(judged({ tested: { own, auto: null } }).reasons[0]).toMatch(/Kupiec p = 0\.01\)\.$/);
  });

  it.each([
    [6, 120, 'high'],
    [11, 120, 'medium'],
    [14, 120, 'low'],
    [2, 120, 'medium'],
    [2, 38, 'high'],
    [2, 37, 'medium'],
    [0, 38, 'low'],
    [0, 12, 'medium'],
  ] as const)('with %p breaches in %p horizons is %p', (count, independent, level) => {
    expect(judged({ tested: { own: breaches(count, independent), auto: null } }).level).toBe(level);
  });

  it('is not high without enough past dates to reject p5, and says so', () => {
    const { level, reasons } = judged({ tested: { own: null, auto: null } });
    expect([level, reasons[0]]).toEqual([
      'medium',
      "No past date to test p5 at today's volatility: the history is too short, or its prices stand still.",
    ]);
    expect(judged({ tested: { own: breaches(2, 37), auto: null } }).reasons[0]).toMatch(
      /Kupiec p = 0\.91\): fewer than 38 without overlap, too few to confirm p5\.$/,
    );
    // The bound: without a breach, 38 horizons reject 5% and 37 do not.
    expect([kupiecP(0, 38, 0.05) < 0.05, kupiecP(0, 37, 0.05) < 0.05]).toEqual([true, false]);
  });

  it('is low with a stale position, and names it with its last session', () => {
    const { level, reasons } = judged({
      stale: { positions: [{ ticker: 'ZDEAD', lastDay: dayOf(2005, 10, 18) }], newestSession: NEWEST },
    });
    expect([level, reasons[0]]).toEqual([
      'low',
      'ZDEAD is stale: its last session is 2005-10-18, more than 5 before the newest stored one, 2026-01-02.',
    ]);
  });
});
