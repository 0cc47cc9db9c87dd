import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { cardSums, joinSums, type CardSums, type Resolved } from '../../engines/model-card/card-sums.js';
import { fillCells as fillGroup, type CardSecurity, type Cells } from '../../engines/model-card/cells.js';
import { modelCard, type ModelCard } from '../../engines/model-card/model-card.js';
import { promiseLedger, type LedgerInput, type PromiseLedger } from '../../engines/promises/ledger.js';
import { simulate } from '../../engines/simulation/simulate.js';
import { STOP_WORD, viewsOf, type SimulationTask } from './simulation-task.js';

/* Entry points that Piscina calls in a worker thread. */

// Requests take priority over studies. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux' && !isMainThread) setPriority(0, constants.priority.PRIORITY_LOW);

/** Runs one simulation. */
export function runSimulation({
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

/** Securities to fill the cells of, from a place on. */
export interface FillTask {
  readonly cells: Cells;
  readonly from: number;
  readonly securities: readonly CardSecurity[];
}

/** Fills the cells of some securities, in shared memory. */
export function fillCells({ cells, from, securities }: FillTask): void {
  fillGroup(cells, from, securities);
}

/** The sums of all cells. */
export function sumCells({ cells, window }: { readonly cells: Cells; readonly window: Resolved }): CardSums {
  return cardSums(cells, window);
}

/** The card of the sums of consecutive spans. */
export function cardOf(parts: readonly CardSums[]): ModelCard {
  return modelCard(joinSums(parts));
}

/** The promises of a company's calls. */
export function ledgerOfCalls(input: LedgerInput): PromiseLedger {
  return promiseLedger(input);
}
