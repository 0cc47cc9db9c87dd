import { randomUUID } from 'node:crypto';
import { ServerResponse, STATUS_CODES, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, type ErrorCode } from '../access/errors.js';
import { ANONYMOUS_PER_MINUTE } from '../access/tiers.js';
import { errorBody } from './error-body.js';
import { apiHeaders } from './headers.js';

/** Errors of node's HTTP parser that have a status of their own. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The limit of an address, as if nothing had been counted: the address is not known. */
function anonymousLimits(): readonly string[] {
  return [
    'X-RateLimit-Limit',
    String(ANONYMOUS_PER_MINUTE),
    'X-RateLimit-Remaining',
    String(ANONYMOUS_PER_MINUTE),
    'X-RateLimit-Reset',
    String(Math.floor(Date.now() / 1000)),
    'X-RateLimit-Monthly',
    '0',
    'X-RateLimit-Monthly-Remaining',
    '0',
  ];
}

/** The response that is under way on a connection, as Node recommends finding it in `clientError`. */
function responseOn(socket: Duplex): ServerResponse | undefined {
  const current: unknown = Reflect.get(socket, '_httpMessage');
  return current instanceof ServerResponse ? current : undefined;
}

/**
 * Answers a request that could not be parsed, then closes the connection. There is no request yet: neither key, address
 * limit nor request id are known.
 */
export function answerClientError(error: Error, socket: Duplex): void {
  const cause = 'code' in error ? String(error.code) : '';
  if (cause === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const current = responseOn(socket);
  // What follows a request on the same connection must not overtake its response, nor get into it.
  if (current?.headersSent === true) return void socket.destroy();
  if (current?.req.complete === true) return void current.once('finish', () => socket.destroy());
  // A client that sent HEAD would take a body for the start of the next response.
  const isHead =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  const { status, headers, body } = refusalOf(CODES[cause] ?? 'malformed_request', isHead);
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1] ?? ''}`] : []));
  const response = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
  // A request whose body ended too soon, or cannot be read, waits for it until its connection is closed.
  if (current === undefined) socket.end(response);
  else socket.end(response, () => socket.destroy());
}

/** Refuses requests without exactly one Host header (RFC 9112, 3.2), which Node would do without a body or headers. */
export function requireHost(app: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = request.headersDistinct['host'] ?? [];
    if (hosts.length === 1 || (hosts.length === 0 && request.httpVersion === '1.0')) return app(request, response);
    const { status, headers, body } = refusalOf('malformed_request', request.method === 'HEAD');
    response.writeHead(status, headers).end(body);
  };
}

function refusalOf(
  code: ErrorCode,
  isHead: boolean,
): { readonly status: number; readonly headers: string[]; readonly body: string } {
  const requestId = randomUUID();
  const refusal = new ApiError(code);
  const body = isHead ? '' : JSON.stringify(errorBody(refusal, requestId));
  const headers = [
    ...apiHeaders({ headers: {} }),
    ...anonymousLimits(),
    'X-API-Tier',
    'anonymous',
    'X-Request-Id',
    requestId,
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/json; charset=utf-8',
    ...(isHead ? [] : ['Content-Length', String(Buffer.byteLength(body))]),
    'Connection',
    'close',
  ];
  return { status: refusal.status, headers, body };
}
