import type { GraphQLResolveInfo } from 'graphql';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  Count: { input: number; output: number; }
  DateTime: { input: string; output: string | Date; }
  EpochMs: { input: number; output: number; }
  LocalDate: { input: string; output: string; }
  Money: { input: number; output: number; }
  Pct: { input: number; output: number; }
  Price: { input: number; output: number; }
  Ratio: { input: number; output: number; }
  Score: { input: number; output: number; }
  Ticker: { input: string; output: string; }
  YearMonth: { input: string; output: string; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type ActionItem = {
  readonly priority: OverlayAction;
  readonly reason: Scalars['String']['output'];
  readonly ticker: Scalars['String']['output'];
};

export type AiTokens = {
  readonly dailyCap: Scalars['Count']['output'];
  readonly remaining: Scalars['Count']['output'];
  readonly resetsInS: Scalars['Int']['output'];
  readonly todayUsed: Scalars['Count']['output'];
};

export type ApiKey = {
  readonly createdAt: Scalars['DateTime']['output'];
  readonly dailyTokenCap?: Maybe<Scalars['Int']['output']>;
  readonly id: Scalars['ID']['output'];
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly prefix: Scalars['String']['output'];
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type Backtest = {
  readonly apiVersion: Scalars['String']['output'];
  readonly buyHoldMetrics?: Maybe<BuyHoldMetrics>;
  readonly curve?: Maybe<ReadonlyArray<BacktestPoint>>;
  readonly edge?: Maybe<BacktestEdge>;
  readonly message?: Maybe<Scalars['String']['output']>;
  readonly ok: Scalars['Boolean']['output'];
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly strategy: Strategy;
  readonly strategyMetrics?: Maybe<StrategyMetrics>;
  readonly ticker: Scalars['String']['output'];
  readonly walkForward?: Maybe<WalkForward>;
  readonly years: Scalars['Int']['output'];
};

export type BacktestEdge = {
  readonly ddImprovementPct: Scalars['Pct']['output'];
  readonly excessReturnPct: Scalars['Pct']['output'];
  readonly sharpeDelta?: Maybe<Scalars['Ratio']['output']>;
};

export type BacktestLibrary = {
  readonly apiVersion: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
  readonly metrics: ReadonlyArray<MetricDescription>;
  readonly strategies: ReadonlyArray<StrategyDescription>;
  readonly total: Scalars['Int']['output'];
};

export type BacktestPoint = {
  readonly bh: Scalars['Ratio']['output'];
  readonly i: Scalars['Int']['output'];
  readonly strat: Scalars['Ratio']['output'];
};

export type BuyHoldMetrics = {
  readonly cagrPct?: Maybe<Scalars['Pct']['output']>;
  readonly maxDrawdownPct: Scalars['Pct']['output'];
  readonly sharpe?: Maybe<Scalars['Ratio']['output']>;
  readonly totalReturnPct: Scalars['Pct']['output'];
};

export type ChallengeRow = {
  readonly model: Scalars['String']['output'];
  readonly p5Pct: Scalars['Pct']['output'];
  readonly p50Pct: Scalars['Pct']['output'];
  readonly varDollar: Scalars['Money']['output'];
};

export type Concentration = {
  readonly effectivePositions: Scalars['Ratio']['output'];
  readonly hhi: Scalars['Ratio']['output'];
  readonly topPosition: TopPosition;
};

export type ConePoint = {
  readonly day: Scalars['Int']['output'];
  readonly p10: Scalars['Money']['output'];
  readonly p50: Scalars['Money']['output'];
  readonly p90: Scalars['Money']['output'];
};

export type CreatedKey = {
  readonly key: ApiKey;
  readonly secret: Scalars['String']['output'];
};

export type DailyBar = {
  readonly adjustedClose: Scalars['Price']['output'];
  readonly close: Scalars['Price']['output'];
  readonly date: Scalars['LocalDate']['output'];
  readonly high: Scalars['Price']['output'];
  readonly low: Scalars['Price']['output'];
  readonly open: Scalars['Price']['output'];
  readonly volume: Scalars['Count']['output'];
};

export type DcaBacktest = {
  readonly apiVersion: Scalars['String']['output'];
  readonly benchmark?: Maybe<DcaBenchmark>;
  readonly bestPurchase?: Maybe<DcaPurchase>;
  readonly finalValue: Scalars['Money']['output'];
  readonly from?: Maybe<Scalars['LocalDate']['output']>;
  readonly invested: Scalars['Money']['output'];
  readonly lucky?: Maybe<DcaOutcome>;
  readonly lumpSum?: Maybe<DcaLumpSum>;
  readonly maxDrawdown?: Maybe<Scalars['Ratio']['output']>;
  readonly monthlyAmount: Scalars['Int']['output'];
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  readonly profit: Scalars['Money']['output'];
  readonly purchases: Scalars['Int']['output'];
  readonly series: ReadonlyArray<DcaPoint>;
  readonly ticker: Scalars['String']['output'];
  readonly to?: Maybe<Scalars['LocalDate']['output']>;
  readonly unlucky?: Maybe<DcaOutcome>;
  readonly worstPurchase?: Maybe<DcaPurchase>;
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
  readonly years: Scalars['Ratio']['output'];
};

export type DcaBenchmark = {
  readonly finalValue: Scalars['Money']['output'];
  readonly invested: Scalars['Money']['output'];
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  readonly purchases: Scalars['Int']['output'];
  readonly ticker: Scalars['String']['output'];
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
};

export type DcaLumpSum = {
  readonly finalValue: Scalars['Money']['output'];
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
};

export type DcaOutcome = {
  readonly finalValue: Scalars['Money']['output'];
  readonly invested: Scalars['Money']['output'];
  readonly multiple?: Maybe<Scalars['Ratio']['output']>;
  readonly xirr?: Maybe<Scalars['Ratio']['output']>;
};

export type DcaPoint = {
  readonly invested: Scalars['Money']['output'];
  readonly t: Scalars['EpochMs']['output'];
  readonly value: Scalars['Money']['output'];
};

export type DcaPurchase = {
  readonly date: Scalars['LocalDate']['output'];
  readonly price: Scalars['Price']['output'];
};

export type DeletedWatchlist = {
  readonly id: Scalars['ID']['output'];
};

export type DeletedWebhook = {
  readonly id: Scalars['ID']['output'];
  readonly ok: Scalars['Boolean']['output'];
};

export type Endpoint = {
  readonly method: Scalars['String']['output'];
  readonly path: Scalars['String']['output'];
  readonly tier: Tier;
};

export type FactorExposure = {
  readonly fundamentals?: Maybe<Scalars['Score']['output']>;
  readonly microstructure?: Maybe<Scalars['Score']['output']>;
  readonly momentum?: Maybe<Scalars['Score']['output']>;
  readonly optionsFlow?: Maybe<Scalars['Score']['output']>;
  readonly technical?: Maybe<Scalars['Score']['output']>;
};

export type FactorScore = {
  readonly score: Scalars['Score']['output'];
  readonly weight: Scalars['Ratio']['output'];
};

export type Gap = {
  readonly date: Scalars['LocalDate']['output'];
  readonly dir: GapDirection;
  readonly filled: Scalars['Boolean']['output'];
  readonly gap: Scalars['Ratio']['output'];
  readonly openClose: Scalars['Ratio']['output'];
};

export type GapBucket = {
  readonly avgGap?: Maybe<Scalars['Ratio']['output']>;
  readonly avgOpenClose?: Maybe<Scalars['Ratio']['output']>;
  readonly dir: GapDirection;
  readonly fillRate?: Maybe<Scalars['Ratio']['output']>;
  readonly followRate?: Maybe<Scalars['Ratio']['output']>;
  readonly label: Scalars['String']['output'];
  readonly n: Scalars['Int']['output'];
  readonly size: Scalars['String']['output'];
};

export type GapDirection =
  | 'dn'
  | 'up';

export type GapGroup = {
  readonly avgGap?: Maybe<Scalars['Ratio']['output']>;
  readonly avgOpenClose?: Maybe<Scalars['Ratio']['output']>;
  readonly fillRate?: Maybe<Scalars['Ratio']['output']>;
  readonly followRate?: Maybe<Scalars['Ratio']['output']>;
  readonly n: Scalars['Int']['output'];
};

export type GapRecent = {
  readonly dn: GapGroup;
  readonly gapCount: Scalars['Int']['output'];
  readonly up: GapGroup;
  readonly window: Scalars['String']['output'];
};

export type GapStats = {
  readonly apiVersion: Scalars['String']['output'];
  readonly buckets: ReadonlyArray<GapBucket>;
  readonly dn: GapGroup;
  readonly from?: Maybe<Scalars['LocalDate']['output']>;
  readonly gapCount: Scalars['Int']['output'];
  readonly gapFrequency?: Maybe<Scalars['Ratio']['output']>;
  readonly largestDn: ReadonlyArray<Gap>;
  readonly largestUp: ReadonlyArray<Gap>;
  readonly lastGap?: Maybe<Gap>;
  readonly recent: GapRecent;
  readonly sessions: Scalars['Int']['output'];
  readonly ticker: Scalars['String']['output'];
  readonly to?: Maybe<Scalars['LocalDate']['output']>;
  readonly up: GapGroup;
};

export type Grade =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'F';

export type HoldingInput = {
  readonly shares?: InputMaybe<Scalars['Float']['input']>;
  readonly ticker: Scalars['Ticker']['input'];
  readonly value?: InputMaybe<Scalars['Float']['input']>;
  readonly weight?: InputMaybe<Scalars['Float']['input']>;
};

export type Indicators = {
  readonly macdHistogram?: Maybe<Scalars['Price']['output']>;
  readonly rsi?: Maybe<Scalars['Ratio']['output']>;
  readonly sma20?: Maybe<Scalars['Price']['output']>;
  readonly sma50?: Maybe<Scalars['Price']['output']>;
  readonly sma200?: Maybe<Scalars['Price']['output']>;
};

export type MarketRegime = {
  readonly asOf: Scalars['LocalDate']['output'];
  readonly probability: Scalars['Ratio']['output'];
  readonly state: Scalars['String']['output'];
};

export type MergedTicker = {
  readonly entries: Scalars['Int']['output'];
  readonly ticker: Scalars['String']['output'];
};

export type MetricDescription = {
  readonly description: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly unit: Scalars['String']['output'];
};

export type MicrostructureBias = {
  readonly direction: Scalars['String']['output'];
  readonly strength: Scalars['Ratio']['output'];
};

export type MicrostructureHealth = {
  readonly label: Scalars['String']['output'];
};

export type MinuteUsage = {
  readonly limit: Scalars['Int']['output'];
  readonly remaining: Scalars['Int']['output'];
};

export type ModelChallenge = {
  readonly read: Scalars['String']['output'];
  readonly rows: ReadonlyArray<ChallengeRow>;
};

export type MomentumDetails = {
  readonly changePct?: Maybe<Scalars['Pct']['output']>;
  readonly volumeRatio?: Maybe<Scalars['Ratio']['output']>;
};

export type MomentumScore = {
  readonly details: MomentumDetails;
  readonly score: Scalars['Score']['output'];
  readonly weight: Scalars['Ratio']['output'];
};

export type Mutation = {
  readonly activateWebhookSecret?: Maybe<WebhookEndpoint>;
  readonly addToWatchlist?: Maybe<WatchlistChange>;
  readonly createKey?: Maybe<CreatedKey>;
  readonly createWatchlist?: Maybe<WatchlistChange>;
  readonly deleteWatchlist?: Maybe<DeletedWatchlist>;
  readonly deleteWebhook?: Maybe<DeletedWebhook>;
  readonly redeliver?: Maybe<Redelivery>;
  readonly registerWebhook?: Maybe<WebhookEndpoint>;
  readonly removeFromWatchlist?: Maybe<WatchlistChange>;
  readonly renameWatchlist?: Maybe<Watchlist>;
  readonly revokeKey?: Maybe<ApiKey>;
  readonly rotateWebhookSecret?: Maybe<RotatedWebhookSecret>;
  readonly signOut?: Maybe<Scalars['Boolean']['output']>;
  readonly testWebhook?: Maybe<WebhookTest>;
};

export type MutationActivateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};

export type MutationAddToWatchlistArgs = {
  id: Scalars['ID']['input'];
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};

export type MutationCreateKeyArgs = {
  dailyTokenCap?: InputMaybe<Scalars['Int']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};

export type MutationCreateWatchlistArgs = {
  name: Scalars['String']['input'];
  tickers?: ReadonlyArray<Scalars['Ticker']['input']>;
};

export type MutationDeleteWatchlistArgs = {
  id: Scalars['ID']['input'];
};

export type MutationDeleteWebhookArgs = {
  id: Scalars['ID']['input'];
};

export type MutationRedeliverArgs = {
  endpointId?: InputMaybe<Scalars['ID']['input']>;
  eventId: Scalars['ID']['input'];
};

export type MutationRegisterWebhookArgs = {
  events?: InputMaybe<ReadonlyArray<WebhookEventType>>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  url: Scalars['String']['input'];
};

export type MutationRemoveFromWatchlistArgs = {
  id: Scalars['ID']['input'];
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};

export type MutationRenameWatchlistArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};

export type MutationRevokeKeyArgs = {
  id: Scalars['ID']['input'];
};

export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};

export type MutationTestWebhookArgs = {
  id: Scalars['ID']['input'];
};

export type OverlayAction =
  | 'ADD'
  | 'CLOSE'
  | 'HOLD'
  | 'WATCH';

export type OverlayHolding = {
  readonly action: OverlayAction;
  readonly svcSignal: SvcSignal;
  readonly ticker: Scalars['String']['output'];
  readonly verdict: Verdict;
  readonly weightPct: Scalars['Pct']['output'];
};

export type OverlaySummary = {
  readonly avgSvcScore: Scalars['Score']['output'];
  readonly grade: Grade;
  readonly weighting: Scalars['String']['output'];
};

export type PageInfo = {
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

export type Portfolio = {
  readonly apiVersion: Scalars['String']['output'];
  readonly concentration?: Maybe<Concentration>;
  readonly factorExposure?: Maybe<FactorExposure>;
  readonly merged?: Maybe<ReadonlyArray<MergedTicker>>;
  readonly message?: Maybe<Scalars['String']['output']>;
  readonly nPositions?: Maybe<Scalars['Int']['output']>;
  readonly ok: Scalars['Boolean']['output'];
  readonly posture?: Maybe<Posture>;
  readonly reviewPriority?: Maybe<ReadonlyArray<ReviewEntry>>;
  readonly riskFlags?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly sectorConcentration?: Maybe<ReadonlyArray<SectorWeight>>;
  readonly signalMix?: Maybe<SignalMix>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly unresolved?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly weightBasis?: Maybe<WeightBasis>;
  readonly weightedCompositeScore?: Maybe<Scalars['Score']['output']>;
};

export type PortfolioOverlay = {
  readonly actionItems?: Maybe<ReadonlyArray<ActionItem>>;
  readonly apiVersion: Scalars['String']['output'];
  readonly holdings?: Maybe<ReadonlyArray<OverlayHolding>>;
  readonly merged?: Maybe<ReadonlyArray<MergedTicker>>;
  readonly message?: Maybe<Scalars['String']['output']>;
  readonly ok: Scalars['Boolean']['output'];
  readonly portfolioSummary?: Maybe<OverlaySummary>;
  readonly regime?: Maybe<MarketRegime>;
  readonly signalGaps?: Maybe<ReadonlyArray<SignalGap>>;
  readonly source?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<Scalars['String']['output']>;
  readonly unresolved?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

export type PositionInput = {
  readonly ticker: Scalars['Ticker']['input'];
  readonly valueUsd: Scalars['Float']['input'];
};

export type Posture =
  | 'Bearish'
  | 'Bullish'
  | 'Neutral';

export type PrivateCompany = {
  readonly employees?: Maybe<Scalars['Int']['output']>;
  readonly founded?: Maybe<Scalars['Int']['output']>;
  readonly hq?: Maybe<Scalars['String']['output']>;
  readonly name: Scalars['String']['output'];
  readonly sector?: Maybe<Scalars['String']['output']>;
  readonly slug: Scalars['ID']['output'];
  readonly source: Scalars['String']['output'];
  readonly tagline?: Maybe<Scalars['String']['output']>;
};

export type PrivateCompanyList = {
  readonly companies: ReadonlyArray<PrivateCompany>;
  readonly count: Scalars['Int']['output'];
  readonly total: Scalars['Int']['output'];
};

export type Query = {
  readonly aiTokens?: Maybe<AiTokens>;
  readonly allSecurities?: Maybe<SecurityConnection>;
  readonly backtest?: Maybe<Backtest>;
  readonly backtestLibrary: BacktestLibrary;
  readonly dca?: Maybe<DcaBacktest>;
  readonly gapStats?: Maybe<GapStats>;
  readonly portfolio?: Maybe<Portfolio>;
  readonly portfolioOverlay?: Maybe<PortfolioOverlay>;
  readonly privateCompanies?: Maybe<PrivateCompanyList>;
  readonly privateCompany?: Maybe<PrivateCompany>;
  readonly rateLimit: RateLimit;
  readonly seasonality?: Maybe<Seasonality>;
  readonly securities?: Maybe<ReadonlyArray<Maybe<Security>>>;
  readonly security?: Maybe<Security>;
  readonly signal?: Maybe<Signal>;
  readonly signals?: Maybe<ReadonlyArray<Maybe<Signal>>>;
  readonly simulate?: Maybe<Simulation>;
  readonly usage: Usage;
  readonly viewer: Viewer;
  readonly webhook?: Maybe<WebhookEndpoint>;
  readonly webhooks?: Maybe<WebhookList>;
};

export type QueryAllSecuritiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  kind?: InputMaybe<SecurityKind>;
  q?: InputMaybe<Scalars['String']['input']>;
  sector?: InputMaybe<Scalars['String']['input']>;
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

export type QueryPrivateCompaniesArgs = {
  limit?: Scalars['Int']['input'];
  q?: InputMaybe<Scalars['String']['input']>;
  sector?: InputMaybe<Scalars['String']['input']>;
};

export type QueryPrivateCompanyArgs = {
  slug: Scalars['String']['input'];
};

export type QuerySeasonalityArgs = {
  ticker: Scalars['Ticker']['input'];
};

export type QuerySecuritiesArgs = {
  symbols: ReadonlyArray<Scalars['Ticker']['input']>;
};

export type QuerySecurityArgs = {
  symbol: Scalars['Ticker']['input'];
};

export type QuerySignalArgs = {
  ticker: Scalars['Ticker']['input'];
};

export type QuerySignalsArgs = {
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};

export type QuerySimulateArgs = {
  horizonDays?: Scalars['Float']['input'];
  lookbackYears?: Scalars['Float']['input'];
  positions: ReadonlyArray<PositionInput>;
  regime?: InputMaybe<RegimeMode>;
};

export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};

export type QueryWebhooksArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};

export type Quote = {
  readonly afterHours?: Maybe<Scalars['Price']['output']>;
  readonly change?: Maybe<Scalars['Price']['output']>;
  readonly changePct?: Maybe<Scalars['Pct']['output']>;
  readonly current: Scalars['Price']['output'];
  readonly prevClose?: Maybe<Scalars['Price']['output']>;
  readonly volume: Scalars['Count']['output'];
  readonly vwap?: Maybe<Scalars['Price']['output']>;
};

export type RateLimit = {
  readonly cost: Scalars['Int']['output'];
  readonly limit: Scalars['Int']['output'];
  readonly nodeCount?: Maybe<Scalars['Int']['output']>;
  readonly operationCost?: Maybe<Scalars['Int']['output']>;
  readonly operationCostLimit: Scalars['Int']['output'];
  readonly remaining: Scalars['Int']['output'];
  readonly resetAt: Scalars['DateTime']['output'];
};

export type Redelivery = {
  readonly endpoints: ReadonlyArray<Scalars['ID']['output']>;
  readonly eventId: Scalars['ID']['output'];
};

export type RegimeMode =
  | 'auto'
  | 'stressed';

export type RequestUsage = {
  readonly limit?: Maybe<Scalars['Count']['output']>;
  readonly remaining?: Maybe<Scalars['Count']['output']>;
  readonly resetsAt: Scalars['DateTime']['output'];
  readonly used: Scalars['Count']['output'];
};

export type ReviewEntry = {
  readonly score: Scalars['Score']['output'];
  readonly signal: SignalLabel;
  readonly ticker: Scalars['String']['output'];
  readonly weightPct: Scalars['Pct']['output'];
};

export type RotatedWebhookSecret = {
  readonly activeAt: Scalars['DateTime']['output'];
  readonly id: Scalars['ID']['output'];
  readonly secret: Scalars['String']['output'];
};

export type SeasonalCurrent = {
  readonly avg?: Maybe<Scalars['Ratio']['output']>;
  readonly label: Scalars['String']['output'];
  readonly month: Scalars['Int']['output'];
  readonly n: Scalars['Int']['output'];
  readonly partialRet?: Maybe<Scalars['Ratio']['output']>;
  readonly winRate?: Maybe<Scalars['Ratio']['output']>;
};

export type SeasonalMonth = {
  readonly avg?: Maybe<Scalars['Ratio']['output']>;
  readonly best?: Maybe<SeasonalYear>;
  readonly label: Scalars['String']['output'];
  readonly median?: Maybe<Scalars['Ratio']['output']>;
  readonly month: Scalars['Int']['output'];
  readonly n: Scalars['Int']['output'];
  readonly winRate?: Maybe<Scalars['Ratio']['output']>;
  readonly worst?: Maybe<SeasonalYear>;
};

export type SeasonalMonthAverage = {
  readonly avg: Scalars['Ratio']['output'];
  readonly label: Scalars['String']['output'];
  readonly month: Scalars['Int']['output'];
};

export type SeasonalYear = {
  readonly ret: Scalars['Ratio']['output'];
  readonly year: Scalars['Int']['output'];
};

export type Seasonality = {
  readonly apiVersion: Scalars['String']['output'];
  readonly current?: Maybe<SeasonalCurrent>;
  readonly from?: Maybe<Scalars['YearMonth']['output']>;
  readonly monthCount: Scalars['Int']['output'];
  readonly months: ReadonlyArray<SeasonalMonth>;
  readonly strongest?: Maybe<SeasonalMonthAverage>;
  readonly ticker: Scalars['String']['output'];
  readonly to?: Maybe<Scalars['YearMonth']['output']>;
  readonly weakest?: Maybe<SeasonalMonthAverage>;
  readonly yearsCovered: Scalars['Ratio']['output'];
};

export type SectorWeight = {
  readonly sector: Scalars['String']['output'];
  readonly weightPct: Scalars['Pct']['output'];
};

export type Security = {
  readonly backtest?: Maybe<Backtest>;
  readonly bars: ReadonlyArray<DailyBar>;
  readonly dca?: Maybe<DcaBacktest>;
  readonly exchange?: Maybe<Scalars['String']['output']>;
  readonly firstSession?: Maybe<Scalars['LocalDate']['output']>;
  readonly gapStats?: Maybe<GapStats>;
  readonly industry?: Maybe<Scalars['String']['output']>;
  readonly isCoveredByBatch: Scalars['Boolean']['output'];
  readonly kind: SecurityKind;
  readonly lastSession?: Maybe<Scalars['LocalDate']['output']>;
  readonly name: Scalars['String']['output'];
  readonly quote?: Maybe<Quote>;
  readonly seasonality?: Maybe<Seasonality>;
  readonly sector?: Maybe<Scalars['String']['output']>;
  readonly signal?: Maybe<Signal>;
  readonly source: Scalars['String']['output'];
  readonly symbol: Scalars['Ticker']['output'];
  readonly ticker: Scalars['String']['output'];
};

export type SecurityBacktestArgs = {
  bypassCache?: Scalars['Boolean']['input'];
  strategy: Strategy;
  years?: Scalars['Int']['input'];
};

export type SecurityBarsArgs = {
  from?: InputMaybe<Scalars['LocalDate']['input']>;
  last?: Scalars['Int']['input'];
  to?: InputMaybe<Scalars['LocalDate']['input']>;
};

export type SecurityDcaArgs = {
  monthly?: Scalars['Int']['input'];
  years?: Scalars['Int']['input'];
};

export type SecurityConnection = {
  readonly edges: ReadonlyArray<SecurityEdge>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type SecurityEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Security;
};

export type SecurityKind =
  | 'equity'
  | 'etf'
  | 'index';

export type Signal = {
  readonly compositeScore?: Maybe<Scalars['Score']['output']>;
  readonly confidence: Scalars['Score']['output'];
  readonly indicators: Indicators;
  readonly microstructure: SignalMicrostructure;
  readonly price: Quote;
  readonly scores: SignalScores;
  readonly security: Security;
  readonly signal?: Maybe<SignalLabel>;
  readonly ticker: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
};

export type SignalGap = {
  readonly score: Scalars['Score']['output'];
  readonly ticker: Scalars['String']['output'];
};

export type SignalLabel =
  | 'BUY'
  | 'NEUTRAL'
  | 'SELL'
  | 'STRONG_BUY'
  | 'STRONG_SELL';

export type SignalMicrostructure = {
  readonly bias?: Maybe<MicrostructureBias>;
  readonly health?: Maybe<MicrostructureHealth>;
  readonly score?: Maybe<Scalars['Score']['output']>;
};

export type SignalMix = {
  readonly bearish: Scalars['Ratio']['output'];
  readonly bullish: Scalars['Ratio']['output'];
  readonly neutral: Scalars['Ratio']['output'];
};

export type SignalScores = {
  readonly fundamentals?: Maybe<FactorScore>;
  readonly microstructure?: Maybe<FactorScore>;
  readonly momentum?: Maybe<MomentumScore>;
  readonly optionsFlow?: Maybe<FactorScore>;
  readonly technical?: Maybe<TechnicalScore>;
};

export type Simulation = {
  readonly apiVersion: Scalars['String']['output'];
  readonly cone: ReadonlyArray<ConePoint>;
  readonly confidence: SimulationConfidence;
  readonly cvarDollar: Scalars['Money']['output'];
  readonly history: SimulationHistory;
  readonly horizonSessions: Scalars['Int']['output'];
  readonly modelChallenge: ModelChallenge;
  readonly probPositivePct: Scalars['Pct']['output'];
  readonly regime?: Maybe<SimulationRegime>;
  readonly terminal: TerminalDistribution;
  readonly varDollar: Scalars['Money']['output'];
};

export type SimulationConfidence = {
  readonly level: Scalars['String']['output'];
  readonly reasons: ReadonlyArray<Scalars['String']['output']>;
};

export type SimulationHistory = {
  readonly from: Scalars['LocalDate']['output'];
  readonly sessions: Scalars['Int']['output'];
  readonly to: Scalars['LocalDate']['output'];
};

export type SimulationRegime = {
  readonly regimeDriftPct: Scalars['Pct']['output'];
  readonly shiftRiskPct: Scalars['Pct']['output'];
  readonly startState: Scalars['String']['output'];
};

export type Strategy =
  | 'buy_hold'
  | 'golden_cross'
  | 'macd'
  | 'rsi_meanrev'
  | 'trend';

export type StrategyDescription = {
  readonly description: Scalars['String']['output'];
  readonly id: Strategy;
  readonly name: Scalars['String']['output'];
};

export type StrategyMetrics = {
  readonly cagrPct?: Maybe<Scalars['Pct']['output']>;
  readonly exposurePct: Scalars['Pct']['output'];
  readonly hitRatePct?: Maybe<Scalars['Pct']['output']>;
  readonly maxDrawdownPct: Scalars['Pct']['output'];
  readonly sharpe?: Maybe<Scalars['Ratio']['output']>;
  readonly totalReturnPct: Scalars['Pct']['output'];
  readonly trades: Scalars['Int']['output'];
};

export type Subscription = {
  readonly signalChanged?: Maybe<Signal>;
  readonly webhookEndpointChanged?: Maybe<WebhookEndpoint>;
};

export type SubscriptionSignalChangedArgs = {
  initial?: Scalars['Boolean']['input'];
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};

export type SvcSignal = {
  readonly compositeScore: Scalars['Score']['output'];
  readonly label: SignalLabel;
};

export type TechnicalScore = {
  readonly details: Indicators;
  readonly score: Scalars['Score']['output'];
  readonly weight: Scalars['Ratio']['output'];
};

export type TerminalDistribution = {
  readonly meanPct: Scalars['Pct']['output'];
  readonly p5Pct: Scalars['Pct']['output'];
  readonly p50Pct: Scalars['Pct']['output'];
  readonly p95Pct: Scalars['Pct']['output'];
};

export type Tier =
  | 'FREE'
  | 'INSTITUTIONAL'
  | 'PRO'
  | 'STARTER';

export type TopPosition = {
  readonly ticker: Scalars['String']['output'];
  readonly weightPct: Scalars['Pct']['output'];
};

export type TranscriptUsage = {
  readonly limit?: Maybe<Scalars['Count']['output']>;
  readonly used: Scalars['Count']['output'];
};

export type Usage = {
  readonly aiTokens?: Maybe<AiTokens>;
  readonly endpoints: ReadonlyArray<Endpoint>;
  readonly id: Scalars['ID']['output'];
  readonly month: Scalars['YearMonth']['output'];
  readonly perMinute: MinuteUsage;
  readonly requests: RequestUsage;
  readonly tier: Tier;
  readonly transcripts: TranscriptUsage;
};

export type Verdict =
  | 'agree_hold'
  | 'svc_says_add'
  | 'svc_says_sell';

export type Viewer = {
  readonly accountId: Scalars['ID']['output'];
  readonly keys?: Maybe<ReadonlyArray<ApiKey>>;
  readonly tier: Tier;
  readonly watchlist?: Maybe<Watchlist>;
  readonly watchlists?: Maybe<ReadonlyArray<Watchlist>>;
};

export type ViewerWatchlistArgs = {
  id: Scalars['ID']['input'];
};

export type ViewerWatchlistsArgs = {
  first?: Scalars['Int']['input'];
};

export type WalkForward = {
  readonly positiveWindows: Scalars['Int']['output'];
  readonly testSharpe?: Maybe<Scalars['Ratio']['output']>;
  readonly trainSharpe?: Maybe<Scalars['Ratio']['output']>;
  readonly trainTestRatio?: Maybe<Scalars['Ratio']['output']>;
  readonly verdict: WalkForwardVerdict;
};

export type WalkForwardVerdict =
  | 'MILD_DECAY'
  | 'NO_EDGE'
  | 'OVERFIT'
  | 'ROBUST';

export type Watchlist = {
  readonly createdAt: Scalars['DateTime']['output'];
  readonly entries: ReadonlyArray<WatchlistEntry>;
  readonly entryCount: Scalars['Count']['output'];
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
};

export type WatchlistEntriesArgs = {
  first?: Scalars['Int']['input'];
};

export type WatchlistChange = {
  readonly changed: ReadonlyArray<Scalars['Ticker']['output']>;
  readonly unchanged: ReadonlyArray<Scalars['Ticker']['output']>;
  readonly watchlist: Watchlist;
};

export type WatchlistEntry = {
  readonly addedAt: Scalars['DateTime']['output'];
  readonly security?: Maybe<Security>;
  readonly symbol: Scalars['Ticker']['output'];
};

export type WebhookDelivery = {
  readonly at: Scalars['DateTime']['output'];
  readonly attempt: Scalars['Int']['output'];
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly eventId: Scalars['ID']['output'];
  readonly eventType: Scalars['String']['output'];
  readonly httpStatus?: Maybe<Scalars['Int']['output']>;
  readonly id: Scalars['ID']['output'];
  readonly status: WebhookDeliveryStatus;
};

export type WebhookDeliveryStatus =
  | 'failed'
  | 'succeeded';

export type WebhookEndpoint = {
  readonly consecutiveFailures: Scalars['Int']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly disabledReason?: Maybe<Scalars['String']['output']>;
  readonly events: ReadonlyArray<WebhookEventType>;
  readonly id: Scalars['ID']['output'];
  readonly recentDeliveries: ReadonlyArray<WebhookDelivery>;
  readonly secret: Scalars['String']['output'];
  readonly status: WebhookStatus;
  readonly url: Scalars['String']['output'];
};

export type WebhookEventType =
  | 'edge_alert.fired'
  | 'ipo.listing'
  | 'mood.band_change'
  | 'signal.flip';

export type WebhookList = {
  readonly count: Scalars['Int']['output'];
  readonly total: Scalars['Int']['output'];
  readonly webhooks: ReadonlyArray<WebhookEndpoint>;
};

export type WebhookStatus =
  | 'active'
  | 'disabled';

export type WebhookTest = {
  readonly delivery: WebhookDelivery;
  readonly ok: Scalars['Boolean']['output'];
};

export type WeightBasis =
  | 'equal_weight'
  | 'explicit_value'
  | 'explicit_weight'
  | 'shares_value';

export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

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