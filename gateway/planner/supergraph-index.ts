import {
  Kind,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type InterfaceTypeDefinitionNode,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { supergraphDocument } from '../supergraph-document.js';

/** One `@join__type`: a subgraph that has the type. */
export interface JoinedType {
  readonly graph: string;
  /** Absent if the subgraph cannot resolve the type by a key. */
  readonly key: string | undefined;
  readonly isInterfaceObject: boolean;
}

/** A directive argument's value; undefined if absent. */
export function argumentOf(directive: ConstDirectiveNode, name: string): string | boolean | undefined {
  const value = directive.arguments?.find((argument) => argument.name.value === name)?.value;
  return value !== undefined && 'value' in value ? value.value : undefined;
}

/** The directives with the name on a definition or a field. */
export function directivesOf(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): readonly ConstDirectiveNode[] {
  return (node.directives ?? []).filter((directive) => directive.name.value === name);
}

/** The subgraphs that have a type, in the supergraph's order. */
export function joinedTypes(node: {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}): readonly JoinedType[] {
  return directivesOf(node, 'join__type').map((directive) => {
    const key = argumentOf(directive, 'key');
    return {
      graph: String(argumentOf(directive, 'graph')),
      key: typeof key === 'string' && argumentOf(directive, 'resolvable') !== false ? key : undefined,
      isInterfaceObject: argumentOf(directive, 'isInterfaceObject') === true,
    };
  });
}

/** A supergraph's document with its object types and interfaces by name. */
export interface SupergraphIndex {
  readonly document: DocumentNode;
  readonly types: ReadonlyMap<string, ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>;
  /** The members of each subgraph's version of a union; only unions whose members differ. */
  readonly partialUnions: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  /** The subgraphs' names by their names in the supergraph's directives. */
  readonly graphs: ReadonlyMap<string, string>;
}

/** Reads the definitions and join directives of a supergraph. Throws if the text is not SDL. */
export function readSupergraph(supergraphSdl: string): SupergraphIndex {
  const document = supergraphDocument(supergraphSdl);
  const types = new Map<string, ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>();
  const partialUnions = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
  const graphs = new Map<string, string>();
  for (const node of document.definitions) {
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION)
      types.set(node.name.value, node);
    const members = membersByGraph(node);
    if (members !== undefined) partialUnions.set(members.name, members.byGraph);
    if (node.kind !== Kind.ENUM_TYPE_DEFINITION || node.name.value !== 'join__Graph') continue;
    for (const value of node.values ?? []) {
      for (const directive of directivesOf(value, 'join__graph'))
        graphs.set(value.name.value, String(argumentOf(directive, 'name')));
    }
  }
  return { document, types, partialUnions, graphs };
}

function membersByGraph(
  node: DefinitionNode,
): { readonly name: string; readonly byGraph: ReadonlyMap<string, ReadonlySet<string>> } | undefined {
  if (node.kind !== Kind.UNION_TYPE_DEFINITION) return undefined;
  const byGraph = new Map<string, Set<string>>();
  for (const join of directivesOf(node, 'join__unionMember')) {
    const graph = String(argumentOf(join, 'graph'));
    byGraph.set(graph, (byGraph.get(graph) ?? new Set<string>()).add(String(argumentOf(join, 'member'))));
  }
  const isPartial = [...byGraph.values()].some((members) => members.size !== node.types?.length);
  return isPartial ? { name: node.name.value, byGraph } : undefined;
}
