import { describe, expect, it } from '@jest/globals';
import { appleRows } from '../../test/independent/datasets.js';
import { barsOf } from '../../test/independent/rows.js';
import { plainForecasts } from '../../test/independent/volatility-forecast.js';
import { drawingOf, regimesOf, type Drawing, type Regimes } from './drawing.js';
import { jointHistory, type Closes, type JointHistory } from './joint-history.js';
import { Random } from './random.js';
import { fitRegimes, stressedToday } from './regime.js';
import { wealthPaths } from './wealth-paths.js';

const HORIZON = 40;
const YEARS = 2;

interface World {
  readonly history: JointHistory;
  readonly regimes: Regimes;
  readonly drawing: Drawing;
}

function worldOf(parts: readonly Closes[], seed = 1, horizon = HORIZON): World {
  const history = jointHistory(
    parts.map((bars, i) => ({ ticker: `T${i}`, valueUsd: i + 1, bars })),
    YEARS,
  );
  if ('ok' in history) throw new Error(history.message);
  const regimes = regimesOf(history, fitRegimes(parts[0] as Closes, YEARS));
  const drawing = drawingOf('auto', history, regimes, horizon, new Random([seed, 2, 3, 4], 0));
  if (regimes === null || drawing === null) throw new Error('no regimes');
  return { history, regimes, drawing };
}

const apple = (): Closes => barsOf(appleRows());

/** A share that moved by 3% a day for years, and by 0.5% in the last quarter, on the days of another. */
function calmedDown({ days }: Closes): Closes {
  const draws = new Float64Array(days.length);
  new Random([2, 7, 1, 8], 0).fillNormal(draws);
  let close = 50;
  return { days, adjClose: draws.map((z, i) => (close *= 1 + 0.0004 + z * (i > days.length - 63 ? 0.005 : 0.03))) };
}

/** Growth of each session, moments of which are known: the chain's share of stress by hand, then the scaled days. */
function moments(
  { history, regimes, drawing: { table } }: World,
  position: number,
  session: number,
): { mean: number; variance: number } {
  const { transition } = regimes.fit.hmm.parameters;
  let stressed = stressedToday(regimes.fit);
  for (let day = 0; day <= session; day += 1)
    stressed = stressed * transition[1][1] + (1 - stressed) * transition[0][1];
  const days = history.days.length;
  const rows = [0, 1].flatMap((state) =>
    Array.from({ length: days }, (_, day) => {
      const growth = table.factors[(state * days + day) * table.stride + position] ?? NaN;
      const centre = table.scaling?.means[position] ?? NaN;
      const scale = table.scaling?.scales[session * table.stride + position] ?? NaN;
      const share = (state === 1 ? stressed : 1 - stressed) * (regimes.states.weights[state as 0 | 1][day] ?? NaN);
      return { growth: centre + scale * (growth - centre), share };
    }),
  );
  const mean = rows.reduce((sum, { growth, share }) => sum + share * growth, 0);
  return { mean, variance: rows.reduce((sum, { growth, share }) => sum + share * (growth - mean) ** 2, 0) };
}

function returnsOf({ history }: World, position: number): number[] {
  return Array.from(history.days, (_, row) => (history.factors[row * history.stride + position] ?? NaN) - 1);
}

describe('scales of the sessions under auto', () => {
  it('give each position, in each session, the variance that its own past forecasts, and leave its mean', () => {
    const world = worldOf([apple(), calmedDown(apple())]);
    for (const position of [0, 1]) {
      const returns = returnsOf(world, position);
      const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
      plainForecasts(returns, HORIZON).forEach((forecast, session) => {
        const found = moments(world, position, session);
        expect(found.variance / forecast).toBeCloseTo(1, 9);
        expect(found.mean - 1).toBeCloseTo(mean, 12);
      });
    }
  });

  it('lower the moves of a share that has calmed down, least at the end of the horizon, and not those of another', () => {
    const {
      drawing: { table },
    } = worldOf([apple(), calmedDown(apple())], 1, 252);
    const scaleOf = (session: number, position: number): number =>
      table.scaling?.scales[session * table.stride + position] ?? NaN;
    expect(scaleOf(0, 1)).toBeLessThan(0.7);
    expect(scaleOf(251, 1)).toBeGreaterThan(scaleOf(0, 1));
    expect(scaleOf(0, 0)).toBe(worldOf([apple()], 1, 252).drawing.table.scaling?.scales[0]);
  });

  it('are what the paths are multiplied by', () => {
    const {
      history,
      drawing: { table },
    } = worldOf([apple(), calmedDown(apple())]);
    const drawn = [3, history.days.length + 5, 17];
    const terminal = new Float64Array(1);
    wealthPaths(
      table,
      (rows, session) => rows.fill(drawn[session] ?? 0),
      drawn.length,
      { terminal, byDay: null },
      () => false,
    );
    const plain = [0, 1].map((position) =>
      drawn.reduce((value, row, session) => {
        const centre = table.scaling?.means[position] ?? NaN;
        const move = (table.factors[row * table.stride + position] ?? NaN) - centre;
        return value * (centre + move * (table.scaling?.scales[session * table.stride + position] ?? NaN));
      }, table.weights[position] ?? NaN),
    );
    // The moves are single-precision numbers.
    expect(terminal[0]).toBeCloseTo((plain[0] ?? NaN) + (plain[1] ?? NaN), 9);
  });

  /** AAPL's days with a last one of this growth. */
  function endingWith(growth: number): Closes {
    const { days, adjClose } = apple();
    return {
      days,
      adjClose: adjClose.map((close, i) => (i < adjClose.length - 1 ? close : (adjClose[i - 1] ?? NaN) * growth)),
    };
  }

  function terminals({ drawing: { table, sample } }: World): Float64Array {
    const terminal = new Float64Array(4000);
    wealthPaths(table, sample, 21, { terminal, byDay: null }, () => false);
    return terminal.sort();
  }

  it('put p5 lower after a larger crash, and leave something of a position whatever a move is scaled to', () => {
    const runs = [0.9, 0.7, 0.4].map((growth) => worldOf([apple(), endingWith(growth)], 1, 21));
    const p5 = runs.map((world) => terminals(world)[200] ?? NaN);
    expect(p5).toEqual([...p5].sort((a, b) => b - a));
    expect(runs.map(({ drawing: { table } }) => table.scaling?.isFloored)).toEqual([false, false, true]);
    expect(terminals(runs[2] as World)[0]).toBeGreaterThan(0);
  });

  it('give the same paths in the plain loops as in the unrolled ones', () => {
    const world = worldOf([apple(), calmedDown(apple())], 1, 21);
    const { table } = world.drawing;
    const unrolled = terminals(world);
    const scaling = table.scaling === undefined ? undefined : { ...table.scaling, isFloored: true };
    const plain = terminals({
      ...world,
      drawing: {
        table: { ...table, ...(scaling && { scaling }) },
        sample: worldOf([apple(), calmedDown(apple())], 1, 21).drawing.sample,
      },
    });
    unrolled.forEach((value, path) => expect(plain[path]).toBeCloseTo(value, 12));
  });

  it('change nothing for a price that stands still', () => {
    const { days, adjClose } = apple();
    const {
      drawing: { table },
    } = worldOf([
      { days, adjClose },
      { days, adjClose: adjClose.map(() => 7) },
    ]);
    for (let row = 0; row < table.factors.length / table.stride; row += 1) {
      const centre = table.scaling?.means[1] ?? NaN;
      const move = (table.factors[row * table.stride + 1] ?? NaN) - centre;
      expect(centre + (table.scaling?.scales[1] ?? NaN) * move).toBeCloseTo(1, 12);
    }
  });
});
