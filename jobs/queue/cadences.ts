import { newYorkTime, newYorkUtcMs } from '../../calendar/new-york-time.js';
import { closeMinute, isSession, OPEN_MINUTE, previousSession } from '../../calendar/nyse.js';
import type { AgentCadence } from '../../store/agents.js';

/** When a cadence runs, on the exchange's calendar. */
interface Cadence {
  /** Minutes since midnight New York at which it runs on a session. */
  slots(session: number): readonly number[];
  /**
   * How long after a slot it may still run: a server that was down runs the latest slot alone, and only within this.
   */
  readonly windowMinutes: number;
  /** Whether it runs once only. */
  readonly isSingle?: boolean;
  readonly description: string;
}

const MS_PER_MINUTE = 60_000;
const PREMARKET = 8 * 60 + 30;
const AFTER_CLOSE = 15;
const HOUR = 60;
const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday, and day 4 a Monday. */
const FIRST_MONDAY = 4;

const afterClose = (session: number): number => closeMinute(session) + AFTER_CLOSE;

function weekOf(day: number): number {
  return Math.floor((day - FIRST_MONDAY) / DAYS_PER_WEEK);
}

/** The table of cadences; docs/agents.md is generated from it. */
export const CADENCES: Readonly<Record<AgentCadence, Cadence>> = {
  premarket: {
    slots: () => [PREMARKET],
    windowMinutes: HOUR,
    description: '08:30 New York time on every session',
  },
  close: {
    slots: (session) => [afterClose(session)],
    windowMinutes: 4 * HOUR,
    description: '15 minutes after the close of every session: 16:15, on early closes 13:15',
  },
  weekly: {
    slots: (session) => (weekOf(previousSession(session)) === weekOf(session) ? [] : [PREMARKET]),
    windowMinutes: HOUR,
    description: '08:30 on the first session of the week, a Monday or, after a holiday, the next session',
  },
  once: {
    slots: (session) => [PREMARKET, afterClose(session)],
    windowMinutes: 24 * HOUR,
    isSingle: true,
    description: 'once, at the first premarket or close slot after it was created, enabled or given this cadence',
  },
  intraday: {
    slots: (session) => fullHours(OPEN_MINUTE, closeMinute(session)),
    windowMinutes: HOUR,
    description: 'every full hour of the session: 10:00 to 15:00, on early closes to 12:00',
  },
};

/** Full hours after `open` and before `close`. */
function fullHours(open: number, close: number): readonly number[] {
  const first = Math.floor(open / HOUR) + 1;
  return Array.from({ length: Math.ceil(close / HOUR) - first }, (_, index) => (first + index) * HOUR);
}

/** More days than the exchange has ever been closed in a row. */
const MOST_DAYS = 14;

function slotsOn(cadence: AgentCadence, day: number): readonly number[] {
  return isSession(day) ? CADENCES[cadence].slots(day).map((minute) => newYorkUtcMs(day, minute)) : [];
}

/** The first slot after an instant; epoch milliseconds. */
export function nextSlot(cadence: AgentCadence, afterMs: number): number {
  const { day: today } = newYorkTime(afterMs);
  for (let day = today; day <= today + MOST_DAYS; day += 1) {
    const slot = slotsOn(cadence, day).find((at) => at > afterMs);
    if (slot !== undefined) return slot;
  }
  throw new Error(`The cadence ${cadence} has no slot within ${MOST_DAYS} days of ${new Date(afterMs).toISOString()}.`);
}

/** What a schedule does at an instant. */
export interface SchedulePlan {
  /** The slot to run now; null if none is due, or if its window is over. */
  readonly slotMs: number | null;
  /** When to look again; null if never. */
  readonly nextMs: number | null;
  /** Since when the schedule counts. */
  readonly sinceMs: number;
}

/** The plan at `nowMs` of a schedule that counts since `sinceMs`: of several missed slots at most the latest is run. */
export function schedulePlan(cadence: AgentCadence, nowMs: number, sinceMs: number): SchedulePlan {
  const isInWindow = (slot: number): boolean => nowMs < slot + CADENCES[cadence].windowMinutes * MS_PER_MINUTE;
  if (CADENCES[cadence].isSingle === true) {
    const slot = nextSlot(cadence, sinceMs);
    if (nowMs < slot) return { slotMs: null, nextMs: slot, sinceMs };
    if (isInWindow(slot)) return { slotMs: slot, nextMs: null, sinceMs };
    // A single run that was missed is made up for at the next slot.
    return { slotMs: null, nextMs: nextSlot(cadence, nowMs), sinceMs: nowMs };
  }
  const slot = latestSlot(cadence, nowMs);
  const isDue = slot !== null && slot > sinceMs && isInWindow(slot);
  return { slotMs: isDue ? slot : null, nextMs: nextSlot(cadence, nowMs), sinceMs };
}

/** The latest slot at or before an instant. */
function latestSlot(cadence: AgentCadence, nowMs: number): number | null {
  const { day: today } = newYorkTime(nowMs);
  for (let day = today; day >= today - MOST_DAYS; day -= 1) {
    const slot = slotsOn(cadence, day).findLast((at) => at <= nowMs);
    if (slot !== undefined) return slot;
  }
  return null;
}
