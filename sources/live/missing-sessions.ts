import { parseIsoDate } from '../../calendar/days.js';
import { sessionsBetween } from '../../calendar/nyse.js';

/** The calendar of the exchange is exact since this day. */
const EXACT_SINCE = parseIsoDate('1990-01-01') ?? 0;

/**
 * Sessions of the exchange since 1990 between the first and the last of some days, oldest first, that are not among
 * them. `days` since 1970-01-01, oldest first.
 */
export function missingSessions(days: ArrayLike<number>): readonly number[] {
  const missing: number[] = [];
  for (let i = 1; i < days.length; i += 1) {
    const [before = 0, after = 0] = [days[i - 1], days[i]];
    if (after - before > 1) missing.push(...sessionsBetween(Math.max(before + 1, EXACT_SINCE), after - 1));
  }
  return missing;
}
