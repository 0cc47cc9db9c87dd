/*
 * Every constant of the composite signal. An input enters as z = value / scale and becomes 100 × logistic(z): 50 is no
 * evidence, one standard deviation of a random walk reads 73, two read 88. Weights of inputs and of factors that have
 * no data are shared out over the others. Nothing here depends on the ticker.
 */

export const FACTOR_NAMES = ['technical', 'momentum', 'fundamentals', 'microstructure', 'optionsFlow'] as const;
export type FactorName = (typeof FACTOR_NAMES)[number];

/** Nominal weights of the factors; they sum to 1. */
export const FACTOR_WEIGHTS: Readonly<Record<FactorName, number>> = {
  technical: 0.3,
  momentum: 0.25,
  fundamentals: 0.2,
  microstructure: 0.15,
  optionsFlow: 0.1,
};

/** Lowest rounded score of each label, best first. */
export const LABEL_FLOORS = [
  { label: 'Strong Buy', floor: 70 },
  { label: 'Buy', floor: 56 },
  { label: 'Neutral', floor: 44 },
  { label: 'Sell', floor: 31 },
  { label: 'Strong Sell', floor: 0 },
] as const;

export const NEUTRAL_SCORE = 50;

/**
 * Years of bars before a composite's own calendar year that it reads: the longest input needs 253 sessions, and the
 * weight of older bars in an exponential average is below the precision of a number.
 */
export const YEARS_BEFORE = 3;

/**
 * Daily volatility: sample deviation of the newest log returns, from `minReturns` to `window` of them, at least
 * `floor`.
 */
export const VOLATILITY = { window: 63, minReturns: 20, floor: 1e-4 } as const;

/**
 * Technical factor. A price's distance from its n-session average has deviation σ√(n/3) in a random walk, the distance
 * between the 50- and the 200-session average σ√37.5; RSI 14 moves by about 10 around 50; the histogram is read in
 * quarters of the average true range.
 */
export const TECHNICAL = {
  weights: { sma20: 0.15, sma50: 0.2, sma200: 0.25, cross: 0.15, rsi: 0.15, macd: 0.1 },
  crossScale: Math.sqrt(37.5),
  rsiScale: 10,
  histogramScale: 0.25,
} as const;

/**
 * Momentum factor: log returns over their random-walk deviation σ√sessions; the last session's is amplified by volume.
 */
export const MOMENTUM = {
  weights: { year: 0.4, half: 0.25, month: 0.2, session: 0.15 },
  yearSessions: 252,
  skippedSessions: 21,
  halfSessions: 126,
  monthSessions: 21,
  /** The last session's z is multiplied by √min(volume ratio, this). */
  volumeRatioCap: 4,
} as const;

/** Microstructure factor, read from regular-hours minute bars of the newest sessions. */
export const MICROSTRUCTURE = {
  weights: { orderFlow: 0.4, efficiency: 0.3, vwap: 0.3 },
  /** Typical size of each input in an ordinary session. */
  orderFlowScale: 0.15,
  efficiencyScale: 0.15,
  vwapScale: 0.5,
  /** The newest sessions used; each has half the weight of the next newer one. */
  sessions: 5,
  decay: 0.5,
  /** The fewest minute bars with volume for a session to be used. */
  minBars: 30,
  /** The bias is directional from this distance from 50 on. */
  biasMargin: 5,
} as const;

/** Signs of a stressed session. One makes the health `mixed`, two or more `stressed`. */
export const STRESS = {
  /** Share of regular minutes that traded, below. */
  tradedShareBelow: 0.5,
  /** Realised volatility of the session over the daily volatility at the last daily bar, above. */
  volatilityRatioAbove: 2,
  /** Mean absolute order-flow imbalance over volume buckets (in the manner of VPIN), above. */
  toxicityAbove: 0.5,
  /** Volume buckets of a session for the toxicity measure. */
  buckets: 10,
} as const;
