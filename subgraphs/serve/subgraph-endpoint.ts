import type { Request, RequestHandler, Response } from 'express';
import { execute, type ExecutionResult, type GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { recordOf, RECORD_EXTENSION } from '../../access/charge-record.js';
import { ApiError, ERRORS } from '../../access/errors.js';
import { RequestContext, type RequestMeter } from '../../access/request-context.js';
import { IDENTITY_HEADER, type SignedIdentities } from '../../access/signed-identity.js';
import { toGraphQLError, type ErrorLog } from '../schema/errors.js';
import { documentsOf } from './documents.js';
import { readOperation } from './request.js';

export interface SubgraphEndpointOptions {
  readonly schema: GraphQLSchema;
  readonly identities: Pick<SignedIdentities, 'verify'>;
  readonly meter: RequestMeter;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: ErrorLog;
}

const ANSWER_TYPE = 'application/graphql-response+json';

/**
 * GraphQL over HTTP for one subgraph: POST alone, and 401 without a valid signed identity, before anything is read. The
 * answer's `extensions` say what the request cost and where its data came from.
 */
export function subgraphEndpoint({ schema, identities, meter, clock, log }: SubgraphEndpointOptions): RequestHandler {
  const checkedDocument = documentsOf(schema);

  const run = async (context: RequestContext, request: Request, response: Response): Promise<void> => {
    const { query, operationName, variables } = await readOperation(request, response);
    const checked = checkedDocument(query);
    if ('errors' in checked) return send(request, response, 400, { errors: checked.errors.map((error) => shown(error, context.requestId, log)) });
    const { data, errors } = await execute({ schema, document: checked.document, operationName, variableValues: variables, contextValue: context });
    const result: ExecutionResult = { ...(data === undefined ? {} : { data }), extensions: { [RECORD_EXTENSION]: recordOf(context) } };
    const failed = errors === undefined ? {} : { errors: errors.map((error) => shown(error, context.requestId, log)) };
    send(request, response, data === undefined ? 400 : 200, { ...failed, ...result });
  };

  return (request, response) => {
    let requestId: string | undefined;
    const refuse = (thrown: unknown): void => {
      const error = thrown instanceof ApiError ? thrown : undeclared(thrown, log);
      if (error.code === 'method_not_allowed') response.setHeader('Allow', 'POST');
      send(request, response, error.status, { errors: [withId(toGraphQLError(error).toJSON(), requestId)] });
    };
    try {
      if (request.method !== 'POST') throw new ApiError('method_not_allowed', 'A subgraph takes POST alone.');
      const signed = identities.verify(request.get(IDENTITY_HEADER), clock());
      requestId = signed.requestId;
      const context = new RequestContext({ identity: signed.identity, requestId, nowMs: clock(), meter });
      context.operationCost = signed.operationCost;
      run(context, request, response).catch(refuse);
    } catch (error) {
      refuse(error);
    }
  };
}

function undeclared(thrown: unknown, log: ErrorLog): ApiError {
  log.error({ err: thrown }, 'a request to the subgraph failed');
  return new ApiError('internal_error');
}

/** Declared errors and errors of the operation itself as they are; anything else is logged in full and shown in brief. */
function shown(error: GraphQLError, requestId: string, log: ErrorLog): GraphQLFormattedError {
  if (typeof error.extensions['code'] === 'string') return withId(error.toJSON(), requestId);
  if (error.path === undefined) return withId({ message: error.message, extensions: { code: 'BAD_USER_INPUT' } }, requestId);
  log.error({ err: error, path: error.path, request_id: requestId }, 'a field failed');
  return withId({ message: ERRORS.internal_error.message, path: error.path, extensions: { code: 'INTERNAL_ERROR' } }, requestId);
}

function withId({ locations: _locations, ...error }: GraphQLFormattedError, requestId: string | undefined): GraphQLFormattedError {
  return requestId === undefined ? error : { ...error, extensions: { ...error.extensions, request_id: requestId } };
}

function send(request: Request, response: Response, status: number, body: object): void {
  const type = (request.get('accept') ?? '').includes(ANSWER_TYPE) ? ANSWER_TYPE : 'application/json';
  response.status(status).set({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' }).send(Buffer.from(JSON.stringify(body)));
}
