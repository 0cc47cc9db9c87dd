import { describe, expect, it } from '@jest/globals';
import { Random } from '../simulation/random.js';
import { labelOf } from './composite.js';
import { labelFlips } from './label-flips.js';

const told = (...scores: number[]) =>
  labelFlips(Float64Array.from(scores)).map(({ index, from, to }) => `${String(index)}: ${from} to ${to}`);

/** The same from the words of the definition, over whole bands instead of borders. */
function plainFlips(scores: readonly number[]): string[] {
  const bands: Record<string, readonly [from: number, to: number]> = {
    'Strong Buy': [71, 100],
    Buy: [57, 69],
    Neutral: [45, 55],
    Sell: [32, 43],
    'Strong Sell': [0, 30],
  };
  const known = scores
    .map((score, index) => ({ index, tenth: Math.round(score * 10) / 10, label: labelOf(score) }))
    .filter(({ tenth }) => !Number.isNaN(tenth));
  let announced = known[0]?.label ?? '';
  return known.flatMap(({ index, tenth, label }, place) => {
    const [from, to] = bands[label] ?? [NaN, NaN];
    if (label === announced || known[place - 1]?.label !== label || tenth < from || tenth > to) return [];
    const text = `${String(index)}: ${announced} to ${label}`;
    announced = label;
    return [text];
  });
}

describe('a lasting change of label', () => {
  it('has stood for two closes', () => {
    expect(told(60, 50, 60, 50, 60)).toEqual([]);
    expect(told(60, 50, 50)).toEqual(['2: Buy to Neutral']);
    expect(told(60, 50, 40, 40)).toEqual(['3: Buy to Sell']);
    expect(told(60)).toEqual([]);
  });

  it('is at least a point inside its band at the second, or at a later one', () => {
    expect(told(60, 55.5, 55.1, 55.04)).toEqual(['3: Buy to Neutral']);
    expect(told(50, 56, 56.9, 57)).toEqual(['3: Neutral to Buy']);
    expect(told(50, 69.5, 69.2, 69)).toEqual(['3: Neutral to Buy']);
    expect(told(80, 10, 30.5, 30)).toEqual(['3: Strong Buy to Strong Sell']);
    expect(told(50, 99.9, 100)).toEqual(['2: Neutral to Strong Buy']);
    expect(told(50, 0.2, 0)).toEqual(['2: Neutral to Strong Sell']);
  });

  it('passes over days without a score', () => {
    expect(told(60, NaN, 50, NaN, 50)).toEqual(['4: Buy to Neutral']);
    expect(told(NaN, NaN)).toEqual([]);
  });

  it('agrees with the definition over random scores, and depends on no later one', () => {
    const random = new Random([9, 9, 9, 9], 0);
    let score = 50;
    const scores = Array.from({ length: 4_000 }, () =>
      random.uniform() < 0.02 ? NaN : (score = Math.min(100, Math.max(0, score + 12 * (random.uniform() - 0.5)))),
    );
    expect(told(...scores)).toEqual(plainFlips(scores));
    expect(told(...scores).length).toBeGreaterThan(100);
    expect(told(...scores.slice(0, 1_500))).toEqual(
      plainFlips(scores).filter((text) => Number.parseInt(text, 10) < 1_500),
    );
  });
});
