import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../access/errors.js';
import { EVENT_STREAM_FORMAT } from '../../gateway/live/event-stream.js';
import type { Live, LiveCaller } from '../../gateway/live/live.js';
import type { StreamTransport } from '../../gateway/live/stream-counts.js';
import { MULTIPART_FORMAT } from '../../gateway/live/multipart.js';
import { ResponseSink } from '../../gateway/live/response-sink.js';
import { declaredErrorBody, shownAnswer, type ErrorLog, type ShownAnswer } from '../../gateway/live/shown-answer.js';
import { isCuredByWaiting } from '../../gateway/live/stream-ends.js';
import type { StreamFormat } from '../../gateway/live/stream-format.js';
import { CSRF_HEADERS } from './apollo-server.js';
import type { GraphqlExchange } from './graphql-http.js';
import { RefusedDocument, type RequestedOperation } from './requested-operation.js';

/** Tells proxies not to buffer the stream. */
const STREAM_HEADERS = ['X-Accel-Buffering', 'no'];

/** The format that a media range asks for; wildcards, and multipart responses of other kinds, do not count. */
function formatOf(range: string): StreamFormat | undefined {
  if (/^\s*text\/event-stream\b/i.test(range)) return EVENT_STREAM_FORMAT;
  const isSubscription = /^\s*multipart\/mixed\s*;/i.test(range) && /;\s*subscriptionSpec\s*=\s*"?1\.0/i.test(range);
  return isSubscription ? MULTIPART_FORMAT : undefined;
}

/** The stream format that an `Accept` header names first; undefined if it names none. */
export function acceptedFormat(accept = ''): StreamFormat | undefined {
  for (const range of accept.split(',')) {
    const format = formatOf(range);
    if (format !== undefined) return format;
  }
  return undefined;
}

function requireFormat({ method, headers }: IncomingMessage): StreamFormat {
  const format = method === 'GET' || method === 'POST' ? acceptedFormat(headers.accept) : undefined;
  if (format !== undefined) return format;
  const message =
    'A subscription is a stream: send Accept: text/event-stream or multipart/mixed;subscriptionSpec=1.0 with a ' +
    'GET or POST, or open a WebSocket (graphql-transport-ws).';
  throw new ApiError('invalid_parameter', message, { param: 'Accept' });
}

/**
 * Whether another site could have made a browser send this request with cookies and without a preflight. If there is an
 * `Origin` header, the session cookie was only accepted for allowed origins.
 */
function isForgeable({ method, headers }: IncomingMessage): boolean {
  if (method === 'POST' || headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin') return false;
  return !CSRF_HEADERS.some((name) => headers[name] !== undefined);
}

/** Sends an error inside the stream, as the graphql-sse protocol asks: EventSource does not expose other responses. */
function refuseInStream<C>(exchange: GraphqlExchange<C>, answer: ShownAnswer): void {
  const { contentType, complete } = EVENT_STREAM_FORMAT;
  exchange.send({ status: 200, body: complete(answer), contentType, cacheControl: 'no-store', headers: [] });
}

export interface SubscriptionOptions<C> {
  readonly live: Live;
  readonly callerOf: (exchange: GraphqlExchange<C>, request: IncomingMessage) => Omit<LiveCaller, 'open' | 'transport'>;
  readonly log: ErrorLog;
}

/** A requested subscription with its variables. */
export interface RequestedSubscription {
  readonly operation: Pick<RequestedOperation['operation'], 'document' | 'node'>;
  readonly variables: RequestedOperation['variables'];
}

/**
 * Handles subscriptions as streams in HTTP responses. Rejects with a declared error or `RefusedDocument`, before
 * anything is written; in event streams, errors of the operation that waiting does not cure are sent instead.
 */
export function subscriptionHttp<C>({ live, callerOf, log }: SubscriptionOptions<C>) {
  return async (
    { operation: { document, node }, variables }: RequestedSubscription,
    request: IncomingMessage,
    exchange: GraphqlExchange<C>,
  ): Promise<void> => {
    const format = requireFormat(request);
    const caller = callerOf(exchange, request);
    const transport: StreamTransport = format === MULTIPART_FORMAT ? 'multipart' : 'event_stream';
    const open = async (): Promise<ResponseSink> =>
      new ResponseSink(await exchange.open(format.contentType, STREAM_HEADERS), format);
    try {
      if (isForgeable(request)) {
        const message = 'A GET with a session cookie requires the header Apollo-Require-Preflight: 1.';
        throw new ApiError('invalid_parameter', message, { param: 'Apollo-Require-Preflight' });
      }
      const subscription = live.read(document, node);
      const refused =
        'errors' in subscription
          ? subscription
          : await live.open(subscription, variables, { ...caller, transport, open });
      if (refused !== null) throw new RefusedDocument(refused);
    } catch (error) {
      if (format !== EVENT_STREAM_FORMAT) throw error;
      if (error instanceof RefusedDocument)
        return refuseInStream(exchange, shownAnswer(error.refused, caller.requestId, log));
      if (!(error instanceof ApiError) || isCuredByWaiting(error)) throw error;
      refuseInStream(exchange, declaredErrorBody(error, caller.requestId));
    }
  };
}
