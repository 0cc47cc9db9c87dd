import type { ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { Logger } from 'pino';
import { messageOf } from '../../access/echo.js';
import { ERRORS } from '../../access/errors.js';
import type { OperationCost } from '../../access/request-context.js';
import type { RefusedOperation } from '../../gateway/gateway.js';

/** The request's data that is added to a response. */
export interface ServedContext {
  readonly requestId: string;
  readonly operationCost: OperationCost | null;
}

/** How results become responses, with or without Apollo Server. */
export interface AnswerFormat<C> {
  /** The error as sent to clients; it has a code. */
  error(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
  /** Adds `extensions` to the response and to each of its errors. */
  complete(result: FormattedExecutionResult, context: C): FormattedExecutionResult;
}

/** Leaves errors and results unchanged. */
export const PLAIN_FORMAT: AnswerFormat<unknown> = { error: (formatted) => formatted, complete: (result) => result };

/** Masks and logs undeclared errors, and adds the request id to errors and the cost to responses. */
export function servedFormat<C extends ServedContext>({ log }: { readonly log: Pick<Logger, 'error'> }): AnswerFormat<C> {
  return {
    error(formatted, error) {
      const code = formatted.extensions?.['code'];
      if (code !== undefined && code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR) return formatted;
      log.error({ err: error, path: formatted.path }, 'an operation failed');
      const { message: _message, extensions: _extensions, ...place } = formatted;
      return { ...place, message: ERRORS.internal_error.message, extensions: { code: 'INTERNAL_ERROR' } };
    },
    complete({ errors, ...result }, { requestId, operationCost }) {
      const named = errors?.map((error) => ({ ...error, extensions: { ...error.extensions, request_id: requestId } }));
      const shown = named === undefined ? result : { ...result, errors: named };
      if (operationCost === null || result.data === undefined) return shown;
      const { requested, limit } = operationCost;
      return { ...shown, extensions: { ...result.extensions, cost: { requested, limit, remaining: limit - requested } } };
    },
  };
}

/** The error with a code and without `extensions.http`. */
function formatted(error: GraphQLError, codeless: string): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions;
  return { ...error.toJSON(), message: messageOf(error), extensions: { ...extensions, code: extensions['code'] ?? codeless } };
}

/** A result with data, in the same bytes as from Apollo Server. */
export function answerText<C>(result: ExecutionResult, context: C, format: AnswerFormat<C>): string {
  const shown = result.errors?.map((error) => format.error(formatted(error, ApolloServerErrorCode.INTERNAL_SERVER_ERROR), error));
  return completeText({ ...(shown === undefined ? {} : { errors: shown }), ...(result.data === undefined ? {} : { data: result.data }) }, context, format);
}

/** The response for an operation that was rejected before it ran, as from Apollo Server. `code` is the default code. */
export function refusalText<C>({ errors, data }: RefusedOperation, code: string, context: C, format: AnswerFormat<C>): string {
  const shown = errors.map((error) => format.error(formatted(error, code), error));
  return completeText(data === undefined ? { errors: shown } : { errors: shown, data }, context, format);
}

function completeText<C>(result: FormattedExecutionResult, context: C, format: AnswerFormat<C>): string {
  const { errors, data, extensions } = format.complete(result, context);
  return `${JSON.stringify({ errors, data, extensions })}\n`;
}
