import { locatedError, type ASTNode, type GraphQLError } from 'graphql';

/** Where a value stands in the answer, from the value itself up to the root. */
export interface Place {
  readonly prev: Place | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

/** One run of a compiled document. */
export interface Run {
  readonly context: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: GraphQLError[];
}

/** The keys of a place from the root down. */
function pathOf(place: Place | undefined): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.prev) path.push(at.key);
  return path.reverse();
}

/** A failure with its place, as graphql-js reports one. */
export function located(error: unknown, nodes: readonly ASTNode[], place: Place): GraphQLError {
  return locatedError(error, [...nodes], pathOf(place));
}

/** Whether a value has to be waited for: graphql-js' own test. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Whether what was completed is to be waited for. Answers of resolvers are made promises of this realm before; this asks no object for its `then`. */
export function isPending(completed: unknown): completed is Promise<unknown> {
  return completed instanceof Promise;
}
