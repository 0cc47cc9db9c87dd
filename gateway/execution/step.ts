import type { ErrorLog } from './error-log.js';
import { isPromise, type ObjectValue } from './values.js';

/** The state of one execution of a plan. */
export interface Execution<C> {
  /** Data fetched so far, by the keys of the operation and of the plan. */
  readonly data: ObjectValue;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: C;
  readonly log: ErrorLog;
}

/** A compiled part of a plan. Returns a promise only if part of it is asynchronous; never rejects. */
export type Step<C> = (execution: Execution<C>) => void | Promise<void>;

/** Runs the steps one after the other until all have run or `isOver` returns true. */
export function sequence<C>(steps: readonly Step<C>[], isOver?: (execution: Execution<C>) => boolean): Step<C> {
  const runFrom = (execution: Execution<C>, start: number): void | Promise<void> => {
    for (let index = start; index < steps.length; index++) {
      if (index > 0 && isOver?.(execution) === true) return;
      const pending = steps[index]?.(execution);
      if (isPromise(pending)) return pending.then(() => runFrom(execution, index + 1));
    }
  };
  return steps.length === 1 && steps[0] !== undefined ? steps[0] : (execution) => runFrom(execution, 0);
}

/** A step with the indexes of the steps that must end before it starts; each index is lower than its own. */
export interface DependentStep<C> {
  readonly run: Step<C>;
  readonly after: readonly number[];
}

/** Starts each step once its dependencies have ended. */
export function schedule<C>(steps: readonly DependentStep<C>[]): Step<C> {
  if (steps.length === 1 && steps[0] !== undefined) return steps[0].run;
  return (execution) => {
    let pending: (Promise<void> | undefined)[] | undefined;
    for (const [index, { run, after }] of steps.entries()) {
      const ended = pending === undefined ? undefined : endOf(after, pending);
      const result = ended === undefined ? run(execution) : ended.then(() => run(execution));
      if (isPromise(result)) (pending ??= [])[index] = result;
    }
    return pending === undefined ? undefined : endOf(pending.keys(), pending);
  };
}

/** Resolves once the pending steps among `indexes` have ended; undefined if none is pending. */
function endOf(indexes: Iterable<number>, pending: readonly (Promise<void> | undefined)[]): Promise<void> | undefined {
  const awaited: Promise<void>[] = [];
  for (const index of indexes) {
    const one = pending[index];
    if (one !== undefined) awaited.push(one);
  }
  return awaited.length <= 1 ? awaited[0] : Promise.all(awaited).then(() => undefined);
}
