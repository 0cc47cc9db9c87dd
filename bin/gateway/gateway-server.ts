import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Requester } from '../../access/fair-queue.js';
import { addressScope } from '../../access/limits.js';
import { httpSubgraph, type FetchLike, type HttpAnswer } from '../../gateway/execution/http-subgraph.js';
import { SharedQueries } from '../../gateway/execution/shared-queries.js';
import { createGateway, type Gateway } from '../../gateway/gateway.js';
import { createPlanningThread, type PlanningThread } from '../../gateway/planning-thread/planning-thread.js';
import { routingUrls } from '../../gateway/routing-urls.js';
import { createOutbound } from '../../outbound/outbound.js';
import { parseUrl } from '../../outbound/parse-url.js';
import { Failure } from '../failure.js';
import { graphListener } from '../../http/graphql/graph-listener.js';
import { listen, type Listening, type ListeningOptions } from '../listening.js';
import { outboundFetch } from './subgraph-fetch.js';

/** One request: headers forwarded to the subgraphs, and whose turn it is. */
interface ForwardedContext {
  readonly requester: Requester;
  readonly headers: Readonly<Record<string, string>>;
}

export interface GatewayOptions extends ListeningOptions {
  readonly supergraphSdl: string;
  /** Names of request headers forwarded to subgraphs. */
  readonly forward: readonly string[];
  /** Headers added to every subgraph request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Per subgraph request. */
  readonly timeoutMs: number;
  /** Whether concurrent subgraph queries with the same text, variables and headers are sent once. */
  readonly sharesQueries: boolean;
  readonly log: Logger;
}

const MAX_BYTES = 96 * 1024 * 1024;

/** Logs the cause of failures that clients see only in brief. */
function logged(fetch: FetchLike, subgraph: string, log: Pick<Logger, 'error'>): FetchLike {
  return async (url, request) => {
    try {
      return await fetch(url, request);
    } catch (err) {
      log.error({ err, subgraph }, 'subgraph request failed');
      throw err;
    }
  };
}

/** Fields per operation, counting every fragment spread: this gateway limits clients in no other way. */
const MAX_SELECTIONS = 2_000;

function compose(
  { supergraphSdl, log, sharesQueries }: GatewayOptions,
  fetch: FetchLike,
  planInThread: PlanningThread['plan'],
): Gateway<ForwardedContext> {
  const sharing = sharesQueries ? { shared: new SharedQueries<HttpAnswer>() } : {};
  try {
    const subgraphs = [...routingUrls(supergraphSdl)].map(([name, url]) => {
      if (!/^https?:\/\//i.test(url) || parseUrl(url) === undefined)
        throw new Error(`the subgraph "${name}" has no http:// or https:// URL; compose it with its routing URL.`);
      return httpSubgraph<ForwardedContext>(name, url, {
        fetch: logged(fetch, name, log),
        headers: ({ headers }) => headers,
        ...sharing,
      });
    });
    const gateway = createGateway({
      supergraphSdl,
      subgraphs,
      maxSelections: MAX_SELECTIONS,
      planInThread,
      requesterOf: ({ requester }) => requester,
    });
    if ((gateway.publicSchema.getQueryType() ?? null) === null) throw new Error('it has no query type.');
    return gateway;
  } catch (error) {
    throw new Failure(`Invalid supergraph: ${withStop(error instanceof Error ? error.message : String(error))}`, {
      cause: error,
    });
  }
}

function withStop(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

function contextOf(
  { headers: given, socket }: IncomingMessage,
  response: ServerResponse,
  { forward, headers }: GatewayOptions,
): ForwardedContext {
  const forwarded = forward.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const onAbandoned = (listener: () => void): void => {
    response.once('close', () => {
      if (!response.writableFinished) listener();
    });
  };
  const requester = { turn: addressScope(socket.remoteAddress ?? 'unknown'), onAbandoned };
  return { requester, headers: { ...Object.fromEntries(forwarded), ...headers } };
}

/**
 * Serves any federation 2 supergraph over HTTP at `/graphql`, without API keys or tier checks. Throws a Failure if the
 * supergraph is invalid or the port is not available.
 */
export async function startGateway(options: GatewayOptions): Promise<Listening> {
  const outbound = createOutbound({ target: 'operator', totalTimeoutMs: options.timeoutMs, maxBytes: MAX_BYTES });
  const thread = createPlanningThread(options.supergraphSdl);
  const gateway = compose(options, outboundFetch(outbound), thread.plan);
  const { listener, stop } = await graphListener({
    gateway,
    contextOf: (request, response) => contextOf(request, response, options),
    requesterOf: ({ requester }) => requester,
    log: options.log,
  });
  const listening = await listen(listener, options);
  return {
    url: listening.url,
    retire: () => listening.retire(),
    async close() {
      await listening.close();
      await stop();
      await thread.close();
      outbound.close();
    },
  };
}
