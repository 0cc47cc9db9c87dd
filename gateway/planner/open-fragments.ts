import { Kind, visit, type DocumentNode, type InlineFragmentNode, type OperationDefinitionNode } from 'graphql';

/** A fetch's operation with its fragments opened. */
export function operationWithoutSpreads(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('A fetch has no operation.');
  const fragments = new Map(document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])));
  const open = <T extends OperationDefinitionNode | InlineFragmentNode>(node: T): T =>
    visit(node, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (fragment === undefined) throw new Error(`A fetch has no fragment "${spread.name.value}".`);
        return open({ kind: Kind.INLINE_FRAGMENT, typeCondition: fragment.typeCondition, selectionSet: fragment.selectionSet });
      },
    });
  return fragments.size === 0 ? operation : open(operation);
}
