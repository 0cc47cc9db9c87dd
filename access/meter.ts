import { ApiError } from './errors.js';
import { monthAt, secondsUntil, type Month } from '../calendar/utc-periods.js';
import type { Identity } from './identity.js';
import { TIER_LIMITS } from './tiers.js';

/** Monthly quotas. */
export type MeterName = 'requests' | 'transcripts';

/** Units by meter. */
export type Cost = Readonly<Record<MeterName, number>>;

/** What a request costs, and its units by field (`Query.signal`). */
export interface RequestCost extends Cost {
  readonly fields: ReadonlyMap<string, number>;
}

/** One meter of an account in one month. */
export interface MonthState {
  /** `YYYY-MM`, UTC; the argument of a refund. */
  readonly month: string;
  readonly used: number;
  /** `null` is unlimited. */
  readonly limit: number | null;
  readonly remaining: number | null;
  /** The first instant of the next month, epoch milliseconds. */
  readonly resetsAtMs: number;
}

/**
 * The monthly quota of an account, shared by its keys and sessions. Unlimited usage is counted, too. A request that
 * cannot be counted is rejected as `unavailable`.
 */
export interface Meter {
  /**
   * Charges all units or none. Throws `monthly_limit_reached` (`transcript_quota_reached` for transcripts) with
   * `retry_after_s` if they exceed the remaining quota.
   */
  charge(identity: Identity, units: number, nowMs: number, meter?: MeterName): MonthState | Promise<MonthState>;
  /** Refunds units to the month that `charge` returned. */
  refund(identity: Identity, units: number, chargedMonth: string, meter?: MeterName): void | Promise<void>;
  /** The current month, without charging. */
  peek(identity: Identity, meter?: MeterName): MonthState | Promise<MonthState>;
  /** Notes what charged and refunded units were for, for the account's history. */
  noteFields?(identity: Identity, fields: ReadonlyMap<string, number>, nowMs: number): void;
  /** Makes the counts durable. */
  flush(): Promise<void>;
}

export function limitOf(identity: Identity, meter: MeterName): number | null {
  return meter === 'requests' ? identity.perMonth : TIER_LIMITS[identity.tier].transcriptsPerMonth;
}

export function monthState(month: Month, used: number, limit: number | null): MonthState {
  return {
    month: month.label,
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resetsAtMs: month.endMs,
  };
}

export function allowanceUsedUp(meter: MeterName, nowMs: number): ApiError {
  const code = meter === 'requests' ? 'monthly_limit_reached' : 'transcript_quota_reached';
  return new ApiError(code, undefined, { retry_after_s: secondsUntil(monthAt(nowMs).endMs, nowMs) });
}
