import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { refusalOfAddress, refusalOfUrl } from './addresses.js';
import { OutboundError } from './errors.js';
import { exchange } from './http-request.js';
import type { OutboundRequest, OutboundResponse } from './messages.js';
import { resolveBySystem, type ResolveName } from './resolve.js';

export type { OutboundRequest, OutboundResponse } from './messages.js';
export type { ResolveName } from './resolve.js';

export interface OutboundOptions {
  /**
   * Whose URLs these are. `operator`: hosts that configuration names, unchecked. `customer`: HTTPS and public addresses
   * alone, checked on the very addresses that are connected to.
   */
  readonly target: 'operator' | 'customer';
  /** What stands against an address of a customer's URL, null for nothing. Default: everything that is not public. */
  readonly checkAddress?: (address: string) => string | null;
  /** What stands against a customer's URL itself, null for nothing. */
  readonly checkUrl?: (url: URL) => string | null;
  readonly resolve?: ResolveName;
  /** Until the connection stands, TLS included; 5 s by default. */
  readonly connectTimeoutMs?: number;
  /** Until the last byte of the answer; 30 s by default. */
  readonly totalTimeoutMs?: number;
  /** Of an answer's body; 8 MiB by default. */
  readonly maxBytes?: number;
  /** Connections to one host; 64 by default. */
  readonly maxSockets?: number;
}

/** The way out: one pool of connections and one set of limits. */
export interface Outbound {
  /** One request and its whole answer, whatever its status. Throws OutboundError; TypeError for a malformed method or header. */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** Ends the pool's connections, those under way too. */
  close(): void;
}

/** Shorter than the 5 s after which Node's servers hang up, so that a request seldom meets a closing connection. */
const IDLE_MS = 4_000;

export function createOutbound(options: OutboundOptions): Outbound {
  const { target, connectTimeoutMs = 5_000, totalTimeoutMs = 30_000, maxBytes = 8 * 1024 * 1024, maxSockets = 64 } = options;
  const { checkUrl = refusalOfUrl } = options;
  const agentOptions: AgentOptions & { lookup?: LookupFunction } = {
    keepAlive: true,
    maxSockets,
    timeout: IDLE_MS,
    ...(target === 'customer' ? { lookup: checkedLookup(options) } : {}),
  };
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  return {
    async send(request) {
      const url = parsed(request.url);
      const refusal = target === 'customer' ? checkUrl(url) : null;
      if (refusal !== null) throw new OutboundError('refused_target', `The target is refused: ${refusal}.`);
      return exchange(url, request, { agents, connectTimeoutMs, maxBytes, totalTimeoutMs: request.totalTimeoutMs ?? totalTimeoutMs });
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function parsed(text: string | URL): URL {
  const url = typeof text === 'string' ? (URL.canParse(text) ? new URL(text) : undefined) : text;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) throw new OutboundError('invalid_url', 'The target is no http:// or https:// URL.');
  return url;
}

/**
 * Resolves a name and hands over its addresses only where all are allowed. The connection is made to what was checked
 * here, so a name that answers differently a moment later gains nothing.
 */
function checkedLookup({ checkAddress = refusalOfAddress, resolve = resolveBySystem }: OutboundOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      for (const { address } of addresses) {
        const refusal = checkAddress(address);
        if (refusal !== null) return callback(new OutboundError('refused_target', `The target is refused: ${hostname} has an address that is ${refusal}.`), []);
      }
      if (first === undefined) return callback(new OutboundError('connection', `${hostname} has no address.`), []);
      return all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    }, (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []));
  };
}
