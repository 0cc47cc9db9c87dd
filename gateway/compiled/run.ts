import { locatedError, type ASTNode, type GraphQLError } from 'graphql';

/** The position of a value in the response, linked from the value up to the root. */
export interface Place {
  readonly prev: Place | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

/** One execution of a compiled document. */
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

/** An error with its location, as graphql-js reports one. */
export function located(error: unknown, nodes: readonly ASTNode[], place: Place): GraphQLError {
  return locatedError(error, [...nodes], pathOf(place));
}

/** Whether a value has to be awaited: the same test as graphql-js. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/**
 * True if a completed value is pending. Resolvers' thenables are converted to native promises earlier, so this test
 * does not read `then`.
 */
export function isPending(completed: unknown): completed is Promise<unknown> {
  return completed instanceof Promise;
}
