import { isoDate } from '../../calendar/days.js';
import { stalenessAt } from '../../calendar/staleness.js';
import { at } from '../series.js';
import {
  confidence,
  type Confidence,
  type DrawnState,
  type StalePositions,
  type TestedQuantile,
} from './confidence.js';
import { drawingOf, regimesOf, type RegimeMode, type Regimes } from './drawing.js';
import {
  jointHistory,
  mergedPositions,
  type Closes,
  type JointHistory,
  type Position,
  type ShortHistory,
} from './joint-history.js';
import { modelChallenge, type ModelChallenge } from './model-challenge.js';
import { cone, outcome, type ConePoint, type Outcome } from './outcome.js';
import { breachRecord } from './past-breaches.js';
import { Random, seedText, type Seed } from './random.js';
import { fitRegimes, shiftRiskPct, type RegimeReading, type RegimeState } from './regime.js';
import { runSeed } from './run-seed.js';
import { standardErrors, type StandardErrors } from './standard-errors.js';
import { regimeDriftPct } from './state-days.js';
import { wealthPaths, type ShouldStop } from './wealth-paths.js';

export type { RegimeMode } from './drawing.js';

/** What to simulate. Bars may be views of shared memory; they are only read. */
export interface SimulationInput {
  readonly positions: readonly Position[];
  /** The market whose daily returns determine the regimes. */
  readonly benchmark: Closes;
  /** Whole sessions. */
  readonly horizonDays: number;
  readonly lookbackYears: number;
  readonly regime: RegimeMode;
  /** The newest stored session of the market (epoch day); positions that ended long before it are stale. */
  readonly newestSession: number;
}

export interface SimulationControl {
  readonly paths?: number;
  readonly shouldStop?: ShouldStop;
  /** Other random numbers than those of the data. */
  readonly seed?: Seed;
}

export interface SimulationRegime {
  /** Today's reported state, or `stressed` if that is forced. */
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

type Terminal = Outcome['terminal'] & { readonly p5StandardErrorPct: number; readonly p50StandardErrorPct: number };

export interface SimulationResult extends Outcome {
  readonly terminal: Terminal;
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

function regimeReport({ fit, states, growth }: Regimes, { regime, horizonDays }: SimulationInput): SimulationRegime {
  return {
    startState: regime === 'stressed' ? 'stressed' : fit.today.state,
    today: fit.today,
    shiftRiskPct: shiftRiskPct(fit, fit.today.state),
    regimeDriftPct: regimeDriftPct(growth, fit, states, horizonDays),
  };
}

function lastDayOf({ days }: JointHistory): number {
  return at(days, days.length - 1);
}

function historyUsed(history: JointHistory): HistoryUsed {
  return { from: isoDate(at(history.startDays, 0)), to: isoDate(lastDayOf(history)), sessions: history.sessions };
}

function drawnStates(mode: RegimeMode, regimes: Regimes | null): DrawnState[] {
  if (mode === null || regimes === null) return [];
  const [calm, stressed] = regimes.states.own;
  const stressedDays: DrawnState = { state: 'stressed', ownDays: stressed };
  return mode === 'stressed' ? [stressedDays] : [{ state: 'calm', ownDays: calm }, stressedDays];
}

function testedQuantile(
  history: JointHistory,
  regimes: Regimes | null,
  { terminal: { p5Pct } }: Outcome,
  input: SimulationInput,
): TestedQuantile | null {
  if (input.regime === 'stressed') return null;
  const { plain, auto } = breachRecord({ ...input, history, p5Pct, regime: input.regime });
  return input.regime === 'auto' ? { own: auto, auto: null } : { own: plain, auto: regimes === null ? null : auto };
}

function stalePositions(positions: readonly Position[], newestSession: number): StalePositions {
  const ended = positions.map(({ ticker, bars: { days } }) => ({ ticker, lastDay: at(days, days.length - 1) }));
  const isStale = stalenessAt(newestSession);
  return { positions: ended.filter(({ lastDay }) => isStale(lastDay)), newestSession };
}

function withErrors(terminal: Outcome['terminal'], { p5Pct, p50Pct }: StandardErrors): Terminal {
  return { ...terminal, p5StandardErrorPct: p5Pct, p50StandardErrorPct: p50Pct };
}

/**
 * Monte-Carlo distribution of a buy-and-hold portfolio over `horizonDays` sessions: each simulated day is one
 * historical day, the same for all positions, which preserves their joint moves. The same data and request give the
 * same result, and portfolios of the same positions are simulated on the same days, whatever their values.
 *
 * Percentages are of the starting value; value at risk and its conditional mean at 95% are in USD, with losses
 * positive; the cone is in USD and percent, from the last session of the history to the horizon; quantiles are of type
 * 7. Returns a refusal if the positions share fewer than 60 sessions, if there is no regime to condition on, or if
 * `shouldStop` returns true; it is called every 250 paths.
 */
export function simulate(
  input: SimulationInput,
  { paths = SIMULATED_PATHS, shouldStop = () => false, seed: givenSeed }: SimulationControl = {},
): SimulationResult | ShortHistory | NoRegime | Stopped {
  const { benchmark, horizonDays, lookbackYears, regime: mode, newestSession } = input;
  const positions = mergedPositions(input.positions);
  const history = jointHistory(positions, lookbackYears);
  if ('ok' in history) return history;
  const tickers = positions.map(({ ticker }) => ticker);
  const seed = givenSeed ?? runSeed({ tickers, horizonDays, lookbackYears, regime: mode }, history, benchmark);
  const regimes = regimesOf(history, fitRegimes(benchmark, lookbackYears));
  const drawing = drawingOf(mode, history, regimes, horizonDays, new Random(seed, RUN_STREAM));
  if (drawing === null) {
    const message = 'The benchmark shares too little history with the positions to determine regimes.';
    return { ok: false, status: 'no_regime', message };
  }
  const values = { terminal: new Float64Array(paths), byDay: new Float32Array(paths * horizonDays) };
  if (!wealthPaths(drawing.table, drawing.sample, horizonDays, values, shouldStop))
    return { ok: false, status: 'stopped' };
  const run = outcome(values.terminal, history.startValueUsd);
  const challenge = modelChallenge({ history, horizonDays, paths, seed, shouldStop }, run, mode !== null);
  if (challenge === null) return { ok: false, status: 'stopped' };
  const drawn = drawnStates(mode, regimes);
  const tested = testedQuantile(history, regimes, run, input);
  return {
    ...run,
    terminal: withErrors(run.terminal, standardErrors(values.terminal, history, horizonDays, run.terminal.p50Pct)),
    regime: regimes === null ? null : regimeReport(regimes, input),
    modelChallenge: challenge,
    confidence: confidence({ history, challenge, drawn, tested, stale: stalePositions(positions, newestSession) }),
    history: historyUsed(history),
    cone: cone(values.byDay, paths, history.startValueUsd, lastDayOf(history)),
    seed: seedText(seed),
  };
}
