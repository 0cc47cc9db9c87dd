import type { BudgetLimits } from '../../store/source-budgets.js';
import type { ReadError } from './read-error.js';

const SECOND_MS = 1_000;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 15 * 60 * SECOND_MS;
/** A source that asks for more is asked again after this. */
const LONGEST_ASKED_MS = 6 * 3_600 * SECOND_MS;

/** The wait that a `Retry-After` asks for, in seconds or as an HTTP date; undefined without a valid one. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d+$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), LONGEST_ASKED_MS);
}

/** 30 s, doubled by each failure beyond the first that pauses, at most a quarter of an hour. */
function pauseMs(failuresBeyond: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failuresBeyond, 10), LONGEST_PAUSE_MS);
}

/**
 * Until when an endpoint is left alone after a failure; null if the next request may be sent at once. A refusal for too
 * many requests pauses at once, anything else after `mostFailures` in a row. What the source asks for counts, at least a
 * second; one that goes on failing is left alone for no less than our own pause.
 */
export function pauseUntilMs(
  { fault, waitMs }: Pick<ReadError, 'fault' | 'waitMs'>,
  failures: number,
  { mostFailures }: Pick<BudgetLimits, 'mostFailures'>,
  nowMs: number,
): number | null {
  const isRepeated = failures >= mostFailures;
  const repeatedMs = isRepeated ? pauseMs(failures - mostFailures) : 0;
  if (waitMs !== undefined) return nowMs + Math.max(waitMs, SECOND_MS, repeatedMs);
  if (fault === 'rate_limited') return nowMs + pauseMs(failures - 1);
  return isRepeated ? nowMs + repeatedMs : null;
}
