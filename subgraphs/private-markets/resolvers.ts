import type { Resolvers } from './generated/resolver-types.js';
import type { PrivateMarketsLoaders } from './loaders.js';

export function createResolvers(load: PrivateMarketsLoaders): Resolvers {
  return {
    Query: {
      privateCompany: (_root, { slug }, context) => load.company(slug, context),
      privateCompanies: (_root, search, context) => load.search(search, context),
    },
    PrivateCompany: {
      __resolveReference: ({ slug }, context) => load.company(slug, context),
    },
  };
}
