import { isNativeError } from 'node:util/types';
import { GraphQLError } from 'graphql';

/** The planner has no capacity at present; the same operation may be planned later. */
export class PlannerBusy extends Error {}

/** The planner died of an operation or took too long over it. */
export class PlannerLost extends Error {}

/** What a client is told of an operation without a plan. */
export function planningError(cause: unknown): GraphQLError {
  const originalError = isNativeError(cause) ? { originalError: cause } : {};
  if (cause instanceof PlannerBusy) {
    return new GraphQLError('The planner is busy; try again.', { extensions: { code: 'QUERY_PLANNING_BUSY' }, ...originalError });
  }
  return new GraphQLError('The operation cannot be planned.', { extensions: { code: 'QUERY_PLANNING_FAILED' }, ...originalError });
}
