import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import helmet, { type HelmetOptions } from 'helmet';

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

/** What a browser's script may read of an answer from another origin. */
const EXPOSED = [
  'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Monthly', 'X-RateLimit-Monthly-Remaining',
  'X-API-Tier', 'X-Request-Id', 'X-Data-Source', 'Retry-After', 'ETag', 'Allow',
] as const;

/** A day, though browsers keep a preflight for two hours at most. */
const PREFLIGHT_MAX_AGE_S = 86_400;

const CORS = {
  origin: '*',
  exposedHeaders: [...EXPOSED],
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'X-API-Key', 'Content-Type', 'If-None-Match', 'X-Request-Id'],
  maxAge: PREFLIGHT_MAX_AGE_S,
  preflightContinue: true,
};

/**
 * Answers of the API are data: nothing may run in them, and any site may read them. What only concerns pages
 * (windows, plug-ins, downloads that open) is left out, since every header is paid for on every answer.
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

/** Pages load their own files alone; Swagger UI styles its elements inline. No upgrade to HTTPS, which a loopback address does not speak. */
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

/** The headers that middleware sets on every answer alike: run once, not once a request. */
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

/** What an answer depends on beside its address. */
const VARY = 'Authorization, X-API-Key, Cookie, Accept-Encoding';

/** On every answer of the API. */
export const API_HEADERS: HeaderList = [...recorded([helmet(API_HELMET), cors(CORS)], 'GET'), 'Vary', VARY];

/** On answers to a preflight. */
export const PREFLIGHT_HEADERS: HeaderList = [...recorded([helmet(API_HELMET), cors(CORS)], 'OPTIONS'), 'Vary', VARY];

/** On pages for people. */
export const PAGE_HEADERS: HeaderList = recorded([helmet(PAGE_HELMET)], 'GET');
