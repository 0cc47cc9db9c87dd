import { Kind, TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type FragmentDefinitionNode, type GraphQLSchema, type SelectionSetNode } from 'graphql';

/** The planner's parser gives up at about 50 nested braces. */
const MAX_NESTED = 20;
/** What nests deeper is refused: planning it would overflow the stack. */
const MAX_DEPTH = 500;

/** The same document for the planner: what nests too deeply for its parser moves into fragments of its own. Throws beyond 500 levels. */
export function shallowDocument(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const heights = new WeakMap<SelectionSetNode, number>();
  const heightOf = (selectionSet: SelectionSetNode | undefined): number => (selectionSet === undefined ? 0 : (heights.get(selectionSet) ?? 0));
  let depth = 0;
  const fragments: FragmentDefinitionNode[] = [];
  const taken = new Set(document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [node.name.value] : [])));
  const typeInfo = new TypeInfo(schema);
  const shallow = visit(document, visitWithTypeInfo(typeInfo, {
    SelectionSet: {
      enter() {
        depth += 1;
        if (depth > MAX_DEPTH) throw new Error(`The operation nests more than ${MAX_DEPTH} levels.`);
      },
      leave(node) {
        depth -= 1;
        const height = 1 + Math.max(0, ...node.selections.map((selection) => (selection.kind === Kind.FRAGMENT_SPREAD ? 0 : heightOf(selection.selectionSet))));
        const parent = typeInfo.getParentType();
        if (height < MAX_NESTED || parent === null || parent === undefined) {
          heights.set(node, height);
          return undefined;
        }
        const name = { kind: Kind.NAME, value: freeName(taken) } as const;
        const typeCondition = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: parent.name } } as const;
        fragments.push({ kind: Kind.FRAGMENT_DEFINITION, name, typeCondition, selectionSet: node });
        return { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FRAGMENT_SPREAD, name }] };
      },
    },
  }));
  return fragments.length === 0 ? document : { ...shallow, definitions: [...shallow.definitions, ...fragments] };
}

function freeName(taken: Set<string>): string {
  let number = taken.size;
  while (taken.has(`Deep${number}`)) number += 1;
  taken.add(`Deep${number}`);
  return `Deep${number}`;
}
