import type { PrivateCompany as StoredCompany } from '../../../store/private-companies.js';
import type { RequestContext } from '../../../access/request-context.js';
import type { CompleteResolvers } from '../../complete-resolvers.js';
import type { BatchedFieldOf } from '../../field-loader.js';
import type { FieldsOf } from '../../merge-fields.js';
import type * as Types from '../../generated/types.js';
import type { GraphQLRecursivePick, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper } from '../../generated/types.js';
export type FederationTypes = {
  PrivateCompany: Types.PrivateCompany;
};

export type FederationReferenceTypes = {
  PrivateCompany:
    ( { __typename: 'PrivateCompany' }
    & GraphQLRecursivePick<FederationTypes['PrivateCompany'], {"slug":true}> );
};

export type ResolversTypes = {
  PrivateCompany: ResolverTypeWrapper<StoredCompany>;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
  PrivateCompanyList: ResolverTypeWrapper<Omit<Types.PrivateCompanyList, 'companies'> & { companies: ReadonlyArray<ResolversTypes['PrivateCompany']> }>;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
};

export type ResolversParentTypes = {
  PrivateCompany: StoredCompany;
  Query: Record<PropertyKey, never>;
};

export type PrivateCompanyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PrivateCompany'] = ResolversParentTypes['PrivateCompany'], FederationReferenceType extends FederationReferenceTypes['PrivateCompany'] = FederationReferenceTypes['PrivateCompany']> = {
  __resolveReference?: ReferenceResolver<Types.Maybe<ResolversTypes['PrivateCompany']> | FederationReferenceType, FederationReferenceType, ContextType>;
  employees?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  founded?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  hq?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sector?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tagline?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  privateCompanies?: Resolver<Types.Maybe<ResolversTypes['PrivateCompanyList']>, ParentType, ContextType, RequireFields<Types.QueryPrivateCompaniesArgs, 'limit'>>;
  privateCompany?: Resolver<Types.Maybe<ResolversTypes['PrivateCompany']>, ParentType, ContextType, RequireFields<Types.QueryPrivateCompanyArgs, 'slug'>>;
};

/** All resolvers of the subgraph. */
export type Resolvers = CompleteResolvers<{
  PrivateCompany: PrivateCompanyResolvers;
  Query: QueryResolvers;
}, ResolversParentTypes>;

/** What `createFields` of a file returns: some of them. */
export type Fields = FieldsOf<Resolvers>;

/** Batched resolvers of the fields of entities. */
export interface Loaders {
  readonly PrivateCompany: {
    readonly employees: BatchedFieldOf<PrivateCompanyResolvers, 'employees', ResolversParentTypes['PrivateCompany']>;
    readonly founded: BatchedFieldOf<PrivateCompanyResolvers, 'founded', ResolversParentTypes['PrivateCompany']>;
    readonly hq: BatchedFieldOf<PrivateCompanyResolvers, 'hq', ResolversParentTypes['PrivateCompany']>;
    readonly name: BatchedFieldOf<PrivateCompanyResolvers, 'name', ResolversParentTypes['PrivateCompany']>;
    readonly sector: BatchedFieldOf<PrivateCompanyResolvers, 'sector', ResolversParentTypes['PrivateCompany']>;
    readonly slug: BatchedFieldOf<PrivateCompanyResolvers, 'slug', ResolversParentTypes['PrivateCompany']>;
    readonly source: BatchedFieldOf<PrivateCompanyResolvers, 'source', ResolversParentTypes['PrivateCompany']>;
    readonly tagline: BatchedFieldOf<PrivateCompanyResolvers, 'tagline', ResolversParentTypes['PrivateCompany']>;
  };
}
