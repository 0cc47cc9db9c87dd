import { isNativeError } from 'node:util/types';
import { GraphQLError } from 'graphql';

/** Seconds after which a client may ask for a plan again. */
const RETRY_AFTER_S = 2;

/** No thread can plan the operation at present; the same operation may be planned later. */
export class PlanningUnavailable extends Error {}

/** The error that a client gets for an operation without a plan. */
export function planningError(cause: unknown): GraphQLError {
  const originalError = isNativeError(cause) ? { originalError: cause } : {};
  if (cause instanceof PlanningUnavailable) {
    return new GraphQLError('The server is planning too many large operations; try again.', { extensions: { code: 'UNAVAILABLE', retry_after_s: RETRY_AFTER_S }, ...originalError });
  }
  return new GraphQLError('The operation cannot be planned.', { extensions: { code: 'QUERY_PLANNING_FAILED' }, ...originalError });
}
