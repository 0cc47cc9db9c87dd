import {
  getArgumentValues,
  getNamedType,
  getVariableValues,
  GraphQLError,
  isIntrospectionType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { createFieldCollector, type CollectFields } from '../execution/field-collector.js';
import { decideConditions } from '../planner/conditions.js';
import type { Variables } from './amount.js';

/** The most characters that introspection may answer an operation with; the standard query has fewer than half. */
export const MOST_INTROSPECTED = 2_000_000;

/** The characters that introspection answers with, up to `most`; of larger answers, any number above it. */
export type IntrospectionSize = (variables: Variables, most: number) => number;

type Field = GraphQLField<unknown, unknown>;

type Arguments = Readonly<Record<string, unknown>>;

/** One response key of introspection, and those selected below it. */
interface Selected {
  readonly key: string;
  readonly node: FieldNode;
  readonly field: Field;
  readonly below: readonly Selected[];
}

const META: ReadonlyMap<string, Field> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((each) => [each.name, each]),
);

/** A field of introspection; undefined for those of the graph itself. */
function fieldOf(type: GraphQLObjectType, name: string): Field | undefined {
  if (!isIntrospectionType(type)) return META.get(name);
  return name === TypeNameMetaFieldDef.name
    ? { ...TypeNameMetaFieldDef, resolve: () => type.name }
    : type.getFields()[name];
}

/** The fields of introspection among those that are selected on a type. */
function selectedOn(
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  collect: CollectFields,
): readonly Selected[] {
  return [...collect(type.name, selectionSets)].flatMap(([key, nodes]) => {
    const [node] = nodes;
    const field = fieldOf(type, node.name.value);
    if (field === undefined) return [];
    const returned = getNamedType(field.type);
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return [{ key, node, field, below: isObjectType(returned) ? selectedOn(returned, below, collect) : [] }];
  });
}

/** What `read` returns; null for values of a client that GraphQL refuses. */
function unlessRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

/** Adds up an answer as it would be written, and stops above `most`. */
class Adding {
  readonly #info: GraphQLResolveInfo;
  readonly #variables: Variables;
  readonly #most: number;
  readonly #given = new Map<Selected, Arguments | null>();
  characters = 0;

  constructor(schema: GraphQLSchema, variables: Variables, most: number) {
    // All that the resolvers of introspection read of it.
    this.#info = { schema } as GraphQLResolveInfo;
    this.#variables = variables;
    this.#most = most;
  }

  fields(source: unknown, selected: readonly Selected[]): void {
    for (const each of selected) {
      if (this.characters > this.#most) return;
      this.characters += each.key.length + 4;
      const given = this.#argumentsOf(each);
      if (given !== null) this.#value(each.field.resolve?.(source, given, undefined, this.#info), each.below);
    }
  }

  /** Null if execution refuses them, and thus this field alone. */
  #argumentsOf(selected: Selected): Arguments | null {
    let given = this.#given.get(selected);
    if (given === undefined) {
      given = unlessRefused(() => getArgumentValues(selected.field, selected.node, this.#variables));
      this.#given.set(selected, given);
    }
    return given;
  }

  #value(value: unknown, below: readonly Selected[]): void {
    this.characters += 2;
    if (Array.isArray(value)) {
      for (const entry of value) {
        if (this.characters > this.#most) return;
        this.#value(entry, below);
      }
    } else if (typeof value === 'string') this.characters += JSON.stringify(value).length;
    else if (value !== null && value !== undefined) this.fields(value, below);
  }
}

/**
 * How large the answer to an operation's introspection is. Counts what the schema really has, since its lists have no
 * bounds. The document must have been checked by `structureOf`.
 */
export function introspectionSize(
  schema: () => GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): IntrospectionSize {
  const at = document.definitions.indexOf(operation);
  return (variables, most) => {
    const known = schema();
    const { variableDefinitions = [] } = operation;
    // As they are executed; with wrong ones, the operation is refused later.
    const { coerced = variables } = getVariableValues(known, variableDefinitions, { ...variables }, { maxErrors: 1 });
    const conditions = Object.fromEntries(Object.entries(coerced).map(([name, value]) => [name, value === true]));
    const decided = decideConditions(document, conditions);
    const [root, asked] = [known.getQueryType(), decided.definitions[at]];
    const adding = new Adding(known, coerced, most);
    if (root && asked?.kind === Kind.OPERATION_DEFINITION)
      adding.fields(undefined, selectedOn(root, [asked.selectionSet], createFieldCollector(known, decided)));
    return adding.characters;
  };
}
