interface Declaration {
  readonly status: number;
  readonly message: string;
}

/**
 * Every error a client can receive. REST responds with the status and the code, GraphQL with the code in upper case.
 * The message is the default; the place that throws may give a more specific one.
 */
export const ERRORS = {
  missing_parameter: { status: 400, message: 'A required parameter is missing.' },
  invalid_parameter: { status: 400, message: 'A parameter is invalid.' },
  operation_too_large: { status: 400, message: 'The operation is larger than this tier allows; split it or upgrade.' },
  operation_too_deep: {
    status: 400,
    message: 'The operation nests deeper than this tier allows; query the inner part separately or upgrade.',
  },
  operation_too_complex: {
    status: 400,
    message: 'The operation costs more points than this tier allows; request shorter lists or fewer fields, '
      + 'or upgrade.',
  },
  persisted_query_not_supported: {
    status: 400,
    message: 'No trusted document has this hash, and clients cannot register documents; send the full query.',
  },
  invalid_json: { status: 400, message: 'The body is not valid JSON; send one JSON object.' },
  missing_key: { status: 401, message: 'Send an API key in the X-API-Key header or as Authorization: Bearer <key>.' },
  invalid_key: { status: 401, message: 'This API key is unknown or revoked; check it or create a new one.' },
  key_in_query_unsupported: {
    status: 401,
    message: 'API keys are not accepted in the query string because URLs are logged; send the X-API-Key '
      + 'header and replace the exposed key.',
  },
  payment_required: {
    status: 402,
    message: 'The assistant line is not paid for yet; complete its setup at setup_url.',
  },
  tier_required: { status: 403, message: 'This requires a higher tier.' },
  holdings_cap: { status: 403, message: 'Too many holdings for this tier.' },
  agents_cap: { status: 403, message: "The account has reached its tier's agent limit." },
  endpoints_cap: {
    status: 403,
    message: 'The account has reached its webhook endpoint limit; delete one before registering another.',
  },
  keys_cap: {
    status: 403,
    message: 'The account has reached its API key limit; revoke a key before creating another.',
  },
  watchlists_cap: {
    status: 403,
    message: 'The account has reached its watchlist limit; delete one before creating another.',
  },
  watchlist_tickers_cap: {
    status: 403,
    message: 'The watchlist would exceed its ticker limit; remove tickers first, or create another list.',
  },
  streams_cap: {
    status: 403,
    message: "The account has reached its tier's limit of open live streams; close one first.",
  },
  entitlement_required: { status: 403, message: 'This option is not included in the tier.' },
  writes_tier: { status: 403, message: 'Vault writes require the Pro tier and an item that allows writes.' },
  approval_required: { status: 403, message: 'The owner must approve the next use of this item in the web app.' },
  host_not_allowed: { status: 403, message: 'This item must not be used with that host.' },
  document_not_trusted: {
    status: 403,
    message: 'This server only runs trusted documents; send the hash of a document in its manifest.',
  },
  session_required: { status: 403, message: 'This requires a signed-in session; API keys are not accepted.' },
  ticker_not_found: { status: 404, message: 'No data is stored for this ticker.' },
  not_found: { status: 404, message: 'Not found.' },
  no_line: { status: 404, message: 'The account has no assistant line; set one up in the web app.' },
  unknown_endpoint: { status: 404, message: 'No such endpoint; GET /api/v1/openapi lists all endpoints.' },
  method_not_allowed: {
    status: 405,
    message: 'This endpoint does not support that method; the Allow header lists the supported ones.',
  },
  run_in_progress: { status: 409, message: 'This agent is already running; wait for that run to finish.' },
  body_too_large: { status: 413, message: 'The body is larger than 256 KiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as JSON with Content-Type: application/json.' },
  guardrail_blocked: { status: 422, message: 'The message requests or contains sensitive data and was not sent.' },
  moderation_blocked: { status: 422, message: 'The post was rejected; see reasons.' },
  vault_locked: { status: 423, message: 'The vault is locked; its owner can unlock it in the web app.' },
  guidelines_not_accepted: { status: 428, message: 'Accept the community guidelines in the web app first.' },
  rate_limited: { status: 429, message: 'Too many requests this minute; retry after retry_after_s seconds.' },
  monthly_limit_reached: {
    status: 429,
    message: 'The monthly request quota is used up; it resets on the first of the month (UTC). Upgrade for a '
      + 'larger quota.',
  },
  transcript_quota_reached: { status: 429, message: 'The monthly transcript quota is used up.' },
  daily_token_cap_reached: {
    status: 429,
    message: "This key's daily AI token limit is used up; it resets at midnight UTC.",
  },
  monthly_token_allowance_reached: { status: 429, message: "The account's monthly AI token quota is used up." },
  send_rate_limited: { status: 429, message: 'Too many messages this hour.' },
  vault_rate_limited: { status: 429, message: 'Too many vault uses this hour.' },
  post_rate_limited: { status: 429, message: 'Too many posts this hour.' },
  internal_error: {
    status: 500,
    message: 'Internal error. Please retry; if it persists, contact support with this request_id.',
  },
  upstream_failed: { status: 502, message: 'The upstream service failed; retry later.' },
  unavailable: {
    status: 503,
    message: 'Part of the service is temporarily unavailable; retry after Retry-After seconds.',
  },
  upstream_timeout: { status: 504, message: 'The upstream service timed out; retry later.' },
} as const satisfies Readonly<Record<string, Declaration>>;

export type ErrorCode = keyof typeof ERRORS;

/** One of several invalid parameters. */
export interface ErrorDetail {
  readonly param: string;
  readonly message: string;
}

/** Further keys of an error body, next to `error` and `message`; which ones depends on the code. */
export interface ErrorExtra {
  readonly param?: string;
  /** The value of `param` that the error is about, cut to 200 characters; GraphQL only. */
  readonly value?: string;
  readonly details?: readonly ErrorDetail[];
  readonly tier?: string;
  readonly required_tier?: string;
  readonly retry_after_s?: number;
  readonly reset_in_s?: number;
  readonly setup_url?: string;
  readonly cap?: number;
  /** Maximum count that `param` allows. */
  readonly limit?: number;
  /** Count in the request. */
  readonly actual?: number;
  readonly reasons?: readonly string[];
}

/** An error meant for the client. Anything else thrown becomes `internal_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: ErrorExtra;

  /** `options.cause` is logged and never sent to the client. */
  constructor(code: ErrorCode, message?: string, extra: ErrorExtra = {}, options?: ErrorOptions) {
    super(message ?? ERRORS[code].message, options);
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.extra = extra;
  }
}

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERRORS, value);
}

/** The 503 for an unreachable store or queue; asks the client to retry in one second. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', undefined, { retry_after_s: 1 }, { cause });
}
