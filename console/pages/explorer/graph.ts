import {
  buildASTSchema,
  getVariableValues,
  Kind,
  parse,
  print,
  validate,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLError,
  type InputValueDefinitionNode,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { largest, product, sum, valueOf, type Variables } from '../../../gateway/guards/amount.js';
import { createCostIndex, type CostIndex } from '../../../gateway/guards/cost-index.js';
import { measureOperation, type Prices } from '../../../gateway/guards/operation-cost.js';

/** A field of the graph, with what its directives say. */
export interface GraphField {
  readonly name: string;
  readonly args: readonly GraphArgument[];
  /** `[Security!]!`. */
  readonly type: string;
  /** Name of the type without lists and non-nulls. */
  readonly typeName: string;
  readonly description: string | undefined;
  /** Lowest tier that may read it; undefined if every tier may. */
  readonly tier: string | undefined;
  readonly isMetered: boolean;
  readonly isSessionOnly: boolean;
  /** Of the number, in words; undefined if there is none. */
  readonly unit: string | undefined;
  /** Points for each object or value, without what is selected below. */
  readonly points: number;
}

export interface GraphArgument {
  readonly name: string;
  readonly type: string;
  readonly typeName: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
}

export interface Graph {
  /** The root's type for a kind of operation; undefined if there are no such operations. */
  rootOf(kind: OperationDefinitionNode['operation']): string | undefined;
  /** Fields of a type by name; undefined for a type without fields. */
  fieldsOf(typeName: string): ReadonlyMap<string, GraphField> | undefined;
  /**
   * What keeps an operation with these variables from being run by the schema: fields, arguments, types, variables.
   * Empty if nothing does. For documents as those of `pointsOf`.
   */
  problemsOf(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): readonly GraphQLError[];
  /** The first value of an enum. */
  valueOfEnum(typeName: string): string | undefined;
  /**
   * Points of an operation, computed as the server does before it runs one. Like `unitsOf`, for documents within the
   * limits of `structureOf` and without fragments that spread themselves.
   */
  pointsOf(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): number;
  /** The most units of the month that an operation can use; lists are as long as for its points. */
  unitsOf(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Variables,
    charges: UnitCharges,
  ): number;
}

/** What an account's fields cost in units of the month; fields are written `Type.field`. */
export interface UnitCharges {
  unitsOf(fields: readonly string[]): number;
  /** Not null for a list that can be paid as one with what is read below it. */
  batchTierOf(field: string): string | null;
}

/**
 * Units: each place of a metered field in the response is charged. A list that can be paid as one costs its unit or the
 * units of its entries, never both. `node` and `nodes` cost what the field of the object's own type costs, at most one.
 */
function unitPrices(charges: UnitCharges): Prices {
  return {
    field(on, { name }, { type }, entries, below) {
      const field = `${on}.${name.value}`;
      const own = charges.unitsOf([field]);
      const ofEntries = product([entries, sum([type === 'Node' ? 1 : 0, below])]);
      return charges.batchTierOf(field) === null ? sum([own, ofEntries]) : largest([own, ofEntries]);
    },
    introspection: new Map(),
    mutation: 0,
  };
}

type Values = Readonly<Record<string, unknown>>;

function applied(directives: readonly ConstDirectiveNode[] | undefined, name: string): Values | undefined {
  const node = directives?.find((each) => each.name.value === name);
  if (node === undefined) return undefined;
  return Object.fromEntries((node.arguments ?? []).map((each) => [each.name.value, valueFromASTUntyped(each.value)]));
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

function argumentOf({ name, type, defaultValue }: InputValueDefinitionNode): GraphArgument {
  const inner = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return {
    name: name.value,
    type: print(type),
    typeName: nameOf(type),
    isList: inner.kind === Kind.LIST_TYPE,
    isRequired: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
  };
}

/** `US dollars` of "US dollars, rounded to 2 decimals.": what the numbers of a scalar are. */
function unitOfScalar(description: string | undefined): string | undefined {
  return /^(?:An? )?([^,(]+?)(?: \([^)]*\))?,[^]*\brounded/.exec(description ?? '')?.[1];
}

function fieldOf(
  on: string,
  node: FieldDefinitionNode,
  costs: CostIndex,
  units: ReadonlyMap<string, string>,
): GraphField {
  const { name, type, arguments: given = [], description, directives } = node;
  return {
    name: name.value,
    args: given.map(argumentOf),
    type: print(type),
    typeName: nameOf(type),
    description: description?.value,
    tier: textOf(applied(directives, 'tier')?.['atLeast']),
    isMetered: applied(directives, 'metered') !== undefined,
    isSessionOnly: applied(directives, 'session') !== undefined,
    unit: textOf(applied(directives, 'unit')?.['of']) ?? units.get(nameOf(type)),
    points: costs.field(on, name.value)?.weight ?? 0,
  };
}

/** Reads the public SDL, which the server serves at `/schema.graphql`. Throws if it cannot be parsed. */
export function readGraph(sdl: string): Graph {
  const document = parse(sdl, { noLocation: true });
  const costs = createCostIndex(document);
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const types = new Map<string, ReadonlyMap<string, GraphField>>();
  const enums = new Map<string, string>();
  const units = new Map(
    document.definitions.flatMap((definition) => {
      const unit =
        definition.kind === Kind.SCALAR_TYPE_DEFINITION ? unitOfScalar(definition.description?.value) : undefined;
      return definition.kind === Kind.SCALAR_TYPE_DEFINITION && unit !== undefined
        ? [[definition.name.value, unit] as const]
        : [];
    }),
  );
  const roots = new Map<string, string>([
    ['query', 'Query'],
    ['mutation', 'Mutation'],
    ['subscription', 'Subscription'],
  ]);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.INTERFACE_TYPE_DEFINITION) {
      const { name, fields = [] } = definition;
      types.set(
        name.value,
        new Map(fields.map((field) => [field.name.value, fieldOf(name.value, field, costs, units)])),
      );
    }
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION)
      enums.set(definition.name.value, definition.values?.[0]?.name.value ?? '');
    if (definition.kind === Kind.SCHEMA_DEFINITION)
      for (const { operation, type } of definition.operationTypes) roots.set(operation, type.name.value);
  }
  return {
    rootOf: (kind) => [roots.get(kind)].find((name) => name !== undefined && types.has(name)),
    fieldsOf: (typeName) => types.get(typeName),
    problemsOf(of, { variableDefinitions = [] }, variables) {
      const problems = validate(schema, of);
      return problems.length > 0 ? problems : (getVariableValues(schema, variableDefinitions, variables).errors ?? []);
    },
    valueOfEnum: (typeName) => enums.get(typeName),
    pointsOf: (of, operation, variables) => valueOf(measureOperation(costs, of, operation).cost, variables),
    unitsOf: (of, operation, variables, charges) =>
      valueOf(measureOperation(costs, of, operation, unitPrices(charges)).cost, variables),
  };
}
