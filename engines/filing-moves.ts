import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import { newYorkTime } from '../calendar/new-york-time.js';
import { sessionCloseUtcMs } from '../calendar/nyse.js';
import type { ReportedQuarter } from './earnings-reports.js';
import { forwardReturns, startBar } from './rating-windows.js';
import { at, finiteOrNull } from './series.js';
import { median } from './statistics.js';

/** The move of the first session that closed after a filing was known. */
export interface FilingMove {
  readonly filingDate: string;
  readonly session: string;
  /** Total return over the close before, a percentage. */
  readonly movePct: number;
}

export interface FilingMoves {
  /** Newest first. */
  readonly moves: readonly FilingMove[];
  /** Of the sizes of the moves; null without any. */
  readonly medianSizePct: number | null;
}

/**
 * New York's day from which on a session closes after the filing: it is known at its acceptance, else after its day.
 */
function firstDayAfter({ filingDay, acceptedAt }: ReportedQuarter): number {
  if (acceptedAt === null) return (filingDay ?? NaN) + 1;
  const { day } = newYorkTime(acceptedAt.getTime());
  return acceptedAt.getTime() < sessionCloseUtcMs(day) ? day : day + 1;
}

/** Moves after filings; one without sessions at most a week from it, or without a filing date, is left out. */
export function filingMoves(reports: readonly ReportedQuarter[], { days, adjClose }: DailyBars): FilingMoves {
  const forwardReturn = forwardReturns(days);
  const moves = reports.flatMap((report): FilingMove[] => {
    if (report.filingDay === null) return [];
    const bar = startBar(days, firstDayAfter(report));
    const isAdjacent = startBar(days, at(days, bar - 1) + 1) === bar;
    const move = forwardReturn(adjClose, bar - 1, 1);
    if (!isAdjacent || Number.isNaN(move)) return [];
    return [{ filingDate: isoDate(report.filingDay), session: isoDate(at(days, bar)), movePct: 100 * move }];
  });
  const sizes = Float64Array.from(moves, ({ movePct }) => Math.abs(movePct));
  return { moves: moves.toReversed(), medianSizePct: finiteOrNull(median(sizes)) };
}
