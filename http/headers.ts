import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import helmet, { type HelmetOptions } from 'helmet';

/** Alternating names and values, for `writeHead`. */
export type HeaderList = readonly string[];

/** Headers exposed to scripts of other origins. */
const EXPOSED = [
  'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Monthly', 'X-RateLimit-Monthly-Remaining',
  'X-API-Tier', 'X-Request-Id', 'X-Data-Source', 'Retry-After', 'ETag', 'Allow',
] as const;

/** One day, although browsers cache a preflight for at most two hours. */
const PREFLIGHT_MAX_AGE_S = 86_400;

const CORS = {
  origin: '*',
  exposedHeaders: [...EXPOSED],
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'X-API-Key', 'Content-Type', 'If-None-Match', 'Idempotency-Key', 'X-Request-Id'],
  maxAge: PREFLIGHT_MAX_AGE_S,
  preflightContinue: true,
};

/**
 * API responses are data that any site may read and that must never run as code. Headers that only concern pages
 * (windows, plug-ins, downloads) are omitted, because each header adds bytes to every response.
 */
const API_HELMET: HelmetOptions = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
};

/**
 * Pages only load their own files; Swagger UI uses inline styles. No upgrade to HTTPS, which a loopback address does
 * not support.
 */
const PAGE_HELMET: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"], 'script-src': ["'self'"], 'style-src': ["'self'", "'unsafe-inline'"], 'img-src': ["'self'", 'data:'], 'connect-src': ["'self'"],
      'font-src': ["'self'"], 'base-uri': ["'none'"], 'form-action': ["'none'"], 'frame-ancestors': ["'none'"],
    },
  },
};

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Records the constant headers of middleware, so that it need not run for each request. */
function recorded(middleware: readonly Middleware[], method: string): HeaderList {
  const request = new IncomingMessage(new Socket());
  request.method = method;
  const response = new ServerResponse(request);
  for (const run of middleware) {
    run(request, response, (error) => {
      if (error !== undefined) throw new Error('a header middleware failed', { cause: error });
    });
  }
  return toList(response.getHeaders(), response.getHeaderNames());
}

function toList(headers: OutgoingHttpHeaders, names: readonly string[]): HeaderList {
  return names.flatMap((name) => {
    const value = headers[name];
    return name === 'content-length' || value === undefined ? [] : [name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()), String(value)];
  });
}

/** Request headers that responses depend on. */
const VARY = 'Authorization, X-API-Key, Cookie, Accept-Encoding';

/** Headers of every API response. */
export const API_HEADERS: HeaderList = [...recorded([helmet(API_HELMET), cors(CORS)], 'GET'), 'Vary', VARY];

/** Headers of preflight responses. */
export const PREFLIGHT_HEADERS: HeaderList = [...recorded([helmet(API_HELMET), cors(CORS)], 'OPTIONS'), 'Vary', VARY];

/** Headers of HTML pages. */
export const PAGE_HEADERS: HeaderList = recorded([helmet(PAGE_HELMET)], 'GET');
