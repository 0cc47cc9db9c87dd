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
  /** Largest less smallest distance from p50 to p5 of the models that answer the same question, over their mean. */
  readonly disagreement: number;
}

/** Mean length of a block of days. */
const MEAN_BLOCK_DAYS = 10;

/** The models agree up to `close`, differ up to `moderate`, and disagree above. */
export const DISAGREEMENT = { close: 0.15, moderate: 0.4 } as const;

const STREAMS: Readonly<Record<ChallengeModel, number>> = { normal: 1, student_t: 2, stationary_bootstrap: 3 };

/** What is simulated once more, by other models. */
interface ChallengeInput {
  readonly history: JointHistory;
  readonly horizonDays: number;
  readonly paths: number;
  readonly seed: Seed;
  readonly shouldStop: ShouldStop;
}

/**
 * Compounds daily returns location + scale · draw, in antithetic pairs of paths, the other with location − scale ·
 * draw, since the draws are symmetric; a day cannot lose more than 100%. Null if stopped.
 */
function compounded(
  input: ChallengeInput,
  location: number,
  scale: number,
  fill: (draws: Float64Array) => void,
): Float64Array | null {
  const terminal = new Float64Array(input.paths);
  const draws = new Float64Array(input.horizonDays);
  const centre = 1 + location;
  for (let path = 0; path < input.paths; path += 2) {
    if (path % PATHS_PER_CHECK === 0 && input.shouldStop()) return null;
    fill(draws);
    let [value, opposite] = [1, 1];
    for (let day = 0; day < draws.length; day += 1) {
      const move = scale * (draws[day] as number);
      value *= Math.max(0, centre + move);
      opposite *= Math.max(0, centre - move);
    }
    terminal[path] = value;
    // Of an odd number of paths, the typed array drops the last.
    terminal[path + 1] = opposite;
  }
  return terminal;
}

function blockTerminal({ history, horizonDays, paths, seed, shouldStop }: ChallengeInput): Float64Array | null {
  const terminal = new Float64Array(paths);
  const sample = stationaryBlocks(history.days.length, MEAN_BLOCK_DAYS, new Random(seed, STREAMS.stationary_bootstrap));
  return wealthPaths(history, sample, horizonDays, { terminal, byDay: null }, shouldStop) ? terminal : null;
}

function rowOf(
  model: ChallengeModel,
  terminal: Float64Array,
  startValueUsd: number,
  degreesOfFreedom: number | null,
): ChallengeRow {
  const {
    terminal: { p5Pct, p50Pct },
    valueAtRisk,
  } = outcome(terminal, startValueUsd);
  return { model, p5Pct, p50Pct, valueAtRisk, degreesOfFreedom };
}

function challengeRows(input: ChallengeInput): ChallengeRow[] | null {
  const { history, seed } = input;
  const returns = portfolioReturns(history, history);
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

/** The lower tail: percentage points of the starting value from the median down to the 5% quantile. */
function tailOf({ p5Pct, p50Pct }: Pick<ChallengeRow, 'p5Pct' | 'p50Pct'>): number {
  return p50Pct - p5Pct;
}

function summaryOf(tails: readonly number[], disagreement: number, runTail: number, isConditioned: boolean): string {
  const points = (value: number): string => value.toFixed(1);
  const spread = `p5 between ${points(Math.min(...tails))} and ${points(Math.max(...tails))} points below p50`;
  const verdict =
    disagreement <= DISAGREEMENT.close
      ? 'they agree'
      : disagreement <= DISAGREEMENT.moderate
        ? 'they differ somewhat, so read the tail as a range'
        : 'they disagree, so the tail depends on the choice of model';
  const models = isConditioned ? `Models without regimes put ${spread}` : `The models put ${spread}`;
  return `${models}: ${verdict}${isConditioned ? `; this run, within its regime, puts it ${points(runTail)} below` : ''}.`;
}

/**
 * The same horizon by three other models of the whole common history: normal and Student's t daily returns of the
 * portfolio at its starting weights, compounded, and a stationary block bootstrap of the positions. The disagreement is
 * that of the tails, not of the losses: a loss also holds the drift, and is close to 0 for a portfolio of low risk. A
 * run conditioned on a regime answers a different question and is excluded from it. Student's row is missing if its
 * likelihood has no maximum. Null if stopped.
 */
export function modelChallenge(
  input: ChallengeInput,
  { terminal }: Outcome,
  isConditioned: boolean,
): ModelChallenge | null {
  const rows = challengeRows(input);
  if (rows === null) return null;
  const runTail = tailOf(terminal);
  const tails = [...rows.map(tailOf), ...(isConditioned ? [] : [runTail])];
  const centre = tails.reduce((sum, tail) => sum + tail, 0) / tails.length;
  const disagreement = centre > 0 ? (Math.max(...tails) - Math.min(...tails)) / centre : 0;
  return { rows, summary: summaryOf(tails, disagreement, runTail, isConditioned), disagreement };
}
