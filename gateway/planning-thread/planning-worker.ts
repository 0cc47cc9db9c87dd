import { workerData } from 'node:worker_threads';
import { parse } from 'graphql';
import { createPlanner } from '../planner/planner.js';
import { planOperations } from '../planner/plan-operation.js';
import type { Plan } from '../planner/plan.js';

const planner = createPlanner(workerData as string);

/** Plans printed documents, each with one operation and without conditions. */
export function plan(sources: readonly string[]): readonly Plan[] {
  return planOperations(
    sources.map((source) => parse(source, { noLocation: true })),
    planner,
  );
}
