import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../access/errors.js';
import { CSRF_HEADERS } from './apollo-server.js';
import type { GraphqlExchange, RequestedOperation } from './graphql-http.js';
import { answerJson, declaredErrorBody, type ErrorLog } from '../../gateway/live/answer-json.js';
import { EVENT_STREAM, EVENT_STREAM_TYPE, singleAnswer } from '../../gateway/live/event-stream.js';
import type { Live, LiveCaller } from '../../gateway/live/live.js';

/** Whether a client names streams among what it takes; taking anything does not mean a stream. */
function acceptsStreams({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'POST') && (headers.accept ?? '').includes(EVENT_STREAM);
}

/**
 * Whether a page of another site could have made a browser send this with its cookies and without asking first. A browser
 * tells where a request comes from; where it names an origin, the session's cookie was let in for that origin alone.
 */
function isForgeable({ method, headers }: IncomingMessage): boolean {
  if (method === 'POST' || headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin') return false;
  return !CSRF_HEADERS.some((name) => headers[name] !== undefined);
}

/** Refuses inside the stream, as the protocol asks: a browser's EventSource reads no other answer. */
function refuse<C>(exchange: GraphqlExchange<C>, json: string): void {
  exchange.send({ status: 200, body: singleAnswer(json), contentType: EVENT_STREAM_TYPE, cacheControl: 'no-store', headers: [] });
}

export interface SseOptions<C> {
  readonly live: Live;
  readonly callerOf: (exchange: GraphqlExchange<C>, request: IncomingMessage) => LiveCaller;
  readonly log: ErrorLog;
}

/** A subscription of a parsed document. */
export interface RequestedSubscription {
  readonly operation: Pick<RequestedOperation['operation'], 'document' | 'node'>;
  readonly variables: RequestedOperation['variables'];
}

/**
 * Answers subscriptions of clients that take streams. The caller is authenticated before, so that only a key or a minute is
 * refused by an HTTP status: what the operation itself is refused for is an event, and then the end.
 */
export function sseHttp<C>({ live, callerOf, log }: SseOptions<C>) {
  return async ({ operation: { document, node }, variables }: RequestedSubscription, request: IncomingMessage, exchange: GraphqlExchange<C>): Promise<void> => {
    if (!acceptsStreams(request)) throw new ApiError('invalid_parameter', 'A subscription is answered as a stream: send Accept: text/event-stream with a GET or a POST.', { param: 'Accept' });
    const caller = callerOf(exchange, request);
    try {
      if (isForgeable(request)) throw new ApiError('invalid_parameter', 'Send the header Apollo-Require-Preflight: 1 with a GET that carries a session cookie.', { param: 'Apollo-Require-Preflight' });
      const subscription = live.read(document, node);
      const refused = 'errors' in subscription ? subscription : await live.open(subscription, variables, caller);
      if (refused !== null) refuse(exchange, answerJson(refused, caller.requestId, log));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      refuse(exchange, JSON.stringify(declaredErrorBody(error, caller.requestId)));
    }
  };
}
