import type { SecurityRef } from '../../tickers.js';
import type { SignalLabel as WireLabel } from '../../../engines/signal/composite.js';
import type { PortfolioParent, OverlayParent } from '../resolver-parents.js';
import type { RequestContext } from '../../../access/request-context.js';
import type { CompleteResolvers } from '../../complete-resolvers.js';
import type { BatchedFieldOf } from '../../field-loader.js';
import type { FieldsOf } from '../../merge-fields.js';
import type * as Types from '../../generated/types.js';
import type { GraphQLRecursivePick, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper } from '../../generated/types.js';
export type FederationTypes = {
  Security: Types.Security;
};

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

export type ResolversTypes = {
  ActionItem: ResolverTypeWrapper<Types.ActionItem>;
  Backtest: ResolverTypeWrapper<Types.Backtest>;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
  BacktestLibrary: ResolverTypeWrapper<Types.BacktestLibrary>;
  Concentration: ResolverTypeWrapper<Types.Concentration>;
  DcaBacktest: ResolverTypeWrapper<Types.DcaBacktest>;
  FactorExposure: ResolverTypeWrapper<Types.FactorExposure>;
  GapStats: ResolverTypeWrapper<Types.GapStats>;
  MarketRegime: ResolverTypeWrapper<Types.MarketRegime>;
  MergedTicker: ResolverTypeWrapper<Types.MergedTicker>;
  OverlayHolding: ResolverTypeWrapper<Omit<Types.OverlayHolding, 'svcSignal'> & { svcSignal: ResolversTypes['SvcSignal'] }>;
  OverlaySummary: ResolverTypeWrapper<Types.OverlaySummary>;
  Portfolio: ResolverTypeWrapper<PortfolioParent>;
  PortfolioOverlay: ResolverTypeWrapper<OverlayParent>;
  Posture: Types.Posture;
  ReviewEntry: ResolverTypeWrapper<Omit<Types.ReviewEntry, 'signal'> & { signal: ResolversTypes['SignalLabel'] }>;
  Score: ResolverTypeWrapper<Types.Scalars['Score']['output']>;
  Seasonality: ResolverTypeWrapper<Types.Seasonality>;
  SectorWeight: ResolverTypeWrapper<Types.SectorWeight>;
  Security: ResolverTypeWrapper<SecurityRef>;
  SignalGap: ResolverTypeWrapper<Types.SignalGap>;
  SignalLabel: ResolverTypeWrapper<WireLabel>;
  SignalMix: ResolverTypeWrapper<Types.SignalMix>;
  Simulation: ResolverTypeWrapper<Types.Simulation>;
  SvcSignal: ResolverTypeWrapper<Omit<Types.SvcSignal, 'label'> & { label: ResolversTypes['SignalLabel'] }>;
  Ticker: ResolverTypeWrapper<Types.Scalars['Ticker']['output']>;
  WeightBasis: Types.WeightBasis;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
};

export type ResolversParentTypes = {
  Portfolio: PortfolioParent;
  PortfolioOverlay: OverlayParent;
  Query: Record<PropertyKey, never>;
  Security: SecurityRef;
};

export type PortfolioResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Portfolio'] = ResolversParentTypes['Portfolio']> = {
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  concentration?: Resolver<Types.Maybe<ResolversTypes['Concentration']>, ParentType, ContextType>;
  factorExposure?: Resolver<Types.Maybe<ResolversTypes['FactorExposure']>, ParentType, ContextType>;
  merged?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['MergedTicker']>>, ParentType, ContextType>;
  message?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nPositions?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  posture?: Resolver<Types.Maybe<ResolversTypes['Posture']>, ParentType, ContextType>;
  reviewPriority?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['ReviewEntry']>>, ParentType, ContextType>;
  riskFlags?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  sectorConcentration?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['SectorWeight']>>, ParentType, ContextType>;
  signalMix?: Resolver<Types.Maybe<ResolversTypes['SignalMix']>, ParentType, ContextType>;
  status?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unresolved?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  weightBasis?: Resolver<Types.Maybe<ResolversTypes['WeightBasis']>, ParentType, ContextType>;
  weightedCompositeScore?: Resolver<Types.Maybe<ResolversTypes['Score']>, ParentType, ContextType>;
};

export type PortfolioOverlayResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PortfolioOverlay'] = ResolversParentTypes['PortfolioOverlay']> = {
  actionItems?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['ActionItem']>>, ParentType, ContextType>;
  apiVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  holdings?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['OverlayHolding']>>, ParentType, ContextType>;
  merged?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['MergedTicker']>>, ParentType, ContextType>;
  message?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  portfolioSummary?: Resolver<Types.Maybe<ResolversTypes['OverlaySummary']>, ParentType, ContextType>;
  regime?: Resolver<Types.Maybe<ResolversTypes['MarketRegime']>, ParentType, ContextType>;
  signalGaps?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['SignalGap']>>, ParentType, ContextType>;
  source?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unresolved?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  backtest?: Resolver<Types.Maybe<ResolversTypes['Backtest']>, ParentType, ContextType, RequireFields<Types.QueryBacktestArgs, 'bypassCache' | 'strategy' | 'ticker' | 'years'>>;
  backtestLibrary?: Resolver<ResolversTypes['BacktestLibrary'], ParentType, ContextType>;
  dca?: Resolver<Types.Maybe<ResolversTypes['DcaBacktest']>, ParentType, ContextType, RequireFields<Types.QueryDcaArgs, 'monthly' | 'ticker' | 'years'>>;
  gapStats?: Resolver<Types.Maybe<ResolversTypes['GapStats']>, ParentType, ContextType, RequireFields<Types.QueryGapStatsArgs, 'ticker'>>;
  portfolio?: Resolver<Types.Maybe<ResolversTypes['Portfolio']>, ParentType, ContextType, RequireFields<Types.QueryPortfolioArgs, 'holdings'>>;
  portfolioOverlay?: Resolver<Types.Maybe<ResolversTypes['PortfolioOverlay']>, ParentType, ContextType, RequireFields<Types.QueryPortfolioOverlayArgs, 'holdings'>>;
  seasonality?: Resolver<Types.Maybe<ResolversTypes['Seasonality']>, ParentType, ContextType, RequireFields<Types.QuerySeasonalityArgs, 'ticker'>>;
  simulate?: Resolver<Types.Maybe<ResolversTypes['Simulation']>, ParentType, ContextType, RequireFields<Types.QuerySimulateArgs, 'horizonDays' | 'lookbackYears' | 'positions'>>;
};

export type SecurityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Security'] = ResolversParentTypes['Security'], FederationReferenceType extends FederationReferenceTypes['Security'] = FederationReferenceTypes['Security']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['Security']> | FederationReferenceType, FederationReferenceType, ContextType>;
  backtest?: Resolver<Types.Maybe<ResolversTypes['Backtest']>, ParentType, ContextType, RequireFields<Types.SecurityBacktestArgs, 'bypassCache' | 'strategy' | 'years'>>;
  dca?: Resolver<Types.Maybe<ResolversTypes['DcaBacktest']>, ParentType, ContextType, RequireFields<Types.SecurityDcaArgs, 'monthly' | 'years'>>;
  gapStats?: Resolver<Types.Maybe<ResolversTypes['GapStats']>, ParentType, ContextType>;
  seasonality?: Resolver<Types.Maybe<ResolversTypes['Seasonality']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
};

/** All resolvers of the subgraph. */
export type Resolvers = CompleteResolvers<{
  Portfolio: PortfolioResolvers;
  PortfolioOverlay: PortfolioOverlayResolvers;
  Query: QueryResolvers;
  Security: SecurityResolvers;
}, ResolversParentTypes>;

/** What `createFields` of a file returns: some of them. */
export type Fields = FieldsOf<Resolvers>;

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
