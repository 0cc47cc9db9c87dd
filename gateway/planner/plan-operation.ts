import { Kind, type DocumentNode } from 'graphql';
import { FetchPlanner } from './fetch-planner.js';
import type { Plan } from './plan.js';
import type { Planner } from './planner.js';
import { NeededKeys, requestedByDocument } from './requested-fields.js';
import { writePlan } from './write-plan.js';

export type PlanTarget = Pick<Planner, 'joins' | 'publicSchema' | 'partialUnions'>;

/** Plans a document with one operation and without conditions. Throws if the subgraphs cannot resolve it together. */
export function planOperation(document: DocumentNode, { joins, publicSchema, partialUnions }: PlanTarget): Plan {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  const requested = requestedByDocument(document, operation, joins, publicSchema);
  const planner = new FetchPlanner(joins, new NeededKeys(document), partialUnions);
  const left = operation.operation === 'mutation' ? planner.mutation(requested) : planner.query(requested);
  if (left.length > 0) throw new Error(`No subgraph can complete ${left.map(({ key }) => key).join(', ')}.`);
  return writePlan(planner.groups, operation, joins.graphs);
}
