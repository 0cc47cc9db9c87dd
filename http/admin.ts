import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { isOwnPage } from '../access/credential.js';
import { ApiError } from '../access/errors.js';
import type { OperatorContext } from '../access/operator-context.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Guard } from '../gateway/guards/guard.js';
import { mostTokens } from '../gateway/guards/limit-errors.js';
import { readBody } from './body.js';
import { Exchange } from './exchange.js';
import { refusalBody, servedFormat } from './graphql/answer-format.js';
import { createGraphqlEndpoint, type GraphqlEndpoint } from './graphql/endpoint.js';
import { isKnownHost } from './known-host.js';
import type { HttpOptions } from './options.js';

const ADMIN_GRAPHQL = '/admin/graphql';
const ALLOW = ['Allow', 'POST, OPTIONS'];
const ANSWER_TYPES = ['application/json', 'application/graphql-response+json'] as const;
/** Documents of operators are limited as those of this tier. */
const LIMITS_OF = 'institutional';
/** A few programs and one page ask: their documents are few. */
const DOCUMENT_BYTES = 8 * 1024 * 1024;

/** `access` authenticates operators alone, so that no credential of an account is one. */
export interface AdminOptions extends HttpOptions<OperatorContext> {
  readonly gateway: Gateway<OperatorContext>;
  readonly guard: Guard;
  readonly allowsIntrospection: boolean;
  readonly log: Logger;
  /** Whether the public demo key of an operator works, so that requests must name this machine. */
  readonly hasDemoKey: boolean;
}

/**
 * The GraphQL endpoint of operators: the public one's pipeline over another gateway, without streams and documents by
 * hash.
 */
export function createAdminEndpoint({
  gateway,
  guard,
  allowsIntrospection,
  log,
}: AdminOptions): Promise<GraphqlEndpoint<OperatorContext>> {
  return createGraphqlEndpoint<OperatorContext>({
    gateway,
    guard,
    maxTokens: mostTokens(),
    maxBytes: DOCUMENT_BYTES,
    format: servedFormat<OperatorContext>({ log }),
    allowsIntrospection,
    log,
    readBody: (request, response) =>
      readBody(request as Request, response as Response, () => new ApiError('batching_not_supported')),
    resolveDocument: ({ query }) => query,
    requestIdOf: ({ requestId }) => requestId,
    requesterOf: ({ requester }) => requester,
    admit({ operation: { measured }, variables }, context) {
      if (measured === undefined) return;
      if ('error' in measured) throw measured.error;
      if ('reason' in measured) throw guard.refuse(measured.reason, LIMITS_OF);
      context.operationCost = guard.admit(measured, variables, LIMITS_OF);
    },
    refuseUnparsed: (reason) => guard.refuse(reason, LIMITS_OF),
  });
}

const DEMO_HOST =
  'With demo keys, /admin answers only at the address of this machine or localhost; not through a proxy or by another name.';

/**
 * Pages of other sites are refused, whatever key they have: an operator's key belongs in no page but the console's.
 * With demo keys, which everybody knows, so are requests for another host than this machine.
 */
export function requireOwnPage(
  request: Request,
  { allowedOrigins = [], hasDemoKey }: Pick<AdminOptions, 'allowedOrigins' | 'hasDemoKey'>,
): void {
  if (hasDemoKey && !isKnownHost(request.headers.host, [])) throw new ApiError('host_not_known', DEMO_HOST);
  if (!isOwnPage(request.headers, { allowedOrigins, scheme: request.protocol }))
    throw new ApiError('origin_not_allowed');
}

/** `POST /admin/graphql`, for the keys of operators. */
export function mountAdmin(app: Express, { http }: GraphqlEndpoint<OperatorContext>, options: AdminOptions): void {
  app.all(ADMIN_GRAPHQL, (request: Request, response: Response) => {
    const accepted = request.accepts([...ANSWER_TYPES]) || ANSWER_TYPES[0];
    const exchange = new Exchange(options, request, response, {
      contentType: `${accepted}; charset=utf-8`,
      describe: refusalBody,
    });
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW);
    exchange.run(false, () => {
      requireOwnPage(request, options);
      if (request.method === 'POST') return http.answer(exchange, request, response, accepted);
      return exchange.refuse(new ApiError('method_not_allowed', `${ADMIN_GRAPHQL} only supports POST.`), ALLOW);
    });
  });
}
