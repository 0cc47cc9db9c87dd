import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { recordOf, RECORD_EXTENSION } from '../../access/charge-record.js';
import { messageOf } from '../../access/echo.js';
import { ApiError, ERRORS, refusedStatus } from '../../access/errors.js';
import { RequestContext, type RequestMeter } from '../../access/request-context.js';
import { IDENTITY_HEADER, type SignedIdentities } from '../../access/signed-identity.js';
import { toGraphQLError, type ErrorLog } from '../build/errors.js';
import { settleBatches } from '../settle-batches.js';
import { documentsOf, type OperationError, type PrepareOperation, type Subscription } from './documents.js';
import { readOperation, type OperationRequest } from './request.js';

export interface RequestedSubscription {
  readonly operation: Subscription;
  readonly variables: OperationRequest['variables'];
}

/** Serves a subscription as a stream. Rejects with a declared error, before writing, if it cannot be opened. */
export type AnswerStream = (
  subscription: RequestedSubscription,
  context: RequestContext,
  request: Request,
  response: Response,
) => Promise<void>;

export interface SubgraphEndpointOptions {
  readonly schema: GraphQLSchema;
  readonly identities: Pick<SignedIdentities, 'verify'>;
  readonly meter: RequestMeter;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: ErrorLog;
  readonly prepare: PrepareOperation;
  /** Drops cached data that is older than the versions the caller has seen. */
  readonly catchUp: (seen: RequestContext['seen']) => void;
  /** Absent if the schema has no subscriptions. */
  readonly stream?: AnswerStream | undefined;
}

const STREAM_TYPE = 'text/event-stream';
const ANSWER_TYPE = 'application/graphql-response+json';

/**
 * GraphQL over HTTP for one subgraph: POST only, GET for streams, and 401 without a valid signed identity, before the
 * body is read. The response's `extensions` report the request's cost and data sources.
 */
export function subgraphEndpoint({
  schema,
  identities,
  meter,
  clock,
  log,
  prepare,
  catchUp,
  stream = refuseStream,
}: SubgraphEndpointOptions): RequestHandler {
  const checkedDocument = documentsOf(schema, prepare);

  const run = async (context: RequestContext, request: Request, response: Response): Promise<void> => {
    const { query, operationName, variables } = await readOperation(request, response);
    const checked = checkedDocument(query);
    if ('errors' in checked)
      return send(request, response, 400, {
        errors: checked.errors.map((error) => shown(error, context.requestId, log)),
      });
    const subscription = checked.subscription(operationName);
    if (subscription !== undefined) return stream({ operation: subscription, variables }, context, request, response);
    if (request.method !== 'POST')
      throw new ApiError('method_not_allowed', 'A subgraph accepts queries and mutations by POST only.');
    const { data, errors } = await checked.run(operationName, variables, context);
    // Our gateway decides about batches that other subgraphs read, too.
    await settleBatches(context, log, !context.trustsCoverage);
    const result = { ...(data === undefined ? {} : { data }), extensions: { [RECORD_EXTENSION]: recordOf(context) } };
    const failed = errors === undefined ? {} : { errors: errors.map((error) => shown(error, context.requestId, log)) };
    send(request, response, data === undefined ? refusedStatus(errors ?? []) : 200, { ...failed, ...result });
  };

  return (request, response) => {
    let requestId: string | undefined;
    const refuse = (thrown: unknown): void => {
      const error = thrown instanceof ApiError ? thrown : undeclared(thrown, log);
      if (error.code === 'method_not_allowed') response.setHeader('Allow', 'POST');
      send(request, response, error.status, { errors: [withId(toGraphQLError(error).toJSON(), requestId)] });
    };
    try {
      if (!isTaken(request))
        throw new ApiError(
          'method_not_allowed',
          `A subgraph accepts POST, or GET with Accept: ${STREAM_TYPE} for a subscription.`,
        );
      const signed = identities.verify(request.get(IDENTITY_HEADER), clock());
      requestId = signed.requestId;
      const context = new RequestContext({
        identity: signed.identity,
        requestId,
        nowMs: clock(),
        meter,
        trustsCoverage: signed.isGateway,
        client: signed.client,
      });
      context.operationCost = signed.operationCost;
      catchUp(signed.seen);
      run(context, request, response).catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
}

function isTaken(request: Request): boolean {
  return request.method === 'POST' || (request.method === 'GET' && (request.get('accept') ?? '').includes(STREAM_TYPE));
}

function refuseStream(): Promise<void> {
  throw new ApiError('invalid_parameter', 'This subgraph serves no subscriptions.', { param: 'query' });
}

function undeclared(thrown: unknown, log: ErrorLog): ApiError {
  log.error({ err: thrown }, 'subgraph request failed');
  return new ApiError('internal_error');
}

/** Passes on declared errors and errors in the operation; all others are logged in full and masked. */
function shown(error: OperationError, requestId: string, log: ErrorLog): GraphQLFormattedError {
  const { path, extensions } = error;
  const message = messageOf(error);
  const place = path === undefined ? {} : { path };
  if (extensions !== undefined && typeof extensions['code'] === 'string')
    return withId({ message, ...place, extensions }, requestId);
  if (path === undefined) return withId({ message, extensions: { code: 'INVALID_PARAMETER' } }, requestId);
  log.error({ err: error, path, request_id: requestId }, 'a field failed');
  return withId({ message: ERRORS.internal_error.message, path, extensions: { code: 'INTERNAL_ERROR' } }, requestId);
}

function withId(error: GraphQLFormattedError, requestId: string | undefined): GraphQLFormattedError {
  return requestId === undefined ? error : { ...error, extensions: { ...error.extensions, request_id: requestId } };
}

function send(request: Request, response: Response, status: number, body: object): void {
  const type = (request.get('accept') ?? '').includes(ANSWER_TYPE) ? ANSWER_TYPE : 'application/json';
  response
    .status(status)
    .set({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    .send(Buffer.from(JSON.stringify(body)));
}
