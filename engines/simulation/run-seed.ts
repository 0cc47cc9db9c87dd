import { lowerBound } from '../series.js';
import { yearsBack } from '../../calendar/days.js';
import type { Closes, JointHistory } from './joint-history.js';
import { seedOf, type Seed } from './random.js';

/** What a run's random numbers depend on, beside the data. */
export interface SeededRun {
  readonly tickers: readonly string[];
  readonly horizonDays: number;
  readonly lookbackYears: number;
  readonly regime: string | null;
}

/** The benchmark's part of the lookback; copied, because it may be in shared memory. */
function windowOf({ days, adjClose }: Closes, years: number): readonly NodeJS.ArrayBufferView[] {
  const last = days[days.length - 1];
  const from = last === undefined ? 0 : lowerBound(days, yearsBack(last, years));
  return [days.slice(from), adjClose.slice(from)];
}

/**
 * Seed from the data that the days are drawn from and from what is asked, but not from the positions' values:
 * portfolios of the same names are simulated on the same days (common random numbers), so that their difference is not
 * noise.
 *
 * Source: P. Glasserman, Monte Carlo Methods in Financial Engineering (2004), 4.
 */
export function runSeed(run: SeededRun, { days, factors }: JointHistory, benchmark: Closes): Seed {
  const asked = new TextEncoder().encode(JSON.stringify([run.tickers, run.horizonDays, run.lookbackYears, run.regime]));
  return seedOf(asked, days, factors, ...(run.regime === null ? [] : windowOf(benchmark, run.lookbackYears)));
}
