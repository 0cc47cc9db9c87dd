import { describe, expect, it } from '@jest/globals';
import { mean, normalCdf, sampleDeviation } from '../statistics.js';
import { Random, seedOf, type Seed } from './random.js';

const SEED: Seed = [1, 2, 3, 4];
const DRAWS = 200_000;

/** Largest distance between a sample's distribution and a given one (Kolmogorov-Smirnov). */
function distance(draws: Float64Array, cdf: (x: number) => number): number {
  const sorted = draws.slice().sort();
  return sorted.reduce((largest, x, i) => Math.max(largest, Math.abs(cdf(x) - (i + 0.5) / sorted.length)), 0);
}

/** A sample of this size stays below it with probability 99.9% (1.95 / √n). */
const BAND = 1.95 / Math.sqrt(DRAWS);

describe('random', () => {
  it('derives the seed from content: equal bytes give equal seeds, one changed bit another seed', () => {
    const bytes = new TextEncoder().encode('{"positions":[]}');
    expect(seedOf(bytes)).toEqual(seedOf(bytes.slice()));
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    expect(seedOf(bytes)).not.toEqual(seedOf(new TextEncoder().encode('{"positions":[]}')));
    // SHA-256 of nothing begins e3b0c442 98fc1c14 9afbf4c8 996fb924 (FIPS 180-4 examples), little-endian.
    expect(seedOf(new Uint8Array()).map((word) => (word >>> 0).toString(16))).toEqual([
      '42c4b0e3',
      '141cfc98',
      'c8f4fb9a',
      '24b96f99',
    ]);
  });

  it('draws uniformly, without correlation between consecutive draws', () => {
    const random = new Random(SEED, 0);
    const draws = Float64Array.from({ length: DRAWS }, () => random.uniform());
    expect(distance(draws, (x) => x)).toBeLessThan(BAND);
    const lagged = draws.subarray(1).map((x, i) => (x - 0.5) * ((draws[i] ?? 0) - 0.5));
    expect(Math.abs(mean(lagged) * 12)).toBeLessThan(4 / Math.sqrt(DRAWS));
  });

  it('draws every integer below a count about equally often, and none beyond', () => {
    const random = new Random(SEED, 1);
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i += 1) {
      const drawn = random.below(7);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    expect(counts).toHaveLength(7);
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(4 * Math.sqrt((10_000 * 6) / 7));
  });

  it('draws standard normals, also an odd number of them', () => {
    const draws = new Float64Array(DRAWS - 1);
    new Random(SEED, 2).fillNormal(draws);
    expect(distance(draws, normalCdf)).toBeLessThan(BAND);
    expect(sampleDeviation(draws)).toBeCloseTo(1, 2);
  });

  it("draws Student's t: with 2 degrees of freedom its distribution is ½ + x / 2√(2 + x²)", () => {
    const draws = new Float64Array(DRAWS);
    new Random(SEED, 3).fillStudentT(draws, 2);
    expect(distance(draws, (x) => 0.5 + x / (2 * Math.sqrt(2 + x * x)))).toBeLessThan(BAND);
  });

  it('gives each stream of a seed its own sequence, repeatable for the same stream', () => {
    const first = (stream: number): number[] => {
      const random = new Random(SEED, stream);
      return Array.from({ length: 5 }, () => random.uniform());
    };
    expect(first(0)).toEqual(first(0));
    expect(new Set([0, 1, 2, 3].flatMap(first)).size).toBe(20);
  });
});
