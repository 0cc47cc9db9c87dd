import { newYorkTime } from '../../calendar/new-york-time.js';
import { isSession, lastClosedSession, nextSession, OPEN_MINUTE, sessionCloseUtcMs } from '../../calendar/nyse.js';
import type { SourceRead } from '../../store/source-reads.js';
import type { ReadFault } from './read-error.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Closing prices are final this long after the close. */
export const SETTLED_MS = 20 * MINUTE_MS;
/** How long after that a source may be late, and how often it is then asked. */
const LATE_MS = 4 * HOUR_MS;
const LATE_EVERY_MS = 15 * MINUTE_MS;
/** How often a ticker without a newer session, such as a suspended one, is asked for. */
const SILENT_EVERY_MS = 6 * HOUR_MS;
const UNKNOWN_MS = 24 * HOUR_MS;
/** An operator may remove an import at any time; nothing is asked to find out. */
const KEPT_MS = MINUTE_MS;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = HOUR_MS;

/** Whether a reading is to be made at an instant, and no process is at it. */
export function isDueAt({ dueAt, claimedUntil }: Pick<SourceRead, 'dueAt' | 'claimedUntil'>, nowMs: number): boolean {
  return dueAt.getTime() <= nowMs && (claimedUntil?.getTime() ?? 0) <= nowMs;
}

/** The newest session whose daily bar is final at an instant; epoch day. */
export function lastSettledSession(nowMs: number): number {
  return lastClosedSession(nowMs - SETTLED_MS);
}

/** The session that has opened and whose daily bar is not final, epoch day; null if there is none. */
export function sessionUnderWay(nowMs: number): number | null {
  const { day, minute } = newYorkTime(nowMs);
  return isSession(day) && minute >= OPEN_MINUTE && lastSettledSession(nowMs) < day ? day : null;
}

/**
 * When a daily history that ends with `lastDay` is to be read again: once the next session is settled. If the newest
 * settled session is missing, every quarter of an hour while the source may be late, then every six hours.
 */
export function dailyDueMs(lastDay: number | null, nowMs: number): number {
  const settled = lastSettledSession(nowMs);
  const nextMs = sessionCloseUtcMs(nextSession(settled)) + SETTLED_MS;
  if (lastDay !== null && lastDay >= settled) return nextMs;
  const isLate = nowMs < sessionCloseUtcMs(settled) + SETTLED_MS + LATE_MS;
  return Math.min(nextMs, nowMs + (isLate ? LATE_EVERY_MS : SILENT_EVERY_MS));
}

/**
 * When a ticker is to be asked for again after a reading without data: after a day if the source does not have it or is
 * the one that is served, after a minute if another source's data is stored, else after half a minute, doubled by each
 * failure.
 */
export function retryDueMs(fault: ReadFault, failures: number, waitMs: number | undefined, nowMs: number): number {
  if (fault === 'unknown_ticker' || fault === 'served') return nowMs + UNKNOWN_MS;
  if (fault === 'kept') return nowMs + KEPT_MS;
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), LONGEST_RETRY_MS);
  // Nothing is known against the ticker if its source is paused or busy: it is read once that ends.
  return nowMs + (waitMs ?? (fault === 'busy' ? FIRST_RETRY_MS : backoffMs));
}
