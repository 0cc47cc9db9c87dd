import type { FetchNode } from '@graphql-hive/router-query-planner';
import type { TypeIndex } from '../planner/type-index.js';
import { dataPathOf } from '../planner/plan-rewrites.js';
import { compileMerge } from './merge.js';
import { compileOutputRewrites } from './rewrites.js';
import type { Step } from './step.js';
import { readAnswerShape } from './answer-shape.js';
import type { Call } from './subgraph-call.js';
import type { DocumentNode } from 'graphql';

/** Compiles a fetch of root fields. Its `inputRewrites` have nothing to act on. */
export function compileRootFetch<C>(node: FetchNode, document: DocumentNode, call: Call<C>, types: TypeIndex, isHot: boolean): Step<C> {
  const shape = readAnswerShape(document, node.outputRewrites);
  const merge = compileMerge(shape, types, isHot);
  const rewrite = compileOutputRewrites(node.outputRewrites, types);
  const toDataPath = dataPathOf(node.outputRewrites);
  return (execution) =>
    call(execution, undefined, ({ data, errors }) => {
      const { log } = execution;
      for (const error of errors ?? []) log.add(error, error.path === undefined ? undefined : toDataPath(error.path));
      if (data === null || data === undefined) {
        for (const field of shape.fields) log.explain(toDataPath([field.key]));
        return;
      }
      rewrite?.(data);
      merge(execution.data, data);
    });
}
