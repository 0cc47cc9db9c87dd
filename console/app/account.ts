import { MeDocument } from '../generated/documents.js';
import type { MeQuery, Tier } from '../generated/types.js';
import { useQuery, type Asked } from './use-query.js';

/** The account, and what it may read. */
export interface Account {
  readonly tier: Tier;
  /** Whether it may read a field (`Security.seasonality`). Fields without a gate are open to all. */
  allows(field: string): boolean;
  /** The lowest tier that may read the field. */
  tierOf(field: string): Tier;
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

/** `Pro`, for people. */
export function tierWords(tier: Tier): string {
  return tier.charAt(0) + tier.slice(1).toLowerCase();
}
