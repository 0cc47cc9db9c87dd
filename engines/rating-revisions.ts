import type { RatingAction, ShareSplit } from './rating-actions.js';
import { splitAdjustedTarget } from './rating-targets.js';
import { TIE } from './ties.js';

const MONTH_DAYS = 30;
const QUARTER_DAYS = 90;
/** A ticker without any rating action for so long is not covered by what is stored. */
export const COVERED_DAYS = 365;

/** Revisions in a window of calendar days. */
export interface RevisionCounts {
  readonly upgrades: number;
  readonly downgrades: number;
  readonly targetRaises: number;
  readonly targetCuts: number;
  /** Upgrades and raised targets. */
  readonly upCount: number;
  /** Downgrades and cut targets. */
  readonly downCount: number;
  /** `upCount` − `downCount`. */
  readonly momentum: number;
  /** `momentum` over all revisions, −1 to 1; null without any. */
  readonly balance: number | null;
}

type Revision = 'upgrade' | 'downgrade' | 'raise' | 'cut';

/** A firm's targets are compared on today's share basis; a termination ends its coverage. */
function revisionsOf(
  actions: readonly RatingAction[],
  splits: readonly ShareSplit[],
): readonly { readonly day: number; readonly revision: Revision }[] {
  const targets = new Map<string, number>();
  return actions.flatMap(({ day, firmKey, action, priceTarget }) => {
    const revisions: Revision[] = action === 'upgrade' || action === 'downgrade' ? [action] : [];
    if (action === 'termination') targets.delete(firmKey);
    else if (priceTarget !== null) {
      const target = splitAdjustedTarget(priceTarget, day, splits);
      const before = targets.get(firmKey) ?? target;
      if (target > before * (1 + TIE)) revisions.push('raise');
      if (target < before * (1 - TIE)) revisions.push('cut');
      targets.set(firmKey, target);
    }
    return revisions.map((revision) => ({ day, revision }));
  });
}

/** Counts of 30 days, and of 90; all null without actions of the last year. */
export type RatingRevisions = { readonly [Name in keyof RevisionCounts]: RevisionCounts[Name] | null } & {
  readonly quarter: RevisionCounts | null;
};

const NO_REVISIONS: RatingRevisions = {
  upgrades: null,
  downgrades: null,
  targetRaises: null,
  targetCuts: null,
  upCount: null,
  downCount: null,
  momentum: null,
  balance: null,
  quarter: null,
};

/** Revisions of the 30 and the 90 calendar days that end with `today`; `actions` oldest first. */
export function ratingRevisions(
  actions: readonly RatingAction[],
  splits: readonly ShareSplit[],
  today: number,
): RatingRevisions {
  if (!actions.some(({ day }) => day <= today && day > today - COVERED_DAYS)) return NO_REVISIONS;
  const revisions = revisionsOf(actions, splits).filter(({ day }) => day <= today);
  const since = (day: number) => countsOf(revisions.flatMap((each) => (each.day > day ? [each.revision] : [])));
  return { ...since(today - MONTH_DAYS), quarter: since(today - QUARTER_DAYS) };
}

function countsOf(revisions: readonly Revision[]): RevisionCounts {
  const count = (kind: Revision): number => revisions.filter((each) => each === kind).length;
  const [upgrades, downgrades] = [count('upgrade'), count('downgrade')];
  const [targetRaises, targetCuts] = [count('raise'), count('cut')];
  const [upCount, downCount] = [upgrades + targetRaises, downgrades + targetCuts];
  const momentum = upCount - downCount;
  const balance = revisions.length === 0 ? null : momentum / revisions.length;
  return { upgrades, downgrades, targetRaises, targetCuts, upCount, downCount, momentum, balance };
}
