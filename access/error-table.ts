import type { ErrorExtra } from './error-extra.js';

interface Declaration {
  readonly status: number;
  /** Where it occurs. */
  readonly where: string;
  /** Its further keys; a place that throws may leave some out. */
  readonly keys: readonly (keyof ErrorExtra)[];
  /** What happened and what to do. */
  readonly message: string;
}

/**
 * Every error a client can receive. REST responds with the status and the code, GraphQL with the code in upper case.
 * The message is the default; the place that throws may give a more specific one.
 */
export const ERRORS = {
  missing_parameter: {
    status: 400,
    where: 'every endpoint with parameters',
    keys: ['param', 'details'],
    message: 'A required parameter is missing; send the one that param names.',
  },
  invalid_parameter: {
    status: 400,
    where: 'every endpoint with parameters',
    keys: ['param', 'details'],
    message: 'A parameter is invalid; the message says what it must be.',
  },
  operation_too_large: {
    status: 400,
    where: 'GraphQL',
    keys: ['param', 'limit', 'actual'],
    message: 'The operation is larger than this tier allows; split it or upgrade.',
  },
  operation_too_deep: {
    status: 400,
    where: 'GraphQL',
    keys: ['param', 'limit', 'actual'],
    message: 'The operation nests deeper than this tier allows; query the inner part separately or upgrade.',
  },
  operation_too_complex: {
    status: 400,
    where: 'GraphQL',
    keys: ['param', 'limit', 'actual'],
    message:
      'The operation costs more points than this tier allows; request shorter lists or fewer fields, ' + 'or upgrade.',
  },
  persisted_query_not_supported: {
    status: 400,
    where: 'GraphQL',
    keys: [],
    message: 'No trusted document has this hash, and clients cannot register documents; send the full query.',
  },
  batching_not_supported: {
    status: 400,
    where: 'GraphQL',
    keys: [],
    message: 'A request carries one operation, not a list; send a request for each, or one operation with all fields.',
  },
  insufficient_data: {
    status: 200,
    where: 'GraphQL; in REST a body with `"ok": false`',
    keys: [],
    message: 'Too little history is stored; choose another ticker, or import more.',
  },
  no_signals: {
    status: 200,
    where: 'GraphQL; in REST a body with `"ok": false`',
    keys: ['unresolved'],
    message: 'None of the holdings has a signal; check their tickers.',
  },
  invalid_json: {
    status: 400,
    where: 'every endpoint with a body',
    keys: [],
    message: 'The body is not valid JSON; send one JSON object.',
  },
  malformed_request: {
    status: 400,
    where: 'every request',
    keys: [],
    message: 'The request is not valid HTTP/1.1; check the request line and the headers.',
  },
  missing_key: {
    status: 401,
    where: 'every endpoint with a key',
    keys: [],
    message: 'Send an API key in the X-API-Key header or as Authorization: Bearer <key>.',
  },
  invalid_key: {
    status: 401,
    where: 'every endpoint with a key',
    keys: [],
    message: 'This API key is unknown or revoked; check it or create a new one.',
  },
  key_in_query_unsupported: {
    status: 401,
    where: 'every endpoint with a key',
    keys: [],
    message:
      'API keys are not accepted in the query string because URLs are logged; send the X-API-Key ' +
      'header and replace the exposed key.',
  },
  invalid_credentials: {
    status: 401,
    where: '`POST /session`; GraphQL, `signIn` and `changePassword`',
    keys: [],
    message: 'The e-mail address or the password is wrong; check both, or reset the password.',
  },
  payment_required: {
    status: 402,
    where: 'the assistant line',
    keys: ['setup_url'],
    message: 'The assistant line is not paid for yet; complete its setup at setup_url.',
  },
  tier_required: {
    status: 403,
    where: 'endpoints above the Free tier',
    keys: ['tier', 'required_tier'],
    message: 'This requires a higher tier; upgrade to required_tier.',
  },
  holdings_cap: {
    status: 403,
    where: '`/portfolio/overlay`',
    keys: ['cap'],
    message: 'Too many holdings for this tier; send at most cap, or upgrade.',
  },
  agents_cap: {
    status: 403,
    where: 'agents',
    keys: ['cap'],
    message: "The account has reached its tier's agent limit; delete an agent, or upgrade.",
  },
  endpoints_cap: {
    status: 403,
    where: '`POST /webhooks`',
    keys: ['cap'],
    message: 'The account has reached its webhook limit; delete one before registering another.',
  },
  keys_cap: {
    status: 403,
    where: 'GraphQL, `createApiKey`',
    keys: ['cap'],
    message: 'The account has reached its API key limit; revoke a key before creating another.',
  },
  watchlists_cap: {
    status: 403,
    where: 'GraphQL, `createWatchlist`',
    keys: ['cap'],
    message: 'The account has reached its watchlist limit; delete one before creating another.',
  },
  watchlist_tickers_cap: {
    status: 403,
    where: 'GraphQL, `createWatchlist`, `addToWatchlist`',
    keys: ['cap'],
    message: 'The watchlist would exceed its ticker limit; remove tickers first, or create another list.',
  },
  vault_items_cap: {
    status: 403,
    where: 'GraphQL, `createVaultItem`',
    keys: ['cap'],
    message: 'The account has reached its limit of vault items; delete one before creating another.',
  },
  paper_orders_cap: {
    status: 403,
    where: 'GraphQL, `placePaperOrder`',
    keys: ['cap'],
    message:
      'The paper portfolio has reached its limit of orders of 24 hours; cancel one that waits, or try again later.',
  },
  streams_cap: {
    status: 403,
    where: 'GraphQL subscriptions',
    keys: ['cap'],
    message: "The account has reached its tier's limit of open live streams; close one first.",
  },
  entitlement_required: {
    status: 403,
    where: 'agents',
    keys: ['tier', 'required_tier'],
    message: 'This option is not included in the tier; leave it out, or upgrade to required_tier.',
  },
  writes_tier: {
    status: 403,
    where: 'the vault',
    keys: ['tier', 'required_tier'],
    message: 'Vault writes require the Pro tier and an item that allows writes.',
  },
  approval_required: {
    status: 403,
    where: 'the vault',
    keys: [],
    message: 'The owner must approve the next use of this item in the web app.',
  },
  host_not_allowed: {
    status: 403,
    where: 'the vault',
    keys: [],
    message: 'This item must not be used with that host; its owner can allow it in the web app.',
  },
  document_not_trusted: {
    status: 403,
    where: 'GraphQL',
    keys: [],
    message: 'This server only runs trusted documents; send the hash of a document in its manifest.',
  },
  session_required: {
    status: 403,
    where: '`POST /community`, GraphQL for the web app',
    keys: [],
    message: 'This requires a signed-in session; API keys are not accepted.',
  },
  origin_not_allowed: {
    status: 403,
    where: '`/session`, `/mcp`, publishable keys',
    keys: [],
    message:
      'Pages of this origin may not do this: sign in from a page of this server or of SVC_WEB_ORIGINS, and use a publishable key in pages of its origins.',
  },
  host_not_known: {
    status: 403,
    where: '`/mcp`, and `/admin` with demo keys',
    keys: [],
    message:
      'This server does not know the host of the URL; use its address or localhost, or have its operator add the name to SVC_MCP_HOSTS.',
  },
  publishable_key: {
    status: 403,
    where: 'publishable keys',
    keys: [],
    message:
      'A publishable key only reads what is the same for all accounts; use a secret key on a server, or a signed-in session.',
  },
  member_suspended: {
    status: 403,
    where: 'the community',
    keys: [],
    message: 'The account may not write in the community at present; ask the operator.',
  },
  ticker_not_found: {
    status: 404,
    where: 'endpoints with a ticker',
    keys: ['param', 'details'],
    message:
      'No data, or too little for this answer, is stored for this ticker; check it, or take one of those that the message names.',
  },
  not_found: {
    status: 404,
    where: 'endpoints with an id',
    keys: ['param'],
    message: 'Nothing of the account has this id; list what it has.',
  },
  no_line: {
    status: 404,
    where: 'the assistant line',
    keys: [],
    message: 'The account has no assistant line; set one up in the web app.',
  },
  unknown_endpoint: {
    status: 404,
    where: 'every other path',
    keys: [],
    message: 'No such endpoint; GET /api/v1/openapi lists all endpoints.',
  },
  method_not_allowed: {
    status: 405,
    where: 'every endpoint',
    keys: [],
    message: 'This endpoint does not support that method; the Allow header lists the supported ones.',
  },
  request_timeout: {
    status: 408,
    where: 'every request',
    keys: [],
    message: 'The request did not arrive in time; send it again.',
  },
  run_in_progress: {
    status: 409,
    where: 'agents',
    keys: [],
    message: 'This agent is already running; wait for that run to finish.',
  },
  endpoint_disabled: {
    status: 409,
    where: '`POST /webhooks`, tests',
    keys: ['param'],
    message: 'This webhook is disabled; delete it and register it again, then test the new one.',
  },
  idempotency_conflict: {
    status: 409,
    where: '`POST /webhooks`',
    keys: ['param'],
    message: 'This idempotency key was used within 24 hours with another request; send a new key.',
  },
  email_taken: {
    status: 409,
    where: 'GraphQL, `signUp`',
    keys: ['param'],
    message: 'An account with this e-mail address exists; sign in, or reset its password.',
  },
  body_too_large: {
    status: 413,
    where: 'every endpoint with a body',
    keys: [],
    message: 'The body is larger than 256 KiB; send less.',
  },
  unsupported_media_type: {
    status: 415,
    where: 'every endpoint with a body',
    keys: [],
    message: 'Send the body as JSON with Content-Type: application/json.',
  },
  guardrail_blocked: {
    status: 422,
    where: 'the assistant line',
    keys: [],
    message: 'The message requests or contains sensitive data and was not sent; take that out.',
  },
  moderation_blocked: {
    status: 422,
    where: 'the community',
    keys: ['reasons'],
    message: 'The post was rejected; change what reasons names.',
  },
  vault_locked: {
    status: 423,
    where: 'the vault',
    keys: [],
    message: 'The vault is locked; its owner can unlock it in the web app.',
  },
  guidelines_not_accepted: {
    status: 428,
    where: 'the community',
    keys: [],
    message: 'Accept the community guidelines in the web app first.',
  },
  rate_limited: {
    status: 429,
    where: 'every endpoint',
    keys: ['retry_after_s'],
    message: 'Too many requests this minute; retry after retry_after_s seconds.',
  },
  monthly_limit_reached: {
    status: 429,
    where: 'endpoints that use the monthly quota',
    keys: ['retry_after_s'],
    message:
      'The monthly request quota is used up; it resets on the first of the month (UTC). Upgrade for a ' +
      'larger quota.',
  },
  transcript_quota_reached: {
    status: 429,
    where: 'transcripts',
    keys: ['retry_after_s'],
    message: 'The monthly transcript quota is used up; wait retry_after_s seconds, or upgrade.',
  },
  daily_token_cap_reached: {
    status: 429,
    where: 'AI endpoints',
    keys: ['reset_in_s'],
    message: "This key's daily AI token limit is used up; it resets at midnight UTC.",
  },
  monthly_token_allowance_reached: {
    status: 429,
    where: 'AI endpoints',
    keys: ['reset_in_s'],
    message: "The account's monthly AI token quota is used up; wait reset_in_s seconds, or buy credits.",
  },
  send_rate_limited: {
    status: 429,
    where: 'the assistant line',
    keys: ['retry_after_s'],
    message: 'Too many messages this hour; retry after retry_after_s seconds.',
  },
  vault_rate_limited: {
    status: 429,
    where: 'the vault',
    keys: ['retry_after_s'],
    message: 'Too many vault uses this hour; retry after retry_after_s seconds.',
  },
  post_rate_limited: {
    status: 429,
    where: 'the community',
    keys: ['retry_after_s'],
    message: 'Too many posts this hour; retry after retry_after_s seconds.',
  },
  headers_too_large: {
    status: 431,
    where: 'every request',
    keys: [],
    message: 'The URL and headers are larger than 16 KiB; shorten them, or send a POST body.',
  },
  internal_error: {
    status: 500,
    where: 'every endpoint',
    keys: [],
    message: 'Internal error. Please retry; if it persists, contact support with this request_id.',
  },
  upstream_failed: {
    status: 502,
    where: 'the vault and AI endpoints',
    keys: [],
    message: 'The upstream service failed; retry later.',
  },
  unavailable: {
    status: 503,
    where: 'every endpoint',
    keys: ['retry_after_s'],
    message: 'Part of the service is temporarily unavailable; retry after Retry-After seconds.',
  },
  upstream_timeout: {
    status: 504,
    where: 'the vault and AI endpoints',
    keys: [],
    message: 'The upstream service timed out; retry later.',
  },
} as const satisfies Readonly<Record<string, Declaration>>;

export type ErrorCode = keyof typeof ERRORS;
