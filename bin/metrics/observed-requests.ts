import { METHODS, type IncomingMessage, type RequestListener } from 'node:http';
import { performance } from 'node:perf_hooks';
import { startSpan, type SpanAttributes } from '../../telemetry/spans.js';
import { startNotes, type RequestNotes } from '../../telemetry/request-notes.js';
import { inTrace, readTraceparent } from '../../telemetry/trace.js';

/** A request whose response has ended. */
export interface EndedRequest {
  readonly method: string;
  /** The pattern of the route, such as `/api/v1/signal`; `unmatched` for a path that no route has. */
  readonly route: string;
  /** Without the query string, which may have a key; undefined if no route has it, since it could be anything. */
  readonly path: string | undefined;
  /** 499 if the client left before there was a response. */
  readonly status: number;
  readonly seconds: number;
  readonly address: string | undefined;
  readonly notes: RequestNotes;
}

const CLIENT_LEFT = 499;

/** The route that Express has matched. */
function routeOf(request: IncomingMessage): string | undefined {
  if (!('route' in request)) return undefined;
  const { route } = request;
  if (typeof route !== 'object' || route === null || !('path' in route)) return undefined;
  return typeof route.path === 'string' ? route.path : undefined;
}

function addressOf(request: IncomingMessage): string | undefined {
  // Express knows the address that a trusted proxy states.
  return 'ip' in request && typeof request.ip === 'string' ? request.ip : request.socket.remoteAddress;
}

/** Asked all the time by machines: no spans. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

function attributesOf({ method, route, status, notes: { tier, code, operation } }: EndedRequest): SpanAttributes {
  return {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'marketgraph.operation': operation,
    'marketgraph.tier': tier,
    'marketgraph.code': code,
  };
}

const FIRST_SERVER_ERROR = 500;

/**
 * Calls `ended` after each response of `app`, and runs each request in the trace that its `traceparent` names, in a
 * span of it if spans are recorded.
 */
export function observeRequests(app: RequestListener, ended: (request: EndedRequest) => void): RequestListener {
  return (request, response) => {
    const startedMs = performance.now();
    const notes = startNotes(response);
    const { url = '' } = request;
    const caller = readTraceparent(request.headers.traceparent);
    const span = PROBES.has(url) ? undefined : startSpan({ name: 'request', kind: 'server' }, caller);
    const trace = span?.trace ?? caller;
    const close = (): void => {
      const route = routeOf(request);
      const end: EndedRequest = {
        method: METHODS.includes(request.method ?? '') ? (request.method ?? '') : 'other',
        route: route ?? 'unmatched',
        path: route === undefined ? undefined : url.split('?', 1)[0],
        status: response.headersSent ? response.statusCode : CLIENT_LEFT,
        seconds: (performance.now() - startedMs) / 1000,
        address: addressOf(request),
        notes,
      };
      ended(end);
      span?.rename(`${end.method} ${end.route}`);
      span?.set(attributesOf(end));
      span?.end(end.status < FIRST_SERVER_ERROR);
    };
    response.once('close', () => inTrace(trace, close));
    return inTrace(trace, () => app(request, response));
  };
}
