import type { IncomingMessage, ServerResponse } from 'node:http';
import { HeaderMap, type ApolloServer } from '@apollo/server';
import type { FormattedExecutionResult } from 'graphql';
import { ApiError } from '../../access/errors.js';
import type { ApolloContext } from './apollo-gateway.js';
import type { GraphiqlPage } from './graphiql.js';
import { declaredErrorBody } from '../../gateway/live/answer-json.js';
import { EVENT_STREAM, EVENT_STREAM_TYPE, singleAnswer } from '../../gateway/live/event-stream.js';
import type { KnownOperations } from './known-operations.js';
import { isPlainJson, readOperationParameters, withDocument, type OperationParameters, type RawOperation } from './operation-parameters.js';
import type { ResolveDocument } from '../trusted-documents/resolve-document.js';

/** One answer as the face hands it over, beside the headers that every answer has. */
export interface FaceAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** A request whose caller has been let in; it counts the minute and writes the answer. */
export interface FaceExchange<C> {
  readonly context: C;
  send(answer: FaceAnswer): void;
  /** Begins an answer of status 200 that is written piece by piece; `headers` are names and values in turn. */
  open(contentType: string, headers: readonly string[]): Promise<ServerResponse>;
}

export interface GraphqlFaceOptions<C> {
  readonly server: ApolloServer<ApolloContext<C>>;
  /** What the server has let in before. */
  readonly known: KnownOperations<C>;
  /** The parsed JSON body; throws a declared error. */
  readonly readBody: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  readonly resolveDocument: ResolveDocument;
  /** Measures the operation before it is validated; throws a declared error where it is not let in. */
  readonly admit: (operation: AdmittedOperation, context: C) => void;
  /** What errors of requests that never became an operation are to name, since no plugin of the server sees them; nothing unless told otherwise. */
  readonly requestIdOf?: (context: C) => string;
  /** Answers a subscription where the client takes a stream; false for anything else. */
  readonly stream?: (operation: AdmittedOperation, request: IncomingMessage, exchange: FaceExchange<C>) => Promise<boolean>;
}

export type AdmittedOperation = OperationParameters & { readonly query: string };

/** A request as it is executed, and what was admitted of it: nothing where it names no document. */
interface AdmittedRequest {
  readonly raw: RawOperation;
  readonly operation: AdmittedOperation | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Written by whoever sends the answer. */
const OWN = new Set(['content-type', 'content-length', 'cache-control']);

/** The request's headers, with the one type that it will be answered with: what it accepts was read before. */
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

/** Every error names the request. */
function withRequestId(text: string, requestId: string): string {
  const answer = JSON.parse(text) as FormattedExecutionResult;
  const errors = answer.errors?.map((error) => ({ ...error, extensions: { ...error.extensions, request_id: requestId } }));
  return JSON.stringify(errors === undefined ? answer : { ...answer, errors });
}

/** Whether a person's browser asks for the page rather than a client for data: the page keeps its query in its address, so that neither a reload nor a link loses it. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').startsWith('text/html');
}

/** Sends GraphiQL. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: GraphiqlPage, headers: readonly string[]): void {
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = isGzipped ? page.gzipped : page.html;
  response.writeHead(200, [
    ...headers, 'Content-Security-Policy', page.contentSecurityPolicy, 'Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache',
    'Vary', 'Accept, Accept-Encoding', 'Content-Length', String(body.length), ...(isGzipped ? ['Content-Encoding', 'gzip'] : []),
  ]);
  response.end(body);
}

/** Answers GraphQL over HTTP for a caller that has been let in. */
export function graphqlFace<C>({ server, known, readBody, resolveDocument, admit, requestIdOf, stream }: GraphqlFaceOptions<C>) {
  const readAdmitted = async (exchange: FaceExchange<C>, request: IncomingMessage, response: ServerResponse): Promise<AdmittedRequest> => {
    const url = request.url ?? '';
    const mark = url.indexOf('?');
    const raw = { search: mark === -1 ? '' : url.slice(mark), body: request.method === 'POST' ? await readBody(request, response) : undefined };
    const parameters = readOperationParameters(request, raw);
    const query = resolveDocument(parameters);
    if (query === undefined) return { raw, operation: undefined };
    const operation = { ...parameters, query };
    admit(operation, exchange.context);
    const isNamedByHash = parameters.query === undefined || parameters.documentId !== undefined || parameters.extensions?.['persistedQuery'] !== undefined;
    return { raw: isNamedByHash ? withDocument(request, raw, query) : raw, operation };
  };
  const answer = async (exchange: FaceExchange<C>, request: IncomingMessage, response: ServerResponse, accepted: string): Promise<void> => {
    const { raw, operation } = await readAdmitted(exchange, request, response);
    if (operation !== undefined && (await stream?.(operation, request, exchange)) === true) return;
    const isStream = accepted === EVENT_STREAM;
    const isPlain = operation !== undefined && isPlainJson(request, raw);
    const accept = isStream ? JSON_TYPE : accepted;
    const repeated = isPlain ? await known.answer({ ...operation, accept, context: exchange.context }) : undefined;
    if (repeated !== undefined) {
      return exchange.send(isStream ? streamOf(repeated.body.trimEnd()) : { status: 200, ...repeated, cacheControl: 'no-store', headers: [] });
    }
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const { search, body: given } = raw;
    const result = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers: headersOf(request, accept), search, body: given },
      context: async () => ({ request: exchange.context }),
    });
    const headers = [...result.headers].flatMap(([name, value]) => (OWN.has(name) ? [] : [name, value]));
    const { status = 200 } = result;
    const text = await textOf(result.body);
    const contentType = result.headers.get('content-type') ?? JSON_TYPE;
    if (isPlain && status === 200) known.learn({ ...operation, accept }, contentType);
    const body = status < 400 || requestIdOf === undefined ? text : withRequestId(text, requestIdOf(exchange.context));
    if (isStream) return exchange.send(streamOf(body.trimEnd()));
    exchange.send({ status, body, contentType, cacheControl: 'no-store', headers });
  };
  return async (exchange: FaceExchange<C>, request: IncomingMessage, response: ServerResponse, accepted: string): Promise<void> => {
    try {
      await answer(exchange, request, response, accepted);
    } catch (error) {
      if (accepted !== EVENT_STREAM || !(error instanceof ApiError) || error.status >= 500) throw error;
      exchange.send(streamOf(JSON.stringify(declaredErrorBody(error, requestIdOf?.(exchange.context) ?? ''))));
    }
  };
}

/** A client that takes streams alone reads its answers and refusals nowhere else. */
function streamOf(json: string): FaceAnswer {
  return { status: 200, body: singleAnswer(json), contentType: EVENT_STREAM_TYPE, cacheControl: 'no-store', headers: [] };
}
