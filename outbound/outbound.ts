import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { inSpan } from '../telemetry/spans.js';
import { notPublic, refusalOfAddress, refusalOfUrl } from './addresses.js';
import { OutboundError } from './errors.js';
import { exchange, exchangeStream, type ExchangeSettings } from './http-request.js';
import type { OutboundRequest, OutboundResponse, OutboundStream } from './messages.js';
import { parseUrl } from './parse-url.js';
import { createDnsResolver, type ResolveName } from './resolve.js';

export type { OutboundRequest, OutboundResponse, OutboundStream } from './messages.js';
export type { ResolveName } from './resolve.js';

export interface OutboundOptions {
  /**
   * Who controls the URLs. `operator`: hosts from the configuration, unchecked. `customer`: only HTTPS and public
   * addresses; the addresses checked are the ones connected to.
   */
  readonly target: 'operator' | 'customer';
  /** Why an address of a customer URL is refused, or null. By default all non-public addresses are refused. */
  readonly checkAddress?: (address: string) => string | null;
  /** Why a customer URL itself is refused, or null. */
  readonly checkUrl?: (url: URL) => string | null;
  /** Resolves the names of customer URLs; by default in DNS alone. */
  readonly resolve?: ResolveName;
  /** For opening the connection, TLS included; 5 s by default. */
  readonly connectTimeoutMs?: number;
  /** Until the last byte of the response; 30 s by default. */
  readonly totalTimeoutMs?: number;
  /** Of a response body; 8 MiB by default. */
  readonly maxBytes?: number;
  /** Connections per host; 64 by default. */
  readonly maxSockets?: number;
}

/** An HTTP client with one connection pool and one set of limits. */
export interface Outbound {
  /** Resolves for any response status. Throws OutboundError; TypeError for a malformed method or header. */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** Like `send`, but resolves when the head of the response has arrived; the same limits hold for its body. */
  stream(request: OutboundRequest): Promise<OutboundStream>;
  /** Closes all connections, including those in use. */
  close(): void;
}

/** Shorter than the 5 s keep-alive timeout of Node servers, so that requests rarely hit a closing connection. */
const IDLE_MS = 4_000;

export function createOutbound(options: OutboundOptions): Outbound {
  const {
    target,
    connectTimeoutMs = 5_000,
    totalTimeoutMs = 30_000,
    maxBytes = 8 * 1024 * 1024,
    maxSockets = 64,
  } = options;
  const { checkUrl = refusalOfUrl } = options;
  const agentOptions: AgentOptions & { lookup?: LookupFunction } = {
    keepAlive: true,
    maxSockets,
    timeout: IDLE_MS,
    ...(target === 'customer' ? { lookup: checkedLookup(options) } : {}),
  };
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  /** One request by `sent`, with a span for as long as it waits. */
  const sending = async <Response extends { readonly status: number }>(
    request: OutboundRequest,
    sent: (url: URL, request: OutboundRequest, settings: ExchangeSettings) => Promise<Response>,
  ): Promise<Response> => {
    const url = parsed(request.url);
    const refusal = target === 'customer' ? checkUrl(url) : null;
    if (refusal !== null) throw new OutboundError('refused_target', `The target was refused: ${refusal}.`);
    const settings = { agents, connectTimeoutMs, maxBytes, totalTimeoutMs, ...ownLimits(request) };
    // Neither the path nor the query, which may have keys, and no host that a customer has written.
    const host = target === 'customer' ? {} : { 'server.address': url.hostname };
    const attributes = { 'http.request.method': request.method ?? 'GET', ...host };
    return inSpan({ name: request.method ?? 'GET', kind: 'client', attributes }, async (span) => {
      try {
        const response = await sent(url, request, settings);
        span?.set({ 'http.response.status_code': response.status });
        return response;
      } catch (error) {
        if (error instanceof OutboundError) span?.set({ 'error.type': error.reason });
        throw error;
      }
    });
  };
  return {
    send: (request) => sending(request, exchange),
    stream: (request) => sending(request, exchangeStream),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** The limits that a request overrides. */
function ownLimits({
  totalTimeoutMs,
  maxBytes,
}: OutboundRequest): Pick<OutboundRequest, 'totalTimeoutMs' | 'maxBytes'> {
  return {
    ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
}

function parsed(text: string | URL): URL {
  const url = typeof text === 'string' ? parseUrl(text) : text;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new OutboundError('invalid_url', 'The target is not an http:// or https:// URL.');
  return url;
}

/**
 * Resolves a name and returns its addresses only if all are allowed. The connection uses the addresses checked here,
 * which prevents DNS rebinding.
 */
function checkedLookup({
  checkAddress = refusalOfAddress,
  resolve = createDnsResolver(),
}: OutboundOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (addresses.some(({ address }) => checkAddress(address) !== null)) {
          return callback(new OutboundError('refused_target', `The target was refused: ${notPublic(hostname)}.`), []);
        }
        if (first === undefined)
          return callback(new OutboundError('connection', `${hostname} does not resolve to an address.`), []);
        return all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}
