import type { ResolveObject } from './complete.js';
import { isPending, type Place, type Run } from './run.js';

/** One selected field of an object, ready to resolve. */
export interface FieldPlan {
  readonly key: string;
  readonly resolve: (source: unknown, run: Run, parent: Place | undefined) => unknown;
}

/** Resolves all fields before waiting for any. */
export function atOnce(plans: readonly FieldPlan[]): ResolveObject {
  return (source, run, place) => {
    const object: Record<string, unknown> = {};
    let pending: string[] | undefined;
    try {
      for (const plan of plans) {
        const value = plan.resolve(source, run, place);
        object[plan.key] = value;
        if (isPending(value)) (pending ??= []).push(plan.key);
      }
    } catch (error) {
      if (pending === undefined) throw error;
      // Fields under way may fail too, and are waited for so that their failures are not left unhandled.
      return Promise.allSettled(pending.map((key) => object[key])).then(() => {
        throw error;
      });
    }
    return pending === undefined ? object : settleFields(object, pending);
  };
}

async function settleFields(object: Record<string, unknown>, pending: readonly string[]): Promise<Record<string, unknown>> {
  const values = await Promise.all(pending.map((key) => object[key]));
  for (const [index, key] of pending.entries()) object[key] = values[index];
  return object;
}

/** Resolves one field after the other, as mutations are. */
export function inTurn(plans: readonly FieldPlan[]): ResolveObject {
  return async (source, run, place) => {
    const object: Record<string, unknown> = {};
    for (const { key, resolve } of plans) object[key] = await resolve(source, run, place);
    return object;
  };
}
