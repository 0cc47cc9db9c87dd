import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from './errors.js';
import type { Identity } from './identity.js';
import type { OperationCost } from './request-context.js';
import type { Client } from './sign-in.js';
import { TIERS } from './tiers.js';

/** Header that passes a signed identity to a remote subgraph; the API key itself is never forwarded. */
export const IDENTITY_HEADER = 'X-SVC-Identity';
/** Maximum lifetime of a signed identity. */
export const IDENTITY_LIFETIME_S = 60;
/** Minimum length of the shared secret. */
export const SECRET_LENGTH = 32;

export interface SignedIdentity {
  readonly identity: Identity;
  /** Id of the request that it was signed for. */
  readonly requestId: string;
  /** Null if the signer does not compute it. */
  readonly operationCost: OperationCost | null;
  /** Whether our gateway signed it. Only then is `batch` trusted; third-party routers are not. */
  readonly isGateway: boolean;
  /** Minimum versions of the data; see `RequestContextOptions`. */
  readonly seen: ReadonlyMap<string, number | null>;
  /** The client, for sign-in; unknown to signers other than our gateway. */
  readonly client?: Client | undefined;
}

export interface MintedIdentity {
  readonly token: string;
  /** Epoch seconds. */
  readonly expiresAtS: number;
}

export interface SignedIdentities {
  /** Signs an identity for `IDENTITY_LIFETIME_S`. */
  mint(signed: SignedIdentity, nowMs: number): MintedIdentity;
  /** Verifies a signed identity. Throws `missing_key` if absent and `invalid_key` if forged, malformed or expired. */
  verify(token: string | undefined, nowMs: number): SignedIdentity;
}

/** Allowed clock difference between machines. */
const SKEW_S = 5;
const MOST_CHARACTERS = 2_048;

// A JSON Web Token (RFC 7519), so that standard tools can read it; no other header is accepted.
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
  client: z.strictObject({ address: z.string().nullable(), userAgent: z.string().nullable() }).optional(),
  identity: z.strictObject({
    accountId: z.string().min(1),
    tier: z.enum(TIERS),
    keyId: z.string().nullable(),
    sessionId: z.string().nullable(),
    perMinute: COUNT,
    perMonth: COUNT.nullable(),
    dailyTokenCap: COUNT,
    publishable: z.strictObject({ origins: z.array(z.string()).readonly(), perMinute: COUNT }).optional(),
  }),
});

/** @param secret shared by the gateway and all remote subgraphs; throws if it is shorter than `SECRET_LENGTH` */
export function createSignedIdentities(secret: string): SignedIdentities {
  if (secret.length < SECRET_LENGTH) throw new RangeError(`The secret must have at least ${SECRET_LENGTH} characters.`);
  const seal = (content: string): string => createHmac('sha256', secret).update(content).digest('base64url');
  return {
    mint({ identity, requestId, operationCost, isGateway, seen, client }, nowMs) {
      const iat = Math.floor(nowMs / 1000);
      const exp = iat + IDENTITY_LIFETIME_S;
      const claims: z.infer<typeof CLAIMS> = {
        aud: AUDIENCE,
        iat,
        exp,
        jti: requestId,
        gateway: isGateway,
        seen: Object.fromEntries(seen),
        cost: operationCost,
        // The origin has been checked, and a list of them may be longer than a header should be.
        identity:
          identity.publishable === undefined
            ? identity
            : { ...identity, publishable: { ...identity.publishable, origins: [] } },
        ...(client === undefined ? {} : { client }),
      };
      const content = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return { token: `${content}.${seal(content)}`, expiresAtS: exp };
    },
    verify(token, nowMs) {
      if (token === undefined || token === '') {
        const message =
          `This subgraph requires a signed identity in ${IDENTITY_HEADER}; send the request to the ` +
          'gateway, or get an identity with POST /internal/identity.';
        throw new ApiError('missing_key', message);
      }
      const end = token.lastIndexOf('.');
      const content = token.slice(0, end);
      const isOurs =
        token.length <= MOST_CHARACTERS &&
        end > 0 &&
        content.startsWith(`${HEADER}.`) &&
        isSame(token.slice(end + 1), seal(content));
      if (!isOurs) {
        const message = `The identity in ${IDENTITY_HEADER} was not signed with this subgraph's SVC_IDENTITY_SECRET.`;
        throw new ApiError('invalid_key', message);
      }
      const { iat, exp, jti, gateway, seen, cost, identity, client } = claimsOf(content.slice(HEADER.length + 1));
      const isCurrent = exp - iat <= IDENTITY_LIFETIME_S && iat - SKEW_S <= nowMs / 1000 && nowMs / 1000 < exp + SKEW_S;
      if (!isCurrent) {
        const message =
          `The signed identity in ${IDENTITY_HEADER} has expired, or the clocks of this machine and its ` +
          'signer differ.';
        throw new ApiError('invalid_key', message);
      }
      return {
        identity,
        requestId: jti,
        operationCost: cost,
        isGateway: gateway,
        seen: new Map(Object.entries(seen)),
        ...(client === undefined ? {} : { client }),
      };
    },
  };
}

/** Constant-time comparison. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Parses the verified claims. Only a holder of the secret can sign them, so unexpected claims are from another version.
 */
function claimsOf(payload: string): z.infer<typeof CLAIMS> {
  const parsed = CLAIMS.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  const message = `The signed identity in ${IDENTITY_HEADER} was created by another version of this program.`;
  throw new ApiError('invalid_key', message, {}, { cause: parsed.error });
}
