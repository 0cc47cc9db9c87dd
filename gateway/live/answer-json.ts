import { GraphQLError, type ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import { ERRORS, type ApiError } from '../../access/errors.js';

/** Where errors that nobody declared are written in full. */
export type ErrorLog = Pick<Logger, 'error'>;

/** A declared error as GraphQL clients read one. */
export function declaredErrorBody(error: ApiError, requestId: string): { readonly errors: readonly object[] } {
  return { errors: [{ message: error.message, extensions: { code: error.code.toUpperCase(), ...error.extra, request_id: requestId } }] };
}

/** Errors of an operation: those with a code as they are, the rest logged in full and shown in brief. */
function shownError(error: GraphQLError, requestId: string, log: ErrorLog): object {
  const { message, path, extensions } = error.toJSON();
  const place = path === undefined ? {} : { path };
  if (extensions?.['code'] !== undefined) return { message, ...place, extensions: { ...extensions, request_id: requestId } };
  log.error({ err: error, path, request_id: requestId }, 'an operation failed');
  return { message: ERRORS.internal_error.message, ...place, extensions: { code: 'INTERNAL_ERROR', request_id: requestId } };
}

/** An answer as it is sent: errors name the request and hide what nobody declared. */
export function answerJson({ data, errors }: ExecutionResult, requestId: string, log: ErrorLog): string {
  const shown = errors?.map((error) => shownError(error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error }), requestId, log));
  return JSON.stringify({ ...(shown === undefined ? {} : { errors: shown }), ...(data === undefined ? {} : { data }) });
}

/** Codes of an answer's errors. */
export function codesOf({ errors }: ExecutionResult): readonly unknown[] {
  return (errors ?? []).map(({ extensions }) => extensions['code']);
}
