import { ApiError, entitlementRequired } from '../../../access/errors.js';
import type { Identity } from '../../../access/identity.js';
import { AGENT_ENTITLEMENTS, reaches, TIER_LIMITS } from '../../../access/tiers.js';
import type { Agent } from '../../../store/agents.js';

/**
 * Why an agent does not run for an account of this tier; null if it does. `rank` is how many of its agents are older.
 */
export function refusalOfAgent(
  { mode, cadence }: Pick<Agent, 'mode' | 'cadence'>,
  { tier }: Pick<Identity, 'tier'>,
  rank: number,
  isScheduled: boolean,
): ApiError | null {
  const { agents: cap } = TIER_LIMITS[tier];
  if (rank >= cap) {
    const message = `The ${tier} tier runs ${cap} agents, the oldest; delete one, or upgrade.`;
    return new ApiError('agents_cap', message, { cap });
  }
  for (const option of isScheduled ? [mode, cadence] : [mode]) {
    const required = AGENT_ENTITLEMENTS[option];
    if (required !== undefined && !reaches(tier, required)) return entitlementRequired(option, tier, required);
  }
  return null;
}
