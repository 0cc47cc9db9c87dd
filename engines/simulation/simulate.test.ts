import { describe, expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { notFinite } from '../../test/independent/closeness.js';
import { appleRows, externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { barsOf, readRows, type Row } from '../../test/independent/rows.js';
import { weightedDays } from './day-samplers.js';
import { regimesOf, type Regimes } from './drawing.js';
import { jointHistory, type Closes, type JointHistory } from './joint-history.js';
import { outcome } from './outcome.js';
import { Random } from './random.js';
import { fitRegimes, shiftRiskPct } from './regime.js';
import { simulate, type RegimeMode, type SimulationInput, type SimulationResult } from './simulate.js';
import { expectedGrowth } from './state-days.js';
import { wealthPaths } from './wealth-paths.js';

const apple = barsOf(appleRows());

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
  return {
    positions: [{ ticker: 'MKT', valueUsd: 100_000, bars: market }],
    benchmark: market,
    horizonDays: 63,
    lookbackYears: 5,
    regime: null,
    newestSession: market.days.at(-1) ?? 0,
    ...changes,
  };
}

function done(given: SimulationInput, paths = 4000): SimulationResult {
  const result = simulate(given, { paths });
  if ('ok' in result) throw new Error(result.status);
  return result;
}

const width = ({ terminal: { p5Pct, p95Pct } }: SimulationResult): number => p95Pct - p5Pct;

function marketRegimes(): Regimes & { readonly history: JointHistory } {
  const history = jointHistory([{ ticker: 'MKT', valueUsd: 1, bars: market }], 5);
  const regimes = 'ok' in history ? null : regimesOf(history, fitRegimes(market, 5));
  if ('ok' in history || regimes === null) throw new Error('no regimes');
  return { ...regimes, history };
}

describe('simulate', () => {
  it('returns the same for the same request and data, and something else for another seed', () => {
    for (const regime of [null, 'auto', 'stressed'] as const) {
      expect(done(input({ regime }), 500)).toEqual(done(input({ regime }), 500));
      const other = simulate(input({ regime }), { paths: 500, seed: [1, 2, 3, 4] });
      expect(other).toMatchObject({ seed: '01000000020000000300000004000000' });
      expect(other).not.toMatchObject({ terminal: done(input({ regime }), 500).terminal });
    }
  });

  const part = (ticker: string, valueUsd: number, bars: Closes = market): SimulationInput['positions'][number] => ({
    ticker,
    valueUsd,
    bars,
  });
  const other: Closes = { days: market.days, adjClose: apple.adjClose.subarray(0, market.days.length) };
  const pair = (first: number, second: number, changes: Partial<SimulationInput> = {}): SimulationInput =>
    input({ positions: [part('MKT', first), part('OTH', second, other)], ...changes });

  it('draws the same days whatever the order of the positions, and with a ticker given twice', () => {
    for (const regime of [null, 'auto'] as const) {
      const once = done(pair(6000, 4000, { regime }), 500);
      const [mkt, oth] = pair(6000, 4000).positions;
      if (mkt === undefined || oth === undefined) throw new Error('no pair');
      expect(done(input({ positions: [oth, mkt], regime }), 500)).toEqual(once);
      expect(done(input({ positions: [part('MKT', 2000), oth, part('MKT', 4000)], regime }), 500)).toEqual(once);
    }
  });

  it('draws the same days for other values, so that a dollar more changes next to nothing', () => {
    const [some, more] = [done(pair(6000, 4000)), done(pair(6001, 4000))];
    expect(more.seed).toBe(some.seed);
    expect(Math.abs(more.terminal.p5Pct - some.terminal.p5Pct)).toBeLessThan(0.01);
    expect(done(input({ positions: [part('MKT', 10_019)] })).terminal).toEqual(
      done(input({ positions: [part('MKT', 10_000)] })).terminal,
    );
  });

  it('draws other days for other data, another horizon, lookback or regime', () => {
    const changed = {
      days: market.days,
      adjClose: market.adjClose.map((close, i) => (i === 300 ? close * 1.0001 : close)),
    };
    const runs = [
      input(),
      input({ positions: [part('MKT', 1, changed)] }),
      input({ horizonDays: 62 }),
      input({ lookbackYears: 6 }),
      input({ regime: 'auto' }),
      input({ regime: 'stressed' }),
    ];
    expect(new Set(runs.map((run) => done(run, 300).seed)).size).toBe(runs.length);
    expect(done(input({ benchmark: changed, regime: 'auto' }), 300).seed).not.toBe(
      done(input({ regime: 'auto' }), 300).seed,
    );
  });

  (hasExternalData ? it : it.skip)('falls steadily from p5 of bonds to that of stocks', () => {
    const [spy, agg] = ['SPY', 'AGG'].map((name) => barsOf(readRows(externalFile('daily_etf_yahoo', `${name}.csv`))));
    if (spy === undefined || agg === undefined) throw new Error('no files');
    const p5 = Array.from(
      { length: 11 },
      (_, i) =>
        done(
          input({
            positions: [part('SPY', 4000 + 200 * i, spy), part('AGG', 6000 - 200 * i, agg)],
            benchmark: spy,
            horizonDays: 63,
          }),
          2000,
        ).terminal.p5Pct,
    );
    for (let i = 1; i < p5.length; i += 1) expect(p5[i]).toBeLessThan(p5[i - 1] ?? 0);
  });

  (hasExternalData ? it : it.skip)(
    'has one median in all models of ten skewed years of SPY, and trusts a calm portfolio',
    () => {
      const [spy, agg] = ['SPY', 'AGG'].map((name) =>
        barsOf(readRows(externalFile('daily_etf_yahoo', `${name}.csv`)).filter(({ date }) => date <= '2020-12-11')),
      );
      if (spy === undefined || agg === undefined) throw new Error('no files');
      const year = { benchmark: spy, horizonDays: 252, lookbackYears: 10, newestSession: spy.days.at(-1) ?? 0 };
      const {
        terminal,
        modelChallenge: { rows },
      } = done(input({ ...year, positions: [part('SPY', 10_000, spy)] }), 3000);
      // With the likelihood's own location the median of Student's t was 26.6%.
      for (const { p50Pct } of rows) expect(Math.abs(p50Pct - terminal.p50Pct)).toBeLessThan(1.5);
      const balanced = done(input({ ...year, positions: [part('SPY', 5000, spy), part('AGG', 5000, agg)] }));
      expect(balanced.modelChallenge.disagreement).toBeLessThan(0.15);
      // Years do not repeat often enough for more.
      expect([balanced.confidence.level, balanced.confidence.reasons[0]]).toEqual([
        'medium',
        expect.stringMatching(/too few to confirm p5/),
      ]);
      expect(balanced.confidence.reasons[1]).toMatch(/ample from/);
    },
  );

  it('tells the sessions it drew from, which a part of a year shortens', () => {
    const last = isoDate(market.days[market.days.length - 1] ?? 0);
    expect(done(input({ lookbackYears: 10 }), 300).history).toEqual({
      from: isoDate(market.days[0] ?? 0),
      to: last,
      sessions: market.days.length,
    });
    const short = done(input({ lookbackYears: 1.5 }), 300).history;
    expect([short.to, market.days.some((day) => isoDate(day) === short.from)]).toEqual([last, true]);
    expect(
      [done(input({ lookbackYears: 1 }), 300), done(input({ lookbackYears: 2 }), 300)].map(
        ({ history: { sessions } }) => Math.sign(sessions - short.sessions),
      ),
    ).toEqual([-1, 1]);
  });

  it('is wider in stress than in today’s regime, and wider in today’s calm regime than in calm days only', () => {
    const {
      growth,
      states: {
        weights: [calm],
      },
    } = marketRegimes();
    const terminal = new Float64Array(4000);
    wealthPaths(growth, weightedDays(calm, new Random([1, 2, 3, 4], 0)), 63, { terminal, byDay: null }, () => false);
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
    const { fit } = marketRegimes();
    const stay = fit.hmm.parameters.transition[0][0];
    expect(shiftRiskPct(fit, 'calm')).toBeCloseTo(100 * (1 - Math.exp(21 * Math.log(stay))), 10);
    expect(done(input(), 300).regime?.shiftRiskPct).toBe(shiftRiskPct(fit, 'calm'));
  });

  it('has the same mean in every mode, that of all days: a regime tells no drift', () => {
    const { fit, growth, states } = marketRegimes();
    const [calm] = expectedGrowth(growth, fit, states, 63);
    for (const regime of [null, 'auto', 'stressed'] as const) {
      const run = simulate(input({ regime }), { paths: 20_000 });
      if ('ok' in run) throw new Error(run.status);
      // Four standard errors of the mean; the spread is read off the run's own 5% to 95%.
      const error = width(run) / 3.29 / Math.sqrt(20_000);
      expect(Math.abs(run.terminal.meanPct - 100 * (calm - 1))).toBeLessThan(4 * error);
      expect(run.regime?.regimeDriftPct).toBeCloseTo(0, 9);
    }
  });

  it('states how well it knows p5 and p50', () => {
    const { terminal } = done(input(), 10_000);
    const again = simulate(input(), { paths: 10_000, seed: [9, 9, 9, 9] });
    if ('ok' in again) throw new Error(again.status);
    expect(Math.abs(again.terminal.p5Pct - terminal.p5Pct)).toBeLessThan(4 * Math.SQRT2 * terminal.p5StandardErrorPct);
    expect(terminal.p5StandardErrorPct).toBeLessThan(0.03 * (terminal.p50Pct - terminal.p5Pct));
    // Two years tell the mean of 63 days to about a third of the spread of one path.
    expect(terminal.p50StandardErrorPct / (width(done(input(), 10_000)) / 3.29)).toBeCloseTo(Math.sqrt(63 / 566), 1);
  });

  it('ends its cone at the horizon, around the quantiles of the outcome', () => {
    const { cone, terminal } = done(input({ horizonDays: 20 }));
    expect(cone).toHaveLength(21);
    const last = cone.at(-1);
    expect(
      [last?.p5, last?.p25, last?.p50, last?.p75, last?.p95].map((usd) => Math.round(((usd ?? 0) / 1000 - 100) * 1e4)),
    ).toEqual(
      [terminal.p5Pct, terminal.p25Pct, terminal.p50Pct, terminal.p75Pct, terminal.p95Pct].map((pct) =>
        Math.round(pct * 1e4),
      ),
    );
    expect([last?.p5Pct, last?.p50Pct, last?.p95Pct].map((pct) => Math.round((pct ?? 0) * 1e4))).toEqual(
      [terminal.p5Pct, terminal.p50Pct, terminal.p95Pct].map((pct) => Math.round(pct * 1e4)),
    );
    expect(
      cone.every(
        ({ p5, p10, p25, p50, p75, p90, p95 }) =>
          p5 <= p10 && p10 <= p25 && p25 <= p50 && p50 <= p75 && p75 <= p90 && p90 <= p95,
      ),
    ).toBe(true);
  });

  it('dates its cone by the sessions of the exchange after the history', () => {
    const { cone, history } = done(input({ horizonDays: 5 }), 300);
    const monday = market.days.findIndex((day) => isoDate(day) === '2014-06-30');
    expect(monday).toBeGreaterThan(0);
    const cut = { days: market.days.subarray(0, monday + 1), adjClose: market.adjClose.subarray(0, monday + 1) };
    const shorter = done(input({ positions: [{ ticker: 'MKT', valueUsd: 1, bars: cut }], horizonDays: 5 }), 300);
    expect(cone[0]?.date).toBe(history.to);
    // Independence Day and a weekend lie between.
    expect(shorter.cone.map(({ day, date }) => `${day} ${date}`)).toEqual([
      '0 2014-06-30',
      '1 2014-07-01',
      '2 2014-07-02',
      '3 2014-07-03',
      '4 2014-07-07',
      '5 2014-07-08',
    ]);
  });

  it('is consistent between USD and percent', () => {
    const [small, large] = [
      done(input(), 500),
      done(input({ positions: [{ ticker: 'MKT', valueUsd: 1e9, bars: market }] }), 500),
    ];
    expect(large.terminal).toEqual(small.terminal);
    expect(large.cone.map(({ p10Pct }) => p10Pct)).toEqual(small.cone.map(({ p10Pct }) => p10Pct));
    expect(large.valueAtRisk / small.valueAtRisk).toBeCloseTo(1e4, 6);
  });

  it('challenges itself: on independent normal days all models agree, and Student’s t is nearly normal', () => {
    const draws = new Float64Array(apple.days.length);
    new Random([2, 7, 1, 8], 0).fillNormal(draws);
    let close = 50;
    const calm: Closes = {
      days: apple.days,
      adjClose: Float64Array.from(draws, (z) => (close *= 1 + 0.0003 + 0.01 * z)),
    };
    const {
      modelChallenge: challenge,
      confidence,
      valueAtRisk,
    } = done(input({ positions: [{ ticker: 'N', valueUsd: 100_000, bars: calm }] }), 10_000);
    expect(challenge.rows.map(({ model }) => model)).toEqual(['normal', 'student_t', 'stationary_bootstrap']);
    expect(challenge.rows[1]?.degreesOfFreedom).toBeGreaterThan(15);
    // A quantile's four standard errors, for the difference of two runs of 10,000 paths: 0.30 deviations.
    const deviation = 100_000 * 0.01 * Math.sqrt(63);
    expect(Math.abs((challenge.rows[0]?.valueAtRisk ?? 0) - valueAtRisk)).toBeLessThan(0.15 * deviation);
    expect(Math.abs((challenge.rows[1]?.valueAtRisk ?? 0) - valueAtRisk)).toBeLessThan(0.15 * deviation);
    expect(challenge.disagreement).toBeLessThan(0.15);
    expect(challenge.summary).toMatch(/^The models put p5 between [\d.]+ and [\d.]+ points below p50: they agree\.$/);
    expect([confidence.level, confidence.reasons[0]]).toEqual([
      'medium',
      expect.stringMatching(/too few to confirm p5/),
    ]);
    expect(confidence.reasons[1]).toMatch(/ample from/);
  });

  it('explains in one sentence how a conditioned run differs from models without regimes', () => {
    const {
      modelChallenge: { summary },
    } = done(input({ regime: 'stressed' }), 500);
    expect(summary).toMatch(/^Models without regimes put .*; this run, within its regime, puts it [\d.]+ below\.$/);
  });

  it('has low confidence in a short history, and names the ticker that causes a small overlap', () => {
    const young = { days: market.days.subarray(467), adjClose: market.adjClose.subarray(467) };
    const { confidence } = done(pair(1, 1, { positions: [part('MKT', 1), part('NEW', 1, young)] }), 500);
    expect(confidence.level).toBe('low');
    expect(confidence.reasons[0]).toBe('100 common sessions of history (ample from 756, fair from 252).');
    expect(confidence.reasons[1]).toBe(
      'The positions share 17% of the longest history among them; NEW shortens it most.',
    );
  });

  it('draws the most similar days for a stressed state that the common history lacks, and reports it', () => {
    const calmYear = { days: market.days.subarray(505), adjClose: market.adjClose.subarray(505) };
    const result = done(
      input({ positions: [{ ticker: 'CALM', valueUsd: 1, bars: calmYear }], regime: 'stressed' }),
      500,
    );
    expect(result.confidence.reasons).toContainEqual(
      expect.stringMatching(/^Only \d+ common sessions were stressed; the 20 most like it are drawn instead\.$/),
    );
  });

  it('rejects too little common history with the ticker, and a regime that the benchmark lacks', () => {
    const young = { days: market.days.subarray(539), adjClose: market.adjClose.subarray(539) };
    const positions = [...input().positions, { ticker: 'IPO', valueUsd: 1, bars: young }];
    expect(simulate(input({ positions }))).toMatchObject({
      ok: false,
      status: 'short_common_history',
      ticker: 'IPO',
      sessions: 28,
    });
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

  it.each(
    Object.keys(HISTORIES).flatMap((name) =>
      ([null, 'auto', 'stressed'] as RegimeMode[]).map((regime) => [name, regime] as const),
    ),
  )('has no NaN or infinity on %s, conditioned on %p, and does not modify the bars', (name, regime) => {
    const bars = barsOf(HISTORIES[name] ?? []);
    const result = simulate(input({ positions: [{ ticker: 'X', valueUsd: 10, bars }], regime }), { paths: 300 });
    expect(result).not.toHaveProperty('ok');
    expect(notFinite(result)).toEqual([]);
    expect(bars).toEqual(barsOf(HISTORIES[name] ?? []));
  });
});
