import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isSession } from '../../calendar/nyse.js';
import type { Dividend, Split } from '../../store/series.js';
import { price } from '../../store/field-schemas.js';
import { dailyBarSchema, type DailyBar } from '../models/daily-bar.js';
import { widenRange } from '../models/price-range.js';
import { closesAgree } from '../live/close-disagreements.js';
import { ReadError } from '../live/read-error.js';
import type { Chart } from './chart-answer.js';
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

export interface RefusedDay {
  readonly day: number | null;
  readonly reason: string;
}

/** The days that are read, since 1970-01-01. */
export interface DayRange {
  readonly first: number;
  /** Of the newest bar that is final. */
  readonly last: number;
  /**
   * The session under way, whose bar is not read, but whose split is once the prices are adjusted for it; else null.
   */
  readonly underWay: number | null;
}

const DAILY = '1d';
/** Beyond are no dates of this era. */
const MOST_SECONDS = 1e11;
/** Beyond any split there was, forward or reverse. */
const MOST_RATIO = 100_000;
const dividendAmount = price('dividend');
const dayOfSeconds = (seconds: number): number => newYorkTime(seconds * 1000).day;
/**
 * Rows without an adjusted close that are left out; an answer with more of them, and more than a share of its rows, is
 * refused.
 */
const MOST_UNADJUSTED = 5;
const MOST_UNADJUSTED_SHARE = 0.02;
/** Days without a session that are left out; an answer with more, and more than a share of its days, is refused. */
const MOST_CLOSED = 2;
const MOST_CLOSED_SHARE = 0.02;

/** The day of the first trade that a chart tells; null without one. */
export function firstTradeDayOf({ meta: { firstTradeDate } }: Pick<Chart, 'meta'>): number | null {
  if (firstTradeDate === null || firstTradeDate === undefined || Math.abs(firstTradeDate) > MOST_SECONDS) return null;
  return dayOfSeconds(firstTradeDate);
}

/** The day of an instant of the vendor's, or why it is none of the range; undefined for one after the range. */
function dayWithin(seconds: number, { first, last }: DayRange): number | string | undefined {
  if (Math.abs(seconds) > MOST_SECONDS) return 'has an instant that is no date';
  const day = dayOfSeconds(seconds);
  if (day > last) return undefined;
  return day < first ? `is before ${isoDate(first)}` : day;
}

type Events = NonNullable<Chart['events']>;

/** Splits and dividends of the range, oldest first, one of a day. */
function eventsWithin(
  events: Events | null | undefined,
  range: DayRange,
): Pick<ChartHistory, 'splits' | 'dividends' | 'refused'> {
  const refused: RefusedDay[] = [];
  const known = <Given extends { readonly date: number }, Row>(
    given: Readonly<Record<string, Given>> | null | undefined,
    what: string,
    rowOf: (event: Given, day: number) => Row | string | undefined,
  ): readonly Row[] => {
    const byDay = new Map<number, Row>();
    for (const event of Object.values(given ?? {})) {
      const day = dayWithin(event.date, range);
      if (typeof day === 'string') refused.push({ day: null, reason: `a ${what} ${day}` });
      if (typeof day !== 'number') continue;
      const row = rowOf(event, day);
      if (typeof row === 'string') refused.push({ day, reason: row });
      else if (row !== undefined) byDay.set(day, row);
    }
    return [...byDay].sort(([one], [other]) => one - other).map(([, row]) => row);
  };
  const splits = known(events?.splits, 'split', ({ numerator, denominator }, day): Split | string | undefined => {
    if (!(numerator > 0 && denominator > 0) || numerator === denominator) return undefined;
    const ratio = numerator / denominator;
    if (ratio <= MOST_RATIO && ratio >= 1 / MOST_RATIO) return { day, ratio };
    return `the split of ${numerator} for ${denominator} is beyond 100,000 for 1`;
  });
  const dividends = known(events?.dividends, 'dividend', ({ amount }, day): Dividend | string | undefined => {
    if (amount <= 0) return undefined;
    const parsed = dividendAmount.safeParse(amount);
    return parsed.success ? { day, amount } : (parsed.error.issues[0]?.message ?? 'the dividend is not valid');
  });
  return { splits, dividends, refused };
}

/** Whether a dividend goes ex after the last day of the range, as one of today does before the session is settled. */
function hasDividendAhead(events: Events | null | undefined, { last }: DayRange): boolean {
  return Object.values(events?.dividends ?? {}).some(
    ({ date, amount }) => amount > 0 && Math.abs(date) <= MOST_SECONDS && dayOfSeconds(date) > last,
  );
}

/** Adjusted closes of which the newest is its close: without the dividends after it. */
function adjustedToNewest(bars: readonly DailyBar[]): DailyBar[] {
  const newest = bars.at(-1);
  if (newest === undefined) return [];
  const factor = newest.close / newest.adjClose;
  return bars.map((bar) => ({ ...bar, adjClose: bar.adjClose * factor }));
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
  const closes = (timestamp ?? []).flatMap((seconds, i) =>
    Math.abs(seconds) <= MOST_SECONDS && dayOfSeconds(seconds) === day ? [quote?.close?.[i] ?? null] : [],
  );
  return closes.findLast((close) => close !== null && close > 0) ?? null;
}

/**
 * Whether the closes before a split have been divided by its ratio: the price of the split's day has moved less from
 * the last of them than it has from that close if it is still to be divided.
 */
function isAdjustedFor({ ratio }: Split, lastClose: number, price: number): boolean {
  return Math.abs(Math.log(lastClose / price)) < Math.abs(Math.log(lastClose / ratio / price));
}

/**
 * The splits of the session under way for which the bars are adjusted, and notes on the others: the vendor adjusts at
 * the open, not always at once.
 */
function splitsUnderWay(chart: Chart, { underWay }: DayRange, lastClose: number | undefined) {
  const none = { splits: [] as readonly Split[], notes: [] as readonly string[] };
  if (underWay === null || lastClose === undefined) return none;
  const { splits } = eventsWithin(chart.events, { first: underWay, last: underWay, underWay: null });
  const price = lastPriceOf(underWay, chart);
  const isAdjusted = (split: Split): boolean => price !== null && isAdjustedFor(split, lastClose, price);
  const notes = splits
    .filter((split) => !isAdjusted(split))
    .map(({ day, ratio }) => `The prices are not adjusted yet for the split of ${isoDate(day)}, ${ratio} for 1.`);
  return { splits: splits.filter(isAdjusted), notes };
}

/**
 * The daily bars of a chart within `range`: prices and volumes are split-adjusted by the vendor, the adjusted close is
 * total return; a dividend after the range, which is not among those that are returned, is taken out of it. Of several
 * rows of a day the latest one with prices counts: while the market is open, the vendor adds one. A split of the
 * session under way is among the splits if the bars are adjusted for it. Rows of days without a session and rows
 * without an adjusted close are left out. Throws ReadError for bars of another length, which the vendor sends
 * instead of too many, and for many rows of either kind: instants of another time zone are a session early or late.
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
  const bars = hasDividendAhead(events, range) ? adjustedToNewest(sorted) : sorted;
  const { splits, dividends, refused: wrong } = eventsWithin(events, range);
  const faults = dividends.map((dividend) => ({ dividend, reason: dividendFault(dividend, sorted) }));
  const impossible = faults.flatMap(({ dividend: { day }, reason }) => (reason === undefined ? [] : [{ day, reason }]));
  const todays = splitsUnderWay(chart, range, bars.at(-1)?.close);
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
