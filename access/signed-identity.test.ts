import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ApiError } from './errors.js';
import type { Identity } from './identity.js';
import { createSignedIdentities, IDENTITY_LIFETIME_S } from './signed-identity.js';

const SECRET = 'a secret of more than thirty-two characters';
const NOW = Date.UTC(2026, 4, 15, 12);
const identity: Identity = {
  accountId: 'acc_1',
  tier: 'pro',
  keyId: 'key_1',
  sessionId: null,
  perMinute: 60,
  perMonth: null,
  dailyTokenCap: 250_000,
};
const operationCost = { requested: 12, limit: 30_000, nodes: 4 };
const identities = createSignedIdentities(SECRET);
const signed = {
  identity,
  requestId: 'r-1',
  operationCost,
  isGateway: true,
  seen: new Map([
    ['BRK.B', 7],
    ['AAPL', null],
  ]),
};
const { token, expiresAtS } = identities.mint(signed, NOW);

function refusal(text: string | undefined, nowMs = NOW): string {
  try {
    identities.verify(text, nowMs);
    return 'accepted';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** A token with any content, sealed with any secret. */
function forge(claims: object, { header = '{"alg":"HS256","typ":"JWT"}', secret = SECRET } = {}): string {
  const content = [header, JSON.stringify(claims)].map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

const S = NOW / 1000;
const claims = {
  aud: 'marketgraph-subgraph',
  iat: S,
  exp: S + 60,
  jti: 'r-1',
  gateway: false,
  seen: {},
  cost: null,
  identity,
};

describe('a signed identity', () => {
  it('is verified completely with the same secret', () => {
    expect(createSignedIdentities(SECRET).verify(token, NOW)).toEqual(signed);
    expect(expiresAtS).toBe(S + IDENTITY_LIFETIME_S);
    expect(refusal(forge(claims))).toBe('accepted');
  });

  it('is valid for its lifetime plus 5 seconds of clock difference in both directions', () => {
    expect([-5, 0, 59, 64].map((s) => refusal(token, NOW + s * 1000))).toEqual(Array(4).fill('accepted'));
    expect([-6, 65, 3600].map((s) => refusal(token, NOW + s * 1000))).toEqual(Array(3).fill('invalid_key'));
  });

  it('distinguishes our gateway from other routers, and the flag cannot be forged', () => {
    const traded = identities.mint({ ...signed, isGateway: false }, NOW).token;
    expect(identities.verify(traded, NOW).isGateway).toBe(false);
    const [header = '', payload = '', seal = ''] = traded.split('.');
    const claimed = Buffer.from(payload, 'base64url').toString().replace('"gateway":false', '"gateway":true');
    expect(claimed).toContain('"gateway":true');
    expect(refusal([header, Buffer.from(claimed).toString('base64url'), seal].join('.'))).toBe('invalid_key');
  });

  it('is rejected as missing if there is none', () => {
    expect([refusal(undefined), refusal('')]).toEqual(['missing_key', 'missing_key']);
  });

  it('is rejected after any character is changed', () => {
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect([at, refusal(changed)]).toEqual([at, 'invalid_key']);
    }
  });

  it.each([
    ['another secret', forge(claims, { secret: 'another secret of thirty-two characters' })],
    ['no signature', `${token.slice(0, token.lastIndexOf('.'))}.`],
    ['an algorithm of its own choice', forge(claims, { header: '{"alg":"none","typ":"JWT"}' })],
    ['a longer life than a minute', forge({ ...claims, exp: S + 61 })],
    ['an unknown tier', forge({ ...claims, identity: { ...identity, tier: 'god' } })],
    ['another audience', forge({ ...claims, aud: 'elsewhere' })],
    ['no word of who asks', forge({ ...claims, gateway: undefined })],
    ['a claim too many', forge({ ...claims, extra: 1 })],
    ['no identity', forge({ ...claims, identity: undefined })],
    ['an endless text', `${token}${'A'.repeat(3_000)}`],
    ['no parts', 'nonsense'],
  ])('is rejected with %s', (_what, text) => {
    expect(refusal(text)).toBe('invalid_key');
  });

  it('requires a secret of 32 characters', () => {
    expect(() => createSignedIdentities('x'.repeat(31))).toThrow('at least 32');
  });
});
