/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Direction of a gap. */
export type GapDirection =
  /** The open is below the prior close. */
  | 'dn'
  /** The open is above the prior close. */
  | 'up';

/** Grade of the weighted score; the thresholds are those of the signal labels. */
export type Grade =
  /** 70 or above. */
  | 'A'
  /** 56 or above. */
  | 'B'
  /** 44 or above. */
  | 'C'
  /** 31 or above. */
  | 'D'
  /** Below 31. */
  | 'F';

/** A ticker and at most one of weight, value and shares. All holdings of a request must use the same one. */
export type HoldingInput = {
  /** Shares, priced at the last close. */
  readonly shares?: number | null | undefined;
  /** Ticker of the holding. */
  readonly ticker: string;
  /** Value in USD. */
  readonly value?: number | null | undefined;
  /** Weight in any unit; weights are normalised to sum to 1. */
  readonly weight?: number | null | undefined;
};

/** Suggested action for a holding, most urgent first. */
export type OverlayAction =
  /** Buy more. */
  | 'ADD'
  /** Sell it. */
  | 'CLOSE'
  /** Keep it. */
  | 'HOLD'
  /** Review it soon. */
  | 'WATCH';

/** One position to simulate. */
export type PositionInput = {
  /** Ticker of the position. */
  readonly ticker: string;
  /** Current value, USD. */
  readonly valueUsd: number;
};

/** Direction of a signal. */
export type Posture =
  /** Sell and Strong Sell. */
  | 'Bearish'
  /** Buy and Strong Buy. */
  | 'Bullish'
  /** Neutral. */
  | 'Neutral';

/** How simulated days are sampled. */
export type RegimeMode =
  /** Start in today's volatility regime and switch between regimes as the market did. */
  | 'auto'
  /** Only days of the high-volatility regime. */
  | 'stressed';

/** Kind of security. */
export type SecurityKind =
  /** A company's shares. */
  | 'EQUITY'
  /** An exchange-traded fund. */
  | 'ETF'
  /** An index; not tradable itself. */
  | 'INDEX';

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

/** Classic strategies, long or flat, decided at the close for the next session. */
export type Strategy =
  /** Always long. */
  | 'buy_hold'
  /** Long while the 50-session average is above the 200-session one. */
  | 'golden_cross'
  /** Long while the MACD line is above its signal line. */
  | 'macd'
  /** Enter when RSI 14 falls below 30, exit when it rises above 55. */
  | 'rsi_meanrev'
  /** Long while the close is above its 200-session average. */
  | 'trend';

/** Access tiers, ascending. */
export type Tier =
  /** Signals and research for one ticker at a time. */
  | 'FREE'
  /** Everything in Pro, without a monthly limit. */
  | 'INSTITUTIONAL'
  /** Everything in Starter, plus batches, private companies and AI. */
  | 'PRO'
  /** Everything in Free, plus backtests. */
  | 'STARTER';

/** Recommendation of the signal for a holding. */
export type Verdict =
  /** The signal agrees with holding. */
  | 'agree_hold'
  /** The signal says add. */
  | 'svc_says_add'
  /** The signal says sell. */
  | 'svc_says_sell';

/** Whether the edge in the training period persists in the test period. */
export type WalkForwardVerdict =
  /** Test Sharpe from 0.3 to below 0.7 of the train Sharpe. */
  | 'MILD_DECAY'
  /** The train Sharpe is not above 0, or the strategy beats buy and hold in neither period. */
  | 'NO_EDGE'
  /** Test Sharpe below 0.3 of the train Sharpe. */
  | 'OVERFIT'
  /** Test Sharpe at least 0.7 of the train Sharpe. */
  | 'ROBUST';

/** How an attempt ended. */
export type WebhookDeliveryStatus =
  /** Anything else. */
  | 'FAILED'
  /** The receiver responded with a status from 200 to 299 within 10 seconds. */
  | 'SUCCEEDED';

/** Event types that a webhook endpoint can subscribe to. */
export type WebhookEventType =
  /** An edge alert changes state: the feed, a cohort's evidence, or the regime model. */
  | 'EDGE_ALERT_FIRED'
  /** An upcoming IPO appears on the calendar, or its date moves. */
  | 'IPO_LISTING'
  /** The mood composite enters a new band. */
  | 'MOOD_BAND_CHANGE'
  /** The signal label of a ticker on one of the account's watchlists changes. */
  | 'SIGNAL_FLIP';

/** Whether an endpoint receives events. */
export type WebhookStatus =
  /** The endpoint receives events. */
  | 'ACTIVE'
  /** The endpoint failed 20 times in a row; delete it and register it again. */
  | 'DISABLED';

/** Basis of the weights of the holdings. */
export type WeightBasis =
  /** Equal weights; only tickers were given. */
  | 'equal_weight'
  /** The given values. */
  | 'explicit_value'
  /** The given weights. */
  | 'explicit_weight'
  /** Shares times the last price. */
  | 'shares_value';

export type SeasonalityQueryVariables = Exact<{
  ticker: string;
}>;


export type SeasonalityQuery = { readonly seasonality: { readonly ticker: string, readonly monthCount: number, readonly yearsCovered: number, readonly from: string | null, readonly to: string | null, readonly apiVersion: string, readonly months: ReadonlyArray<{ readonly month: number, readonly label: string, readonly n: number, readonly avg: number | null, readonly median: number | null, readonly winRate: number | null, readonly best: { readonly year: number, readonly ret: number } | null, readonly worst: { readonly year: number, readonly ret: number } | null }>, readonly strongest: { readonly month: number, readonly label: string, readonly avg: number } | null, readonly weakest: { readonly month: number, readonly label: string, readonly avg: number } | null, readonly current: { readonly month: number, readonly label: string, readonly avg: number | null, readonly winRate: number | null, readonly n: number, readonly partialRet: number | null } | null } | null };

export type GapStatsQueryVariables = Exact<{
  ticker: string;
}>;


export type GapStatsQuery = { readonly gapStats: { readonly ticker: string, readonly sessions: number, readonly from: string | null, readonly to: string | null, readonly gapCount: number, readonly gapFrequency: number | null, readonly apiVersion: string, readonly up: { readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null }, readonly dn: { readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null }, readonly buckets: ReadonlyArray<{ readonly dir: GapDirection, readonly size: string, readonly label: string, readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null }>, readonly recent: { readonly window: string, readonly gapCount: number, readonly up: { readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null }, readonly dn: { readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null } }, readonly largestUp: ReadonlyArray<{ readonly date: string, readonly gap: number, readonly dir: GapDirection, readonly filled: boolean, readonly openClose: number }>, readonly largestDn: ReadonlyArray<{ readonly date: string, readonly gap: number, readonly dir: GapDirection, readonly filled: boolean, readonly openClose: number }>, readonly lastGap: { readonly date: string, readonly gap: number, readonly dir: GapDirection, readonly filled: boolean, readonly openClose: number } | null } | null };

export type DcaQueryVariables = Exact<{
  ticker: string;
  monthly?: number | null | undefined;
  years?: number | null | undefined;
}>;


export type DcaQuery = { readonly dca: { readonly ticker: string, readonly monthlyAmount: number, readonly purchases: number, readonly from: string | null, readonly to: string | null, readonly years: number, readonly invested: number, readonly finalValue: number, readonly profit: number, readonly multiple: number | null, readonly xirr: number | null, readonly maxDrawdown: number | null, readonly apiVersion: string, readonly bestPurchase: { readonly date: string, readonly price: number } | null, readonly worstPurchase: { readonly date: string, readonly price: number } | null, readonly lucky: { readonly invested: number, readonly finalValue: number, readonly multiple: number | null, readonly xirr: number | null } | null, readonly unlucky: { readonly invested: number, readonly finalValue: number, readonly multiple: number | null, readonly xirr: number | null } | null, readonly lumpSum: { readonly finalValue: number, readonly multiple: number | null, readonly xirr: number | null } | null, readonly series: ReadonlyArray<{ readonly t: number, readonly invested: number, readonly value: number }>, readonly benchmark: { readonly ticker: string, readonly invested: number, readonly finalValue: number, readonly multiple: number | null, readonly xirr: number | null, readonly purchases: number } | null } | null };

export type BacktestLibraryQueryVariables = Exact<{ [key: string]: never; }>;


export type BacktestLibraryQuery = { readonly backtestLibrary: { readonly apiVersion: string, readonly strategies: ReadonlyArray<{ readonly id: Strategy, readonly name: string, readonly description: string }>, readonly metrics: ReadonlyArray<{ readonly name: string, readonly unit: string, readonly description: string }> } };

export type BacktestQueryVariables = Exact<{
  ticker: string;
  strategy: Strategy;
  years?: number | null | undefined;
  bypassCache?: boolean | null | undefined;
}>;


export type BacktestQuery = { readonly backtest: { readonly ok: boolean, readonly status: string | null, readonly message: string | null, readonly ticker: string, readonly strategy: Strategy, readonly years: number, readonly apiVersion: string, readonly strategyMetrics: { readonly totalReturnPct: number, readonly cagrPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number, readonly exposurePct: number, readonly hitRatePct: number | null, readonly trades: number } | null, readonly buyHoldMetrics: { readonly totalReturnPct: number, readonly cagrPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number } | null, readonly edge: { readonly excessReturnPct: number, readonly sharpeDelta: number | null, readonly ddImprovementPct: number } | null, readonly walkForward: { readonly trainSharpe: number | null, readonly testSharpe: number | null, readonly trainTestRatio: number | null, readonly verdict: WalkForwardVerdict, readonly positiveWindows: number } | null, readonly curve: ReadonlyArray<{ readonly i: number, readonly strat: number, readonly bh: number }> | null } | null };

export type PortfolioQueryVariables = Exact<{
  holdings: ReadonlyArray<HoldingInput>;
}>;


export type PortfolioQuery = { readonly portfolio: { readonly ok: boolean, readonly status: string | null, readonly message: string | null, readonly posture: Posture | null, readonly weightedCompositeScore: number | null, readonly nPositions: number | null, readonly weightBasis: WeightBasis | null, readonly riskFlags: ReadonlyArray<string> | null, readonly unresolved: ReadonlyArray<string> | null, readonly apiVersion: string, readonly signalMix: { readonly bullish: number, readonly neutral: number, readonly bearish: number } | null, readonly concentration: { readonly hhi: number, readonly effectivePositions: number, readonly topPosition: { readonly ticker: string, readonly weightPct: number } } | null, readonly factorExposure: { readonly technical: number | null, readonly momentum: number | null, readonly fundamentals: number | null, readonly microstructure: number | null, readonly optionsFlow: number | null } | null, readonly sectorConcentration: ReadonlyArray<{ readonly sector: string, readonly weightPct: number }> | null, readonly reviewPriority: ReadonlyArray<{ readonly ticker: string, readonly weightPct: number, readonly score: number, readonly signal: SignalLabel }> | null, readonly merged: ReadonlyArray<{ readonly ticker: string, readonly entries: number }> | null } | null };

export type PortfolioOverlayQueryVariables = Exact<{
  holdings: ReadonlyArray<HoldingInput>;
}>;


export type PortfolioOverlayQuery = { readonly portfolioOverlay: { readonly ok: boolean, readonly status: string | null, readonly message: string | null, readonly source: string | null, readonly unresolved: ReadonlyArray<string> | null, readonly apiVersion: string, readonly holdings: ReadonlyArray<{ readonly ticker: string, readonly weightPct: number, readonly verdict: Verdict, readonly action: OverlayAction, readonly svcSignal: { readonly label: SignalLabel, readonly compositeScore: number } }> | null, readonly actionItems: ReadonlyArray<{ readonly priority: OverlayAction, readonly ticker: string, readonly reason: string }> | null, readonly signalGaps: ReadonlyArray<{ readonly ticker: string, readonly score: number }> | null, readonly portfolioSummary: { readonly avgSvcScore: number, readonly grade: Grade, readonly weighting: string } | null, readonly regime: { readonly state: string, readonly probability: number, readonly asOf: string } | null, readonly merged: ReadonlyArray<{ readonly ticker: string, readonly entries: number }> | null } | null };

export type SimulateQueryVariables = Exact<{
  positions: ReadonlyArray<PositionInput>;
  horizonDays?: number | null | undefined;
  lookbackYears?: number | null | undefined;
  regime?: RegimeMode | null | undefined;
}>;


export type SimulateQuery = { readonly simulate: { readonly probPositivePct: number, readonly varDollar: number, readonly cvarDollar: number, readonly apiVersion: string, readonly terminal: { readonly meanPct: number, readonly p5Pct: number, readonly p50Pct: number, readonly p95Pct: number }, readonly regime: { readonly startState: string, readonly shiftRiskPct: number, readonly regimeDriftPct: number } | null, readonly modelChallenge: { readonly read: string, readonly rows: ReadonlyArray<{ readonly model: string, readonly p5Pct: number, readonly p50Pct: number, readonly varDollar: number }> }, readonly confidence: { readonly level: string, readonly reasons: ReadonlyArray<string> }, readonly cone: ReadonlyArray<{ readonly day: number, readonly p10: number, readonly p50: number, readonly p90: number }> } | null };

export type PrivateCompaniesQueryVariables = Exact<{
  sector?: string | null | undefined;
  q?: string | null | undefined;
  limit?: number;
}>;


export type PrivateCompaniesQuery = { readonly privateCompanies: { readonly count: number, readonly total: number, readonly companies: ReadonlyArray<{ readonly slug: string, readonly name: string, readonly tagline: string | null, readonly sector: string | null, readonly founded: number | null, readonly hq: string | null, readonly employees: number | null, readonly source: string }> } | null };

export type QuotePartsFragment = { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number };

export type SecuritiesQueryVariables = Exact<{
  symbols: ReadonlyArray<string>;
}>;


export type SecuritiesQuery = { readonly securities: ReadonlyArray<{ readonly symbol: string, readonly name: string, readonly kind: SecurityKind, readonly sector: string | null, readonly quote: { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number } | null, readonly signal: { readonly signal: SignalLabel, readonly compositeScore: number, readonly confidence: number } | null, readonly seasonality: { readonly strongest: { readonly label: string, readonly avg: number } | null, readonly weakest: { readonly label: string, readonly avg: number } | null } | null } | null> | null };

export type AllSecuritiesQueryVariables = Exact<{
  first?: number;
  after?: string | null | undefined;
  kind?: SecurityKind | null | undefined;
  sector?: string | null | undefined;
  q?: string | null | undefined;
}>;


export type AllSecuritiesQuery = { readonly allSecurities: { readonly totalCount: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly symbol: string, readonly name: string, readonly kind: SecurityKind, readonly sector: string | null } }> } | null };

export type SecurityQueryVariables = Exact<{
  symbol: string;
  bars?: number | null | undefined;
}>;


export type SecurityQuery = { readonly security: { readonly symbol: string, readonly name: string, readonly kind: SecurityKind, readonly exchange: string | null, readonly sector: string | null, readonly industry: string | null, readonly source: string, readonly quote: { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number } | null, readonly bars: ReadonlyArray<{ readonly date: string, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly adjustedClose: number, readonly volume: number }> } | null };

export type SignalChangedSubscriptionVariables = Exact<{
  tickers: ReadonlyArray<string>;
  initial?: boolean;
}>;


export type SignalChangedSubscription = { readonly signalChanged: { readonly ticker: string, readonly signal: SignalLabel, readonly compositeScore: number, readonly confidence: number, readonly timestamp: string, readonly security: { readonly symbol: string } } | null };

export type SignalQueryVariables = Exact<{
  ticker: string;
}>;


export type SignalQuery = { readonly signal: { readonly ticker: string, readonly signal: SignalLabel, readonly compositeScore: number, readonly confidence: number, readonly timestamp: string, readonly scores: { readonly technical: { readonly score: number, readonly weight: number } | null, readonly momentum: { readonly score: number, readonly weight: number } | null, readonly fundamentals: { readonly score: number, readonly weight: number } | null, readonly microstructure: { readonly score: number, readonly weight: number } | null, readonly optionsFlow: { readonly score: number, readonly weight: number } | null }, readonly price: { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number } } | null };

export type UsageQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageQuery = { readonly usage: { readonly tier: Tier, readonly month: string, readonly requests: { readonly used: number, readonly limit: number | null, readonly remaining: number | null, readonly resetsAt: string }, readonly perMinute: { readonly limit: number, readonly remaining: number } } };

export type RateLimitQueryVariables = Exact<{ [key: string]: never; }>;


export type RateLimitQuery = { readonly rateLimit: { readonly limit: number, readonly cost: number, readonly remaining: number, readonly resetAt: string, readonly operationCost: number | null, readonly operationCostLimit: number, readonly nodeCount: number | null } };

export type WatchlistPartsFragment = { readonly id: string, readonly name: string, readonly createdAt: string, readonly entries: ReadonlyArray<{ readonly symbol: string, readonly addedAt: string }> };

export type WatchlistsQueryVariables = Exact<{ [key: string]: never; }>;


export type WatchlistsQuery = { readonly viewer: { readonly watchlists: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string, readonly entries: ReadonlyArray<{ readonly symbol: string, readonly addedAt: string }> }> | null } };

export type WatchlistSignalsQueryVariables = Exact<{
  id: string;
}>;


export type WatchlistSignalsQuery = { readonly viewer: { readonly watchlist: { readonly id: string, readonly name: string, readonly entries: ReadonlyArray<{ readonly symbol: string, readonly addedAt: string, readonly security: { readonly symbol: string, readonly name: string, readonly quote: { readonly current: number, readonly changePct: number | null } | null, readonly signal: { readonly signal: SignalLabel, readonly compositeScore: number } | null } | null }> } | null } };

export type CreateWatchlistMutationVariables = Exact<{
  name: string;
  tickers?: ReadonlyArray<string>;
}>;


export type CreateWatchlistMutation = { readonly createWatchlist: { readonly changed: ReadonlyArray<string>, readonly unchanged: ReadonlyArray<string>, readonly watchlist: { readonly id: string, readonly name: string, readonly createdAt: string, readonly entries: ReadonlyArray<{ readonly symbol: string, readonly addedAt: string }> } } | null };

export type AddToWatchlistMutationVariables = Exact<{
  id: string;
  tickers: ReadonlyArray<string>;
}>;


export type AddToWatchlistMutation = { readonly addToWatchlist: { readonly changed: ReadonlyArray<string>, readonly unchanged: ReadonlyArray<string>, readonly watchlist: { readonly id: string, readonly name: string, readonly createdAt: string, readonly entries: ReadonlyArray<{ readonly symbol: string, readonly addedAt: string }> } } | null };

export type RemoveFromWatchlistMutationVariables = Exact<{
  id: string;
  tickers: ReadonlyArray<string>;
}>;


export type RemoveFromWatchlistMutation = { readonly removeFromWatchlist: { readonly changed: ReadonlyArray<string>, readonly unchanged: ReadonlyArray<string>, readonly watchlist: { readonly id: string, readonly name: string, readonly createdAt: string, readonly entries: ReadonlyArray<{ readonly symbol: string, readonly addedAt: string }> } } | null };

export type RenameWatchlistMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameWatchlistMutation = { readonly renameWatchlist: { readonly id: string, readonly name: string } | null };

export type DeleteWatchlistMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWatchlistMutation = { readonly deleteWatchlist: { readonly id: string } | null };

export type WebhookDeliveryPartsFragment = { readonly id: string, readonly eventId: string, readonly eventType: string, readonly attempt: number, readonly at: string, readonly status: WebhookDeliveryStatus, readonly httpStatus: number | null, readonly error: string | null, readonly durationMs: number | null };

export type WebhookEndpointPartsFragment = { readonly id: string, readonly url: string, readonly events: ReadonlyArray<WebhookEventType>, readonly secret: string, readonly createdAt: string, readonly status: WebhookStatus, readonly disabledReason: string | null, readonly consecutiveFailures: number };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { readonly webhooks: { readonly count: number, readonly total: number, readonly webhooks: ReadonlyArray<{ readonly id: string, readonly url: string, readonly events: ReadonlyArray<WebhookEventType>, readonly secret: string, readonly createdAt: string, readonly status: WebhookStatus, readonly disabledReason: string | null, readonly consecutiveFailures: number, readonly recentDeliveries: ReadonlyArray<{ readonly id: string, readonly eventId: string, readonly eventType: string, readonly attempt: number, readonly at: string, readonly status: WebhookDeliveryStatus, readonly httpStatus: number | null, readonly error: string | null, readonly durationMs: number | null }> }> } | null };

export type RegisterWebhookMutationVariables = Exact<{
  url: string;
  events?: ReadonlyArray<WebhookEventType> | null | undefined;
}>;


export type RegisterWebhookMutation = { readonly registerWebhook: { readonly id: string, readonly url: string, readonly events: ReadonlyArray<WebhookEventType>, readonly secret: string, readonly createdAt: string, readonly status: WebhookStatus, readonly disabledReason: string | null, readonly consecutiveFailures: number } | null };

export type TestWebhookMutationVariables = Exact<{
  id: string;
}>;


export type TestWebhookMutation = { readonly testWebhook: { readonly ok: boolean, readonly delivery: { readonly id: string, readonly eventId: string, readonly eventType: string, readonly attempt: number, readonly at: string, readonly status: WebhookDeliveryStatus, readonly httpStatus: number | null, readonly error: string | null, readonly durationMs: number | null } } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { readonly rotateWebhookSecret: { readonly id: string, readonly secret: string, readonly activeAt: string } | null };

export type ActivateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type ActivateWebhookSecretMutation = { readonly activateWebhookSecret: { readonly id: string, readonly url: string, readonly events: ReadonlyArray<WebhookEventType>, readonly secret: string, readonly createdAt: string, readonly status: WebhookStatus, readonly disabledReason: string | null, readonly consecutiveFailures: number } | null };

export type RedeliverMutationVariables = Exact<{
  eventId: string;
  endpointId?: string | null | undefined;
}>;


export type RedeliverMutation = { readonly redeliver: { readonly eventId: string, readonly endpoints: ReadonlyArray<string> } | null };

export type DeleteWebhookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: { readonly ok: boolean, readonly id: string } | null };
