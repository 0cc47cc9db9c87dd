import { COHORT } from '../cohorts.js';
import { METHOD_VERSION } from '../signal/constants.js';

/** Every constant of the model card. */
export const CARD = {
  /** Sessions of the security after which a signal is resolved. */
  horizonSessions: COHORT.horizonSessions,
  /** Daily means overlap over this many sessions. */
  lagSessions: COHORT.lagSessions,
  /** Two horizons: with fewer daily means nothing is tested. */
  minDays: 2 * COHORT.horizonSessions,
  /** Two-sided level of each test. */
  alpha: 0.05,
  /** Standard normal quantile of the Wilson interval. */
  wilsonZ: 1.959964,
  /** Standard normal quantile of a one-sided 95%, for the minimum track record. */
  trackRecordZ: 1.6448536269514722,
  /** Deflated Sharpe ratio from which the best of the variants is no luck. */
  deflatedAtLeast: 0.95,
  /** Variants of the method that were tried: each of its versions. */
  variants: METHOD_VERSION,
  /** Bins of the calibration, of equal width. */
  bins: 10,
  /** Calendar months before a signal's own whose resolved signals its probability is fitted on. */
  trainingMonths: 12,
  /** The fewest of these months with signals. */
  minTrainingMonths: 3,
  /** Securities of a day without which its ranks say nothing. */
  minSecurities: 5,
  /** Percentage of the days, the newest, that the hold is tested on. */
  heldPct: 30,
  /** Share of the signal days of the fullest month from which a month counts in time consistency. */
  fullMonthShare: 0.5,
  /** A factor whose second half has less than this share of the first half's rank correlation decays. */
  decayedShare: 0.5,
} as const;

/** Calendar days of each window, up to the newest recorded session. */
export const WINDOW_DAYS = { '30d': 30, '90d': 90, '365d': 365, all: Infinity } as const;

export type CardWindow = keyof typeof WINDOW_DAYS;
