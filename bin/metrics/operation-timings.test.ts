import { describe, expect, it } from '@jest/globals';
import { createOperationTimings, Durations } from './operation-timings.js';

/** Nearest rank over all values, kept and sorted. */
const exact = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? 0;

describe('durations', () => {
  it('give quantiles that are at most 5% above those of all values, whatever their distribution', () => {
    const values = Array.from({ length: 5_000 }, (_, i) => 0.0002 * 1.0021 ** (i * 0.97) + (i % 13) * 0.0001);
    const durations = new Durations();
    for (const value of values) durations.add(value);
    for (const share of [0.01, 0.5, 0.9, 0.95, 0.99, 1]) {
      const [given, truth] = [durations.quantile(share), exact(values, share)];
      expect([given >= truth * (1 - 1e-9), given <= truth * 1.05]).toEqual([true, true]);
    }
    expect([durations.count, durations.maxS]).toEqual([5_000, Math.max(...values)]);
  });

  it('of one request are its own, and of none are 0', () => {
    const durations = new Durations();
    expect(durations.quantile(0.5)).toBe(0);
    durations.add(0.25);
    expect([durations.quantile(0.5), durations.quantile(0.99)]).toEqual([0.25, 0.25]);
  });

  it('shorter and longer than any bucket are counted', () => {
    const durations = new Durations();
    for (const seconds of [0, 1e-9, 86_400]) durations.add(seconds);
    expect([durations.count, durations.quantile(0.3) <= 0.0001, durations.maxS]).toEqual([3, true, 86_400]);
  });
});

describe('the timings of operations', () => {
  const timings = createOperationTimings(() => 1_000);
  const ended = (route: string, seconds: number, status = 200, notes = {}): void =>
    timings.ended({ route, seconds, status, notes });
  for (let i = 0; i < 9; i += 1) ended('/api/v1/signal', 0.01);
  ended('/api/v1/signal', 2, 503);
  ended('/graphql', 0.5, 200, { operation: 'query security' });
  ended('/graphql', 0.1, 200, { operation: 'query market' });
  ended('/graphql', 3_600, 200, { isStream: true });

  it('are kept apart by route and operation, without streams, which take as long as their clients stay', () => {
    expect(
      timings.sorted('count', 10).map(({ route, operation, count, errors }) => [route, operation, count, errors]),
    ).toEqual([
      ['/api/v1/signal', null, 10, 1],
      ['/graphql', 'query market', 1, 0],
      ['/graphql', 'query security', 1, 0],
    ]);
    expect(timings.sinceMs).toBe(1_000);
  });

  it('are sorted by what is asked for, the slowest first', () => {
    const first = (by: 'p50' | 'p99' | 'errors'): unknown =>
      timings.sorted(by, 1).map(({ route, operation }) => [route, operation]);
    expect([first('p50'), first('p99'), first('errors')]).toEqual([
      [['/graphql', 'query security']],
      [['/api/v1/signal', null]],
      [['/api/v1/signal', null]],
    ]);
  });
});
