/** Codegen plugin: types shared by the resolver types of all subgraphs. Descriptions stay in the SDL. */
import { plugin as resolverTypes } from '@graphql-codegen/typescript-resolvers';
import { plugin as types } from '@graphql-codegen/typescript';
import { declarationsOf, usedBy, withoutComments } from './declarations.mjs';

/** The values that resolvers use: REST's spelling (`@wire`), by enum and GraphQL name. */
function wireValues(schema) {
  const enums = Object.values(schema.getTypeMap()).filter((type) => 'getValues' in type && !type.name.startsWith('__'));
  const spelled = ({ name, astNode }) => [
    name,
    astNode?.directives?.find((each) => each.name.value === 'wire')?.arguments?.[0]?.value.value ?? name,
  ];
  return Object.fromEntries(enums.map((type) => [type.name, Object.fromEntries(type.getValues().map(spelled))]));
}

export async function plugin(schema, documents, config, info) {
  const shared = await types(schema, documents, { ...config, enumValues: wireValues(schema) }, info);
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
