/*
 * Every threshold of the portfolio engines. Weights and shares are percentages of the portfolio, scores 0 to 100.
 */

/** Thresholds above (`Above`) or below (`Below`) which a risk is flagged. */
export const RISK = {
  topPositionPctAbove: 25,
  effectivePositionsBelow: 5,
  sectorPctAbove: 40,
  bearishPctAbove: 30,
  compositeBelow: 44,
  factorBelow: 40,
  unresolvedPctAbove: 10,
} as const;

/** The most entries of the review list. */
export const REVIEW_ENTRIES = 10;

/** Sector of names without one. */
export const NO_SECTOR = 'Unclassified';

/** How the overlay judges a holding's size. */
export const OVERLAY = {
  /** A holding below this share of an equal weight is small: a buy signal means add, a sell signal can wait. */
  smallShare: 0.5,
  /** Any other holding from this weight on is large: nothing is added to it, and a neutral signal is watched. */
  largePct: 20,
} as const;

/** Limits for the names not held that the overlay shows. */
export const GAPS = {
  scoreFrom: 70,
  /** A sector from this weight on is full: none of its names is proposed. */
  sectorFullPct: 30,
  perSector: 2,
  entries: 5,
} as const;

/** Lowest rounded average score of each grade, best first: the same floors as for signal labels. */
export const GRADE_FLOORS = [
  { grade: 'A', floor: 70 },
  { grade: 'B', floor: 56 },
  { grade: 'C', floor: 44 },
  { grade: 'D', floor: 31 },
  { grade: 'F', floor: 0 },
] as const;
