import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Request, Response } from 'express';
import { ApiError, tierRequired } from '../access/errors.js';
import { reaches } from '../access/tiers.js';
import type { Capability } from './capability.js';
import { isPromise, type Eventually, type HttpContext } from '../http/context.js';
import type { HttpOptions } from '../http/options.js';
import { failureOf } from './errors.js';
import type { Exchange } from '../http/exchange.js';
import { createResponseCache, type CachedResponse } from '../http/response-cache.js';
import type { RestOptions } from './options.js';
import { readBody } from '../http/body.js';
import { ReusableBody } from '../http/compression.js';
import type { Raw } from '../http/raw.js';
import { parameterReader, type RawInput } from './parameters/reader.js';
import { isUnchanged, REVALIDATED, secretTag, weak } from '../http/etag.js';
import { projection, type Request as Projected } from './projection/project.js';
import type { Body } from './projection/shape.js';
import type { Sdl } from './sdl.js';

/** Handles requests to one endpoint after authentication and rate limiting; `body` is set if it is already read. */
export type Handler<Context extends HttpContext> = (
  exchange: Exchange<Context>,
  request: Request,
  response: Response,
  body?: Raw,
) => Eventually<void>;

/**
 * A handler that is made at the first request for it, or earlier if `later` has the time; if that throws, the next
 * request tries again.
 */
export function madeWhenAsked<Context extends HttpContext>(
  make: () => Handler<Context>,
  later?: HttpOptions<Context>['later'],
): Handler<Context> {
  let made: Handler<Context> | undefined;
  later?.(() => (made ??= make()));
  return (...asked) => (made ??= make())(...asked);
}

/** A request's variables and its key in the response cache. */
interface Asked extends Projected {
  readonly key: string;
}

/**
 * Throws `tier_required` for a caller below the endpoint's tier, and `session_required` for a key where a session is
 * needed.
 */
export function requireTier<Context extends HttpContext>(
  exchange: Exchange<Context>,
  { tier, route, isSessionOnly }: Capability,
): void {
  const caller = exchange.caller;
  if (caller === null) throw new ApiError('missing_key');
  if (isSessionOnly && caller.sessionId === null) throw new ApiError('session_required');
  if (reaches(caller.tier, tier)) return;
  throw tierRequired(`${route.method} ${route.path}`, caller.tier, tier);
}

/** Whether percent-encoding is valid; query parsers would decode invalid encoding to an unintended value. */
export function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** The refusal of a query that cannot be decoded, with the name of its first such parameter. */
function undecodable(url: string): ApiError {
  const pair =
    url
      .slice(url.indexOf('?') + 1)
      .split('&')
      .find((each) => !isDecodable(each)) ?? '';
  const [name = ''] = pair.split('=', 1);
  const extra = { param: isDecodable(name) ? decodeURIComponent(name) : name };
  return new ApiError('invalid_parameter', 'The query string is not valid percent-encoded UTF-8.', extra);
}

/** Sends a body with its ETag, or a 304, free of charge, if the client has it. */
export function sendTagged<Context extends HttpContext>(
  exchange: Exchange<Context>,
  body: string | Buffer | ReusableBody,
  tag: string,
  cacheControl: string,
  contentType?: string,
): Eventually<void> {
  const headers = ['ETag', tag];
  const type = contentType === undefined ? {} : { contentType };
  const isKnown = isUnchanged(exchange.request.headers['if-none-match'], tag);
  const send = (): void =>
    exchange.send(
      isKnown
        ? { status: 304, body: '', cacheControl, headers }
        : { status: 200, body, cacheControl, headers, ...type },
    );
  const settled = isKnown ? exchange.refund() : exchange.settle();
  return isPromise(settled) ? settled.then(send) : send();
}

/** Sends a cached response and charges its units. */
function sendCached<Context extends HttpContext>(
  exchange: Exchange<Context>,
  { body, tag, cost, dataSources, versions }: CachedResponse,
): Eventually<void> {
  const { context } = exchange;
  const send = (): Eventually<void> => {
    for (const source of dataSources) context.dataSources.add(source);
    for (const [name, version] of versions) context.versions.set(name, version);
    return sendTagged(exchange, body, tag, REVALIDATED);
  };
  const charged = context.pay(cost);
  return isPromise(charged) ? charged.then(send) : send();
}

/** What the history of an account names a unit for an answer that something does not exist. */
const NOT_FOUND = '';

/**
 * Prepares an endpoint's operation and returns its handler: tier, parameters, then the operation, whose resolvers
 * charge the monthly quota and load the data. Throws if the gateway rejects the operation.
 */
export function capabilityHandler<Context extends HttpContext>(
  capability: Capability,
  sdl: Sdl,
  options: RestOptions<Context>,
): Handler<Context> {
  const { gateway, log, versionOf } = options;
  const prepared = gateway.prepare(capability.source);
  const { route } = capability;
  if ('errors' in prepared) {
    const messages = prepared.errors.map(({ message }) => message).join('; ');
    throw new Error(`The gateway rejects operations/${route.operation}.graphql: ${messages}`);
  }
  const read = parameterReader(capability.parameters);
  const project = projection(capability, sdl);
  const hasBody = route.method === 'POST' || route.method === 'PATCH';

  const cache = route.method === 'GET' && versionOf !== undefined ? createResponseCache(versionOf) : undefined;

  /** The body that REST has in place of the errors, if any. Throws the error that fails the response. */
  const failed = (
    exchange: Exchange<Context>,
    errors: readonly GraphQLError[],
    asked: Asked,
  ): Eventually<Body | null> => {
    const failure = failureOf(errors, capability, sdl);
    if (failure === null) {
      const entry = { errors, request_id: exchange.requestId, operation: route.operation };
      log.warn(entry, 'a section is missing from a response');
      return null;
    }
    if (failure.code === 'internal_error')
      throw new AggregateError(errors, `operations/${route.operation}.graphql failed`);
    const body = project.failure(failure, asked);
    if (body !== null) return body;
    const charging = failure.status === 404 ? chargeUnfound(exchange) : undefined;
    if (charging === undefined) throw failure;
    return charging.then(() => {
      throw failure;
    });
  };

  /** What is not found counts towards the month, even if the metered field was never reached. */
  const chargeUnfound = ({ context }: Exchange<Context>): Promise<void> | undefined => {
    if (!capability.isMetered || context.cost.requests > 0) return undefined;
    const charging = context.charge(1, 'requests', NOT_FOUND);
    return isPromise(charging) ? charging : undefined;
  };

  const answer = (exchange: Exchange<Context>, { errors, data }: ExecutionResult, asked: Asked): Eventually<void> => {
    if (errors === undefined || errors.length === 0) return send(exchange, project.body(data ?? {}, asked), asked);
    const body = failed(exchange, errors, asked);
    const finish = (failure: Body | null): Eventually<void> =>
      send(exchange, failure ?? project.body(data ?? {}, asked), { ...asked, key: null });
    return isPromise(body) ? body.then(finish) : finish(body);
  };

  const send = (
    exchange: Exchange<Context>,
    body: Body | null,
    { key, variables }: Pick<Asked, 'variables'> & { readonly key: string | null },
  ): Eventually<void> => {
    if (body === null) throw nothingFor(variables);
    const bytes = JSON.stringify(body);
    if (route.method === 'GET') {
      const asked = JSON.stringify([route.path, variables]);
      const tagOf = (part: string): string => secretTag(options.tagKey, asked, part);
      const tag = route.tagged === undefined ? tagOf(bytes) : weak(tagOf(JSON.stringify(route.tagged(body))));
      const reusable = new ReusableBody(bytes);
      if (key !== null) cache?.add(key, reusable, tag, exchange.context);
      return sendTagged(exchange, reusable, tag, REVALIDATED);
    }
    return exchange.send({ status: route.status ?? 200, body: bytes, cacheControl: 'no-store' });
  };

  const execute = (exchange: Exchange<Context>, input: RawInput): Eventually<void> => {
    const variables = read(input);
    if (route.method === 'GET' && exchange.request.headers['if-none-match'] !== undefined) exchange.context.defer();
    // Gates and resolvers may depend on the tier.
    const key = cache === undefined ? '' : JSON.stringify([exchange.caller?.tier, variables]);
    const known = cache?.find(key);
    if (known !== undefined) return sendCached(exchange, known);
    const asked = { variables, nowMs: exchange.nowMs, key };
    const result = gateway.execute(prepared, variables, exchange.context);
    return isPromise(result)
      ? result.then((settled) => answer(exchange, settled, asked))
      : answer(exchange, result, asked);
  };

  return (exchange, request, response, given) => {
    requireTier(exchange, capability);
    if (!isDecodable(request.url)) throw undecodable(request.url);
    const { params: path, headers } = request;
    if (!hasBody)
      return execute(
        exchange,
        route.urlForm === undefined
          ? { path, values: exchange.query }
          : { path, ...route.urlForm.read(exchange.query) },
      );
    if (given !== undefined) return execute(exchange, { path, headers, values: given });
    return readBody(request, response).then((values) => execute(exchange, { path, headers, values }));
  };
}

/**
 * The refusal where the graph has null without an error: a security with too few prices, or an entity that is not
 * there.
 */
function nothingFor({ ticker }: Readonly<Record<string, unknown>>): ApiError {
  if (typeof ticker !== 'string') return new ApiError('not_found');
  const message = `${ticker} has too few stored prices for this answer; import more of its daily bars.`;
  return new ApiError('ticker_not_found', message, { param: 'ticker' });
}
