import type { ErrorLog } from './error-log.js';
import { isPromise, type ObjectValue } from './values.js';

/** The state of one execution of a plan. */
export interface Execution<C> {
  /** What was fetched so far, in the plan's own keys. */
  readonly data: ObjectValue;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: C;
  readonly log: ErrorLog;
}

/** A compiled plan node: it returns a promise only if something in it was not answered at once. It never rejects. */
export type Step<C> = (execution: Execution<C>) => void | Promise<void>;

/** Runs the steps one after the other, until all have run or it is over. */
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

/** Starts all steps, then waits for those that answer later. */
export function parallel<C>(steps: readonly Step<C>[]): Step<C> {
  return (execution) => {
    let pending: Promise<void>[] | undefined;
    for (const step of steps) {
      const result = step(execution);
      if (isPromise(result)) (pending ??= []).push(result);
    }
    if (pending === undefined) return undefined;
    return pending.length === 1 ? pending[0] : Promise.all(pending).then(() => undefined);
  };
}

/** Runs one step or the other by the value of a Boolean variable; either may be absent. */
export function condition<C>(variable: string, ifTrue: Step<C> | undefined, ifFalse: Step<C> | undefined): Step<C> {
  return (execution) => (execution.variables[variable] === true ? ifTrue : ifFalse)?.(execution);
}
