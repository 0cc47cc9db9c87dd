import { parse } from 'graphql';
import type { EntityBatchAlias, FetchNode, BatchFetchNode, FlattenNode, PlanNode } from '@graphql-hive/router-query-planner';
import type { TypeIndex } from '../planner/type-index.js';
import { compileEntityFetch } from './entity-fetch.js';
import { compileRootFetch } from './root-fetch.js';
import { condition, parallel, sequence, type Step } from './step.js';
import { compileCall } from './subgraph-call.js';
import type { Subgraph } from './subgraph.js';

/** What a plan is compiled against. */
export interface PlanTarget<C> {
  readonly subgraphs: ReadonlyMap<string, Subgraph<C>>;
  readonly types: TypeIndex;
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
      return compileRootFetch(node, document, call, target.types);
    }
    case 'Flatten':
      return compileFlatten(node, target);
    case 'BatchFetch': {
      const { document, call } = prepareFetch(node, target);
      return compileEntityFetch(node.entityBatch.aliases, document, call, target.types);
    }
    default:
      throw new Error(`A plan node of kind "${node.kind}" cannot be executed.`);
  }
}

/** A Flatten is a batch of one. */
function compileFlatten<C>({ path, node }: FlattenNode, target: PlanTarget<C>): Step<C> {
  if (node.kind !== 'Fetch') throw new Error(`A Flatten over "${node.kind}" cannot be executed.`);
  const { requires, inputRewrites, outputRewrites } = node;
  const alias: EntityBatchAlias = {
    alias: '_entities',
    representationsVariableName: 'representations',
    paths: [path],
    requires: requires ?? [],
    ...(inputRewrites === undefined ? {} : { inputRewrites }),
    ...(outputRewrites === undefined ? {} : { outputRewrites }),
  };
  const { document, call } = prepareFetch(node, target);
  return compileEntityFetch([alias], document, call, target.types);
}

function prepareFetch<C>(node: FetchNode | BatchFetchNode, target: PlanTarget<C>) {
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
  return { document, call };
}
