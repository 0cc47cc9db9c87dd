import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { SignalLabel as WireLabel } from '../../../engines/signal/composite.js';
import type { SecurityParent, SignalParent } from '../resolver-parents.js';
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

/** One session of a security. */
export type DailyBar = {
  /** Close adjusted for splits and dividends. */
  readonly adjustedClose: Scalars['Price']['output'];
  /** Last price, USD per share, split-adjusted. */
  readonly close: Scalars['Price']['output'];
  /** The session. */
  readonly date: Scalars['LocalDate']['output'];
  /** Highest price, USD per share, split-adjusted. */
  readonly high: Scalars['Price']['output'];
  /** Lowest price, USD per share, split-adjusted. */
  readonly low: Scalars['Price']['output'];
  /** First price, USD per share, split-adjusted. */
  readonly open: Scalars['Price']['output'];
  /** Shares, split-adjusted. */
  readonly volume: Scalars['Count']['output'];
};

/** One factor of the composite. */
export type FactorScore = {
  /** 0 to 100. */
  readonly score: Scalars['Score']['output'];
  /** Weight after renormalisation over the factors that have data; the weights sum to 1. */
  readonly weight: Scalars['Ratio']['output'];
};

/** Standard indicators at the last close, on split-adjusted prices. Null while the history is too short. */
export type Indicators = {
  /** MACD 12/26/9 line less its signal line, USD. */
  readonly macdHistogram?: Maybe<Scalars['Price']['output']>;
  /** Relative strength index, 14 sessions, Wilder; 0 to 100. */
  readonly rsi?: Maybe<Scalars['Ratio']['output']>;
  /** Simple moving average of 20 closes, USD. */
  readonly sma20?: Maybe<Scalars['Price']['output']>;
  /** Simple moving average of 50 closes, USD. */
  readonly sma50?: Maybe<Scalars['Price']['output']>;
  /** Simple moving average of 200 closes, USD. */
  readonly sma200?: Maybe<Scalars['Price']['output']>;
};

/** Which side pressed in a session. */
export type MicrostructureBias = {
  /** `bullish`, `neutral` or `bearish`. */
  readonly direction: Scalars['String']['output'];
  /** 0 (none) to 1 (one-sided). */
  readonly strength: Scalars['Ratio']['output'];
};

/** How orderly a session traded. */
export type MicrostructureHealth = {
  /** `healthy`, `mixed` or `stressed`. */
  readonly label: Scalars['String']['output'];
};

/** Inputs of the momentum factor. */
export type MomentumDetails = {
  /** Change of the last session, percent. */
  readonly changePct?: Maybe<Scalars['Pct']['output']>;
  /** Last volume over the mean of the 20 sessions before. */
  readonly volumeRatio?: Maybe<Scalars['Ratio']['output']>;
};

/** The momentum factor. */
export type MomentumScore = {
  /** What it is made of. */
  readonly details: MomentumDetails;
  /** 0 to 100. */
  readonly score: Scalars['Score']['output'];
  /** Weight after renormalisation; the weights sum to 1. */
  readonly weight: Scalars['Ratio']['output'];
};

/** Where a page stands. */
export type PageInfo = {
  /** Cursor of the last entry, to pass as `after`; null on an empty page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether another page follows. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether the page was asked for `after` another. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first entry; null on an empty page. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

export type Query = {
  /** All securities in order of symbol, a page at a time. `q` searches symbol and name. */
  readonly allSecurities?: Maybe<SecurityConnection>;
  /** Several securities in one batch. An unknown symbol is null beside an error at its index. */
  readonly securities?: Maybe<ReadonlyArray<Maybe<Security>>>;
  /** One security by its ticker. `TICKER_NOT_FOUND` when it is not stored. */
  readonly security?: Maybe<Security>;
  /** Composite multi-factor signal of one ticker (REST: `GET /signal`). */
  readonly signal?: Maybe<Signal>;
  /** Composite signals of many tickers in one batch, one unit for all. */
  readonly signals?: Maybe<ReadonlyArray<Maybe<Signal>>>;
};


export type QueryAllSecuritiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  kind?: InputMaybe<SecurityKind>;
  q?: InputMaybe<Scalars['String']['input']>;
  sector?: InputMaybe<Scalars['String']['input']>;
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

/** Prices of the last session. */
export type Quote = {
  /** Last price after the close; null without after-hours trades. */
  readonly afterHours?: Maybe<Scalars['Price']['output']>;
  /** USD since the previous close. */
  readonly change?: Maybe<Scalars['Price']['output']>;
  /** Percent since the previous close. */
  readonly changePct?: Maybe<Scalars['Pct']['output']>;
  /** Last price, USD per share. */
  readonly current: Scalars['Price']['output'];
  /** Close of the session before, USD per share; null where there is none. */
  readonly prevClose?: Maybe<Scalars['Price']['output']>;
  /** Shares traded in the last session. */
  readonly volume: Scalars['Count']['output'];
  /** Volume-weighted average price of the last session; null without minute bars. */
  readonly vwap?: Maybe<Scalars['Price']['output']>;
};

/** A listed equity or fund. Other subgraphs add what they know under the same symbol. */
export type Security = {
  /** Daily bars, oldest first; split-adjusted prices, with the total-return adjusted close beside them. */
  readonly bars: ReadonlyArray<DailyBar>;
  /** Listing venue, where known. */
  readonly exchange?: Maybe<Scalars['String']['output']>;
  /** First stored session. */
  readonly firstSession?: Maybe<Scalars['LocalDate']['output']>;
  /** Industry within the sector, where known. */
  readonly industry?: Maybe<Scalars['String']['output']>;
  /** True below a batch root, whose one unit covers what is read under it. */
  readonly isCoveredByBatch: Scalars['Boolean']['output'];
  /** What the security is. */
  readonly kind: SecurityKind;
  /** Last stored session. */
  readonly lastSession?: Maybe<Scalars['LocalDate']['output']>;
  /** Company or fund name. */
  readonly name: Scalars['String']['output'];
  /** Last traded price and the day's volume. */
  readonly quote?: Maybe<Quote>;
  /** GICS-style sector, where known. */
  readonly sector?: Maybe<Scalars['String']['output']>;
  /** Composite multi-factor signal (REST: `GET /signal`). */
  readonly signal?: Maybe<Signal>;
  /** Name of the data source of the stored bars (`simulated` for the demo market). */
  readonly source: Scalars['String']['output'];
  /** Canonical symbol, a dot before the share class (`BRK.B`). */
  readonly symbol: Scalars['Ticker']['output'];
  /** The ticker as asked, trimmed and upper-cased: what every subgraph echoes. */
  readonly ticker: Scalars['String']['output'];
};


/** A listed equity or fund. Other subgraphs add what they know under the same symbol. */
export type SecurityBarsArgs = {
  from?: InputMaybe<Scalars['LocalDate']['input']>;
  last?: Scalars['Int']['input'];
  to?: InputMaybe<Scalars['LocalDate']['input']>;
};

/** A page of securities, as Relay reads one. */
export type SecurityConnection = {
  /** The securities of the page, each with its cursor. */
  readonly edges: ReadonlyArray<SecurityEdge>;
  /** Where the page stands among all. */
  readonly pageInfo: PageInfo;
  /** Securities that match, on all pages. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A security on a page. */
export type SecurityEdge = {
  /** Pass as `after` for what comes behind this one. */
  readonly cursor: Scalars['String']['output'];
  /** The security. */
  readonly node: Security;
};

/** What a security is. */
export type SecurityKind =
  /** A company's shares. */
  | 'equity'
  /** An exchange-traded fund. */
  | 'etf'
  /** An index, which cannot be traded itself. */
  | 'index';

/** Composite multi-factor signal. Factors without data are left out and the other weights renormalised. */
export type Signal = {
  /** 0 (strongest sell) to 100 (strongest buy). */
  readonly compositeScore: Scalars['Score']['output'];
  /** 0 to 100: coverage of the five factors times their agreement. */
  readonly confidence: Scalars['Score']['output'];
  /** Standard indicators at the last close. */
  readonly indicators: Indicators;
  /** Read of the last session's minute bars; null parts where none are stored. */
  readonly microstructure: SignalMicrostructure;
  /** Prices of the last session. */
  readonly price: Quote;
  /** The five factors the composite is made of. */
  readonly scores: SignalScores;
  /** The security the signal is of. */
  readonly security: Security;
  /** Label of the rounded composite score. */
  readonly signal: SignalLabel;
  /** The ticker as asked, trimmed and upper-cased. */
  readonly ticker: Scalars['String']['output'];
  /** Time of the newest price used. */
  readonly timestamp: Scalars['DateTime']['output'];
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

/** How the last session traded, minute by minute. */
export type SignalMicrostructure = {
  /** Which side pressed; null without minute bars. */
  readonly bias?: Maybe<MicrostructureBias>;
  /** How orderly it traded; null without minute bars. */
  readonly health?: Maybe<MicrostructureHealth>;
  /** 0 to 100; null without minute bars. */
  readonly score?: Maybe<Scalars['Score']['output']>;
};

/** The factors of the composite; null where a factor has no data. */
export type SignalScores = {
  /** Null until the ticker has the data. */
  readonly fundamentals?: Maybe<FactorScore>;
  /** The last session's minute bars; null where none are stored. */
  readonly microstructure?: Maybe<FactorScore>;
  /** The last session's change and volume. */
  readonly momentum?: Maybe<MomentumScore>;
  /** Positioning in listed options; null until the ticker has the data. */
  readonly optionsFlow?: Maybe<FactorScore>;
  /** Trend and oscillators of the daily closes. */
  readonly technical?: Maybe<TechnicalScore>;
};

/** What can be watched, as server-sent events. */
export type Subscription = {
  /** The composite signal of each of these tickers whenever its label or its rounded score changes, as server-sent events (docs/live.md). Each event costs what `signal` costs. */
  readonly signalChanged?: Maybe<Signal>;
};


/** What can be watched, as server-sent events. */
export type SubscriptionSignalChangedArgs = {
  initial?: Scalars['Boolean']['input'];
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};

/** The technical factor. */
export type TechnicalScore = {
  /** The indicators it is made of. */
  readonly details: Indicators;
  /** 0 to 100. */
  readonly score: Scalars['Score']['output'];
  /** Weight after renormalisation; the weights sum to 1. */
  readonly weight: Scalars['Ratio']['output'];
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
    & GraphQLRecursivePick<FederationTypes['Security'], {"symbol":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Count: ResolverTypeWrapper<Scalars['Count']['output']>;
  DailyBar: ResolverTypeWrapper<DailyBar>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  EpochMs: ResolverTypeWrapper<Scalars['EpochMs']['output']>;
  FactorScore: ResolverTypeWrapper<FactorScore>;
  Indicators: ResolverTypeWrapper<Indicators>;
  LocalDate: ResolverTypeWrapper<Scalars['LocalDate']['output']>;
  MicrostructureBias: ResolverTypeWrapper<MicrostructureBias>;
  MicrostructureHealth: ResolverTypeWrapper<MicrostructureHealth>;
  MomentumDetails: ResolverTypeWrapper<MomentumDetails>;
  MomentumScore: ResolverTypeWrapper<MomentumScore>;
  Money: ResolverTypeWrapper<Scalars['Money']['output']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Pct: ResolverTypeWrapper<Scalars['Pct']['output']>;
  Price: ResolverTypeWrapper<Scalars['Price']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Quote: ResolverTypeWrapper<Quote>;
  Ratio: ResolverTypeWrapper<Scalars['Ratio']['output']>;
  Score: ResolverTypeWrapper<Scalars['Score']['output']>;
  Security: ResolverTypeWrapper<SecurityParent>;
  SecurityConnection: ResolverTypeWrapper<Omit<SecurityConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['SecurityEdge']> }>;
  SecurityEdge: ResolverTypeWrapper<Omit<SecurityEdge, 'node'> & { node: ResolversTypes['Security'] }>;
  SecurityKind: null;
  Signal: ResolverTypeWrapper<SignalParent>;
  SignalLabel: ResolverTypeWrapper<WireLabel>;
  SignalMicrostructure: ResolverTypeWrapper<SignalMicrostructure>;
  SignalScores: ResolverTypeWrapper<SignalScores>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  TechnicalScore: ResolverTypeWrapper<TechnicalScore>;
  Ticker: ResolverTypeWrapper<Scalars['Ticker']['output']>;
  Tier: Tier;
  YearMonth: ResolverTypeWrapper<Scalars['YearMonth']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Count: Scalars['Count']['output'];
  DailyBar: DailyBar;
  DateTime: Scalars['DateTime']['output'];
  EpochMs: Scalars['EpochMs']['output'];
  FactorScore: FactorScore;
  Indicators: Indicators;
  LocalDate: Scalars['LocalDate']['output'];
  MicrostructureBias: MicrostructureBias;
  MicrostructureHealth: MicrostructureHealth;
  MomentumDetails: MomentumDetails;
  MomentumScore: MomentumScore;
  Money: Scalars['Money']['output'];
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  Pct: Scalars['Pct']['output'];
  Price: Scalars['Price']['output'];
  Query: Record<PropertyKey, never>;
  Quote: Quote;
  Ratio: Scalars['Ratio']['output'];
  Score: Scalars['Score']['output'];
  Security: SecurityParent;
  SecurityConnection: Omit<SecurityConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['SecurityEdge']> };
  SecurityEdge: Omit<SecurityEdge, 'node'> & { node: ResolversParentTypes['Security'] };
  Signal: SignalParent;
  SignalMicrostructure: SignalMicrostructure;
  SignalScores: SignalScores;
  Subscription: Record<PropertyKey, never>;
  TechnicalScore: TechnicalScore;
  Ticker: Scalars['Ticker']['output'];
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

export interface CountScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Count'], any> {
  name: 'Count';
}

export type DailyBarResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DailyBar'] = ResolversParentTypes['DailyBar']> = {
  adjustedClose?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  close?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDate'], ParentType, ContextType>;
  high?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  low?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  open?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  volume?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface EpochMsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EpochMs'], any> {
  name: 'EpochMs';
}

export type FactorScoreResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['FactorScore'] = ResolversParentTypes['FactorScore']> = {
  score?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type IndicatorsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Indicators'] = ResolversParentTypes['Indicators']> = {
  macdHistogram?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  rsi?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
  sma20?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  sma50?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  sma200?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
};

export interface LocalDateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDate'], any> {
  name: 'LocalDate';
}

export type MicrostructureBiasResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MicrostructureBias'] = ResolversParentTypes['MicrostructureBias']> = {
  direction?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  strength?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export type MicrostructureHealthResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MicrostructureHealth'] = ResolversParentTypes['MicrostructureHealth']> = {
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MomentumDetailsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MomentumDetails'] = ResolversParentTypes['MomentumDetails']> = {
  changePct?: Resolver<Maybe<ResolversTypes['Pct']>, ParentType, ContextType>;
  volumeRatio?: Resolver<Maybe<ResolversTypes['Ratio']>, ParentType, ContextType>;
};

export type MomentumScoreResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MomentumScore'] = ResolversParentTypes['MomentumScore']> = {
  details?: Resolver<ResolversTypes['MomentumDetails'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export interface MoneyScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Money'], any> {
  name: 'Money';
}

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface PctScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Pct'], any> {
  name: 'Pct';
}

export interface PriceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Price'], any> {
  name: 'Price';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  allSecurities?: Resolver<Maybe<ResolversTypes['SecurityConnection']>, ParentType, ContextType, RequireFields<QueryAllSecuritiesArgs, 'first'>>;
  securities?: Resolver<Maybe<ReadonlyArray<Maybe<ResolversTypes['Security']>>>, ParentType, ContextType, RequireFields<QuerySecuritiesArgs, 'symbols'>>;
  security?: Resolver<Maybe<ResolversTypes['Security']>, ParentType, ContextType, RequireFields<QuerySecurityArgs, 'symbol'>>;
  signal?: Resolver<Maybe<ResolversTypes['Signal']>, ParentType, ContextType, RequireFields<QuerySignalArgs, 'ticker'>>;
  signals?: Resolver<Maybe<ReadonlyArray<Maybe<ResolversTypes['Signal']>>>, ParentType, ContextType, RequireFields<QuerySignalsArgs, 'tickers'>>;
};

export type QuoteResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Quote'] = ResolversParentTypes['Quote']> = {
  afterHours?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  change?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  changePct?: Resolver<Maybe<ResolversTypes['Pct']>, ParentType, ContextType>;
  current?: Resolver<ResolversTypes['Price'], ParentType, ContextType>;
  prevClose?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
  volume?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
  vwap?: Resolver<Maybe<ResolversTypes['Price']>, ParentType, ContextType>;
};

export interface RatioScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ratio'], any> {
  name: 'Ratio';
}

export interface ScoreScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Score'], any> {
  name: 'Score';
}

export type SecurityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Security'] = ResolversParentTypes['Security'], FederationReferenceType extends FederationReferenceTypes['Security'] = FederationReferenceTypes['Security']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Security']> | FederationReferenceType, FederationReferenceType, ContextType>;
  bars?: Resolver<ReadonlyArray<ResolversTypes['DailyBar']>, ParentType, ContextType, RequireFields<SecurityBarsArgs, 'last'>>;
  exchange?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstSession?: Resolver<Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  industry?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isCoveredByBatch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['SecurityKind'], ParentType, ContextType>;
  lastSession?: Resolver<Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quote?: Resolver<Maybe<ResolversTypes['Quote']>, ParentType, ContextType>;
  sector?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signal?: Resolver<Maybe<ResolversTypes['Signal']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SecurityConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SecurityConnection'] = ResolversParentTypes['SecurityConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['SecurityEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SecurityEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SecurityEdge'] = ResolversParentTypes['SecurityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Security'], ParentType, ContextType>;
};

export type SecurityKindResolvers = { EQUITY: 'equity', ETF: 'etf', INDEX: 'index' };

export type SignalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Signal'] = ResolversParentTypes['Signal']> = {
  compositeScore?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  indicators?: Resolver<ResolversTypes['Indicators'], ParentType, ContextType>;
  microstructure?: Resolver<ResolversTypes['SignalMicrostructure'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Quote'], ParentType, ContextType>;
  scores?: Resolver<ResolversTypes['SignalScores'], ParentType, ContextType>;
  security?: Resolver<ResolversTypes['Security'], ParentType, ContextType>;
  signal?: Resolver<ResolversTypes['SignalLabel'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type SignalLabelResolvers = EnumResolverSignature<{ BUY?: any, NEUTRAL?: any, SELL?: any, STRONG_BUY?: any, STRONG_SELL?: any }, ResolversTypes['SignalLabel']>;

export type SignalMicrostructureResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignalMicrostructure'] = ResolversParentTypes['SignalMicrostructure']> = {
  bias?: Resolver<Maybe<ResolversTypes['MicrostructureBias']>, ParentType, ContextType>;
  health?: Resolver<Maybe<ResolversTypes['MicrostructureHealth']>, ParentType, ContextType>;
  score?: Resolver<Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
};

export type SignalScoresResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['SignalScores'] = ResolversParentTypes['SignalScores']> = {
  fundamentals?: Resolver<Maybe<ResolversTypes['FactorScore']>, ParentType, ContextType>;
  microstructure?: Resolver<Maybe<ResolversTypes['FactorScore']>, ParentType, ContextType>;
  momentum?: Resolver<Maybe<ResolversTypes['MomentumScore']>, ParentType, ContextType>;
  optionsFlow?: Resolver<Maybe<ResolversTypes['FactorScore']>, ParentType, ContextType>;
  technical?: Resolver<Maybe<ResolversTypes['TechnicalScore']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  signalChanged?: SubscriptionResolver<Maybe<ResolversTypes['Signal']>, "signalChanged", ParentType, ContextType, RequireFields<SubscriptionSignalChangedArgs, 'initial' | 'tickers'>>;
};

export type TechnicalScoreResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TechnicalScore'] = ResolversParentTypes['TechnicalScore']> = {
  details?: Resolver<ResolversTypes['Indicators'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Score'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Ratio'], ParentType, ContextType>;
};

export interface TickerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ticker'], any> {
  name: 'Ticker';
}

export interface YearMonthScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['YearMonth'], any> {
  name: 'YearMonth';
}

export type Resolvers<ContextType = RequestContext> = {
  Count?: GraphQLScalarType;
  DailyBar?: DailyBarResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  EpochMs?: GraphQLScalarType;
  FactorScore?: FactorScoreResolvers<ContextType>;
  Indicators?: IndicatorsResolvers<ContextType>;
  LocalDate?: GraphQLScalarType;
  MicrostructureBias?: MicrostructureBiasResolvers<ContextType>;
  MicrostructureHealth?: MicrostructureHealthResolvers<ContextType>;
  MomentumDetails?: MomentumDetailsResolvers<ContextType>;
  MomentumScore?: MomentumScoreResolvers<ContextType>;
  Money?: GraphQLScalarType;
  PageInfo?: PageInfoResolvers<ContextType>;
  Pct?: GraphQLScalarType;
  Price?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Quote?: QuoteResolvers<ContextType>;
  Ratio?: GraphQLScalarType;
  Score?: GraphQLScalarType;
  Security?: SecurityResolvers<ContextType>;
  SecurityConnection?: SecurityConnectionResolvers<ContextType>;
  SecurityEdge?: SecurityEdgeResolvers<ContextType>;
  SecurityKind?: SecurityKindResolvers;
  Signal?: SignalResolvers<ContextType>;
  SignalLabel?: SignalLabelResolvers;
  SignalMicrostructure?: SignalMicrostructureResolvers<ContextType>;
  SignalScores?: SignalScoresResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  TechnicalScore?: TechnicalScoreResolvers<ContextType>;
  Ticker?: GraphQLScalarType;
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
    readonly bars: BatchedFieldOf<SecurityResolvers, 'bars', ResolversParentTypes['Security']>;
    readonly exchange: BatchedFieldOf<SecurityResolvers, 'exchange', ResolversParentTypes['Security']>;
    readonly firstSession: BatchedFieldOf<SecurityResolvers, 'firstSession', ResolversParentTypes['Security']>;
    readonly industry: BatchedFieldOf<SecurityResolvers, 'industry', ResolversParentTypes['Security']>;
    readonly isCoveredByBatch: BatchedFieldOf<SecurityResolvers, 'isCoveredByBatch', ResolversParentTypes['Security']>;
    readonly kind: BatchedFieldOf<SecurityResolvers, 'kind', ResolversParentTypes['Security']>;
    readonly lastSession: BatchedFieldOf<SecurityResolvers, 'lastSession', ResolversParentTypes['Security']>;
    readonly name: BatchedFieldOf<SecurityResolvers, 'name', ResolversParentTypes['Security']>;
    readonly quote: BatchedFieldOf<SecurityResolvers, 'quote', ResolversParentTypes['Security']>;
    readonly sector: BatchedFieldOf<SecurityResolvers, 'sector', ResolversParentTypes['Security']>;
    readonly signal: BatchedFieldOf<SecurityResolvers, 'signal', ResolversParentTypes['Security']>;
    readonly source: BatchedFieldOf<SecurityResolvers, 'source', ResolversParentTypes['Security']>;
    readonly symbol: BatchedFieldOf<SecurityResolvers, 'symbol', ResolversParentTypes['Security']>;
    readonly ticker: BatchedFieldOf<SecurityResolvers, 'ticker', ResolversParentTypes['Security']>;
  };
}
