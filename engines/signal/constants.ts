/*
 * Every constant of the composite signal. An input enters as z = sign × (value − what drift explains) / scale and
 * becomes 100 × logistic(z): 50 is no evidence, one standard deviation of a random walk reads 73, two read 88. Weights
 * of inputs and of factors that have no data are shared out over the others. Nothing here depends on the ticker, and no
 * weight was fitted to prices.
 */

/** Version of the method, recorded with each composite; a change of anything that can move a score raises it. */
export const METHOD_VERSION = 4;

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

/**
 * Correlations of factor scores that differ from 0: technical and momentum read the same closes. The value is that of a
 * random walk, in which both are weighted sums of the same returns.
 */
export const FACTOR_CORRELATIONS: readonly (readonly [FactorName, FactorName, number])[] = [
  ['technical', 'momentum', 0.79],
];

/** Lowest rounded score of each label, best first. */
export const LABEL_FLOORS = [
  { label: 'Strong Buy', floor: 70 },
  { label: 'Buy', floor: 56 },
  { label: 'Neutral', floor: 44 },
  { label: 'Sell', floor: 31 },
  { label: 'Strong Sell', floor: 0 },
] as const;

/** Points inside its band that a score must be for its label to be announced as a change. */
export const FLIP = { marginPoints: 1 } as const;

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

/** An input's share of its factor; the sign is −1 if a high value has been found to be followed by low returns. */
interface InputWeight {
  readonly weight: number;
  readonly sign: 1 | -1;
}

/**
 * Market drift: mean log return of the benchmark, dividends included, over its history before a day; 0 below this many
 * returns.
 */
export const DRIFT = { minReturns: 252 } as const;

/**
 * Market beta: least-squares slope over the newest `window` returns before a day, of the bars that a composite reads;
 * the prior mean below `minReturns` of them. Shrunk to a normal prior in proportion to its own imprecision (O. Vasicek,
 * Journal of Finance 28, 1973): mean 1 is the market's own beta, and deviation 0.5 leaves nearly all betas of shares
 * within 0 and 2. A market whose returns deviate by less than `floor` moves nothing.
 */
export const BETA = { window: 750, minReturns: 63, priorMean: 1, priorDeviation: 0.5, floor: 1e-4 } as const;

/**
 * Technical factor. A price's distance from its n-session average has deviation σ√(n/3) in a random walk, the distance
 * between the 50- and the 200-session average σ√37.5; RSI 14 moves by about 10 around 50; the histogram is read in
 * quarters of the average true range. What spans more than a month continues (W. Brock, J. Lakonishok & B. LeBaron,
 * Journal of Finance 47, 1992: averages of 50 and 200 sessions), what lies within one reverses (see MOMENTUM).
 */
export const TECHNICAL = {
  inputs: {
    sma20: { weight: 0.15, sign: -1 },
    sma50: { weight: 0.2, sign: 1 },
    sma200: { weight: 0.25, sign: 1 },
    cross: { weight: 0.15, sign: 1 },
    rsi: { weight: 0.15, sign: -1 },
    macd: { weight: 0.1, sign: -1 },
  } satisfies Record<string, InputWeight>,
  crossScale: Math.sqrt(37.5),
  rsiScale: 10,
  histogramScale: 0.25,
} as const;

/**
 * Momentum factor: log returns over their random-walk deviation σ√sessions, and the last session's volume. The year
 * without the last month continues (N. Jegadeesh & S. Titman, Journal of Finance 48, 1993), as does the half year (T.
 * Moskowitz, Y. H. Ooi & L. H. Pedersen, Journal of Financial Economics 104, 2012). The last month reverses (N.
 * Jegadeesh, Journal of Finance 45, 1990), as does the last session (B. Lehmann, Quarterly Journal of Economics 105,
 * 1990). Unusual volume draws attention, which is followed by higher returns (S. Gervais, R. Kaniel & D. Mingelgrin,
 * Journal of Finance 56, 2001).
 */
export const MOMENTUM = {
  inputs: {
    year: { weight: 0.4, sign: 1 },
    half: { weight: 0.25, sign: 1 },
    month: { weight: 0.2, sign: -1 },
    session: { weight: 0.1, sign: -1 },
    attention: { weight: 0.05, sign: 1 },
  } satisfies Record<string, InputWeight>,
  yearSessions: 252,
  skippedSessions: 21,
  halfSessions: 126,
  monthSessions: 21,
} as const;

/** Attention: the log of a session's volume against the sessions before it; a deviation below `floor` is rounding. */
export const ATTENTION = { sessionsBefore: 49, floor: 0.01 } as const;

/**
 * Fundamentals factor: by how much the newest quarter's net income and revenue exceed those of the same quarter a year
 * before, less the mean of the eight changes before, in deviations of that forecast's error. Prices follow surprises in
 * earnings for up to half a year (G. Foster, C. Olsen & T. Shevlin, Accounting Review 59, 1984; L. Chan, N. Jegadeesh &
 * J. Lakonishok, Journal of Finance 51, 1996) and those in revenue too (N. Jegadeesh & J. Livnat, Journal of Accounting
 * and Economics 41, 2006, whose measure of eight quarters with drift this is).
 */
export const FUNDAMENTALS = {
  inputs: {
    earnings: { weight: 0.5, sign: 1 },
    revenue: { weight: 0.5, sign: 1 },
  } satisfies Record<string, InputWeight>,
  /** Days from the newest quarter's end back to that of the eighth before it. */
  windowDays: 750,
  /** Days between the ends of a quarter and of the same one a year before. */
  yearDays: { least: 350, most: 380 },
  /** Changes that must be known. */
  least: 6,
  /** Of the mean figure: a smaller deviation is smooth growth, beyond which a small change is no surprise. */
  floor: 0.02,
  /** Calendar days for which a report counts if no other follows. */
  days: 183,
} as const;

/**
 * Microstructure factor, read from regular-hours minute bars of the newest sessions. All three inputs measure buying
 * pressure, which is followed by pressure of the same sign on the next days (T. Chordia & A. Subrahmanyam, Journal of
 * Financial Economics 72, 2004).
 */
export const MICROSTRUCTURE = {
  weights: { orderFlow: 0.4, efficiency: 0.3, vwap: 0.3 },
  /** Typical size of each input in an ordinary session. */
  orderFlowScale: 0.15,
  efficiencyScale: 0.15,
  vwapScale: 0.5,
  /** The newest sessions used; each has half the weight of the next newer one. */
  sessions: 5,
  decay: 0.5,
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

/**
 * Options-flow factor, read from one option chain. Calls that are dear beside puts of the same strike and expiry are
 * followed by high returns (M. Cremers & D. Weinbaum, Journal of Financial and Quantitative Analysis 45(2), 2010), and
 * puts below the price that are dear beside calls at it by low ones (Y. Xing, X. Zhang & R. Zhao, the same journal
 * 45(3), 2010). Both are differences of volatilities, a year's as decimals. The papers' signs are theirs; `centre`,
 * where a chain says nothing, and
 * `scale`, one deviation among shares, are our round numbers: calls are usually a little cheaper than puts, and puts
 * below the price dearer than calls at it.
 */
export const OPTIONS_FLOW = {
  inputs: {
    spread: { weight: 0.5, sign: 1 },
    smirk: { weight: 0.5, sign: -1 },
  } satisfies Record<string, InputWeight>,
  spread: { centre: -0.01, scale: 0.05 },
  smirk: { centre: 0.05, scale: 0.05 },
  /** A chain counts at the close of its day and of as many sessions after it. */
  sessions: 5,
} as const;
