import { Kind, type DocumentNode, type SelectionSetNode } from 'graphql';
import type { CollectFields } from '../execution/field-collector.js';
import type { PlanPath } from './plan-walk.js';

/** What a document whose aliases are data keys selects at a path, of values of any type on the way. */
export function selectionsAt(document: DocumentNode, collect: CollectFields, path: PlanPath): readonly SelectionSetNode[] {
  let selectionSets = document.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node.selectionSet] : []));
  for (const segment of path) {
    if (segment === '@' || !('Field' in segment)) continue;
    selectionSets = collect
      .ofAnyType(selectionSets)
      .filter((field) => (field.alias?.value ?? field.name.value) === segment.Field)
      .flatMap((field) => field.selectionSet ?? []);
  }
  return selectionSets;
}
