import type { DocumentNode } from 'graphql';

/**
 * One operation for one subgraph. `document` is the same object for every request of a plan step, so it can be a cache
 * key.
 */
export interface SubgraphRequest<C> {
  readonly document: DocumentNode;
  readonly source: string;
  readonly operationName?: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: C;
}

/** A subgraph's error: a GraphQLError or its JSON form. */
export interface SubgraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly originalError?: Error | undefined;
}

/** A GraphQL response. The gateway takes ownership of `data` and merges into it. */
export interface SubgraphResponse {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly SubgraphError[];
}

/** A subgraph under the name it was composed with. It may return synchronously or a promise, and may throw. */
export interface Subgraph<C> {
  readonly name: string;
  execute(request: SubgraphRequest<C>): SubgraphResponse | Promise<SubgraphResponse>;
  /** Prepares a document for repeated execution, if that is faster; the result may throw as `execute` may. */
  prepare?(
    document: DocumentNode,
  ): (variables: Readonly<Record<string, unknown>>, context: C) => SubgraphResponse | Promise<SubgraphResponse>;
}
