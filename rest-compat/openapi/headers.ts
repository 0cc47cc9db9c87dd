import type { Schema } from './schema.js';

const WHOLE: Schema = { type: 'integer', minimum: 0 };
const WHOLE_OR_UNLIMITED: Schema = { oneOf: [WHOLE, { type: 'string', const: 'unlimited' }] };

/** Response headers. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'Requests per minute for the account or, without a valid key, for the IP address.',
    schema: WHOLE,
  },
  'X-RateLimit-Remaining': { description: 'Requests left this minute.', schema: WHOLE },
  'X-RateLimit-Reset': { description: 'Epoch second at which the next request becomes available.', schema: WHOLE },
  'X-RateLimit-Monthly': { description: 'Requests per month, or `unlimited`.', schema: WHOLE_OR_UNLIMITED },
  'X-RateLimit-Monthly-Remaining': {
    description: 'Requests left this month (UTC), or `unlimited`.',
    schema: WHOLE_OR_UNLIMITED,
  },
  'X-API-Tier': {
    description: 'Tier of the key; `anonymous` without a valid key.',
    schema: { type: 'string', enum: ['free', 'starter', 'pro', 'institutional', 'anonymous'] },
  },
  'X-Request-Id': {
    description: 'Request id. A client may send its own: 1 to 128 letters, digits, dots, dashes or underscores.',
    schema: { type: 'string' },
  },
  'X-Data-Source': {
    description: 'Sources of the data: `simulated` for the demo market, `none` if no data was read.',
    schema: { type: 'string' },
  },
  'X-Data-Age': {
    description:
      'Seconds since the oldest prices of live sources in the response were read, or other data that is due and whose source ' +
      'has failed since; only on responses that have some.',
    schema: WHOLE,
  },
  'X-Data-Missing': {
    description:
      'Kinds of data that the response rests on and does not have, because no live source has given them yet, such as ' +
      '`fundamentals, options`; ask again later. Only on responses that lack some.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: WHOLE },
  'WWW-Authenticate': { description: 'How to send a key.', schema: { type: 'string' } },
  Allow: { description: 'Methods that the path supports.', schema: { type: 'string' } },
  ETag: { description: 'Entity tag of the body, for `If-None-Match`.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, Schema>>;

type HeaderName = keyof typeof HEADERS;

const ON_EVERY_RESPONSE = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Monthly',
  'X-RateLimit-Monthly-Remaining',
  'X-API-Tier',
  'X-Request-Id',
  'X-Data-Source',
  'X-Data-Age',
  'X-Data-Missing',
] as const;

/** References to the headers of every response and to those in `also`. */
export function headerReferences(also: readonly HeaderName[]): Record<string, Schema> {
  const names = [...ON_EVERY_RESPONSE, ...also];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
