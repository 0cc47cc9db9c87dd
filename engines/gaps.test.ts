import { describe, expect, it } from '@jest/globals';
import { differences } from '../test/independent/closeness.js';
import { realHistories } from '../test/independent/datasets.js';
import { plainGaps } from '../test/independent/gaps.js';
import { barsOf, type Row } from '../test/independent/rows.js';
import { gapStats } from './gaps.js';

function row(date: string, open: number, high: number, low: number, close: number, adj = close): Row {
  return { date, open, high, low, close, adj, volume: 1 };
}

const NO_GROUP = { count: 0, fillRate: null, followRate: null, meanGap: null, meanOpenClose: null };

describe('gapStats', () => {
  it.each(realHistories())('agrees with a plain computation over $name', ({ rows }) => {
    expect(differences(gapStats(barsOf(rows)), plainGaps(rows))).toEqual([]);
  });

  it('marks a gap as filled if the session exactly touches the prior close', () => {
    const result = gapStats(barsOf([row('2024-01-02', 10, 10, 10, 10.1), row('2024-01-03', 10.3, 10.4, 10.1, 10.2)]));
    expect(result.lastGap).toMatchObject({ date: '2024-01-03', direction: 'up', isFilled: true });
  });

  it('finds no gap if only a dividend lowered the open', () => {
    const result = gapStats(barsOf([row('2024-01-02', 100, 100, 100, 100, 98), row('2024-01-03', 98, 99, 97, 98)]));
    expect(result).toMatchObject({ sessions: 1, gapCount: 0, gapFrequency: 0, lastGap: null });
  });

  it('dates the newest 252 sessions, or all of fewer', () => {
    const rows = Array.from({ length: 300 }, (_, i) =>
      row(new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10), 9, 9, 9, 9),
    );
    expect(gapStats(barsOf(rows)).recent).toMatchObject({ from: rows[48]?.date, to: rows[299]?.date });
    expect(gapStats(barsOf(rows.slice(0, 3))).recent).toMatchObject({ from: rows[1]?.date, to: rows[2]?.date });
  });

  it('always lists eight buckets, with nulls in empty ones', () => {
    const { buckets } = gapStats(barsOf([]));
    expect(buckets).toHaveLength(8);
    expect(buckets[0]).toEqual({ direction: 'up', size: 'small', label: '0.5% to 1%', ...NO_GROUP });
  });

  it('does not count bars without a positive price as sessions', () => {
    const result = gapStats(
      barsOf([row('2024-01-02', 9, 9, 9, 9), row('2024-01-03', 0, 0, 0, 0), row('2024-01-04', 9, 9, 9, 9)]),
    );
    expect(result).toMatchObject({
      sessions: 0,
      from: null,
      to: null,
      gapFrequency: null,
      up: NO_GROUP,
      down: NO_GROUP,
      recent: { from: null, to: null },
    });
  });
});
