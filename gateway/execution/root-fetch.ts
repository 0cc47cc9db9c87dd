import type { PlannedFetch } from '../planner/plan.js';
import type { TypeIndex } from '../planner/type-index.js';
import { readAnswerShape } from './answer-shape.js';
import { compileMerge } from './merge.js';
import { compileRenames, renamedPathOf } from './renames.js';
import type { Step } from './step.js';
import type { Call } from './subgraph-call.js';

/** Compiles a fetch of root fields. */
export function compileRootFetch<C>(
  { document, renames }: Pick<PlannedFetch, 'document' | 'renames'>,
  call: Call<C>,
  types: TypeIndex,
  isHot: boolean,
): Step<C> {
  const shape = readAnswerShape(document, renames);
  const merge = compileMerge(shape, types, isHot);
  const rename = compileRenames(renames);
  const toDataPath = renamedPathOf(renames);
  return (execution) =>
    call(execution, undefined, ({ data, errors }) => {
      const { log } = execution;
      for (const error of errors ?? []) log.add(error, error.path === undefined ? undefined : toDataPath(error.path));
      if (data === null || data === undefined) {
        for (const field of shape.fields) log.explain(toDataPath([field.key]));
        return;
      }
      rename?.(data);
      merge(execution.data, data);
    });
}
