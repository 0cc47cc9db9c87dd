import type { IncomingMessage } from 'node:http';
import { HeaderMap, type ApolloServer } from '@apollo/server';
import { LRUCache } from 'lru-cache';
import type { FormattedExecutionResult } from 'graphql';
import { refusedStatus } from '../../access/errors.js';
import { contentOf, type Outcome } from './answer-format.js';
import type { ApolloContext } from './apollo-server.js';
import type { CachedOperation } from './document-cache.js';
import { isPlainGet, isPlainJson, type RawOperation } from './operation-parameters.js';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Headers that the sender of the response sets. */
const OWN = new Set(['content-type', 'content-length', 'cache-control']);
/** Limits of the cache of content types by `Accept` header: entries and length of a header. */
const MAX_ACCEPTS = 200;
const LONGEST_ACCEPT = 200;

/** The request's headers, with `Accept` replaced by the negotiated content type. */
function headersOf(request: IncomingMessage, accepted: string): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('accept', accepted);
  return headers;
}

async function textOf(body: Awaited<ReturnType<ApolloServer['executeHTTPGraphQLRequest']>>['body']): Promise<string> {
  if (body.kind === 'complete') return body.string;
  let text = '';
  for await (const part of body.asyncIterator) text += part;
  return text;
}

/** A request for Apollo Server. */
export interface ServerRequest {
  readonly request: IncomingMessage;
  readonly raw: RawOperation;
  /** The negotiated content type, or the whole `Accept` header. */
  readonly accept: string;
}

export interface CheckedAnswersOptions<C> {
  readonly server: ApolloServer<ApolloContext<C>>;
  /** Request headers that another site cannot send without a preflight. */
  readonly csrfHeaders?: readonly string[];
}

/**
 * Answers of Apollo Server, which checks method, headers and types of requests. Once it has answered an operation,
 * plain requests for it, in which it would find nothing to refuse, can bypass it.
 */
export class CheckedAnswers<C> {
  readonly #options: CheckedAnswersOptions<C>;
  /** Content type of the response, by `Accept` header. */
  readonly #types = new LRUCache<string, string>({ max: MAX_ACCEPTS });

  constructor(options: CheckedAnswersOptions<C>) {
    this.#options = options;
  }

  /** The content type of the response if the request can bypass Apollo Server. */
  typeOf(operation: CachedOperation, request: ServerRequest): string | undefined {
    return operation.isServed && this.#isPlain(operation, request) ? this.#types.get(request.accept) : undefined;
  }

  #isPlain({ node }: CachedOperation, { request, raw }: ServerRequest): boolean {
    return (
      isPlainJson(request, raw) || (node.operation === 'query' && isPlainGet(request, raw, this.#options.csrfHeaders))
    );
  }

  /** Runs a request in Apollo Server; after a success, plain requests for `operation` can bypass it. */
  async ask(context: ApolloContext<C>, asked: ServerRequest, operation?: CachedOperation): Promise<Outcome> {
    const {
      request,
      raw: { search, body },
      accept,
    } = asked;
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const httpGraphQLRequest = { method, headers: headersOf(request, accept), search, body };
    const result = await this.#options.server.executeHTTPGraphQLRequest({
      httpGraphQLRequest,
      context: async () => context,
    });
    const headers = [...result.headers].flatMap(([name, value]) => (OWN.has(name) ? [] : [name, value]));
    const { status = 200 } = result;
    const contentType = result.headers.get('content-type') ?? JSON_TYPE;
    if (
      operation !== undefined &&
      status === 200 &&
      accept.length <= LONGEST_ACCEPT &&
      this.#isPlain(operation, asked)
    ) {
      operation.isServed = true;
      this.#types.set(accept, contentType);
    }
    const content = contentOf(JSON.parse(await textOf(result.body)) as FormattedExecutionResult);
    const isRefused = status === 400 && content.data === undefined && content.errors !== undefined;
    return { status: isRefused ? refusedStatus(content.errors) : status, content, contentType, headers };
  }
}
