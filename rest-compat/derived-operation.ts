import {
  getNamedType,
  isObjectType,
  isNonNullType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { wireName } from '../access/parameters/input-shape.js';
import { NODES, isConnection } from './selection.js';
import type { Sdl } from './sdl.js';

/** Types whose fields are capabilities, and the query field that leads to one object of the type. */
const ENTRIES = [
  { type: 'Security', field: 'security' },
  { type: 'PrivateCompany', field: 'privateCompany' },
] as const;

function isEntity({ astNode }: GraphQLObjectType): boolean {
  return (
    astNode?.directives?.some((directive) => directive.arguments?.some(({ name }) => name.value === 'key')) === true
  );
}

function isGraphOnly(element: { readonly astNode?: unknown }, sdl: Sdl): boolean {
  return sdl.directive('graphOnly', element) !== undefined;
}

function aliased(key: string, name: string): string {
  return key === name ? name : `${key}: ${name}`;
}

/** The selection of a field's value; null for a field that REST does not have. */
function selectionOf(field: GraphQLField<unknown, unknown>, found: Map<string, string>, sdl: Sdl): string | null {
  const of = getNamedType(field.type);
  if (isGraphOnly(field, sdl) || field.args.some(isRequiredArgument) || (isObjectType(of) && isEntity(of))) return null;
  const name = aliased(wireName(sdl, field), field.name);
  if (!isObjectType(of)) return name;
  const entries = isConnection(of) ? of.getFields()[NODES] : undefined;
  if (entries === undefined) {
    addFragments(of, found, sdl);
    return `${name} { ...${of.name} }`;
  }
  const entry = getNamedType(entries.type);
  if (!isObjectType(entry)) throw new Error(`${of.name}.${NODES} must be a list of objects.`);
  addFragments(entry, found, sdl);
  return `${name} { ${NODES} { ...${entry.name} } }`;
}

/**
 * Adds a fragment for `type` and all types below it, each once: every field that REST has and that takes no required
 * argument. A field of an entity, such as a security, belongs to other operations.
 */
function addFragments(type: GraphQLObjectType, found: Map<string, string>, sdl: Sdl): void {
  if (found.has(type.name)) return;
  found.set(type.name, '');
  const fields = Object.values(type.getFields()).flatMap((field) => selectionOf(field, found, sdl) ?? []);
  found.set(type.name, `fragment ${type.name} on ${type.name} { ${fields.join(' ')} }`);
}

interface Call {
  /** The field with its arguments, each of which is passed a variable. */
  readonly text: string;
  readonly variables: readonly string[];
}

function callOf(field: GraphQLField<unknown, unknown>, sdl: Sdl): Call {
  const args = field.args.filter((argument) => !isGraphOnly(argument, sdl));
  // Without a value, the argument's own default applies.
  const variables = args.map((argument) => {
    const type =
      argument.defaultValue !== undefined && isNonNullType(argument.type) ? argument.type.ofType : argument.type;
    return `$${wireName(sdl, argument)}: ${String(type)}`;
  });
  const passed = args.map((argument) => `${argument.name}: $${wireName(sdl, argument)}`);
  return { text: passed.length === 0 ? field.name : `${field.name}(${passed.join(', ')})`, variables };
}

interface Target {
  readonly entry: GraphQLField<unknown, unknown> | null;
  readonly field: GraphQLField<unknown, unknown>;
  readonly type: GraphQLObjectType;
}

/** The object field called `name`: of the query type, or else of a type with an entry. */
function targetOf(name: string, { schema }: Sdl): Target | null {
  const query = schema.getQueryType()?.getFields() ?? {};
  const places = [
    { entry: null, fields: query },
    ...ENTRIES.map(({ type, field }) => {
      const of = schema.getType(type);
      return { entry: query[field] ?? null, fields: isObjectType(of) ? of.getFields() : {} };
    }),
  ];
  for (const { entry, fields } of places) {
    const field = fields[name];
    const type = field === undefined ? undefined : getNamedType(field.type);
    if (field !== undefined && isObjectType(type)) return { entry, field, type };
  }
  return null;
}

/**
 * The operation of a row without a file in `operations/`: the field of the same name in camel case, of the query type
 * or of a security, with its arguments and the fields of its type as REST spells them. Throws if there is no such
 * field.
 */
export function derivedOperation(name: string, sdl: Sdl): string {
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const target = targetOf(camel, sdl);
  if (target === null)
    throw new Error(
      `rest-compat/operations/${name}.graphql is missing, and no object field ${camel} of Query, Security or PrivateCompany replaces it`,
    );
  const entry = target.entry === null ? null : callOf(target.entry, sdl);
  const call = callOf(target.field, sdl);
  const variables = [...(entry?.variables ?? []), ...call.variables];
  const fragments = new Map<string, string>();
  addFragments(target.type, fragments, sdl);
  const body = `body: ${call.text} { ...${target.type.name} }`;
  const head = `query ${camel.charAt(0).toUpperCase()}${camel.slice(1)}${variables.length === 0 ? '' : `(${variables.join(', ')})`}`;
  return [`${head} { ${entry === null ? body : `${entry.text} { ${body} }`} }`, ...fragments.values()].join('\n');
}
