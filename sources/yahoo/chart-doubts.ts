import { isoDate } from '../../calendar/days.js';
import type { Dividend } from '../../store/series.js';
import type { DailyBar } from '../models/daily-bar.js';

/** Days that a note names. */
const MOST_NAMED_DAYS = 5;
/** Share of the close before it from which a dividend has to be in the adjusted closes. */
const LARGE_DIVIDEND = 0.25;

/**
 * Why a dividend is none that the prices can have paid; undefined if it may be. `bars` are oldest first. One that is
 * large has to have lowered the earlier adjusted closes, by half of what it says at least.
 */
export function dividendFault({ day, amount }: Dividend, bars: readonly DailyBar[]): string | undefined {
  const at = bars.findIndex((bar) => bar.day >= day);
  const after = bars[at];
  const before = at === -1 ? bars.at(-1) : (bars[at - 1] ?? after);
  if (before === undefined) return undefined;
  const { close } = before;
  if (amount >= close) return `the dividend of ${amount} is not below the close before it, ${close}`;
  if (after === undefined || after === before || amount < LARGE_DIVIDEND * close) return undefined;
  const seen = Math.log(before.adjClose / close / (after.adjClose / after.close));
  if (seen <= Math.log(1 - amount / close) / 2) return undefined;
  return `the dividend of ${amount} after a close of ${close} is not in the adjusted closes`;
}

const named = (days: readonly number[]): string => days.slice(-MOST_NAMED_DAYS).map(isoDate).join(', ');

/** Of days without a session, which were left out. */
export function closedNotes(closed: ReadonlySet<number>): readonly string[] {
  if (closed.size === 0) return [];
  return [`Bars of ${closed.size} days without a session were left out, the newest of them of ${named([...closed])}.`];
}

/** Of days with several rows whose closes differ. */
export function repeatedNotes(repeated: ReadonlySet<number>): readonly string[] {
  if (repeated.size === 0) return [];
  return [
    `${repeated.size} of the days have several rows with other closes, the newest of them ${named([...repeated])}: the latest ` +
      'row of each counts.',
  ];
}

/** Of sessions without a volume, among all. */
export function volumeNotes(without: ReadonlySet<number>, sessions: number): readonly string[] {
  if (without.size === 0) return [];
  if (without.size === sessions) return ['Yahoo sent no volume of any session: they are stored as 0.'];
  const newest = named([...without].slice(-1));
  return [
    `Yahoo sent no volume of ${without.size} of the sessions, which are stored as 0, the newest of them of ${newest}.`,
  ];
}
