import { describe, expect, it } from '@jest/globals';
import { differences } from '../../test/independent/closeness.js';
import { plainGaps, plainOverlay } from '../../test/independent/overlay.js';
import type { FactorScores } from '../signal/composite.js';
import { Random } from '../simulation/random.js';
import type { HoldingInput } from './holdings.js';
import { gradeOf, overlay, type Overlay } from './overlay.js';
import { signalGaps, type GapCandidate } from './signal-gaps.js';

const SESSION = '2020-12-11';
const FACTORS: FactorScores = {
  technical: 50,
  momentum: null,
  fundamentals: null,
  microstructure: null,
  optionsFlow: null,
};

function holding(ticker: string, value: number, score: number | null, sector: string | null = null): HoldingInput {
  return {
    ticker,
    weightInput: { value },
    priceUsd: null,
    sector,
    signal: score === null ? null : { compositeScore: score, factors: FACTORS, session: SESSION },
    staleSince: null,
  };
}

function done(inputs: readonly HoldingInput[], candidates: readonly GapCandidate[] = []): Overlay {
  const result = overlay(inputs, candidates);
  if ('ok' in result) throw new Error(result.status);
  return result;
}

/** The tested holding among nine neutral ones: small below 5%, large from 20%. */
const SIZES = { small: 2, medium: 10, large: 30 } as const;
function judged(score: number, size: keyof typeof SIZES) {
  const others = Array.from({ length: 9 }, (_, i) => holding(`T${i}`, (100 - SIZES[size]) / 9, 50));
  return done([holding('A', SIZES[size], score), ...others]).holdings[0];
}

/** Scores near the labels' floors as well as anywhere, so that rounding to tenths decides some of them. */
function anyScore(random: Random): number {
  const floor = [31, 44, 56, 70][random.below(4)] ?? 0;
  return random.uniform() < 0.3 ? floor + 0.2 * (random.uniform() - 0.5) : 100 * random.uniform();
}

describe('portfolio overlay', () => {
  it.each([1, 2, 3, 8, 25])('agrees with a plain computation of %p random holdings, 200 times', (count) => {
    const random = new Random([count, 2, 1, 1], 0);
    const sector = (): string | null => (random.uniform() < 0.2 ? null : `S${random.below(6)}`);
    for (let round = 0; round < 200; round += 1) {
      const plain = Array.from({ length: count }, (_, i) => ({
        ticker: `T${i}`,
        amount: 1 + random.below(1000) ** 2,
        sector: sector(),
        score: i > 0 && random.uniform() < 0.2 ? null : anyScore(random),
      }));
      const candidates = Array.from({ length: 40 }, (_, i) => ({
        ticker: `T${i}`,
        sector: sector(),
        compositeScore: 60 + Math.round(400 * random.uniform()) / 10,
      }));
      const inputs = plain.map(({ ticker, amount, sector: own, score }) => holding(ticker, amount, score, own));
      const { holdings, actionItems, summary, unresolved, signalGaps: gaps } = done(inputs, candidates);
      const { meanCompositeScore, grade } = summary;
      const actions = actionItems.map(({ action, ticker }) => `${action} ${ticker}`);
      const shown = { holdings, actionItems: actions, meanCompositeScore, grade, unresolved };
      expect(differences(shown, plainOverlay(plain))).toEqual([]);
      expect(gaps).toEqual(plainGaps(plain, candidates));
    }
  });

  it('proposes nothing where no name is strong, and only strong names else', () => {
    expect(signalGaps([], [{ ticker: 'A', compositeScore: 69.94, sector: null }])).toEqual([]);
    expect(signalGaps([], [{ ticker: 'A', compositeScore: 69.95, sector: null }])).toEqual([
      { ticker: 'A', compositeScore: 69.95 },
    ]);
  });

  it.each([
    [80, 'small', 'svc_says_add', 'ADD'],
    [80, 'medium', 'svc_says_add', 'ADD'],
    [80, 'large', 'agree_hold', 'HOLD'],
    [60, 'small', 'svc_says_add', 'ADD'],
    [60, 'medium', 'agree_hold', 'HOLD'],
    [60, 'large', 'agree_hold', 'HOLD'],
    [50, 'small', 'agree_hold', 'HOLD'],
    [50, 'medium', 'agree_hold', 'HOLD'],
    [50, 'large', 'agree_hold', 'WATCH'],
    [40, 'small', 'svc_says_sell', 'WATCH'],
    [40, 'medium', 'svc_says_sell', 'CLOSE'],
    [40, 'large', 'svc_says_sell', 'CLOSE'],
    [10, 'small', 'svc_says_sell', 'CLOSE'],
    [10, 'medium', 'svc_says_sell', 'CLOSE'],
    [10, 'large', 'svc_says_sell', 'CLOSE'],
  ] as const)('maps a score of %p in a %s holding to %s, %s', (score, size, verdict, action) => {
    expect(judged(score, size)).toMatchObject({ verdict, action, signal: { compositeScore: score } });
  });

  it('lists actions by priority, then by weight, each with its reason', () => {
    const { actionItems } = done([
      holding('WATCHED', 30, 50),
      holding('ADDED', 10, 80),
      holding('HELD', 15, 50),
      holding('SOLD', 10, 40),
      holding('DUMPED', 35, 5),
    ]);
    expect(actionItems.map(({ action, ticker }) => `${action} ${ticker}`)).toEqual([
      'CLOSE DUMPED',
      'CLOSE SOLD',
      'ADD ADDED',
      'WATCH WATCHED',
    ]);
    expect(actionItems[0]?.reason).toBe('Strong Sell at 5 with 35% of the portfolio: the signal says sell.');
  });

  it('proposes the strongest names not held, at most two per sector, none in a full sector', () => {
    const candidate = (ticker: string, compositeScore: number, sector: string | null): GapCandidate => ({
      ticker,
      compositeScore,
      sector,
    });
    const { signalGaps } = done(
      [holding('BRK.B', 10, 90, 'Financials'), holding('XOM', 30, 50, 'Energy'), holding('MSFT', 60, 50, null)],
      [
        candidate('BRK.B', 99, 'Financials'),
        candidate('CVX', 98, 'Energy'),
        candidate('H1', 70, 'Health'),
        candidate('H2', 95, 'Health'),
        candidate('H3', 94, 'Health'),
        candidate('WEAK', 69.9, 'Utilities'),
        candidate('U1', 69.95, 'Utilities'),
        candidate('N1', 80, null),
        candidate('F1', 80, 'Financials'),
      ],
    );
    expect(signalGaps).toEqual([
      { ticker: 'H2', compositeScore: 95 },
      { ticker: 'H3', compositeScore: 94 },
      { ticker: 'F1', compositeScore: 80 },
      { ticker: 'N1', compositeScore: 80 },
      { ticker: 'U1', compositeScore: 69.95 },
    ]);
    expect(
      done(
        [holding('A', 1, 50)],
        Array.from({ length: 9 }, (_, i) => candidate(`S${i}`, 90, `S${i}`)),
      ).signalGaps,
    ).toHaveLength(5);
  });

  it.each([
    [100, 'A'],
    [70, 'A'],
    [69.96, 'A'],
    [69.9, 'B'],
    [56, 'B'],
    [55.9, 'C'],
    [44, 'C'],
    [43.9, 'D'],
    [31, 'D'],
    [30.9, 'F'],
    [0, 'F'],
  ])('grades an average of %p as %s', (score, grade) => expect(gradeOf(score)).toBe(grade));

  it('summarises by weight over the names with a signal, and returns the basis of the weights', () => {
    const inputs = [holding('A', 300, 80), holding('B', 100, 40), holding('X', 600, null)];
    expect(done(inputs)).toMatchObject({
      summary: { meanCompositeScore: 70, grade: 'A', weighting: 'value' },
      unresolved: ['X'],
    });
    expect(done(inputs).holdings.map(({ ticker, weightPct }) => [ticker, weightPct])).toEqual([
      ['A', 30],
      ['B', 10],
    ]);
    expect(done([{ ...holding('A', 1, 50), weightInput: {} }]).summary.weighting).toBe('equal');
    expect(done([{ ...holding('A', 1, 50), weightInput: { shares: 2 }, priceUsd: 3 }]).summary.weighting).toBe('value');
  });

  it('returns no_signals if nothing resolves, and passes refusals through', () => {
    expect(overlay([holding('A', 1, null)], [])).toMatchObject({ ok: false, status: 'no_signals', unresolved: ['A'] });
    expect(overlay([holding('A', 0, 50)], [])).toMatchObject({ ok: false, status: 'invalid_weight', ticker: 'A' });
  });

  it('orders actions of equal weight by the strength of the signal, then by ticker, whatever the order of the request', () => {
    const inputs = [
      ['D', 20],
      ['A', 20],
      ['C', 10],
      ['B', 20],
      ['E', 95],
      ['F', 90],
      ['G', 50],
    ].map(([ticker, score]) => holding(String(ticker), 1, Number(score)));
    for (const given of [inputs, [...inputs].reverse()]) {
      expect(done(given).actionItems.map(({ action, ticker }) => `${action} ${ticker}`)).toEqual([
        'CLOSE C',
        'CLOSE A',
        'CLOSE B',
        'CLOSE D',
        'ADD E',
        'ADD F',
      ]);
    }
  });

  it('lists stale holdings with the roll-up’s risk flags, as of the newest session of a signal', () => {
    const result = done([holding('A', 1, 60), { ...holding('DEAD', 1, 97.3), staleSince: '2005-10-18' }]);
    expect([result.asOf, result.stale]).toEqual([SESSION, ['DEAD']]);
    expect(result.riskFlags).toContain(
      "Prices end more than 5 sessions before the market's newest: DEAD on 2005-10-18.",
    );
    expect(result.riskFlags).toContain('A alone is 50% of the portfolio, above 25%.');
  });
});
