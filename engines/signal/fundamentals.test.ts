import { describe, expect, it } from '@jest/globals';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { FUNDAMENTALS } from './constants.js';
import { fundamentalsAt, fundamentalsHistory, knownSession, surprisesAt, type FiledQuarter } from './fundamentals.js';

const day = (text: string): number => parseIsoDate(text) ?? 0;
/** Quarters from the first of 2020 on, each filed 40 days after its end, with these net incomes. */
function quartersOf(incomes: readonly (number | null)[], revenues = incomes): readonly FiledQuarter[] {
  return incomes.map((firstNetIncome, index) => ({
    periodEnd: day('2020-03-31') + Math.round(index * 91.3),
    filingDay: day('2020-05-10') + Math.round(index * 91.3),
    acceptedAt: null,
    firstNetIncome,
    firstRevenue: revenues[index] ?? null,
  }));
}
/** Twelve quarters whose last eight exceed those of the year before by 1 to 8, and a thirteenth that does by `last`. */
const growing = (last: number): readonly number[] => {
  const values = [10, 20, 30, 40];
  for (let change = 1; change <= 8; change += 1) values.push((values.at(-4) ?? 0) + change);
  return [...values, (values.at(-4) ?? 0) + last];
};
const newest = (quarters: readonly FiledQuarter[]) =>
  surprisesAt(fundamentalsHistory(quarters), (quarters.at(-1)?.filingDay ?? 0) + 4);

describe('surprises', () => {
  it('are the seasonal change less the mean of the eight before, over the deviation of that forecast', () => {
    // Changes 1 to 8: mean 4.5, sample deviation √6; a forecast from eight of them errs by √(6 × 9/8).
    expect(newest(quartersOf(growing(10)))?.earnings).toBeCloseTo(5.5 / Math.sqrt(6.75), 12);
    expect(newest(quartersOf(growing(4.5)))?.earnings).toBeCloseTo(0, 12);
    expect(newest(quartersOf(growing(-1)))?.revenue).toBeCloseTo(-5.5 / Math.sqrt(6.75), 12);
  });

  it('need six changes and the newest quarter’s own one', () => {
    const values = growing(10);
    const without = (...gaps: readonly number[]) =>
      newest(quartersOf(values.map((value, index) => (gaps.includes(index) ? null : value))));
    expect(without(0, 1)?.earnings).toBeCloseTo((10 - 5.5) / Math.sqrt(3.5 * (7 / 6)), 12);
    expect(without(0, 1, 2)?.earnings).toBeNaN();
    expect(without(8)?.earnings).toBeNaN();
    expect(without(12)?.earnings).toBeNaN();
  });

  it('of smooth growth are small, and of changes that are all the same 0', () => {
    const smooth = Array.from({ length: 13 }, (_, index) => 100 * 1.02 ** index);
    expect(newest(quartersOf(smooth))?.earnings).toBeCloseTo(0.35, 1);
    expect(newest(quartersOf(Array.from({ length: 13 }, (_, index) => 1000 + index)))?.revenue).toBe(0);
    const jump = quartersOf([...Array.from({ length: 12 }, () => 100), 101]);
    expect(newest(jump)?.earnings).toBeCloseTo(1 / (0.02 * 100), 12);
    expect(newest(quartersOf(Array.from({ length: 13 }, () => 0)))?.earnings).toBeNaN();
  });

  it('compare quarters that end a year apart, whatever the fiscal years are called', () => {
    const quarters = quartersOf(growing(10));
    const shifted = quarters.map((quarter, index) =>
      index === 8 ? { ...quarter, periodEnd: quarter.periodEnd - 60 } : quarter,
    );
    expect(newest(shifted)?.earnings).toBeNaN();
    const later = quarters.map((quarter) => ({ ...quarter, periodEnd: quarter.periodEnd + 6 }));
    expect(newest(later)).toEqual(newest(quarters));
  });

  it('are of the newest quarter, also where an older one is filed late', () => {
    const quarters = quartersOf(growing(10));
    const late = quarters.map((quarter, index) =>
      index === 3 ? { ...quarter, filingDay: day('2023-07-01') } : quarter,
    );
    const history = fundamentalsHistory(late);
    expect(surprisesAt(history, day('2023-06-30'))?.earnings).toBeCloseTo(
      newest(quarters.with(3, { ...(quarters[3] as FiledQuarter), filingDay: null }))?.earnings ?? NaN,
      12,
    );
    const after = surprisesAt(history, day('2023-07-03'));
    expect(after?.earnings).toBeCloseTo(5.5 / Math.sqrt(6.75), 12);
    // The age is that of the newest quarter, which was known before.
    expect(after?.knownFrom).toBe(surprisesAt(history, day('2023-06-30'))?.knownFrom);
  });
});

describe('the time of a report', () => {
  it.each([
    ['a minute before the close', '2024-03-05T20:59:00Z', '2024-03-05'],
    ['at the close', '2024-03-05T21:00:00Z', '2024-03-06'],
    ['after the close', '2024-03-05T22:30:00Z', '2024-03-06'],
    ['after an early close', '2024-11-29T18:30:00Z', '2024-12-02'],
    ['on a Saturday', '2024-03-09T15:00:00Z', '2024-03-11'],
    ['after midnight in London, the evening before in New York', '2024-03-06T02:00:00Z', '2024-03-06'],
  ])('accepted %s', (_, acceptedAt, known) => {
    expect(isoDate(knownSession({ filingDay: 0, acceptedAt: new Date(acceptedAt) }) ?? 0)).toBe(known);
  });

  it('is the next session if only the day is known, and never without one', () => {
    expect(knownSession({ filingDay: day('2024-03-05'), acceptedAt: null })).toBe(day('2024-03-06'));
    expect(knownSession({ filingDay: day('2024-03-08'), acceptedAt: null })).toBe(day('2024-03-11'));
    expect(knownSession({ filingDay: null, acceptedAt: null })).toBeNull();
    expect(fundamentalsHistory([{ ...(quartersOf([1])[0] as FiledQuarter), filingDay: null }]).days).toHaveLength(0);
  });
});

describe('the factor', () => {
  const quarters = quartersOf(growing(10));
  const history = fundamentalsHistory(quarters);
  const known = knownSession(quarters.at(-1) as FiledQuarter) ?? 0;

  it('reads the mean of both surprises from the session after the filing on, for half a year', () => {
    const z = 5.5 / Math.sqrt(6.75);
    expect(fundamentalsAt(history, known)).toEqual({
      score: expect.closeTo(100 / (1 + Math.exp(-z)), 10),
      coverage: 1,
    });
    expect(fundamentalsAt(history, known + FUNDAMENTALS.days)).not.toBeNull();
    expect(fundamentalsAt(history, known + 1 + FUNDAMENTALS.days)).toBeNull();
    expect(fundamentalsAt(history, known - 1)).toEqual(
      fundamentalsAt(fundamentalsHistory(quarters.slice(0, -1)), known - 1),
    );
  });

  it('is null without reports, before the first one and without any surprise, and has half its weight with one', () => {
    expect([
      fundamentalsAt(null, known),
      fundamentalsAt(fundamentalsHistory([]), known),
      fundamentalsAt(history, 0),
    ]).toEqual([null, null, null]);
    expect(fundamentalsAt(fundamentalsHistory(quarters.slice(0, 5)), (quarters[4]?.filingDay ?? 0) + 4)).toBeNull();
    const one = fundamentalsHistory(
      quartersOf(
        growing(10),
        quarters.map(() => null),
      ),
    );
    expect(fundamentalsAt(one, known)?.coverage).toBe(0.5);
  });
});
