import { isoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import type { Dividend, Split } from '../../store/series.js';
import { dailyBarSchema, type DailyBar } from '../models/daily-bar.js';
import { widenRange } from '../models/price-range.js';
import { closesAgree } from '../live/close-disagreements.js';
import { ReadError } from '../live/read-error.js';
import type { Chart } from './chart-answer.js';
import { dayOf, dayWithin, eventsWithin, type DayRange, type Events, type RefusedDay } from './chart-events.js';
import { heldSplit, splitsUnderWay } from './chart-splits.js';
import { closedNotes, dividendFault, repeatedNotes, volumeNotes } from './chart-doubts.js';

export interface ChartHistory {
  /** Oldest first. */
  readonly bars: readonly DailyBar[];
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  /** Rows without a price, which the vendor has for days without a trade. */
  readonly empty: number;
  /**
   * Rows that are no valid bar, split or dividend, with their reasons; the day is null if it is none of the history.
   */
  readonly refused: readonly RefusedDay[];
  /** What else an operator should know. */
  readonly notes: readonly string[];
}

const DAILY = '1d';
/**
 * Rows without an adjusted close that are left out; an answer with more of them, and more than a share of its rows, is
 * refused.
 */
const MOST_UNADJUSTED = 5;
const MOST_UNADJUSTED_SHARE = 0.02;
/** Days without a session that are left out; an answer with more, and more than a share of its days, is refused. */
const MOST_CLOSED = 2;
const MOST_CLOSED_SHARE = 0.02;

/** Whether a dividend goes ex after the last day of the range, as one of today does before the session is settled. */
function hasDividendAhead(events: Events | null | undefined, { last }: DayRange): boolean {
  return Object.values(events?.dividends ?? {}).some(({ date, amount }) => amount > 0 && (dayOf(date) ?? last) > last);
}

/** Adjusted closes of which the newest is its close: without the dividends after it. */
function adjustedToNewest(bars: readonly DailyBar[]): DailyBar[] {
  const newest = bars.at(-1);
  if (newest === undefined) return [];
  const factor = newest.close / newest.adjClose;
  return bars.map((bar) => ({ ...bar, adjClose: bar.adjClose * factor }));
}

/**
 * The daily bars of a chart within `range`: prices and volumes are split-adjusted by the vendor, the adjusted close is
 * total return; a dividend after the range, which is not among those that are returned, is taken out of it. Of several
 * rows of a day the latest one with prices counts: while the market is open, the vendor adds one. A split of the
 * session under way is among the splits if the bars are adjusted for it; sessions from a recent split on are left out
 * while they are not. Rows of days without a session and rows without an adjusted close are left out. Throws ReadError
 * for bars of another length, which the vendor sends instead of too many, and for many rows of either kind: instants of
 * another time zone are a session early or late.
 */
export function dailyHistory(chart: Chart, range: DayRange): ChartHistory {
  const { meta, timestamp, indicators, events } = chart;
  if (meta.dataGranularity !== DAILY)
    throw new ReadError('unreadable', `Yahoo sent bars of ${meta.dataGranularity} instead of ${DAILY}.`);
  const [quote] = indicators.quote;
  const adjusted = indicators.adjclose?.[0]?.adjclose;
  const byDay = new Map<number, DailyBar>();
  const refused: RefusedDay[] = [];
  const [closed, repeated, withoutVolume] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const rows = [...(timestamp ?? []).entries()].sort(([, one], [, other]) => one - other);
  let [empty, priced, unadjusted] = [0, 0, 0];
  for (const [i, seconds] of rows) {
    const day = dayWithin(seconds, range);
    if (typeof day === 'string') refused.push({ day: null, reason: `row ${i + 1} ${day}` });
    if (typeof day !== 'number') continue;
    const close = quote?.close?.[i] ?? null;
    if (close === null) {
      empty += 1;
      continue;
    }
    if (!isSession(day)) {
      closed.add(day);
      continue;
    }
    priced += 1;
    const adjClose = adjusted?.[i] ?? null;
    if (adjClose === null) {
      unadjusted += 1;
      refused.push({ day, reason: 'the row has no adjusted close' });
      continue;
    }
    const [open, high, low] = [quote?.open?.[i] ?? close, quote?.high?.[i] ?? close, quote?.low?.[i] ?? close];
    const volume = quote?.volume?.[i] ?? null;
    const parsed = dailyBarSchema.safeParse({ day, open, high, low, close, adjClose, volume: volume ?? 0 });
    if (parsed.success) {
      if (!closesAgree(close, byDay.get(day)?.close ?? close)) repeated.add(day);
      byDay.set(day, widenRange(parsed.data));
      if (volume === null) withoutVolume.add(day);
      else withoutVolume.delete(day);
    } else refused.push({ day, reason: parsed.error.issues[0]?.message ?? 'the row is not a valid bar' });
  }
  if (
    unadjusted > Math.max(MOST_UNADJUSTED, priced * MOST_UNADJUSTED_SHARE) ||
    (unadjusted > 0 && unadjusted === priced)
  )
    throw new ReadError('unreadable', `Yahoo sent ${unadjusted} of ${priced} rows without an adjusted close.`);
  const dated = closed.size + priced;
  if (closed.size > Math.max(MOST_CLOSED, dated * MOST_CLOSED_SHARE))
    throw new ReadError('unreadable', `Yahoo sent bars of ${closed.size} of ${dated} days without a session.`);
  const sorted = [...byDay.values()].sort((one, other) => one.day - other.day);
  const { splits, dividends, refused: wrong } = eventsWithin(events, range);
  const held = heldSplit(splits, sorted, range);
  if (held !== null) return historyBefore(chart, range, held);
  const bars = hasDividendAhead(events, range) ? adjustedToNewest(sorted) : sorted;
  const faults = dividends.map((dividend) => ({ dividend, reason: dividendFault(dividend, sorted) }));
  const impossible = faults.flatMap(({ dividend: { day }, reason }) => (reason === undefined ? [] : [{ day, reason }]));
  const todays = splitsUnderWay(chart, range, bars.at(-1));
  return {
    bars,
    splits: [...splits, ...todays.splits],
    dividends: faults.filter(({ reason }) => reason === undefined).map(({ dividend }) => dividend),
    empty,
    refused: [...refused, ...wrong, ...impossible],
    notes: [
      ...closedNotes(closed),
      ...repeatedNotes(repeated),
      ...volumeNotes(withoutVolume, byDay.size),
      ...todays.notes,
    ],
  };
}

/** The history before a split for which the vendor has not adjusted it yet. */
function historyBefore(chart: Chart, range: DayRange, { day, ratio }: Split): ChartHistory {
  const before = dailyHistory(chart, { ...range, last: day - 1, underWay: null });
  const note =
    `The prices are not adjusted yet for the split of ${isoDate(day)}, ${ratio} for 1: sessions from that day on are ` +
    'stored once they are.';
  return { ...before, notes: [...before.notes, note] };
}
