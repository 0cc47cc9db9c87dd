import { at } from '../series.js';
import { independentDays, regimeDays, weightedDays, type DaySampler } from './day-samplers.js';
import type { JointHistory } from './joint-history.js';
import type { Random } from './random.js';
import { stressedToday, type RegimeFit } from './regime.js';
import { sessionScales } from './session-scales.js';
import { centredGrowth, stateDays, type StateDays } from './state-days.js';
import type { GrowthTable } from './wealth-paths.js';

/**
 * How days are drawn: independently of each other (null), by today's regime and each position's own volatility
 * (`auto`), or all from the stressed state.
 */
export type RegimeMode = 'auto' | 'stressed' | null;

/** The regimes of the benchmark, and what the joint days are in each. */
export interface Regimes {
  readonly fit: RegimeFit;
  readonly states: StateDays;
  readonly growth: GrowthTable;
}

/** Null if the benchmark has no regimes, or shares too few days with the positions. */
export function regimesOf(history: JointHistory, fit: RegimeFit | null): Regimes | null {
  const states = fit === null ? null : stateDays(history, fit);
  return fit === null || states === null ? null : { fit, states, growth: centredGrowth(history, states) };
}

export interface Drawing {
  readonly table: GrowthTable;
  readonly sample: DaySampler;
}

function stressedDrawing(
  {
    states: {
      weights: [calm, stressed],
    },
    growth,
  }: Regimes,
  random: Random,
): Drawing {
  const rows = new Float64Array(calm.length + stressed.length);
  rows.set(stressed, calm.length);
  return { table: growth, sample: weightedDays(rows, random) };
}

/** Probability of stress in each simulated session, from today's filtered one. */
function stressedShares({ fit }: Regimes, horizonDays: number): Float64Array {
  const { transition } = fit.hmm.parameters;
  let share = stressedToday(fit);
  return Float64Array.from({ length: horizonDays }, () => {
    share = (1 - share) * transition[0][1] + share * transition[1][1];
    return share;
  });
}

/**
 * The chain moves from today's filtered probability of stress; each position moves as far as its own past forecasts.
 */
function autoDrawing(history: JointHistory, regimes: Regimes, horizonDays: number, random: Random): Drawing {
  const { fit, states, growth } = regimes;
  const { transition } = fit.hmm.parameters;
  const toStressed = [transition[0][1], transition[1][1]] as const;
  const shares = stressedShares(regimes, horizonDays);
  const chain = { firstStressed: at(shares, 0), toStressed, weights: states.weights };
  const scaling = sessionScales(history, growth, states, shares);
  return { table: { ...growth, scaling }, sample: regimeDays(chain, random) };
}

/** Null if the mode requires regimes that do not exist. */
export function drawingOf(
  mode: RegimeMode,
  history: JointHistory,
  regimes: Regimes | null,
  horizonDays: number,
  random: Random,
): Drawing | null {
  if (mode === null) return { table: history, sample: independentDays(history.days.length, random) };
  if (regimes === null) return null;
  return mode === 'stressed' ? stressedDrawing(regimes, random) : autoDrawing(history, regimes, horizonDays, random);
}
