import {
  GraphQLError,
  parse,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { makeServer, type Server, type SubscribePayload } from 'graphql-ws';
import type { Logger } from 'pino';
import { ApiError } from '../../../access/errors.js';
import type { Identity } from '../../../access/identity.js';
import { accountScope } from '../../../access/limits.js';
import type { RequestContext } from '../../../access/request-context.js';
import { StreamFailed, type IteratorSink } from '../../../gateway/live/iterator-sink.js';
import type { Live, LiveCaller } from '../../../gateway/live/live.js';
import { declaredErrorBody } from '../../../gateway/live/shown-answer.js';
import { isCuredByWaiting } from '../../../gateway/live/stream-ends.js';
import { requireShallow } from '../../body.js';
import type { HttpOptions } from '../../options.js';
import { refusedContent, withRequestId, type AnswerFormat } from '../answer-format.js';
import { readBodyParameters } from '../operation-parameters.js';
import { RefusedDocument, type OperationReader, type RequestedOperation } from '../requested-operation.js';
import type { GraphqlSocket } from './graphql-socket.js';

export interface SocketProtocolOptions extends HttpOptions<RequestContext> {
  readonly schema: GraphQLSchema;
  readonly live: Live;
  readonly readOperation: OperationReader<RequestContext>;
  readonly format: AnswerFormat<RequestContext>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

const NO_QUERIES = 'This WebSocket carries subscriptions only; send queries and mutations by POST to the same URL.';
/** The library only looks at the kind of the operation. */
const ANY_SUBSCRIPTION = parse('subscription { any }');

/** Counts the operation towards the per-minute limit, as a request. */
async function takeOne(
  { access }: SocketProtocolOptions,
  { accountId, perMinute }: Identity,
  nowMs: number,
): Promise<void> {
  const { allowed, retryAfterS } = await access.limiter.take(accountScope(accountId), perMinute, nowMs);
  if (!allowed) throw new ApiError('rate_limited', undefined, { retry_after_s: retryAfterS });
}

function requireSubscription(requested: RequestedOperation | undefined): RequestedOperation {
  if (requested === undefined) throw new ApiError('missing_parameter', 'The message has no query.', { param: 'query' });
  if (requested.operation.node.operation === 'subscription') return requested;
  throw new ApiError('invalid_parameter', NO_QUERIES, { param: 'query' });
}

/** Opens the subscription that a client requests. Throws a declared error or `RefusedDocument`. */
async function open(
  options: SocketProtocolOptions,
  socket: GraphqlSocket,
  payload: SubscribePayload,
  requestId: string,
): Promise<IteratorSink> {
  const { clock, newContext, readOperation, live } = options;
  requireShallow(payload, 'message');
  const identity = await socket.authenticate();
  const nowMs = clock();
  await takeOne(options, identity, nowMs);
  const context = newContext({ identity, requestId, nowMs, onAbandoned: () => undefined });
  const { operation, variables } = requireSubscription(readOperation(readBodyParameters(payload), context));
  const subscription = live.read(operation.document, operation.node);
  if ('errors' in subscription) throw new RefusedDocument(subscription);
  const sink = socket.newSink();
  const caller: LiveCaller = {
    identity,
    requestId,
    transport: 'websocket',
    authenticate: () => socket.authenticate(),
    open: async () => sink,
  };
  try {
    const refused = await live.open(subscription, variables, caller);
    if (refused !== null) throw new RefusedDocument(refused);
    return sink;
  } catch (error) {
    sink.leave();
    throw error;
  }
}

/** The errors for a client whose subscription was refused; undeclared ones are logged. */
function refusalOf(
  thrown: unknown,
  requestId: string,
  { format, log }: SocketProtocolOptions,
): readonly GraphQLFormattedError[] {
  if (thrown instanceof RefusedDocument) {
    return withRequestId(refusedContent(thrown.refused, thrown.code, format).errors ?? [], requestId);
  }
  if (!(thrown instanceof ApiError)) log.error({ err: thrown, request_id: requestId }, 'a subscription failed');
  return declaredErrorBody(thrown instanceof ApiError ? thrown : new ApiError('internal_error'), requestId).errors;
}

/**
 * True if the client should connect again. The other streams of a socket need not end because the minute is used up.
 */
function endsSocket(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.code !== 'rate_limited' && isCuredByWaiting(thrown);
}

function toGraphQLError({ message, path, extensions }: GraphQLFormattedError): GraphQLError {
  return new GraphQLError(message, { path: path ?? null, extensions: extensions ?? null });
}

/** The graphql-transport-ws protocol over our streams. */
export function socketProtocol(options: SocketProtocolOptions): Server<GraphqlSocket> {
  return makeServer<Record<string, unknown>, GraphqlSocket>({
    onConnect: ({ extra: socket, connectionParams }) => socket.connect(connectionParams),
    async onSubscribe({ extra: socket }, _id, payload) {
      const requestId = options.newRequestId();
      try {
        return {
          schema: options.schema,
          document: ANY_SUBSCRIPTION,
          contextValue: await open(options, socket, payload, requestId),
        };
      } catch (thrown) {
        if (endsSocket(thrown)) socket.fail(thrown);
        return refusalOf(thrown, requestId, options).map(toGraphQLError);
      }
    },
    subscribe: ({ contextValue }) => (contextValue as IteratorSink).answers as AsyncIterable<object>,
    onNext: (_context, _id, _payload, _arguments, result) => result as FormattedExecutionResult,
    onError(_context, _id, _payload, [error]) {
      const failure = error?.originalError;
      return failure instanceof StreamFailed ? failure.errors : undefined;
    },
  });
}
