import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { ApiError, ERRORS } from '../../access/errors.js';
import { stepsOf } from '../../access/parameters/faults.js';

/** Logs unexpected errors in full. */
export type ErrorLog = Pick<Logger, 'error'>;

/** The argument that a mutation's parameters are fields of; `param` leaves it out. */
export const INPUT = 'input';

/** `holdings[0].ticker` is at `["holdings", 0, "ticker"]`; undefined if none of the field's arguments has it. */
function inputPath(param: string, names: ReadonlySet<string>): readonly (string | number)[] | undefined {
  const steps = stepsOf(param);
  if (names.has(String(steps[0]))) return steps;
  return names.has(INPUT) ? [INPUT, ...steps] : undefined;
}

/**
 * A declared error as a GraphQL error: code in upper case, extra keys in `extensions`, and beside each `param` its
 * `path` into the arguments of the field, which are called `names`.
 */
export function toGraphQLError(error: ApiError, names: ReadonlySet<string> = new Set()): GraphQLError {
  const { message, code, extra } = error;
  // A cap is about the mutation's input as a whole.
  const whole = extra.cap !== undefined && extra.param === undefined && names.has(INPUT) ? { path: [INPUT] } : {};
  const placed = <Extra extends { readonly param?: string | undefined }>(
    given: Extra,
  ): Extra & { readonly path?: readonly (string | number)[] } => {
    const path = given.param === undefined ? undefined : inputPath(given.param, names);
    return path === undefined ? given : { ...given, path };
  };
  const details = extra.details === undefined ? {} : { details: extra.details.map(placed) };
  return new GraphQLError(message, {
    originalError: error,
    extensions: { code: code.toUpperCase(), ...placed(extra), ...whole, ...details },
  });
}

/** PostgreSQL and network error codes that mean the database is unreachable. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
]);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    (typeof code === 'string' && UNREACHABLE.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}

/**
 * Maps any error to what clients see: declared errors as they are, an unreachable database as `unavailable`, all others
 * as
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
