import { ANONYMOUS_PER_MINUTE, type Tier } from './tiers.js';

/** The caller, resolved from a key or a session. Plain data that can be signed and sent to a remote subgraph. */
export interface Identity {
  readonly accountId: string;
  readonly tier: Tier;
  /** Exactly one of `keyId` and `sessionId` is set; neither for `ANONYMOUS`. */
  readonly keyId: string | null;
  readonly sessionId: string | null;
  /** The tier's limits with this customer's overrides applied; `perMonth` null is unlimited. */
  readonly perMinute: number;
  readonly perMonth: number | null;
  /** AI tokens that the key may spend per UTC day; 0 if the tier has no AI. */
  readonly dailyTokenCap: number;
  /** Of a publishable key, which web pages carry; absent for other keys and for sessions. */
  readonly publishable?: Publishable | undefined;
}

/** What binds a publishable key. */
export interface Publishable {
  /** Origins of the pages that may send it. */
  readonly origins: readonly string[];
  /** Requests per minute, counted for the key beside the account's limit. */
  readonly perMinute: number;
}

/** A caller without a valid key or session, who may only resolve fields marked `@anonymous`. No account has this id. */
export const ANONYMOUS: Identity = {
  accountId: 'anonymous',
  tier: 'free',
  keyId: null,
  sessionId: null,
  perMinute: ANONYMOUS_PER_MINUTE,
  perMonth: 0,
  dailyTokenCap: 0,
};

export function isAnonymous({ keyId, sessionId }: Identity): boolean {
  return keyId === null && sessionId === null;
}
