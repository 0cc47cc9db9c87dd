import DataLoader from 'dataloader';
import type { RequestContext } from '../access/request-context.js';
import type { SecurityRef } from './tickers.js';

/** One object and the arguments of its field. */
export interface FieldQuery<Parent, Params> {
  readonly obj: Parent;
  readonly params: Params;
}

/** Resolves a field for many objects: one result or error per query, in order. */
export type BatchedField<Result, Parent, Params> = (
  queries: readonly FieldQuery<Parent, Params>[],
  context: RequestContext,
) => Promise<readonly (Result | Error)[]>;

/** The batched form of a generated resolver. */
export type BatchedFieldOf<Resolvers, Field extends string, Parent> = Field extends keyof Resolvers
  ? Extract<NonNullable<Resolvers[Field]>, (...args: never[]) => unknown> extends (
      parent: never,
      args: infer Args,
      ...rest: never[]
    ) => infer Result
    ? BatchedField<NonNullable<Awaited<Result>>, Parent, Args>
    : never
  : never;

/**
 * Turns a batched field into a function for one object: calls made in one tick become one batch, and the same object
 * with the same arguments is loaded once per request. `idOf` tells objects apart.
 */
export function objectLoader<Result, Parent, Params extends object>(
  load: BatchedField<Result, Parent, Params>,
  idOf: (parent: Parent) => string,
): (parent: Parent, params: Params, context: RequestContext) => Promise<Result> {
  const loaderOf = (context: RequestContext): DataLoader<FieldQuery<Parent, Params>, Result, string> => {
    const known = context.loaders.get(load);
    if (known instanceof DataLoader) return known as DataLoader<FieldQuery<Parent, Params>, Result, string>;
    const loader = new DataLoader<FieldQuery<Parent, Params>, Result, string>((queries) => load(queries, context), {
      cacheKeyFn: ({ obj, params }) => queryKey(idOf(obj), params),
    });
    context.loaders.set(load, loader);
    return loader;
  };
  return (obj, params, context) => loaderOf(context).load({ obj, params });
}

/** The same for a field of securities. Results do not depend on the batch that a security was found in. */
export function fieldLoader<Result, Parent extends SecurityRef, Params extends object>(
  load: BatchedField<Result, Parent, Params>,
): (parent: Parent, params: Params, context: RequestContext) => Promise<Result> {
  return objectLoader(load, ({ ticker }) => ticker);
}

function queryKey(id: string, params: object): string {
  let key = id;
  for (const value of Object.values(params)) key += `\u0000${String(value)}`;
  return key;
}

/** What belongs to each of several keys, in order. */
export type Batch<Value, Key = string> = (keys: readonly Key[], context: RequestContext) => Promise<readonly Value[]>;

/** A per-request loader: calls made in one tick become one batch. */
export function loaderOf<Value, Key = string>(
  context: RequestContext,
  batch: Batch<Value, Key>,
): DataLoader<Key, Value> {
  const known = context.loaders.get(batch);
  if (known instanceof DataLoader) return known as DataLoader<Key, Value>;
  const loader = new DataLoader<Key, Value>((keys) => batch(keys, context));
  context.loaders.set(batch, loader);
  return loader;
}
