import {
  getNamedType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Sdl } from './sdl.js';

/** A selected field: its key in the body and its definition in the SDL. */
export interface Selected {
  /** Key in the body: alias or name. */
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** Empty for scalars and enums. */
  readonly children: readonly Selected[];
}

/** The field of a connection that holds its entries. */
export const NODES = 'nodes';

/** Whether a type is a page of a list. REST has the entries of the default page in its place. */
export function isConnection({ name }: Pick<GraphQLObjectType, 'name'>): boolean {
  return name.endsWith('Connection');
}

/** The entries of a selected connection of which nothing else is selected; null for any other field. */
export function entriesOf({ field, children }: Selected): Selected | null {
  const type = getNamedType(field.type);
  const [only] = children;
  return isObjectType(type) && isConnection(type) && children.length === 1 && only?.field.name === NODES ? only : null;
}

export interface StoredOperation {
  readonly name: string;
  readonly definition: OperationDefinitionNode;
  readonly selected: readonly Selected[];
}

interface Collector {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly sdl: Sdl;
}

function collect(set: SelectionSetNode, type: GraphQLObjectType, collector: Collector): Selected[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.INLINE_FRAGMENT) return collect(node.selectionSet, type, collector);
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = collector.fragments.get(node.name.value);
      if (fragment === undefined) throw new Error(`Unknown fragment ${node.name.value}`);
      return collect(fragment.selectionSet, type, collector);
    }
    const field = type.getFields()[node.name.value];
    if (field === undefined) throw new Error(`${type.name} has no field ${node.name.value}`);
    const of = getNamedType(field.type);
    if (node.selectionSet === undefined) return [{ key: node.alias?.value ?? node.name.value, field, children: [] }];
    if (!isObjectType(of)) throw new Error(`A stored operation can only select object types; ${of.name} is abstract`);
    return [{ key: node.alias?.value ?? node.name.value, field, children: collect(node.selectionSet, of, collector) }];
  });
}

/** The operation of a stored file, with the SDL definition of each selected field. Throws if they do not match. */
export function readSelection(document: DocumentNode, sdl: Sdl): StoredOperation {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [definition] = operations;
  if (definition === undefined || operations.length > 1) {
    throw new Error('A stored file must contain exactly one operation');
  }
  const root = sdl.schema.getRootType(definition.operation);
  if (root === null || root === undefined) throw new Error(`The SDL has no ${definition.operation} type`);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return {
    name: definition.name?.value ?? definition.operation,
    definition,
    selected: collect(definition.selectionSet, root, { fragments, sdl }),
  };
}
