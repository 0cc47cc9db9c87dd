import { ERRORS, type ErrorCode, type ErrorExtra } from '../../access/errors.js';
import { TIERS, type Tier } from '../../access/tiers.js';
import type { Capability } from '../capability.js';
import { retryAfterS } from '../../http/error-body.js';
import { ApiError } from '../../access/errors.js';
import { headerReferences } from './headers.js';
import { pascal } from './names.js';
import type { Schema } from './schema.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'A parameter is missing or invalid.',
  401: 'The API key is missing or invalid.',
  402: 'Payment required.',
  403: 'Not allowed for this key.',
  404: 'Not found.',
  405: 'The path does not support the method.',
  409: 'Conflicts with the state of the resource.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The content was rejected.',
  423: 'Locked.',
  428: 'Guidelines must be accepted first.',
  429: 'A rate limit or quota is exceeded.',
  500: 'Internal error.',
  502: 'An upstream service failed.',
  503: 'Part of the service is temporarily unavailable.',
  504: 'An upstream service timed out.',
};

const EXTRAS: Partial<Readonly<Record<ErrorCode, ErrorExtra>>> = {
  ticker_not_found: { param: 'ticker' },
  not_found: { param: 'id' },
  endpoint_disabled: { param: 'id' },
  endpoints_cap: { cap: 5 },
  idempotency_conflict: { param: 'Idempotency-Key' },
  rate_limited: { retry_after_s: 12 },
  monthly_limit_reached: { retry_after_s: 86_400 },
  daily_token_cap_reached: { reset_in_s: 3_600 },
  monthly_token_allowance_reached: { reset_in_s: 86_400 },
  unavailable: { retry_after_s: 5 },
  payment_required: { setup_url: 'https://example.com/line' },
  holdings_cap: { cap: 25 },
  entitlement_required: { tier: 'pro', required_tier: 'institutional' },
  moderation_blocked: { reasons: ['More than 3 links.'] },
};

const TEXT: Schema = { type: 'string' };
const COUNT: Schema = { type: 'integer' };

/** The body of every error. */
export const ERROR_SCHEMA: Schema = {
  type: 'object',
  description: 'Error code and message.',
  required: ['error', 'message', 'request_id'],
  properties: {
    error: {
      type: 'string',
      enum: Object.entries(ERRORS).flatMap(([code, { status }]) => (status < 400 ? [] : [code])),
      description: 'Error code, for programs.',
    },
    message: { ...TEXT, description: 'Explanation, for people.' },
    request_id: { ...TEXT, description: 'Request id, as in the X-Request-Id header.' },
    param: { ...TEXT, description: 'Name of the invalid parameter.' },
    details: {
      type: 'array',
      description: 'All invalid parameters, if there are several.',
      items: { type: 'object', required: ['param', 'message'], properties: { param: TEXT, message: TEXT } },
    },
    tier: { type: 'string', enum: [...TIERS], description: 'Tier of the key.' },
    required_tier: { type: 'string', enum: [...TIERS], description: 'Lowest tier with access.' },
    retry_after_s: { ...COUNT, description: 'Seconds to wait before retrying.' },
    reset_in_s: { ...COUNT, description: 'Seconds until the quota resets.' },
    setup_url: { ...TEXT, description: 'Page to complete the setup.' },
    cap: { ...COUNT, description: 'Limit that was reached.' },
    reasons: { type: 'array', items: TEXT, description: 'Why the content was rejected.' },
  },
};

/** Errors that an endpoint can return, derived from its parameters, cost and tier. */
export function codesOf({ route, parameters, tier, isMetered, root }: Capability): readonly ErrorCode[] {
  const hasBody = parameters.some(({ place }) => place === 'body');
  const hasTicker = parameters.some(({ shape }) => shape.kind === 'ticker');
  const codes: ErrorCode[] = [];
  if (parameters.some(({ isRequired }) => isRequired)) codes.push('missing_parameter');
  // A query that is not valid percent-encoded text is invalid everywhere.
  codes.push('invalid_parameter');
  if (hasBody) codes.push('invalid_json', 'body_too_large', 'unsupported_media_type');
  codes.push('missing_key', 'invalid_key', 'key_in_query_unsupported', 'origin_not_allowed', 'publishable_key');
  if (tier !== 'free') codes.push('tier_required');
  if (hasTicker) codes.push('ticker_not_found');
  else if (parameters.some(({ place }) => place === 'path') && root !== null) codes.push('not_found');
  codes.push('rate_limited');
  if (isMetered) codes.push('monthly_limit_reached');
  return [...codes, ...(route.errors ?? []), 'method_not_allowed', 'internal_error', 'unavailable'];
}

const PARAM_CODES: ReadonlySet<ErrorCode> = new Set(['missing_parameter', 'invalid_parameter']);

/** What examples of errors have of the endpoint. */
export interface ErrorExample {
  readonly param?: string | undefined;
  /** The endpoint's lowest tier. */
  readonly tier?: Tier;
}

function extraOf(code: ErrorCode, { param, tier = 'pro' }: ErrorExample): ErrorExtra | undefined {
  if (code === 'tier_required') return { tier: 'free', required_tier: tier };
  return PARAM_CODES.has(code) && param !== undefined ? { param } : EXTRAS[code];
}

function example(code: ErrorCode, of: ErrorExample): Schema {
  const { message } = ERRORS[code];
  return {
    summary: code,
    value: { error: code, message, request_id: '3f2a6f0c-8f5e-4d0b-9a52-0c1d7c2c6a11', ...extraOf(code, of) },
  };
}

function responseOf(status: number, codes: readonly ErrorCode[], of: ErrorExample): Schema {
  const waits = codes.some((code) => retryAfterS(new ApiError(code, undefined, EXTRAS[code])) !== undefined);
  const headers = [
    ...(status === 401 ? ['WWW-Authenticate' as const] : []),
    ...(waits ? ['Retry-After' as const] : []),
    ...(status === 405 ? ['Allow' as const] : []),
  ];
  const examples = Object.fromEntries(codes.map((code) => [code, example(code, of)]));
  return {
    description: REASONS[status] ?? 'An error.',
    headers: headerReferences(headers),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

/**
 * References to error responses by status; the responses are added to `shared` under the names of their codes.
 */
export function errorResponses(
  codes: readonly ErrorCode[],
  shared: Record<string, Schema>,
  of: ErrorExample = {},
): Record<string, Schema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => {
      const named = of.param !== undefined && own.some((code) => PARAM_CODES.has(code)) ? `Of${pascal(of.param)}` : '';
      const gated = of.tier !== undefined && own.includes('tier_required') ? `Below${pascal(of.tier)}` : '';
      const name = own.map(pascal).join('Or') + named + gated;
      shared[name] = responseOf(status, own, of);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}
