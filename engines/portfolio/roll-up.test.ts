import { describe, expect, it } from '@jest/globals';
import { differences, notFinite } from '../../test/independent/closeness.js';
import { plainRollUp } from '../../test/independent/portfolio.js';
import type { FactorScores } from '../signal/composite.js';
import { Random } from '../simulation/random.js';
import { REVIEW_ENTRIES, RISK } from './constants.js';
import type { HoldingInput } from './holdings.js';
import { rollUp, type RollUp } from './roll-up.js';

const SESSION = '2020-12-11';
const FACTORS: FactorScores = {
  technical: 50,
  momentum: 50,
  fundamentals: null,
  microstructure: null,
  optionsFlow: null,
};

function holding(
  ticker: string,
  weight: number,
  score: number | null,
  sector = ticker,
  factors = FACTORS,
): HoldingInput {
  return {
    ticker,
    weightInput: { weight },
    priceUsd: null,
    sector,
    signal: score === null ? null : { compositeScore: score, factors, session: SESSION },
    staleSince: null,
  };
}

function done(inputs: readonly HoldingInput[]): RollUp {
  const result = rollUp(inputs);
  if ('ok' in result) throw new Error(result.status);
  return result;
}

/** Ten equal positions in ten sectors: nothing to flag. */
const quiet = Array.from({ length: 10 }, (_, i) => holding(`T${i}`, 1, 60));
const withFirst = (first: HoldingInput): HoldingInput[] => [first, ...quiet.slice(1)];

describe('portfolio roll-up', () => {
  it.each([1, 2, 7, 25])('agrees with a plain computation of %p random holdings', (count) => {
    const random = new Random([count, 1, 1, 1], 0);
    const score = (): number | null => (random.uniform() < 0.2 ? null : 100 * random.uniform());
    const plain = Array.from({ length: count }, (_, i) => ({
      ticker: `T${i}`,
      amount: 1 + random.below(1000),
      sector: `S${random.below(5)}`,
      score: i === 0 ? 57.3 : score(),
      factors: {
        technical: score(),
        momentum: score(),
        fundamentals: score(),
        microstructure: score(),
        optionsFlow: null,
      },
    }));
    const result = done(
      plain.map(({ ticker, amount, sector, score: compositeScore, factors }) => ({
        ticker,
        weightInput: { value: amount },
        priceUsd: null,
        sector,
        signal: compositeScore === null ? null : { compositeScore, factors, session: SESSION },
        staleSince: null,
      })),
    );
    const {
      asOf: _asOf,
      stale: _stale,
      weightBasis,
      riskFlags,
      reviewPriority,
      unresolved,
      merged,
      ...numbers
    } = result;
    expect(differences(numbers, plainRollUp(plain))).toEqual([]);
    expect(unresolved).toEqual(plain.filter((entry) => entry.score === null).map(({ ticker }) => ticker));
    expect({ weightBasis, merged }).toEqual({ weightBasis: 'explicit_value', merged: [] });
    expect(notFinite({ riskFlags, reviewPriority })).toEqual([]);
  });

  it.each([1, 3, 25])('has a Herfindahl index of 1/n and n effective positions at equal weights (%p)', (count) => {
    const { concentration } = done(
      Array.from({ length: count }, (_, i) => ({ ...holding(`T${i}`, 1, 50), weightInput: {} })),
    );
    expect(concentration.herfindahlIndex).toBeCloseTo(1 / count, 14);
    expect(concentration.effectivePositions).toBeCloseTo(count, 10);
  });

  it.each([
    [56, 'Bullish'],
    [55.9, 'Neutral'],
    [44, 'Neutral'],
    [43.9, 'Bearish'],
    [31, 'Bearish'],
    [12, 'Bearish'],
  ])('maps a score of %p to %s', (score, posture) => {
    expect(done([holding('A', 1, score)]).posture).toBe(posture);
  });

  it('reviews first the largest weight against its signal, at most ten names', () => {
    const { reviewPriority } = done([
      holding('FINE', 5, 90),
      holding('SOLD', 3, 20),
      holding('SMALL', 1, 10),
      holding('NONE', 9, null),
    ]);
    expect(reviewPriority.map(({ ticker }) => ticker)).toEqual(['SOLD', 'SMALL', 'FINE']);
    expect(reviewPriority[0]).toMatchObject({ compositeScore: 20, label: 'Strong Sell' });
    expect(reviewPriority[0]?.weightPct).toBeCloseTo(100 / 6, 12);
    expect(done(Array.from({ length: 25 }, (_, i) => holding(`T${i}`, 1, 50))).reviewPriority).toHaveLength(
      REVIEW_ENTRIES,
    );
  });

  it('flags nothing in a balanced portfolio', () => {
    expect(done(quiet).riskFlags).toEqual([]);
  });

  it.each<readonly [string, readonly HoldingInput[], RegExp]>([
    ['a top position', withFirst(holding('BIG', 3.1, 60)), /^BIG alone is 25\.6% of the portfolio, above 25%\.$/],
    [
      'few effective positions',
      quiet.slice(0, 4),
      /^The weights are as concentrated as 4 equal positions, fewer than 5\.$/,
    ],
    [
      'a sector',
      quiet.map((entry, i) => (i < 5 ? { ...entry, sector: 'Energy' } : entry)),
      /^Energy is 50% of the portfolio, above 40%\.$/,
    ],
    [
      'sell signals',
      quiet.map((entry, i) => (i < 4 ? holding(entry.ticker, 1, 43) : entry)),
      /^40% of the weight has a Sell or Strong Sell signal, above 30%\.$/,
    ],
    [
      'a low score',
      quiet.map(({ ticker }) => holding(ticker, 1, 43.9)),
      /^The weighted composite score is 43\.9, below 44\.$/,
    ],
    [
      'a weak factor',
      quiet.map(({ ticker }) => holding(ticker, 1, 60, ticker, { ...FACTORS, momentum: 39.9 })),
      /^The weighted momentum score is 39\.9, below 40\.$/,
    ],
    [
      'names without a signal',
      quiet.map((entry, i) => (i < 2 ? holding(entry.ticker, 1, null) : entry)),
      /^20% of the weight has no signal, above 10%\.$/,
    ],
  ])('flags %s beyond its threshold in one sentence with the threshold', (_, inputs, sentence) => {
    expect(done(inputs).riskFlags).toContainEqual(expect.stringMatching(sentence));
  });

  it('does not flag a value at its threshold', () => {
    const atTop = [holding('TOP', 3, 60), ...quiet.slice(1)].map((entry) =>
      entry.ticker === 'TOP' ? entry : { ...entry },
    );
    expect(done(atTop).concentration.topPosition).toEqual({ ticker: 'TOP', weightPct: RISK.topPositionPctAbove });
    expect(done(atTop).riskFlags).toEqual([]);
    expect(done(quiet.map((entry, i) => (i < 1 ? holding('NONE', 1, null) : entry))).riskFlags).toEqual([]);
    expect(done(quiet.map((entry, i) => (i < 4 ? { ...entry, sector: 'Energy' } : entry))).riskFlags).toEqual([]);
  });

  it('groups names without a sector, and does not flag them as one', () => {
    const { sectorConcentration, riskFlags } = done(quiet.map((entry) => ({ ...entry, sector: null })));
    expect(sectorConcentration).toHaveLength(1);
    expect(sectorConcentration[0]?.sector).toBe('Unclassified');
    expect(riskFlags).toEqual([]);
  });

  it('is as of the newest session of a signal', () => {
    const at = (ticker: string, session: string): HoldingInput => {
      const plain = holding(ticker, 1, 60);
      return { ...plain, signal: plain.signal && { ...plain.signal, session } };
    };
    expect(
      done([at('OLD', '2020-12-09'), at('NEW', '2020-12-11'), at('MID', '2020-12-10'), holding('NONE', 1, null)]).asOf,
    ).toBe('2020-12-11');
  });

  it('lists stale holdings with a risk flag, and still counts them', () => {
    const dead = { ...holding('DEAD', 1, 97.3), staleSince: '2005-10-18' };
    const { stale, riskFlags, unresolved, positionCount, weightedCompositeScore } = done([
      ...quiet.slice(1),
      dead,
      { ...holding('GONE', 1, null), staleSince: '2018-12-11' },
    ]);
    expect({ stale, unresolved, positionCount }).toEqual({
      stale: ['DEAD', 'GONE'],
      unresolved: ['GONE'],
      positionCount: 11,
    });
    expect(weightedCompositeScore).toBeGreaterThan(60);
    expect(riskFlags).toContain(
      "Prices end more than 5 sessions before the market's newest: DEAD on 2005-10-18, GONE on 2018-12-11.",
    );
    expect(done(quiet)).toMatchObject({ stale: [], riskFlags: [] });
  });

  it('reviews in the same order whatever the order of the request', () => {
    const equal = ['C', 'A', 'B'].map((ticker) => holding(ticker, 1, 40));
    for (const inputs of [equal, [...equal].reverse()])
      expect(done(inputs).reviewPriority.map(({ ticker }) => ticker)).toEqual(['A', 'B', 'C']);
  });

  it('returns no_signals if nothing resolves, and passes refusals through', () => {
    expect(rollUp([holding('A', 1, null), holding('B', 1, null)])).toMatchObject({
      ok: false,
      status: 'no_signals',
      unresolved: ['A', 'B'],
    });
    expect(rollUp([{ ...holding('A', 1, 50), weightInput: { shares: 3 } }])).toMatchObject({
      ok: false,
      status: 'no_signals',
      unresolved: ['A'],
    });
    expect(rollUp([])).toMatchObject({ ok: false, status: 'no_signals' });
    expect(rollUp([holding('A', 1, 50), { ...holding('B', 1, 50), weightInput: {} }])).toMatchObject({
      ok: false,
      status: 'mixed_bases',
    });
  });
});
