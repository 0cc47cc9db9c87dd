import type { DailyBars } from '../calendar/bars.js';
import type { ShareSplit, StreetInput } from './rating-actions.js';
import { forwardReturns, startBar } from './rating-windows.js';
import { at, finiteOrNull } from './series.js';
import { median } from './statistics.js';
import { TIE } from './ties.js';

/** Sessions that a price target has to be reached. */
const TARGET_SESSIONS = 252;

/** How price targets fared over 252 sessions; the rates are null if none is scored. */
export interface TargetRecord {
  readonly scoredCount: number;
  readonly hitRate: number | null;
  readonly medianImplied: number | null;
  readonly medianRealized: number | null;
}

/** A price target of `day` per share of today. */
export function splitAdjustedTarget(target: number, day: number, splits: readonly ShareSplit[]): number {
  return splits.reduce((price, split) => (split.day > day ? price / split.ratio : price), target);
}

/** Whether a session after `start` traded at the target: at or above one that is above the start, else at or below. */
function isReached({ high, low }: DailyBars, start: number, target: number, close: number): boolean {
  const isAbove = target > close;
  for (let i = start + 1; i <= start + TARGET_SESSIONS; i += 1) {
    if (isAbove ? at(high, i) >= target * (1 - TIE) : at(low, i) > 0 && at(low, i) <= target * (1 + TIE)) return true;
  }
  return false;
}

/** Price targets with 252 sessions after their start, on split-adjusted prices. */
export function targetRecord({ bars, splits, actions }: StreetInput): TargetRecord {
  const implied: number[] = [];
  const realized: number[] = [];
  let hits = 0;
  const forwardReturn = forwardReturns(bars.days);
  for (const { day, priceTarget } of actions) {
    const start = startBar(bars.days, day);
    const after = forwardReturn(bars.close, start, TARGET_SESSIONS);
    if (priceTarget === null || Number.isNaN(after)) continue;
    const target = splitAdjustedTarget(priceTarget, day, splits);
    const close = at(bars.close, start);
    implied.push(target / close - 1);
    realized.push(after);
    if (isReached(bars, start, target, close)) hits += 1;
  }
  return {
    scoredCount: implied.length,
    hitRate: implied.length === 0 ? null : hits / implied.length,
    medianImplied: finiteOrNull(median(Float64Array.from(implied))),
    medianRealized: finiteOrNull(median(Float64Array.from(realized))),
  };
}
