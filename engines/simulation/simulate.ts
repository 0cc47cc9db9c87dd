import { isoDate } from '../../calendar/days.js';
import { at } from '../series.js';
import { confidence, type Confidence, type DrawnState } from './confidence.js';
import { independentDays, pooledDays, regimeDays } from './day-samplers.js';
import { jointHistory, type Closes, type JointHistory, type Position, type ShortHistory } from './joint-history.js';
import { modelChallenge, type ModelChallenge } from './model-challenge.js';
import { cone, outcome, type ConePoint, type Outcome } from './outcome.js';
import { Random, seedText, type Seed } from './random.js';
import { fitRegimes, indexOfState, regimeDriftPct, shiftRiskPct, statePools, type RegimeFit, type RegimeReading, type RegimeState, type StatePools } from './regime.js';
import { wealthPaths, type DaySampler, type ShouldStop } from './wealth-paths.js';

/** How the days are drawn: independently of each other (null), by today's regime (`auto`), or all from the stressed state. */
export type RegimeMode = 'auto' | 'stressed' | null;

/** What to simulate. Bars may be views of shared memory; they are only read. */
export interface SimulationInput {
  readonly positions: readonly Position[];
  /** The market whose daily returns determine the regimes. */
  readonly benchmark: Closes;
  /** Whole sessions. */
  readonly horizonDays: number;
  readonly lookbackYears: number;
  readonly regime: RegimeMode;
  readonly seed: Seed;
}

export interface SimulationControl {
  readonly paths?: number;
  readonly shouldStop?: ShouldStop;
}

export interface SimulationRegime {
  /** State in which the simulated paths start. */
  readonly startState: RegimeState;
  readonly today: RegimeReading;
  /** Probability, 0 to 100, of leaving today's state within 21 sessions. */
  readonly shiftRiskPct: number;
  /** Mean terminal return from today's state less that from the long-run mix of states, percentage points. */
  readonly regimeDriftPct: number;
}

/** The sessions that all positions share. */
export interface HistoryUsed {
  readonly from: string;
  readonly to: string;
  readonly sessions: number;
}

export interface SimulationResult extends Outcome {
  /** Null if the benchmark's history has no regimes; only an unconditioned run is possible then. */
  readonly regime: SimulationRegime | null;
  readonly modelChallenge: ModelChallenge;
  readonly confidence: Confidence;
  readonly history: HistoryUsed;
  readonly cone: readonly ConePoint[];
  readonly seed: string;
}

/** The benchmark's history has no regimes, but the run requires one. */
export interface NoRegime {
  readonly ok: false;
  readonly status: 'no_regime';
  readonly message: string;
}

export interface Stopped {
  readonly ok: false;
  readonly status: 'stopped';
}

const SIMULATED_PATHS = 10_000;

const RUN_STREAM = 0;

interface Regimes {
  readonly fit: RegimeFit;
  readonly states: StatePools;
}

function regimesOf(history: JointHistory, { benchmark, lookbackYears }: SimulationInput): Regimes | null {
  const fit = fitRegimes(benchmark, lookbackYears);
  if (fit === null) return null;
  const states = statePools(history, fit);
  return states === null ? null : { fit, states };
}

function samplerOf(mode: RegimeMode, history: JointHistory, regimes: Regimes | null, random: Random): DaySampler | null {
  if (mode === null) return independentDays(history.days.length, random);
  if (regimes === null) return null;
  const { fit, states: { pools } } = regimes;
  if (mode === 'stressed') return pooledDays(pools[1], random);
  const { transition } = fit.hmm.parameters;
  return regimeDays({ start: indexOfState(fit.today.state), toStressed: [transition[0][1], transition[1][1]], pools }, random);
}

function regimeReport(history: JointHistory, { fit, states }: Regimes, { regime, horizonDays }: SimulationInput): SimulationRegime {
  return {
    startState: regime === 'stressed' ? 'stressed' : fit.today.state,
    today: fit.today,
    shiftRiskPct: shiftRiskPct(fit, fit.today.state),
    regimeDriftPct: regimeDriftPct(history, fit, states, horizonDays),
  };
}

function lastDayOf({ days }: JointHistory): number {
  return at(days, days.length - 1);
}

function historyUsed(history: JointHistory): HistoryUsed {
  return { from: isoDate(history.firstDay), to: isoDate(lastDayOf(history)), sessions: history.sessions };
}

function drawnStates(mode: RegimeMode, regimes: Regimes | null): DrawnState[] {
  if (mode === null || regimes === null) return [];
  const [calm, stressed] = regimes.states.own;
  const stressedDays: DrawnState = { state: 'stressed', ownDays: stressed };
  return mode === 'stressed' ? [stressedDays] : [{ state: 'calm', ownDays: calm }, stressedDays];
}

/**
 * Monte-Carlo distribution of a buy-and-hold portfolio over `horizonDays` sessions: each simulated day is one
 * historical day, the same for all positions, which preserves their joint moves. The same input gives the same result.
 *
 * Percentages are of the starting value; value at risk and its conditional mean at 95% are in USD, with losses
 * positive; the cone is in USD, from the last session of the history to the horizon; quantiles are of type 7. Returns a refusal if the positions
 * share fewer than 60 sessions, if there is no regime to condition on, or if `shouldStop` returns true; it is called
 * every 250 paths.
 */
export function simulate(
  input: SimulationInput,
  { paths = SIMULATED_PATHS, shouldStop = () => false }: SimulationControl = {},
): SimulationResult | ShortHistory | NoRegime | Stopped {
  const { horizonDays, regime: mode, seed } = input;
  const history = jointHistory(input.positions, input.lookbackYears);
  if ('ok' in history) return history;
  const regimes = regimesOf(history, input);
  const sample = samplerOf(mode, history, regimes, new Random(seed, RUN_STREAM));
  if (sample === null) {
    const message = 'The benchmark shares too little history with the positions to determine regimes.';
    return { ok: false, status: 'no_regime', message };
  }
  const values = { terminal: new Float64Array(paths), byDay: new Float32Array(paths * horizonDays) };
  if (!wealthPaths(history, sample, horizonDays, values, shouldStop)) return { ok: false, status: 'stopped' };
  const run = outcome(values.terminal, history.startValueUsd);
  const challenge = modelChallenge({ history, horizonDays, paths, seed, shouldStop }, run, mode !== null);
  if (challenge === null) return { ok: false, status: 'stopped' };
  return {
    ...run,
    regime: regimes === null ? null : regimeReport(history, regimes, input),
    modelChallenge: challenge,
    confidence: confidence(history, challenge, drawnStates(mode, regimes)),
    history: historyUsed(history),
    cone: cone(values.byDay, paths, history.startValueUsd, lastDayOf(history)),
    seed: seedText(seed),
  };
}
