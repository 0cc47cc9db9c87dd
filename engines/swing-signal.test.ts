import { describe, expect, it } from '@jest/globals';
import { plainSwing } from '../test/independent/swing-signal.js';
import { Random } from './simulation/random.js';
import type { SignalScores } from './signal/signal.js';
import { swingSignal } from './swing-signal.js';

const DETAILS = { details: {} } as never;

function scoresOf(values: readonly (number | null)[]): SignalScores {
  const [technical, momentum, fundamentals, microstructure, optionsFlow] = values.map((score) =>
    score === null ? null : { score, weight: 0.2, ...(DETAILS as object) },
  );
  return { technical, momentum, fundamentals, microstructure, optionsFlow } as unknown as SignalScores;
}

describe('swing signal', () => {
  it('is the plain computation, for 2,000 chance sets of factors with and without data', () => {
    const random = new Random([4, 3, 2, 1], 0);
    const draw = (): number | null => (random.below(3) === 0 ? null : random.below(1001) / 10);
    for (let round = 0; round < 2000; round += 1) {
      const values = [draw(), draw(), draw(), draw(), draw()];
      const sentiment = draw();
      const expected = plainSwing(values, sentiment);
      const found = swingSignal(scoresOf(values), sentiment);
      expect(found === null).toBe(expected === null);
      if (found === null || expected === null) continue;
      expect(found.score).toBeCloseTo(expected.score, 9);
      // A score on the edge of two tenths may round either way.
      if (Math.abs(((found.score * 10) % 1) - 0.5) < 1e-6) continue;
      expect([found.label, found.direction, found.conviction.grade]).toEqual([
        expected.label,
        expected.direction,
        expected.grade,
      ]);
      const weights = Object.values(found.pillars).reduce((sum, pillar) => sum + (pillar?.weight ?? 0), 0);
      expect(weights).toBeCloseTo(1, 12);
    }
  });

  it.each([
    [75, 'A', 'Strong Conviction', 'full', '2-4 weeks'],
    [74.9, 'B', 'Medium', 'half', '1-2 weeks'],
    [60, 'B', 'Medium', 'half', '1-2 weeks'],
    [59.9, 'C', 'Watchlist', 'quarter', '2-5 days'],
    [40, 'C', 'Watchlist', 'quarter', '2-5 days'],
    [39.9, 'D', 'No Trade', 'none', 'none'],
    [0, 'D', 'No Trade', 'none', 'none'],
  ])('of %d has the grade of the contract: %s', (score, grade, label, positionSize, holdPeriod) => {
    expect(swingSignal(scoresOf([score, null, null, null, null]), null)?.conviction).toEqual({
      grade,
      label,
      positionSize,
      holdPeriod,
    });
  });

  it('weighs what has data by 40, 30 and 30, and is null without any', () => {
    expect(swingSignal(scoresOf([80, 80, 0, 50, 50]), 20)).toMatchObject({
      score: 53,
      pillars: { technical: { weight: 0.4 }, flow: { weight: 0.3 }, sentiment: { weight: 0.3 } },
    });
    const pillars = swingSignal(scoresOf([80, 80, 0, 50, null]), null)?.pillars;
    expect([pillars?.technical?.weight, pillars?.flow?.weight, pillars?.sentiment]).toEqual([
      expect.closeTo(4 / 7, 12),
      expect.closeTo(3 / 7, 12),
      null,
    ]);
    // Fundamentals are no pillar.
    expect(swingSignal(scoresOf([null, null, 70, null, null]), null)).toBeNull();
  });
});
