import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { MarkFacts } from '../../engines/private-marks/components.js';
import type { Market } from '../../engines/private-marks/market-move.js';
import { privateMarks, type PrivateMark } from '../../engines/private-marks/private-mark.js';
import { tapeEvents, type TapeEvent } from '../../engines/secondary-tape.js';

// Requests take priority. Only Linux sets the priority per thread; elsewhere it is per process.
if (process.platform === 'linux' && !isMainThread) setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** What is known of the companies on a day. */
export interface BoardTask {
  readonly today: number;
  readonly market: Market;
  readonly companies: readonly (MarkFacts & { readonly hasEnded: boolean })[];
}

/** A company's part of the board. */
export interface BoardEntry {
  readonly mark: PrivateMark | null;
  readonly events: readonly TapeEvent[];
}

/** The marks and events of all companies, in order; the entry of a worker thread. */
export function computeBoard({ today, market, companies }: BoardTask): readonly BoardEntry[] {
  const marks = privateMarks(companies, market, today);
  return companies.map(({ hasEnded, prints, valuations }, place) => ({
    mark: hasEnded ? null : (marks[place] ?? null),
    events: tapeEvents(prints, valuations, today),
  }));
}
