import { Kind, type DocumentNode } from 'graphql';
import type { SharedQueries } from './shared-queries.js';
import type { Subgraph, SubgraphError, SubgraphRequest, SubgraphResponse } from './subgraph.js';
import { isObject } from './values.js';

/** An HTTP response. */
export interface HttpAnswer {
  readonly status: number;
  json(): Promise<unknown>;
}

/** The part of `fetch` that is used. */
export type FetchLike = (
  url: string,
  init: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<HttpAnswer>;

export interface HttpSubgraphOptions<C> {
  /** Sends the request; the caller provides the HTTP client with its timeouts and limits. */
  readonly fetch: FetchLike;
  /** Headers besides the content types, such as the caller's credentials. */
  readonly headers?: (context: C) => Readonly<Record<string, string>>;
  /** Called with the `extensions` of each response that has any; if it throws, the request fails. */
  readonly onExtensions?: (extensions: Readonly<Record<string, unknown>>, context: C) => void;
  /**
   * Deduplicates concurrent queries with the same body and headers. A query that starts after a mutation has completed
   * in this gateway never shares an earlier one. `json()` is called once per sharer and must parse anew each time.
   */
  readonly shared?: SharedQueries<HttpAnswer>;
}

/** What all requests for one document have in common. */
interface Opening {
  /** The request body up to the variables. */
  readonly text: string;
  readonly isQuery: boolean;
}

/** A remote subgraph, called by GraphQL over HTTP. Rejects if the response is not a GraphQL response. */
export function httpSubgraph<C>(
  name: string,
  url: string,
  { fetch, headers, onExtensions, shared }: HttpSubgraphOptions<C>,
): Subgraph<C> {
  const openings = new WeakMap<DocumentNode, Opening>();
  const openingOf = (request: SubgraphRequest<C>): Opening => {
    let opening = openings.get(request.document);
    if (opening === undefined) openings.set(request.document, (opening = readOpening(request)));
    return opening;
  };
  return {
    name,
    async execute(request) {
      const { text, isQuery } = openingOf(request);
      const body = `${text}${JSON.stringify(request.variables)}}`;
      const sent = {
        ...headers?.(request.context),
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      };
      const send = (): Promise<HttpAnswer> => fetch(url, { method: 'POST', headers: sent, body });
      const response = await (shared === undefined
        ? send()
        : isQuery
          ? shared.ask(`${url} ${JSON.stringify(sent)} ${body}`, send)
          : send().finally(() => shared.forget()));
      const answer = await response.json();
      if (isObject(answer) && isObject(answer['extensions'])) onExtensions?.(answer['extensions'], request.context);
      return readResponse(answer, response.status);
    },
  };
}

function readOpening({
  document,
  source,
  operationName,
}: Pick<SubgraphRequest<unknown>, 'document' | 'source' | 'operationName'>): Opening {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return {
    text: `${JSON.stringify({ query: source, operationName }).slice(0, -1)},"variables":`,
    isQuery: operation?.operation === 'query',
  };
}

function readResponse(body: unknown, status: number): SubgraphResponse {
  if (!isObject(body) || (body['data'] === undefined && body['errors'] === undefined)) {
    throw new Error(`Status ${status} with a body that is not a GraphQL response.`);
  }
  const { data, errors } = body;
  return {
    ...(isObject(data) || data === null ? { data } : {}),
    ...(Array.isArray(errors) ? { errors: errors.map(readError) } : {}),
  };
}

function readError(error: unknown): SubgraphError {
  if (!isObject(error) || typeof error['message'] !== 'string') {
    return { message: 'The subgraph returned an error without a message.' };
  }
  const { message, path, extensions } = error;
  return {
    message,
    ...(isPath(path) ? { path } : {}),
    ...(isObject(extensions) ? { extensions } : {}),
  };
}

function isPath(path: unknown): path is (string | number)[] {
  return Array.isArray(path) && path.every((key) => typeof key === 'string' || typeof key === 'number');
}
