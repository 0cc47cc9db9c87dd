import type { PlanNode } from '@graphql-hive/router-query-planner';
import { Kind, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Joins } from './joins.js';
import { OwnPlan } from './own-plan.js';
import { NeededKeys, wantedOfDocument } from './wanted.js';
import { writePlan } from './write-plan.js';

export interface OwnPlanTarget {
  readonly joins: Joins;
  readonly publicSchema: GraphQLSchema;
}

/** Plans a document without conditions whose aliases are data keys; undefined where nothing is to be fetched. Throws where there is no way. */
export function planAlone(document: DocumentNode, { joins, publicSchema }: OwnPlanTarget): PlanNode | undefined {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  const wanted = wantedOfDocument(document, operation, joins, publicSchema);
  const plan = new OwnPlan(joins, new NeededKeys(document));
  const left = operation.operation === 'mutation' ? plan.mutation(wanted) : plan.query(wanted);
  if (left.length > 0) throw new Error(`No subgraph completes ${left.map(({ key }) => key).join(', ')}.`);
  return writePlan(plan.groups, operation, joins.graphs);
}
