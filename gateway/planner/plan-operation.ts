import { Kind, type DocumentNode } from 'graphql';
import { FetchPlanner } from './fetch-planner.js';
import type { Plan } from './plan.js';
import type { Planner } from './planner.js';
import { NeededKeys, requestedByDocument } from './requested-fields.js';
import { StepBudget } from './step-budget.js';
import { writePlan } from './write-plan.js';

export type PlanTarget = Pick<Planner, 'joins' | 'publicSchema' | 'partialUnions'>;

/** The most steps of planning one operation, over all its documents. */
const MAX_STEPS = 50_000;

/** Plans the documents of one operation. Throws if the subgraphs cannot resolve one of them together. */
export function planOperations(documents: readonly DocumentNode[], target: PlanTarget): readonly Plan[] {
  const budget = new StepBudget(MAX_STEPS);
  return documents.map((document) => planOperation(document, target, budget));
}

/** Plans a document with one operation and without conditions. Throws if the subgraphs cannot resolve it together. */
export function planOperation(
  document: DocumentNode,
  { joins, publicSchema, partialUnions }: PlanTarget,
  budget = new StepBudget(MAX_STEPS),
): Plan {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  const requested = requestedByDocument(document, operation, joins, publicSchema);
  const planner = new FetchPlanner(joins, new NeededKeys(document), partialUnions, budget);
  const left = operation.operation === 'mutation' ? planner.mutation(requested) : planner.query(requested);
  if (left.length > 0) throw new Error(`No subgraph can complete ${left.map(({ key }) => key).join(', ')}.`);
  return writePlan(planner.groups, operation, joins.graphs);
}
