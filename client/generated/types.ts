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

/** What a security is. */
export type SecurityKind =
  /** A company's shares. */
  | 'EQUITY'
  /** An exchange-traded fund. */
  | 'ETF'
  /** An index, which cannot be traded itself. */
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
  /** Enter when RSI 14 falls below 30, leave when it rises above 55. */
  | 'rsi_meanrev'
  /** Long while the close is above its 200-session average. */
  | 'trend';

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

export type BacktestQueryVariables = Exact<{
  ticker: string;
  strategy: Strategy;
  years?: number | null | undefined;
}>;


export type BacktestQuery = { readonly backtest: { readonly ok: boolean, readonly status: string | null, readonly message: string | null, readonly ticker: string, readonly strategy: Strategy, readonly years: number, readonly strategyMetrics: { readonly totalReturnPct: number, readonly cagrPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number, readonly exposurePct: number, readonly hitRatePct: number | null, readonly trades: number } | null, readonly buyHoldMetrics: { readonly totalReturnPct: number, readonly cagrPct: number | null, readonly sharpe: number | null, readonly maxDrawdownPct: number } | null, readonly edge: { readonly excessReturnPct: number, readonly sharpeDelta: number | null, readonly ddImprovementPct: number } | null, readonly walkForward: { readonly trainSharpe: number | null, readonly testSharpe: number | null, readonly trainTestRatio: number | null, readonly verdict: WalkForwardVerdict, readonly positiveWindows: number } | null, readonly curve: ReadonlyArray<{ readonly i: number, readonly strat: number, readonly bh: number }> | null } | null };

export type BacktestLibraryQueryVariables = Exact<{ [key: string]: never; }>;


export type BacktestLibraryQuery = { readonly backtestLibrary: { readonly strategies: ReadonlyArray<{ readonly id: Strategy, readonly name: string, readonly description: string }>, readonly metrics: ReadonlyArray<{ readonly name: string, readonly unit: string, readonly description: string }> } };

export type QuotePartsFragment = { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number };

export type SeasonalityQueryVariables = Exact<{
  ticker: string;
}>;


export type SeasonalityQuery = { readonly seasonality: { readonly ticker: string, readonly yearsCovered: number, readonly months: ReadonlyArray<{ readonly month: number, readonly label: string, readonly n: number, readonly avg: number | null, readonly median: number | null, readonly winRate: number | null }>, readonly strongest: { readonly label: string, readonly avg: number } | null, readonly weakest: { readonly label: string, readonly avg: number } | null } | null };

export type GapStatsQueryVariables = Exact<{
  ticker: string;
}>;


export type GapStatsQuery = { readonly gapStats: { readonly ticker: string, readonly sessions: number, readonly gapCount: number, readonly gapFrequency: number | null, readonly up: { readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null }, readonly dn: { readonly n: number, readonly fillRate: number | null, readonly followRate: number | null, readonly avgGap: number | null, readonly avgOpenClose: number | null }, readonly lastGap: { readonly date: string, readonly gap: number, readonly dir: GapDirection, readonly filled: boolean, readonly openClose: number } | null } | null };

export type DcaQueryVariables = Exact<{
  ticker: string;
  monthly?: number | null | undefined;
  years?: number | null | undefined;
}>;


export type DcaQuery = { readonly dca: { readonly ticker: string, readonly purchases: number, readonly invested: number, readonly finalValue: number, readonly profit: number, readonly multiple: number | null, readonly xirr: number | null, readonly maxDrawdown: number | null, readonly series: ReadonlyArray<{ readonly t: number, readonly invested: number, readonly value: number }> } | null };

export type SecuritiesQueryVariables = Exact<{
  symbols: ReadonlyArray<string>;
}>;


export type SecuritiesQuery = { readonly securities: ReadonlyArray<{ readonly symbol: string, readonly name: string, readonly kind: SecurityKind, readonly sector: string | null, readonly quote: { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number } | null, readonly signal: { readonly signal: SignalLabel, readonly compositeScore: number, readonly confidence: number } | null, readonly seasonality: { readonly strongest: { readonly label: string, readonly avg: number } | null, readonly weakest: { readonly label: string, readonly avg: number } | null } | null } | null> | null };

export type SecurityQueryVariables = Exact<{
  symbol: string;
  bars?: number | null | undefined;
}>;


export type SecurityQuery = { readonly security: { readonly symbol: string, readonly name: string, readonly kind: SecurityKind, readonly exchange: string | null, readonly sector: string | null, readonly industry: string | null, readonly source: string, readonly quote: { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number } | null, readonly bars: ReadonlyArray<{ readonly date: string, readonly open: number, readonly high: number, readonly low: number, readonly close: number, readonly adjustedClose: number, readonly volume: number }> } | null };

export type SignalQueryVariables = Exact<{
  ticker: string;
}>;


export type SignalQuery = { readonly signal: { readonly ticker: string, readonly signal: SignalLabel, readonly compositeScore: number, readonly confidence: number, readonly timestamp: string, readonly scores: { readonly technical: { readonly score: number, readonly weight: number } | null, readonly momentum: { readonly score: number, readonly weight: number } | null, readonly fundamentals: { readonly score: number, readonly weight: number } | null, readonly microstructure: { readonly score: number, readonly weight: number } | null, readonly optionsFlow: { readonly score: number, readonly weight: number } | null }, readonly price: { readonly current: number, readonly prevClose: number | null, readonly change: number | null, readonly changePct: number | null, readonly volume: number } } | null };

export type UsageQueryVariables = Exact<{ [key: string]: never; }>;


export type UsageQuery = { readonly usage: { readonly tier: Tier, readonly month: string, readonly requests: { readonly used: number, readonly limit: number | null, readonly remaining: number | null, readonly resetsAt: string }, readonly perMinute: { readonly limit: number, readonly remaining: number } } };
