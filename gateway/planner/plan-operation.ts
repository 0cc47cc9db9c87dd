import type { PlanNode, QueryPlan } from '@graphql-hive/router-query-planner';
import { print, type DocumentNode } from 'graphql';
import { findPlanHole } from './check/plan-check.js';
import { planAlone } from './own/plan-alone.js';
import type { Planner } from './planner.js';
import { PlannerBusy } from './planning-errors.js';

/** Plans a document without conditions: at once, or later in another process. Throws or rejects where there is no plan. */
export type PlanDocument = (source: string) => QueryPlan | Promise<QueryPlan>;

type PlanningTarget = Pick<Planner, 'publicSchema' | 'joins'>;

/** A plan, or undefined where there is nothing to fetch. */
type Planned = PlanNode | undefined;

/**
 * Plans operations without conditions whose aliases are data keys, one after the other, so that they take one place in the
 * planner's queue. The native planner's plan is taken if it has no hole; else, and where `native` is absent, one of our own.
 */
export function planOperations(documents: readonly DocumentNode[], target: PlanningTarget, native: PlanDocument | undefined): readonly PlanNode[] | Promise<readonly PlanNode[]> {
  return inOrder(documents, (document) => planOperation(document, target, native), (planned) => planned.flatMap((node) => node ?? []));
}

function planOperation(document: DocumentNode, target: PlanningTarget, native: PlanDocument | undefined): Planned | Promise<Planned> {
  if (native === undefined) return planAlone(document, target);
  const checked = ({ node }: QueryPlan): Planned => (findPlanHole(node, document, target) === undefined ? node : planAlone(document, target));
  const refused = (error: unknown): Planned => {
    // Whoever may not wait longer for a plan gets none that costs this process time.
    if (error instanceof PlannerBusy) throw error;
    return planAlone(document, target);
  };
  let planned: QueryPlan | Promise<QueryPlan>;
  try {
    planned = native(print(document));
  } catch (error) {
    return refused(error);
  }
  return planned instanceof Promise ? planned.then(checked, refused) : checked(planned);
}

function inOrder<T, R, F>(items: readonly T[], run: (item: T) => R | Promise<R>, then: (results: readonly R[]) => F | Promise<F>, done: readonly R[] = []): F | Promise<F> {
  const results = [...done];
  for (const item of items.slice(done.length)) {
    const result = run(item);
    if (result instanceof Promise) return result.then((one) => inOrder(items, run, then, [...results, one]));
    results.push(result);
  }
  return then(results);
}
