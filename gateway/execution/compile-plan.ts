import { parse, type DocumentNode } from 'graphql';
import type { FetchNode, BatchFetchNode, FlattenNode, PlanNode } from '@graphql-hive/router-query-planner';
import { entityAliasesOf } from '../planner/entity-aliases.js';
import type { TypeIndex } from '../planner/type-index.js';
import { compileEntityFetch } from './entity-fetch.js';
import { compileRootFetch } from './root-fetch.js';
import { condition, parallel, sequence, type Step } from './step.js';
import { compileCall, type Call } from './subgraph-call.js';
import type { Subgraph } from './subgraph.js';

/** What a plan is compiled against. */
export interface PlanTarget<C> {
  readonly subgraphs: ReadonlyMap<string, Subgraph<C>>;
  readonly types: TypeIndex;
  /** True for an operation that is executed often: its plan gets code of its own. */
  readonly isHot: boolean;
  /** The calls of fetches that were readied before, when the same plan was compiled for fewer executions. */
  readonly calls: Map<PlanNode, PreparedCall<C>>;
}

interface PreparedCall<C> {
  readonly document: DocumentNode;
  readonly call: Call<C>;
}

/** Compiles a plan node into one closure. Throws on a subgraph that is not there and on nodes that are not executed (Defer, Subscription). */
export function compilePlan<C>(node: PlanNode, target: PlanTarget<C>): Step<C> {
  switch (node.kind) {
    case 'Sequence':
      return sequence(node.nodes.map((child) => compilePlan(child, target)));
    case 'Parallel':
      return parallel(node.nodes.map((child) => compilePlan(child, target)));
    case 'Condition': {
      const ifTrue = node.ifClause && compilePlan(node.ifClause, target);
      const ifFalse = node.elseClause && compilePlan(node.elseClause, target);
      return condition(node.condition, ifTrue, ifFalse);
    }
    case 'Fetch': {
      const { document, call } = prepareFetch(node, target);
      return compileRootFetch(node, document, call, target.types, target.isHot);
    }
    case 'Flatten':
      return compileFlatten(node, target);
    case 'BatchFetch': {
      const { document, call } = prepareFetch(node, target);
      return compileEntityFetch(node.entityBatch.aliases, document, call, target.types, target.isHot);
    }
    default:
      throw new Error(`A plan node of kind "${node.kind}" cannot be executed.`);
  }
}

function compileFlatten<C>(node: FlattenNode, target: PlanTarget<C>): Step<C> {
  if (node.node.kind !== 'Fetch') throw new Error(`A Flatten over "${node.node.kind}" cannot be executed.`);
  const { document, call } = prepareFetch(node.node, target);
  return compileEntityFetch(entityAliasesOf(node), document, call, target.types, target.isHot);
}

function prepareFetch<C>(node: FetchNode | BatchFetchNode, target: PlanTarget<C>): PreparedCall<C> {
  const known = target.calls.get(node);
  if (known !== undefined) return known;
  const subgraph = target.subgraphs.get(node.serviceName);
  if (subgraph === undefined) throw new Error(`The plan asks the subgraph "${node.serviceName}", which is not there.`);
  const document = parse(node.operation, { noLocation: true });
  const call = compileCall({
    subgraph,
    document,
    source: node.operation,
    operationName: node.operationName,
    variableUsages: node.variableUsages ?? [],
  });
  const prepared = { document, call };
  target.calls.set(node, prepared);
  return prepared;
}
