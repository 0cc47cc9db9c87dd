import { describe, expect, it } from '@jest/globals';
import { basketOrder, readthroughBasket, type RelatedCompany, type Relation } from './readthrough.js';

const related = (ticker: string, relation: Relation, compositeScore: number | null = null): RelatedCompany => ({
  ticker,
  name: `Name of ${ticker}`,
  relation,
  signal:
    compositeScore === null
      ? null
      : {
          compositeScore,
          session: '2026-01-02',
          factors: {
            technical: compositeScore,
            momentum: 40,
            fundamentals: null,
            microstructure: null,
            optionsFlow: null,
          },
        },
});

describe('the order of a basket', () => {
  it('is rivals, then suppliers and investors by name, then customers and comparables by name', () => {
    const rows = [
      related('E', 'comparable'),
      related('D', 'customer'),
      related('C', 'investor'),
      related('B', 'supplier'),
      related('A', 'rival'),
    ];
    expect(basketOrder(rows).map(({ ticker }) => ticker)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(basketOrder([related('Z', 'supplier'), related('Y', 'investor')]).map(({ ticker }) => ticker)).toEqual([
      'Y',
      'Z',
    ]);
  });

  it('has a ticker once, under its closest relation', () => {
    expect(
      basketOrder([related('A', 'customer'), related('A', 'rival'), related('A', 'investor')]).map(
        ({ relation }) => relation,
      ),
    ).toEqual(['rival']);
  });
});

describe('a basket', () => {
  it('has at most the given number, at equal weights', () => {
    const rows = Array.from({ length: 12 }, (_, index) => related(`T${String.fromCharCode(65 + index)}`, 'rival'));
    const { constituents, weightPct } = readthroughBasket(rows, 8);
    expect([constituents.length, weightPct]).toEqual([8, 12.5]);
  });

  it('rolls up the constituents with a signal: mean score, label, mix, factors, coverage', () => {
    const rows = [
      related('A', 'rival', 80),
      related('B', 'rival', 60),
      related('C', 'supplier', 40),
      related('D', 'customer'),
    ];
    expect(readthroughBasket(rows, 10)).toMatchObject({
      asOf: '2026-01-02',
      weightPct: 25,
      rollUp: {
        compositeScore: expect.closeTo(60, 9),
        label: 'Buy',
        signalMix: { bullish: expect.closeTo(2 / 3, 9), neutral: 0, bearish: expect.closeTo(1 / 3, 9) },
        factors: { technical: expect.closeTo(60, 9), momentum: expect.closeTo(40, 9), fundamentals: null },
        coverage: 0.75,
      },
    });
  });

  it('without any signal has nulls, never zeros', () => {
    expect(readthroughBasket([related('A', 'rival')], 5)).toMatchObject({
      asOf: null,
      rollUp: { compositeScore: null, label: null, signalMix: null, factors: null, coverage: 0 },
    });
  });
});
