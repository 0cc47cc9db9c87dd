import type { ResolveObject } from './complete.js';
import { generate, objectLiteral, quoted } from '../execution/generate.js';
import { isPending, type Place, type Run } from './run.js';

/** One selected field of an object, ready to resolve. */
export interface FieldPlan {
  readonly key: string;
  readonly resolve: (source: unknown, run: Run, parent: Place | undefined) => unknown;
  /** Set for a leaf that is a property of its object and whose usual values need no serialization. */
  readonly plainLeaf: PlainLeaf | undefined;
}

export interface PlainLeaf {
  readonly fieldName: string;
  /**
   * A JavaScript expression that is true if the value needs no serialization; all other values go to the field's
   * `resolve`.
   */
  readonly isPlain: (value: string) => string;
}

/** Combines an object's fields into one function. */
export type Assemble = (plans: readonly FieldPlan[]) => ResolveObject;

/** Starts all fields before waiting for any. */
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
      // Pending fields may fail too; wait for them so that no rejection stays unhandled.
      return Promise.allSettled(pending.map((key) => object[key])).then(() => {
        throw error;
      });
    }
    return pending === undefined ? object : settleFields(object, pending);
  };
}

/** `atOnce` with generated code, for documents that run often. */
export function generateAtOnce(plans: readonly FieldPlan[]): ResolveObject {
  if (plans.length === 0) return () => ({});
  const values = plans.map((_, index) => `v${index}`);
  const leaves = plans.flatMap(({ plainLeaf }, index) =>
    plainLeaf === undefined ? [] : [`leaf${index} = object[${quoted(plainLeaf.fieldName)}];`],
  );
  const statements = plans.map(({ plainLeaf }, index) => {
    const take =
      plainLeaf === undefined ? '' : `if (${plainLeaf.isPlain(`leaf${index}`)}) v${index} = leaf${index}; else `;
    return `${take}v${index} = resolve${index}(source, run, place);`;
  });
  const answer = objectLiteral(plans.map(({ key }, index) => [key, `v${index}`]));
  const constants = Object.fromEntries(plans.map(({ resolve }, index) => [`resolve${index}`, resolve]));
  // A getter that throws throws again in the field's `resolve`, which adds the location.
  return generate(
    { ...constants, isPending, settleObject, fail },
    `return function resolveObject(source, run, place) {
    let ${[...values, ...plans.map((_, index) => `leaf${index}`)].join(', ')};
    if (typeof source === 'object' && source !== null) try { const object = source; ${leaves.join(' ')} } catch {}
    try { ${statements.join('\n')} } catch (error) { return fail(error, [${values.join(', ')}]); }
    return ${values.map((value) => `isPending(${value})`).join(' || ')} ? settleObject(${answer}) : ${answer};
  };`,
  ) as ResolveObject;
}

function fail(error: unknown, values: readonly unknown[]): Promise<never> {
  const pending = values.filter(isPending);
  if (pending.length === 0) throw error;
  // Pending fields may fail too; wait for them so that no rejection stays unhandled.
  return Promise.allSettled(pending).then(() => {
    throw error;
  });
}

function settleObject(object: Record<string, unknown>): Promise<Record<string, unknown>> {
  return settleFields(
    object,
    Object.keys(object).filter((key) => isPending(object[key])),
  );
}

async function settleFields(
  object: Record<string, unknown>,
  pending: readonly string[],
): Promise<Record<string, unknown>> {
  const values = await Promise.all(pending.map((key) => object[key]));
  for (const [index, key] of pending.entries()) object[key] = values[index];
  return object;
}

/** Resolves one field after the other, as mutations require. */
export function inTurn(plans: readonly FieldPlan[]): ResolveObject {
  return async (source, run, place) => {
    const object: Record<string, unknown> = {};
    for (const { key, resolve } of plans) object[key] = await resolve(source, run, place);
    return object;
  };
}
