import type { RequestContext } from '../access/request-context.js';
import type { ErrorLog } from './build/errors.js';

/**
 * Refunds the batches of which nothing was answered, once their operation has ended; see
 * `RequestContext.settleBatches`. A refund that fails is logged, and does not change the answer.
 */
export function settleBatches(context: RequestContext, log: ErrorLog, isWhole = true): void | Promise<void> {
  const failed = (err: unknown): void => log.error({ err, request_id: context.requestId }, 'a refund failed');
  try {
    return context.settleBatches(isWhole)?.catch(failed);
  } catch (error) {
    failed(error);
  }
}

/** The result of an operation, once the refunds of its batches are made: in the same tick if both are. */
export function withSettledBatches<Result>(
  result: Result | Promise<Result>,
  context: RequestContext,
  log: ErrorLog,
): Result | Promise<Result> {
  if (result instanceof Promise) return result.then((settled) => withSettledBatches(settled, context, log));
  const refunds = settleBatches(context, log);
  return refunds === undefined ? result : refunds.then(() => result);
}
