import { independentDays, regimeDays, weightedDays, type DaySampler } from './day-samplers.js';
import type { JointHistory } from './joint-history.js';
import type { Random } from './random.js';
import { stressedToday, type RegimeFit } from './regime.js';
import { centredGrowth, stateDays, type StateDays } from './state-days.js';
import type { GrowthTable } from './wealth-paths.js';

/** How days are drawn: independently of each other (null), by today's regime (`auto`), or all from the stressed state. */
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

/** The chain moves from today's filtered probability of stress. */
function autoDrawing({ fit, states: { weights }, growth }: Regimes, random: Random): Drawing {
  const { transition } = fit.hmm.parameters;
  const toStressed = [transition[0][1], transition[1][1]] as const;
  const today = stressedToday(fit);
  const firstStressed = (1 - today) * toStressed[0] + today * toStressed[1];
  return { table: growth, sample: regimeDays({ firstStressed, toStressed, weights }, random) };
}

/** Null if the mode requires regimes that do not exist. */
export function drawingOf(
  mode: RegimeMode,
  history: JointHistory,
  regimes: Regimes | null,
  random: Random,
): Drawing | null {
  if (mode === null) return { table: history, sample: independentDays(history.days.length, random) };
  if (regimes === null) return null;
  return mode === 'stressed' ? stressedDrawing(regimes, random) : autoDrawing(regimes, random);
}
