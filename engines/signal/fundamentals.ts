import { newYorkTime } from '../../calendar/new-york-time.js';
import { isSession, nextSession, sessionCloseUtcMs } from '../../calendar/nyse.js';
import { at, lowerBound } from '../series.js';
import { FUNDAMENTALS } from './constants.js';
import { factorReading, weighted, type FactorReading } from './factor.js';

/** A reported quarter with the figures of its own filing, which later restatements do not change. */
export interface FiledQuarter {
  /** Last day of the quarter, since 1970-01-01. */
  readonly periodEnd: number;
  /** Day of the filing, since 1970-01-01; null if it is not known, so that the quarter never counts. */
  readonly filingDay: number | null;
  /** When the filing was accepted; null if only its day is known. */
  readonly acceptedAt: Date | null;
  readonly firstNetIncome: number | null;
  readonly firstRevenue: number | null;
}

/** How far a quarter's figures were from what the year before made expect, in standard deviations; NaN if unknown. */
interface Surprises {
  readonly earnings: number;
  readonly revenue: number;
}

/** The surprises of the newest quarter, with the first session at whose close it was known, since 1970-01-01. */
export interface KnownSurprises extends Surprises {
  readonly knownFrom: number;
}

/** Surprises by the session from which they were known: each up to the next one's. */
export interface FundamentalsHistory {
  /** Sessions at whose close something new is known, ascending. */
  readonly days: Int32Array;
  /**
   * The session from which the newest quarter is known: that of its own filing, also where an older one is filed later.
   */
  readonly knownFrom: Int32Array;
  readonly earnings: Float64Array;
  readonly revenue: Float64Array;
}

const sessionFrom = (day: number): number => (isSession(day) ? day : nextSession(day));

/** The first session at whose close a filing is known; with its day alone, the first one after that day. */
export function knownSession({ filingDay, acceptedAt }: Pick<FiledQuarter, 'filingDay' | 'acceptedAt'>): number | null {
  if (acceptedAt === null) return filingDay === null ? null : sessionFrom(filingDay + 1);
  const { day } = newYorkTime(acceptedAt.getTime());
  const isLate = isSession(day) && acceptedAt.getTime() >= sessionCloseUtcMs(day);
  return sessionFrom(isLate ? day + 1 : day);
}

type FigureName = 'firstNetIncome' | 'firstRevenue';

/** A quarter beside that of the year before. */
interface Pair {
  readonly quarter: FiledQuarter;
  readonly before: FiledQuarter | undefined;
}

/** Quarters, by the ends of their periods, with those that end a year before: 350 to 380 days. */
function pairsOf(quarters: readonly FiledQuarter[]): readonly Pair[] {
  const { least, most } = FUNDAMENTALS.yearDays;
  return quarters.map((quarter) => {
    const isYearBefore = ({ periodEnd }: FiledQuarter): boolean =>
      quarter.periodEnd - periodEnd >= least && quarter.periodEnd - periodEnd <= most;
    return { quarter, before: quarters.find(isYearBefore) };
  });
}

function changeOf({ quarter, before }: Pair, figure: FigureName): number {
  return (quarter[figure] ?? Number.NaN) - (before?.[figure] ?? Number.NaN);
}

/**
 * The newest quarter's change over a year less the mean of the changes before it, over the deviation of such a
 * forecast's error, s√(1 + 1/n), which is not taken below `FUNDAMENTALS.floor` of the mean figure. NaN with fewer
 * changes than
 * `FUNDAMENTALS.least`.
 */
function surprise([newest, ...earlier]: readonly Pair[], figure: FigureName): number {
  if (newest === undefined) return Number.NaN;
  const { least, floor } = FUNDAMENTALS;
  const known = earlier.filter((pair) => !Number.isNaN(changeOf(pair, figure)));
  if (known.length < least) return Number.NaN;
  const changes = known.map((pair) => changeOf(pair, figure));
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  const deviation = Math.sqrt((squares / (changes.length - 1)) * (1 + 1 / changes.length));
  const level = known.reduce((sum, { quarter }) => sum + Math.abs(quarter[figure] ?? 0), 0) / known.length;
  const scale = Math.max(deviation, floor * level);
  return scale > 0 ? (changeOf(newest, figure) - mean) / scale : Number.NaN;
}

/** The surprises of the newest of these quarters, which are in order. */
function newestSurprises(quarters: readonly FiledQuarter[]): Surprises {
  const oldest = (quarters.at(-1)?.periodEnd ?? 0) - FUNDAMENTALS.windowDays;
  const pairs = pairsOf(quarters)
    .filter(({ quarter }) => quarter.periodEnd >= oldest)
    .reverse();
  return { earnings: surprise(pairs, 'firstNetIncome'), revenue: surprise(pairs, 'firstRevenue') };
}

/**
 * The surprises of a filer's quarters, each of the newest quarter then known, by the session from which it is known.
 */
export function fundamentalsHistory(quarters: readonly FiledQuarter[]): FundamentalsHistory {
  const filed = quarters
    .flatMap((quarter) => {
      const session = knownSession(quarter);
      return session === null ? [] : [{ session, quarter }];
    })
    .sort((one, other) => one.session - other.session || one.quarter.periodEnd - other.quarter.periodEnd);
  const known = new Map<number, FiledQuarter>();
  const found = new Map<number, KnownSurprises>();
  let newest = { end: -Infinity, session: 0 };
  for (const { session, quarter } of filed) {
    known.set(quarter.periodEnd, quarter);
    if (quarter.periodEnd > newest.end) newest = { end: quarter.periodEnd, session };
    const inOrder = [...known.values()].sort((one, other) => one.periodEnd - other.periodEnd);
    found.set(session, { ...newestSurprises(inOrder), knownFrom: newest.session });
  }
  const surprises = [...found.values()];
  return {
    days: Int32Array.from(found.keys()),
    knownFrom: Int32Array.from(surprises, ({ knownFrom }) => knownFrom),
    earnings: Float64Array.from(surprises, ({ earnings }) => earnings),
    revenue: Float64Array.from(surprises, ({ revenue }) => revenue),
  };
}

/**
 * The surprises known at the close of `day`; null before the first report, and `FUNDAMENTALS.days` after the newest,
 * when prices have taken it in.
 */
export function surprisesAt(history: FundamentalsHistory, day: number): KnownSurprises | null {
  const place = lowerBound(history.days, day + 1) - 1;
  if (place < 0) return null;
  const knownFrom = at(history.knownFrom, place);
  if (day - knownFrom > FUNDAMENTALS.days) return null;
  return { earnings: at(history.earnings, place), revenue: at(history.revenue, place), knownFrom };
}

/** The factor of these surprises; null without one. */
export function fundamentalsReading(surprises: Surprises | null): FactorReading | null {
  if (surprises === null) return null;
  const { inputs } = FUNDAMENTALS;
  return factorReading([weighted(inputs.earnings, surprises.earnings), weighted(inputs.revenue, surprises.revenue)]);
}

/** The factor at the close of `day`; null without a surprise that is known then. */
export function fundamentalsAt(history: FundamentalsHistory | null, day: number): FactorReading | null {
  return history === null ? null : fundamentalsReading(surprisesAt(history, day));
}
