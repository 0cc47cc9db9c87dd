import { describe, expect, it } from '@jest/globals';
import { dividendChanges, type PaidDividend } from './dividend-changes.js';

/** Dividends of the 15th of the third month of each quarter, from 2024 on. */
const quarterly = (amounts: readonly number[]): readonly PaidDividend[] =>
  amounts.map((amount, at) => ({
    exDate: `${2024 + Math.floor(at / 4)}-${['03', '06', '09', '12'][at % 4] ?? ''}-15`,
    amount,
  }));

describe('changes of dividends', () => {
  it('are from each to the next', () => {
    const { raises, cuts, rhythm, pauses } = dividendChanges(quarterly([0.5, 0.5, 0.55, 0.55, 0.4, 0.4]), '2025-07-01');
    expect(raises).toEqual([{ on: '2024-09-15', from: 0.5, to: 0.55 }]);
    expect(cuts).toEqual([{ on: '2025-03-15', from: 0.55, to: 0.4 }]);
    expect([rhythm, pauses]).toEqual(['quarterly', []]);
  });

  it('leave out a dividend that was paid once, which is neither a raise nor a cut', () => {
    const { raises, cuts, oneOffs } = dividendChanges(quarterly([0.5, 0.5, 15, 0.5, 0.5]), '2025-04-01');
    expect([raises, cuts]).toEqual([[], []]);
    expect(oneOffs).toEqual([{ exDate: '2024-09-15', amount: 15 }]);
  });

  it('leave out one that was paid shortly after a regular one, as the newest', () => {
    const paid = [...quarterly([0.5, 0.5, 0.5, 0.5]), { exDate: '2024-12-27', amount: 10 }];
    const { raises, oneOffs } = dividendChanges(paid, '2024-12-31');
    expect(raises).toEqual([]);
    expect(oneOffs).toEqual([{ exDate: '2024-12-27', amount: 10 }]);
  });

  it('count a large raise that stays', () => {
    expect(dividendChanges(quarterly([0.5, 0.5, 1, 1]), '2024-12-31').raises).toEqual([
      { on: '2024-09-15', from: 0.5, to: 1 },
    ]);
  });

  it('are none between amounts that an adjustment for splits rounds', () => {
    const { raises, cuts } = dividendChanges(quarterly([0.094286, 0.0943, 0.094286]), '2024-10-01');
    expect([raises, cuts]).toEqual([[], []]);
  });
});

describe('pauses of dividends', () => {
  it('are stretches without the one that was to be expected', () => {
    const paid = [...quarterly([0.5, 0.5, 0.5]), { exDate: '2025-12-15', amount: 0.5 }];
    expect(dividendChanges(paid, '2026-01-02').pauses).toEqual([{ after: '2024-09-15', until: '2025-12-15' }]);
  });

  it('go on where none was paid since', () => {
    expect(dividendChanges(quarterly([0.5, 0.5, 0.5, 0.5]), '2025-12-31').pauses).toEqual([
      { after: '2024-12-15', until: null },
    ]);
  });

  it('are none while the next one is not late', () => {
    expect(dividendChanges(quarterly([0.5, 0.5, 0.5, 0.5]), '2025-05-01').pauses).toEqual([]);
  });
});

describe('the rhythm of dividends', () => {
  const every = (days: number): readonly PaidDividend[] =>
    Array.from({ length: 6 }, (_, at) => ({
      exDate: new Date(Date.UTC(2020, 0, 2 + at * days)).toISOString().slice(0, 10),
      amount: 1,
    }));
  it.each([
    [30, 'monthly'],
    [91, 'quarterly'],
    [182, 'twice a year'],
    [365, 'once a year'],
    [55, null],
  ])('is told by the days between ex-dates: %i', (days, rhythm) => {
    expect(dividendChanges(every(days), '2020-01-02').rhythm).toBe(rhythm);
  });

  it('is not known of two dividends', () => {
    expect(dividendChanges(every(91).slice(0, 2), '2020-06-01').rhythm).toBeNull();
  });
});
