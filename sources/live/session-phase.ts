import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import { isSession, OPEN_MINUTE, previousSession, sessionCloseUtcMs } from '../../calendar/nyse.js';
import { SETTLED_MS } from './due.js';

/** Parts of the market's time: a weekend or a holiday belongs to the session before it. */
export type Phase = 'before_open' | 'session' | 'after_close';

export interface SessionPhase {
  readonly phase: Phase;
  /** The session that it is of; epoch day. */
  readonly session: number;
  readonly sinceMs: number;
}

/** Markets and the SEC are quiet before, New York time. */
const MORNING_MINUTE = 6 * 60;

/** The phase at an instant: the session ends when its closing prices are final. */
export function phaseAt(nowMs: number): SessionPhase {
  const { day, minute } = newYorkTime(nowMs);
  const settledMs = (session: number): number => sessionCloseUtcMs(session) + SETTLED_MS;
  if (!isSession(day) || minute < MORNING_MINUTE) {
    const session = previousSession(day);
    return { phase: 'after_close', session, sinceMs: settledMs(session) };
  }
  if (minute < OPEN_MINUTE) return { phase: 'before_open', session: day, sinceMs: newYorkUtcMs(day, MORNING_MINUTE) };
  if (nowMs < settledMs(day)) return { phase: 'session', session: day, sinceMs: newYorkUtcMs(day, OPEN_MINUTE) };
  return { phase: 'after_close', session: day, sinceMs: settledMs(day) };
}
