import type { ApiError } from '../access/errors.js';

/** `Retry-After` if the error has no wait time. */
const DEFAULT_WAIT_S = 5;

/** Value of `Retry-After`; undefined if retrying does not help. */
export function retryAfterS({ status, extra }: ApiError): number | undefined {
  return status === 429 || status === 503 ? (extra.retry_after_s ?? extra.reset_in_s ?? DEFAULT_WAIT_S) : undefined;
}

/** The body of an error (`docs/decisions.md`, errors). */
export function errorBody(error: ApiError, requestId: string): Readonly<Record<string, unknown>> {
  return { error: error.code, message: error.message, request_id: requestId, ...error.extra };
}
