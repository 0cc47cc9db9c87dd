import { neweyWestMean } from '../newey-west.js';
import type { CardDay } from './card-sums.js';
import { CARD } from './constants.js';
import { overlapStandardError, overlapTest } from './overlap-test.js';
import { wilsonInterval } from './wilson.js';

/** All signals that count, each with the return in its direction. */
export interface CardRecordSummary {
  readonly resolvedCount: number;
  readonly wins: number;
  readonly winRate: number;
  /** Share of the signals whose price rose: the win rate of calling every one of them a rise. */
  readonly baseRate: number;
  readonly wilsonLow: number;
  readonly wilsonHigh: number;
  /** Independent signals that the interval is based on. */
  readonly effectiveCount: number;
  /** Over single signals. */
  readonly meanReturn: number;
  /** Of the mean of the daily means; null with too few days. */
  readonly tStatistic: number | null;
  readonly pValue: number | null;
  /** Mean over deviation of single returns; null without variation. */
  readonly sharpePerTrade: number | null;
}

/** Mean direction-adjusted return of each day with signals. */
export function dailyMeans(days: readonly CardDay[]): Float64Array {
  return Float64Array.from(
    days.filter(({ signals }) => signals > 0),
    ({ sum, signals }) => sum / signals,
  );
}

/**
 * Independent signals behind a win rate: no more than one for each horizon of a security, and no more than would give
 * the win rate the variance that its days have, on which securities move together.
 */
function effectiveCount(days: readonly CardDay[], resolved: number, winRate: number): number {
  const apart = resolved / CARD.horizonSessions;
  const distances = Float64Array.from(days, ({ signals, wins }) => wins - winRate * signals);
  const test = neweyWestMean(distances, CARD.lagSessions);
  if (test === null) return Math.max(1, apart);
  const variance = (overlapStandardError(test) * (days.length / resolved)) ** 2;
  return Math.max(1, Math.min(apart, (winRate * (1 - winRate)) / variance));
}

/** Null without signals. */
export function summarise(days: readonly CardDay[]): CardRecordSummary | null {
  const counted = days.filter(({ signals }) => signals > 0);
  const total = (of: (day: CardDay) => number): number => counted.reduce((sum, day) => sum + of(day), 0);
  const resolved = total(({ signals }) => signals);
  if (resolved === 0) return null;
  const wins = total((day) => day.wins);
  const winRate = wins / resolved;
  const meanReturn = total(({ sum }) => sum) / resolved;
  const variance = (total(({ squares }) => squares) - resolved * meanReturn ** 2) / (resolved - 1);
  const effective = effectiveCount(counted, resolved, winRate);
  const { low, high } = wilsonInterval(winRate, effective, CARD.wilsonZ);
  const test = overlapTest(dailyMeans(counted));
  return {
    resolvedCount: resolved,
    wins,
    winRate,
    baseRate: total(({ rose }) => rose) / resolved,
    wilsonLow: low,
    wilsonHigh: high,
    effectiveCount: effective,
    meanReturn,
    tStatistic: test?.t ?? null,
    pValue: test?.pValue ?? null,
    // Below this share of the mean's square the sums leave nothing but rounding.
    sharpePerTrade: variance > VARIATION * meanReturn ** 2 ? meanReturn / Math.sqrt(variance) : null,
  };
}

const VARIATION = 1e-12;
