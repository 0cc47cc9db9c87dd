import { Kind, visit, type DirectiveNode, type DocumentNode, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Values of the variables used in `@skip` and `@include`. */
export type Conditions = Readonly<Record<string, boolean>>;

/** Names of the variables used in a document's `@skip` and `@include`, sorted. */
export function findConditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      const condition = conditionOf(directive);
      if (condition?.kind === Kind.VARIABLE) names.add(condition.name.value);
      return false;
    },
  });
  return [...names].sort();
}

/**
 * Removes every `@skip` and `@include` from a document by evaluating it. Selection sets may end up empty.
 *
 * An operation is planned once per combination of conditions that occurs, because plans with open conditions are
 * error-prone (missing aliases, unresolvable paths, fetches without any field left).
 */
export function decideConditions(document: DocumentNode, conditions: Conditions): DocumentNode {
  return visit(document, {
    SelectionSet: {
      enter(node): SelectionSetNode {
        return { ...node, selections: node.selections.filter((selection) => isIncluded(selection, conditions)) };
      },
    },
    Directive: (directive) => (conditionOf(directive) === undefined ? false : null),
  });
}

function isIncluded(selection: SelectionNode, conditions: Conditions): boolean {
  return (selection.directives ?? []).every((directive) => {
    const condition = conditionOf(directive);
    if (condition === undefined) return true;
    const isTrue =
      condition.kind === Kind.VARIABLE ? conditions[condition.name.value] === true : isTrueLiteral(condition);
    return directive.name.value === 'skip' ? !isTrue : isTrue;
  });
}

function isTrueLiteral(value: { readonly kind: string; readonly value?: unknown }): boolean {
  return value.kind === Kind.BOOLEAN && value.value === true;
}

function conditionOf(directive: DirectiveNode) {
  if (directive.name.value !== 'skip' && directive.name.value !== 'include') return undefined;
  return directive.arguments?.find((argument) => argument.name.value === 'if')?.value;
}
