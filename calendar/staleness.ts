import { previousSession } from './nyse.js';

/** A security is stale once its last bar is more sessions than this before the newest stored session of the market. */
export const STALE_AFTER_SESSIONS = 5;

/** The first day on which a last bar is not stale; `newest` is the newest stored session of the market (epoch days). */
export function firstCurrentDay(newest: number): number {
  // The newest day of another market may be a weekend.
  let day = previousSession(newest + 1);
  for (let session = 0; session < STALE_AFTER_SESSIONS; session += 1) day = previousSession(day);
  return day;
}

/** Tests last bars against the newest stored session (epoch days); what has no bars is not stale. */
export function stalenessAt(newest: number | null): (lastDay: number | null) => boolean {
  if (newest === null) return () => false;
  const first = firstCurrentDay(newest);
  return (lastDay) => lastDay !== null && lastDay < first;
}
