import { nextSession } from '../calendar/nyse.js';

/** A last bar older than this many sessions before the newest stored session of the market is stale. */
const FRESH_SESSIONS = 5;

/** Whether a security whose last bar is of `lastDay` (epoch day) no longer trades, or is no longer updated. */
export function isStale(lastDay: number, newestSession: number): boolean {
  let session = lastDay;
  for (let count = 0; count <= FRESH_SESSIONS; count += 1) session = nextSession(session);
  return session <= newestSession;
}
