import { sessionCloseUtcMs } from '../calendar/nyse.js';
import { barsKnownBy, endOfDayMs } from './known-by.js';
import type { StreetInput } from './rating-actions.js';
import { streetGrades, type StreetResult } from './street-grades.js';

/** When the first of what is asked for was known, epoch milliseconds. */
export interface FirstKnown {
  readonly firstMs: number;
}

/**
 * Street grades as of an instant, epoch milliseconds, or as of now with null: from the sessions that had closed, and
 * the actions of days that had ended in New York, since nothing tells their hour. When the first was known, if none
 * was.
 */
export function gradesKnownBy(input: StreetInput, instantMs: number | null): StreetResult | FirstKnown {
  const { actions, bars, benchmark } = input;
  const [first, firstDay] = [actions[0], bars.days[0]];
  if (instantMs === null || first === undefined) return streetGrades(input);
  const firstMs = Math.max(endOfDayMs(first.day), firstDay === undefined ? 0 : sessionCloseUtcMs(firstDay));
  if (instantMs < firstMs) return { firstMs };
  return streetGrades({
    ...input,
    bars: barsKnownBy(bars, instantMs),
    benchmark: benchmark === undefined ? undefined : barsKnownBy(benchmark, instantMs),
    actions: actions.filter(({ day }) => endOfDayMs(day) <= instantMs),
  });
}
