import type { ErrorExtra } from './error-extra.js';
import { ERRORS, type ErrorCode } from './error-table.js';
import { TIERS, type Tier } from './tiers.js';

export type { ErrorDetail, ErrorExtra } from './error-extra.js';
export { ERRORS, type ErrorCode } from './error-table.js';

/** The code's own message, with the seconds to wait where it names their key. */
function defaultMessage(code: ErrorCode, { retry_after_s: retry, reset_in_s: reset }: ErrorExtra): string {
  const seconds = retry ?? reset;
  const { message } = ERRORS[code];
  return seconds === undefined ? message : message.replace(/\b(?:retry_after_s|reset_in_s)\b/, String(seconds));
}

/** An error meant for the client. Anything else thrown becomes `internal_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: ErrorExtra;

  /** `options.cause` is logged and never sent to the client. */
  constructor(code: ErrorCode, message?: string, extra: ErrorExtra = {}, options?: ErrorOptions) {
    super(message ?? defaultMessage(code, extra), options);
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.extra = extra;
  }
}

/** The refusal of a caller below `required`; `what` names what was asked for. */
export function tierRequired(what: string, tier: Tier, required: Tier): ApiError {
  const needed = required === TIERS[TIERS.length - 1] ? `the ${required} tier` : `the ${required} tier or above`;
  return new ApiError('tier_required', `${what} needs ${needed}; the account is ${tier}.`, {
    tier,
    required_tier: required,
  });
}

/** The refusal of an option that the caller's tier does not include; `what` names it. */
export function entitlementRequired(what: string, tier: Tier, required: Tier): ApiError {
  return new ApiError('entitlement_required', `${what} needs the ${required} tier; the account is ${tier}.`, {
    tier,
    required_tier: required,
  });
}

/** The status of a GraphQL operation that did not run: 403 if the caller's tier is the only reason, else 400. */
export function refusedStatus(
  errors: readonly { readonly extensions?: Readonly<Record<string, unknown>> | undefined }[],
): number {
  const isForTier = errors.length > 0 && errors.every(({ extensions }) => extensions?.['code'] === 'TIER_REQUIRED');
  return isForTier ? ERRORS.tier_required.status : 400;
}

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERRORS, value);
}

/** The 503 for an unreachable store or queue; asks the client to retry in one second. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', undefined, { retry_after_s: 1 }, { cause });
}
