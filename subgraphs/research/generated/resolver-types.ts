import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { SecurityRef } from '../../tickers.js';
import type { SignalLabel as WireLabel } from '../../../engines/signal/composite.js';
import type { PortfolioParent, OverlayParent } from '../resolver-parents.js';
import type { RequestContext } from '../../../access/request-context.js';
import type { BatchedFieldOf } from '../../field-loader.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
export type EnumResolverSignature<T, AllowedValues = any> = { [key in keyof T]?: AllowedValues };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole count that may exceed 32 bits, such as shares traded. */
  Count: { input: number; output: number; }
  /** An instant, ISO 8601 in UTC with milliseconds. */
  DateTime: { input: string; output: string | Date; }
  /** Epoch milliseconds. */
  EpochMs: { input: number; output: number; }
  /** A calendar date, `YYYY-MM-DD`. */
  LocalDate: { input: string; output: string; }
  /** US dollars, rounded to 2 decimals. */
  Money: { input: number; output: number; }
  /** A percentage number (5 is 5 percent), rounded to 4 decimals. */
  Pct: { input: number; output: number; }
  /** US dollars per share, rounded to 4 decimals. */
  Price: { input: number; output: number; }
  /** A decimal fraction or statistic (0.05 is 5 percent), rounded to 6 decimals. */
  Ratio: { input: number; output: number; }
  /** A score from 0 to 100, rounded to 1 decimal. */
  Score: { input: number; output: number; }
  /** A US ticker: 1 to 10 characters A-Z, 0-9 and a dot, starting with a letter. Case and surrounding blanks do not matter; `BRK-B` equals `BRK.B`. */
  Ticker: { input: string; output: string; }
  /** A calendar month, `YYYY-MM`. */
  YearMonth: { input: string; output: string; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** One thing to do. */
export type ActionItem = {
  /** What to do. */
  readonly priority: OverlayAction;
  /** One sentence. */
  readonly reason: Scalars['String']['output'];
  /** Ticker of the holding. */
  readonly ticker: Scalars['String']['output'];
};

/** A strategy against buy and hold, on total-return closes, without costs. */
export type Backtest = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** How holding did over the same sessions. */
  readonly buyHoldMetrics?: Maybe<BuyHoldMetrics>;
  /** At most 250 points of both equity curves, starting at 1. */
  readonly curve?: Maybe<ReadonlyArray<BacktestPoint>>;
  /** What the strategy added. */
  readonly edge?: Maybe<BacktestEdge>;
  /** One sentence that explains the status. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** False when the history is too short; then `status` says so and the rest is null. */
  readonly ok: Scalars['Boolean']['output'];
  /** `insufficient_data` below 260 stored daily closes. */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** The strategy as asked. */
  readonly strategy: Strategy;
  /** How the strategy did. */
  readonly strategyMetrics?: Maybe<StrategyMetrics>;
  /** The ticker as asked, trimmed and upper-cased. */
  readonly ticker: Scalars['String']['output'];
  /** Whether the edge held. */
  readonly walkForward?: Maybe<WalkForward>;
  /** Years as asked. */
  readonly years: Scalars['Int']['output'];
};

/** The strategy less buy and hold. */
export type BacktestEdge = {
  /** Strategy drawdown less buy-and-hold drawdown; positive is better. */
  readonly ddImprovementPct: Scalars['Pct']['output'];
  /** Strategy less buy and hold. */
  readonly excessReturnPct: Scalars['Pct']['output'];
  /** Strategy Sharpe less buy-and-hold Sharpe; null where either is. */
  readonly sharpeDelta?: Maybe<Scalars['Ratio']['output']>;
};

/** What can be backtested. */
export type BacktestLibrary = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** The metrics of an answer. */
  readonly metrics: ReadonlyArray<MetricDescription>;
  /** The strategies. */
  readonly strategies: ReadonlyArray<StrategyDescription>;
};

/** Both equity curves at one session. */
export type BacktestPoint = {
  /** Equity of buy and hold, 1 at the start. */
  readonly bh: Scalars['Ratio']['output'];
  /** Session index. */
  readonly i: Scalars['Int']['output'];
  /** Equity of the strategy, 1 at the start. */
  readonly strat: Scalars['Ratio']['output'];
};

/** How buy and hold did. */
export type BuyHoldMetrics = {
  /** Compound yearly growth, percent. */
  readonly cagrPct?: Maybe<Scalars['Pct']['output']>;
  /** Deepest fall of the equity from a peak, percent; negative. */
  readonly maxDrawdownPct: Scalars['Pct']['output'];
  /** Annualised by the square root of 252, risk-free 0; null without variation. */
  readonly sharpe?: Maybe<Scalars['Ratio']['output']>;
  /** Compounded return over the window, percent. */
  readonly totalReturnPct: Scalars['Pct']['output'];
};

/** One model's tail. */
export type ChallengeRow = {
  /** `normal`, `student_t` or `stationary_bootstrap`. */
  readonly model: Scalars['String']['output'];
  /** Return at the 5 percent quantile, percent. */
  readonly p5Pct: Scalars['Pct']['output'];
  /** Median return, percent. */
  readonly p50Pct: Scalars['Pct']['output'];
  /** Loss at the 5 percent quantile, USD. */
  readonly varDollar: Scalars['Money']['output'];
};

/** How concentrated the weights are. */
export type Concentration = {
  /** 1 / hhi: as many equal positions would be as concentrated. */
  readonly effectivePositions: Scalars['Ratio']['output'];
  /** Herfindahl-Hirschman index, 1/n to 1. */
  readonly hhi: Scalars['Ratio']['output'];
  /** The heaviest holding. */
  readonly topPosition: TopPosition;
};

/** Quantiles of the portfolio's value on one day, USD. */
export type ConePoint = {
  /** Sessions from today. */
  readonly day: Scalars['Int']['output'];
  /** 10 percent quantile, USD. */
  readonly p10: Scalars['Money']['output'];
  /** Median, USD. */
  readonly p50: Scalars['Money']['output'];
  /** 90 percent quantile, USD. */
  readonly p90: Scalars['Money']['output'];
};

/** One purchase a month at the close of the month's first session, fractional shares, on total-return prices. */
export type DcaBacktest = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** The same plan on SPY; null where SPY is not stored. */
  readonly benchmark?: Maybe<DcaBenchmark>;
  /** The purchase at the lowest price. */
  readonly bestPurchase?: Maybe<DcaPurchase>;
  /** Value at the last session, USD. */
  readonly finalValue: Scalars['Money']['output'];
  /** Date of the first purchase. */
  readonly from?: Maybe<Scalars['LocalDate']['output']>;
  /** Money put in, USD. */
  readonly invested: Scalars['Money']['output'];
  /** The same sums at each month's lowest close. */
  readonly lucky?: Maybe<DcaOutcome>;
  /** All the money on the first purchase date. */
  readonly lumpSum?: Maybe<DcaLumpSum>;
  /** Deepest fall of the account value from a peak; negative. */
  readonly maxDrawdown?: Maybe<Scalars['Ratio']['output']>;
  /** USD bought each month. */
  readonly monthlyAmount: Scalars['Int']['output'];
  /** finalValue / invested, times. */
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  /** finalValue less invested, USD. */
  readonly profit: Scalars['Money']['output'];
  /** Purchases made. */
  readonly purchases: Scalars['Int']['output'];
  /** After each purchase, and at the last session. */
  readonly series: ReadonlyArray<DcaPoint>;
  /** The ticker as asked, trimmed and upper-cased. */
  readonly ticker: Scalars['String']['output'];
  /** Last session. */
  readonly to?: Maybe<Scalars['LocalDate']['output']>;
  /** The same sums at each month's highest close. */
  readonly unlucky?: Maybe<DcaOutcome>;
  /** The purchase at the highest price. */
  readonly worstPurchase?: Maybe<DcaPurchase>;
  /** Money-weighted yearly return; null if all flows share a date. */
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
  /** Years as asked. */
  readonly years: Scalars['Ratio']['output'];
};

/** The same plan on the benchmark. */
export type DcaBenchmark = {
  /** Value at the last session, USD. */
  readonly finalValue: Scalars['Money']['output'];
  /** Money put in, USD. */
  readonly invested: Scalars['Money']['output'];
  /** finalValue / invested, times. */
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  /** Purchases made. */
  readonly purchases: Scalars['Int']['output'];
  /** Ticker of the benchmark. */
  readonly ticker: Scalars['String']['output'];
  /** Money-weighted yearly return, a decimal; null if all flows share a date. */
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
};

/** What one purchase of the whole sum would have come to. */
export type DcaLumpSum = {
  /** Value at the last session, USD. */
  readonly finalValue: Scalars['Money']['output'];
  /** finalValue / invested, times. */
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  /** Money-weighted yearly return, a decimal; null if all flows share a date. */
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
};

/** What the plan would have come to. */
export type DcaOutcome = {
  /** Value at the last session, USD. */
  readonly finalValue: Scalars['Money']['output'];
  /** Money put in, USD. */
  readonly invested: Scalars['Money']['output'];
  /** finalValue / invested, times. */
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  /** Money-weighted yearly return, a decimal; null if all flows share a date. */
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
};

/** The account at one moment. */
export type DcaPoint = {
  /** Money put in so far, USD. */
  readonly invested: Scalars['Money']['output'];
  /** When, epoch milliseconds. */
  readonly t: Scalars['EpochMs']['output'];
  /** Value of the shares held, USD. */
  readonly value: Scalars['Money']['output'];
};

/** One purchase of the plan. */
export type DcaPurchase = {
  /** Session of the purchase. */
  readonly date: Scalars['LocalDate']['output'];
  /** Price paid, USD per share on the total-return basis. */
  readonly price: Scalars['Price']['output'];
};

/** Mean scores of the five factors by weight, 0 to 100; null where no holding has the factor. */
export type FactorExposure = {
  /** Fundamentals factor, 0 to 100; null where no holding has it. */
  readonly fundamentals?: Maybe<Scalars['Score']['output']>;
  /** Microstructure factor, 0 to 100; null where no holding has it. */
  readonly microstructure?: Maybe<Scalars['Score']['output']>;
  /** Momentum factor, 0 to 100; null where no holding has it. */
  readonly momentum?: Maybe<Scalars['Score']['output']>;
  /** Options-flow factor, 0 to 100; null where no holding has it. */
  readonly optionsFlow?: Maybe<Scalars['Score']['output']>;
  /** Technical factor, 0 to 100; null where no holding has it. */
  readonly technical?: Maybe<Scalars['Score']['output']>;
};

/** One overnight gap. */
export type Gap = {
  /** The session that opened with the gap. */
  readonly date: Scalars['LocalDate']['output'];
  /** Direction of the gap. */
  readonly dir: GapDirection;
  /** Whether the session traded back to the prior close. */
  readonly filled: Scalars['Boolean']['output'];
  /** open / prior close - 1. */
  readonly gap: Scalars['Ratio']['output'];
  /** close / open - 1. */
  readonly openClose: Scalars['Ratio']['output'];
};

/** Gaps of one direction and size; null rates where there are none. */
export type GapBucket = {
  /** Mean signed gap, a decimal. */
  readonly avgGap?: Maybe<Scalars['Ratio']['output']>;
  /** Mean return from open to close, a decimal. */
  readonly avgOpenClose?: Maybe<Scalars['Ratio']['output']>;
  /** Direction of the gaps. */
  readonly dir: GapDirection;
  /** Share that traded back to the prior close in the session, a decimal. */
  readonly fillRate?: Maybe<Scalars['Ratio']['output']>;
  /** Share that closed beyond the open in the gap's direction, a decimal. */
  readonly followRate?: Maybe<Scalars['Ratio']['output']>;
  /** The size's range as text. */
  readonly label: Scalars['String']['output'];
  /** Gaps in the bucket. */
  readonly n: Scalars['Int']['output'];
  /** `small`, `medium`, `large` or `extreme`. */
  readonly size: Scalars['String']['output'];
};

/** Direction of a gap. */
export type GapDirection =
  /** The open is below the prior close. */
  | 'dn'
  /** The open is above the prior close. */
  | 'up';

/** What became of a group of gaps; null rates where it is empty. */
export type GapGroup = {
  /** Mean signed gap. */
  readonly avgGap?: Maybe<Scalars['Ratio']['output']>;
  /** Mean return from open to close. */
  readonly avgOpenClose?: Maybe<Scalars['Ratio']['output']>;
  /** Share that traded back to the prior close in the session. */
  readonly fillRate?: Maybe<Scalars['Ratio']['output']>;
  /** Share that closed beyond the open in the gap's direction. */
  readonly followRate?: Maybe<Scalars['Ratio']['output']>;
  /** Gaps in the group. */
  readonly n: Scalars['Int']['output'];
};

/** Gaps of the newest 252 sessions. */
export type GapRecent = {
  /** Gaps below the prior close. */
  readonly dn: GapGroup;
  /** Gaps found. */
  readonly gapCount: Scalars['Int']['output'];
  /** Gaps above the prior close. */
  readonly up: GapGroup;
  /** How far back, as text. */
  readonly window: Scalars['String']['output'];
};

/** Overnight gaps of at least 0.5 percent, on total-return prices; decimals. */
export type GapStats = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** The gaps by direction and size. */
  readonly buckets: ReadonlyArray<GapBucket>;
  /** Gaps below the prior close. */
  readonly dn: GapGroup;
  /** First session analysed. */
  readonly from?: Maybe<Scalars['LocalDate']['output']>;
  /** Gaps found. */
  readonly gapCount: Scalars['Int']['output'];
  /** gapCount / sessions. */
  readonly gapFrequency?: Maybe<Scalars['Ratio']['output']>;
  /** The ten largest gaps down, largest first. */
  readonly largestDn: ReadonlyArray<Gap>;
  /** The ten largest gaps up, largest first. */
  readonly largestUp: ReadonlyArray<Gap>;
  /** The newest gap; null where there is none. */
  readonly lastGap?: Maybe<Gap>;
  /** The same over the newest 252 sessions. */
  readonly recent: GapRecent;
  /** Sessions analysed. */
  readonly sessions: Scalars['Int']['output'];
  /** The ticker as asked, trimmed and upper-cased. */
  readonly ticker: Scalars['String']['output'];
  /** Last session analysed. */
  readonly to?: Maybe<Scalars['LocalDate']['output']>;
  /** Gaps above the prior close. */
  readonly up: GapGroup;
};

/** Grade of the weighted score by the floors of the signal labels. */
export type Grade =
  /** From 70. */
  | 'A'
  /** From 56. */
  | 'B'
  /** From 44. */
  | 'C'
  /** From 31. */
  | 'D'
  /** Below 31. */
  | 'F';

/** One holding: its ticker, and at most one of weight, value and shares; all holdings of a request in the same way. */
export type HoldingInput = {
  /** Shares, priced at the last close. */
  readonly shares?: InputMaybe<Scalars['Float']['input']>;
  /** Ticker of the holding. */
  readonly ticker: Scalars['Ticker']['input'];
  /** USD. */
  readonly value?: InputMaybe<Scalars['Float']['input']>;
  /** Part of the portfolio in any unit; weights are normalised to 1. */
  readonly weight?: InputMaybe<Scalars['Float']['input']>;
};

/** Volatility state of the market at its last close. */
export type MarketRegime = {
  /** Session of the reading. */
  readonly asOf: Scalars['LocalDate']['output'];
  /** Filtered probability of that state, 0.5 to 1. */
  readonly probability: Scalars['Ratio']['output'];
  /** `calm` or `stressed`. */
  readonly state: Scalars['String']['output'];
};

/** A ticker that was given more than once. */
export type MergedTicker = {
  /** How many times it was given. */
  readonly entries: Scalars['Int']['output'];
  /** Ticker of the holding. */
  readonly ticker: Scalars['String']['output'];
};

/** A metric in words. */
export type MetricDescription = {
  /** What it measures. */
  readonly description: Scalars['String']['output'];
  /** REST spelling, with its section. */
  readonly name: Scalars['String']['output'];
  /** Its unit. */
  readonly unit: Scalars['String']['output'];
};

/** The same tail by other models. */
export type ModelChallenge = {
  /** One sentence on how far the models disagree. */
  readonly read: Scalars['String']['output'];
  /** One row for each model. */
  readonly rows: ReadonlyArray<ChallengeRow>;
};

/** What to do with a holding, the most urgent first. */
export type OverlayAction =
  /** Buy more. */
  | 'ADD'
  /** Sell it. */
  | 'CLOSE'
  /** Leave it. */
  | 'HOLD'
  /** Look again soon. */
  | 'WATCH';

/** One holding and what its signal says. */
export type OverlayHolding = {
  /** What to do. */
  readonly action: OverlayAction;
  /** The signal behind the verdict. */
  readonly svcSignal: SvcSignal;
  /** Ticker of the holding. */
  readonly ticker: Scalars['String']['output'];
  /** What the signal says. */
  readonly verdict: Verdict;
  /** Percent of the portfolio. */
  readonly weightPct: Scalars['Pct']['output'];
};

/** The overlay in one line. */
export type OverlaySummary = {
  /** Mean composite score by weight, 0 to 100. */
  readonly avgSvcScore: Scalars['Score']['output'];
  /** Grade of that score. */
  readonly grade: Grade;
  /** `weight`, `value` or `equal`. */
  readonly weighting: Scalars['String']['output'];
};

/** A portfolio in one reading: signals by weight, concentration, and what to look at first. */
export type Portfolio = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** How concentrated the weights are. */
  readonly concentration?: Maybe<Concentration>;
  /** Mean factor scores by weight, 0 to 100. */
  readonly factorExposure?: Maybe<FactorExposure>;
  /** Tickers given more than once, whose entries were summed. */
  readonly merged?: Maybe<ReadonlyArray<MergedTicker>>;
  /** One sentence that explains the status. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** Distinct tickers, resolved or not. */
  readonly nPositions?: Maybe<Scalars['Int']['output']>;
  /** False when no holding has a signal; then `status` says so and the rest is null. */
  readonly ok: Scalars['Boolean']['output'];
  /** Side of the weighted composite score. */
  readonly posture?: Maybe<Posture>;
  /** Holdings to look at first: the largest weight times distance of the score from 100. */
  readonly reviewPriority?: Maybe<ReadonlyArray<ReviewEntry>>;
  /** One sentence for each threshold that is passed. */
  readonly riskFlags?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** Weight of each sector, largest first. */
  readonly sectorConcentration?: Maybe<ReadonlyArray<SectorWeight>>;
  /** Share of the resolved weight on each side; decimals. */
  readonly signalMix?: Maybe<SignalMix>;
  /** `no_signals` when no holding resolves. */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** Tickers without a signal or a price. */
  readonly unresolved?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** How the holdings were weighed. */
  readonly weightBasis?: Maybe<WeightBasis>;
  /** 0 to 100, over the holdings with a signal. */
  readonly weightedCompositeScore?: Maybe<Scalars['Score']['output']>;
};

/** Holdings against their signals: verdicts, actions, strong names missing, and today's regime. */
export type PortfolioOverlay = {
  /** Holdings that are not simply to be held, by priority. */
  readonly actionItems?: Maybe<ReadonlyArray<ActionItem>>;
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** Holdings with a signal, in the order asked. */
  readonly holdings?: Maybe<ReadonlyArray<OverlayHolding>>;
  /** Tickers given more than once, whose entries were summed. */
  readonly merged?: Maybe<ReadonlyArray<MergedTicker>>;
  /** One sentence that explains the status. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** False when no holding has a signal; then `status` says so and the rest is null. */
  readonly ok: Scalars['Boolean']['output'];
  /** The overlay in one line. */
  readonly portfolioSummary?: Maybe<OverlaySummary>;
  /** Volatility regime of the benchmark; null where SPY has too little history. */
  readonly regime?: Maybe<MarketRegime>;
  /** Strong-buy names that are not held, the strongest first; no sector that already has 30 percent. */
  readonly signalGaps?: Maybe<ReadonlyArray<SignalGap>>;
  /** Where the holdings came from: `manual`. */
  readonly source?: Maybe<Scalars['String']['output']>;
  /** `no_signals` when no holding resolves. */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** Tickers without a signal or a price. */
  readonly unresolved?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** One position to simulate. */
export type PositionInput = {
  /** Ticker of the position. */
  readonly ticker: Scalars['Ticker']['input'];
  /** Value today, USD. */
  readonly valueUsd: Scalars['Float']['input'];
};

/** Side that a portfolio's or a name's signal stands on. */
export type Posture =
  /** Sell and Strong Sell. */
  | 'Bearish'
  /** Buy and Strong Buy. */
  | 'Bullish'
  /** Neutral. */
  | 'Neutral';

export type Query = {
  /** Backtest of a classic strategy against buy and hold (REST: `GET /backtest`). */
  readonly backtest?: Maybe<Backtest>;
  /** The strategies that can be backtested and what each metric means; never counts towards the month (REST: `GET /backtest/library`). */
  readonly backtestLibrary: BacktestLibrary;
  /** Dollar-cost-averaging backtest (REST: `GET /dca`). */
  readonly dca?: Maybe<DcaBacktest>;
  /** Overnight gap statistics over up to 10 years (REST: `GET /gap-stats`). */
  readonly gapStats?: Maybe<GapStats>;
  /** Holdings rolled up by their signals (REST: `GET` and `POST /portfolio`). */
  readonly portfolio?: Maybe<Portfolio>;
  /** Holdings against their signals (REST: `GET` and `POST /portfolio/overlay`); at most 8 on Free, 25 above. */
  readonly portfolioOverlay?: Maybe<PortfolioOverlay>;
  /** Calendar-month return statistics over up to 15 years (REST: `GET /seasonality`). */
  readonly seasonality?: Maybe<Seasonality>;
  /** Monte-Carlo distribution of a portfolio (REST: `POST /simulate`). */
  readonly simulate?: Maybe<Simulation>;
};


export type QueryBacktestArgs = {
  bypassCache?: Scalars['Boolean']['input'];
  strategy: Strategy;
  ticker: Scalars['Ticker']['input'];
  years?: Scalars['Int']['input'];
};


export type QueryDcaArgs = {
  monthly?: Scalars['Int']['input'];
  ticker: Scalars['Ticker']['input'];
  years?: Scalars['Int']['input'];
};


export type QueryGapStatsArgs = {
  ticker: Scalars['Ticker']['input'];
};


export type QueryPortfolioArgs = {
  holdings: ReadonlyArray<HoldingInput>;
};


export type QueryPortfolioOverlayArgs = {
  holdings: ReadonlyArray<HoldingInput>;
};


export type QuerySeasonalityArgs = {
  ticker: Scalars['Ticker']['input'];
};


export type QuerySimulateArgs = {
  horizonDays?: Scalars['Int']['input'];
  lookbackYears?: Scalars['Int']['input'];
  positions: ReadonlyArray<PositionInput>;
  regime?: InputMaybe<RegimeMode>;
};

/** How simulated days are drawn. */
export type RegimeMode =
  /** From days like today's volatility regime, moving between regimes as the market did. */
  | 'auto'
  /** From days of the high-volatility regime alone. */
  | 'stressed';

/** A holding to look at. */
export type ReviewEntry = {
  /** Composite score, 0 to 100. */
  readonly score: Scalars['Score']['output'];
  /** Label of the score. */
  readonly signal: SignalLabel;
  /** Ticker of the holding. */
  readonly ticker: Scalars['String']['output'];
  /** Percent of the portfolio. */
  readonly weightPct: Scalars['Pct']['output'];
};

/** The calendar month of the last stored session. */
export type SeasonalCurrent = {
  /** Mean return, a decimal; null where no return is in the sample. */
  readonly avg?: Maybe<Scalars['Ratio']['output']>;
  /** `Jan` to `Dec`. */
  readonly label: Scalars['String']['output'];
  /** Calendar month, 1 to 12. */
  readonly month: Scalars['Int']['output'];
  /** Returns in the sample. */
  readonly n: Scalars['Int']['output'];
  /** Return of the month in progress so far; null when the month is complete. */
  readonly partialRet?: Maybe<Scalars['Ratio']['output']>;
  /** Share of returns above 0, a decimal; null where none is in the sample. */
  readonly winRate?: Maybe<Scalars['Ratio']['output']>;
};

/** Returns of one calendar month over the years. */
export type SeasonalMonth = {
  /** Mean return, a decimal. */
  readonly avg?: Maybe<Scalars['Ratio']['output']>;
  /** Year with the highest return. */
  readonly best?: Maybe<SeasonalYear>;
  /** `Jan` to `Dec`. */
  readonly label: Scalars['String']['output'];
  /** Median return, a decimal. */
  readonly median?: Maybe<Scalars['Ratio']['output']>;
  /** 1 to 12. */
  readonly month: Scalars['Int']['output'];
  /** Returns in the sample. */
  readonly n: Scalars['Int']['output'];
  /** Share of returns above 0. */
  readonly winRate?: Maybe<Scalars['Ratio']['output']>;
  /** Year with the lowest return. */
  readonly worst?: Maybe<SeasonalYear>;
};

/** The average of one calendar month. */
export type SeasonalMonthAverage = {
  /** Mean return, a decimal. */
  readonly avg: Scalars['Ratio']['output'];
  /** `Jan` to `Dec`. */
  readonly label: Scalars['String']['output'];
  /** Calendar month, 1 to 12. */
  readonly month: Scalars['Int']['output'];
};

/** The return of a month in one year. */
export type SeasonalYear = {
  /** Return of the month, a decimal. */
  readonly ret: Scalars['Ratio']['output'];
  /** Calendar year. */
  readonly year: Scalars['Int']['output'];
};

/** Returns by calendar month, on total-return prices; decimals (0.05 is 5 percent). */
export type Seasonality = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** The calendar month of the last stored session. */
  readonly current?: Maybe<SeasonalCurrent>;
  /** First month used. */
  readonly from?: Maybe<Scalars['YearMonth']['output']>;
  /** Month returns in the sample. */
  readonly monthCount: Scalars['Int']['output'];
  /** One row per calendar month that has a return. */
  readonly months: ReadonlyArray<SeasonalMonth>;
  /** Highest average. */
  readonly strongest?: Maybe<SeasonalMonthAverage>;
  /** The ticker as asked, trimmed and upper-cased. */
  readonly ticker: Scalars['String']['output'];
  /** Last month used. */
  readonly to?: Maybe<Scalars['YearMonth']['output']>;
  /** Lowest average. */
  readonly weakest?: Maybe<SeasonalMonthAverage>;
  /** monthCount / 12. */
  readonly yearsCovered: Scalars['Ratio']['output'];
};

/** Weight of one sector. */
export type SectorWeight = {
  /** `Unclassified` where a holding has none. */
  readonly sector: Scalars['String']['output'];
  /** Percent of the portfolio. */
  readonly weightPct: Scalars['Pct']['output'];
};

export type Security = {
  /** Backtest of a classic strategy against buy and hold. */
  readonly backtest?: Maybe<Backtest>;
  /** Dollar-cost-averaging backtest. */
  readonly dca?: Maybe<DcaBacktest>;
  /** Overnight gap statistics over up to 10 years. */
  readonly gapStats?: Maybe<GapStats>;
  readonly isCoveredByBatch: Scalars['Boolean']['output'];
  /** Calendar-month return statistics over up to 15 years. */
  readonly seasonality?: Maybe<Seasonality>;
  readonly symbol: Scalars['Ticker']['output'];
  readonly ticker: Scalars['String']['output'];
};


export type SecurityBacktestArgs = {
  bypassCache?: Scalars['Boolean']['input'];
  strategy: Strategy;
  years?: Scalars['Int']['input'];
};


export type SecurityDcaArgs = {
  monthly?: Scalars['Int']['input'];
  years?: Scalars['Int']['input'];
};

/** A strong name that is not held. */
export type SignalGap = {
  /** Composite score, 0 to 100. */
  readonly score: Scalars['Score']['output'];
  /** Ticker of the name. */
  readonly ticker: Scalars['String']['output'];
};

/** Label of a composite score. */
export type SignalLabel =
  /** 56-69 */
  | 'BUY'
  /** 44-55 */
  | 'NEUTRAL'
  /** 31-43 */
  | 'SELL'
  /** 70-100 */
  | 'STRONG_BUY'
  /** 0-30 */
  | 'STRONG_SELL';

/** Share of the resolved weight on each side; decimals that sum to 1. */
export type SignalMix = {
  /** Sell and Strong Sell. */
  readonly bearish: Scalars['Ratio']['output'];
  /** Buy and Strong Buy. */
  readonly bullish: Scalars['Ratio']['output'];
  /** Neutral. */
  readonly neutral: Scalars['Ratio']['output'];
};

/** Distribution of a buy-and-hold portfolio at the horizon, from 10,000 resampled paths. */
export type Simulation = {
  /** Version of the contract, `v1`. */
  readonly apiVersion: Scalars['String']['output'];
  /** Quantiles of the portfolio's value, day 0 to the horizon. */
  readonly cone: ReadonlyArray<ConePoint>;
  /** How far the simulation can be trusted. */
  readonly confidence: SimulationConfidence;
  /** Mean loss of the paths at or beyond that quantile, USD. */
  readonly cvarDollar: Scalars['Money']['output'];
  /** The same tail by other models. */
  readonly modelChallenge: ModelChallenge;
  /** Share of paths that end above the starting value, percent. */
  readonly probPositivePct: Scalars['Pct']['output'];
  /** Null where the benchmark's history tells no regimes. */
  readonly regime?: Maybe<SimulationRegime>;
  /** Return at the horizon. */
  readonly terminal: TerminalDistribution;
  /** Loss at the 5 percent quantile, USD; negative where even that is a gain. */
  readonly varDollar: Scalars['Money']['output'];
};

/** How far the simulation can be trusted. */
export type SimulationConfidence = {
  /** `high`, `medium` or `low`. */
  readonly level: Scalars['String']['output'];
  /** One sentence for each thing looked at, the weakest first. */
  readonly reasons: ReadonlyArray<Scalars['String']['output']>;
};

/** Volatility regime that the simulation starts in. */
export type SimulationRegime = {
  /** Mean terminal return from today's state less that from the long-run mix, percentage points. */
  readonly regimeDriftPct: Scalars['Pct']['output'];
  /** Chance of leaving today's state within 21 sessions, percent. */
  readonly shiftRiskPct: Scalars['Pct']['output'];
  /** `calm` or `stressed`. */
  readonly startState: Scalars['String']['output'];
};

/** Classic strategies, long or flat, decided at the close for the next session. */
export type Strategy =
  /** Always long. */
  | 'buy_hold'
  /** Long while the 50-session average is above the 200-session one. */
  | 'golden_cross'
  /** Long while the MACD line is above its signal line. */
  | 'macd'
  /** Enter when RSI 14 falls below 30, leave when it rises above 55. */
  | 'rsi_meanrev'
  /** Long while the close is above its 200-session average. */
  | 'trend';

/** A strategy in words. */
export type StrategyDescription = {
  /** Its rule. */
  readonly description: Scalars['String']['output'];
  /** What `backtest(strategy:)` takes. */
  readonly id: Strategy;
  /** Its name for people. */
  readonly name: Scalars['String']['output'];
};

/** How a strategy did. */
export type StrategyMetrics = {
  /** Compound yearly growth, percent. */
  readonly cagrPct?: Maybe<Scalars['Pct']['output']>;
  /** Share of sessions in the market. */
  readonly exposurePct: Scalars['Pct']['output'];
  /** Share of closed trades above 0; null without trades. */
  readonly hitRatePct?: Maybe<Scalars['Pct']['output']>;
  /** Negative. */
  readonly maxDrawdownPct: Scalars['Pct']['output'];
  /** Annualised by the square root of 252, risk-free 0; null without variation. */
  readonly sharpe?: Maybe<Scalars['Ratio']['output']>;
  /** Compounded return over the window, percent. */
  readonly totalReturnPct: Scalars['Pct']['output'];
  /** Unbroken runs of sessions in the market, the open one included. */
  readonly trades: Scalars['Int']['output'];
};

/** The signal behind a verdict. */
export type SvcSignal = {
  /** 0 to 100. */
  readonly compositeScore: Scalars['Score']['output'];
  /** Label of the score. */
  readonly label: SignalLabel;
};

/** Return at the horizon, percent of the starting value. */
export type TerminalDistribution = {
  /** Mean, percent. */
  readonly meanPct: Scalars['Pct']['output'];
  /** 5 percent quantile, percent. */
  readonly p5Pct: Scalars['Pct']['output'];
  /** Median, percent. */
  readonly p50Pct: Scalars['Pct']['output'];
  /** 95 percent quantile, percent. */
  readonly p95Pct: Scalars['Pct']['output'];
};

/** Access tiers, ascending. */
export type Tier =
  /** Signals and research of one ticker at a time. */
  | 'FREE'
  /** Pro, without a monthly limit. */
  | 'INSTITUTIONAL'
  /** Starter, and batches, private companies and AI. */
  | 'PRO'
  /** Free, and backtests. */
  | 'STARTER';

/** The heaviest holding. */
export type TopPosition = {
  /** Ticker of the holding. */
  readonly ticker: Scalars['String']['output'];
  /** Percent of the portfolio. */
  readonly weightPct: Scalars['Pct']['output'];
};

/** What the signal says of a holding. */
export type Verdict =
  /** The signal agrees with holding. */
  | 'agree_hold'
  /** The signal says add. */
  | 'svc_says_add'
  /** The signal says sell. */
  | 'svc_says_sell';

/** Sharpe of the first 70 percent of the daily returns against the last 30. */
export type WalkForward = {
  /** How many of ten equal windows ended above 0. */
  readonly positiveWindows: Scalars['Int']['output'];
  /** Annualised Sharpe of the last 30 percent of the returns; null without variation. */
  readonly testSharpe?: Maybe<Scalars['Ratio']['output']>;
  /** Annualised Sharpe of the first 70 percent of the returns; null without variation. */
  readonly trainSharpe?: Maybe<Scalars['Ratio']['output']>;
  /** test / train; null if the train Sharpe is not positive. */
  readonly trainTestRatio?: Maybe<Scalars['Ratio']['output']>;
  /** What the ratio comes to. */
  readonly verdict: WalkForwardVerdict;
};

/** Whether the edge of the train part held in the test part. */
export type WalkForwardVerdict =
  /** Test Sharpe from 0.3 to below 0.7 of the train Sharpe. */
  | 'MILD_DECAY'
  /** The train Sharpe is not above 0, or buy and hold is beaten neither in train nor in test. */
  | 'NO_EDGE'
  /** Test Sharpe below 0.3 of the train Sharpe. */
  | 'OVERFIT'
  /** Test Sharpe at least 0.7 of the train Sharpe. */
  | 'ROBUST';

/** How holdings were weighed. */
export type WeightBasis =
  /** Tickers alone: equal weights. */
  | 'equal_weight'
  /** By the values given. */
  | 'explicit_value'
  /** By the weights given. */
  | 'explicit_weight'
  /** By shares times the last price. */
  | 'shares_value';



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Security: Security;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Security:
    ( { __typename: 'Security' }
    & GraphQLRecursivePick<FederationTypes['Security'], {"symbol":true}>
    & ( Record<PropertyKey, never>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}>
        | GraphQLRecursivePick<FederationTypes['Security'], {"isCoveredByBatch":true,"ticker":true}> ) );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ActionItem: ResolverTypeWrapper<ActionItem>;
  Backtest: ResolverTypeWrapper<Backtest>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BacktestEdge: ResolverTypeWrapper<BacktestEdge>;
  BacktestLibrary: ResolverTypeWrapper<BacktestLibrary>;
  BacktestPoint: ResolverTypeWrapper<BacktestPoint>;
  BuyHoldMetrics: ResolverTypeWrapper<BuyHoldMetrics>;
  ChallengeRow: ResolverTypeWrapper<ChallengeRow>;
  Concentration: ResolverTypeWrapper<Concentration>;
  ConePoint: ResolverTypeWrapper<ConePoint>;
  Count: ResolverTypeWrapper<Scalars['Count']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DcaBacktest: ResolverTypeWrapper<DcaBacktest>;
  DcaBenchmark: ResolverTypeWrapper<DcaBenchmark>;
  DcaLumpSum: ResolverTypeWrapper<DcaLumpSum>;
  DcaOutcome: ResolverTypeWrapper<DcaOutcome>;
  DcaPoint: ResolverTypeWrapper<DcaPoint>;
  DcaPurchase: ResolverTypeWrapper<DcaPurchase>;
  EpochMs: ResolverTypeWrapper<Scalars['EpochMs']['output']>;
  FactorExposure: ResolverTypeWrapper<FactorExposure>;
  Gap: ResolverTypeWrapper<Gap>;
  GapBucket: ResolverTypeWrapper<GapBucket>;
  GapDirection: GapDirection;
  GapGroup: ResolverTypeWrapper<GapGroup>;
  GapRecent: ResolverTypeWrapper<GapRecent>;
  GapStats: ResolverTypeWrapper<GapStats>;
  Grade: Grade;
  HoldingInput: HoldingInput;
  LocalDate: ResolverTypeWrapper<Scalars['LocalDate']['output']>;
  MarketRegime: ResolverTypeWrapper<MarketRegime>;
  MergedTicker: ResolverTypeWrapper<MergedTicker>;
  MetricDescription: ResolverTypeWrapper<MetricDescription>;
  ModelChallenge: ResolverTypeWrapper<ModelChallenge>;
  Money: ResolverTypeWrapper<Scalars['Money']['output']>;
  OverlayAction: OverlayAction;
  OverlayHolding: ResolverTypeWrapper<Omit<OverlayHolding, 'svcSignal'> & { svcSignal: ResolversTypes['SvcSignal'] }>;
  OverlaySummary: ResolverTypeWrapper<OverlaySummary>;
  Pct: ResolverTypeWrapper<Scalars['Pct']['output']>;
  Portfolio: ResolverTypeWrapper<PortfolioParent>;
  PortfolioOverlay: ResolverTypeWrapper<OverlayParent>;
  PositionInput: PositionInput;
  Posture: Posture;
  Price: ResolverTypeWrapper<Scalars['Price']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Ratio: ResolverTypeWrapper<Scalars['Ratio']['output']>;
  RegimeMode: RegimeMode;
  ReviewEntry: ResolverTypeWrapper<Omit<ReviewEntry, 'signal'> & { signal: ResolversTypes['SignalLabel'] }>;
  Score: ResolverTypeWrapper<Scalars['Score']['output']>;
  SeasonalCurrent: ResolverTypeWrapper<SeasonalCurrent>;
  SeasonalMonth: ResolverTypeWrapper<SeasonalMonth>;
  SeasonalMonthAverage: ResolverTypeWrapper<SeasonalMonthAverage>;
  SeasonalYear: ResolverTypeWrapper<SeasonalYear>;
  Seasonality: ResolverTypeWrapper<Seasonality>;
  SectorWeight: ResolverTypeWrapper<SectorWeight>;
  Security: ResolverTypeWrapper<SecurityRef>;
  SignalGap: ResolverTypeWrapper<SignalGap>;
  SignalLabel: ResolverTypeWrapper<WireLabel>;
  SignalMix: ResolverTypeWrapper<SignalMix>;
  Simulation: ResolverTypeWrapper<Simulation>;
  SimulationConfidence: ResolverTypeWrapper<SimulationConfidence>;
  SimulationRegime: ResolverTypeWrapper<SimulationRegime>;
  Strategy: Strategy;
  StrategyDescription: ResolverTypeWrapper<StrategyDescription>;
  StrategyMetrics: ResolverTypeWrapper<StrategyMetrics>;
  SvcSignal: ResolverTypeWrapper<Omit<SvcSignal, 'label'> & { label: ResolversTypes['SignalLabel'] }>;
  TerminalDistribution: ResolverTypeWrapper<TerminalDistribution>;
  Ticker: ResolverTypeWrapper<Scalars['Ticker']['output']>;
  Tier: Tier;
  TopPosition: ResolverTypeWrapper<TopPosition>;
  Verdict: Verdict;
  WalkForward: ResolverTypeWrapper<WalkForward>;
  WalkForwardVerdict: WalkForwardVerdict;
  WeightBasis: WeightBasis;
  YearMonth: ResolverTypeWrapper<Scalars['YearMonth']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ActionItem: ActionItem;
  Backtest: Backtest;
  Boolean: Scalars['Boolean']['output'];
  BacktestEdge: BacktestEdge;
  BacktestLibrary: BacktestLibrary;
  BacktestPoint: BacktestPoint;
  BuyHoldMetrics: BuyHoldMetrics;
  ChallengeRow: ChallengeRow;
  Concentration: Concentration;
  ConePoint: ConePoint;
  Count: Scalars['Count']['output'];
  DateTime: Scalars['DateTime']['output'];
  DcaBacktest: DcaBacktest;
  DcaBenchmark: DcaBenchmark;
  DcaLumpSum: DcaLumpSum;
  DcaOutcome: DcaOutcome;
  DcaPoint: DcaPoint;
  DcaPurchase: DcaPurchase;
  EpochMs: Scalars['EpochMs']['output'];
  FactorExposure: FactorExposure;
  Gap: Gap;
  GapBucket: GapBucket;
  GapGroup: GapGroup;
  GapRecent: GapRecent;
  GapStats: GapStats;
  HoldingInput: HoldingInput;
  LocalDate: Scalars['LocalDate']['output'];
  MarketRegime: MarketRegime;
  MergedTicker: MergedTicker;
  MetricDescription: MetricDescription;
  ModelChallenge: ModelChallenge;
  Money: Scalars['Money']['output'];
  OverlayHolding: Omit<OverlayHolding, 'svcSignal'> & { svcSignal: ResolversParentTypes['SvcSignal'] };
  OverlaySummary: OverlaySummary;
  Pct: Scalars['Pct']['output'];
  Portfolio: PortfolioParent;
  PortfolioOverlay: OverlayParent;
  PositionInput: PositionInput;
  Price: Scalars['Price']['output'];
  Query: Record<PropertyKey, never>;
  Ratio: Scalars['Ratio']['output'];
  ReviewEntry: ReviewEntry;
  Score: Scalars['Score']['output'];
  SeasonalCurrent: SeasonalCurrent;
  SeasonalMonth: SeasonalMonth;
  SeasonalMonthAverage: SeasonalMonthAverage;
  SeasonalYear: SeasonalYear;
  Seasonality: Seasonality;
  SectorWeight: SectorWeight;
  Security: SecurityRef;
  SignalGap: SignalGap;
  SignalMix: SignalMix;
  Simulation: Simulation;
  SimulationConfidence: SimulationConfidence;
  SimulationRegime: SimulationRegime;
  StrategyDescription: StrategyDescription;
  StrategyMetrics: StrategyMetrics;
  SvcSignal: SvcSignal;
  TerminalDistribution: TerminalDistribution;
  Ticker: Scalars['Ticker']['output'];
  TopPosition: TopPosition;
  WalkForward: WalkForward;
  YearMonth: Scalars['YearMonth']['output'];
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};

export type BatchDirectiveArgs = {
  manyAtLeast?: Maybe<Tier>;
  max: Scalars['Int']['input'];
  over: Scalars['String']['input'];
};

export type BatchDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = BatchDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LengthDirectiveArgs = {
  max: Scalars['Int']['input'];
};

export type LengthDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = LengthDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LiveDirectiveArgs = {
  by: Scalars['String']['input'];
  over?: Maybe<Scalars['String']['input']>;
  query: Scalars['String']['input'];
  topic: Scalars['String']['input'];
};

export type LiveDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = LiveDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type MeteredDirectiveArgs = { };

export type MeteredDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = MeteredDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type OptionalDirectiveArgs = { };

export type OptionalDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = OptionalDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RangeDirectiveArgs = {
  max: Scalars['Float']['input'];
  min: Scalars['Float']['input'];
};

export type RangeDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = RangeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SectionDirectiveArgs = { };

export type SectionDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = SectionDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type TierDirectiveArgs = {
  atLeast: Tier;
};

export type TierDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = TierDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type WireDirectiveArgs = {
  value: Scalars['String']['input'];
};

export type WireDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = WireDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ActionItemResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ActionItem'] = ResolversParentTypes['ActionItem']> = {
  priority?: Resolver<ResolversTypes['OverlayAction'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BacktestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Backtest'] = ResolversParentTypes['Backtest']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  buyHoldMetrics?: Resolver<Maybe<ResolversTypes['BuyHoldMetrics']>, ParentType, ContextType>;
  curve?: Resolver<Maybe<ReadonlyArray<ResolversTypes['BacktestPoint']>>, ParentType, ContextType>;
  edge?: Resolver<Maybe<ResolversTypes['BacktestEdge']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  strategy?: Resolver<ResolversTypes['Strategy'], ParentType, ContextType>;
  strategyMetrics?: Resolver<Maybe<ResolversTypes['StrategyMetrics']>, ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walkForward?: Resolver<Maybe<ResolversTypes['WalkForward']>, ParentType, ContextType>;
  years?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BacktestEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BacktestEdge'] = ResolversParentTypes['BacktestEdge']> = {
  ddImprovementPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  excessReturnPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  sharpeDelta?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
};

export type BacktestLibraryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BacktestLibrary'] = ResolversParentTypes['BacktestLibrary']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  metrics?: Resolver<ReadonlyArray<ResolversTypes['MetricDescription']>, ParentType, ContextType>;
  strategies?: Resolver<ReadonlyArray<ResolversTypes['StrategyDescription']>, ParentType, ContextType>;
};

export type BacktestPointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BacktestPoint'] = ResolversParentTypes['BacktestPoint']> = {
  bh?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  i?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  strat?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type BuyHoldMetricsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BuyHoldMetrics'] = ResolversParentTypes['BuyHoldMetrics']> = {
  cagrPct?: Resolver<Maybe<ResolversTypes['Pct']>, ParentType, ContextType>;
  maxDrawdownPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  sharpe?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  totalReturnPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
};

export type ChallengeRowResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ChallengeRow'] = ResolversParentTypes['ChallengeRow']> = {
  model?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  p5Pct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  p50Pct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  varDollar?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
};

export type ConcentrationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Concentration'] = ResolversParentTypes['Concentration']> = {
  effectivePositions?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  hhi?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  topPosition?: Resolver<ResolversTypes['TopPosition'], ParentType, ContextType>;
};

export type ConePointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ConePoint'] = ResolversParentTypes['ConePoint']> = {
  day?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  p10?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  p50?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  p90?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
};

export interface CountScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Count'], any> {
  name: 'Count';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DcaBacktestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DcaBacktest'] = ResolversParentTypes['DcaBacktest']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  benchmark?: Resolver<Maybe<ResolversTypes['DcaBenchmark']>, ParentType, ContextType>;
  bestPurchase?: Resolver<Maybe<ResolversTypes['DcaPurchase']>, ParentType, ContextType>;
  finalValue?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  invested?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  lucky?: Resolver<Maybe<ResolversTypes['DcaOutcome']>, ParentType, ContextType>;
  lumpSum?: Resolver<Maybe<ResolversTypes['DcaLumpSum']>, ParentType, ContextType>;
  maxDrawdown?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  monthlyAmount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  multiple?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  profit?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  purchases?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  series?: Resolver<ReadonlyArray<ResolversTypes['DcaPoint']>, ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  unlucky?: Resolver<Maybe<ResolversTypes['DcaOutcome']>, ParentType, ContextType>;
  worstPurchase?: Resolver<Maybe<ResolversTypes['DcaPurchase']>, ParentType, ContextType>;
  xirr?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  years?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type DcaBenchmarkResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DcaBenchmark'] = ResolversParentTypes['DcaBenchmark']> = {
  finalValue?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  invested?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  multiple?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  purchases?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  xirr?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
};

export type DcaLumpSumResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DcaLumpSum'] = ResolversParentTypes['DcaLumpSum']> = {
  finalValue?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  multiple?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  xirr?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
};

export type DcaOutcomeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DcaOutcome'] = ResolversParentTypes['DcaOutcome']> = {
  finalValue?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  invested?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  multiple?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  xirr?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
};

export type DcaPointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DcaPoint'] = ResolversParentTypes['DcaPoint']> = {
  invested?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  t?: Resolver<ResolversTypes['EpochMs'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
};

export type DcaPurchaseResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DcaPurchase'] = ResolversParentTypes['DcaPurchase']> = {
  date?: Resolver<ResolversTypes['LocalDate'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
};

export interface EpochMsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EpochMs'], any> {
  name: 'EpochMs';
}

export type FactorExposureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FactorExposure'] = ResolversParentTypes['FactorExposure']> = {
  fundamentals?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
  microstructure?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
  momentum?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
  optionsFlow?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
  technical?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
};

export type GapResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Gap'] = ResolversParentTypes['Gap']> = {
  date?: Resolver<ResolversTypes['LocalDate'], ParentType, ContextType>;
  dir?: Resolver<ResolversTypes['GapDirection'], ParentType, ContextType>;
  filled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  openClose?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type GapBucketResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GapBucket'] = ResolversParentTypes['GapBucket']> = {
  avgGap?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  avgOpenClose?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  dir?: Resolver<ResolversTypes['GapDirection'], ParentType, ContextType>;
  fillRate?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  followRate?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  n?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GapGroupResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GapGroup'] = ResolversParentTypes['GapGroup']> = {
  avgGap?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  avgOpenClose?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  fillRate?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  followRate?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  n?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type GapRecentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GapRecent'] = ResolversParentTypes['GapRecent']> = {
  dn?: Resolver<ResolversTypes['GapGroup'], ParentType, ContextType>;
  gapCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  up?: Resolver<ResolversTypes['GapGroup'], ParentType, ContextType>;
  window?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GapStatsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['GapStats'] = ResolversParentTypes['GapStats']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  buckets?: Resolver<ReadonlyArray<ResolversTypes['GapBucket']>, ParentType, ContextType>;
  dn?: Resolver<ResolversTypes['GapGroup'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  gapCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gapFrequency?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  largestDn?: Resolver<ReadonlyArray<ResolversTypes['Gap']>, ParentType, ContextType>;
  largestUp?: Resolver<ReadonlyArray<ResolversTypes['Gap']>, ParentType, ContextType>;
  lastGap?: Resolver<Maybe<ResolversTypes['Gap']>, ParentType, ContextType>;
  recent?: Resolver<ResolversTypes['GapRecent'], ParentType, ContextType>;
  sessions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  up?: Resolver<ResolversTypes['GapGroup'], ParentType, ContextType>;
};

export interface LocalDateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDate'], any> {
  name: 'LocalDate';
}

export type MarketRegimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MarketRegime'] = ResolversParentTypes['MarketRegime']> = {
  asOf?: Resolver<ResolversTypes['LocalDate'], ParentType, ContextType>;
  probability?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MergedTickerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MergedTicker'] = ResolversParentTypes['MergedTicker']> = {
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MetricDescriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MetricDescription'] = ResolversParentTypes['MetricDescription']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ModelChallengeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ModelChallenge'] = ResolversParentTypes['ModelChallenge']> = {
  read?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ResolversTypes['ChallengeRow']>, ParentType, ContextType>;
};

export interface MoneyScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Money'], any> {
  name: 'Money';
}

export type OverlayHoldingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OverlayHolding'] = ResolversParentTypes['OverlayHolding']> = {
  action?: Resolver<ResolversTypes['OverlayAction'], ParentType, ContextType>;
  svcSignal?: Resolver<ResolversTypes['SvcSignal'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['Verdict'], ParentType, ContextType>;
  weightPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
};

export type OverlaySummaryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['OverlaySummary'] = ResolversParentTypes['OverlaySummary']> = {
  avgSvcScore?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  grade?: Resolver<ResolversTypes['Grade'], ParentType, ContextType>;
  weighting?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface PctScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Pct'], any> {
  name: 'Pct';
}

export type PortfolioResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Portfolio'] = ResolversParentTypes['Portfolio']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  concentration?: Resolver<Maybe<ResolversTypes['Concentration']>, ParentType, ContextType>;
  factorExposure?: Resolver<Maybe<ResolversTypes['FactorExposure']>, ParentType, ContextType>;
  merged?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MergedTicker']>>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nPositions?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  posture?: Resolver<Maybe<ResolversTypes['Posture']>, ParentType, ContextType>;
  reviewPriority?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ReviewEntry']>>, ParentType, ContextType>;
  riskFlags?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  sectorConcentration?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SectorWeight']>>, ParentType, ContextType>;
  signalMix?: Resolver<Maybe<ResolversTypes['SignalMix']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unresolved?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  weightBasis?: Resolver<Maybe<ResolversTypes['WeightBasis']>, ParentType, ContextType>;
  weightedCompositeScore?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
};

export type PortfolioOverlayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortfolioOverlay'] = ResolversParentTypes['PortfolioOverlay']> = {
  actionItems?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ActionItem']>>, ParentType, ContextType>;
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  holdings?: Resolver<Maybe<ReadonlyArray<ResolversTypes['OverlayHolding']>>, ParentType, ContextType>;
  merged?: Resolver<Maybe<ReadonlyArray<ResolversTypes['MergedTicker']>>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  portfolioSummary?: Resolver<Maybe<ResolversTypes['OverlaySummary']>, ParentType, ContextType>;
  regime?: Resolver<Maybe<ResolversTypes['MarketRegime']>, ParentType, ContextType>;
  signalGaps?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SignalGap']>>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unresolved?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export interface PriceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Price'], any> {
  name: 'Price';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  backtest?: Resolver<Maybe<ResolversTypes['Backtest']>, ParentType, ContextType, RequireFields<QueryBacktestArgs, 'bypassCache' | 'strategy' | 'ticker' | 'years'>>;
  backtestLibrary?: Resolver<ResolversTypes['BacktestLibrary'], ParentType, ContextType>;
  dca?: Resolver<Maybe<ResolversTypes['DcaBacktest']>, ParentType, ContextType, RequireFields<QueryDcaArgs, 'monthly' | 'ticker' | 'years'>>;
  gapStats?: Resolver<Maybe<ResolversTypes['GapStats']>, ParentType, ContextType, RequireFields<QueryGapStatsArgs, 'ticker'>>;
  portfolio?: Resolver<Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType, RequireFields<QueryPortfolioArgs, 'holdings'>>;
  portfolioOverlay?: Resolver<Maybe<ResolversTypes['PortfolioOverlay']>, ParentType, ContextType, RequireFields<QueryPortfolioOverlayArgs, 'holdings'>>;
  seasonality?: Resolver<Maybe<ResolversTypes['Seasonality']>, ParentType, ContextType, RequireFields<QuerySeasonalityArgs, 'ticker'>>;
  simulate?: Resolver<Maybe<ResolversTypes['Simulation']>, ParentType, ContextType, RequireFields<QuerySimulateArgs, 'horizonDays' | 'lookbackYears' | 'positions'>>;
};

export interface RatioScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ratio'], any> {
  name: 'Ratio';
}

export type ReviewEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ReviewEntry'] = ResolversParentTypes['ReviewEntry']> = {
  score?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  signal?: Resolver<ResolversTypes['SignalLabel'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weightPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
};

export interface ScoreScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Score'], any> {
  name: 'Score';
}

export type SeasonalCurrentResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SeasonalCurrent'] = ResolversParentTypes['SeasonalCurrent']> = {
  avg?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  n?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  partialRet?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  winRate?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
};

export type SeasonalMonthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SeasonalMonth'] = ResolversParentTypes['SeasonalMonth']> = {
  avg?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  best?: Resolver<Maybe<ResolversTypes['SeasonalYear']>, ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  median?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  month?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  n?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  winRate?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  worst?: Resolver<Maybe<ResolversTypes['SeasonalYear']>, ParentType, ContextType>;
};

export type SeasonalMonthAverageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SeasonalMonthAverage'] = ResolversParentTypes['SeasonalMonthAverage']> = {
  avg?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SeasonalYearResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SeasonalYear'] = ResolversParentTypes['SeasonalYear']> = {
  ret?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  year?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SeasonalityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Seasonality'] = ResolversParentTypes['Seasonality']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  current?: Resolver<Maybe<ResolversTypes['SeasonalCurrent']>, ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['YearMonth']>, ParentType, ContextType>;
  monthCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  months?: Resolver<ReadonlyArray<ResolversTypes['SeasonalMonth']>, ParentType, ContextType>;
  strongest?: Resolver<Maybe<ResolversTypes['SeasonalMonthAverage']>, ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['YearMonth']>, ParentType, ContextType>;
  weakest?: Resolver<Maybe<ResolversTypes['SeasonalMonthAverage']>, ParentType, ContextType>;
  yearsCovered?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type SectorWeightResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SectorWeight'] = ResolversParentTypes['SectorWeight']> = {
  sector?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weightPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
};

export type SecurityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Security'] = ResolversParentTypes['Security'], FederationReferenceType extends FederationReferenceTypes['Security'] = FederationReferenceTypes['Security']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Security']> | FederationReferenceType, FederationReferenceType, ContextType>;
  backtest?: Resolver<Maybe<ResolversTypes['Backtest']>, ParentType, ContextType, RequireFields<SecurityBacktestArgs, 'bypassCache' | 'strategy' | 'years'>>;
  dca?: Resolver<Maybe<ResolversTypes['DcaBacktest']>, ParentType, ContextType, RequireFields<SecurityDcaArgs, 'monthly' | 'years'>>;
  gapStats?: Resolver<Maybe<ResolversTypes['GapStats']>, ParentType, ContextType>;
  seasonality?: Resolver<Maybe<ResolversTypes['Seasonality']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
};

export type SignalGapResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignalGap'] = ResolversParentTypes['SignalGap']> = {
  score?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SignalLabelResolvers = EnumResolverSignature<{ BUY?: any, NEUTRAL?: any, SELL?: any, STRONG_BUY?: any, STRONG_SELL?: any }, ResolversTypes['SignalLabel']>;

export type SignalMixResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignalMix'] = ResolversParentTypes['SignalMix']> = {
  bearish?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  bullish?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
  neutral?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type SimulationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Simulation'] = ResolversParentTypes['Simulation']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cone?: Resolver<ReadonlyArray<ResolversTypes['ConePoint']>, ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['SimulationConfidence'], ParentType, ContextType>;
  cvarDollar?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  modelChallenge?: Resolver<ResolversTypes['ModelChallenge'], ParentType, ContextType>;
  probPositivePct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  regime?: Resolver<Maybe<ResolversTypes['SimulationRegime']>, ParentType, ContextType>;
  terminal?: Resolver<ResolversTypes['TerminalDistribution'], ParentType, ContextType>;
  varDollar?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
};

export type SimulationConfidenceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulationConfidence'] = ResolversParentTypes['SimulationConfidence']> = {
  level?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SimulationRegimeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SimulationRegime'] = ResolversParentTypes['SimulationRegime']> = {
  regimeDriftPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  shiftRiskPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  startState?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StrategyDescriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StrategyDescription'] = ResolversParentTypes['StrategyDescription']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Strategy'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type StrategyMetricsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['StrategyMetrics'] = ResolversParentTypes['StrategyMetrics']> = {
  cagrPct?: Resolver<Maybe<ResolversTypes['Pct']>, ParentType, ContextType>;
  exposurePct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  hitRatePct?: Resolver<Maybe<ResolversTypes['Pct']>, ParentType, ContextType>;
  maxDrawdownPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  sharpe?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  totalReturnPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  trades?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SvcSignalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SvcSignal'] = ResolversParentTypes['SvcSignal']> = {
  compositeScore?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['SignalLabel'], ParentType, ContextType>;
};

export type TerminalDistributionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TerminalDistribution'] = ResolversParentTypes['TerminalDistribution']> = {
  meanPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  p5Pct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  p50Pct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
  p95Pct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
};

export interface TickerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ticker'], any> {
  name: 'Ticker';
}

export type TopPositionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TopPosition'] = ResolversParentTypes['TopPosition']> = {
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weightPct?: Resolver<ResolversTypes['Pct'], ParentType, ContextType>;
};

export type WalkForwardResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WalkForward'] = ResolversParentTypes['WalkForward']> = {
  positiveWindows?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  testSharpe?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  trainSharpe?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  trainTestRatio?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['WalkForwardVerdict'], ParentType, ContextType>;
};

export interface YearMonthScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['YearMonth'], any> {
  name: 'YearMonth';
}

export type Resolvers<ContextType = RequestContext> = {
  ActionItem?: ActionItemResolvers<ContextType>;
  Backtest?: BacktestResolvers<ContextType>;
  BacktestEdge?: BacktestEdgeResolvers<ContextType>;
  BacktestLibrary?: BacktestLibraryResolvers<ContextType>;
  BacktestPoint?: BacktestPointResolvers<ContextType>;
  BuyHoldMetrics?: BuyHoldMetricsResolvers<ContextType>;
  ChallengeRow?: ChallengeRowResolvers<ContextType>;
  Concentration?: ConcentrationResolvers<ContextType>;
  ConePoint?: ConePointResolvers<ContextType>;
  Count?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DcaBacktest?: DcaBacktestResolvers<ContextType>;
  DcaBenchmark?: DcaBenchmarkResolvers<ContextType>;
  DcaLumpSum?: DcaLumpSumResolvers<ContextType>;
  DcaOutcome?: DcaOutcomeResolvers<ContextType>;
  DcaPoint?: DcaPointResolvers<ContextType>;
  DcaPurchase?: DcaPurchaseResolvers<ContextType>;
  EpochMs?: GraphQLScalarType;
  FactorExposure?: FactorExposureResolvers<ContextType>;
  Gap?: GapResolvers<ContextType>;
  GapBucket?: GapBucketResolvers<ContextType>;
  GapGroup?: GapGroupResolvers<ContextType>;
  GapRecent?: GapRecentResolvers<ContextType>;
  GapStats?: GapStatsResolvers<ContextType>;
  LocalDate?: GraphQLScalarType;
  MarketRegime?: MarketRegimeResolvers<ContextType>;
  MergedTicker?: MergedTickerResolvers<ContextType>;
  MetricDescription?: MetricDescriptionResolvers<ContextType>;
  ModelChallenge?: ModelChallengeResolvers<ContextType>;
  Money?: GraphQLScalarType;
  OverlayHolding?: OverlayHoldingResolvers<ContextType>;
  OverlaySummary?: OverlaySummaryResolvers<ContextType>;
  Pct?: GraphQLScalarType;
  Portfolio?: PortfolioResolvers<ContextType>;
  PortfolioOverlay?: PortfolioOverlayResolvers<ContextType>;
  Price?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Ratio?: GraphQLScalarType;
  ReviewEntry?: ReviewEntryResolvers<ContextType>;
  Score?: GraphQLScalarType;
  SeasonalCurrent?: SeasonalCurrentResolvers<ContextType>;
  SeasonalMonth?: SeasonalMonthResolvers<ContextType>;
  SeasonalMonthAverage?: SeasonalMonthAverageResolvers<ContextType>;
  SeasonalYear?: SeasonalYearResolvers<ContextType>;
  Seasonality?: SeasonalityResolvers<ContextType>;
  SectorWeight?: SectorWeightResolvers<ContextType>;
  Security?: SecurityResolvers<ContextType>;
  SignalGap?: SignalGapResolvers<ContextType>;
  SignalLabel?: SignalLabelResolvers;
  SignalMix?: SignalMixResolvers<ContextType>;
  Simulation?: SimulationResolvers<ContextType>;
  SimulationConfidence?: SimulationConfidenceResolvers<ContextType>;
  SimulationRegime?: SimulationRegimeResolvers<ContextType>;
  StrategyDescription?: StrategyDescriptionResolvers<ContextType>;
  StrategyMetrics?: StrategyMetricsResolvers<ContextType>;
  SvcSignal?: SvcSignalResolvers<ContextType>;
  TerminalDistribution?: TerminalDistributionResolvers<ContextType>;
  Ticker?: GraphQLScalarType;
  TopPosition?: TopPositionResolvers<ContextType>;
  WalkForward?: WalkForwardResolvers<ContextType>;
  YearMonth?: GraphQLScalarType;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  batch?: BatchDirectiveResolver<any, any, ContextType>;
  length?: LengthDirectiveResolver<any, any, ContextType>;
  live?: LiveDirectiveResolver<any, any, ContextType>;
  metered?: MeteredDirectiveResolver<any, any, ContextType>;
  optional?: OptionalDirectiveResolver<any, any, ContextType>;
  range?: RangeDirectiveResolver<any, any, ContextType>;
  section?: SectionDirectiveResolver<any, any, ContextType>;
  tier?: TierDirectiveResolver<any, any, ContextType>;
  wire?: WireDirectiveResolver<any, any, ContextType>;
};

/** Batched resolvers of the fields of entities. */
export interface Loaders {
  readonly Security: {
    readonly backtest: BatchedFieldOf<SecurityResolvers, 'backtest', ResolversParentTypes['Security']>;
    readonly dca: BatchedFieldOf<SecurityResolvers, 'dca', ResolversParentTypes['Security']>;
    readonly gapStats: BatchedFieldOf<SecurityResolvers, 'gapStats', ResolversParentTypes['Security']>;
    readonly isCoveredByBatch: BatchedFieldOf<SecurityResolvers, 'isCoveredByBatch', ResolversParentTypes['Security']>;
    readonly seasonality: BatchedFieldOf<SecurityResolvers, 'seasonality', ResolversParentTypes['Security']>;
    readonly symbol: BatchedFieldOf<SecurityResolvers, 'symbol', ResolversParentTypes['Security']>;
    readonly ticker: BatchedFieldOf<SecurityResolvers, 'ticker', ResolversParentTypes['Security']>;
  };
}
