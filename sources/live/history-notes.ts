import type { DailyBars } from '../../calendar/bars.js';
import { isoDate } from '../../calendar/days.js';
import { missingSessions } from './missing-sessions.js';

/** Smallest move of the newest close that is noted until a later session confirms it. */
const UNCONFIRMED_MOVE = 0.25;
/** Smallest move in one session, as a factor, that is noted although it lasts. */
const LASTING_FACTOR = 4;
/** USD. Closes below are of a tick or two, whose moves say nothing. */
const SMALLEST_CLOSE = 0.1;

/** Change of the close since the row before as a factor, or of the adjusted close if that is nearer to 1. */
function factorAt({ close, adjClose }: DailyBars, i: number): number {
  const [plain, adjusted] = [close, adjClose].map((column) => (column[i] ?? NaN) / (column[i - 1] ?? NaN));
  const [one = 1, other = 1] = [plain, adjusted];
  return Math.abs(Math.log(one)) < Math.abs(Math.log(other)) ? one : other;
}

const percent = (factor: number): string => `${factor > 1 ? '+' : ''}${((factor - 1) * 100).toFixed(1)}%`;

function holeNotes({ days }: DailyBars): readonly string[] {
  const missing = missingSessions(days);
  const [newest, first] = [missing.at(-1), days[0]];
  if (newest === undefined || first === undefined) return [];
  return [
    `No bar is stored of ${missing.length} of the sessions of the exchange after ${isoDate(first)}, the newest of ` +
      `them ${isoDate(newest)}: the ticker had no price then, or its source lacks them.`,
  ];
}

/** Moves by the lasting factor that neither undo one of the session before nor are undone by the next one. */
function lastingMoves(bars: DailyBars): readonly number[] {
  const isLarge = (factor: number): boolean => Math.abs(Math.log(factor)) >= Math.log(LASTING_FACTOR);
  const found: number[] = [];
  for (let i = 1; i < bars.days.length - 1; i += 1) {
    const factor = factorAt(bars, i);
    if (!isLarge(factor) || Math.min(bars.close[i - 1] ?? 0, bars.close[i] ?? 0) < SMALLEST_CLOSE) continue;
    const undoes = i > 1 && !isLarge(factor * factorAt(bars, i - 1));
    if (!undoes && isLarge(factor * factorAt(bars, i + 1))) found.push(i);
  }
  return found;
}

function lastingNotes(bars: DailyBars): readonly string[] {
  const moves = lastingMoves(bars);
  const newest = moves.at(-1);
  if (newest === undefined) return [];
  return [
    `The close moved by a factor of ${LASTING_FACTOR} or more in ${moves.length} of the sessions and stayed there, the ` +
      `newest ${isoDate(bars.days[newest] ?? 0)} by ${percent(factorAt(bars, newest))}: prices before or after it may ` +
      'be on another scale.',
  ];
}

function unconfirmedNotes(bars: DailyBars): readonly string[] {
  const last = bars.days.length - 1;
  if (last < 1) return [];
  const factor = factorAt(bars, last);
  if (Math.abs(factor - 1) <= UNCONFIRMED_MOVE) return [];
  return [
    `The newest close, of ${isoDate(bars.days[last] ?? 0)}, moved by ${percent(factor)}, which no later session ` +
      'confirms yet.',
  ];
}

/** What an operator should know of a stored history that a live source gave, as it is now: a sentence each. */
export function historyNotes(bars: DailyBars): readonly string[] {
  return [...holeNotes(bars), ...lastingNotes(bars), ...unconfirmedNotes(bars)];
}
