import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { sessionCloseUtcMs } from '../../calendar/nyse.js';
import { at, finiteOrNull } from '../series.js';
import { regularHours, sessionVwap } from './session-flow.js';

/** Prices in USD, change in USD and percent, volume in shares. */
export interface Quote {
  readonly current: number;
  readonly prevClose: number | null;
  readonly change: number | null;
  readonly changePct: number | null;
  readonly vwap: number | null;
  readonly volume: number;
  readonly afterHours: number | null;
}

/** A quote and the time of the newest price in it, UTC epoch milliseconds. */
export interface TimedQuote {
  readonly quote: Quote;
  readonly timeMs: number;
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

function priced(current: number, prevClose: number | null, rest: Pick<Quote, 'vwap' | 'volume' | 'afterHours'>): Quote {
  const change = prevClose === null ? null : current - prevClose;
  return { current, prevClose, change, changePct: prevClose === null || change === null ? null : (change / prevClose) * 100, ...rest };
}

function positiveClose(bars: DailyBars, index: number): number | null {
  const close = at(bars.close, index);
  return close > 0 ? close : null;
}

function sharesOf(bars: DailyBars, index: number): number {
  return finiteOrNull(at(bars.volume, index)) ?? 0;
}

/**
 * Quote of the last session, split-adjusted; null without any price.
 *
 * The last session is the last daily bar's; minute bars of the same day add VWAP and the after-hours price. A minute
 * session newer than the last daily bar is the last session instead: its last regular trade (the last of all while only
 * pre-market traded) is current, its volume the sum of its minutes so far, and the last daily close the previous close.
 * Minute bars older than the last daily bar are ignored.
 */
export function quote(bars: DailyBars, sessions: readonly MinuteBars[]): TimedQuote | null {
  const last = bars.days.length - 1;
  const session = quotedSession(bars, sessions);
  if (session === null) {
    const current = positiveClose(bars, last);
    if (current === null) return null;
    return {
      quote: priced(current, positiveClose(bars, last - 1), { vwap: null, volume: sharesOf(bars, last), afterHours: null }),
      timeMs: sessionCloseUtcMs(at(bars.days, last)),
    };
  }
  const { from, to } = regularHours(session);
  const vwap = finiteOrNull(sessionVwap(session));
  const afterHours = afterHoursPrice(session);
  const lastBar = session.minutes.length - 1;
  const isDaily = session.day === bars.days[last];
  const currentBar = to > from ? to - 1 : lastBar;
  const current = isDaily ? positiveClose(bars, last) : finiteOrNull(at(session.close, currentBar));
  if (current === null) return null;
  const volume = isDaily ? sharesOf(bars, last) : total(session.volume);
  const timeMs = afterHours !== null ? endOfBar(session, lastBar) : isDaily ? sessionCloseUtcMs(session.day) : endOfBar(session, currentBar);
  return { quote: priced(current, positiveClose(bars, isDaily ? last - 1 : last), { vwap, volume, afterHours }), timeMs };
}
