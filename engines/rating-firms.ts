import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import type { RatingAction, StreetInput } from './rating-actions.js';
import { closeNear, forwardReturns, HORIZONS, startBar } from './rating-windows.js';
import { at } from './series.js';
import { TIE } from './ties.js';

/** One firm's calls: `beatRate` is `beatCount` over `scoredCount`, null if none is scored. */
export interface FirmRecord {
  readonly firm: string;
  readonly callCount: number;
  readonly scoredCount: number;
  readonly beatCount: number;
  readonly beatRate: number | null;
  readonly lastAction: string;
}

/** 1 for a call that the price outperforms the benchmark, −1 for one that it falls behind, 0 for no call. */
function directionOf({ action, toStance }: RatingAction): -1 | 0 | 1 {
  if (action === 'downgrade') return -1;
  return action === 'upgrade' || (action === 'initiation' && toStance === 'buy_like') ? 1 : 0;
}

/** Returns over three months minus the benchmark's over the same days; NaN if one of them is not complete. */
function excessReturns(bars: DailyBars, benchmark: DailyBars): (day: number) => number {
  const forwardReturn = forwardReturns(bars.days);
  return (day) => {
    const start = startBar(bars.days, day);
    const own = forwardReturn(bars.adjClose, start, HORIZONS.threeMonths);
    const before = closeNear(benchmark.days, benchmark.adjClose, at(bars.days, start));
    const after = closeNear(benchmark.days, benchmark.adjClose, at(bars.days, start + HORIZONS.threeMonths));
    return before > 0 && after > 0 ? own - (after / before - 1) : Number.NaN;
  };
}

/** All firms with an action, most calls first, then by name; named as in their newest action. */
export function firmRecords({ bars, benchmark, actions }: StreetInput): readonly FirmRecord[] {
  const excessReturn = benchmark === undefined ? () => Number.NaN : excessReturns(bars, benchmark);
  const firms = new Map<string, Omit<FirmRecord, 'beatRate'>>();
  for (const action of actions) {
    const known = firms.get(action.firmKey) ?? { callCount: 0, scoredCount: 0, beatCount: 0 };
    const direction = directionOf(action);
    const excess = direction === 0 ? Number.NaN : excessReturn(action.day);
    firms.set(action.firmKey, {
      firm: action.firm,
      callCount: known.callCount + Math.abs(direction),
      scoredCount: known.scoredCount + (Number.isNaN(excess) ? 0 : 1),
      beatCount: known.beatCount + (excess * direction > TIE ? 1 : 0),
      lastAction: isoDate(action.day),
    });
  }
  return [...firms.values()]
    .sort((one, other) => other.callCount - one.callCount || (one.firm < other.firm ? -1 : 1))
    .map((each) => ({ ...each, beatRate: each.scoredCount === 0 ? null : each.beatCount / each.scoredCount }));
}
