import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { reaches, type Tier } from '../access/tiers.js';
import { tierNamed, type Sdl } from '../rest-compat/sdl.js';

type Outline = Readonly<Record<string, unknown>>;

/** A field of the graph by its type and name: `Security.bars`. */
export interface GraphField {
  readonly name: string;
  /** First sentence of its description. */
  readonly summary: string;
  readonly description: string;
  /** Lowest tier that may request it. */
  readonly tier: Tier;
  readonly units: number;
  /** What else it needs: a session, or a tier for some uses of it. */
  readonly needs: string | undefined;
  /** `bars(interval: BarInterval! = DAY, last: Int! = 252): [Bar!]`. */
  readonly signature: string;
  /** The field of Query by which its type is reached; absent for fields of Query. */
  readonly within?: string;
  /** Names of the fields of what it returns, for searches. */
  readonly fieldNames: readonly string[];
  /** Its arguments, the fields of what it returns, and the types that its arguments take. */
  details(): Outline;
}

/** A type of the graph. */
export interface GraphType {
  readonly name: string;
  readonly description: string;
  /** Its fields, values or members. */
  details(): Outline;
}

/** What queries of the graph can request. */
export interface GraphOutline {
  /** What no endpoint of REST answers: fields of queries, of the market, and of whatever has an id. */
  readonly fields: readonly GraphField[];
  /** By `Type.field`, of queries also by the field alone. */
  field(name: string): GraphField | undefined;
  type(name: string): GraphType | undefined;
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

type FieldsType = GraphQLObjectType | GraphQLInterfaceType;
type Field = GraphQLField<unknown, unknown>;

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

const inOneLine = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ');

class Graph implements GraphOutline {
  readonly fields: readonly GraphField[];
  readonly #sdl: Sdl;
  readonly #query: GraphQLObjectType;
  /** Types of the public schema that queries can reach, by name in lower case. */
  readonly #types: ReadonlyMap<string, GraphQLNamedType>;

  constructor(sdl: Sdl, query: GraphQLObjectType) {
    this.#sdl = sdl;
    this.#query = query;
    const others = [sdl.schema.getMutationType(), sdl.schema.getSubscriptionType()];
    const types = Object.values(sdl.schema.getTypeMap()).filter(
      (type) => !/^_|__/.test(type.name) && !this.#isHidden(type) && !others.some((other) => other === type),
    );
    this.#types = new Map(types.map((type) => [type.name.toLowerCase(), type]));
    this.fields = types.flatMap((type) => (isObjectType(type) ? this.#ofGraphAlone(type) : []));
  }

  field(name: string): GraphField | undefined {
    const [owner, fieldName] = name.includes('.') ? name.split('.') : [this.#query.name, name];
    const type = this.#types.get((owner ?? '').toLowerCase());
    if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
    const field = this.#shownOf(type).find((each) => each.name.toLowerCase() === fieldName?.toLowerCase());
    return field && this.#describe(type, field);
  }

  type(name: string): GraphType | undefined {
    const type = this.#types.get(name.toLowerCase());
    if (type === undefined) return undefined;
    const description = inOneLine(type.description);
    return { name: type.name, description, details: () => ({ fields: this.#outlineOf(type) }) };
  }

  #ofGraphAlone(type: GraphQLObjectType): readonly GraphField[] {
    const isQuery = type === this.#query;
    const hasId = type.getInterfaces().some(({ name }) => name === 'Node');
    if (!isQuery && !((hasId || type.name === 'Market') && this.#rootOf(type) !== undefined)) return [];
    return this.#shownOf(type)
      .filter(({ args, type: of, description }) => {
        const isPart = !isQuery && args.length === 0 && !isObjectType(getNamedType(of));
        return !isPart && !IN_REST.test(description ?? '');
      })
      .map((field) => this.#describe(type, field));
  }

  #describe(type: FieldsType, field: Field): GraphField {
    const description = inOneLine(field.description);
    const returned = getNamedType(field.type);
    const root = type === this.#query || !isObjectType(type) ? undefined : this.#rootOf(type);
    const gate = this.#gateOf(field);
    const rootTier = root === undefined ? 'free' : this.#gateOf(root).tier;
    return {
      name: `${type.name}.${field.name}`,
      summary: /^.*?(?=[.;](?: |$))/.exec(description)?.[0] ?? description,
      description,
      ...gate,
      // What is within a field needs its tier too.
      tier: reaches(rootTier, gate.tier) ? rootTier : gate.tier,
      signature: signatureOf(field),
      ...(root === undefined ? {} : { within: signatureOf(root) }),
      fieldNames: isObjectType(returned) ? this.#shownOf(returned).map(({ name }) => name) : [],
      details: () => ({
        arguments: Object.fromEntries(field.args.map(({ name, description: text }) => [name, text ?? ''])),
        returns: { [returned.name]: this.#outlineOf(returned) },
        inputs: Object.fromEntries(
          [...inputTypes(field.args.map(({ type: of }) => getNamedType(of))).values()].map((each) => [
            each.name,
            this.#outlineOf(each),
          ]),
        ),
      }),
    };
  }

  #gateOf(field: Field): Pick<GraphField, 'tier' | 'units' | 'needs'> {
    const tierOf = (directive: string, argument: string): Tier | null =>
      tierNamed(this.#sdl.directive(directive, field)?.[argument]);
    const [many, screen] = [tierOf('batch', 'manyAtLeast'), tierOf('screen', 'atLeast')];
    const needs = [
      ...(this.#sdl.directive('session', field) === undefined ? [] : ['a signed-in session']),
      ...(many === null ? [] : [`${many} tier and 1 unit for more than one entry`]),
      ...(screen === null ? [] : [`${screen} tier and 1 unit to filter or sort by computed values`]),
    ];
    return {
      tier: tierOf('tier', 'atLeast') ?? 'free',
      units: this.#sdl.directive('metered', field) === undefined ? 0 : 1,
      needs: needs.length === 0 ? undefined : needs.join('; '),
    };
  }

  #isHidden(element: Described): boolean {
    return this.#sdl.directive('inaccessible', element) !== undefined;
  }

  /** The fields that the public schema has. */
  #shownOf(type: FieldsType): readonly Field[] {
    return Object.values(type.getFields()).filter((field) => !field.name.startsWith('_') && !this.#isHidden(field));
  }

  /** The field of Query that returns one of a type. */
  #rootOf(type: GraphQLObjectType): Field | undefined {
    return this.#shownOf(this.#query).find((field) => String(field.type).replace('!', '') === type.name);
  }

  /** Fields by name, with their types and who may request them; of an enum its values, of a union its members. */
  #outlineOf(type: GraphQLNamedType): Outline | string {
    if (isEnumType(type))
      return type
        .getValues()
        .map(({ name }) => name)
        .join(' | ');
    if (isUnionType(type)) return type.getTypes().join(' | ');
    if (isInputObjectType(type))
      return Object.fromEntries(Object.values(type.getFields()).map(({ name, type: of }) => [name, String(of)]));
    if (!isObjectType(type) && !isInterfaceType(type)) return inOneLine(type.description) || type.name;
    return Object.fromEntries(
      this.#shownOf(type).map((field) => {
        const { tier, units, needs: own } = this.#gateOf(field);
        const needs = [
          ...(tier === 'free' ? [] : [`${tier} tier`]),
          ...(units === 0 ? [] : ['1 unit']),
          ...(own === undefined ? [] : [own]),
        ];
        const line = signatureOf(field).slice(field.name.length).replace(/^: /, '');
        return [field.name, needs.length === 0 ? line : `${line} # ${needs.join(', ')}`];
      }),
    );
  }
}

/** What queries of the graph can request. Throws if the schema has none. */
export function graphOutline(sdl: Sdl): GraphOutline {
  const query = sdl.schema.getQueryType();
  if (query === null || query === undefined) throw new Error('The schema has no queries.');
  return new Graph(sdl, query);
}
