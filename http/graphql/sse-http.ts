import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../access/errors.js';
import { CSRF_HEADERS } from './apollo-server.js';
import type { GraphqlExchange, RequestedOperation } from './graphql-http.js';
import { answerJson, declaredErrorBody, type ErrorLog } from '../../gateway/live/answer-json.js';
import { EVENT_STREAM, EVENT_STREAM_TYPE, singleAnswer } from '../../gateway/live/event-stream.js';
import type { Live, LiveCaller } from '../../gateway/live/live.js';
import { streamEndOf } from '../../gateway/live/stream-ends.js';

/** Whether a client explicitly accepts event streams; a wildcard does not count. */
function acceptsStreams({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'POST') && (headers.accept ?? '').includes(EVENT_STREAM);
}

/**
 * Whether another site could have made a browser send this request with cookies and without a preflight. If there is an
 * `Origin` header, the session cookie was only accepted for allowed origins.
 */
function isForgeable({ method, headers }: IncomingMessage): boolean {
  if (method === 'POST' || headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin') return false;
  return !CSRF_HEADERS.some((name) => headers[name] !== undefined);
}

/** Sends an error inside the stream, as the protocol requires: EventSource does not expose other responses. */
function refuse<C>(exchange: GraphqlExchange<C>, json: string): void {
  exchange.send({ status: 200, body: singleAnswer(json), contentType: EVENT_STREAM_TYPE, cacheControl: 'no-store', headers: [] });
}

export interface SseOptions<C> {
  readonly live: Live;
  readonly callerOf: (exchange: GraphqlExchange<C>, request: IncomingMessage) => LiveCaller;
  readonly log: ErrorLog;
}

/** A requested subscription with its variables. */
export interface RequestedSubscription {
  readonly operation: Pick<RequestedOperation['operation'], 'document' | 'node'>;
  readonly variables: RequestedOperation['variables'];
}

/**
 * Handles subscriptions over server-sent events. Authentication and rate limiting happen before and use HTTP statuses;
 * errors of the operation itself are sent as an event that ends the stream.
 */
export function sseHttp<C>({ live, callerOf, log }: SseOptions<C>) {
  return async ({ operation: { document, node }, variables }: RequestedSubscription, request: IncomingMessage, exchange: GraphqlExchange<C>): Promise<void> => {
    if (!acceptsStreams(request)) {
      const message = 'Subscriptions require an event stream: send Accept: text/event-stream with a GET or POST.';
      throw new ApiError('invalid_parameter', message, { param: 'Accept' });
    }
    const caller = callerOf(exchange, request);
    try {
      if (isForgeable(request)) {
        const message = 'A GET with a session cookie requires the header Apollo-Require-Preflight: 1.';
        throw new ApiError('invalid_parameter', message, { param: 'Apollo-Require-Preflight' });
      }
      const subscription = live.read(document, node);
      const refused = 'errors' in subscription ? subscription : await live.open(subscription, variables, caller);
      if (refused !== null) refuse(exchange, answerJson(refused, caller.requestId, log));
    } catch (error) {
      // By status where waiting cures it, so that clients try again.
      if (!(error instanceof ApiError) || error.status >= 500 || streamEndOf([error.code], true) === 'cut') throw error;
      refuse(exchange, JSON.stringify(declaredErrorBody(error, caller.requestId)));
    }
  };
}
