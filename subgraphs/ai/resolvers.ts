import { credentialId } from '../credential.js';
import type { Resolvers } from './generated/resolver-types.js';
import type { AiLoaders } from './loaders.js';

export function createResolvers(load: AiLoaders): Resolvers {
  return {
    Query: {
      aiTokens: (_root, _args, context) => load.aiTokens(context),
    },
    Usage: {
      __resolveReference: ({ id }, { identity }) => (id === credentialId(identity) ? { id } : null),
      aiTokens: (_usage, _args, context) => load.aiTokens(context),
    },
  };
}
