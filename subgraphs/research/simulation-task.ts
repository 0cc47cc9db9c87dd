import type { RegimeMode } from '../../engines/simulation/simulate.js';
import type { DailyBars } from '../../calendar/bars.js';

/** One history in the shared buffer: offsets of its days and closes, and their count. */
export interface SharedHistory {
  readonly ticker: string;
  readonly valueUsd: number;
  readonly daysAt: number;
  readonly closesAt: number;
  readonly length: number;
}

/** A worker's input: histories in one shared buffer, whose first word is the stop flag. */
export interface SimulationTask {
  readonly shared: SharedArrayBuffer;
  readonly positions: readonly SharedHistory[];
  readonly benchmark: SharedHistory;
  readonly horizonDays: number;
  readonly lookbackYears: number;
  readonly regime: RegimeMode;
  /** The newest stored session of the market, epoch day. */
  readonly newestSession: number;
}

export interface PricedPosition {
  readonly ticker: string;
  readonly valueUsd: number;
  readonly bars: DailyBars;
}

export type SimulationRequest = Pick<SimulationTask, 'horizonDays' | 'lookbackYears' | 'regime' | 'newestSession'>;

/** Index of the stop flag among the buffer's 32-bit words. */
export const STOP_WORD = 0;
const HEADER_BYTES = 8;
const BYTES_PER_BAR = 12;

/** Copies a simulation's input into shared memory, closes first so that they are aligned. */
export function simulationTask(
  positions: readonly PricedPosition[],
  benchmark: PricedPosition,
  request: SimulationRequest,
): SimulationTask {
  const all = [...positions, benchmark];
  const bars = all.reduce((sum, { bars: { days } }) => sum + days.length, 0);
  const shared = new SharedArrayBuffer(HEADER_BYTES + bars * BYTES_PER_BAR);
  let closesAt = HEADER_BYTES;
  let daysAt = HEADER_BYTES + bars * Float64Array.BYTES_PER_ELEMENT;
  const histories = all.map(({ ticker, valueUsd, bars: { days, adjClose } }) => {
    const history: SharedHistory = { ticker, valueUsd, daysAt, closesAt, length: days.length };
    new Float64Array(shared, closesAt, days.length).set(adjClose);
    new Int32Array(shared, daysAt, days.length).set(days);
    closesAt += adjClose.byteLength;
    daysAt += days.byteLength;
    return history;
  });
  const last = histories.pop();
  if (last === undefined) throw new Error('A simulation requires a benchmark.');
  return { shared, positions: histories, benchmark: last, ...request };
}

/** Views on a history in the shared buffer. */
export function viewsOf(
  shared: SharedArrayBuffer,
  { daysAt, closesAt, length }: SharedHistory,
): { readonly days: Int32Array; readonly adjClose: Float64Array } {
  return { days: new Int32Array(shared, daysAt, length), adjClose: new Float64Array(shared, closesAt, length) };
}
