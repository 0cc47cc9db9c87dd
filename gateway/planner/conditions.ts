import { Kind, visit, type DirectiveNode, type DocumentNode, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Values of the variables that `@skip` and `@include` name. */
export type Conditions = Readonly<Record<string, boolean>>;

/** Names of the variables that decide `@skip` and `@include` in a document, sorted. */
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
 * Takes every `@skip` and `@include` out of a document by deciding it. Selection sets may end up empty.
 *
 * An operation is planned once per combination of its conditions that occurs, because plans over undecided conditions
 * are where the planner errs (missing aliases, paths it cannot find, fields that all drop out).
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
    const isTrue = condition.kind === Kind.VARIABLE ? conditions[condition.name.value] === true : isTrueLiteral(condition);
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
