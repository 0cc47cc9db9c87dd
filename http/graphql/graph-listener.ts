import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { PLAIN_FORMAT } from './answer-format.js';
import { ApiError } from '../../access/errors.js';
import type { Requester } from '../../access/fair-queue.js';
import type { Gateway } from '../../gateway/gateway.js';
import { createGraphqlEndpoint } from './endpoint.js';
import type { GraphqlExchange } from './graphql-http.js';

export interface GraphListenerOptions<C> {
  readonly gateway: Gateway<C>;
  readonly contextOf: (request: IncomingMessage, response: ServerResponse) => C;
  /** Whose turn a request is. */
  readonly requesterOf: (context: C) => Requester;
  readonly log: Logger;
}

export interface GraphListener {
  readonly listener: RequestListener;
  /** Stops Apollo Server. */
  stop(): Promise<void>;
}

const parse: RequestHandler = json({ limit: '10mb' });
const JSON_TYPE = 'application/json; charset=utf-8';

/** A body that cannot be parsed, with the status from the parser's error. */
class UnreadableBody extends Error {
  readonly status: unknown;

  constructor(cause: unknown) {
    super('The body could not be read.', { cause });
    this.status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : 500;
  }
}

/** The parsed body; undefined if it is not JSON, which the server rejects. */
async function readBody(request: Request, response: Response): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(new UnreadableBody(error)),
    );
  });
  const body: unknown = request.body;
  if (Array.isArray(body)) throw new ApiError('batching_not_supported');
  return body;
}

function send(response: ServerResponse, status: number, body: string, headers: readonly string[]): void {
  if (response.destroyed) return;
  response.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, JSON.stringify(body), ['Content-Type', JSON_TYPE]);
}

/** Sends an error as a GraphQL response; internal errors are logged. */
function refuse(response: ServerResponse, error: unknown, log: Logger): void {
  if (error instanceof ApiError)
    return sendJson(response, error.status, {
      errors: [{ message: error.message, extensions: { code: error.code.toUpperCase(), ...error.extra } }],
    });
  const status = error instanceof UnreadableBody && typeof error.status === 'number' ? error.status : 500;
  if (status >= 500) log.error({ err: error }, 'a request failed');
  const message = status >= 500 ? 'Internal error.' : 'The body is not valid JSON or is too large.';
  sendJson(response, status, {
    errors: [{ message, extensions: { code: status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST' } }],
  });
}

/** Maximum number of lexical tokens in a document. */
const MAX_TOKENS = 20_000;

/** Serves a gateway at `/graphql`, without keys and tiers, and `/healthz`. */
export async function graphListener<C>({
  gateway,
  contextOf,
  requesterOf,
  log,
}: GraphListenerOptions<C>): Promise<GraphListener> {
  const { http, stop } = await createGraphqlEndpoint<C>({
    gateway,
    format: PLAIN_FORMAT,
    allowsIntrospection: true,
    requesterOf,
    log,
    maxTokens: MAX_TOKENS,
    // The parser uses nothing that Express adds to requests.
    readBody: (request, response) => readBody(request as Request, response as Response),
    resolveDocument: ({ query }) => query,
    admit: () => undefined,
    refuseUnparsed: (reason) =>
      reason === 'depth'
        ? new ApiError('operation_too_deep', 'The document nests too deeply; split it.')
        : new ApiError('operation_too_large', `The document has more than ${MAX_TOKENS} tokens; split it.`),
    stream: () => {
      const message = 'This gateway does not support subscriptions.';
      return Promise.reject(new ApiError('invalid_parameter', message, { param: 'query' }));
    },
  });
  const exchangeOf = (request: IncomingMessage, response: ServerResponse): GraphqlExchange<C> => ({
    context: contextOf(request, response),
    send({ status, body, contentType, cacheControl, headers }) {
      const all = [...headers, 'Cache-Control', cacheControl, 'Content-Type', contentType];
      send(response, status, typeof body === 'function' ? body(null) : body, all);
    },
    open: () => Promise.reject(new Error('Streams are not supported.')),
    refund: () => undefined,
  });
  const listener: RequestListener = (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path === '/graphql')
      http
        .answer(exchangeOf(request, response), request, response, request.headers.accept ?? '*/*')
        .catch((error: unknown) => refuse(response, error, log));
    else if (path === '/healthz' && request.method === 'GET') sendJson(response, 200, { status: 'alive' });
    else sendJson(response, 404, { errors: [{ message: 'Not found; the GraphQL endpoint is /graphql.' }] });
  };
  return { listener, stop };
}
