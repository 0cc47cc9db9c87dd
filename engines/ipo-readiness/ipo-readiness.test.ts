import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import type { ReadinessFacts } from './axes.js';
import { describedGrowth } from './described-growth.js';
import { ipoReadiness, rankReadiness } from './ipo-readiness.js';

const day = (date: string): number => parseIsoDate(date) ?? Number.NaN;
const TODAY = day('2025-07-01');
const URL = 'https://example.com/page';
const told = <Value>(value: Value, asOf = '2025-01-01') => ({ value, asOfDay: day(asOf), sourceUrl: URL });

const UNKNOWN: ReadinessFacts = {
  status: null,
  rumoredYear: null,
  news: null,
  revenueUsd: null,
  employees: null,
  founded: null,
  growth: null,
  financeChief: null,
  rounds: [],
  valuations: [],
  events: [],
};
const round = (date: string) => ({ day: day(date), sourceUrl: URL });
const valuation = (date: string, usd: number) => ({ ...round(date), usd });

const FILED: ReadinessFacts = {
  ...UNKNOWN,
  status: told('filed' as const),
  rumoredYear: told(2026),
  revenueUsd: told(1e9),
  employees: told(1000),
  founded: told(2013),
  growth: told('Revenue up 100% on the year before'),
  financeChief: told('appointed' as const),
  rounds: ['2019-01-01', '2021-01-01', '2023-07-01', '2024-07-01'].map(round),
  valuations: [valuation('2023-07-01', 5e9), valuation('2024-07-01', 1e10)],
  events: [
    { day: day('2024-07-01'), isSale: true, sourceUrl: URL },
    { day: TODAY, isSale: false, sourceUrl: URL },
  ],
};
const EARLY: ReadinessFacts = {
  ...UNKNOWN,
  status: told('private' as const),
  founded: told(2019),
  valuations: [valuation('2025-01-01', 1e9)],
};

describe('readiness', () => {
  it('of a company of which all five axes are known, by hand 77.82', () => {
    const { composite, band, timing, axes, coverage } = ipoReadiness(FILED, TODAY);
    // Papers of half a year ago: 50 + 45 × 0.5^(181 / 365).
    expect(axes.signal.score).toBeCloseTo((81.910575 + 70) / 2, 5);
    expect(axes.scale.score).toBeCloseTo((200 / 3 + 200 / 3 + 50) / 3, 9);
    expect(axes.maturity.score).toBeCloseTo(250 / 3, 9);
    // Doubled in 366 days.
    expect(axes.growth.score).toBeCloseTo((50 + (50 * 365.25) / 366 + 100) / 2, 9);
    expect(axes.liquidity.score).toBe((37.5 + 100) / 2);
    expect(composite).toBeCloseTo(77.819699, 5);
    expect([band, timing.window, axes.scale.weight, coverage]).toEqual(['ready', 'within a year', 0.2, 1]);
  });

  it('takes papers that led to no listing for less with every year', () => {
    const filed = (asOf: string, more: Partial<ReadinessFacts> = {}) =>
      ipoReadiness({ ...FILED, rumoredYear: null, status: told('filed' as const, asOf), ...more }, TODAY);
    expect(filed('2025-07-01').axes.signal.score).toBe(95);
    expect(filed('2024-07-01')).toMatchObject({
      axes: { signal: { score: 72.5 } },
      timing: { window: 'within a year' },
    });
    expect(filed('2023-07-02').axes.signal.score).toBeCloseTo(61.25, 9);
    expect(filed('2024-06-30').timing).toEqual({
      window: 'one to two years',
      rationale:
        'The composite is in the band ready, the papers of 2024-06-30 have led to no listing, and no year is expected; 5 of 5 axes are known.',
    });
    expect(filed('2024-06-30', { rumoredYear: told(2026) }).timing.window).toBe('2026');
  });

  it('leaves out axes without a fact, and says how many are known: by hand 31.11', () => {
    const { composite, band, timing, axes, coverage } = ipoReadiness(EARLY, TODAY);
    expect(composite).toBeCloseTo((10 + 100 / 3 + 50) / 3, 9);
    expect([axes.growth, axes.liquidity.score, axes.signal.weight]).toEqual([
      { score: null, weight: 0, drivers: [] },
      null,
      1 / 3,
    ]);
    expect([band, coverage, timing]).toEqual([
      'early',
      0.6,
      {
        window: 'more than four years',
        rationale:
          'The composite is in the band early, without a filing, and no year is expected; 3 of 5 axes are known.',
      },
    ]);
  });

  it('of a listed or acquired company is none, and says why', () => {
    expect(ipoReadiness({ ...FILED, status: told('listed' as const) }, TODAY)).toMatchObject({
      composite: null,
      band: 'listed',
      timing: { window: null, rationale: 'Its shares are listed already; it is not ranked.' },
    });
    expect(ipoReadiness({ ...FILED, status: told('acquired' as const) }, TODAY)).toMatchObject({
      composite: null,
      band: 'acquired',
    });
  });

  it('of a company that another one has agreed to buy is none, and names the buyer', () => {
    expect(
      ipoReadiness(
        {
          ...FILED,
          pendingAcquirer: { value: 'Alder Bank', asOfDay: day('2025-06-16'), asOfPrecision: 'month', sourceUrl: null },
        },
        TODAY,
      ),
    ).toMatchObject({
      composite: null,
      band: 'being_acquired',
      timing: { window: null, rationale: 'Alder Bank has agreed to buy it, as of 2025-06; it is not ranked.' },
      coverage: 0,
    });
    expect(
      ipoReadiness({ ...FILED, status: told('acquired' as const), pendingAcquirer: told('Alder Bank') }, TODAY).band,
    ).toBe('acquired');
  });

  it('needs three axes for a band', () => {
    const two = ipoReadiness({ ...EARLY, founded: null }, TODAY);
    expect([two.band, two.timing.window]).toEqual(['insufficient_data', null]);
    expect(two.composite).toBeCloseTo((10 + 100 / 3) / 2, 9);
    expect(ipoReadiness(UNKNOWN, TODAY)).toMatchObject({ composite: null, band: 'insufficient_data', coverage: 0 });
  });

  it('takes an expected year from today on as the window', () => {
    expect(ipoReadiness({ ...EARLY, rumoredYear: told(2027) }, TODAY).timing.window).toBe('2027');
    expect(ipoReadiness({ ...EARLY, rumoredYear: told(2024) }, TODAY).timing.window).toBe('more than four years');
  });

  it('loses what a finance chief who has left gave', () => {
    const { axes } = ipoReadiness({ ...EARLY, financeChief: told('departed' as const) }, TODAY);
    expect([axes.maturity.score, axes.maturity.drivers.map(({ fact }) => fact)]).toEqual([
      25,
      ['age', 'chief_financial_officer'],
    ]);
  });

  it('names its drivers with their sources', () => {
    const [driver] = ipoReadiness(EARLY, TODAY).axes.scale.drivers;
    expect(driver).toMatchObject({
      fact: 'valuation',
      detail: 'The newest valuation is $1 billion.',
      asOfDay: day('2025-01-01'),
      sourceUrl: URL,
    });
  });
});

describe('a ranking', () => {
  it('is by composite, equal ones by slug, without companies that have no band of their own', () => {
    const of = (facts: ReadinessFacts) => ipoReadiness(facts, TODAY);
    const all = new Map([
      ['z', of(EARLY)],
      ['b', of(FILED)],
      ['a', of(FILED)],
      ['none', of(UNKNOWN)],
      ['listed', of({ ...FILED, status: told('listed' as const) })],
    ]);
    expect(rankReadiness(all)).toEqual(['a', 'b', 'z']);
  });
});

describe('described growth', () => {
  it.each([
    ['Payment volume of $1.9 trillion in 2025, up 34% on the year before', null, 0.34],
    ['growing more than 65% a year', null, 0.65],
    ['Revenue fell 12.5% in 2024', null, -0.125],
    ['Annualised recurring revenue, up from $62 million a year earlier', 1.24e8, 1],
    ['Annualised recurring revenue, up from $62 million a year earlier', null, null],
    ['up 10% after 20% the year before', null, null],
    ['a market share of 40%', null, null],
    ['Revenue tripled between January and June', 1e9, null],
    ['', 1e9, null],
  ])('of %j beside %j is %j', (text, revenue, growth) => {
    expect(describedGrowth(text, revenue)).toBe(growth);
  });
});
