import { expect } from '@jest/globals';
import { ANONYMOUS_PER_MINUTE, TIER_LIMITS, type Tier } from '../../access/tiers.js';
import type { Answer } from '../support/http.js';

/** Whose allowances an answer must show. */
export interface Shown {
  readonly tier: Tier | 'anonymous';
  readonly perMinute: number;
  /** Null is unlimited. */
  readonly perMonth: number | null;
}

export const ANONYMOUS: Shown = { tier: 'anonymous', perMinute: ANONYMOUS_PER_MINUTE, perMonth: 0 };

export function limitsOf(tier: Tier, overrides: Partial<Pick<Shown, 'perMinute' | 'perMonth'>> = {}): Shown {
  const { perMinute, perMonth } = TIER_LIMITS[tier];
  return { tier, perMinute, perMonth, ...overrides };
}

const EXPOSED = [
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
  'Retry-After',
  'ETag',
];

/** Every header that each answer of the API carries, whatever its status. */
export function expectHeaders({ status, headers }: Answer, { tier, perMinute, perMonth }: Shown, nowMs: number): void {
  const month = perMonth === null ? 'unlimited' : String(perMonth);
  expect(headers).toMatchObject({
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-monthly': month,
    'x-api-tier': tier,
    'access-control-allow-origin': '*',
  });
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  const exposed = String(headers['access-control-expose-headers'])
    .split(',')
    .map((name) => name.trim());
  expect(exposed).toEqual(expect.arrayContaining(EXPOSED));
  const remaining = Number(headers['x-ratelimit-remaining']);
  expect([Number.isInteger(remaining), remaining >= 0, remaining <= perMinute]).toEqual([true, true, true]);
  const waitS = Number(headers['x-ratelimit-reset']) - nowMs / 1000;
  expect([waitS >= -1, waitS <= 61]).toEqual([true, true]);
  expect(headers['x-ratelimit-monthly-remaining']).toMatch(perMonth === null ? /^unlimited$/ : /^\d+$/);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers['x-data-source']).toMatch(/^[a-z]/);
  if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
}
