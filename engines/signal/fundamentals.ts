import { newYorkTime } from '../../calendar/new-york-time.js';
import { isSession, sessionCloseUtcMs } from '../../calendar/nyse.js';
import { at, lowerBound } from '../series.js';
import { FUNDAMENTALS } from './constants.js';
import { factorReading, weighted, type FactorReading } from './factor.js';

/** A reported quarter with the figures of its own filing, which later restatements do not change. */
export interface FiledQuarter {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
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

/** The surprises of the newest report, with the first day at whose close it was known, since 1970-01-01. */
export interface KnownSurprises extends Surprises {
  readonly knownFrom: number;
}

/** Surprises by the time at which they were known: each from its day up to the next one's. */
export interface FundamentalsHistory {
  /** First days at whose close they are known, ascending. */
  readonly days: Int32Array;
  readonly earnings: Float64Array;
  readonly revenue: Float64Array;
}

/** The first day at whose close a filing is known; without a time of acceptance, the day after it was filed. */
export function knownDay({ filingDay, acceptedAt }: Pick<FiledQuarter, 'filingDay' | 'acceptedAt'>): number | null {
  if (acceptedAt === null) return filingDay === null ? null : filingDay + 1;
  const { day } = newYorkTime(acceptedAt.getTime());
  return isSession(day) && acceptedAt.getTime() >= sessionCloseUtcMs(day) ? day + 1 : day;
}

type Figures = ReadonlyMap<number, FiledQuarter>;

/** Change of a figure over the same quarter a year before; NaN if one of the two is unknown. */
function seasonalChange(known: Figures, quarter: number, figure: 'firstNetIncome' | 'firstRevenue'): number {
  const [value, before] = [known.get(quarter)?.[figure], known.get(quarter - 4)?.[figure]];
  return (value ?? Number.NaN) - (before ?? Number.NaN);
}

/**
 * A quarter's seasonal change less the mean of the changes before it, over the deviation of such a forecast's error,
 * s√(1 + 1/n). NaN with fewer changes than `FUNDAMENTALS.least`, and where they do not differ.
 */
function surprise(known: Figures, quarter: number, figure: 'firstNetIncome' | 'firstRevenue'): number {
  const { quarters, least } = FUNDAMENTALS;
  const before = Array.from({ length: quarters }, (_, index) => seasonalChange(known, quarter - 1 - index, figure));
  const changes = before.filter((change) => !Number.isNaN(change));
  if (changes.length < least) return Number.NaN;
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  const deviation = Math.sqrt((squares / (changes.length - 1)) * (1 + 1 / changes.length));
  const scale = Math.max(...changes.map(Math.abs));
  if (!(deviation > scale * FUNDAMENTALS.floor)) return Number.NaN;
  return (seasonalChange(known, quarter, figure) - mean) / deviation;
}

/** The surprises of a filer's quarters, each of the newest quarter then known, by the day on which they are known. */
export function fundamentalsHistory(quarters: readonly FiledQuarter[]): FundamentalsHistory {
  const filed = quarters
    .flatMap((quarter) => {
      const day = knownDay(quarter);
      return day === null ? [] : [{ day, ordinal: quarter.fiscalYear * 4 + quarter.fiscalQuarter, quarter }];
    })
    .sort((one, other) => one.day - other.day || one.ordinal - other.ordinal);
  const known = new Map<number, FiledQuarter>();
  const found = new Map<number, Surprises>();
  let newest = -Infinity;
  for (const { day, ordinal, quarter } of filed) {
    known.set(ordinal, quarter);
    newest = Math.max(newest, ordinal);
    found.set(day, {
      earnings: surprise(known, newest, 'firstNetIncome'),
      revenue: surprise(known, newest, 'firstRevenue'),
    });
  }
  const surprises = [...found.values()];
  return {
    days: Int32Array.from(found.keys()),
    earnings: Float64Array.from(surprises, ({ earnings }) => earnings),
    revenue: Float64Array.from(surprises, ({ revenue }) => revenue),
  };
}

/**
 * The surprises known at the close of `day`; null before the first report, and `FUNDAMENTALS.days` after the newest, when
 * prices have taken it in.
 */
export function surprisesAt({ days, earnings, revenue }: FundamentalsHistory, day: number): KnownSurprises | null {
  const place = lowerBound(days, day + 1) - 1;
  if (place < 0 || day - at(days, place) > FUNDAMENTALS.days) return null;
  return { earnings: at(earnings, place), revenue: at(revenue, place), knownFrom: at(days, place) };
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
