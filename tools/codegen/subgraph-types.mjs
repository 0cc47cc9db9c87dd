/**
 * Codegen plugin: the resolver types of one subgraph. Only root fields, entities and types with their own parent type
 * have resolvers; all others use default resolvers. Subscriptions have none: they are derived from `@live`.
 */
import { plugin as resolverTypes } from '@graphql-codegen/typescript-resolvers';
import { declarationsOf, membersKept, usedBy, withoutComments } from './declarations.mjs';
import { loaderTypes } from './loader-types.mjs';

/** Where the types of objects, inputs, enums and arguments are, unless `config.sharedTypes` says so. */
const SHARED = '../../generated/types.js';
const SHARED_NAMES = [
  'GraphQLRecursivePick',
  'Maybe',
  'ReferenceResolver',
  'RequireFields',
  'Resolver',
  'ResolverTypeWrapper',
];

/** A declaration reduced to the members that `others` look up in it. */
function lookedUp({ name, text }, others) {
  const keys = new Set();
  const read = (source) => {
    for (const [, key] of source.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'))) {
      if (keys.has(key)) continue;
      keys.add(key);
      read(membersKept(text, (member) => member === key));
    }
  };
  for (const other of others) read(other);
  return membersKept(text, (member) => keys.has(member));
}

function isResolved(schema, config) {
  const entities = Object.values(schema.getTypeMap()).filter(({ astNode }) =>
    astNode?.directives?.some(({ name }) => name.value === 'key'),
  );
  const names = new Set([
    'Query',
    'Mutation',
    ...entities.map(({ name }) => name),
    ...Object.keys(config.mappers ?? {}),
  ]);
  return (name) => names.has(name) && 'getFields' in (schema.getType(name) ?? {});
}

export async function plugin(schema, documents, config, info) {
  const generated = await resolverTypes(schema, documents, { ...config, namespacedImportName: 'Types' }, info);
  const declarations = declarationsOf(withoutComments(generated.content)).filter(
    ({ name }) => !SHARED_NAMES.includes(name),
  );
  const isKept = isResolved(schema, config);
  const types = declarations.flatMap(({ name }) => /^(\w+)Resolvers$/.exec(name)?.[1] ?? []).filter(isKept);
  const resolvers = [
    '/** All resolvers of the subgraph. */',
    'export type Resolvers = CompleteResolvers<{',
    ...types.map((type) => `  ${type}: ${type}Resolvers;`),
    '}, ResolversParentTypes>;',
    '',
    '/** What `createFields` of a file returns: some of them. */',
    'export type Fields = FieldsOf<Resolvers>;',
  ].join('\n');
  const loaders = await loaderTypes(schema, documents, config);
  const kept = usedBy(declarations, [
    ...types.map((type) => `${type}Resolvers`),
    'ResolversTypes',
    'ResolversParentTypes',
  ]);
  for (const table of kept.filter(({ name }) => /^Resolvers(Parent)?Types$/.test(name)).reverse()) {
    table.text = lookedUp(table, [...kept.filter((other) => other !== table).map(({ text }) => text), loaders]);
  }
  const content = [...kept.map(({ text }) => text), resolvers, loaders]
    .join('\n\n')
    .replace(/^( {2}\w+): (\w+);$/gm, (line, key, type) => (key.trim() === type ? `${key}: Types.${type};` : line));
  const from = config.sharedTypes ?? SHARED;
  const shared = SHARED_NAMES.filter((name) => new RegExp(`(?<!\\.)\\b${name}<`).test(content));
  return {
    prepend: [
      ...(content.includes('GraphQLResolveInfo') ? ["import type { GraphQLResolveInfo } from 'graphql';"] : []),
      ...generated.prepend.filter((line) => line.startsWith('import') && !line.includes("from 'graphql'")),
      "import type { CompleteResolvers } from '../../complete-resolvers.js';",
      ...(content.includes('BatchedFieldOf<') ? ["import type { BatchedFieldOf } from '../../field-loader.js';"] : []),
      "import type { FieldsOf } from '../../merge-fields.js';",
      `import type * as Types from '${from}';`,
      `import type { ${shared.join(', ')} } from '${from}';`,
    ],
    content,
  };
}
