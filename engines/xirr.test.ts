import { describe, expect, it } from '@jest/globals';
import { epochDay } from '../test/independent/rows.js';
import { xirr } from './xirr.js';

function rate(...flows: [date: string, amount: number][]): number | null {
  return xirr(
    Float64Array.from(flows, ([, amount]) => amount),
    Int32Array.from(flows, ([date]) => epochDay(date)),
  );
}

describe('xirr', () => {
  it('matches the worked example of XIRR in the Excel documentation', () => {
    const result = rate(
      ['2008-01-01', -10_000],
      ['2008-03-01', 2750],
      ['2008-10-30', 4250],
      ['2009-02-15', 3250],
      ['2009-04-01', 2750],
    );
    expect(result).toBeCloseTo(0.373362535, 8);
  });

  it('is the plain yearly rate of one payment over exactly one year', () => {
    expect(rate(['2023-01-01', -100], ['2024-01-01', 110])).toBeCloseTo(0.1, 14);
    expect(rate(['2023-01-01', -100], ['2024-01-01', 10])).toBeCloseTo(-0.9, 14);
    expect(rate(['2023-01-01', -100], ['2024-01-01', 100])).toBeCloseTo(0, 14);
  });

  it('finds rates close to both ends of its range', () => {
    expect(rate(['2023-01-01', -1], ['2024-01-01', 100.9])).toBeCloseTo(99.9, 9);
    expect(rate(['2023-01-01', -10_000], ['2024-01-01', 1.1])).toBeCloseTo(-0.99989, 12);
  });

  it('is null when all flows share a date, have one sign, or need a rate out of range', () => {
    expect(rate(['2023-01-01', -100], ['2023-01-01', 110])).toBeNull();
    expect(rate(['2023-01-01', -100], ['2024-01-01', -110])).toBeNull();
    expect(rate(['2023-01-01', -1], ['2024-01-01', 1000])).toBeNull();
    expect(rate()).toBeNull();
  });
});
