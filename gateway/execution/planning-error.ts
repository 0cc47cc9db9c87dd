import { isNativeError } from 'node:util/types';
import { GraphQLError } from 'graphql';

/** Seconds after which a client may retry. */
const RETRY_AFTER_S = 2;

/** The planning queue is full; the same operation may be planned later. */
export class PlanningUnavailable extends Error {}

/** The client's error for an operation without a plan. */
export function planningError(cause: unknown): GraphQLError {
  const originalError = isNativeError(cause) ? { originalError: cause } : {};
  if (cause instanceof PlanningUnavailable) {
    const message = 'The server is planning too many large operations; please retry.';
    return new GraphQLError(message, {
      extensions: { code: 'UNAVAILABLE', retry_after_s: RETRY_AFTER_S },
      ...originalError,
    });
  }
  return new GraphQLError('The operation cannot be planned.', {
    extensions: { code: 'QUERY_PLANNING_FAILED' },
    ...originalError,
  });
}
