import type { UsageParent, RateLimitParent, EndpointParent, ViewerParent, WebhookEndpointParent, WebhookDeliveryParent, WebhookListParent } from '../resolver-parents.js';
import type { Tier as WireTier } from '../../../access/tiers.js';
import type { Watchlist as StoredWatchlist, WatchlistEntry as StoredEntry } from '../../../store/watchlists.js';
import type { EventType } from '../../../jobs/queue/event-types.js';
import type { RequestContext } from '../../../access/request-context.js';
import type { CompleteResolvers } from '../../complete-resolvers.js';
import type { BatchedFieldOf } from '../../field-loader.js';
import type { FieldsOf } from '../../merge-fields.js';
import type * as Types from '../../generated/types.js';
import type { GraphQLRecursivePick, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper } from '../../generated/types.js';
export type FederationTypes = {
  Usage: Types.Usage;
};

export type FederationReferenceTypes = {
  Usage:
    ( { __typename: 'Usage' }
    & GraphQLRecursivePick<FederationTypes['Usage'], {"id":true}> );
};

export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<Types.ApiKey>;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
  CreatedKey: ResolverTypeWrapper<Types.CreatedKey>;
  DateTime: ResolverTypeWrapper<Types.Scalars['DateTime']['output']>;
  DeletedWatchlist: ResolverTypeWrapper<Types.DeletedWatchlist>;
  DeletedWebhook: ResolverTypeWrapper<Types.DeletedWebhook>;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
  Endpoint: ResolverTypeWrapper<EndpointParent>;
  MinuteUsage: ResolverTypeWrapper<Types.MinuteUsage>;
  RateLimit: ResolverTypeWrapper<RateLimitParent>;
  Redelivery: ResolverTypeWrapper<Types.Redelivery>;
  RequestUsage: ResolverTypeWrapper<Types.RequestUsage>;
  RotatedWebhookSecret: ResolverTypeWrapper<Types.RotatedWebhookSecret>;
  Security: ResolverTypeWrapper<{ readonly symbol: string }>;
  Ticker: ResolverTypeWrapper<Types.Scalars['Ticker']['output']>;
  Tier: ResolverTypeWrapper<WireTier>;
  TranscriptUsage: ResolverTypeWrapper<Types.TranscriptUsage>;
  Usage: ResolverTypeWrapper<UsageParent>;
  Viewer: ResolverTypeWrapper<ViewerParent>;
  Watchlist: ResolverTypeWrapper<StoredWatchlist>;
  WatchlistChange: ResolverTypeWrapper<Omit<Types.WatchlistChange, 'watchlist'> & { watchlist: ResolversTypes['Watchlist'] }>;
  WatchlistEntry: ResolverTypeWrapper<StoredEntry>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDeliveryParent>;
  WebhookDeliveryStatus: ResolverTypeWrapper<'succeeded' | 'failed'>;
  WebhookEndpoint: ResolverTypeWrapper<WebhookEndpointParent>;
  WebhookEventType: ResolverTypeWrapper<EventType>;
  WebhookList: ResolverTypeWrapper<WebhookListParent>;
  WebhookStatus: ResolverTypeWrapper<'active' | 'disabled'>;
  WebhookTest: ResolverTypeWrapper<Omit<Types.WebhookTest, 'delivery'> & { delivery: ResolversTypes['WebhookDelivery'] }>;
  YearMonth: ResolverTypeWrapper<Types.Scalars['YearMonth']['output']>;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
};

export type ResolversParentTypes = {
  Endpoint: EndpointParent;
  Mutation: Record<PropertyKey, never>;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimitParent;
  Security: { readonly symbol: string };
  Usage: UsageParent;
  Viewer: ViewerParent;
  Watchlist: StoredWatchlist;
  WatchlistEntry: StoredEntry;
  WebhookDelivery: WebhookDeliveryParent;
  WebhookEndpoint: WebhookEndpointParent;
  WebhookList: WebhookListParent;
};

export type EndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Endpoint'] = ResolversParentTypes['Endpoint']> = {
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  activateWebhookSecret?: Resolver<Types.Maybe<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType, RequireFields<Types.MutationActivateWebhookSecretArgs, 'id'>>;
  addToWatchlist?: Resolver<Types.Maybe<ResolversTypes['WatchlistChange']>, ParentType, ContextType, RequireFields<Types.MutationAddToWatchlistArgs, 'id' | 'tickers'>>;
  createKey?: Resolver<Types.Maybe<ResolversTypes['CreatedKey']>, ParentType, ContextType, Partial<Types.MutationCreateKeyArgs>>;
  createWatchlist?: Resolver<Types.Maybe<ResolversTypes['WatchlistChange']>, ParentType, ContextType, RequireFields<Types.MutationCreateWatchlistArgs, 'name' | 'tickers'>>;
  deleteWatchlist?: Resolver<Types.Maybe<ResolversTypes['DeletedWatchlist']>, ParentType, ContextType, RequireFields<Types.MutationDeleteWatchlistArgs, 'id'>>;
  deleteWebhook?: Resolver<Types.Maybe<ResolversTypes['DeletedWebhook']>, ParentType, ContextType, RequireFields<Types.MutationDeleteWebhookArgs, 'id'>>;
  redeliver?: Resolver<Types.Maybe<ResolversTypes['Redelivery']>, ParentType, ContextType, RequireFields<Types.MutationRedeliverArgs, 'eventId'>>;
  registerWebhook?: Resolver<Types.Maybe<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType, RequireFields<Types.MutationRegisterWebhookArgs, 'url'>>;
  removeFromWatchlist?: Resolver<Types.Maybe<ResolversTypes['WatchlistChange']>, ParentType, ContextType, RequireFields<Types.MutationRemoveFromWatchlistArgs, 'id' | 'tickers'>>;
  renameWatchlist?: Resolver<Types.Maybe<ResolversTypes['Watchlist']>, ParentType, ContextType, RequireFields<Types.MutationRenameWatchlistArgs, 'id' | 'name'>>;
  revokeKey?: Resolver<Types.Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType, RequireFields<Types.MutationRevokeKeyArgs, 'id'>>;
  rotateWebhookSecret?: Resolver<Types.Maybe<ResolversTypes['RotatedWebhookSecret']>, ParentType, ContextType, RequireFields<Types.MutationRotateWebhookSecretArgs, 'id'>>;
  signOut?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  testWebhook?: Resolver<Types.Maybe<ResolversTypes['WebhookTest']>, ParentType, ContextType, RequireFields<Types.MutationTestWebhookArgs, 'id'>>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  rateLimit?: Resolver<ResolversTypes['RateLimit'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
  webhook?: Resolver<Types.Maybe<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType, RequireFields<Types.QueryWebhookArgs, 'id'>>;
  webhooks?: Resolver<Types.Maybe<ResolversTypes['WebhookList']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeCount?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  operationCost?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  operationCostLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type SecurityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Security'] = ResolversParentTypes['Security']> = {
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
};

export type UsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage'], FederationReferenceType extends FederationReferenceTypes['Usage'] = FederationReferenceTypes['Usage']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['Usage']> | FederationReferenceType, FederationReferenceType, ContextType>;
  endpoints?: Resolver<ReadonlyArray<ResolversTypes['Endpoint']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['YearMonth'], ParentType, ContextType>;
  perMinute?: Resolver<ResolversTypes['MinuteUsage'], ParentType, ContextType>;
  requests?: Resolver<ResolversTypes['RequestUsage'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  transcripts?: Resolver<ResolversTypes['TranscriptUsage'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  accountId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  keys?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  watchlist?: Resolver<Types.Maybe<ResolversTypes['Watchlist']>, ParentType, ContextType, RequireFields<Types.ViewerWatchlistArgs, 'id'>>;
  watchlists?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['Watchlist']>>, ParentType, ContextType>;
};

export type WatchlistResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Watchlist'] = ResolversParentTypes['Watchlist']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entries?: Resolver<ReadonlyArray<ResolversTypes['WatchlistEntry']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WatchlistEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WatchlistEntry'] = ResolversParentTypes['WatchlistEntry']> = {
  addedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  security?: Resolver<Types.Maybe<ResolversTypes['Security']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  durationMs?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  httpStatus?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>;
};

export type WebhookEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookEndpoint'] = ResolversParentTypes['WebhookEndpoint']> = {
  consecutiveFailures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  disabledReason?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['WebhookEventType']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  recentDeliveries?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookListResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookList'] = ResolversParentTypes['WebhookList']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  webhooks?: Resolver<ReadonlyArray<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType>;
};

/** All resolvers of the subgraph. */
export type Resolvers = CompleteResolvers<{
  Endpoint: EndpointResolvers;
  Mutation: MutationResolvers;
  Query: QueryResolvers;
  RateLimit: RateLimitResolvers;
  Security: SecurityResolvers;
  Usage: UsageResolvers;
  Viewer: ViewerResolvers;
  Watchlist: WatchlistResolvers;
  WatchlistEntry: WatchlistEntryResolvers;
  WebhookDelivery: WebhookDeliveryResolvers;
  WebhookEndpoint: WebhookEndpointResolvers;
  WebhookList: WebhookListResolvers;
}, ResolversParentTypes>;

/** What `createFields` of a file returns: some of them. */
export type Fields = FieldsOf<Resolvers>;

/** Batched resolvers of the fields of entities. */
export interface Loaders {
  readonly Security: {
    readonly symbol: BatchedFieldOf<SecurityResolvers, 'symbol', ResolversParentTypes['Security']>;
  };
  readonly Usage: {
    readonly endpoints: BatchedFieldOf<UsageResolvers, 'endpoints', ResolversParentTypes['Usage']>;
    readonly id: BatchedFieldOf<UsageResolvers, 'id', ResolversParentTypes['Usage']>;
    readonly month: BatchedFieldOf<UsageResolvers, 'month', ResolversParentTypes['Usage']>;
    readonly perMinute: BatchedFieldOf<UsageResolvers, 'perMinute', ResolversParentTypes['Usage']>;
    readonly requests: BatchedFieldOf<UsageResolvers, 'requests', ResolversParentTypes['Usage']>;
    readonly tier: BatchedFieldOf<UsageResolvers, 'tier', ResolversParentTypes['Usage']>;
    readonly transcripts: BatchedFieldOf<UsageResolvers, 'transcripts', ResolversParentTypes['Usage']>;
  };
}
