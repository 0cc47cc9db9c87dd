interface Declaration {
  readonly status: number;
  readonly message: string;
}

/**
 * Every error a client can meet, declared once: REST answers with the status and the code,
 * GraphQL with the code in upper case. The message is the default; a more exact one may replace it.
 */
export const ERRORS = {
  missing_parameter: { status: 400, message: 'A required parameter is missing.' },
  invalid_parameter: { status: 400, message: 'A parameter is invalid.' },
  operation_too_large: { status: 400, message: 'The operation is larger than this tier allows; split it, or choose a higher tier.' },
  operation_too_deep: { status: 400, message: 'The operation nests deeper than this tier allows; ask for the inner part by itself, or choose a higher tier.' },
  operation_too_complex: { status: 400, message: 'The operation costs more points than this tier allows; ask for shorter lists or fewer fields, or choose a higher tier.' },
  persisted_query_not_supported: { status: 400, message: 'No trusted document has this hash, and the server keeps none that clients register; send the whole query.' },
  invalid_json: { status: 400, message: 'The body is not valid JSON; send one JSON object.' },
  missing_key: { status: 401, message: 'Send an API key in the X-API-Key header or as Authorization: Bearer <key>.' },
  invalid_key: { status: 401, message: 'This API key is unknown or revoked; check it or create a new one.' },
  key_in_query_unsupported: { status: 401, message: 'Keys in the query string are not supported because URLs reach logs; send the X-API-Key header, and replace the key that was exposed.' },
  payment_required: { status: 402, message: 'The assistant line is not paid yet; finish its set-up at setup_url.' },
  tier_required: { status: 403, message: 'This needs a higher tier.' },
  holdings_cap: { status: 403, message: 'Too many holdings for this tier.' },
  agents_cap: { status: 403, message: 'The account has as many agents as its tier allows.' },
  endpoints_cap: { status: 403, message: 'The account has as many webhook endpoints as it may have; delete one first.' },
  keys_cap: { status: 403, message: 'The account has as many keys as it may have; revoke one first.' },
  watchlists_cap: { status: 403, message: 'The account has as many watchlists as it may have; delete one first.' },
  watchlist_tickers_cap: { status: 403, message: 'The watchlist would hold more tickers than it may; remove some first, or make another list.' },
  streams_cap: { status: 403, message: 'The account has as many live streams open as its tier allows; close one first.' },
  entitlement_required: { status: 403, message: 'This option is not part of the tier.' },
  writes_tier: { status: 403, message: 'Vault writes need the Pro tier and an item that allows them.' },
  approval_required: { status: 403, message: 'The owner must approve the next use of this item in the web app.' },
  host_not_allowed: { status: 403, message: 'This item may not be used with that host.' },
  document_not_trusted: { status: 403, message: 'This server runs trusted documents alone; send the hash of one that is in its manifest.' },
  session_required: { status: 403, message: 'Only a signed-in session may do this, not an API key.' },
  ticker_not_found: { status: 404, message: 'No data is stored for this ticker.' },
  not_found: { status: 404, message: 'Nothing is here under that name.' },
  no_line: { status: 404, message: 'The account has no assistant line; set one up in the web app.' },
  unknown_endpoint: { status: 404, message: 'No such endpoint; GET /api/v1/openapi lists them all.' },
  method_not_allowed: { status: 405, message: 'This endpoint does not take that method; the Allow header lists those it does.' },
  run_in_progress: { status: 409, message: 'This agent is already running; wait for that run to end.' },
  body_too_large: { status: 413, message: 'The body is larger than 256 KiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as JSON with Content-Type: application/json.' },
  guardrail_blocked: { status: 422, message: 'The message asks for or contains sensitive data and was not sent.' },
  moderation_blocked: { status: 422, message: 'The post was refused; reasons says why.' },
  vault_locked: { status: 423, message: 'The vault is locked; its owner can unlock it in the web app.' },
  guidelines_not_accepted: { status: 428, message: 'Accept the community guidelines in the web app first.' },
  rate_limited: { status: 429, message: 'Too many requests this minute; try again once the seconds in retry_after_s have passed.' },
  monthly_limit_reached: { status: 429, message: "This month's requests are used up; they start again at the first of the month (UTC), or choose a higher tier." },
  transcript_quota_reached: { status: 429, message: "This month's transcripts are used up." },
  daily_token_cap_reached: { status: 429, message: "This key's AI tokens for today are used up; they start again at midnight UTC." },
  monthly_token_allowance_reached: { status: 429, message: "The account's AI tokens for this month are used up." },
  send_rate_limited: { status: 429, message: 'Too many messages this hour.' },
  vault_rate_limited: { status: 429, message: 'Too many vault uses this hour.' },
  post_rate_limited: { status: 429, message: 'Too many posts this hour.' },
  internal_error: { status: 500, message: 'Something failed on our side; try again, and name request_id if it stays.' },
  upstream_failed: { status: 502, message: 'The service behind this answer failed; try again later.' },
  unavailable: { status: 503, message: 'A part of the service is down for the moment; try again after Retry-After seconds.' },
  upstream_timeout: { status: 504, message: 'The service behind this answer took too long; try again later.' },
} as const satisfies Readonly<Record<string, Declaration>>;

export type ErrorCode = keyof typeof ERRORS;

/** One wrong parameter of several. */
export interface ErrorDetail {
  readonly param: string;
  readonly message: string;
}

/** Keys that stand beside `error` and `message` in a body, by code. */
export interface ErrorExtra {
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly tier?: string;
  readonly required_tier?: string;
  readonly retry_after_s?: number;
  readonly reset_in_s?: number;
  readonly setup_url?: string;
  readonly cap?: number;
  /** Most of what `param` counts. */
  readonly limit?: number;
  /** What the request has of it. */
  readonly actual?: number;
  readonly reasons?: readonly string[];
}

/** An error that a client is meant to read. Anything else thrown becomes `internal_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: ErrorExtra;

  /** `options.cause` is for the log alone, never for the client. */
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

/** A store or queue does not answer: 503 that asks for another try in a second. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', undefined, { retry_after_s: 1 }, { cause });
}
