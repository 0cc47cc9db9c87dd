import {
  Kind,
  visit,
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
export function splitOperation(given: DocumentNode): OperationParts {
  const { definitions } = withoutEmptySelections(given);
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
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
  const uses = new UsedNames(fragments);
  const documentOf = (selections: readonly FieldNode[]): DocumentNode =>
    uses.documentOf(operation, { kind: Kind.SELECTION_SET, selections });
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
    [Kind.ARGUMENT]: () => false,
  });
}

interface Uses {
  readonly fragments: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** Which fragments and variables selections use. Each fragment is visited once, however many documents use it. */
class UsedNames {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #own = new Map<string, Uses>();

  constructor(fragments: readonly FragmentDefinitionNode[]) {
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  /** The operation with these selections, and with nothing that they do not use. */
  documentOf(operation: OperationDefinitionNode, selectionSet: SelectionSetNode): DocumentNode {
    const { fragments, variables } = this.#withFragments(namesIn(selectionSet));
    const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
      variables.has(variable.name.value),
    );
    const used = [...this.#fragments.values()].filter(({ name }) => fragments.has(name.value));
    return { kind: Kind.DOCUMENT, definitions: [{ ...operation, variableDefinitions, selectionSet }, ...used] };
  }

  /** The names used by selections, and by the fragments that they spread, directly or not. */
  #withFragments(direct: Uses): Uses {
    const fragments = new Set<string>();
    const variables = new Set(direct.variables);
    const add = (names: Iterable<string>): void => {
      for (const name of names) {
        if (fragments.has(name)) continue;
        fragments.add(name);
        const own = this.#ownOf(name);
        for (const variable of own.variables) variables.add(variable);
        add(own.fragments);
      }
    };
    add(direct.fragments);
    return { fragments, variables };
  }

  #ownOf(name: string): Uses {
    let own = this.#own.get(name);
    if (own === undefined) {
      const fragment = this.#fragments.get(name);
      own = fragment === undefined ? { fragments: new Set(), variables: new Set() } : namesIn(fragment);
      this.#own.set(name, own);
    }
    return own;
  }
}

function namesIn(node: SelectionSetNode | FragmentDefinitionNode): Uses {
  const fragments = new Set<string>();
  const variables = new Set<string>();
  visit(node, {
    Variable: ({ name }) => void variables.add(name.value),
    FragmentSpread: ({ name }) => void fragments.add(name.value),
  });
  return { fragments, variables };
}
