import { newYorkTime } from '../../calendar/new-york-time.js';
import type { RefusedRow } from '../files/import-report.js';
import { ReadError } from '../live/read-error.js';
import { minuteBarSchema, type MinuteBar } from '../models/minute-bar.js';
import { widenRange } from '../models/price-range.js';
import type { Chart } from './chart-answer.js';

export interface ChartMinutes {
  /** Oldest first, one for each minute with a trade. */
  readonly bars: readonly MinuteBar[];
  /** Days of the splits that the prices are adjusted for. */
  readonly splitDays: readonly number[];
  readonly refused: readonly RefusedRow[];
}

const MINUTELY = '1m';
const SECONDS = 60;
/** How far the source's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 60;
/** More than the five sessions that are asked for. */
const MOST_AGE_SECONDS = 30 * 86_400;

/**
 * The minute bars of a chart, with those before the open and after the close. The newest row, which is of the time of
 * the answer and not of a whole minute, is left out; minutes that are to come or long past are refused. Throws
 * ReadError for bars of another length.
 */
export function chartMinutes({ meta, timestamp, indicators, events }: Chart, nowMs: number): ChartMinutes {
  if (meta.dataGranularity !== MINUTELY)
    throw new ReadError('unreadable', `Yahoo sent bars of ${meta.dataGranularity} instead of ${MINUTELY}.`);
  const [quote] = indicators.quote;
  const byMinute = new Map<number, MinuteBar>();
  const refused: RefusedRow[] = [];
  for (const [i, seconds] of (timestamp ?? []).entries()) {
    const close = quote?.close?.[i] ?? null;
    if (close === null || seconds % SECONDS !== 0) continue;
    if (seconds > nowMs / 1000 + CLOCK_SKEW_SECONDS) {
      refused.push({ line: i + 1, reason: 'the minute is in the future' });
      continue;
    }
    if (seconds < nowMs / 1000 - MOST_AGE_SECONDS) {
      refused.push({ line: i + 1, reason: 'the minute is more than 30 days old' });
      continue;
    }
    const [open, high, low] = [quote?.open?.[i] ?? close, quote?.high?.[i] ?? close, quote?.low?.[i] ?? close];
    const { day, minute } = newYorkTime(seconds * 1000);
    const parsed = minuteBarSchema.safeParse({ day, minute, open, high, low, close, volume: quote?.volume?.[i] ?? 0 });
    if (parsed.success) byMinute.set(seconds, widenRange(parsed.data));
    else refused.push({ line: i + 1, reason: parsed.error.issues[0]?.message ?? 'the row is not a valid bar' });
  }
  const bars = [...byMinute].sort(([one], [other]) => one - other).map(([, bar]) => bar);
  const splitDays = Object.values(events?.splits ?? {}).map(({ date }) => newYorkTime(date * 1000).day);
  return { bars, splitDays, refused };
}
