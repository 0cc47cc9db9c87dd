/** Codegen plugin: types shared by the resolver types of all subgraphs. Descriptions stay in the SDL. */
import { plugin as resolverTypes } from '@graphql-codegen/typescript-resolvers';
import { plugin as types } from '@graphql-codegen/typescript';
import { declarationsOf, usedBy, withoutComments } from './declarations.mjs';

export async function plugin(schema, documents, config, info) {
  const shared = await types(schema, documents, config, info);
  const resolvers = await resolverTypes(schema, documents, config, info);
  const declarations = declarationsOf(
    [...resolvers.prepend.filter((line) => line.startsWith('export')), resolvers.content].join('\n'),
  );
  const helpers = usedBy(declarations, [
    'Resolver',
    'ResolverTypeWrapper',
    'ReferenceResolver',
    'GraphQLRecursivePick',
    'RequireFields',
  ]);
  return {
    prepend: ["import type { GraphQLResolveInfo } from 'graphql';", ...shared.prepend],
    content: withoutComments([shared.content, ...helpers.map(({ text }) => text)].join('\n\n')),
  };
}
