import type { SecurityKind, SecurityParent, SignalParent } from '../resolver-parents.js';
import type { SignalLabel as WireLabel } from '../../../engines/signal/composite.js';
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
    & GraphQLRecursivePick<FederationTypes['Security'], {"symbol":true}> );
};

export type ResolversTypes = {
  DailyBar: ResolverTypeWrapper<Types.DailyBar>;
  DateTime: ResolverTypeWrapper<Types.Scalars['DateTime']['output']>;
  Indicators: ResolverTypeWrapper<Types.Indicators>;
  LocalDate: ResolverTypeWrapper<Types.Scalars['LocalDate']['output']>;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
  Quote: ResolverTypeWrapper<Types.Quote>;
  Score: ResolverTypeWrapper<Types.Scalars['Score']['output']>;
  Security: ResolverTypeWrapper<SecurityParent>;
  SecurityConnection: ResolverTypeWrapper<Omit<Types.SecurityConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['SecurityEdge']> }>;
  SecurityEdge: ResolverTypeWrapper<Omit<Types.SecurityEdge, 'node'> & { node: ResolversTypes['Security'] }>;
  SecurityKind: ResolverTypeWrapper<SecurityKind>;
  Signal: ResolverTypeWrapper<SignalParent>;
  SignalLabel: ResolverTypeWrapper<WireLabel>;
  SignalMicrostructure: ResolverTypeWrapper<Types.SignalMicrostructure>;
  SignalScores: ResolverTypeWrapper<Types.SignalScores>;
  Ticker: ResolverTypeWrapper<Types.Scalars['Ticker']['output']>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
};

export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Security: SecurityParent;
  Signal: SignalParent;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  allSecurities?: Resolver<Types.Maybe<ResolversTypes['SecurityConnection']>, ParentType, ContextType, RequireFields<Types.QueryAllSecuritiesArgs, 'first'>>;
  securities?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Security']>>>, ParentType, ContextType, RequireFields<Types.QuerySecuritiesArgs, 'symbols'>>;
  security?: Resolver<Types.Maybe<ResolversTypes['Security']>, ParentType, ContextType, RequireFields<Types.QuerySecurityArgs, 'symbol'>>;
  signal?: Resolver<Types.Maybe<ResolversTypes['Signal']>, ParentType, ContextType, RequireFields<Types.QuerySignalArgs, 'ticker'>>;
  signals?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Signal']>>>, ParentType, ContextType, RequireFields<Types.QuerySignalsArgs, 'tickers'>>;
};

export type SecurityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Security'] = ResolversParentTypes['Security'], FederationReferenceType extends FederationReferenceTypes['Security'] = FederationReferenceTypes['Security']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['Security']> | FederationReferenceType, FederationReferenceType, ContextType>;
  bars?: Resolver<ReadonlyArray<ResolversTypes['DailyBar']>, ParentType, ContextType, RequireFields<Types.SecurityBarsArgs, 'last'>>;
  exchange?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstSession?: Resolver<Types.Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  industry?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isCoveredByBatch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['SecurityKind'], ParentType, ContextType>;
  lastSession?: Resolver<Types.Maybe<ResolversTypes['LocalDate']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quote?: Resolver<Types.Maybe<ResolversTypes['Quote']>, ParentType, ContextType>;
  sector?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signal?: Resolver<Types.Maybe<ResolversTypes['Signal']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
  ticker?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

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

/** All resolvers of the subgraph. */
export type Resolvers = CompleteResolvers<{
  Query: QueryResolvers;
  Security: SecurityResolvers;
  Signal: SignalResolvers;
}, ResolversParentTypes>;

/** What `createFields` of a file returns: some of them. */
export type Fields = FieldsOf<Resolvers>;

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
