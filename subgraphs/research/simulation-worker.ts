import { constants, setPriority } from 'node:os';
import { simulate } from '../../engines/simulation/simulate.js';
import { STOP_WORD, viewsOf, type SimulationTask } from './simulation-task.js';

// Requests take priority over simulations. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

/** Runs one simulation; Piscina calls it in a worker thread. */
// ts-unused-exports:disable-next-line
export function run({
  shared,
  positions,
  benchmark,
  horizonDays,
  lookbackYears,
  regime,
  newestSession,
}: SimulationTask): ReturnType<typeof simulate> {
  const flags = new Int32Array(shared, 0, 1);
  const input = {
    positions: positions.map((position) => ({
      ticker: position.ticker,
      valueUsd: position.valueUsd,
      bars: viewsOf(shared, position),
    })),
    benchmark: viewsOf(shared, benchmark),
    horizonDays,
    lookbackYears,
    regime,
    newestSession,
  };
  return simulate(input, { shouldStop: () => Atomics.load(flags, STOP_WORD) === 1 });
}
