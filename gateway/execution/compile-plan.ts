import type { Plan, PlannedFetch } from '../planner/plan.js';
import type { TypeIndex } from '../planner/type-index.js';
import { compileEntityFetch } from './entity-fetch.js';
import { compileRootFetch } from './root-fetch.js';
import { schedule, type Step } from './step.js';
import { compileCall, type Call } from './subgraph-call.js';
import type { Subgraph } from './subgraph.js';

/** What a plan is compiled against. */
export interface PlanTarget<C> {
  readonly subgraphs: ReadonlyMap<string, Subgraph<C>>;
  readonly types: TypeIndex;
  /** True for an operation that is executed often: its plan gets generated code. */
  readonly isHot: boolean;
  /** True if the operation has keys that objects inherit, such as `constructor`. */
  readonly inheritsKeys: boolean;
  /** Calls of fetches that were compiled earlier, before the plan was hot. */
  readonly calls: Map<PlannedFetch, Call<C>>;
}

/** Compiles a plan into one closure. Throws if the plan names an unknown subgraph. */
export function compilePlan<C>(plan: Plan, target: PlanTarget<C>): Step<C> {
  return schedule(plan.map((fetch) => ({ run: compileFetch(fetch, target), after: fetch.after })));
}

function compileFetch<C>(fetch: PlannedFetch, target: PlanTarget<C>): Step<C> {
  const call = callOf(fetch, target);
  const { types, isHot } = target;
  return fetch.entities === undefined
    ? compileRootFetch(fetch, call, types, isHot)
    : compileEntityFetch(fetch.entities, fetch.document, call, types, isHot);
}

function callOf<C>(fetch: PlannedFetch, target: PlanTarget<C>): Call<C> {
  const known = target.calls.get(fetch);
  if (known !== undefined) return known;
  const subgraph = target.subgraphs.get(fetch.subgraph);
  if (subgraph === undefined) {
    throw new Error(`The plan uses the subgraph "${fetch.subgraph}", which the gateway does not have.`);
  }
  const call = compileCall({
    subgraph,
    document: fetch.document,
    variableUsages: fetch.variables,
    inheritsKeys: target.inheritsKeys,
  });
  target.calls.set(fetch, call);
  return call;
}
