import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import cors, { type CorsOptions } from 'cors';
import helmet, { type HelmetOptions } from 'helmet';

/** Alternating names and values, for `writeHead`. */
export type HeaderList = readonly string[];

/** Headers exposed to scripts of other origins. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Monthly',
  'X-RateLimit-Monthly-Remaining',
  'X-API-Tier',
  'X-Request-Id',
  'X-Data-Source',
  'X-Data-Age',
  'X-Data-Missing',
  'Retry-After',
  'ETag',
  'Allow',
] as const;

/** One day, although browsers cache a preflight for at most two hours. */
const PREFLIGHT_MAX_AGE_S = 86_400;

/** Request headers that a page of another origin may send: ours, and those that clients and tracing libraries add. */
const ACCEPTED_HEADERS: readonly string[] = [
  'Authorization',
  'X-API-Key',
  'Content-Type',
  'If-None-Match',
  'X-Request-Id',
  'Idempotency-Key',
  'Last-Event-ID',
  'Accept',
  'Accept-Language',
  'Cache-Control',
  'Pragma',
  'X-Requested-With',
  'Apollo-Require-Preflight',
  'GraphQL-Preflight',
  'X-Apollo-Operation-Name',
  'X-Apollo-Operation-Id',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'X-GraphQL-Event-Stream-Token',
  'GraphQL-Client-Name',
  'GraphQL-Client-Version',
  'traceparent',
  'tracestate',
  'baggage',
  'b3',
  'X-B3-TraceId',
  'X-B3-SpanId',
  'X-B3-ParentSpanId',
  'X-B3-Sampled',
  'sentry-trace',
  'X-Cloud-Trace-Context',
  'X-Amzn-Trace-Id',
];
/** Their names may have any ending. */
const ACCEPTED_PREFIXES: readonly string[] = ['apollographql-client-', 'x-datadog-'];

const ACCEPTED_NAMES: ReadonlySet<string> = new Set(ACCEPTED_HEADERS.map((name) => name.toLowerCase()));
const HEADER_NAME = /^[a-z0-9-]{1,64}$/;

function isAccepted(name: string): boolean {
  return (
    ACCEPTED_NAMES.has(name) || (HEADER_NAME.test(name) && ACCEPTED_PREFIXES.some((prefix) => name.startsWith(prefix)))
  );
}

/** Value of `Access-Control-Allow-Headers`: those of the requested headers that are accepted. */
function allowedHeaders(requested: string | undefined): string {
  if (requested === undefined) return ACCEPTED_HEADERS.join(', ');
  return requested
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(isAccepted)
    .join(', ');
}

/** For the public (null), or for one origin whose pages may send the session cookie. */
const corsOf = (origin: string | null): CorsOptions => ({
  origin: origin ?? '*',
  credentials: origin !== null,
  exposedHeaders: [...EXPOSED],
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  maxAge: PREFLIGHT_MAX_AGE_S,
  preflightContinue: true,
});

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
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
};

/**
 * Pages only load their own files; Swagger UI uses inline styles. No upgrade to HTTPS, which a loopback address does
 * not support.
 */
const pagePolicy = (styles: readonly string[], ancestors: readonly string[] = ["'none'"]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': styles,
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ancestors,
  },
});

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

/** Set per response, not constant. */
const OMITTED: ReadonlySet<string> = new Set(['content-length', 'vary', 'access-control-allow-headers']);

function toList(headers: OutgoingHttpHeaders, names: readonly string[]): HeaderList {
  return names.flatMap((name) => {
    const value = headers[name];
    return OMITTED.has(name) || value === undefined
      ? []
      : [name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()), String(value)];
  });
}

/** Request headers that responses depend on; the origin decides about the session cookie and the CORS headers. */
const VARY = 'Origin, Authorization, X-API-Key, Cookie, Accept-Encoding';

interface OriginHeaders {
  readonly answer: HeaderList;
  readonly preflight: HeaderList;
}

const recordedFor = (origin: string | null): OriginHeaders => ({
  answer: [...recorded([helmet(API_HELMET), cors(corsOf(origin))], 'GET'), 'Vary', VARY],
  preflight: [
    ...recorded([helmet(API_HELMET), cors(corsOf(origin))], 'OPTIONS'),
    'Vary',
    `${VARY}, Access-Control-Request-Headers`,
  ],
});

const PUBLIC = recordedFor(null);
/** By origin of the web app: as many as the configuration lists. */
const credentialed = new Map<string, OriginHeaders>();

function headersFor(origin: string | undefined, webOrigins: readonly string[]): OriginHeaders {
  if (origin === undefined || !webOrigins.includes(origin)) return PUBLIC;
  const known = credentialed.get(origin) ?? recordedFor(origin);
  credentialed.set(origin, known);
  return known;
}

/** The sender and the wishes of a request, for CORS. */
type CorsRequest = Pick<IncomingMessage, 'headers'>;

/** Headers of every API response. Pages of `webOrigins` may read it although they sent the session cookie. */
export function apiHeaders({ headers: { origin } }: CorsRequest, webOrigins: readonly string[] = []): HeaderList {
  return headersFor(origin, webOrigins).answer;
}

/** Headers of a preflight response. */
export function preflightHeaders({ headers }: CorsRequest, webOrigins: readonly string[] = []): HeaderList {
  const allowed = allowedHeaders(headers['access-control-request-headers']);
  const { preflight } = headersFor(headers.origin, webOrigins);
  return allowed === '' ? preflight : [...preflight, 'Access-Control-Allow-Headers', allowed];
}

const pageHeaders = (options: HelmetOptions): HeaderList => recorded([helmet(options)], 'GET');

/** Headers of HTML pages. */
export const PAGE_HEADERS = pageHeaders({ contentSecurityPolicy: pagePolicy(["'self'", "'unsafe-inline'"]) });

/** Headers of pages without inline styles. */
export const STRICT_PAGE_HEADERS = pageHeaders({ contentSecurityPolicy: pagePolicy(["'self'"]) });

/** Headers of a page that pages of `ancestors`, sources of a content security policy, may show in a frame. */
export function embedPageHeaders(ancestors: readonly string[]): HeaderList {
  return pageHeaders({
    contentSecurityPolicy: pagePolicy(["'self'"], ancestors),
    xFrameOptions: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}
