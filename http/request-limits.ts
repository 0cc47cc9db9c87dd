import type { MinuteState } from '../access/limits.js';
import type { Allowance } from './context.js';
import type { HeaderList } from './headers.js';

/** What is left of a caller's limits after its request. */
export interface RequestLimits {
  readonly minute: Pick<MinuteState, 'limit' | 'remaining' | 'resetAtS'>;
  readonly month: Allowance;
  /** Units of the monthly quota that the request was charged. */
  readonly units: number;
}

/** A body that shows the limits; null for a caller that is not authenticated. */
export type LimitedBody = (limits: RequestLimits | null) => string;

function amount(value: number | null): string {
  return value === null ? 'unlimited' : String(value);
}

function remainingOf({ limit, remaining }: Allowance): number | null {
  return limit === null ? null : remaining;
}

/** The limits as headers. */
export function limitHeaders({ minute, month }: RequestLimits): HeaderList {
  return [
    'X-RateLimit-Limit',
    String(minute.limit),
    'X-RateLimit-Remaining',
    String(minute.remaining),
    'X-RateLimit-Reset',
    String(minute.resetAtS),
    'X-RateLimit-Monthly',
    amount(month.limit),
    'X-RateLimit-Monthly-Remaining',
    amount(remainingOf(month)),
  ];
}

/** The limits as JSON, with the same numbers as the headers; null is unlimited. */
export function limitsJson({ minute, month, units }: RequestLimits): object {
  return {
    minute: {
      limit: minute.limit,
      remaining: minute.remaining,
      resetsAt: new Date(minute.resetAtS * 1000).toISOString(),
    },
    month: { limit: month.limit, remaining: remainingOf(month), resetsAt: new Date(month.resetsAtMs).toISOString() },
    units,
  };
}
