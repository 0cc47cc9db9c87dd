import type { Subgraph, SubgraphError, SubgraphResponse } from './subgraph.js';
import { isObject } from './values.js';

/** The part of `fetch` that a request needs. */
export type FetchLike = (
  url: string,
  init: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<{ readonly status: number; json(): Promise<unknown> }>;

export interface HttpSubgraphOptions<C> {
  /** Sends the request; the caller chooses the client with its timeouts and limits. */
  readonly fetch: FetchLike;
  /** Headers beside the content types, such as who asks. */
  readonly headers?: (context: C) => Readonly<Record<string, string>>;
  /** Told of the `extensions` of each answer that has any; what it throws fails the request. */
  readonly onExtensions?: (extensions: Readonly<Record<string, unknown>>, context: C) => void;
}

/** A subgraph behind a URL, asked by GraphQL over HTTP. Rejects where the answer is no GraphQL answer. */
export function httpSubgraph<C>(name: string, url: string, { fetch, headers, onExtensions }: HttpSubgraphOptions<C>): Subgraph<C> {
  return {
    name,
    async execute({ source, operationName, variables, context }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          ...headers?.(context),
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
        },
        body: JSON.stringify({ query: source, operationName, variables }),
      });
      const body = await response.json();
      if (isObject(body) && isObject(body['extensions'])) onExtensions?.(body['extensions'], context);
      return readResponse(body, response.status);
    },
  };
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
