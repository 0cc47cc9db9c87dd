import {
  Kind,
  typeFromAST,
  isAbstractType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
  type TypeNode,
} from 'graphql';

/** An object's fields by response key, in the order of GraphQL's CollectFields. */
export type CollectedFields = ReadonlyMap<string, readonly FieldNode[]>;

export interface Fragments {
  readonly schema: GraphQLSchema;
  readonly byName: ReadonlyMap<string, FragmentDefinitionNode>;
}

function applies({ schema }: Fragments, condition: TypeNode | undefined, type: GraphQLObjectType): boolean {
  if (condition?.kind !== Kind.NAMED_TYPE) return true;
  const named = typeFromAST(schema, condition);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
}

/** Collects without conditions: `@skip` and `@include` are decided before a document is compiled. */
export function collectFields(
  fragments: Fragments,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): CollectedFields {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const collect = (selectionSet: SelectionSetNode): void => {
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = fields.get(key);
        if (known === undefined) fields.set(key, [selection]);
        else known.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(fragments, selection.typeCondition, type)) collect(selection.selectionSet);
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        const fragment = fragments.byName.get(selection.name.value);
        if (fragment !== undefined && applies(fragments, fragment.typeCondition, type)) collect(fragment.selectionSet);
      }
    }
  };
  for (const selectionSet of selectionSets) collect(selectionSet);
  return fields;
}

/** The selection sets below the fields of one response key. */
export function subselections(nodes: readonly FieldNode[]): readonly SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
}
