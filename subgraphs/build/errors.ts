import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { ApiError, ERRORS } from '../../access/errors.js';

/** Logs unexpected errors in full. */
export type ErrorLog = Pick<Logger, 'error'>;

/** A declared error as a GraphQL error: code in upper case, extra keys in `extensions`. */
export function toGraphQLError(error: ApiError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code.toUpperCase(), ...error.extra } });
}

/** PostgreSQL and network error codes that mean the database is unreachable. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P02', '57P03', '08000', '08003', '08006', '53300']);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && UNREACHABLE.has(code)) || /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}

/**
 * Maps any error to what clients see: declared errors as they are, an unreachable database as `unavailable`, all others as
 * `internal_error`, logged in full.
 */
export function toApiError(error: unknown, log: ErrorLog, where: string): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnreachable(error)) {
    log.error({ err: error, where }, 'the database is unreachable');
    return new ApiError('unavailable', undefined, { retry_after_s: 5 });
  }
  log.error({ err: error, where }, 'a resolver failed');
  return new ApiError('internal_error', ERRORS.internal_error.message);
}
