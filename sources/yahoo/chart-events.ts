import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { price } from '../../store/field-schemas.js';
import type { Dividend, Split } from '../../store/series.js';
import type { StoredHistory } from '../live/live-source.js';
import type { Chart } from './chart-answer.js';

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
  /** What is stored already of the same source; null or absent without it. */
  readonly stored?: StoredHistory | null;
}

export interface ChartEvents {
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
  readonly refused: readonly RefusedDay[];
}

/** Beyond are no dates of this era. */
const MOST_SECONDS = 1e11;
/** Beyond any split there was, forward or reverse. */
const MOST_RATIO = 100_000;
const dividendAmount = price('dividend');

/** The day of an instant of the vendor's; null for one that is no date. */
export function dayOf(seconds: number): number | null {
  return Math.abs(seconds) > MOST_SECONDS ? null : newYorkTime(seconds * 1000).day;
}

/** The day of the first trade that a chart tells; null without one. */
export function firstTradeDayOf({ meta: { firstTradeDate } }: Pick<Chart, 'meta'>): number | null {
  return firstTradeDate === null || firstTradeDate === undefined ? null : dayOf(firstTradeDate);
}

/** The day of an instant of the vendor's, or why it is none of the range; undefined for one after the range. */
export function dayWithin(seconds: number, { first, last }: DayRange): number | string | undefined {
  const day = dayOf(seconds);
  if (day === null) return 'has an instant that is no date';
  if (day > last) return undefined;
  return day < first ? `is before ${isoDate(first)}` : day;
}

export type Events = NonNullable<Chart['events']>;

/** Splits and dividends of the range, oldest first, one of a day. */
export function eventsWithin(events: Events | null | undefined, range: DayRange): ChartEvents {
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
