import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap, type ApolloServer } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { LRUCache } from 'lru-cache';
import type { ExecutionResult, FormattedExecutionResult } from 'graphql';
import { ApiError } from '../../access/errors.js';
import type { Requester } from '../../access/fair-queue.js';
import type { Gateway, RefusedOperation } from '../../gateway/gateway.js';
import { declaredErrorBody } from '../../gateway/live/answer-json.js';
import { EVENT_STREAM, EVENT_STREAM_TYPE, singleAnswer } from '../../gateway/live/event-stream.js';
import type { ResolveDocument } from '../trusted-documents/resolve-document.js';
import { answerText, refusalText, type AnswerFormat } from './answer-format.js';
import type { ApolloContext } from './apollo-server.js';
import type { CachedOperation, DocumentCache, UnreadableDocument } from './document-cache.js';
import { isPlainJson, readOperationParameters, withDocument, type OperationParameters, type RawOperation } from './operation-parameters.js';

/** One response, without the headers that every response has. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

/** A request of an authenticated, rate-limited caller, and its response. */
export interface GraphqlExchange<C> {
  readonly context: C;
  send(answer: GraphqlAnswer): void;
  /** Starts a streamed response with status 200; `headers` are alternating names and values. */
  open(contentType: string, headers: readonly string[]): Promise<ServerResponse>;
}

/** A requested operation with its variables. */
export interface RequestedOperation {
  readonly operation: CachedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface GraphqlHttpOptions<C> {
  readonly gateway: Pick<Gateway<C>, 'execute'>;
  readonly server: ApolloServer<ApolloContext<C>>;
  readonly documents: DocumentCache;
  readonly format: AnswerFormat<C>;
  /** The parsed JSON body; throws a declared error. */
  readonly readBody: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  readonly resolveDocument: ResolveDocument;
  /** Checks the operation's size and cost before it is validated; throws a declared error if it is too large. */
  readonly admit: (requested: RequestedOperation, context: C) => void;
  /** The error for a document that is too large to be parsed. */
  readonly refuseUnparsed: (reason: Extract<UnreadableDocument, { readonly reason: unknown }>['reason'], context: C) => ApiError;
  /** Id to add to errors of requests without an operation; omitted if errors have no id. */
  readonly requestIdOf?: (context: C) => string;
  /** Who waits for the preparation of an operation. */
  readonly requesterOf?: (context: C) => Requester;
  /** Handles a subscription. */
  readonly stream?: (requested: RequestedOperation, request: IncomingMessage, exchange: GraphqlExchange<C>) => Promise<void>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_JSON = 'application/graphql-response+json';
/** Headers that the sender of the response sets. */
const OWN = new Set(['content-type', 'content-length', 'cache-control']);
/** Limits of the cache of content types by `Accept` header: entries and length of a header. */
const MAX_ACCEPTS = 200;
const LONGEST_ACCEPT = 200;
/** A GraphQL name. */
const LONGEST_NAME = 200;
const NAME = /^[_A-Za-z][_0-9A-Za-z]*$/;

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

/** Adds the request id to every error. */
function withRequestId(text: string, requestId: string): string {
  const answer = JSON.parse(text) as FormattedExecutionResult;
  const errors = answer.errors?.map((error) => ({ ...error, extensions: { ...error.extensions, request_id: requestId } }));
  return JSON.stringify(errors === undefined ? answer : { ...answer, errors });
}

/** A parsed request. */
interface ReadRequest {
  readonly raw: RawOperation;
  readonly requested: RequestedOperation | undefined;
}

/** A document or operation that failed parsing or validation, with the default code of its errors. */
class RefusedDocument extends Error {
  readonly refused: RefusedOperation;
  readonly code: string;

  constructor(refused: RefusedOperation, code: string) {
    super('The document is invalid.');
    this.refused = refused;
    this.code = code;
  }
}

/** GraphQL over HTTP for authenticated callers. */
export class GraphqlHttp<C> {
  readonly #options: GraphqlHttpOptions<C>;
  /** Content type of Apollo Server's response, by `Accept` header. */
  readonly #types = new LRUCache<string, string>({ max: MAX_ACCEPTS });

  constructor(options: GraphqlHttpOptions<C>) {
    this.#options = options;
  }

  /** `accepted` is the negotiated content type or the whole `Accept` header. Rejects with a declared error. */
  async answer(exchange: GraphqlExchange<C>, request: IncomingMessage, response: ServerResponse, accepted: string): Promise<void> {
    const isStream = accepted === EVENT_STREAM;
    const send = (answer: GraphqlAnswer): void => exchange.send(isStream ? streamOf(answer.body.trimEnd()) : answer);
    try {
      await this.#run(exchange, request, response, isStream ? JSON_TYPE : accepted, send);
    } catch (error) {
      if (error instanceof RefusedDocument) return send(this.#refusal(error, exchange.context, accepted));
      if (!isStream || !(error instanceof ApiError) || error.status >= 500) throw error;
      exchange.send(streamOf(JSON.stringify(declaredErrorBody(error, this.#options.requestIdOf?.(exchange.context) ?? ''))));
    }
  }

  async #run(exchange: GraphqlExchange<C>, request: IncomingMessage, response: ServerResponse, accept: string, send: (answer: GraphqlAnswer) => void): Promise<void> {
    const { raw, requested } = await this.#read(exchange, request, response);
    if (requested === undefined) return send(await this.#askServer({ request: exchange.context }, request, raw, accept));
    const { operation } = requested;
    if (operation.node.operation === 'subscription') {
      if (this.#options.stream !== undefined) return this.#options.stream(requested, request, exchange);
    }
    const prepared = await operation.prepare(this.#options.requesterOf?.(exchange.context));
    if ('errors' in prepared) throw new RefusedDocument(prepared, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED);
    const isPlain = isPlainJson(request, raw);
    const known = isPlain && operation.isServed ? this.#types.get(accept) : undefined;
    const result = known === undefined ? undefined : await this.#options.gateway.execute(prepared, requested.variables, exchange.context);
    if (known !== undefined && result?.data !== undefined) return send(this.#answerOf(result, known, exchange.context));
    send(await this.#askServer({ request: exchange.context, operation: { ...operation, prepared } }, request, raw, accept, isPlain ? operation : undefined));
  }

  async #read({ context }: GraphqlExchange<C>, request: IncomingMessage, response: ServerResponse): Promise<ReadRequest> {
    const { readBody, resolveDocument, admit } = this.#options;
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const raw = { search: mark === -1 ? '' : url.slice(mark), body: request.method === 'POST' ? await readBody(request, response) : undefined };
    const parameters = readOperationParameters(request, raw);
    const { operationName, variables } = parameters;
    if (operationName !== undefined && (operationName.length > LONGEST_NAME || !NAME.test(operationName))) {
      throw new ApiError('invalid_parameter', 'operationName is not a GraphQL name.', { param: 'operationName' });
    }
    const query = resolveDocument(parameters);
    if (query === undefined) return { raw, requested: undefined };
    const requested = { operation: this.#operationOf(query, operationName, context), variables };
    admit(requested, context);
    return { raw: isNamedByHash(parameters) ? withDocument(request, raw, query) : raw, requested };
  }

  #operationOf(query: string, operationName: string | undefined, context: C): CachedOperation {
    const document = this.#options.documents.read(query);
    if ('reason' in document) throw this.#options.refuseUnparsed(document.reason, context);
    if ('syntaxError' in document) throw new RefusedDocument({ errors: [document.syntaxError] }, ApolloServerErrorCode.GRAPHQL_PARSE_FAILED);
    const operation = document.operation(operationName);
    if (operation !== undefined) return operation;
    if (operationName !== undefined) throw new ApiError('invalid_parameter', `The document has no operation named ${operationName}.`, { param: 'operationName' });
    const { names } = document;
    throw names.length === 0
      ? new ApiError('invalid_parameter', 'The document has no operation.', { param: 'query' })
      : new ApiError('missing_parameter', 'The document has several operations; send operationName to select one.', {
        param: 'operationName',
      });
  }

  /** Runs the request in Apollo Server; after a success, later requests for `learned` can bypass it. */
  async #askServer(context: ApolloContext<C>, request: IncomingMessage, { search, body: given }: RawOperation, accept: string, learned?: CachedOperation): Promise<GraphqlAnswer> {
    const { server, requestIdOf } = this.#options;
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const result = await server.executeHTTPGraphQLRequest({ httpGraphQLRequest: { method, headers: headersOf(request, accept), search, body: given }, context: async () => context });
    const headers = [...result.headers].flatMap(([name, value]) => (OWN.has(name) ? [] : [name, value]));
    const { status = 200 } = result;
    const text = await textOf(result.body);
    const contentType = result.headers.get('content-type') ?? JSON_TYPE;
    if (learned !== undefined && status === 200 && accept.length <= LONGEST_ACCEPT) {
      learned.isServed = true;
      this.#types.set(accept, contentType);
    }
    const body = status < 400 || requestIdOf === undefined ? text : withRequestId(text, requestIdOf(context.request));
    return { status, body, contentType, cacheControl: 'no-store', headers };
  }

  #answerOf(result: ExecutionResult, contentType: string, context: C): GraphqlAnswer {
    return { status: 200, body: answerText(result, context, this.#options.format), contentType, cacheControl: 'no-store', headers: [] };
  }

  /** Invalid documents are 400; a valid operation without a plan is 200 with null data. */
  #refusal({ refused, code }: RefusedDocument, context: C, accepted: string): GraphqlAnswer {
    const contentType = accepted.startsWith(RESPONSE_JSON) ? `${RESPONSE_JSON}; charset=utf-8` : JSON_TYPE;
    return { status: refused.data === null ? 200 : 400, body: refusalText(refused, code, context, this.#options.format), contentType, cacheControl: 'no-store', headers: [] };
  }
}

function isNamedByHash({ query, documentId, extensions }: OperationParameters): boolean {
  return query === undefined || documentId !== undefined || extensions?.['persistedQuery'] !== undefined;
}

/** Wraps a response as a stream, for clients that only accept streams. */
function streamOf(json: string): GraphqlAnswer {
  return { status: 200, body: singleAnswer(json), contentType: EVENT_STREAM_TYPE, cacheControl: 'no-store', headers: [] };
}

