import type { ExecutionResult } from 'graphql';
import type { Request, Response } from 'express';
import { ApiError } from '../access/errors.js';
import { reaches } from '../access/tiers.js';
import type { Capability } from './capability.js';
import { isPromise, type Eventually, type HttpContext } from '../http/context.js';
import { failureOf } from './errors.js';
import type { Exchange } from '../http/exchange.js';
import { createResponseCache, type CachedResponse } from './response-cache.js';
import type { RestOptions } from './options.js';
import { readBody } from '../http/body.js';
import { ReusableBody } from '../http/compression.js';
import type { Raw } from '../http/raw.js';
import { parameterReader } from './parameters/reader.js';
import { entityTag, isUnchanged } from '../http/etag.js';
import { projection } from './projection/project.js';
import type { Sdl } from './sdl.js';

/** Kept by the caller alone, and asked for again each time. */
const REVALIDATED = 'private, no-cache';

/** What answers one endpoint, after the key and the minute; `body` is the request's where it is read already. */
export type Handler<Context extends HttpContext> = (exchange: Exchange<Context>, request: Request, response: Response, body?: Raw) => Eventually<void>;

/** Throws `tier_required` for a caller below the endpoint's tier. */
export function requireTier<Context extends HttpContext>(exchange: Exchange<Context>, { tier, route }: Capability): void {
  const caller = exchange.caller;
  if (caller === null) throw new ApiError('missing_key');
  if (reaches(caller.tier, tier)) return;
  throw new ApiError('tier_required', `${route.method} ${route.path} needs the ${tier} tier or above; this key is ${caller.tier}.`, { tier: caller.tier, required_tier: tier });
}

/** Bad percent-encoding would decode to something that nobody meant. */
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

/** Sends a body under its tag, or 304 where the caller has it, which costs nothing. */
export function sendTagged<Context extends HttpContext>(exchange: Exchange<Context>, body: string | Buffer | ReusableBody, tag: string, cacheControl: string): Eventually<void> {
  const headers = ['ETag', tag];
  if (!isUnchanged(exchange.request.headers['if-none-match'], tag)) return exchange.send({ status: 200, body, cacheControl, headers });
  const refunded = exchange.refund();
  const send = (): void => exchange.send({ status: 304, body: '', cacheControl, headers });
  return isPromise(refunded) ? refunded.then(send) : send();
}

/** Sends an answer that was made before, for the units that it costs. */
function repeat<Context extends HttpContext>(exchange: Exchange<Context>, { body, tag, units, dataSources }: CachedResponse): Eventually<void> {
  const { context } = exchange;
  const send = (): Eventually<void> => {
    for (const source of dataSources) context.dataSources.add(source);
    return sendTagged(exchange, body, tag, REVALIDATED);
  };
  const charged = context.charge(units);
  return isPromise(charged) ? charged.then(send) : send();
}

/**
 * Prepares an endpoint's operation and answers its handler: 3 tier, 4 parameters, then the operation, whose resolvers
 * charge the month and do the work. Throws, at start, where the gateway refuses the operation.
 */
export function capabilityHandler<Context extends HttpContext>(capability: Capability, sdl: Sdl, options: RestOptions<Context>): Handler<Context> {
  const { gateway, log, versionOf } = options;
  const prepared = gateway.prepare(capability.source);
  const { route } = capability;
  if ('errors' in prepared) throw new Error(`The gateway refuses operations/${route.operation}.graphql: ${prepared.errors.map(({ message }) => message).join('; ')}`);
  const read = parameterReader(capability.parameters);
  const project = projection(capability, sdl);
  const hasBody = route.method === 'POST' || route.method === 'PATCH';

  const cache = route.method === 'GET' && versionOf !== undefined ? createResponseCache(versionOf) : undefined;

  const answer = (exchange: Exchange<Context>, result: ExecutionResult, key: string): Eventually<void> => {
    const { errors, data } = result;
    if (errors !== undefined && errors.length > 0) {
      const failure = failureOf(errors, capability, sdl);
      if (failure === null) log.warn({ errors, request_id: exchange.requestId, operation: route.operation }, 'a section is missing from an answer');
      else if (failure.code === 'internal_error') throw new AggregateError(errors, `operations/${route.operation}.graphql failed`);
      else throw failure;
    }
    const body = project(data ?? {});
    if (body === null) throw new ApiError('not_found');
    const bytes = JSON.stringify(body);
    if (route.method === 'GET') {
      const tag = entityTag(bytes);
      const reusable = new ReusableBody(bytes);
      if (errors === undefined) cache?.add(key, reusable, tag, exchange.context);
      return sendTagged(exchange, reusable, tag, REVALIDATED);
    }
    return exchange.send({ status: route.status ?? 200, body: bytes, cacheControl: 'no-store' });
  };

  const execute = (exchange: Exchange<Context>, path: Raw, values: Raw): Eventually<void> => {
    const variables = read({ path, values });
    // What a gate or a resolver answers may depend on the tier.
    const key = cache === undefined ? '' : JSON.stringify([exchange.caller?.tier, variables]);
    const known = cache?.find(key);
    if (known !== undefined) return repeat(exchange, known);
    const result = gateway.execute(prepared, variables, exchange.context);
    return isPromise(result) ? result.then((settled) => answer(exchange, settled, key)) : answer(exchange, result, key);
  };

  return (exchange, request, response, given) => {
    requireTier(exchange, capability);
    if (!isDecodable(request.url)) throw new ApiError('invalid_parameter', 'The query string is not valid percent-encoding in UTF-8.');
    if (!hasBody) return execute(exchange, request.params, route.urlForm === undefined ? exchange.query : route.urlForm.read(exchange.query));
    if (given !== undefined) return execute(exchange, request.params, given);
    return readBody(request, response).then((body) => execute(exchange, request.params, body));
  };
}
