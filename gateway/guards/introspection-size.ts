import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getVariableValues,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
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

/** What is selected for the variables of a request. */
class Selection {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;

  constructor(document: DocumentNode, variables: Variables) {
    this.#fragments = new Map(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    );
    this.#variables = variables;
  }

  /** Fields that `fieldOf` knows. */
  read(selectionSets: readonly SelectionSetNode[], fieldOf: (name: string) => Field | undefined): readonly Selected[] {
    const nodes = new Map<string, FieldNode[]>();
    for (const selectionSet of selectionSets) this.#collect(selectionSet, nodes);
    return [...nodes].flatMap(([key, same]) => {
      const [node] = same;
      const field = node && fieldOf(node.name.value);
      if (node === undefined || field === undefined) return [];
      const type = getNamedType(field.type);
      const below = same.flatMap(({ selectionSet }) => selectionSet ?? []);
      return [{ key, node, field, below: isObjectType(type) ? this.read(below, fieldsOf(type)) : [] }];
    });
  }

  #collect({ selections }: SelectionSetNode, nodes: Map<string, FieldNode[]>): void {
    for (const selection of selections) {
      if (!this.#isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const same = nodes.get(key);
        if (same === undefined) nodes.set(key, [selection]);
        else same.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
      if (fragment !== undefined) this.#collect(fragment.selectionSet, nodes);
    }
  }

  /** Conditions that cannot be read count as true. */
  #isIncluded(node: SelectionNode): boolean {
    if ((node.directives ?? []).length === 0) return true;
    const values = (directive: typeof GraphQLSkipDirective) =>
      unlessRefused(() => getDirectiveValues(directive, node, this.#variables));
    return values(GraphQLSkipDirective)?.['if'] !== true && values(GraphQLIncludeDirective)?.['if'] !== false;
  }
}

const fieldsOf =
  (type: GraphQLObjectType) =>
  (name: string): Field | undefined =>
    name === TypeNameMetaFieldDef.name ? { ...TypeNameMetaFieldDef, resolve: () => type.name } : type.getFields()[name];

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
 * How large the answer to an operation's introspection is; null if it has none. Counts what the schema really has,
 * since its lists have no bounds. The document must have been checked by `structureOf`.
 */
export function introspectionSize(
  schema: () => GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): IntrospectionSize | null {
  const asks = (name: string): Field | undefined => META.get(name);
  if (new Selection(document, {}).read([operation.selectionSet], asks).length === 0) return null;
  return (variables, most) => {
    const known = schema();
    // As they are executed; with wrong ones, the operation is refused later.
    const { coerced = variables } = getVariableValues(
      known,
      operation.variableDefinitions ?? [],
      { ...variables },
      { maxErrors: 1 },
    );
    const adding = new Adding(known, coerced, most);
    adding.fields(undefined, new Selection(document, coerced).read([operation.selectionSet], asks));
    return adding.characters;
  };
}
