import type { Schema } from './schema.js';

const WHOLE: Schema = { type: 'integer', minimum: 0 };
const WHOLE_OR_UNLIMITED: Schema = { oneOf: [WHOLE, { type: 'string', const: 'unlimited' }] };

/** Headers of answers, with what they say. */
export const HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests a minute that the account, or the address without a key, may make.', schema: WHOLE },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: WHOLE },
  'X-RateLimit-Reset': { description: 'Epoch second at which the next counted request leaves the minute.', schema: WHOLE },
  'X-RateLimit-Monthly': { description: 'Requests a month, or `unlimited`.', schema: WHOLE_OR_UNLIMITED },
  'X-RateLimit-Monthly-Remaining': { description: 'Requests left this month (UTC), or `unlimited`.', schema: WHOLE_OR_UNLIMITED },
  'X-API-Tier': { description: 'Tier of the key; `anonymous` without a valid one.', schema: { type: 'string', enum: ['free', 'starter', 'pro', 'institutional', 'anonymous'] } },
  'X-Request-Id': { description: 'Id of the request: the one that was sent, where it is 1 to 128 letters, digits, dots, dashes or underscores.', schema: { type: 'string' } },
  'X-Data-Source': { description: 'Where the data comes from: `simulated` for the demo market, `none` where no data was read.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: WHOLE },
  ETag: { description: 'Tag of the body, for `If-None-Match`.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, Schema>>;

type HeaderName = keyof typeof HEADERS;

const ON_EVERY_ANSWER = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Monthly', 'X-RateLimit-Monthly-Remaining', 'X-API-Tier', 'X-Request-Id', 'X-Data-Source'] as const;

/** The headers of every answer, and those named. */
export function headerReferences(also: readonly HeaderName[]): Record<string, Schema> {
  return Object.fromEntries([...ON_EVERY_ANSWER, ...also].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
