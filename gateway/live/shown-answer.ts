import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { messageOf } from '../../access/echo.js';
import { ERRORS, type ApiError } from '../../access/errors.js';

/** Undeclared errors are logged in full. */
export type ErrorLog = Pick<Logger, 'error'>;

/** A response as a client sees it. */
export interface ShownAnswer {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: ExecutionResult['data'];
}

/** A declared error as a GraphQL response body. */
export function declaredErrorBody(
  error: ApiError,
  requestId: string,
): { readonly errors: readonly GraphQLFormattedError[] } {
  return {
    errors: [
      { message: error.message, extensions: { code: error.code.toUpperCase(), ...error.extra, request_id: requestId } },
    ],
  };
}

/** Errors with a code are returned unchanged; the rest are logged in full and returned without details. */
function shownError(error: GraphQLError, requestId: string, log: ErrorLog): GraphQLFormattedError {
  const { path, extensions } = error.toJSON();
  const place = path === undefined ? {} : { path };
  if (extensions?.['code'] !== undefined)
    return { message: messageOf(error), ...place, extensions: { ...extensions, request_id: requestId } };
  log.error({ err: error, path, request_id: requestId }, 'operation failed');
  return {
    message: ERRORS.internal_error.message,
    ...place,
    extensions: { code: 'INTERNAL_ERROR', request_id: requestId },
  };
}

/** A response as it is sent: errors carry the request id, and undeclared ones are masked. */
export function shownAnswer({ data, errors }: ExecutionResult, requestId: string, log: ErrorLog): ShownAnswer {
  const shown = errors?.map((error) =>
    shownError(error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error }), requestId, log),
  );
  return { ...(shown === undefined ? {} : { errors: shown }), ...(data === undefined ? {} : { data }) };
}

/** Codes of a response's errors. */
export function codesOf({ errors }: ExecutionResult): readonly unknown[] {
  return (errors ?? []).map(({ extensions }) => extensions['code']);
}

/** False if nothing was answered: every root field failed. */
export function hasData({ data }: Pick<ShownAnswer, 'data'>): boolean {
  return data !== null && data !== undefined && Object.values(data).some((value) => value !== null);
}
