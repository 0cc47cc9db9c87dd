import { isNativeError } from 'node:util/types';
import { GraphQLError, type DocumentNode } from 'graphql';
import type { Execution } from './step.js';
import type { Subgraph, SubgraphResponse } from './subgraph.js';
import { isObject, isPromise } from './values.js';

/** Sends a fetch's operation with the variables it uses and hands the answer to `receive`, which runs at once if it can. */
export type Call<C> = (
  execution: Execution<C>,
  representations: Readonly<Record<string, unknown>> | undefined,
  receive: (response: SubgraphResponse) => void,
) => void | Promise<void>;

export interface CallOptions<C> {
  readonly subgraph: Subgraph<C>;
  readonly document: DocumentNode;
  readonly source: string;
  readonly operationName: string | undefined;
  readonly variableUsages: readonly string[];
}

/** Compiles the request of a fetch. A subgraph that throws, rejects or answers no object counts as one that failed. */
export function compileCall<C>(options: CallOptions<C>): Call<C> {
  const { subgraph, document, source, operationName, variableUsages } = options;
  const name = operationName === undefined ? {} : { operationName };
  return (execution, representations, receive) => {
    const variables: Record<string, unknown> = { ...representations };
    for (const usage of variableUsages) {
      const value = execution.variables[usage];
      if (value !== undefined) variables[usage] = value;
    }
    let response: SubgraphResponse | Promise<SubgraphResponse>;
    try {
      response = subgraph.execute({ document, source, ...name, variables, context: execution.context });
    } catch (error) {
      return receive(failure(subgraph.name, error));
    }
    if (!isPromise(response)) return receive(checked(subgraph.name, response));
    return response.then(
      (answer) => receive(checked(subgraph.name, answer)),
      (error: unknown) => receive(failure(subgraph.name, error)),
    );
  };
}

/** The cause stays in `originalError` for the log; its text may name hosts that are no client's business. */
function failure(name: string, cause: unknown): SubgraphResponse {
  const extensions = { code: 'SUBGRAPH_FAILED', subgraph: name };
  const originalError = isNativeError(cause) ? { originalError: cause } : {};
  return { data: null, errors: [new GraphQLError(`The subgraph "${name}" did not answer.`, { extensions, ...originalError })] };
}

function checked(name: string, response: SubgraphResponse): SubgraphResponse {
  if (isObject(response.data)) return response;
  if (response.errors !== undefined && response.errors.length > 0) return response;
  return failure(name, new Error('The answer has neither data nor errors.'));
}
