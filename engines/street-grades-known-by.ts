import { sessionCloseUtcMs } from '../calendar/nyse.js';
import { barsKnownBy, endOfDayMs } from './known-by.js';
import type { RatingAction, StreetInput } from './rating-actions.js';
import { streetGrades, type StreetResult } from './street-grades.js';

/** When the first of what is asked for was known, epoch milliseconds. */
export interface FirstKnown {
  readonly firstMs: number;
}

/** At the end of its day in New York, since nothing tells its hour, or once its source told it later than that. */
const knownMs = ({ day, knownAt }: RatingAction): number => Math.max(endOfDayMs(day), knownAt?.getTime() ?? 0);

/**
 * Street grades as of an instant, epoch milliseconds, or as of now with null: from the sessions that had closed, and
 * the actions that were known. When the first was known, if none was.
 */
export function gradesKnownBy(input: StreetInput, instantMs: number | null): StreetResult | FirstKnown {
  const { actions, bars, benchmark } = input;
  if (instantMs === null || actions.length === 0) return streetGrades(input);
  const firstDay = bars.days[0];
  const firstActionMs = actions.reduce((first, action) => Math.min(first, knownMs(action)), Infinity);
  const firstMs = Math.max(firstActionMs, firstDay === undefined ? 0 : sessionCloseUtcMs(firstDay));
  if (instantMs < firstMs) return { firstMs };
  return streetGrades({
    ...input,
    bars: barsKnownBy(bars, instantMs),
    benchmark: benchmark === undefined ? undefined : barsKnownBy(benchmark, instantMs),
    actions: actions.filter((action) => knownMs(action) <= instantMs),
  });
}
