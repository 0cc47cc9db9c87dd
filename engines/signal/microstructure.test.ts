import { describe, expect, it } from '@jest/globals';
import { notFinite } from '../../test/independent/closeness.js';
import { hasExternalData } from '../../test/independent/datasets.js';
import { leanSession, sessionOf } from '../../test/independent/minutes.js';
import { microstructure } from './microstructure.js';
import { sessionFlow, sessionVwap } from './session-flow.js';

const NO_READING = { score: null, health: null, bias: null };
const CALM = 0.05;

function walk(drift: number, noise: number, minutes = 390) {
  const bars = Array.from({ length: minutes }, (_, k) => {
    const price = (i: number) => 100 + drift * i + noise * Math.sin(i * 2.1);
    return [570 + k, [price(k), price(k + 1)], 1000] as const;
  });
  return sessionOf('2024-03-04', bars);
}

describe('sessionFlow', () => {
  it('computes VWAP from typical prices over regular hours only', () => {
    const session = sessionOf('2024-03-04', [
      [560, 50, 9000],
      [570, [10, 13], 100],
      [600, 20, 300],
      [959, 20, 100],
      [960, 90, 9000],
    ]);
    expect(sessionVwap(session)).toBeCloseTo((10 + 13 + 13) / 3 / 5 + (20 * 4) / 5, 12);
  });

  it('ends regular hours at 13:00 on an early close', () => {
    const session = sessionOf('2024-11-29', [
      [570, 10, 100],
      [779, 10, 100],
      [780, 90, 1e6],
    ]);
    expect(sessionVwap(session)).toBe(10);
  });

  it('has efficiency 1 on a straight rise, −1 on a straight fall, and order flow of the same sign', () => {
    const up = sessionFlow(walk(0.01, 0));
    const down = sessionFlow(walk(-0.01, 0));
    expect([up?.efficiency, down?.efficiency].map((value) => Math.round((value ?? 0) * 1e9) / 1e9)).toEqual([1, -1]);
    expect(sessionFlow(walk(0.02, 0.1))?.orderFlow).toBeGreaterThan(0);
    expect(sessionFlow(walk(-0.02, 0.1))?.orderFlow).toBeLessThan(0);
  });

  it('is null below 30 traded minutes, without volume, and with a price that is not positive', () => {
    expect(sessionFlow(walk(0.01, 0, 29))).toBeNull();
    expect(sessionFlow({ ...walk(0.01, 0.1), volume: new Float64Array(390) })).toBeNull();
    expect(sessionFlow({ ...walk(0.01, 0.1), close: new Float64Array(390) })).toBeNull();
  });

  it('treats a session with constant prices as balanced', () => {
    expect(sessionFlow(walk(0, 0))).toMatchObject({ orderFlow: 0, efficiency: 0, closeToVwap: 0, toxicity: 0 });
  });
});

describe('microstructure', () => {
  it('follows the session: bullish on a rise, bearish on a fall, neutral on no move', () => {
    expect(microstructure([walk(0.02, 0.1)], CALM)).toMatchObject({ bias: { direction: 'bullish' } });
    expect(microstructure([walk(-0.02, 0.1)], CALM)).toMatchObject({ bias: { direction: 'bearish' } });
    expect(microstructure([walk(0, 0)], CALM)).toEqual({
      score: 50,
      health: { label: 'healthy' },
      bias: { direction: 'neutral', strength: 0 },
    });
  });

  it('gives a session half the weight of the next newer one', () => {
    const [up, flat] = [walk(0.02, 0.1), walk(0, 0)];
    const alone = microstructure([up], CALM).score ?? Number.NaN;
    expect(microstructure([up, flat], CALM).score).toBeCloseTo((2 * 50 + alone) / 3, 9);
  });

  it('is mixed with one sign of stress and stressed with two', () => {
    const sparse = sessionOf(
      '2024-03-04',
      Array.from({ length: 80 }, (_, k) => [570 + k * 4, 100 + Math.sin(k) / 50, 100] as const),
    );
    expect(microstructure([sparse], CALM).health).toEqual({ label: 'mixed' });
    expect(microstructure([sparse], 0.0001).health).toEqual({ label: 'stressed' });
  });

  it('is null if the newest session cannot be used', () => {
    expect(microstructure([], CALM)).toEqual(NO_READING);
    expect(microstructure([walk(0.02, 0.1), walk(0.02, 0.1, 5)], CALM)).toEqual(NO_READING);
  });

  (hasExternalData ? it : it.skip)('reads recorded sessions of liquid shares as healthy, with finite numbers', () => {
    for (const ticker of ['spy', 'aig', 'bac', 'ibm']) {
      const sessions = ['2013-10-07', '2013-10-08', '2013-10-09'].flatMap((date) => leanSession(ticker, date) ?? []);
      expect(sessions.length).toBeGreaterThan(0);
      const reading = microstructure(sessions, 0.01);
      expect(notFinite(reading)).toEqual([]);
      expect(reading.health?.label).toBe('healthy');
    }
  });
});
