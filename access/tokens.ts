import type { UsageRepository } from '../store/usage.js';
import { MS_PER_DAY, utcDay } from '../calendar/days.js';
import { secondsUntil, type Clock } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import type { Identity } from './identity.js';

/** AI token usage of a key on the current UTC day. */
export interface TokenDay {
  readonly used: number;
  readonly cap: number;
  readonly remaining: number;
  /** Midnight UTC, epoch milliseconds. */
  readonly resetsAtMs: number;
}

export interface Tokens {
  today(identity: Identity): Promise<TokenDay>;
  /** Throws `daily_token_cap_reached` with `reset_in_s` if no tokens are left; called before tokens are spent. */
  requireToday(identity: Identity): Promise<TokenDay>;
  /** Records spent tokens durably before it resolves; the last response of a day may exceed the cap. */
  spend(identity: Identity, tokens: number): Promise<TokenDay>;
}

export interface TokensOptions {
  readonly usage: Pick<UsageRepository, 'readTokens' | 'addTokens'>;
  readonly clock: Clock;
}

export function createTokens({ usage, clock }: TokensOptions): Tokens {
  const state = (identity: Identity, used: number, nowMs: number): TokenDay => ({
    used,
    cap: identity.dailyTokenCap,
    remaining: Math.max(0, identity.dailyTokenCap - used),
    resetsAtMs: (utcDay(nowMs) + 1) * MS_PER_DAY,
  });
  const today = async (identity: Identity): Promise<TokenDay> => {
    const nowMs = clock();
    return state(identity, await usage.readTokens(spender(identity), utcDay(nowMs)), nowMs);
  };
  return {
    today,
    async requireToday(identity) {
      const day = await today(identity);
      if (day.remaining > 0) return day;
      throw new ApiError('daily_token_cap_reached', undefined, { reset_in_s: secondsUntil(day.resetsAtMs, clock()) });
    },
    async spend(identity, tokens) {
      const nowMs = clock();
      return state(
        identity,
        await usage.addTokens(spender(identity), identity.accountId, utcDay(nowMs), tokens),
        nowMs,
      );
    },
  };
}

/** All sessions of an account share one count, so that signing in again does not reset it. */
function spender({ keyId, accountId }: Identity): string {
  return keyId ?? `session:${accountId}`;
}
