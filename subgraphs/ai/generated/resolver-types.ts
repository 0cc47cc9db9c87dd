import type { UsageParent } from '../resolver-parents.js';
import type { RequestContext } from '../../../access/request-context.js';
import type { CompleteResolvers } from '../../complete-resolvers.js';
import type { BatchedFieldOf } from '../../field-loader.js';
import type { FieldsOf } from '../../merge-fields.js';
import type * as Types from '../../generated/types.js';
import type { GraphQLRecursivePick, ReferenceResolver, Resolver, ResolverTypeWrapper } from '../../generated/types.js';
export type FederationTypes = {
  Usage: Types.Usage;
};

export type FederationReferenceTypes = {
  Usage:
    ( { __typename: 'Usage' }
    & GraphQLRecursivePick<FederationTypes['Usage'], {"id":true}> );
};

export type ResolversTypes = {
  AiTokens: ResolverTypeWrapper<Types.AiTokens>;
  Usage: ResolverTypeWrapper<UsageParent>;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
};

export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Usage: UsageParent;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  aiTokens?: Resolver<Types.Maybe<ResolversTypes['AiTokens']>, ParentType, ContextType>;
};

export type UsageResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Usage'] = ResolversParentTypes['Usage'], FederationReferenceType extends FederationReferenceTypes['Usage'] = FederationReferenceTypes['Usage']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['Usage']> | FederationReferenceType, FederationReferenceType, ContextType>;
  aiTokens?: Resolver<Types.Maybe<ResolversTypes['AiTokens']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

/** All resolvers of the subgraph. */
export type Resolvers = CompleteResolvers<{
  Query: QueryResolvers;
  Usage: UsageResolvers;
}, ResolversParentTypes>;

/** What `createFields` of a file returns: some of them. */
export type Fields = FieldsOf<Resolvers>;

/** Batched resolvers of the fields of entities. */
export interface Loaders {
  readonly Usage: {
    readonly aiTokens: BatchedFieldOf<UsageResolvers, 'aiTokens', ResolversParentTypes['Usage']>;
    readonly id: BatchedFieldOf<UsageResolvers, 'id', ResolversParentTypes['Usage']>;
  };
}
