import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { UsageParent, RateLimitParent, EndpointParent, ViewerParent, WebhookEndpointParent, WebhookDeliveryParent, WebhookListParent } from '../resolver-parents.js';
import type { Tier as WireTier } from '../../../access/tiers.js';
import type { Watchlist as StoredWatchlist, WatchlistEntry as StoredEntry } from '../../../store/watchlists.js';
import type { EventType } from '../../../jobs/queue/event-types.js';
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

/** A key of an account, without its secret. */
export type ApiKey = {
  /** When the key was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** AI tokens a day the key may spend; null where the tier's default holds. */
  readonly dailyTokenCap?: Maybe<Scalars['Int']['output']>;
  /** Id of the key, which `revokeKey` takes. */
  readonly id: Scalars['ID']['output'];
  /** Null when never used. */
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What the key is for; null where nobody said. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** First characters of the key, enough to recognise it. */
  readonly prefix: Scalars['String']['output'];
  /** Null while active. */
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A new key with its secret. */
export type CreatedKey = {
  /** The record of the key. */
  readonly key: ApiKey;
  /** The key itself, shown this once. */
  readonly secret: Scalars['String']['output'];
};

/** A removed watchlist. */
export type DeletedWatchlist = {
  /** Id of the list that is gone. */
  readonly id: Scalars['ID']['output'];
};

/** A removed endpoint. */
export type DeletedWebhook = {
  /** Id of the endpoint that is gone. */
  readonly id: Scalars['ID']['output'];
  /** Always true. */
  readonly ok: Scalars['Boolean']['output'];
};

/** A REST endpoint. */
export type Endpoint = {
  /** HTTP method, upper case. */
  readonly method: Scalars['String']['output'];
  /** Path below the host, with `/api/v1`. */
  readonly path: Scalars['String']['output'];
  /** Lowest tier that may call it. */
  readonly tier: Tier;
};

/** Requests of the sliding minute. */
export type MinuteUsage = {
  /** Requests the account may send a minute. */
  readonly limit: Scalars['Int']['output'];
  /** Requests left at this moment. */
  readonly remaining: Scalars['Int']['output'];
};

/** Owner actions on keys and sessions. */
export type Mutation = {
  /** Sign with the next secret from now on. */
  readonly activateWebhookSecret?: Maybe<WebhookEndpoint>;
  /** Add tickers to a watchlist: all of them, or none where it would then hold more than 100. */
  readonly addToWatchlist?: Maybe<WatchlistChange>;
  /** Create an API key of this account; the key is in the answer and never shown again. For a signed-in session, never for a key. */
  readonly createKey?: Maybe<CreatedKey>;
  /** Make a watchlist, at most 10 of an account. */
  readonly createWatchlist?: Maybe<WatchlistChange>;
  /** Remove a watchlist with all it holds. */
  readonly deleteWatchlist?: Maybe<DeletedWatchlist>;
  /** Remove an endpoint and all that waits for it (REST: `DELETE /webhooks`). */
  readonly deleteWebhook?: Maybe<DeletedWebhook>;
  /** Send an event once more, under a new delivery id, to the account's active endpoints that were sent it. */
  readonly redeliver?: Maybe<Redelivery>;
  /** Register a webhook endpoint, at most 5 of an account; the signing secret is in the answer and never shown again (REST: `POST /webhooks`). */
  readonly registerWebhook?: Maybe<WebhookEndpoint>;
  /** Remove tickers from a watchlist. */
  readonly removeFromWatchlist?: Maybe<WatchlistChange>;
  /** Call a watchlist something else. */
  readonly renameWatchlist?: Maybe<Watchlist>;
  /** Revoke one of this account's keys. For a signed-in session, never for a key. */
  readonly revokeKey?: Maybe<ApiKey>;
  /** Make an endpoint's next secret. Deliveries keep the old one until `activateWebhookSecret`, or for 24 hours. */
  readonly rotateWebhookSecret?: Maybe<RotatedWebhookSecret>;
  /** End the session that asks. */
  readonly signOut?: Maybe<Scalars['Boolean']['output']>;
  /** Send a signed `webhook.test` event to an endpoint at once and wait for its answer, at most 10 seconds (REST: `POST /webhooks`). */
  readonly testWebhook?: Maybe<WebhookTest>;
};


/** Owner actions on keys and sessions. */
export type MutationActivateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationAddToWatchlistArgs = {
  id: Scalars['ID']['input'];
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};


/** Owner actions on keys and sessions. */
export type MutationCreateKeyArgs = {
  dailyTokenCap?: InputMaybe<Scalars['Int']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


/** Owner actions on keys and sessions. */
export type MutationCreateWatchlistArgs = {
  name: Scalars['String']['input'];
  tickers?: ReadonlyArray<Scalars['Ticker']['input']>;
};


/** Owner actions on keys and sessions. */
export type MutationDeleteWatchlistArgs = {
  id: Scalars['ID']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationDeleteWebhookArgs = {
  id: Scalars['ID']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationRedeliverArgs = {
  endpointId?: InputMaybe<Scalars['ID']['input']>;
  eventId: Scalars['ID']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationRegisterWebhookArgs = {
  events?: InputMaybe<ReadonlyArray<WebhookEventType>>;
  url: Scalars['String']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationRemoveFromWatchlistArgs = {
  id: Scalars['ID']['input'];
  tickers: ReadonlyArray<Scalars['Ticker']['input']>;
};


/** Owner actions on keys and sessions. */
export type MutationRenameWatchlistArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationRevokeKeyArgs = {
  id: Scalars['ID']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};


/** Owner actions on keys and sessions. */
export type MutationTestWebhookArgs = {
  id: Scalars['ID']['input'];
};

/** Everything that can be read. */
export type Query = {
  /** What the account may still send this minute, and what this very operation costs; never counts towards the month. */
  readonly rateLimit: RateLimit;
  /** Requests of this month, limits and the endpoints the key may call; never counts (REST: `GET /usage`). */
  readonly usage: Usage;
  /** The account behind the key or session. */
  readonly viewer: Viewer;
  /** One of the account's webhook endpoints with its last attempts. `NOT_FOUND` when it has none under that id. */
  readonly webhook?: Maybe<WebhookEndpoint>;
  /** The account's webhook endpoints with their last attempts, oldest endpoint first (REST: `GET /webhooks`). */
  readonly webhooks?: Maybe<WebhookList>;
};


/** Everything that can be read. */
export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};

/** The account's minute as this operation left it, in operations; and the size of this operation, in points of the schema's `@cost` and `@listSize`. */
export type RateLimit = {
  /** Units of `limit` that this operation takes: always 1, whatever its size. */
  readonly cost: Scalars['Int']['output'];
  /** Operations and REST requests the account may send a minute. */
  readonly limit: Scalars['Int']['output'];
  /** Most objects this operation can return; null through a router that does not count them. */
  readonly nodeCount?: Maybe<Scalars['Int']['output']>;
  /** Points this operation costs, as in `extensions.cost.requested`; null through a router that does not count them. */
  readonly operationCost?: Maybe<Scalars['Int']['output']>;
  /** Most points one operation may cost in this tier. */
  readonly operationCostLimit: Scalars['Int']['output'];
  /** Units left now. */
  readonly remaining: Scalars['Int']['output'];
  /** When the next unit comes back. */
  readonly resetAt: Scalars['DateTime']['output'];
};

/** An event on its way once more. */
export type Redelivery = {
  /** Ids of the endpoints that are sent it. */
  readonly endpoints: ReadonlyArray<Scalars['ID']['output']>;
  /** Id of the event. */
  readonly eventId: Scalars['ID']['output'];
};

/** Requests of the account's month. */
export type RequestUsage = {
  /** Requests the account may send a month; null is unlimited. */
  readonly limit?: Maybe<Scalars['Count']['output']>;
  /** Requests left this month; null is unlimited. */
  readonly remaining?: Maybe<Scalars['Count']['output']>;
  /** Start of the next month. */
  readonly resetsAt: Scalars['DateTime']['output'];
  /** Requests counted so far this month. */
  readonly used: Scalars['Count']['output'];
};

/** The next secret of an endpoint. */
export type RotatedWebhookSecret = {
  /** When deliveries are signed with it unless it is activated before. */
  readonly activeAt: Scalars['DateTime']['output'];
  /** Id of the endpoint. */
  readonly id: Scalars['ID']['output'];
  /** The next secret, shown this once. */
  readonly secret: Scalars['String']['output'];
};

export type Security = {
  readonly symbol: Scalars['Ticker']['output'];
};

/** What can be watched, as server-sent events. */
export type Subscription = {
  /** One of the account's webhook endpoints when its third delivery in a row fails, when it takes one again after that, and when it is disabled, as server-sent events (docs/live.md). Each event costs what `webhook` costs. */
  readonly webhookEndpointChanged?: Maybe<WebhookEndpoint>;
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

/** Transcripts of the account's month. */
export type TranscriptUsage = {
  /** Transcripts the account may read a month; null is unlimited. */
  readonly limit?: Maybe<Scalars['Count']['output']>;
  /** Transcripts read so far this month. */
  readonly used: Scalars['Count']['output'];
};

/** Requests and limits of the account behind the key. */
export type Usage = {
  /** What this key may call. */
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Id of the key or session that asks. */
  readonly id: Scalars['ID']['output'];
  /** Current month, UTC. */
  readonly month: Scalars['YearMonth']['output'];
  /** The current sliding minute. */
  readonly perMinute: MinuteUsage;
  /** The month's metered requests. */
  readonly requests: RequestUsage;
  /** Tier of the account. */
  readonly tier: Tier;
  /** The month's transcripts. */
  readonly transcripts: TranscriptUsage;
};

/** The account that asks. */
export type Viewer = {
  /** Id of the account. */
  readonly accountId: Scalars['ID']['output'];
  /** The account's keys; for a signed-in session, never for a key. */
  readonly keys?: Maybe<ReadonlyArray<ApiKey>>;
  /** Tier of the account. */
  readonly tier: Tier;
  /** One of the account's watchlists. `NOT_FOUND` when it has none under that id. */
  readonly watchlist?: Maybe<Watchlist>;
  /** The account's watchlists, oldest first; at most 10. */
  readonly watchlists?: Maybe<ReadonlyArray<Watchlist>>;
};


/** The account that asks. */
export type ViewerWatchlistArgs = {
  id: Scalars['ID']['input'];
};

/** Tickers that an account follows. Whoever follows one hears of its `signal.flip`. */
export type Watchlist = {
  /** When it was made. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** What it holds, in the order it was added; at most 100. */
  readonly entries: ReadonlyArray<WatchlistEntry>;
  /** Id, beginning with `wl_`. */
  readonly id: Scalars['ID']['output'];
  /** What the owner calls it. */
  readonly name: Scalars['String']['output'];
};

/** A watchlist after a change to what it holds. */
export type WatchlistChange = {
  /** Canonical symbols that were added or removed, in the order they were named. */
  readonly changed: ReadonlyArray<Scalars['Ticker']['output']>;
  /** Canonical symbols that made no difference: on the list already or named twice; of a removal, not on it. */
  readonly unchanged: ReadonlyArray<Scalars['Ticker']['output']>;
  /** The list as it is now. */
  readonly watchlist: Watchlist;
};

/** A ticker on a watchlist. */
export type WatchlistEntry = {
  /** When it was added. */
  readonly addedAt: Scalars['DateTime']['output'];
  /** What is known of it; null while nothing is stored for the ticker. */
  readonly security?: Maybe<Security>;
  /** Canonical symbol, a dot before the share class (`BRK.B`). */
  readonly symbol: Scalars['Ticker']['output'];
};

/** One attempt to deliver an event. */
export type WebhookDelivery = {
  /** When it was made. */
  readonly at: Scalars['DateTime']['output'];
  /** 1 for the first attempt at this event. */
  readonly attempt: Scalars['Int']['output'];
  /** Milliseconds until the answer; null where none came before our process stopped. */
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  /** Why it failed; null where it succeeded. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** Id of the event, the same over all attempts. */
  readonly eventId: Scalars['ID']['output'];
  /** Type of the event, which `X-SVC-Event` carried. */
  readonly eventType: Scalars['String']['output'];
  /** Status of the receiver's answer; null where there was none. */
  readonly httpStatus?: Maybe<Scalars['Int']['output']>;
  /** Id of the attempt, which `X-SVC-Delivery` carried; it goes out at most once. */
  readonly id: Scalars['ID']['output'];
  /** How it ended. */
  readonly status: WebhookDeliveryStatus;
};

/** How an attempt ended. */
export type WebhookDeliveryStatus =
  /** Anything else. */
  | 'failed'
  /** A status from 200 to 299 within 10 seconds. */
  | 'succeeded';

/** A URL that events are posted to. */
export type WebhookEndpoint = {
  /** Attempts that failed since the last that succeeded; the 20th disables the endpoint. */
  readonly consecutiveFailures: Scalars['Int']['output'];
  /** When it was registered. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** When and why it was disabled; null while it is active. */
  readonly disabledReason?: Maybe<Scalars['String']['output']>;
  /** What it is subscribed to. */
  readonly events: ReadonlyArray<WebhookEventType>;
  /** Id, beginning with `we_`. */
  readonly id: Scalars['ID']['output'];
  /** The last 10 attempts that ended, newest first. */
  readonly recentDeliveries: ReadonlyArray<WebhookDelivery>;
  /** The signing secret: whole at registration alone, and from then on `whsec_…` with its last 4 characters. */
  readonly secret: Scalars['String']['output'];
  /** Whether it is sent events. */
  readonly status: WebhookStatus;
  /** Where events are posted. */
  readonly url: Scalars['String']['output'];
};

/** What a webhook endpoint can subscribe to. */
export type WebhookEventType =
  /** An edge alert changes state: the feed, a cohort's evidence, or the regime model. */
  | 'edge_alert.fired'
  /** An upcoming IPO appears on the calendar, or its date moves. */
  | 'ipo.listing'
  /** The mood composite enters a new band. */
  | 'mood.band_change'
  /** The signal label of a ticker that the account holds flips. */
  | 'signal.flip';

/** The webhook endpoints of an account. */
export type WebhookList = {
  /** Endpoints in this list. */
  readonly count: Scalars['Int']['output'];
  /** Endpoints of the account. */
  readonly total: Scalars['Int']['output'];
  /** The endpoints, with their secrets masked. */
  readonly webhooks: ReadonlyArray<WebhookEndpoint>;
};

/** Whether an endpoint is sent events. */
export type WebhookStatus =
  /** It is sent events. */
  | 'active'
  /** It failed 20 times in a row; delete it and register it again. */
  | 'disabled';

/** What a test delivery came to. */
export type WebhookTest = {
  /** The attempt. */
  readonly delivery: WebhookDelivery;
  /** Whether the receiver took it. */
  readonly ok: Scalars['Boolean']['output'];
};



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
  Usage: Usage;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Usage:
    ( { __typename: 'Usage' }
    & GraphQLRecursivePick<FederationTypes['Usage'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<ApiKey>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Count: ResolverTypeWrapper<Scalars['Count']['output']>;
  CreatedKey: ResolverTypeWrapper<CreatedKey>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeletedWatchlist: ResolverTypeWrapper<DeletedWatchlist>;
  DeletedWebhook: ResolverTypeWrapper<DeletedWebhook>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Endpoint: ResolverTypeWrapper<EndpointParent>;
  EpochMs: ResolverTypeWrapper<Scalars['EpochMs']['output']>;
  LocalDate: ResolverTypeWrapper<Scalars['LocalDate']['output']>;
  MinuteUsage: ResolverTypeWrapper<MinuteUsage>;
  Money: ResolverTypeWrapper<Scalars['Money']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Pct: ResolverTypeWrapper<Scalars['Pct']['output']>;
  Price: ResolverTypeWrapper<Scalars['Price']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimitParent>;
  Ratio: ResolverTypeWrapper<Scalars['Ratio']['output']>;
  Redelivery: ResolverTypeWrapper<Redelivery>;
  RequestUsage: ResolverTypeWrapper<RequestUsage>;
  RotatedWebhookSecret: ResolverTypeWrapper<RotatedWebhookSecret>;
  Score: ResolverTypeWrapper<Scalars['Score']['output']>;
  Security: ResolverTypeWrapper<Security>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Ticker: ResolverTypeWrapper<Scalars['Ticker']['output']>;
  Tier: ResolverTypeWrapper<WireTier>;
  TranscriptUsage: ResolverTypeWrapper<TranscriptUsage>;
  Usage: ResolverTypeWrapper<UsageParent>;
  Viewer: ResolverTypeWrapper<ViewerParent>;
  Watchlist: ResolverTypeWrapper<StoredWatchlist>;
  WatchlistChange: ResolverTypeWrapper<Omit<WatchlistChange, 'watchlist'> & { watchlist: ResolversTypes['Watchlist'] }>;
  WatchlistEntry: ResolverTypeWrapper<StoredEntry>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDeliveryParent>;
  WebhookDeliveryStatus: ResolverTypeWrapper<'succeeded' | 'failed'>;
  WebhookEndpoint: ResolverTypeWrapper<WebhookEndpointParent>;
  WebhookEventType: ResolverTypeWrapper<EventType>;
  WebhookList: ResolverTypeWrapper<WebhookListParent>;
  WebhookStatus: ResolverTypeWrapper<'active' | 'disabled'>;
  WebhookTest: ResolverTypeWrapper<Omit<WebhookTest, 'delivery'> & { delivery: ResolversTypes['WebhookDelivery'] }>;
  YearMonth: ResolverTypeWrapper<Scalars['YearMonth']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiKey: ApiKey;
  ID: Scalars['ID']['output'];
  Count: Scalars['Count']['output'];
  CreatedKey: CreatedKey;
  DateTime: Scalars['DateTime']['output'];
  DeletedWatchlist: DeletedWatchlist;
  DeletedWebhook: DeletedWebhook;
  Boolean: Scalars['Boolean']['output'];
  Endpoint: EndpointParent;
  EpochMs: Scalars['EpochMs']['output'];
  LocalDate: Scalars['LocalDate']['output'];
  MinuteUsage: MinuteUsage;
  Money: Scalars['Money']['output'];
  Mutation: Record<PropertyKey, never>;
  Pct: Scalars['Pct']['output'];
  Price: Scalars['Price']['output'];
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimitParent;
  Ratio: Scalars['Ratio']['output'];
  Redelivery: Redelivery;
  RequestUsage: RequestUsage;
  RotatedWebhookSecret: RotatedWebhookSecret;
  Score: Scalars['Score']['output'];
  Security: Security;
  Subscription: Record<PropertyKey, never>;
  Ticker: Scalars['Ticker']['output'];
  TranscriptUsage: TranscriptUsage;
  Usage: UsageParent;
  Viewer: ViewerParent;
  Watchlist: StoredWatchlist;
  WatchlistChange: Omit<WatchlistChange, 'watchlist'> & { watchlist: ResolversParentTypes['Watchlist'] };
  WatchlistEntry: StoredEntry;
  WebhookDelivery: WebhookDeliveryParent;
  WebhookEndpoint: WebhookEndpointParent;
  WebhookList: WebhookListParent;
  WebhookTest: Omit<WebhookTest, 'delivery'> & { delivery: ResolversParentTypes['WebhookDelivery'] };
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

export type ApiKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  dailyTokenCap?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prefix?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export interface CountScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Count'], any> {
  name: 'Count';
}

export type CreatedKeyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['CreatedKey'] = ResolversParentTypes['CreatedKey']> = {
  key?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeletedWatchlistResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeletedWatchlist'] = ResolversParentTypes['DeletedWatchlist']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type DeletedWebhookResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['DeletedWebhook'] = ResolversParentTypes['DeletedWebhook']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type EndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Endpoint'] = ResolversParentTypes['Endpoint']> = {
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
};

export interface EpochMsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EpochMs'], any> {
  name: 'EpochMs';
}

export interface LocalDateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDate'], any> {
  name: 'LocalDate';
}

export type MinuteUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MinuteUsage'] = ResolversParentTypes['MinuteUsage']> = {
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface MoneyScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Money'], any> {
  name: 'Money';
}

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  activateWebhookSecret?: Resolver<Maybe<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType, RequireFields<MutationActivateWebhookSecretArgs, 'id'>>;
  addToWatchlist?: Resolver<Maybe<ResolversTypes['WatchlistChange']>, ParentType, ContextType, RequireFields<MutationAddToWatchlistArgs, 'id' | 'tickers'>>;
  createKey?: Resolver<Maybe<ResolversTypes['CreatedKey']>, ParentType, ContextType, Partial<MutationCreateKeyArgs>>;
  createWatchlist?: Resolver<Maybe<ResolversTypes['WatchlistChange']>, ParentType, ContextType, RequireFields<MutationCreateWatchlistArgs, 'name' | 'tickers'>>;
  deleteWatchlist?: Resolver<Maybe<ResolversTypes['DeletedWatchlist']>, ParentType, ContextType, RequireFields<MutationDeleteWatchlistArgs, 'id'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['DeletedWebhook']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'id'>>;
  redeliver?: Resolver<Maybe<ResolversTypes['Redelivery']>, ParentType, ContextType, RequireFields<MutationRedeliverArgs, 'eventId'>>;
  registerWebhook?: Resolver<Maybe<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType, RequireFields<MutationRegisterWebhookArgs, 'url'>>;
  removeFromWatchlist?: Resolver<Maybe<ResolversTypes['WatchlistChange']>, ParentType, ContextType, RequireFields<MutationRemoveFromWatchlistArgs, 'id' | 'tickers'>>;
  renameWatchlist?: Resolver<Maybe<ResolversTypes['Watchlist']>, ParentType, ContextType, RequireFields<MutationRenameWatchlistArgs, 'id' | 'name'>>;
  revokeKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType, RequireFields<MutationRevokeKeyArgs, 'id'>>;
  rotateWebhookSecret?: Resolver<Maybe<ResolversTypes['RotatedWebhookSecret']>, ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'id'>>;
  signOut?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  testWebhook?: Resolver<Maybe<ResolversTypes['WebhookTest']>, ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'id'>>;
};

export interface PctScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Pct'], any> {
  name: 'Pct';
}

export interface PriceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Price'], any> {
  name: 'Price';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  rateLimit?: Resolver<ResolversTypes['RateLimit'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['Usage'], ParentType, ContextType>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookList']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  operationCost?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  operationCostLimit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export interface RatioScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ratio'], any> {
  name: 'Ratio';
}

export type RedeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Redelivery'] = ResolversParentTypes['Redelivery']> = {
  endpoints?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type RequestUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RequestUsage'] = ResolversParentTypes['RequestUsage']> = {
  limit?: Resolver<Maybe<ResolversTypes['Count']>, ParentType, ContextType>;
  remaining?: Resolver<Maybe<ResolversTypes['Count']>, ParentType, ContextType>;
  resetsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  used?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
};

export type RotatedWebhookSecretResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['RotatedWebhookSecret'] = ResolversParentTypes['RotatedWebhookSecret']> = {
  activeAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface ScoreScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Score'], any> {
  name: 'Score';
}

export type SecurityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Security'] = ResolversParentTypes['Security']> = {
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  webhookEndpointChanged?: SubscriptionResolver<Maybe<ResolversTypes['WebhookEndpoint']>, "webhookEndpointChanged", ParentType, ContextType>;
};

export interface TickerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ticker'], any> {
  name: 'Ticker';
}

export type TierResolvers = EnumResolverSignature<{ FREE?: any, INSTITUTIONAL?: any, PRO?: any, STARTER?: any }, ResolversTypes['Tier']>;

export type TranscriptUsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TranscriptUsage'] = ResolversParentTypes['TranscriptUsage']> = {
  limit?: Resolver<Maybe<ResolversTypes['Count']>, ParentType, ContextType>;
  used?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
};

export type UsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage'], FederationReferenceType extends FederationReferenceTypes['Usage'] = FederationReferenceTypes['Usage']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Usage']> | FederationReferenceType, FederationReferenceType, ContextType>;
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
  keys?: Resolver<Maybe<ReadonlyArray<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  watchlist?: Resolver<Maybe<ResolversTypes['Watchlist']>, ParentType, ContextType, RequireFields<ViewerWatchlistArgs, 'id'>>;
  watchlists?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Watchlist']>>, ParentType, ContextType>;
};

export type WatchlistResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Watchlist'] = ResolversParentTypes['Watchlist']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  entries?: Resolver<ReadonlyArray<ResolversTypes['WatchlistEntry']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WatchlistChangeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WatchlistChange'] = ResolversParentTypes['WatchlistChange']> = {
  changed?: Resolver<ReadonlyArray<ResolversTypes['Ticker']>, ParentType, ContextType>;
  unchanged?: Resolver<ReadonlyArray<ResolversTypes['Ticker']>, ParentType, ContextType>;
  watchlist?: Resolver<ResolversTypes['Watchlist'], ParentType, ContextType>;
};

export type WatchlistEntryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WatchlistEntry'] = ResolversParentTypes['WatchlistEntry']> = {
  addedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  security?: Resolver<Maybe<ResolversTypes['Security']>, ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['Ticker'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  httpStatus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>;
};

export type WebhookDeliveryStatusResolvers = { FAILED: 'failed', SUCCEEDED: 'succeeded' };

export type WebhookEndpointResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookEndpoint'] = ResolversParentTypes['WebhookEndpoint']> = {
  consecutiveFailures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  disabledReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['WebhookEventType']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  recentDeliveries?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookStatus'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookEventTypeResolvers = { EDGE_ALERT_FIRED: 'edge_alert.fired', IPO_LISTING: 'ipo.listing', MOOD_BAND_CHANGE: 'mood.band_change', SIGNAL_FLIP: 'signal.flip' };

export type WebhookListResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookList'] = ResolversParentTypes['WebhookList']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  webhooks?: Resolver<ReadonlyArray<ResolversTypes['WebhookEndpoint']>, ParentType, ContextType>;
};

export type WebhookStatusResolvers = { ACTIVE: 'active', DISABLED: 'disabled' };

export type WebhookTestResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['WebhookTest'] = ResolversParentTypes['WebhookTest']> = {
  delivery?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
  ok?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export interface YearMonthScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['YearMonth'], any> {
  name: 'YearMonth';
}

export type Resolvers<ContextType = RequestContext> = {
  ApiKey?: ApiKeyResolvers<ContextType>;
  Count?: GraphQLScalarType;
  CreatedKey?: CreatedKeyResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeletedWatchlist?: DeletedWatchlistResolvers<ContextType>;
  DeletedWebhook?: DeletedWebhookResolvers<ContextType>;
  Endpoint?: EndpointResolvers<ContextType>;
  EpochMs?: GraphQLScalarType;
  LocalDate?: GraphQLScalarType;
  MinuteUsage?: MinuteUsageResolvers<ContextType>;
  Money?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  Pct?: GraphQLScalarType;
  Price?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  Ratio?: GraphQLScalarType;
  Redelivery?: RedeliveryResolvers<ContextType>;
  RequestUsage?: RequestUsageResolvers<ContextType>;
  RotatedWebhookSecret?: RotatedWebhookSecretResolvers<ContextType>;
  Score?: GraphQLScalarType;
  Security?: SecurityResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Ticker?: GraphQLScalarType;
  Tier?: TierResolvers;
  TranscriptUsage?: TranscriptUsageResolvers<ContextType>;
  Usage?: UsageResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Watchlist?: WatchlistResolvers<ContextType>;
  WatchlistChange?: WatchlistChangeResolvers<ContextType>;
  WatchlistEntry?: WatchlistEntryResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryStatus?: WebhookDeliveryStatusResolvers;
  WebhookEndpoint?: WebhookEndpointResolvers<ContextType>;
  WebhookEventType?: WebhookEventTypeResolvers;
  WebhookList?: WebhookListResolvers<ContextType>;
  WebhookStatus?: WebhookStatusResolvers;
  WebhookTest?: WebhookTestResolvers<ContextType>;
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
