import { Kind, type DocumentNode, type SelectionSetNode } from 'graphql';

/**
 * Counts the fields of a document's operations with every fragment spread expanded, without expanding them: nested
 * spreads can double the count at each level.
 */
export function countSelections(document: DocumentNode): number {
  const bodies = new Map<string, SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) bodies.set(node.name.value, node.selectionSet);
  const counted = new Map<string, number>();
  const count = (selectionSet: SelectionSetNode): number => {
    let total = 0;
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) total += countFragment(selection.name.value);
      else total += 1 + (selection.selectionSet === undefined ? 0 : count(selection.selectionSet));
    }
    return total;
  };
  const countFragment = (name: string): number => {
    const known = counted.get(name);
    if (known !== undefined) return known;
    counted.set(name, 0);
    const body = bodies.get(name);
    const total = body === undefined ? 0 : count(body);
    counted.set(name, total);
    return total;
  };
  return document.definitions.reduce(
    (total, node) => total + (node.kind === Kind.OPERATION_DEFINITION ? count(node.selectionSet) : 0),
    0,
  );
}
