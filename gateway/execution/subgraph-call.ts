import { isNativeError } from 'node:util/types';
import { GraphQLError, print, type DocumentNode } from 'graphql';
import { inSpan, recordsSpans, type SpanStart } from '../../telemetry/spans.js';
import { withoutPrototypes } from './inherited-keys.js';
import type { Execution } from './step.js';
import type { Subgraph, SubgraphResponse } from './subgraph.js';
import { isObject, isPromise } from './values.js';

/**
 * Sends a fetch's operation with the variables that it uses. `receive` gets the response, synchronously if possible.
 */
export type Call<C> = (
  execution: Execution<C>,
  representations: Readonly<Record<string, unknown>> | undefined,
  receive: (response: SubgraphResponse) => void,
) => void | Promise<void>;

export interface CallOptions<C> {
  readonly subgraph: Subgraph<C>;
  readonly document: DocumentNode;
  readonly variableUsages: readonly string[];
  /** True if the response's objects must have no prototype, since the operation has keys such as `constructor`. */
  readonly inheritsKeys: boolean;
}

/** Compiles the request of a fetch. A subgraph that throws, rejects or does not return an object counts as failed. */
export function compileCall<C>(options: CallOptions<C>): Call<C> {
  const { subgraph, document, variableUsages, inheritsKeys } = options;
  const read = (response: SubgraphResponse): SubgraphResponse => {
    const answer = checked(subgraph.name, response);
    return inheritsKeys && isObject(answer.data) ? { ...answer, data: withoutPrototypes(answer.data) } : answer;
  };
  const hasVariables = variableUsages.length > 0;
  // Prepared on first use: some fetches of a plan are never sent.
  let prepared: ReturnType<NonNullable<Subgraph<C>['prepare']>> | undefined;
  let source: string | undefined;
  const ask = (
    variables: Readonly<Record<string, unknown>>,
    context: C,
  ): SubgraphResponse | Promise<SubgraphResponse> => {
    prepared ??= subgraph.prepare?.(document);
    if (prepared !== undefined) return prepared(variables, context);
    source ??= print(document);
    return subgraph.execute({ document, source, variables, context });
  };
  const send: typeof ask = (variables, context) =>
    recordsSpans()
      ? inSpan(fetchSpan(subgraph.name, variables), () => ask(variables, context))
      : ask(variables, context);
  return (execution, representations, receive) => {
    const variables = hasVariables
      ? withUsed(variableUsages, execution.variables, representations)
      : (representations ?? NOTHING);
    let response: SubgraphResponse | Promise<SubgraphResponse>;
    try {
      response = send(variables, execution.context);
    } catch (error) {
      return receive(failure(subgraph.name, error));
    }
    if (!isPromise(response)) return receive(read(response));
    return response.then(
      (answer) => receive(read(answer)),
      (error: unknown) => receive(failure(subgraph.name, error)),
    );
  };
}

/** One step of a plan: what is fetched from a subgraph, and for how many entities. */
function fetchSpan(subgraph: string, { representations }: Readonly<Record<string, unknown>>): SpanStart {
  const entities = Array.isArray(representations) ? representations.length : undefined;
  const attributes = { 'marketgraph.subgraph': subgraph, 'marketgraph.entities': entities };
  return { name: `fetch ${subgraph}`, kind: 'internal', attributes };
}

const NOTHING: Readonly<Record<string, unknown>> = {};

/** The operation's variables that the fetch uses and that have a value, plus the representations. */
function withUsed(
  usages: readonly string[],
  values: Readonly<Record<string, unknown>>,
  representations: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const variables: Record<string, unknown> = { ...representations };
  for (const usage of usages) {
    const value = values[usage];
    if (value !== undefined) variables[usage] = value;
  }
  return variables;
}

/** The cause is kept in `originalError` for the log only: its text may contain internal host names. */
function failure(name: string, cause: unknown): SubgraphResponse {
  const extensions = { code: 'SUBGRAPH_FAILED', subgraph: name };
  const originalError = isNativeError(cause) ? { originalError: cause } : {};
  return {
    data: null,
    errors: [new GraphQLError(`The subgraph "${name}" did not answer.`, { extensions, ...originalError })],
  };
}

function checked(name: string, response: SubgraphResponse): SubgraphResponse {
  if (isObject(response.data)) return response;
  if (response.errors !== undefined && response.errors.length > 0) return response;
  return failure(name, new Error('The response has neither data nor errors.'));
}
