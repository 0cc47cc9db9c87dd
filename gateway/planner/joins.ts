import { Kind, parse, parseType, type FieldDefinitionNode, type SelectionSetNode, type TypeNode } from 'graphql';
import { argumentOf, directivesOf, joinedTypes, type SupergraphIndex } from './supergraph-index.js';

/** A field as one subgraph defines it. */
export interface JoinedField {
  /** The field's type there, which may be narrower than in the supergraph. */
  readonly type: TypeNode;
  readonly isExternal: boolean;
  /** What a representation must contain for it, as the directive spells it. */
  readonly requires: string | undefined;
  /** External fields of its value that the subgraph provides. */
  readonly provides: SelectionSetNode | undefined;
}

/** A key by which a subgraph resolves an entity. */
export interface EntityKey {
  /** The type's name there: its own, or an interface object's. */
  readonly typeName: string;
  readonly selectionSet: SelectionSetNode;
}

/** What each subgraph has of a supergraph. Subgraphs have the names of the supergraph's directives. */
export interface Joins {
  readonly graphs: SupergraphIndex['graphs'];
  /** The type of the operation's root fields. */
  rootOf(operation: 'query' | 'mutation' | 'subscription'): string;
  /** The field of the type as the subgraph defines it; undefined if it does not. */
  field(typeName: string, fieldName: string, graph: string): JoinedField | undefined;
  /** The type's name in the subgraph: its own, or its interface object's; undefined if the subgraph has neither. */
  nameIn(typeName: string, graph: string): string | undefined;
  /** The keys by which the subgraph resolves the type. */
  keys(typeName: string, graph: string): readonly EntityKey[];
  isInterfaceObject(typeName: string, graph: string): boolean;
  isAbstract(typeName: string): boolean;
  /** The object types that a value of the type can have in any subgraph; for an object type, itself. */
  possible(typeName: string): readonly string[];
  /** The types that a value of the abstract type can have in the subgraph. */
  members(typeName: string, graph: string): readonly string[];
  /** Whether some union has different members in different subgraphs. */
  readonly hasPartialUnions: boolean;
  isPartialUnion(typeName: string): boolean;
  /** The type of a field in the supergraph. */
  typeOf(typeName: string, fieldName: string): TypeNode | undefined;
  isSubtype(typeName: string, ancestor: string): boolean;
}

/** The name of a type without its lists and non-nulls. */
export function namedTypeOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedTypeOf(type.type);
}

/** Parses a selection without braces, as directives spell it. Throws if it is not a selection. */
export function selectionOf(text: string): SelectionSetNode {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`"${text}" is not a selection.`);
  return definition.selectionSet;
}

/** Reads the join directives of a supergraph lazily. */
export function readJoins(supergraph: SupergraphIndex): Joins {
  return new SupergraphJoins(supergraph);
}

class SupergraphJoins implements Joins {
  readonly graphs: SupergraphIndex['graphs'];
  readonly #supergraph: SupergraphIndex;
  readonly #possible = new Map<string, string[]>();
  readonly #members = new Map<string, readonly string[]>();
  readonly #fields = new Map<string, JoinedField | undefined>();
  readonly #keys = new Map<string, readonly EntityKey[]>();
  readonly #roots = new Map<string, string>();

  constructor(supergraph: SupergraphIndex) {
    this.#supergraph = supergraph;
    this.graphs = supergraph.graphs;
    for (const node of supergraph.document.definitions) {
      if (node.kind === Kind.SCHEMA_DEFINITION)
        for (const { operation, type } of node.operationTypes) this.#roots.set(operation, type.name.value);
      if (node.kind === Kind.INTERFACE_TYPE_DEFINITION)
        this.#possible.set(node.name.value, this.#possible.get(node.name.value) ?? []);
      if (node.kind === Kind.UNION_TYPE_DEFINITION)
        this.#possible.set(
          node.name.value,
          (node.types ?? []).map(({ name }) => name.value),
        );
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
      for (const { name } of node.interfaces ?? [])
        this.#possible.set(name.value, [...(this.#possible.get(name.value) ?? []), node.name.value]);
    }
  }

  rootOf(operation: string): string {
    return this.#roots.get(operation) ?? `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
  }

  isAbstract(typeName: string): boolean {
    return this.#possible.has(typeName);
  }

  possible(typeName: string): readonly string[] {
    return this.#possible.get(typeName) ?? [typeName];
  }

  isSubtype(typeName: string, ancestor: string): boolean {
    if (typeName === ancestor) return true;
    return this.#interfacesOf(typeName).includes(ancestor) || this.#possible.get(ancestor)?.includes(typeName) === true;
  }

  isInterfaceObject(typeName: string, graph: string): boolean {
    return this.#joined(typeName).some((joined) => joined.graph === graph && joined.isInterfaceObject);
  }

  nameIn(typeName: string, graph: string): string | undefined {
    const joined = this.#joined(typeName).find((one) => one.graph === graph);
    if (joined !== undefined && (joined.isInterfaceObject || !this.isAbstract(typeName))) return typeName;
    return this.#interfacesOf(typeName).find((name) => this.isInterfaceObject(name, graph));
  }

  members(typeName: string, graph: string): readonly string[] {
    const place = `${graph} ${typeName}`;
    const known = this.#members.get(place) ?? this.#readMembers(typeName, graph);
    this.#members.set(place, known);
    return known;
  }

  keys(typeName: string, graph: string): readonly EntityKey[] {
    const place = `${graph} ${typeName}`;
    let known = this.#keys.get(place);
    if (known === undefined) {
      const names = [...new Set([typeName, this.nameIn(typeName, graph) ?? typeName])];
      known = names.flatMap((name) =>
        this.#joined(name).flatMap((joined) =>
          joined.graph === graph && joined.key !== undefined
            ? [{ typeName: name, selectionSet: selectionOf(joined.key) }]
            : [],
        ),
      );
      this.#keys.set(place, known);
    }
    return known;
  }

  field(typeName: string, fieldName: string, graph: string): JoinedField | undefined {
    const place = `${graph} ${typeName}.${fieldName}`;
    if (!this.#fields.has(place)) this.#fields.set(place, this.#readField(typeName, fieldName, graph));
    return this.#fields.get(place);
  }

  get hasPartialUnions(): boolean {
    return this.#supergraph.partialUnions.size > 0;
  }

  isPartialUnion(typeName: string): boolean {
    return this.#supergraph.partialUnions.has(typeName);
  }

  typeOf(typeName: string, fieldName: string): TypeNode | undefined {
    return this.#definition(typeName, fieldName)?.type;
  }

  #readMembers(typeName: string, graph: string): readonly string[] {
    const { types, partialUnions } = this.#supergraph;
    const partial = partialUnions.get(typeName)?.get(graph);
    if (partial !== undefined) return [...partial];
    if (!types.has(typeName)) return this.possible(typeName);
    const implement = (name: string): boolean =>
      directivesOf(types.get(name) ?? {}, 'join__implements').some(
        (join) => argumentOf(join, 'graph') === graph && argumentOf(join, 'interface') === typeName,
      );
    const objects = [...types.keys()].filter((name) => this.isInterfaceObject(name, graph));
    return [...this.possible(typeName), ...objects].filter(implement);
  }

  #readField(typeName: string, fieldName: string, graph: string): JoinedField | undefined {
    const field = this.#definition(typeName, fieldName);
    if (field === undefined || !this.#joined(typeName).some((joined) => joined.graph === graph)) return undefined;
    const joins = directivesOf(field, 'join__field');
    const join = joins.find((one) => argumentOf(one, 'graph') === graph);
    if (join === undefined)
      return joins.length === 0
        ? { type: field.type, isExternal: false, requires: undefined, provides: undefined }
        : undefined;
    const text = (name: string): string | undefined => {
      const value = argumentOf(join, name);
      return typeof value === 'string' ? value : undefined;
    };
    const [requires, provides, type] = [text('requires'), text('provides'), text('type')];
    return {
      type: type === undefined ? field.type : parseType(type, { noLocation: true }),
      // The gateway does not pass arguments that come from a context.
      isExternal:
        ['external', 'usedOverridden'].some((name) => argumentOf(join, name) === true) ||
        join.arguments?.some(({ name }) => name.value === 'contextArguments') === true,
      requires,
      provides: provides === undefined ? undefined : selectionOf(provides),
    };
  }

  #definition(typeName: string, fieldName: string): FieldDefinitionNode | undefined {
    return this.#supergraph.types.get(typeName)?.fields?.find(({ name }) => name.value === fieldName);
  }

  #joined(typeName: string) {
    const type = this.#supergraph.types.get(typeName);
    return type === undefined ? [] : joinedTypes(type);
  }

  #interfacesOf(typeName: string): readonly string[] {
    return (this.#supergraph.types.get(typeName)?.interfaces ?? []).map(({ name }) => name.value);
  }
}
