import {
  Kind,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** An operation's root fields, split by who resolves them. */
export interface OperationParts {
  /**
   * Documents for the planner, in order: one for a query, one per root field for a mutation; none if there is nothing
   * to fetch.
   */
  readonly fetched: readonly DocumentNode[];
  /** `__schema` and `__type`, resolved from the public schema. */
  readonly introspection: DocumentNode | undefined;
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

/**
 * Splits a document with one operation and without conditions.
 *
 * Mutation fields are planned one by one: a joint plan would start the next field while entities of the previous one
 * are still being fetched, and those could already show the next field's effect.
 */
export function splitOperation(document: DocumentNode, operation: OperationDefinitionNode): OperationParts {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const rootFields = flattenRoot(operation.selectionSet, new Map(fragments.map((node) => [node.name.value, node])));
  const introspected: FieldNode[] = [];
  const byKey = new Map<string, FieldNode[]>();
  for (const field of rootFields) {
    if (field.name.value === '__schema' || field.name.value === '__type') introspected.push(field);
    else if (field.name.value !== '__typename') {
      const key = field.alias?.value ?? field.name.value;
      byKey.set(key, [...(byKey.get(key) ?? []), field]);
    }
  }
  const groups = operation.operation === 'mutation' ? [...byKey.values()] : [[...byKey.values()].flat()];
  const documentOf = (selections: readonly FieldNode[]): DocumentNode =>
    usedDefinitions(withoutEmptySelections({
      kind: Kind.DOCUMENT,
      definitions: [{ ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } }, ...fragments],
    }));
  return {
    fetched: groups.filter((group) => group.length > 0).map(documentOf),
    introspection: introspected.length > 0 ? documentOf(introspected) : undefined,
  };
}

/** The root fields with fragments expanded; at the root, fragments can only be on the root type. */
function flattenRoot(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  opened: Set<string> = new Set(),
): FieldNode[] {
  return selectionSet.selections.flatMap((selection: SelectionNode) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return flattenRoot(selection.selectionSet, fragments, opened);
    const fragment = fragments.get(selection.name.value);
    if (fragment === undefined || opened.has(selection.name.value)) return [];
    opened.add(selection.name.value);
    return flattenRoot(fragment.selectionSet, fragments, opened);
  });
}

/**
 * Removing conditions can empty a selection set, which is invalid: `__typename` at least distinguishes null from an
 * object.
 */
function withoutEmptySelections(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet: (node) => (node.selections.length > 0 ? undefined : { ...node, selections: [TYPENAME] }),
  });
}

/** Drops fragments and variables that are no longer used. */
function usedDefinitions(document: DocumentNode): DocumentNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const usedFragments = new Set<string>();
  const usedVariables = new Set<string>();
  const use = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      VariableDefinition: () => false,
      Variable: (variable) => { usedVariables.add(variable.name.value); },
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (fragment === undefined || usedFragments.has(spread.name.value)) return;
        usedFragments.add(spread.name.value);
        use(fragment);
      },
    });
  };
  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) use(node);
  const definitions = document.definitions.flatMap((node): DefinitionNode | DefinitionNode[] => {
    if (node.kind === Kind.OPERATION_DEFINITION) {
      return { ...node, variableDefinitions: (node.variableDefinitions ?? []).filter(({ variable }) => usedVariables.has(variable.name.value)) };
    }
    return node.kind === Kind.FRAGMENT_DEFINITION && usedFragments.has(node.name.value) ? [node] : [];
  });
  return { kind: Kind.DOCUMENT, definitions };
}
