import type { Tier } from './tiers.js';

/** Who asks, resolved from a key or a session; plain data that can be signed and sent to a subgraph that runs alone. */
export interface Identity {
  readonly accountId: string;
  readonly tier: Tier;
  /** One of the two is set. */
  readonly keyId: string | null;
  readonly sessionId: string | null;
  /** The tier's limits with this customer's overrides applied; `perMonth` null is unlimited. */
  readonly perMinute: number;
  readonly perMonth: number | null;
  /** AI tokens a UTC day that the key may spend; 0 where the tier has no AI. */
  readonly dailyTokenCap: number;
}
