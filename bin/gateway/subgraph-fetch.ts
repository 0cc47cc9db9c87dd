import type { FetchLike } from '../../gateway/execution/http-subgraph.js';
import type { Outbound } from '../../outbound/outbound.js';

/**
 * Sends the gateway's subgraph requests through `outbound/`. Rejects if a subgraph does not authenticate the gateway.
 */
export function outboundFetch(outbound: Outbound): FetchLike {
  return async (url, request) => {
    const { status, body } = await outbound.send({ url, ...request });
    // The subgraph rejected the gateway's credentials; a client must not take this for a rejection of its own key.
    if (status === 401 || status === 407)
      throw new Error(
        `The subgraph at ${new URL(url).host} refused the gateway (status ${status}): ${body.toString().slice(0, 500)}`,
      );
    return { status, json: () => Promise.resolve().then(() => JSON.parse(body.toString()) as unknown) };
  };
}
