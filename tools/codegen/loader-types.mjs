/**
 * Batched-loader signatures for entities, as mercurius-codegen derives them from an SDL, but with our context, parents
 * and error convention instead of those of mercurius and fastify.
 */
import mercurius from 'mercurius-codegen/dist/mercuriusLoaders.js';

const TYPE = /(\w+)\?:\s*\{([^{}]*(?:\{\}[^{}]*)*)\}/g;
const FIELD = /(\w+)\?:\s*LoaderResolver</g;

function isEntity(schema, name) {
  return schema.getType(name)?.astNode?.directives?.some((directive) => directive.name.value === 'key') === true;
}

export async function loaderTypes(schema, documents, config) {
  const generated = await mercurius.MercuriusLoadersPlugin.plugin(schema, documents, config);
  const code = typeof generated === 'string' ? generated : generated.content;
  const loaders = code.slice(code.indexOf('export interface Loaders'));
  const types = [...loaders.matchAll(TYPE)].filter(([, name]) => isEntity(schema, name));
  const lines = types.flatMap(([, type, body]) => [
    `  readonly ${type}: {`,
    ...[...body.matchAll(FIELD)].map(
      ([, field]) =>
        `    readonly ${field}: BatchedFieldOf<${type}Resolvers, '${field}', ResolversParentTypes['${type}']>;`,
    ),
    '  };',
  ]);
  return ['/** Batched resolvers of the fields of entities. */', 'export interface Loaders {', ...lines, '}', ''].join(
    '\n',
  );
}
