import type { IncomingMessage } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import type { Express, Request, Response } from 'express';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import type { ApolloContext } from './apollo-gateway.js';
import { graphqlFace, sendPage, wantsPage } from './graphql-http.js';
import type { KnownOperations } from './known-operations.js';
import { graphiqlPage } from './graphiql.js';
import type { Guard } from '../../gateway/guards/guard.js';
import { declaredErrorBody } from '../../gateway/live/answer-json.js';
import { EVENT_STREAM } from '../../gateway/live/event-stream.js';
import type { Live } from '../../gateway/live/live.js';
import { liveFace } from './sse-http.js';
import type { ResolveDocument } from '../trusted-documents/resolve-document.js';
import { Exchange } from '../exchange.js';
import { PAGE_HEADERS, PREFLIGHT_HEADERS } from '../headers.js';
import type { HttpOptions } from '../options.js';
import { readBody } from '../body.js';
import { liveCaller } from './live-caller.js';

export const GRAPHQL_PATH = '/graphql';
const ALLOW = ['Allow', 'GET, HEAD, POST, OPTIONS'];

export interface GraphqlOptions extends HttpOptions<RequestContext> {
  readonly apollo: ApolloServer<ApolloContext<RequestContext>>;
  readonly known: KnownOperations<RequestContext>;
  readonly guard: Guard;
  readonly resolveDocument: ResolveDocument;
  readonly live: Live;
  /** Filled into GraphiQL; only where demo keys are enabled. */
  readonly demoKey?: string;
}

/** Types of an answer, the one that is meant where the client takes any. */
const ANSWER_TYPES = ['application/json', 'application/graphql-response+json', EVENT_STREAM] as const;

/** A client that accepts neither is answered in JSON all the same, which tells it more than a 406. */
function acceptedType(request: Request): string {
  return request.accepts([...ANSWER_TYPES]) || ANSWER_TYPES[0];
}

/** The page's own policy stands in for that of other pages. */
const GRAPHIQL_HEADERS = PAGE_HEADERS.flatMap((_entry, index) =>
  index % 2 === 0 && PAGE_HEADERS[index]?.toLowerCase() !== 'content-security-policy' ? [PAGE_HEADERS[index] ?? '', PAGE_HEADERS[index + 1] ?? ''] : []);

/** `/graphql`: the graph for clients that send a key, GraphiQL for people. */
export function mountGraphql(app: Express, options: GraphqlOptions): void {
  const page = graphiqlPage({ endpoint: GRAPHQL_PATH, demoKey: options.demoKey });
  const answer = graphqlFace<RequestContext>({
    server: options.apollo,
    known: options.known,
    stream: liveFace<RequestContext>({
      live: options.live,
      log: options.log,
      callerOf: (exchange, request) => liveCaller(exchange, request, options),
    }),
    readBody: (request, response) => readBody(request as Request, response as Response),
    resolveDocument: options.resolveDocument,
    requestIdOf: ({ requestId }) => requestId,
    admit({ query, operationName, variables }, context) {
      context.operationCost = options.guard.admit({ source: query, operationName, variables, tier: context.identity.tier });
    },
  });
  app.all(GRAPHQL_PATH, (request: Request, response: Response) => {
    if (wantsPage(request as IncomingMessage)) return sendPage(request, response, page(), GRAPHIQL_HEADERS);
    const accepted = acceptedType(request);
    const exchange = new Exchange(options, request, response, declaredErrorBody, `${accepted === EVENT_STREAM ? ANSWER_TYPES[0] : accepted}; charset=utf-8`);
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW, PREFLIGHT_HEADERS);
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      return exchange.run(true, () => exchange.refuse(new ApiError('method_not_allowed'), ALLOW));
    }
    exchange.run(false, () => answer(exchange, request, response, accepted));
  });
}
