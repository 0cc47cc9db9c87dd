import { ApiError } from '../access/errors.js';
import type { RequestContext } from '../access/request-context.js';

/** Arguments of a field that answers as of an instant. */
export interface AsOfArguments {
  /** ISO 8601; null or missing for now. */
  readonly asOf?: string | null | undefined;
}

function refusal(message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param: 'asOf' });
}

/**
 * The instant of `asOf` in epoch milliseconds; null without one. Throws `invalid_parameter` for one that is to come.
 */
export function asOfInstant({ asOf }: AsOfArguments, context: Pick<RequestContext, 'hasPassed'>): number | null {
  if (asOf === null || asOf === undefined) return null;
  const instantMs = Date.parse(asOf);
  if (context.hasPassed(instantMs)) return instantMs;
  throw refusal(`asOf must not be in the future, got ${asOf}; leave it out for what is known now.`);
}

/** The error for an `asOf` at which nothing was known yet; `what` names the first that was, at `firstMs`. */
export function beforeFirst(what: string, firstMs: number): ApiError {
  const first = new Date(firstMs).toISOString();
  return refusal(`asOf is before ${what}, which was known at ${first}; send that time or a later one.`);
}
