import {
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { directivesOf, joinedTypes, type SupergraphIndex } from './supergraph-index.js';

/** How an operation can begin at an entity that is known by a key. */
export interface EntityEntry {
  /** The root field that only the planner sees. */
  readonly rootField: string;
  readonly key: string;
}

/** The supergraph as the planner gets it. */
export interface PlanningSupergraph {
  readonly sdl: string;
  /** The entries of a type, those that most subgraphs understand first. */
  readonly entriesOf: (typeName: string) => readonly EntityEntry[];
  readonly hasInterfaceObjects: boolean;
  readonly isInterfaceObject: (typeName: string, serviceName: string) => boolean;
  /** The name in the supergraph's directives of the subgraph that the planner's name stands for. */
  readonly graphOf: (name: string) => string | undefined;
  /** The subgraph that the planner's name stands for; undefined for one that is no subgraph. */
  readonly serviceOf: (name: string) => string | undefined;
}

/** Begins the names of what only the planner sees. */
export const PLANNING_NAME = /^_gw\d+_/;

/**
 * The supergraph with an entry for every entity and key: a root field of a subgraph that is not there. What is planned from it
 * is a plan for entities that were found before, so an operation without a plan can be planned in parts.
 *
 * Subgraphs get names under which the owners of an interface sort before its interface objects, because the planner
 * loses its way where they do not.
 */
export function planningSupergraph(index: SupergraphIndex): PlanningSupergraph {
  const entries = new EntryWriter(index);
  const names = sortedNames(index);
  const definitions = entries.definitions().map((node) => withNames(node, names));
  const graphs = new Map([...names].map(([graph, name]) => [name, graph]));
  return {
    sdl: print({ kind: Kind.DOCUMENT, definitions }),
    entriesOf: (typeName) => entries.of(typeName),
    hasInterfaceObjects: [...index.types.values()].some((type) => joinedTypes(type).some((joined) => joined.isInterfaceObject)),
    isInterfaceObject(typeName, serviceName) {
      const type = index.types.get(typeName);
      return type !== undefined && joinedTypes(type).some((joined) => joined.isInterfaceObject && names.get(joined.graph) === serviceName);
    },
    graphOf: (name) => graphs.get(name),
    serviceOf: (name) => index.graphs.get(graphs.get(name) ?? ''),
  };
}

class EntryWriter {
  readonly #index: SupergraphIndex;
  readonly #keys: readonly string[];
  readonly #entries = new Map<string, EntityEntry[]>();
  /** Per type the virtual subgraphs that have it, and per field those that resolve it. */
  readonly #types = new Map<string, { readonly joins: ConstDirectiveNode[]; readonly fields: Map<string, Set<string>> }>();
  readonly #queryName: string;

  constructor(index: SupergraphIndex) {
    this.#index = index;
    const schema = index.document.definitions.find((node) => node.kind === Kind.SCHEMA_DEFINITION);
    this.#queryName = schema?.operationTypes.find(({ operation }) => operation === 'query')?.type.name.value ?? 'Query';
    const objects = [...index.types.values()].filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION);
    const keys = objects.flatMap((node) => keysOf(node).map((key) => ({ node, key, selectionSet: readKey(key) })));
    const usable = keys.filter(({ node, selectionSet }) => this.#isPlain(node.name.value, selectionSet));
    this.#keys = [...new Set(usable.map(({ key }) => key))];
    for (const { node, key, selectionSet } of usable) {
      const number = this.#keys.indexOf(key);
      const graph = graphName(number);
      this.#join(node.name.value, selectionSet, graph, joinType(graph, key));
      const rootField = `_gw${number}_${node.name.value}`;
      this.#entries.set(node.name.value, [...(this.#entries.get(node.name.value) ?? []), { rootField, key }]);
    }
  }

  of(typeName: string): readonly EntityEntry[] {
    return this.#entries.get(typeName) ?? [];
  }

  definitions(): DefinitionNode[] {
    return this.#index.document.definitions.map((node) => {
      if (node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'join__Graph') {
        const values = this.#keys.map((_key, number) => ({
          kind: Kind.ENUM_VALUE_DEFINITION,
          name: nameOf(graphName(number)),
          directives: [directive('join__graph', { name: string(`~${number}`), url: string('') })],
        } as const));
        return { ...node, values: [...(node.values ?? []), ...values] };
      }
      return node.kind === Kind.OBJECT_TYPE_DEFINITION ? this.#withEntries(node) : node;
    });
  }

  /** True if the key's fields are all on object types. */
  #isPlain(typeName: string, selectionSet: SelectionSetNode): boolean {
    const type = this.#index.types.get(typeName);
    if (type?.kind !== Kind.OBJECT_TYPE_DEFINITION) return false;
    return selectionSet.selections.every((selection) => {
      if (selection.kind !== Kind.FIELD) return false;
      const field = type.fields?.find(({ name }) => name.value === selection.name.value);
      if (field === undefined) return false;
      return selection.selectionSet === undefined || this.#isPlain(namedTypeOf(field), selection.selectionSet);
    });
  }

  #join(typeName: string, selectionSet: SelectionSetNode, graph: string, join: ConstDirectiveNode): void {
    const joined = this.#types.get(typeName) ?? { joins: [], fields: new Map<string, Set<string>>() };
    this.#types.set(typeName, joined);
    if (!joined.joins.some((known) => print(known) === print(join))) joined.joins.push(join);
    for (const selection of selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const name = selection.name.value;
      joined.fields.set(name, (joined.fields.get(name) ?? new Set<string>()).add(graph));
      const field = this.#index.types.get(typeName)?.fields?.find((node) => node.name.value === name);
      if (selection.selectionSet !== undefined && field !== undefined) this.#join(namedTypeOf(field), selection.selectionSet, graph, joinType(graph));
    }
  }

  #withEntries(node: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
    const isQuery = node.name.value === this.#queryName;
    const joined = this.#types.get(node.name.value);
    if (!isQuery && joined === undefined) return node;
    const joins = isQuery ? this.#keys.map((_key, number) => joinType(graphName(number))) : (joined?.joins ?? []);
    const fields = (node.fields ?? []).map((field) => {
      const own = [...(joined?.fields.get(field.name.value) ?? [])].map((graph) => joinField(graph));
      return { ...field, directives: [...(field.directives ?? []), ...impliedJoins(node, field), ...own] };
    });
    const roots = isQuery ? [...this.#entries].flatMap(([typeName, entries]) => entries.map((entry) => this.#rootField(typeName, entry))) : [];
    return { ...node, directives: [...(node.directives ?? []), ...joins], fields: [...fields, ...roots] };
  }

  #rootField(typeName: string, { rootField, key }: EntityEntry): FieldDefinitionNode {
    return {
      kind: Kind.FIELD_DEFINITION,
      name: nameOf(rootField),
      type: { kind: Kind.NAMED_TYPE, name: nameOf(typeName) },
      directives: [joinField(graphName(this.#keys.indexOf(key)))],
    };
  }
}

/** A field of which the supergraph says nothing is in every subgraph of its type: said outright before the type gets more. */
function impliedJoins(node: ObjectTypeDefinitionNode, field: FieldDefinitionNode): readonly ConstDirectiveNode[] {
  if (directivesOf(field, 'join__field').length > 0) return [];
  return [...new Set(joinedTypes(node).map(({ graph }) => graph))].map((graph) => joinField(graph));
}

/** Keys of a type, those of most subgraphs first. */
function keysOf(node: ObjectTypeDefinitionNode): readonly string[] {
  const counts = new Map<string, number>();
  for (const { key } of joinedTypes(node)) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
}

/** The planner's names of the subgraphs: their own, unless an interface object would sort before its owner. */
function sortedNames(index: SupergraphIndex): ReadonlyMap<string, string> {
  const before = new Map<string, Set<string>>();
  for (const type of index.types.values()) {
    const joined = joinedTypes(type);
    const owners = joined.filter(({ isInterfaceObject }) => !isInterfaceObject).map(({ graph }) => graph);
    for (const { graph, isInterfaceObject } of joined) {
      if (isInterfaceObject) before.set(graph, new Set([...(before.get(graph) ?? []), ...owners]));
    }
  }
  const isAfter = (graph: string): boolean => [...(before.get(graph) ?? [])].every((owner) => nameIn(index, owner) < nameIn(index, graph));
  const byName = [...index.graphs.keys()].sort((one, other) => (nameIn(index, one) < nameIn(index, other) ? -1 : 1));
  if (byName.every(isAfter)) return index.graphs;
  const sorted = new Set<string>();
  const place = (graph: string, above: ReadonlySet<string>): void => {
    if (sorted.has(graph) || above.has(graph)) return;
    for (const owner of byName) if (before.get(graph)?.has(owner) === true) place(owner, new Set([...above, graph]));
    sorted.add(graph);
  };
  for (const graph of byName) place(graph, new Set());
  return new Map([...sorted].map((graph, position) => [graph, `${String(position).padStart(6, '0')} ${nameIn(index, graph)}`]));
}

function nameIn(index: SupergraphIndex, graph: string): string {
  return index.graphs.get(graph) ?? graph;
}

function withNames(node: DefinitionNode, names: ReadonlyMap<string, string>): DefinitionNode {
  if (node.kind !== Kind.ENUM_TYPE_DEFINITION || node.name.value !== 'join__Graph') return node;
  const values = (node.values ?? []).map((value) => {
    const name = names.get(value.name.value);
    const directives = (value.directives ?? []).map((known) => (known.name.value === 'join__graph' && name !== undefined ? directive('join__graph', { name: string(name), url: string('') }) : known));
    return { ...value, directives };
  });
  return { ...node, values };
}

function readKey(key: string): SelectionSetNode {
  const [definition] = parse(`{ ${key} }`, { noLocation: true }).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`The key "${key}" is no selection.`);
  return definition.selectionSet;
}

function namedTypeOf({ type }: FieldDefinitionNode): string {
  let inner = type;
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type;
  return inner.name.value;
}

function graphName(number: number): string {
  return `_GW${number}`;
}

function nameOf(value: string) {
  return { kind: Kind.NAME, value } as const;
}

function string(value: string) {
  return { kind: Kind.STRING, value } as const;
}

function joinType(graph: string, key?: string): ConstDirectiveNode {
  return directive('join__type', { graph: { kind: Kind.ENUM, value: graph }, ...(key === undefined ? {} : { key: string(key) }) });
}

function joinField(graph: string): ConstDirectiveNode {
  return directive('join__field', { graph: { kind: Kind.ENUM, value: graph } });
}

function directive(name: string, args: Readonly<Record<string, { readonly kind: Kind.STRING | Kind.ENUM; readonly value: string }>>): ConstDirectiveNode {
  const entries = Object.entries(args).map(([argument, value]) => ({ kind: Kind.ARGUMENT, name: nameOf(argument), value } as const));
  return { kind: Kind.DIRECTIVE, name: nameOf(name), arguments: entries };
}
