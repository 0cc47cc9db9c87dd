import { isoDate } from '../../calendar/days.js';
import { sessionsBetween } from '../../calendar/nyse.js';
import type { Split } from '../../store/series.js';
import { closesAgree } from '../live/close-disagreements.js';
import type { StoredHistory } from '../live/live-source.js';
import { isDividedFor } from '../live/split-division.js';
import type { DailyBar } from '../models/daily-bar.js';
import type { Chart } from './chart-answer.js';
import { dayOf, eventsWithin, type DayRange } from './chart-events.js';

/** Sessions, from that of a split on, for which the vendor may take to adjust the prices before it. */
const MOST_HELD_SESSIONS = 5;
/** Below, a move of the day looks like a split that is not in the prices yet. */
const CLEAR_RATIO = 1.5;

type LastBar = Pick<DailyBar, 'day' | 'close'>;

/**
 * Whether the prices are adjusted for a split, by the last of them before it and the price of its day. What is stored
 * of the same session tells it exactly if it has changed by the ratio, or has not changed at a ratio as small as moves.
 */
function isAdjusted(split: Split, last: LastBar, price: number | null, stored: StoredHistory | null = null): boolean {
  const known = stored?.bars.close[stored.bars.days.indexOf(last.day)];
  const isKnown = stored?.splits.some(({ day }) => day === split.day) === true;
  if (known !== undefined) {
    const isSmall = Math.abs(Math.log(split.ratio)) < Math.log(CLEAR_RATIO);
    if (closesAgree(isKnown ? known : known / split.ratio, last.close)) return true;
    if (isSmall && closesAgree(known, last.close)) return false;
  }
  return price !== null && isDividedFor(split, last.close, price);
}

/**
 * The first split of the newest sessions for which the bars are not adjusted yet; null without one. A split whose
 * session is stored is none.
 */
export function heldSplit(
  splits: readonly Split[],
  bars: readonly DailyBar[],
  { last, stored = null }: DayRange,
): Split | null {
  const storedDay = stored?.bars.days.at(-1) ?? -Infinity;
  const isHeld = (split: Split): boolean => {
    if (split.day <= storedDay || sessionsBetween(split.day, last).length > MOST_HELD_SESSIONS) return false;
    const before = bars.findLast(({ day }) => day < split.day);
    const price = bars.find(({ day }) => day >= split.day)?.close ?? null;
    return before !== undefined && !isAdjusted(split, before, price, stored);
  };
  return splits.find(isHeld) ?? null;
}

/** The last price of a day; null without one. */
function lastPriceOf(
  day: number,
  {
    timestamp,
    indicators: {
      quote: [quote],
    },
  }: Chart,
): number | null {
  const closes = (timestamp ?? []).flatMap((seconds, i) => (dayOf(seconds) === day ? [quote?.close?.[i] ?? null] : []));
  return closes.findLast((close) => close !== null && close > 0) ?? null;
}

/**
 * The splits of the session under way for which the bars are adjusted, and notes on the others: the vendor adjusts at
 * the open, not always at once.
 */
export function splitsUnderWay(
  chart: Chart,
  { underWay, stored }: DayRange,
  last: LastBar | undefined,
): { readonly splits: readonly Split[]; readonly notes: readonly string[] } {
  if (underWay === null || last === undefined) return { splits: [], notes: [] };
  const { splits } = eventsWithin(chart.events, { first: underWay, last: underWay, underWay: null });
  const price = lastPriceOf(underWay, chart);
  const adjusted = splits.filter((split) => isAdjusted(split, last, price, stored));
  const notes = splits
    .filter((split) => !adjusted.includes(split))
    .map(({ day, ratio }) => `The prices are not adjusted yet for the split of ${isoDate(day)}, ${ratio} for 1.`);
  return { splits: adjusted, notes };
}
