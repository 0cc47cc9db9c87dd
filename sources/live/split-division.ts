import type { DailyBars } from '../../calendar/bars.js';
import type { Split } from '../../store/series.js';

/**
 * Whether the closes before a split have been divided by its ratio: the price of the split's day has moved less from
 * the last of them than it has from that close if it is still to be divided.
 */
export function isDividedFor({ ratio }: Split, lastClose: number, price: number): boolean {
  return Math.abs(Math.log(lastClose / price)) < Math.abs(Math.log(lastClose / ratio / price));
}

/** Whether the closes on both sides of a split show that those before it have been divided. */
export function divisionAt(
  split: Split,
  { days, close }: Pick<DailyBars, 'days' | 'close'>,
): 'divided' | 'undivided' | 'unknown' {
  const at = days.findIndex((day) => day >= split.day);
  const [before, after] = [close[at - 1], close[at]];
  if (before === undefined || after === undefined) return 'unknown';
  return isDividedFor(split, before, after) ? 'divided' : 'undivided';
}
