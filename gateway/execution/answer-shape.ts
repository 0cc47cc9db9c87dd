import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';
import type { Rename } from '../planner/plan.js';

/** What a fetch selects on one object, for all its types together; an `undefined` value means a leaf. */
export interface AnswerShape {
  readonly fields: readonly AnswerField[];
  /** True if at least one field holds objects. */
  readonly hasObjects: boolean;
}

export interface AnswerField {
  readonly key: string;
  readonly isTypename: boolean;
  readonly shape: AnswerShape | undefined;
}

/**
 * The shapes of a fetch's root fields by response key; renamed keys appear under both names. GraphQL's validation makes
 * every response key either a leaf or an object on all types.
 */
export function readAnswerShape(document: DocumentNode, renames: readonly Rename[]): AnswerShape {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let root: SelectionSetNode | undefined;
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    if (node.kind === Kind.OPERATION_DEFINITION) root ??= node.selectionSet;
  }
  const names = new Map(renames.map(({ path, to }) => [path.at(-1) ?? '', to]));
  return shapeOf(root === undefined ? [] : [root], fragments, names);
}

interface Draft {
  isTypename: boolean;
  readonly selectionSets: SelectionSetNode[];
}

function shapeOf(
  selectionSets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  names: ReadonlyMap<string, string>,
): AnswerShape {
  const drafts = new Map<string, Draft>();
  const collect = (selectionSet: SelectionSetNode): void => {
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const renamed = names.get(key);
        for (const name of renamed === undefined ? [key] : [key, renamed]) {
          const draft = drafts.get(name) ?? { isTypename: selection.name.value === '__typename', selectionSets: [] };
          if (selection.selectionSet !== undefined) draft.selectionSets.push(selection.selectionSet);
          drafts.set(name, draft);
        }
      } else {
        const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (inner !== undefined) collect(inner.selectionSet);
      }
    }
  };
  selectionSets.forEach(collect);
  const fields = [...drafts].map(([key, { isTypename, selectionSets: below }]) => ({
    key,
    isTypename,
    shape: below.length === 0 ? undefined : shapeOf(below, fragments, names),
  }));
  return { fields, hasObjects: fields.some((field) => field.shape !== undefined) };
}
