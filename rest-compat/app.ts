import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { ApiError } from '../access/errors.js';
import { formHandler, type ActionRow } from './actions.js';
import { capabilityOf, type Capability } from './capability.js';
import { requireFittingRow, rowHandler } from './demo.js';
import type { HttpContext } from '../http/context.js';
import { publicPath, OPENAPI_PATH } from './endpoints.js';
import { ReusableBody } from '../http/compression.js';
import { Exchange } from '../http/exchange.js';
import { isDecodable, madeWhenAsked, sendTagged, type Handler } from './handler.js';
import { openApiDocument } from './openapi/document.js';
import type { Endpoints, RestOptions } from './options.js';
import { mountPages } from './pages/mount.js';
import { entityTag } from '../http/etag.js';
import { BASE_PATH, type Method, type Route } from './route.js';
import { ROUTES } from './routes/index.js';
import { readSdl, type Sdl } from './sdl.js';

type Handlers<Context extends HttpContext> = Map<Method, Handler<Context>>;

/** Value of `Allow`: GET implies HEAD, and every path supports OPTIONS. */
function allowed<Context extends HttpContext>(handlers: Handlers<Context>): string {
  return [...[...handlers.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
}

type RowsByPath = ReadonlyMap<string, ReadonlyMap<Method, readonly Route[]>>;

function rowsByPath(routes: readonly Route[]): RowsByPath {
  const paths = new Map<string, Map<Method, Route[]>>();
  for (const route of routes) {
    const { method, path } = route;
    const methods = paths.get(path) ?? new Map<Method, Route[]>();
    methods.set(method, [...(methods.get(method) ?? []), route]);
    paths.set(path, methods);
  }
  return paths;
}

/**
 * The handlers of each path. What a row derives from its operation and the SDL is made while a server starts, step by
 * step, or else at its first request.
 */
function handlersByPath<Context extends HttpContext>(
  options: RestOptions<Context>,
  routes: readonly Route[],
  sdl: () => Sdl,
): ReadonlyMap<string, Handlers<Context>> {
  const rowOf = (route: Route): ActionRow<Context> => {
    const capability = capabilityOf(route, sdl());
    return { capability, handler: madeWhenAsked(() => rowHandler(capability, sdl(), options), options.later) };
  };
  return new Map(
    [...rowsByPath(routes)].map(([path, methods]) => [
      path,
      new Map(
        [...methods].map(([method, rows]) => [
          method,
          madeWhenAsked(() => formHandler(rows.map(rowOf)), options.later),
        ]),
      ),
    ]),
  );
}

/** Serves the OpenAPI document, which is made and serialised at the first request. */
function openApiHandler<Context extends HttpContext>(
  options: RestOptions<Context>,
  endpoints: Endpoints,
): Handler<Context> {
  let made: { readonly tag: string; readonly body: ReusableBody } | undefined;
  const make = (): { readonly tag: string; readonly body: ReusableBody } => {
    const bytes = Buffer.from(JSON.stringify(openApiDocument(endpoints.capabilities, endpoints.sdl, options)));
    return { tag: entityTag(bytes), body: new ReusableBody(bytes) };
  };
  return (exchange) => {
    made ??= make();
    return sendTagged(exchange, made.body, made.tag, 'public, max-age=300');
  };
}

/** Serves the public SDL, which is read at the first request. */
function schemaHandler<Context extends HttpContext>(publicSdl: () => string): Handler<Context> {
  return madeWhenAsked(() => {
    const text = publicSdl();
    const [tag, body] = [entityTag(text), new ReusableBody(text)];
    return (exchange) => sendTagged(exchange, body, tag, 'public, max-age=300', 'text/plain; charset=utf-8');
  });
}

/** Handles all methods of one path; `shown` is how errors name it. */
function pathHandler<Context extends HttpContext>(
  options: RestOptions<Context>,
  shown: string,
  handlers: Handlers<Context>,
  isOpen: boolean,
): RequestHandler {
  const allow = ['Allow', allowed(handlers)];
  return (request, response) => {
    const exchange = new Exchange(options, request, response);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const handler = isMethod(method) ? handlers.get(method) : undefined;
    if (handler !== undefined) return exchange.run(isOpen, () => handler(exchange, request, response));
    if (request.method === 'OPTIONS') return exchange.preflight(allow);
    const message = `${shown} supports ${allow[1]}, not ${request.method}.`;
    exchange.run(true, () => exchange.refuse(new ApiError('method_not_allowed', message), allow));
  };
}

function isMethod(method: string): method is Method {
  return method === 'GET' || method === 'POST' || method === 'PATCH' || method === 'DELETE';
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function malformedPath(): ApiError {
  return new ApiError('invalid_parameter', 'The path is not valid percent-encoded UTF-8.');
}

/** Handles errors from Express itself, mainly paths that cannot be decoded. */
function routingErrors<Context extends HttpContext>(options: RestOptions<Context>): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const exchange = new Exchange(options, request, response);
    exchange.run(true, () => exchange.refuse(error instanceof URIError ? malformedPath() : error));
  };
}

/** The endpoints as other ways in need them, derived when they are first read. */
function endpointsOf<Context extends HttpContext>({ gateway, routes = ROUTES }: RestOptions<Context>): Endpoints {
  let capabilities: readonly Capability[] | undefined;
  return {
    get sdl() {
      return readSdl(gateway.supergraphSdl);
    },
    get capabilities() {
      return (capabilities ??= routes.map((route) => capabilityOf(route, this.sdl)));
    },
  };
}

/**
 * Derives and prepares every row, as the first requests will. Throws for one that does not match the graph: an unknown
 * field or fragment, a variable that is no argument, an operation that the gateway rejects; and for rows of one path
 * that do not go together.
 */
export function requireFittingRows<Context extends HttpContext>(options: RestOptions<Context>): void {
  const { sdl } = endpointsOf(options);
  const rowOf = (route: Route): ActionRow<Context> => {
    const capability = capabilityOf(route, sdl);
    return { capability, handler: requireFittingRow(capability, sdl, options) };
  };
  for (const methods of rowsByPath(options.routes ?? ROUTES).values())
    for (const rows of methods.values()) formHandler(rows.map(rowOf));
}

/**
 * The REST API as an Express app: the contract's endpoints, `/api/v1/openapi`, `/docs` and an index at `/`. Paths are
 * case-sensitive; a trailing slash is ignored. A row that does not match the graph fails the step that `later` takes,
 * or else its requests as an internal error.
 */
export function createRestApp<Context extends HttpContext>(options: RestOptions<Context>): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', false);
  if (options.trustProxy !== undefined) app.set('trust proxy', options.trustProxy);
  const endpoints = endpointsOf(options);
  for (const [path, handlers] of handlersByPath(options, options.routes ?? ROUTES, () => endpoints.sdl))
    app.all(BASE_PATH + path, pathHandler(options, publicPath({ path }), handlers, false));
  app.all(
    publicPath({ path: OPENAPI_PATH }),
    pathHandler(
      options,
      publicPath({ path: OPENAPI_PATH }),
      new Map([['GET', openApiHandler(options, endpoints)]]),
      true,
    ),
  );
  if (options.publicSdl !== undefined)
    app.all(
      '/schema.graphql',
      pathHandler(options, '/schema.graphql', new Map([['GET', schemaHandler(options.publicSdl)]]), true),
    );
  mountPages(app, options);
  options.extend?.(app, endpoints);
  app.use((request, response) => {
    const exchange = new Exchange(options, request, response);
    // Otherwise the page that asks could not read the 404 that follows.
    if (isPreflight(request)) return exchange.preflight([]);
    exchange.run(true, () =>
      exchange.refuse(isDecodable(request.path) ? new ApiError('unknown_endpoint') : malformedPath()),
    );
  });
  app.use(routingErrors(options));
  return app;
}
