import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { tierNamed, type Sdl } from '../rest-compat/sdl.js';

type Outline = Readonly<Record<string, unknown>>;

/** What the graph has and no endpoint of REST answers, by its type and name: `Security.bars`. */
export interface GraphField {
  readonly name: string;
  /** First sentence of its description. */
  readonly summary: string;
  readonly description: string;
  /** Lowest tier that may request it, in lower case. */
  readonly tier: string;
  readonly units: number;
  /** `bars(interval: BarInterval! = DAY, last: Int! = 252): [Bar!]`. */
  readonly signature: string;
  /** The field of Query by which its type is reached; absent for fields of Query. */
  readonly within?: string;
  /** Names of the fields of what it returns, for searches. */
  readonly fieldNames: readonly string[];
  /** Its arguments, the fields of what it returns, and the types that its arguments take. */
  details(): Outline;
}

const IN_REST = /\(REST:/;

const argumentText = ({ name, type, astNode }: GraphQLArgument): string => {
  const value = astNode?.defaultValue;
  const text = value !== undefined && 'value' in value ? ` = ${String(value.value)}` : '';
  return `${name}: ${String(type)}${text}`;
};

function signatureOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  return `${name}${args.length === 0 ? '' : `(${args.map(argumentText).join(', ')})`}: ${String(type)}`;
}

interface Described {
  readonly astNode?: unknown;
}

/** The fields that the public schema has. */
const shownOf = (
  type: GraphQLObjectType | GraphQLInterfaceType,
  isHidden: (element: Described) => boolean,
): readonly GraphQLField<unknown, unknown>[] => Object.values(type.getFields()).filter((field) => !isHidden(field));

/** Fields by name with their types; of an enum its values. */
function outlineOf(type: GraphQLNamedType, isHidden: (element: Described) => boolean): Outline | string {
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => name)
      .join(' | ');
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map(({ name, type: of }) => [name, String(of)]));
  if (isObjectType(type) || isInterfaceType(type))
    return Object.fromEntries(
      shownOf(type, isHidden).map((field) => [
        field.name,
        signatureOf(field).slice(field.name.length).replace(/^: /, ''),
      ]),
    );
  return type.description ?? type.name;
}

/** Types that arguments take, and those in them, but scalars. */
function inputTypes(types: readonly GraphQLNamedType[], known = new Map<string, GraphQLNamedType>()): typeof known {
  for (const type of types) {
    if (known.has(type.name) || !(isEnumType(type) || isInputObjectType(type))) continue;
    known.set(type.name, type);
    if (isInputObjectType(type))
      inputTypes(
        Object.values(type.getFields()).map(({ type: of }) => getNamedType(of)),
        known,
      );
  }
  return known;
}

/** Fields of the queries, of the market, and of whatever has an id, that no endpoint of REST answers. */
export function graphFields(sdl: Sdl): readonly GraphField[] {
  const query = sdl.schema.getQueryType();
  if (query === null || query === undefined) return [];
  const roots = Object.values(query.getFields());
  const isHidden = (element: Described): boolean => sdl.directive('inaccessible', element) !== undefined;
  const rootOf = (type: GraphQLObjectType): string | undefined => {
    const root = roots.find((field) => String(field.type).replace('!', '') === type.name && !isHidden(field));
    return root === undefined ? undefined : signatureOf(root);
  };
  const hasId = (type: GraphQLObjectType): boolean => type.getInterfaces().some(({ name }) => name === 'Node');
  const types = Object.values(sdl.schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && !isHidden(type) && (type === query || hasId(type) || type.name === 'Market'),
  );
  return types.flatMap((type) => {
    const within = type === query ? undefined : rootOf(type);
    if (type !== query && within === undefined) return [];
    return Object.values(type.getFields())
      .filter((field) => {
        const returned = getNamedType(field.type);
        const isPart = type !== query && field.args.length === 0 && !isObjectType(returned);
        return !isHidden(field) && !field.name.startsWith('_') && !isPart && !IN_REST.test(field.description ?? '');
      })
      .map((field): GraphField => {
        const description = (field.description ?? '').replaceAll(/\s+/g, ' ');
        const returned = getNamedType(field.type);
        const isMetered = sdl.directive('metered', field) !== undefined;
        return {
          name: `${type.name}.${field.name}`,
          summary: /^.*?(?=[.;](?: |$))/.exec(description)?.[0] ?? description,
          description,
          tier: tierNamed(sdl.directive('tier', field)?.['atLeast']) ?? 'free',
          units: isMetered ? 1 : 0,
          signature: signatureOf(field),
          ...(within === undefined ? {} : { within }),
          fieldNames: isObjectType(returned) ? shownOf(returned, isHidden).map((shown) => shown.name) : [],
          details: () => ({
            arguments: Object.fromEntries(field.args.map(({ name, description: text }) => [name, text ?? ''])),
            returns: { [returned.name]: outlineOf(returned, isHidden) },
            inputs: Object.fromEntries(
              [...inputTypes(field.args.map(({ type: of }) => getNamedType(of))).values()].map((each) => [
                each.name,
                outlineOf(each, isHidden),
              ]),
            ),
          }),
        };
      });
  });
}
