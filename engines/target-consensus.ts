import { yearsBack } from '../calendar/days.js';
import type { RatingAction, ShareSplit } from './rating-actions.js';
import { splitAdjustedTarget } from './rating-targets.js';
import { finiteOrNull } from './series.js';
import { mean, median } from './statistics.js';

/** Years after which a target has run out: firms set them for twelve months. */
const WINDOW_YEARS = 1;

/** USD per share of today; null without a target, `upsidePct` also without a price. */
export interface TargetConsensus {
  readonly consensus: number | null;
  readonly median: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly count: number;
  readonly upsidePct: number | null;
}

/**
 * The latest target of each firm that covers the security, set within a year before `today`; `actions` oldest first.
 */
export function targetConsensus(
  actions: readonly RatingAction[],
  splits: readonly ShareSplit[],
  { today, price }: { readonly today: number; readonly price: number },
): TargetConsensus {
  const latest = new Map<string, number>();
  const first = yearsBack(today, WINDOW_YEARS);
  for (const { day, firmKey, action, priceTarget } of actions) {
    if (day > today) continue;
    if (action === 'termination') latest.delete(firmKey);
    else if (priceTarget !== null && day > first) latest.set(firmKey, splitAdjustedTarget(priceTarget, day, splits));
  }
  const targets = Float64Array.from(latest.values()).sort();
  const consensus = mean(targets);
  return {
    consensus: finiteOrNull(consensus),
    median: finiteOrNull(median(targets)),
    high: targets.at(-1) ?? null,
    low: targets.at(0) ?? null,
    count: targets.length,
    upsidePct: price > 0 ? finiteOrNull(100 * (consensus / price - 1)) : null,
  };
}
