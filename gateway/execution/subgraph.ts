import type { DocumentNode } from 'graphql';

/** One operation for one subgraph. `document` is the same object for every request of a plan step, so it can key caches. */
export interface SubgraphRequest<C> {
  readonly document: DocumentNode;
  readonly source: string;
  readonly operationName?: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: C;
}

/** An error of a subgraph: a GraphQLError or its JSON form. */
export interface SubgraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly originalError?: Error | undefined;
}

/** A GraphQL answer. `data` is handed over: the gateway merges into it. */
export interface SubgraphResponse {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly SubgraphError[];
}

/** A service of the supergraph, under the name it was composed with. It may answer at once or later; it may throw. */
export interface Subgraph<C> {
  readonly name: string;
  execute(request: SubgraphRequest<C>): SubgraphResponse | Promise<SubgraphResponse>;
  /** Readies a document for any number of runs, where that makes them faster; they may throw as `execute` may. */
  prepare?(document: DocumentNode): (variables: Readonly<Record<string, unknown>>, context: C) => SubgraphResponse | Promise<SubgraphResponse>;
}
