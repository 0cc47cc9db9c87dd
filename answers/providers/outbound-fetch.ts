import type { Outbound } from '../../outbound/outbound.js';

type Fetch = typeof globalThis.fetch;

/** The headers of a request, in lower case. */
function headersOf(given: RequestInit['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(new Headers(given).entries());
}

/**
 * The fetch that providers' libraries expect, over our own client; only text is sent. `idleTimeoutMs` is the longest
 * wait for the next part of a response.
 */
export function outboundFetch(outbound: Pick<Outbound, 'stream'>, idleTimeoutMs: number): Fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    if (input instanceof Request) throw new TypeError('A Request object is not supported; pass its URL.');
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new TypeError('Only text bodies are sent.');
    const response = await outbound.stream({
      url: input,
      method,
      headers: headersOf(headers),
      idleTimeoutMs,
      ...(typeof body === 'string' ? { body } : {}),
      ...(signal ? { signal } : {}),
    });
    // These have no body by definition, and the constructor refuses one.
    const isEmpty = [204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : response.body, { status: response.status, headers: { ...response.headers } });
  };
}
