import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from './errors.js';
import type { Identity } from './identity.js';
import type { OperationCost } from './request-context.js';
import { TIERS } from './tiers.js';

/** Carries a signed identity to a subgraph that runs alone; the API key itself never travels on. */
export const IDENTITY_HEADER = 'X-SVC-Identity';
/** The longest that a signed identity holds. */
export const IDENTITY_LIFETIME_S = 60;
/** Fewest characters of the secret that processes share. */
export const SECRET_LENGTH = 32;

export interface SignedIdentity {
  readonly identity: Identity;
  /** The request that it was signed for. */
  readonly requestId: string;
  /** Null where whoever signed does not count it. */
  readonly operationCost: OperationCost | null;
  /** Whether our own gateway asks, which alone is believed that a batch has paid for an entity; a router that traded a key is not. */
  readonly isGateway: boolean;
  /** Versions that the answer must not be older than; see `RequestContextOptions`. */
  readonly seen: ReadonlyMap<string, number | null>;
}

export interface MintedIdentity {
  readonly token: string;
  /** Epoch seconds. */
  readonly expiresAtS: number;
}

export interface SignedIdentities {
  /** Signs who asks, for a minute. */
  mint(signed: SignedIdentity, nowMs: number): MintedIdentity;
  /** Reads a signed identity. Throws `missing_key` where there is none, `invalid_key` where it is forged, malformed or not of this minute. */
  verify(token: string | undefined, nowMs: number): SignedIdentity;
}

/** Clocks of two machines may differ by this much. */
const SKEW_S = 5;
const MOST_CHARACTERS = 2_048;

// A JSON Web Token (RFC 7519) of this one kind, so that any tool can read it; no other header is ever accepted.
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const AUDIENCE = 'marketgraph-subgraph';

const COUNT = z.number().int().nonnegative();
const CLAIMS = z.strictObject({
  aud: z.literal(AUDIENCE),
  iat: COUNT,
  exp: COUNT,
  jti: z.string().min(1).max(128),
  gateway: z.boolean(),
  seen: z.record(z.string(), COUNT.nullable()),
  cost: z.strictObject({ requested: z.number(), limit: z.number(), nodes: z.number() }).nullable(),
  identity: z.strictObject({
    accountId: z.string().min(1),
    tier: z.enum(TIERS),
    keyId: z.string().nullable(),
    sessionId: z.string().nullable(),
    perMinute: COUNT,
    perMonth: COUNT.nullable(),
    dailyTokenCap: COUNT,
  }),
});

/** @param secret shared by the gateway and every subgraph that runs alone; throws where it is shorter than `SECRET_LENGTH` */
export function createSignedIdentities(secret: string): SignedIdentities {
  if (secret.length < SECRET_LENGTH) throw new RangeError(`The secret needs at least ${SECRET_LENGTH} characters.`);
  const seal = (content: string): string => createHmac('sha256', secret).update(content).digest('base64url');
  return {
    mint({ identity, requestId, operationCost, isGateway, seen }, nowMs) {
      const iat = Math.floor(nowMs / 1000);
      const exp = iat + IDENTITY_LIFETIME_S;
      const claims: z.infer<typeof CLAIMS> = { aud: AUDIENCE, iat, exp, jti: requestId, gateway: isGateway, seen: Object.fromEntries(seen), cost: operationCost, identity };
      const content = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return { token: `${content}.${seal(content)}`, expiresAtS: exp };
    },
    verify(token, nowMs) {
      if (token === undefined || token === '') throw new ApiError('missing_key', `This subgraph takes requests with a signed identity in ${IDENTITY_HEADER} alone; ask the gateway, or mint one with POST /internal/identity.`);
      const end = token.lastIndexOf('.');
      const content = token.slice(0, end);
      const isOurs = token.length <= MOST_CHARACTERS && end > 0 && content.startsWith(`${HEADER}.`) && isSame(token.slice(end + 1), seal(content));
      if (!isOurs) throw new ApiError('invalid_key', `The signed identity in ${IDENTITY_HEADER} was not signed with this subgraph's SVC_IDENTITY_SECRET.`);
      const { iat, exp, jti, gateway, seen, cost, identity } = claimsOf(content.slice(HEADER.length + 1));
      const isCurrent = exp - iat <= IDENTITY_LIFETIME_S && iat - SKEW_S <= nowMs / 1000 && nowMs / 1000 < exp + SKEW_S;
      if (!isCurrent) throw new ApiError('invalid_key', `The signed identity in ${IDENTITY_HEADER} has expired, or the clocks of this machine and its maker differ.`);
      return { identity, requestId: jti, operationCost: cost, isGateway: gateway, seen: new Map(Object.entries(seen)) };
    },
  };
}

/** Compares in a time that tells nothing about where the two differ. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What was signed. Whoever holds the secret wrote it, so anything unexpected is of another version. */
function claimsOf(payload: string): z.infer<typeof CLAIMS> {
  const parsed = CLAIMS.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid_key', `The signed identity in ${IDENTITY_HEADER} was made by another version.`, {}, { cause: parsed.error });
}
