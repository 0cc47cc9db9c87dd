import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { ApiError, ERRORS } from '../../access/errors.js';

/** Where unforeseen errors are written in full. */
export type ErrorLog = Pick<Logger, 'error'>;

/** The declared error as GraphQL shows it: code in upper case, its extra keys beside it. */
export function toGraphQLError(error: ApiError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { code: error.code.toUpperCase(), ...error.extra } });
}

/** PostgreSQL's and the network's ways to say that the database is not there. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P02', '57P03', '08000', '08003', '08006', '53300']);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && UNREACHABLE.has(code)) || /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
}

/** What a client sees of anything thrown: declared errors as they are, a database that is away as `unavailable`, the rest as `internal_error`, logged in full. */
export function toApiError(error: unknown, log: ErrorLog, where: string): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnreachable(error)) {
    log.error({ err: error, where }, 'the database is unreachable');
    return new ApiError('unavailable', undefined, { retry_after_s: 5 });
  }
  log.error({ err: error, where }, 'a resolver failed');
  return new ApiError('internal_error', ERRORS.internal_error.message);
}
