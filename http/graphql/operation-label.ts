import { Kind, type OperationDefinitionNode } from 'graphql';

/**
 * A valid operation in metrics and in the access log: its kind and root field, such as `query security`, or `query
 * several`. The name that a client gave it is no label, because there is no end of them.
 */
export function operationLabel({ operation, selectionSet: { selections } }: OperationDefinitionNode): string {
  const names = new Set(
    selections.map((selection) => (selection.kind === Kind.FIELD ? selection.name.value : 'several')),
  );
  const [first = 'several'] = names;
  return `${operation} ${names.size === 1 ? first : 'several'}`;
}
