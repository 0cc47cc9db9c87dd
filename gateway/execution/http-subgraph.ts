import { Kind, type DocumentNode } from 'graphql';
import type { SharedQueries } from './shared-queries.js';
import type { Subgraph, SubgraphError, SubgraphRequest, SubgraphResponse } from './subgraph.js';
import { isObject } from './values.js';

/** An answer by HTTP. */
export interface HttpAnswer {
  readonly status: number;
  json(): Promise<unknown>;
}

/** The part of `fetch` that a request needs. */
export type FetchLike = (
  url: string,
  init: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<HttpAnswer>;

export interface HttpSubgraphOptions<C> {
  /** Sends the request; the caller chooses the client with its timeouts and limits. */
  readonly fetch: FetchLike;
  /** Headers beside the content types, such as who asks. */
  readonly headers?: (context: C) => Readonly<Record<string, string>>;
  /** Told of the `extensions` of each answer that has any; what it throws fails the request. */
  readonly onExtensions?: (extensions: Readonly<Record<string, unknown>>, context: C) => void;
  /**
   * Where queries are shared that have the same body and headers while they are under way: none of them begins before a mutation
   * ends that this gateway has answered. `json()` is then called for each that shares, and must parse anew each time.
   */
  readonly shared?: SharedQueries<HttpAnswer>;
}

/** What the requests of one document have in common. */
interface Opening {
  /** The body up to the variables. */
  readonly text: string;
  readonly isQuery: boolean;
}

/** A subgraph behind a URL, asked by GraphQL over HTTP. Rejects where the answer is no GraphQL answer. */
export function httpSubgraph<C>(name: string, url: string, { fetch, headers, onExtensions, shared }: HttpSubgraphOptions<C>): Subgraph<C> {
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
      const sent = { ...headers?.(request.context), 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' };
      const send = (): Promise<HttpAnswer> => fetch(url, { method: 'POST', headers: sent, body });
      const response = await (shared === undefined ? send() : isQuery ? shared.ask(`${url} ${JSON.stringify(sent)} ${body}`, send) : send().finally(() => shared.forget()));
      const answer = await response.json();
      if (isObject(answer) && isObject(answer['extensions'])) onExtensions?.(answer['extensions'], request.context);
      return readResponse(answer, response.status);
    },
  };
}

function readOpening({ document, source, operationName }: Pick<SubgraphRequest<unknown>, 'document' | 'source' | 'operationName'>): Opening {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return { text: `${JSON.stringify({ query: source, operationName }).slice(0, -1)},"variables":`, isQuery: operation?.operation === 'query' };
}

function readResponse(body: unknown, status: number): SubgraphResponse {
  if (!isObject(body) || (body['data'] === undefined && body['errors'] === undefined)) {
    throw new Error(`Status ${status} with a body that is no GraphQL answer.`);
  }
  const { data, errors } = body;
  return {
    ...(isObject(data) || data === null ? { data } : {}),
    ...(Array.isArray(errors) ? { errors: errors.map(readError) } : {}),
  };
}

function readError(error: unknown): SubgraphError {
  if (!isObject(error) || typeof error['message'] !== 'string') return { message: 'An error without a message.' };
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
