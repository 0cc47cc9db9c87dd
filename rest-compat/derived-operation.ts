import { getNamedType, isObjectType, isRequiredArgument, isNonNullType, type GraphQLObjectType } from 'graphql';
import { snakeCase } from '../access/parameters/input-shape.js';
import type { Sdl } from './sdl.js';

function isEntity({ astNode }: GraphQLObjectType): boolean {
  return astNode?.directives?.some((directive) => directive.arguments?.some(({ name }) => name.value === 'key')) === true;
}

/**
 * Adds a fragment for `type` and all types below it, each once: every field that takes no required argument. A field of an
 * entity, such as a security, belongs to other operations.
 */
function addFragments(type: GraphQLObjectType, found: Map<string, string>): void {
  if (found.has(type.name)) return;
  found.set(type.name, '');
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    if (field.args.some(isRequiredArgument) || (isObjectType(of) && isEntity(of))) return [];
    const key = snakeCase(field.name);
    const name = key === field.name ? key : `${key}: ${field.name}`;
    if (!isObjectType(of)) return [name];
    addFragments(of, found);
    return [`${name} { ...${of.name} }`];
  });
  found.set(type.name, `fragment ${type.name} on ${type.name} { ${fields.join(' ')} }`);
}

/**
 * The operation of a row without a file in `operations/`: the query field of the same name in camel case, with all its
 * arguments and all fields of its type in snake case. Throws if there is no such field.
 */
export function derivedOperation(name: string, sdl: Sdl): string {
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const field = sdl.schema.getQueryType()?.getFields()[camel];
  const type = field === undefined ? undefined : getNamedType(field.type);
  if (field === undefined || !isObjectType(type)) {
    throw new Error(`rest-compat/operations/${name}.graphql is missing, and no object field Query.${camel} replaces it`);
  }
  const variables = field.args.map(({ name: argument, type: of, defaultValue }) => ({
    argument,
    variable: `$${snakeCase(argument)}`,
    // Without a value, the argument's own default applies.
    type: defaultValue !== undefined && isNonNullType(of) ? of.ofType : of,
  }));
  const listed = (parts: readonly string[]): string => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  const declared = listed(variables.map(({ variable, type: of }) => `${variable}: ${String(of)}`));
  const passed = listed(variables.map(({ argument, variable }) => `${argument}: ${variable}`));
  const operation = camel.charAt(0).toUpperCase() + camel.slice(1);
  const fragments = new Map<string, string>();
  addFragments(type, fragments);
  const query = `query ${operation}${declared} { body: ${camel}${passed} { ...${type.name} } }`;
  return [query, ...fragments.values()].join('\n');
}
