import type { FetchLike } from '../../gateway/execution/http-subgraph.js';
import type { Outbound } from '../../outbound/outbound.js';

/** How the gateway reaches subgraphs behind URLs: through the one way out. Rejects where a subgraph lets nobody in. */
export function outboundFetch(outbound: Outbound): FetchLike {
  return async (url, request) => {
    const { status, body } = await outbound.send({ url, ...request });
    // Who is not let in gets no answer about the graph; a client must not read it as an answer about its own key.
    if (status === 401 || status === 407) throw new Error(`The subgraph at ${new URL(url).host} refused the gateway (status ${status}): ${body.toString().slice(0, 500)}`);
    return { status, json: () => Promise.resolve().then(() => JSON.parse(body.toString()) as unknown) };
  };
}
