import { mean, sampleDeviation } from '../statistics.js';
import { stationaryBlocks } from './day-samplers.js';
import { portfolioReturns, type JointHistory } from './joint-history.js';
import { outcome, type Outcome } from './outcome.js';
import { Random, type Seed } from './random.js';
import { fitStudentT } from './student-t.js';
import { PATHS_PER_CHECK, wealthPaths, type ShouldStop } from './wealth-paths.js';

export type ChallengeModel = 'normal' | 'student_t' | 'stationary_bootstrap';

export interface ChallengeRow {
  readonly model: ChallengeModel;
  readonly p5Pct: number;
  readonly p50Pct: number;
  readonly valueAtRisk: number;
  /** Fitted degrees of freedom; null for the other models. */
  readonly degreesOfFreedom: number | null;
}

export interface ModelChallenge {
  readonly rows: readonly ChallengeRow[];
  /** One sentence on how far the models disagree. */
  readonly summary: string;
  /** Largest less smallest value at risk of the models that answer the same question, over their mean. */
  readonly disagreement: number;
}

/** Mean length of a block of days. */
const MEAN_BLOCK_DAYS = 10;

/** The models agree up to `close`, differ up to `moderate`, and disagree above. */
export const DISAGREEMENT = { close: 0.15, moderate: 0.4 } as const;

/** Lower bound for the mean value at risk as a share of the starting value, to avoid dividing by a tiny number. */
const SMALLEST_RISK_SHARE = 0.01;

const STREAMS: Readonly<Record<ChallengeModel, number>> = { normal: 1, student_t: 2, stationary_bootstrap: 3 };

interface ChallengeInput {
  readonly history: JointHistory;
  readonly horizonDays: number;
  readonly paths: number;
  readonly seed: Seed;
  readonly shouldStop: ShouldStop;
}

/** Compounds daily returns location + scale · draw; a day cannot lose more than 100%. Null if stopped. */
function compounded(input: ChallengeInput, location: number, scale: number, fill: (draws: Float64Array) => void): Float64Array | null {
  const terminal = new Float64Array(input.paths);
  const draws = new Float64Array(input.horizonDays);
  for (let path = 0; path < input.paths; path += 1) {
    if (path % PATHS_PER_CHECK === 0 && input.shouldStop()) return null;
    fill(draws);
    let value = 1;
    for (let day = 0; day < draws.length; day += 1) value *= Math.max(0, 1 + location + scale * (draws[day] as number));
    terminal[path] = value;
  }
  return terminal;
}

function blockTerminal({ history, horizonDays, paths, seed, shouldStop }: ChallengeInput): Float64Array | null {
  const terminal = new Float64Array(paths);
  const sample = stationaryBlocks(history.days.length, MEAN_BLOCK_DAYS, new Random(seed, STREAMS.stationary_bootstrap));
  return wealthPaths(history, sample, horizonDays, { terminal, byDay: null }, shouldStop) ? terminal : null;
}

function rowOf(model: ChallengeModel, terminal: Float64Array, startValueUsd: number, degreesOfFreedom: number | null): ChallengeRow {
  const { terminal: { p5Pct, p50Pct }, valueAtRisk } = outcome(terminal, startValueUsd);
  return { model, p5Pct, p50Pct, valueAtRisk, degreesOfFreedom };
}

function challengeRows(input: ChallengeInput): ChallengeRow[] | null {
  const { history, seed } = input;
  const returns = portfolioReturns(history);
  const [centre, deviation] = [mean(returns), sampleDeviation(returns)];
  const normals = new Random(seed, STREAMS.normal);
  const normal = compounded(input, centre, deviation, (draws) => normals.fillNormal(draws));
  if (normal === null) return null;
  const rows = [rowOf('normal', normal, history.startValueUsd, null)];
  const fit = fitStudentT(returns);
  if (fit !== null) {
    const students = new Random(seed, STREAMS.student_t);
    const studentT = compounded(input, fit.location, fit.scale, (draws) => students.fillStudentT(draws, fit.degrees));
    if (studentT === null) return null;
    rows.push(rowOf('student_t', studentT, history.startValueUsd, fit.degrees));
  }
  const blocks = blockTerminal(input);
  if (blocks === null) return null;
  rows.push(rowOf('stationary_bootstrap', blocks, history.startValueUsd, null));
  return rows;
}

function usd(value: number): string {
  const magnitude = `$${Math.abs(Math.round(value)).toLocaleString('en-US')}`;
  return Math.round(value) < 0 ? `a gain of ${magnitude}` : magnitude;
}

function summaryOf(risks: readonly number[], disagreement: number, run: Outcome, isConditioned: boolean): string {
  const spread = `between ${usd(Math.min(...risks))} and ${usd(Math.max(...risks))}`;
  const verdict =
    disagreement <= DISAGREEMENT.close
      ? 'they agree'
      : disagreement <= DISAGREEMENT.moderate
        ? 'they differ somewhat, so read the tail as a range'
        : 'they disagree, so the tail depends on the choice of model';
  const models = isConditioned ? `Models without regimes put the 95% loss ${spread}` : `The models put the 95% loss ${spread}`;
  return `${models}: ${verdict}${isConditioned ? `; this run, within its regime, puts it at ${usd(run.valueAtRisk)}` : ''}.`;
}

/**
 * The same horizon by three other models of the whole common history: normal and Student's t (maximum likelihood) daily
 * returns of the portfolio at its starting weights, compounded, and a stationary block bootstrap of the positions. A
 * run conditioned on a regime answers a different question and is excluded from the disagreement. Student's row is
 * missing if its likelihood has no maximum. Null if stopped.
 */
export function modelChallenge(input: ChallengeInput, run: Outcome, isConditioned: boolean): ModelChallenge | null {
  const rows = challengeRows(input);
  if (rows === null) return null;
  const risks = [...rows.map(({ valueAtRisk }) => valueAtRisk), ...(isConditioned ? [] : [run.valueAtRisk])];
  const centre = risks.reduce((sum, risk) => sum + risk, 0) / risks.length;
  const smallest = SMALLEST_RISK_SHARE * input.history.startValueUsd;
  const disagreement = (Math.max(...risks) - Math.min(...risks)) / Math.max(Math.abs(centre), smallest);
  return { rows, summary: summaryOf(risks, disagreement, run, isConditioned), disagreement };
}
