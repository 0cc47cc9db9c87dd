import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Dividend, Split } from '../../store/series.js';
import { dailyBarSchema, type DailyBar } from '../models/daily-bar.js';
import { widenRange } from '../models/price-range.js';
import { ReadError } from '../live/read-error.js';
import type { Chart } from './chart-answer.js';

export interface ChartHistory {
  /** Oldest first. */
  readonly bars: readonly DailyBar[];
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  /** Rows without a price, which the vendor has for days without a trade. */
  readonly empty: number;
  /** Rows that are no valid bar, with their reasons. */
  readonly refused: readonly { readonly day: number; readonly reason: string }[];
}

const DAILY = '1d';
const dayOfSeconds = (seconds: number): number => newYorkTime(seconds * 1000).day;

/**
 * The daily bars of a chart up to `lastDay`: prices and volumes are split-adjusted by the vendor, the adjusted close is
 * total return. Of several rows of a day the last one with prices counts: while the market is open, the vendor adds one.
 * Throws ReadError for bars of another length, which the vendor sends instead of too many.
 */
export function dailyHistory({ meta, timestamp, indicators, events }: Chart, lastDay: number): ChartHistory {
  if (meta.dataGranularity !== DAILY)
    throw new ReadError('unreadable', `Yahoo sent bars of ${meta.dataGranularity} instead of ${DAILY}.`);
  const [quote] = indicators.quote;
  const adjusted = indicators.adjclose?.[0]?.adjclose;
  const byDay = new Map<number, DailyBar>();
  const refused: { day: number; reason: string }[] = [];
  let empty = 0;
  for (const [i, seconds] of (timestamp ?? []).entries()) {
    const day = dayOfSeconds(seconds);
    if (day > lastDay) continue;
    const close = quote?.close?.[i] ?? null;
    if (close === null) {
      empty += 1;
      continue;
    }
    const [open, high, low] = [quote?.open?.[i] ?? close, quote?.high?.[i] ?? close, quote?.low?.[i] ?? close];
    const bar = { day, open, high, low, close, adjClose: adjusted?.[i] ?? close, volume: quote?.volume?.[i] ?? 0 };
    const parsed = dailyBarSchema.safeParse(bar);
    if (parsed.success) byDay.set(day, widenRange(parsed.data));
    else refused.push({ day, reason: parsed.error.issues[0]?.message ?? 'the row is not a valid bar' });
  }
  const bars = [...byDay.values()].sort((one, other) => one.day - other.day);
  const known = <Row extends { readonly day: number }>(rows: readonly Row[]): readonly Row[] =>
    [...new Map(rows.filter(({ day }) => day <= lastDay).map((row) => [row.day, row])).values()]
      .sort((one, other) => one.day - other.day);
  const splits = Object.values(events?.splits ?? {})
    .filter(({ numerator, denominator }) => numerator > 0 && denominator > 0 && numerator !== denominator)
    .map(({ date, numerator, denominator }) => ({ day: dayOfSeconds(date), ratio: numerator / denominator }));
  const dividends = Object.values(events?.dividends ?? {})
    .filter(({ amount }) => amount > 0)
    .map(({ date, amount }) => ({ day: dayOfSeconds(date), amount }));
  return { bars, splits: known(splits), dividends: known(dividends), empty, refused };
}
