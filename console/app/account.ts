import { MeDocument } from '../generated/documents.js';
import type { MeQuery, Tier } from '../generated/types.js';
import { TIERS } from './credential.js';
import { useQuery, type Asked } from './use-query.js';

/** The account, and what it may read. */
export interface Account {
  readonly tier: Tier;
  /** Whether it may read a field (`Security.seasonality`). Fields without a gate are open to all. */
  allows(field: string): boolean;
  /** The lowest tier that may read the field. */
  tierOf(field: string): Tier;
  /** The lowest tier that pays for a batch or a screen of the field as one; null if there is none. */
  batchTierOf(field: string): Tier | null;
  needsSession(field: string): boolean;
  /** Units of the monthly quota that the fields cost together. */
  unitsOf(fields: readonly string[]): number;
}

function accountOf({ viewer }: MeQuery): Account | null {
  if (viewer === null) return null;
  const byField = new Map(viewer.capabilities.map((capability) => [capability.field, capability]));
  return {
    tier: viewer.tier,
    allows: (field) => byField.get(field)?.isAllowed ?? true,
    tierOf: (field) => byField.get(field)?.tier ?? 'FREE',
    batchTierOf: (field) => byField.get(field)?.batchTier ?? null,
    needsSession: (field) => byField.get(field)?.isSessionOnly ?? false,
    unitsOf: (fields) => fields.reduce((sum, field) => sum + (byField.get(field)?.units ?? 0), 0),
  };
}

export interface AskedAccount extends Asked<MeQuery> {
  readonly account: Account | null;
}

/** Asked once for each credential. */
export function useAccount(): AskedAccount {
  const asked = useQuery(MeDocument, NO_VARIABLES);
  return { ...asked, account: asked.data === null ? null : accountOf(asked.data) };
}

const NO_VARIABLES = {};

function reaches(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}

/** Whether the account may screen securities by what is computed for each. */
export function mayScreen({ tier, batchTierOf }: Account): boolean {
  return reaches(tier, batchTierOf(SCREENED) ?? 'FREE');
}

export const SCREENED = 'Query.securities';

/** `Pro`, for people. */
export function tierWords(tier: Tier): string {
  return tier.charAt(0) + tier.slice(1).toLowerCase();
}
