/** Version of the method; another one changes the marks of the same facts. */
export const MARKS_VERSION = 2;

/** How sure a figure about a private company is. */
export type Evidence = 'disclosed' | 'reported' | 'indicative';

/** Weight of a fact by how sure it is. */
export const CLASS_WEIGHT: Readonly<Record<Evidence, number>> = { disclosed: 1, reported: 0.7, indicative: 0.4 };

/** Days after which a secondary price counts half, and the last valuation. */
export const PRINT_HALF_LIFE_DAYS = 90;
export const ROUND_HALF_LIFE_DAYS = 180;

/** A list that tells a valuation this near to the one before it (log) repeats it and is no new fact. */
export const RESTATED_WITHIN = 0.01;

/** Change of a private valuation with that of its listed comparables. */
export const BETA = 1;
/** The comparables' move is shrunk towards the benchmark's as if the benchmark were so many comparables. */
export const BENCHMARK_COUNTS = 2;
/** The oldest close that still counts as that of a day. */
export const CLOSE_DAYS = 10;

/** A component with at least this share of the weight names the basis. */
export const LEADING_SHARE = 0.6;

/** Log deviation of a valuation on its own day, and what a year adds (as its square root). */
export const BASE_DEVIATION = 0.1;
export const YEARLY_DEVIATION = 0.5;

/**
 * Bounds of the grades: days since the newest fact, log dispersion of the components, the least share of the weight
 * that is disclosed or reported, and the largest share of one fact that another one still confirms.
 */
export const HIGH = { days: 180, dispersion: 0.2, sure: 0.5, leading: 0.9, freshRoundDays: 90 } as const;
export const MEDIUM = { days: 540, dispersion: 0.4, sure: 0.25 } as const;

export const METHODOLOGY =
  `Version ${MARKS_VERSION}: weighted geometric mean of the last valuation, moved with listed comparables ` +
  `(beta ${BETA}, half-life ${ROUND_HALF_LIFE_DAYS} days), and of secondary prices since then ` +
  `(half-life ${PRINT_HALF_LIFE_DAYS} days). No revenue multiples: none are stored. A model, not an offer.`;
