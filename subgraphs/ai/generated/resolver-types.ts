import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { UsageParent } from '../resolver-parents.js';
import type { RequestContext } from '../../../access/request-context.js';
import type { BatchedFieldOf } from '../../field-loader.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
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

/** Spending of a key's daily AI-token cap; the day ends at midnight UTC. */
export type AiTokens = {
  /** Tokens the key may spend a day. */
  readonly dailyCap: Scalars['Count']['output'];
  /** Tokens left today. */
  readonly remaining: Scalars['Count']['output'];
  /** Seconds until the count starts again. */
  readonly resetsInS: Scalars['Int']['output'];
  /** Tokens spent since midnight UTC. */
  readonly todayUsed: Scalars['Count']['output'];
};

export type Query = {
  /** AI tokens the key may still spend today. */
  readonly aiTokens?: Maybe<AiTokens>;
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

export type Usage = {
  /** AI tokens of the key today; null below Pro, which has none. */
  readonly aiTokens?: Maybe<AiTokens>;
  readonly id: Scalars['ID']['output'];
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
  AiTokens: ResolverTypeWrapper<AiTokens>;
  Count: ResolverTypeWrapper<Scalars['Count']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  EpochMs: ResolverTypeWrapper<Scalars['EpochMs']['output']>;
  LocalDate: ResolverTypeWrapper<Scalars['LocalDate']['output']>;
  Money: ResolverTypeWrapper<Scalars['Money']['output']>;
  Pct: ResolverTypeWrapper<Scalars['Pct']['output']>;
  Price: ResolverTypeWrapper<Scalars['Price']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Ratio: ResolverTypeWrapper<Scalars['Ratio']['output']>;
  Score: ResolverTypeWrapper<Scalars['Score']['output']>;
  Ticker: ResolverTypeWrapper<Scalars['Ticker']['output']>;
  Tier: Tier;
  Usage: ResolverTypeWrapper<UsageParent>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  YearMonth: ResolverTypeWrapper<Scalars['YearMonth']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AiTokens: AiTokens;
  Count: Scalars['Count']['output'];
  DateTime: Scalars['DateTime']['output'];
  EpochMs: Scalars['EpochMs']['output'];
  LocalDate: Scalars['LocalDate']['output'];
  Money: Scalars['Money']['output'];
  Pct: Scalars['Pct']['output'];
  Price: Scalars['Price']['output'];
  Query: Record<PropertyKey, never>;
  Ratio: Scalars['Ratio']['output'];
  Score: Scalars['Score']['output'];
  Ticker: Scalars['Ticker']['output'];
  Usage: UsageParent;
  ID: Scalars['ID']['output'];
  YearMonth: Scalars['YearMonth']['output'];
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
  Boolean: Scalars['Boolean']['output'];
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

export type AiTokensResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AiTokens'] = ResolversParentTypes['AiTokens']> = {
  dailyCap?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
  resetsInS?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  todayUsed?: Resolver<ResolversTypes['Count'], ParentType, ContextType>;
};

export interface CountScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Count'], any> {
  name: 'Count';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface EpochMsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['EpochMs'], any> {
  name: 'EpochMs';
}

export interface LocalDateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDate'], any> {
  name: 'LocalDate';
}

export interface MoneyScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Money'], any> {
  name: 'Money';
}

export interface PctScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Pct'], any> {
  name: 'Pct';
}

export interface PriceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Price'], any> {
  name: 'Price';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  aiTokens?: Resolver<Maybe<ResolversTypes['AiTokens']>, ParentType, ContextType>;
};

export interface RatioScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ratio'], any> {
  name: 'Ratio';
}

export interface ScoreScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Score'], any> {
  name: 'Score';
}

export interface TickerScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Ticker'], any> {
  name: 'Ticker';
}

export type UsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage'], FederationReferenceType extends FederationReferenceTypes['Usage'] = FederationReferenceTypes['Usage']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Usage']> | FederationReferenceType, FederationReferenceType, ContextType>;
  aiTokens?: Resolver<Maybe<ResolversTypes['AiTokens']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export interface YearMonthScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['YearMonth'], any> {
  name: 'YearMonth';
}

export type Resolvers<ContextType = RequestContext> = {
  AiTokens?: AiTokensResolvers<ContextType>;
  Count?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  EpochMs?: GraphQLScalarType;
  LocalDate?: GraphQLScalarType;
  Money?: GraphQLScalarType;
  Pct?: GraphQLScalarType;
  Price?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Ratio?: GraphQLScalarType;
  Score?: GraphQLScalarType;
  Ticker?: GraphQLScalarType;
  Usage?: UsageResolvers<ContextType>;
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
  readonly Usage: {
    readonly aiTokens: BatchedFieldOf<UsageResolvers, 'aiTokens', ResolversParentTypes['Usage']>;
    readonly id: BatchedFieldOf<UsageResolvers, 'id', ResolversParentTypes['Usage']>;
  };
}
