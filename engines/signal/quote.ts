import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { previousSession, sessionCloseUtcMs } from '../../calendar/nyse.js';
import { regularHours } from '../minute-tape.js';
import { at, finiteOrNull, lowerBound } from '../series.js';
import { sessionVwap } from './session-flow.js';

/** Prices in USD, change in USD and percent, volume in shares. */
export interface Quote {
  readonly last: number;
  readonly previousClose: number | null;
  readonly change: number | null;
  readonly changePct: number | null;
  readonly vwap: number | null;
  readonly volume: number;
  readonly afterHours: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  /** The session of the prices, ISO date. */
  readonly session: string;
  /** Time of the newest price, ISO 8601 UTC with milliseconds. */
  readonly asOf: string;
  readonly currency: 'USD';
}

/** The minute session of the quote: the newest one, unless a daily bar is newer. */
export function quotedSession(bars: DailyBars, sessions: readonly MinuteBars[]): MinuteBars | null {
  const newest = sessions.at(-1);
  if (newest === undefined || newest.minutes.length === 0) return null;
  const lastDay = bars.days[bars.days.length - 1];
  return lastDay !== undefined && newest.day < lastDay ? null : newest;
}

/** UTC epoch milliseconds at which a minute bar ends. */
function endOfBar(session: MinuteBars, index: number): number {
  return newYorkUtcMs(session.day, at(session.minutes, index) + 1);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Last trade after the regular close, USD; null without one. */
function afterHoursPrice(session: MinuteBars): number | null {
  const last = session.minutes.length - 1;
  return last >= regularHours(session).to ? finiteOrNull(at(session.close, last)) : null;
}

type Priced = Pick<Quote, 'last' | 'previousClose' | 'vwap' | 'volume' | 'afterHours' | 'open' | 'high' | 'low'>;

function priced(given: Priced, day: number, timeMs: number): Quote {
  const { last, previousClose } = given;
  const change = previousClose === null ? null : last - previousClose;
  const changePct = previousClose === null || change === null ? null : (change / previousClose) * 100;
  return { ...given, change, changePct, session: isoDate(day), asOf: new Date(timeMs).toISOString(), currency: 'USD' };
}

function positive(value: number): number | null {
  return value > 0 ? value : null;
}

/** Open, high and low of a daily bar. */
function dailyRange(bars: DailyBars, index: number): Pick<Quote, 'open' | 'high' | 'low'> {
  return {
    open: positive(at(bars.open, index)),
    high: positive(at(bars.high, index)),
    low: positive(at(bars.low, index)),
  };
}

/** Open, high and low of the minutes from index `from` up to `to`. */
function minuteRange({ open, high, low }: MinuteBars, from: number, to: number): Pick<Quote, 'open' | 'high' | 'low'> {
  let highest = -Infinity;
  let lowest = Infinity;
  for (let k = from; k < to; k += 1) {
    highest = Math.max(highest, at(high, k));
    lowest = Math.min(lowest, at(low, k));
  }
  return { open: positive(at(open, from)), high: finiteOrNull(highest), low: finiteOrNull(lowest) };
}

function positiveClose(bars: DailyBars, index: number): number | null {
  return positive(at(bars.close, index));
}

/** Last regular trade of a minute session, USD; null without one. */
function regularClose(session: MinuteBars): number | null {
  const { from, to } = regularHours(session);
  return to > from ? positive(at(session.close, to - 1)) : null;
}

/**
 * The close before a minute session, USD: of the newest session before it, by its daily bar, or else its minutes.
 * Null where prices end earlier and no minutes tell that nothing traded since, because that is another day's close.
 */
function closeBefore(bars: DailyBars, sessions: readonly MinuteBars[], day: number): number | null {
  const last = lowerBound(bars.days, day) - 1;
  const lastDay = bars.days[last] ?? -Infinity;
  const between = sessions.filter((session) => session.day > lastDay && session.day < day);
  const close = between.map(regularClose).findLast((price) => price !== null);
  if (close !== undefined) return close;
  const isCovered = lastDay >= previousSession(day) || sessions.some((session) => session.day <= lastDay);
  return isCovered ? positiveClose(bars, last) : null;
}

function sharesOf(bars: DailyBars, index: number): number {
  return finiteOrNull(at(bars.volume, index)) ?? 0;
}

/**
 * Quote of the last session, split-adjusted; null without any price.
 *
 * The last session is the last daily bar's; minute bars of the same day add VWAP and the after-hours price. A minute
 * session newer than the last daily bar is the last session instead: its last regular trade (the last of all while only
 * pre-market traded) is the last price, its volume the sum of its minutes so far, and the previous close that of the
 * session before, from its daily bar or its minutes; null if neither is there. Minute bars older than the last daily
 * bar are ignored.
 */
export function quote(bars: DailyBars, sessions: readonly MinuteBars[]): Quote | null {
  const last = bars.days.length - 1;
  const session = quotedSession(bars, sessions);
  if (session === null) {
    const close = positiveClose(bars, last);
    if (close === null) return null;
    const given = {
      last: close,
      previousClose: positiveClose(bars, last - 1),
      vwap: null,
      volume: sharesOf(bars, last),
      afterHours: null,
    };
    return priced({ ...given, ...dailyRange(bars, last) }, at(bars.days, last), sessionCloseUtcMs(at(bars.days, last)));
  }
  const { from, to } = regularHours(session);
  const vwap = finiteOrNull(sessionVwap(session));
  const afterHours = afterHoursPrice(session);
  const lastBar = session.minutes.length - 1;
  const isDaily = session.day === bars.days[last];
  const newest = to > from ? to - 1 : lastBar;
  const price = isDaily ? positiveClose(bars, last) : finiteOrNull(at(session.close, newest));
  if (price === null) return null;
  const volume = isDaily ? sharesOf(bars, last) : total(session.volume);
  const timeMs =
    afterHours !== null
      ? endOfBar(session, lastBar)
      : isDaily
        ? sessionCloseUtcMs(session.day)
        : endOfBar(session, newest);
  const range = isDaily ? dailyRange(bars, last) : minuteRange(session, to > from ? from : 0, newest + 1);
  const previousClose = isDaily ? positiveClose(bars, last - 1) : closeBefore(bars, sessions, session.day);
  return priced({ last: price, previousClose, vwap, volume, afterHours, ...range }, session.day, timeMs);
}
