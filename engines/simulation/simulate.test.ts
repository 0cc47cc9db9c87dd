import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { notFinite } from '../../test/independent/closeness.js';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf, type Row } from '../../test/independent/rows.js';
import { jointHistory, type Closes, type JointHistory } from './joint-history.js';
import { pooledDays } from './day-samplers.js';
import { outcome } from './outcome.js';
import { Random, seedOf } from './random.js';
import { expectedGrowth, fitRegimes, shiftRiskPct, statePools, type RegimeFit, type StatePools } from './regime.js';
import { simulate, type RegimeMode, type SimulationInput, type SimulationResult } from './simulate.js';
import { wealthPaths } from './wealth-paths.js';

const apple = barsOf(appleRows());
const seed = seedOf(new TextEncoder().encode('a request'));

/** Two years in which calm and stormy quarters alternate, ending in a calm one. */
function stormy(): Closes {
  const days = apple.days.subarray(0, 567);
  const draws = new Float64Array(days.length);
  new Random([3, 1, 4, 1], 0).fillNormal(draws);
  let close = 100;
  const adjClose = Float64Array.from(draws, (z, t) => {
    const isStorm = Math.floor(t / 63) % 2 === 1;
    close *= Math.exp(isStorm ? 0.022 * z - 0.001 : 0.006 * z + 0.001);
    return close;
  });
  return { days, adjClose };
}

const market = stormy();

function input(changes: Partial<SimulationInput> = {}): SimulationInput {
  return { positions: [{ ticker: 'MKT', valueUsd: 100_000, bars: market }], benchmark: market, horizonDays: 63, lookbackYears: 5, regime: null, seed, ...changes };
}

function done(given: SimulationInput, paths = 4000): SimulationResult {
  const result = simulate(given, { paths });
  if ('ok' in result) throw new Error(result.status);
  return result;
}

const width = ({ terminal: { p5Pct, p95Pct } }: SimulationResult): number => p95Pct - p5Pct;

function regimesOf(bars: Closes): { history: JointHistory; fit: RegimeFit; states: StatePools } {
  const history = jointHistory([{ ticker: 'MKT', valueUsd: 1, bars }], 5);
  const fit = fitRegimes(bars, 5);
  if ('ok' in history || fit === null) throw new Error('no regimes');
  const states = statePools(history, fit);
  if (states === null) throw new Error('no pools');
  return { history, fit, states };
}

describe('simulate', () => {
  it('returns the same for the same request and data, and something else for another seed', () => {
    for (const regime of [null, 'auto', 'stressed'] as const) {
      expect(done(input({ regime }), 500)).toEqual(done(input({ regime }), 500));
      expect(done(input({ regime, seed: [1, 2, 3, 4] }), 500).terminal).not.toEqual(done(input({ regime }), 500).terminal);
    }
  });

  it('tells the sessions it drew from, which a part of a year shortens', () => {
    const last = isoDate(market.days[market.days.length - 1] ?? 0);
    expect(done(input({ lookbackYears: 10 }), 300).history).toEqual({ from: isoDate(market.days[0] ?? 0), to: last, sessions: market.days.length });
    const short = done(input({ lookbackYears: 1.5 }), 300).history;
    expect([short.to, market.days.some((day) => isoDate(day) === short.from)]).toEqual([last, true]);
    expect([done(input({ lookbackYears: 1 }), 300), done(input({ lookbackYears: 2 }), 300)].map(({ history: { sessions } }) => Math.sign(sessions - short.sessions))).toEqual([-1, 1]);
  });

  it('is wider in stress than in today’s regime, and wider in today’s calm regime than in calm days only', () => {
    const { history, states } = regimesOf(market);
    const terminal = new Float64Array(4000);
    wealthPaths(history, pooledDays(states.pools[0], new Random(seed, 0)), 63, { terminal, byDay: null }, () => false);
    const { p5Pct, p95Pct } = outcome(terminal, 1).terminal;
    const [auto, stressed] = [done(input({ regime: 'auto' })), done(input({ regime: 'stressed' }))];
    expect(auto.regime).toMatchObject({ startState: 'calm', today: { state: 'calm' } });
    expect(stressed.regime).toMatchObject({ startState: 'stressed', today: { state: 'calm' } });
    expect(width(auto)).toBeGreaterThan(1.1 * (p95Pct - p5Pct));
    expect(width(stressed)).toBeGreaterThan(1.1 * width(auto));
    expect(stressed.expectedShortfall).toBeGreaterThan(auto.expectedShortfall);
  });

  it('reports the regime of an unconditioned run too', () => {
    expect(done(input(), 300).regime).toEqual({ ...done(input({ regime: 'auto' }), 300).regime });
  });

  it('computes the shift risk from the chain: 1 − the probability of staying for 21 sessions', () => {
    const { fit } = regimesOf(market);
    const stay = fit.hmm.parameters.transition[0][0];
    expect(shiftRiskPct(fit, 'calm')).toBeCloseTo(100 * (1 - Math.exp(21 * Math.log(stay))), 10);
    expect(done(input(), 300).regime?.shiftRiskPct).toBe(shiftRiskPct(fit, 'calm'));
  });

  it('has the exact mean growth of each start state and its drift, which a conditioned run samples', () => {
    const { history, fit, states } = regimesOf(market);
    const [calm, stressed] = expectedGrowth(history, fit, states, 63);
    const run = simulate(input({ regime: 'auto' }), { paths: 20_000 });
    if ('ok' in run) throw new Error(run.status);
    // Four standard errors of the mean; the spread is read off the run's own 5% to 95%.
    const error = width(run) / 3.29 / Math.sqrt(20_000);
    expect(Math.abs(run.terminal.meanPct - 100 * (calm - 1))).toBeLessThan(4 * error);
    const mix = fit.stationary[0] * calm + fit.stationary[1] * stressed;
    expect(run.regime?.regimeDriftPct).toBeCloseTo(100 * (calm - mix), 10);
    expect(calm).toBeGreaterThan(stressed);
  });

  it('ends its cone at the horizon, around the quantiles of the outcome', () => {
    const { cone, terminal } = done(input({ horizonDays: 20 }));
    expect(cone).toHaveLength(21);
    const last = cone.at(-1);
    expect([last?.p5, last?.p25, last?.p50, last?.p75, last?.p95].map((usd) => Math.round(((usd ?? 0) / 1000 - 100) * 1e4)))
      .toEqual([terminal.p5Pct, terminal.p25Pct, terminal.p50Pct, terminal.p75Pct, terminal.p95Pct].map((pct) => Math.round(pct * 1e4)));
    expect(cone.every(({ p5, p10, p25, p50, p75, p90, p95 }) => p5 <= p10 && p10 <= p25 && p25 <= p50 && p50 <= p75 && p75 <= p90 && p90 <= p95)).toBe(true);
  });

  it('dates its cone by the sessions of the exchange after the history', () => {
    const { cone, history } = done(input({ horizonDays: 5 }), 300);
    const monday = market.days.findIndex((day) => isoDate(day) === '2014-06-30');
    expect(monday).toBeGreaterThan(0);
    const cut = { days: market.days.subarray(0, monday + 1), adjClose: market.adjClose.subarray(0, monday + 1) };
    const shorter = done(input({ positions: [{ ticker: 'MKT', valueUsd: 1, bars: cut }], horizonDays: 5 }), 300);
    expect(cone[0]?.date).toBe(history.to);
    // Independence Day and a weekend lie between.
    expect(shorter.cone.map(({ day, date }) => `${day} ${date}`)).toEqual(['0 2014-06-30', '1 2014-07-01', '2 2014-07-02', '3 2014-07-03', '4 2014-07-07', '5 2014-07-08']);
  });

  it('names its seed, which is the digest of the content', () => {
    expect(done(input(), 300).seed).toBe(createHash('sha256').update('a request').digest('hex').slice(0, 32));
    expect(done(input({ seed: [1, -1, 0, 256] }), 300).seed).toBe('01000000ffffffff0000000000010000');
  });

  it('is consistent between USD and percent', () => {
    const [small, large] = [done(input(), 500), done(input({ positions: [{ ticker: 'MKT', valueUsd: 1e9, bars: market }] }), 500)];
    expect(large.terminal).toEqual(small.terminal);
    expect(large.valueAtRisk / small.valueAtRisk).toBeCloseTo(1e4, 6);
  });

  it('challenges itself: on independent normal days all models agree, and Student’s t is nearly normal', () => {
    const draws = new Float64Array(apple.days.length);
    new Random([2, 7, 1, 8], 0).fillNormal(draws);
    let close = 50;
    const calm: Closes = { days: apple.days, adjClose: Float64Array.from(draws, (z) => (close *= 1 + 0.0003 + 0.01 * z)) };
    const { modelChallenge: challenge, confidence, valueAtRisk } = done(input({ positions: [{ ticker: 'N', valueUsd: 100_000, bars: calm }] }), 10_000);
    expect(challenge.rows.map(({ model }) => model)).toEqual(['normal', 'student_t', 'stationary_bootstrap']);
    expect(challenge.rows[1]?.degreesOfFreedom).toBeGreaterThan(15);
    // A quantile's four standard errors, for the difference of two runs of 10,000 paths: 0.30 deviations.
    const deviation = 100_000 * 0.01 * Math.sqrt(63);
    expect(Math.abs((challenge.rows[0]?.valueAtRisk ?? 0) - valueAtRisk)).toBeLessThan(0.15 * deviation);
    expect(Math.abs((challenge.rows[1]?.valueAtRisk ?? 0) - valueAtRisk)).toBeLessThan(0.15 * deviation);
    expect(challenge.disagreement).toBeLessThan(0.15);
    expect(challenge.summary).toMatch(/^The models put the 95% loss between \$[\d,]+ and \$[\d,]+: they agree\.$/);
    expect(confidence.level).toBe('high');
  });

  it('explains in one sentence how a conditioned run differs from models without regimes', () => {
    const { modelChallenge: { summary } } = done(input({ regime: 'stressed' }), 500);
    expect(summary).toMatch(/^Models without regimes put .*; this run, within its regime, puts it at \$[\d,]+\.$/);
  });

  it('has low confidence in a short history, and names the ticker that causes a small overlap', () => {
    const young = { days: market.days.subarray(467), adjClose: market.adjClose.subarray(467) };
    const { confidence } = done(input({ positions: [{ ticker: 'MKT', valueUsd: 1, bars: market }, { ticker: 'NEW', valueUsd: 1, bars: young }] }), 500);
    expect(confidence.level).toBe('low');
    expect(confidence.reasons[0]).toBe('100 common sessions of history (ample from 756, fair from 252).');
    expect(confidence.reasons[1]).toBe('The positions share 17% of the longest history among them; NEW shortens it most.');
  });

  it('draws the most similar days for a stressed state that the common history lacks, and reports it', () => {
    const calmYear = { days: market.days.subarray(505), adjClose: market.adjClose.subarray(505) };
    const result = done(input({ positions: [{ ticker: 'CALM', valueUsd: 1, bars: calmYear }], regime: 'stressed' }), 500);
    expect(result.confidence.reasons).toContainEqual(expect.stringMatching(/^Only \d+ common sessions were stressed; the 20 most like it are drawn instead\.$/));
  });

  it('rejects too little common history with the ticker, and a regime that the benchmark lacks', () => {
    const young = { days: market.days.subarray(539), adjClose: market.adjClose.subarray(539) };
    const positions = [...input().positions, { ticker: 'IPO', valueUsd: 1, bars: young }];
    expect(simulate(input({ positions }))).toMatchObject({ ok: false, status: 'short_common_history', ticker: 'IPO', sessions: 28 });
    const constant = { days: market.days, adjClose: new Float64Array(market.days.length).fill(5) };
    expect(simulate(input({ benchmark: constant, regime: 'auto' }))).toMatchObject({ ok: false, status: 'no_regime' });
    expect(simulate(input({ benchmark: young, regime: 'stressed' }))).toMatchObject({ ok: false, status: 'no_regime' });
    expect(done(input({ benchmark: constant }), 300).regime).toBeNull();
  });

  it.each([1, 20, 60, 100])('stops at call %p of shouldStop', (stopAt) => {
    let calls = 0;
    const shouldStop = (): boolean => (calls += 1) >= stopAt;
    expect(simulate(input({ horizonDays: 5 }), { shouldStop })).toEqual({ ok: false, status: 'stopped' });
    expect(calls).toBe(stopAt);
  });

  const rows = appleRows().slice(0, 400);
  const everyTenth = (change: (row: Row) => Row): Row[] => rows.map((row, i) => (i % 10 === 7 ? change(row) : row));
  const HISTORIES: Readonly<Record<string, Row[]>> = {
    'real prices': rows,
    'constant prices': rows.map((row) => ({ ...row, adj: 7 })),
    'bars of zeros': everyTenth((row) => ({ ...row, adj: 0 })),
    'bars of NaN': everyTenth((row) => ({ ...row, adj: Number.NaN })),
    'a price that hardly ever moves': rows.map((row, i) => ({ ...row, adj: i < 390 ? 7 : row.adj })),
    'prices that halve and double': rows.map((row, i) => ({ ...row, adj: i % 2 === 0 ? 10 : 20 })),
  };

  it.each(Object.keys(HISTORIES).flatMap((name) => ([null, 'auto', 'stressed'] as RegimeMode[]).map((regime) => [name, regime] as const)))(
    'has no NaN or infinity on %s, conditioned on %p, and does not modify the bars',
    (name, regime) => {
      const bars = barsOf(HISTORIES[name] ?? []);
      const result = simulate(input({ positions: [{ ticker: 'X', valueUsd: 10, bars }], regime }), { paths: 300 });
      expect(result).not.toHaveProperty('ok');
      expect(notFinite(result)).toEqual([]);
      expect(bars).toEqual(barsOf(HISTORIES[name] ?? []));
    },
  );
});
