import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../calendar/days.js';
import { reportsKnownBy, type FirstReported } from './earnings-known-by.js';

const FILED = dayOf(2024, 5, 3);
const ACCEPTED = new Date('2024-05-03T20:30:00Z');

function report(changes: Partial<FirstReported> = {}): FirstReported {
  return {
    fiscalYear: 2024,
    fiscalQuarter: 1,
    periodEnd: dayOf(2024, 3, 31),
    filingDay: FILED,
    acceptedAt: ACCEPTED,
    epsBasic: 1.1,
    epsBasicDay: FILED,
    epsDiluted: 1,
    epsDilutedDay: FILED,
    revenue: 105,
    netIncome: 9,
    firstRevenue: 100,
    firstNetIncome: 10,
    currency: 'USD',
    missing: {},
    shownSplits: [],
    ...changes,
  };
}
const at = (instant: string, changes: Partial<FirstReported> = {}) =>
  reportsKnownBy([report(changes)], Date.parse(instant));

describe('reports known by an instant', () => {
  it('are those whose own filing had been accepted by the second, with the figures as first filed', () => {
    expect(at('2024-05-03T20:29:59.999Z')).toEqual([]);
    expect(at('2024-05-03T20:30:00Z')).toMatchObject([
      { revenue: 100, netIncome: 10, epsBasic: 1.1, epsDiluted: 1, missing: {} },
    ]);
  });

  it('count from the end of the filing day in New York if the time is not stored, and never without a day', () => {
    expect(at('2024-05-04T03:59:59Z', { acceptedAt: null })).toEqual([]);
    expect(at('2024-05-04T04:00:00Z', { acceptedAt: null })).toHaveLength(1);
    expect(at('2030-01-01T00:00:00Z', { acceptedAt: null, filingDay: null })).toEqual([]);
  });

  it('have no earnings per share of a later filing before its day has ended, and say why', () => {
    const later = { epsDilutedDay: dayOf(2025, 5, 2) };
    expect(at('2025-05-02T20:00:00Z', later)).toMatchObject([
      { epsBasic: 1.1, epsDiluted: null, missing: { epsDiluted: 'it is stored only as a later filing has it' } },
    ]);
    expect(at('2025-05-03T04:00:00Z', later)).toMatchObject([{ epsDiluted: 1, missing: {} }]);
  });

  it('have no figure that only restatements have, and one that was only lost by them', () => {
    const restated = { firstRevenue: null, netIncome: null, missing: { netIncome: 'no tag' } };
    expect(at('2024-06-01T00:00:00Z', restated)).toMatchObject([
      {
        revenue: null,
        netIncome: 10,
        missing: { revenue: 'the report as first filed does not have it for this quarter' },
      },
    ]);
  });
});
