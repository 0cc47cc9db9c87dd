import type { IncomingMessage } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import type { Gateway } from '../../gateway/gateway.js';
import type { Guard } from '../../gateway/guards/guard.js';
import { mostTokens } from '../../gateway/guards/limit-errors.js';
import { EVENT_STREAM } from '../../gateway/live/event-stream.js';
import type { Every, Live } from '../../gateway/live/live.js';
import { MULTIPART_FORMAT } from '../../gateway/live/multipart.js';
import { isCuredByWaiting } from '../../gateway/live/stream-ends.js';
import { readBody } from '../body.js';
import type { ResponseFormat } from '../answer.js';
import { Exchange } from '../exchange.js';
import type { HttpOptions } from '../options.js';
import { mountFiles, sendPage } from '../page-files.js';
import type { ResolveDocument } from '../trusted-documents/resolve-document.js';
import { refusalBody, servedFormat } from './answer-format.js';
import type { IsForAnonymous } from './anonymous-operations.js';
import { CSRF_HEADERS } from './apollo-server.js';
import { conditionalGet } from './conditional-get.js';
import { createGraphqlEndpoint, type GraphqlEndpoint } from './endpoint.js';
import { graphiqlPage, wantsPage } from './graphiql.js';
import { liveCaller } from './live-caller.js';
import type { RequestedOperation } from './requested-operation.js';
import { createGraphqlSockets, type GraphqlSockets } from './sockets/graphql-sockets.js';
import { wantsSocket } from './sockets/handshake.js';
import { acceptedFormat, subscriptionHttp } from './subscription-http.js';

const GRAPHQL_PATH = '/graphql';
const JSON_TYPE = 'application/json; charset=utf-8';
const ALLOW = ['Allow', 'GET, HEAD, POST, OPTIONS'];

export interface GraphqlOptions extends HttpOptions<RequestContext> {
  readonly gateway: Gateway<RequestContext>;
  readonly guard: Guard;
  readonly resolveDocument: ResolveDocument;
  readonly live: Live;
  readonly allowsIntrospection: boolean;
  /** Current version of stored data by name; without it, no response is cached. */
  readonly versionOf?: (name: string) => number | undefined;
  readonly log: Logger;
}

/** Content types of responses; the first is the default. */
const ANSWER_TYPES = ['application/json', 'application/graphql-response+json', EVENT_STREAM] as const;

/** Clients that accept none of the types get JSON, which is more useful than a 406. */
function acceptedType(request: Request): string {
  return request.accepts([...ANSWER_TYPES]) || ANSWER_TYPES[0];
}

/**
 * Errors of streams in parts that waiting cures are plain JSON, which Apollo Client takes for failed requests: these
 * can be tried again, unlike responses of the other type.
 */
function responseFormat({ headers }: Request, accepted: string): ResponseFormat {
  const contentType = `${accepted === EVENT_STREAM ? ANSWER_TYPES[0] : accepted}; charset=utf-8`;
  if (acceptedFormat(headers.accept) !== MULTIPART_FORMAT) return { contentType, describe: refusalBody };
  return {
    contentType,
    describe: refusalBody,
    errorType: (error) => (isCuredByWaiting(error) ? JSON_TYPE : contentType),
  };
}

/** Throws a declared error if an operation is too large for the caller's tier; otherwise records its cost. */
function admit(
  guard: Guard,
  { operation: { measured }, variables }: RequestedOperation,
  context: RequestContext,
): void {
  const { tier } = context;
  if (measured === undefined) return;
  if ('error' in measured) throw measured.error;
  if ('reason' in measured) throw guard.refuse(measured.reason, tier);
  context.operationCost = guard.admit(measured, variables, tier);
}

/** The GraphQL endpoint of this project. */
export function createServedGraph(options: GraphqlOptions): Promise<GraphqlEndpoint<RequestContext>> {
  const { gateway, guard, live, log, allowsIntrospection, resolveDocument } = options;
  return createGraphqlEndpoint<RequestContext>({
    gateway,
    guard,
    maxTokens: mostTokens(),
    format: servedFormat<RequestContext>({ log }),
    allowsIntrospection,
    csrfHeaders: CSRF_HEADERS,
    log,
    stream: subscriptionHttp<RequestContext>({
      live,
      log,
      callerOf: (exchange, request) => liveCaller(exchange, request as Request, options),
    }),
    readBody: (request, response) =>
      readBody(request as Request, response as Response, () => new ApiError('batching_not_supported')),
    resolveDocument,
    requestIdOf: ({ requestId }) => requestId,
    requesterOf: ({ requester }) => requester,
    poll: conditionalGet(options),
    admit: (requested, context) => admit(guard, requested, context),
    refuseUnparsed: (reason, { tier }) => guard.refuse(reason, tier),
  });
}

/** For a WebSocket that was not opened as `isGraphqlHandshake` asks. */
function notAHandshake(): ApiError {
  const message = 'Open a WebSocket at /graphql by GET, in version 13, with the subprotocol graphql-transport-ws.';
  return new ApiError('invalid_parameter', message, { param: 'Sec-WebSocket-Protocol' });
}

/** Subscriptions over WebSocket at `/graphql` of `app`; `every` schedules heartbeats. */
export function createServedSockets(
  app: Express,
  { readOperation, format }: GraphqlEndpoint<RequestContext>,
  options: GraphqlOptions,
  every: Every,
): GraphqlSockets {
  const schema = options.gateway.publicSchema;
  return createGraphqlSockets(app, { ...options, schema, readOperation, format, path: GRAPHQL_PATH, every });
}

export interface GraphqlMountOptions extends HttpOptions<RequestContext> {
  readonly isForAnonymous: IsForAnonymous;
  /** Prefilled in GraphiQL; only set if demo keys are enabled. */
  readonly demoKey?: string;
  /** Whether GraphiQL is served; true by default. */
  readonly servesPages?: boolean;
}

/** Answers an operation that needs neither key nor session; every other request is refused for the want of one. */
async function answerAnonymously(
  exchange: Exchange<RequestContext>,
  response: Response,
  accepted: string,
  http: GraphqlEndpoint<RequestContext>['http'],
  { isForAnonymous }: GraphqlMountOptions,
): Promise<void> {
  const { request, refusal } = exchange;
  const body =
    request.method !== 'POST'
      ? undefined
      : await readBody(request, response).catch((error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        });
  if (body === undefined || !isForAnonymous(body)) throw refusal;
  exchange.continueAnonymously();
  return http.answer(exchange, request, response, accepted);
}

/** Mounts `/graphql`: the API for clients with a key, and GraphiQL for browsers. */
export function mountGraphql(
  app: Express,
  { http }: GraphqlEndpoint<RequestContext>,
  options: GraphqlMountOptions,
): void {
  const { servesPages = true } = options;
  const graphiql = graphiqlPage({ endpoint: GRAPHQL_PATH, demoKey: options.demoKey });
  if (servesPages) mountFiles(app, options, GRAPHQL_PATH, () => graphiql().files);
  app.all(GRAPHQL_PATH, (request: Request, response: Response) => {
    if (servesPages && wantsPage(request as IncomingMessage))
      return sendPage(options, request, response, graphiql().page);
    const accepted = acceptedType(request);
    const exchange = new Exchange(options, request, response, responseFormat(request, accepted));
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW);
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      return exchange.run(true, () => exchange.refuse(new ApiError('method_not_allowed'), ALLOW));
    }
    if (wantsSocket(request)) return exchange.run(true, () => exchange.refuse(notAHandshake()));
    exchange.run(true, () => {
      if (exchange.caller === null) return answerAnonymously(exchange, response, accepted, http, options);
      return http.answer(exchange, request, response, accepted);
    });
  });
}
