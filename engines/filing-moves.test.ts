import { expect, it } from '@jest/globals';
import { parseIsoDate } from '../calendar/days.js';
import { barsOf } from '../test/independent/rows.js';
import type { ReportedQuarter } from './earnings-reports.js';
import { filingMoves } from './filing-moves.js';

const bar = (date: string, adj: number) => ({ date, open: adj, high: adj, low: adj, close: adj * 2, adj, volume: 1 });
// A Thursday to a Tuesday, then a hole of a month.
const BARS = barsOf([
  bar('2025-05-01', 100),
  bar('2025-05-02', 110),
  bar('2025-05-05', 99),
  bar('2025-05-06', 99),
  bar('2025-06-09', 120),
]);
const filed = (date: string | null, acceptedAt: string | null = null): ReportedQuarter => ({
  fiscalYear: 2025,
  fiscalQuarter: 1,
  periodEnd: 0,
  filingDay: date === null ? null : parseIsoDate(date),
  acceptedAt: acceptedAt === null ? null : new Date(acceptedAt),
  epsBasic: null,
  epsBasicDay: null,
  epsDiluted: null,
  epsDilutedDay: null,
  revenue: null,
  netIncome: null,
  currency: 'USD',
  missing: {},
  shownSplits: [],
});
const movesOf = (...reports: readonly ReportedQuarter[]) =>
  filingMoves(reports, BARS).moves.map(({ session, movePct }) => [session, Number(movePct.toFixed(6))]);

it('is the first session that closes after the filing was accepted, else the one after its day', () => {
  expect(movesOf(filed('2025-05-02', '2025-05-02T10:00:00Z'))).toEqual([['2025-05-02', 10]]);
  expect(movesOf(filed('2025-05-02', '2025-05-02T19:59:00Z'))).toEqual([['2025-05-02', 10]]);
  expect(movesOf(filed('2025-05-02', '2025-05-02T20:00:00Z'))).toEqual([['2025-05-05', -10]]);
  expect(movesOf(filed('2025-05-02', '2025-05-03T20:00:00Z'))).toEqual([['2025-05-05', -10]]);
  expect(movesOf(filed('2025-05-02'))).toEqual([['2025-05-05', -10]]);
});

it('is left out before the first session, across a hole, after the last one and without a filing date', () => {
  expect(
    movesOf(filed('2025-04-30'), filed('2025-05-06'), filed('2025-06-08'), filed('2025-06-09'), filed(null)),
  ).toEqual([]);
  expect(filingMoves([], BARS)).toEqual({ moves: [], medianSizePct: null });
});

it('has the median of the sizes, and the newest first', () => {
  const { moves, medianSizePct } = filingMoves([filed('2025-05-01'), filed('2025-05-02'), filed('2025-05-05')], BARS);
  expect(moves.map(({ filingDate }) => filingDate)).toEqual(['2025-05-05', '2025-05-02', '2025-05-01']);
  expect(medianSizePct).toBeCloseTo(10, 9);
});
