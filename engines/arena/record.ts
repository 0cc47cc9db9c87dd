import { at } from '../series.js';
import { mean, sampleDeviation } from '../statistics.js';
import { isAbove } from '../ties.js';
import type { ArenaCurve } from './portfolio.js';

/** Sessions after the start, and so returns, that the Sharpe ratio and the score need. */
const SCORED_SESSIONS = 20;

/** The weights of the score, and the amount of each part at which it is worth three quarters of its weight. */
const SCORE = {
  returnPct: { weight: 35, half: 20 },
  alphaPct: { weight: 35, half: 10 },
  sharpe: { weight: 30, half: 1 },
} as const;

/** Percentages in percent; `streak` in weeks; `score` from 0 to 100. */
export interface ArenaRecord {
  readonly returnPct: number | null;
  readonly alphaPct: number | null;
  readonly sharpe: number | null;
  readonly streak: number;
  readonly score: number | null;
}

function dailyReturns(values: Float64Array): Float64Array {
  const returns = new Float64Array(Math.max(0, values.length - 1));
  for (let i = 0; i < returns.length; i += 1) {
    const before = at(values, i);
    returns[i] = before > 0 ? at(values, i + 1) / before - 1 : 0;
  }
  return returns;
}

function sharpeOf(values: Float64Array): number | null {
  const returns = dailyReturns(values);
  if (returns.length < SCORED_SESSIONS) return null;
  const deviation = sampleDeviation(returns);
  return deviation > 0 ? (mean(returns) / deviation) * Math.sqrt(252) : null;
}

function changePct(values: Float64Array): number | null {
  const first = at(values, 0);
  return first > 0 ? (at(values, values.length - 1) / first - 1) * 100 : null;
}

/** Weeks from Monday, counted from that of 1970-01-01. */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}

const FRIDAY = 4;
const SUNDAY = 6;

/** Days from `day` to the Sunday of its week. */
function daysLeft(day: number): number {
  return SUNDAY - ((day + 3) % 7);
}

/** Whether the week of `day`, the last session, has ended: a week without a Friday session ends with the next one. */
function isWeekOver(day: number): boolean {
  return (day + 3) % 7 >= FRIDAY;
}

/**
 * Whether each complete week, oldest first, had a positive return: its last value over the last one before it. The week
 * of the first value is incomplete.
 */
export function positiveWeeks({ days, values }: ArenaCurve): boolean[] {
  const weeks: boolean[] = [];
  let before = Number.NaN;
  const last = days.length - 1;
  for (let i = 0; i <= last; i += 1) {
    const isEnd = i === last ? isWeekOver(at(days, i)) : at(days, i + 1) - at(days, i) > daysLeft(at(days, i));
    if (!isEnd) continue;
    if (!Number.isNaN(before)) weeks.push(isAbove(at(values, i), before));
    before = at(values, i);
  }
  return weeks;
}

function streakOf(curve: ArenaCurve): number {
  const weeks = positiveWeeks(curve);
  return weeks.length - 1 - weeks.lastIndexOf(false);
}

/** From 0 to `weight`: half of it at 0 and if unknown, three quarters at `half`. */
function part(value: number | null, { weight, half }: { weight: number; half: number }): number {
  const scaled = (value ?? 0) / half;
  return (weight / 2) * (1 + scaled / (1 + Math.abs(scaled)));
}

/** What a portfolio achieved; `benchmarkCloses` are total-return closes on the days of the curve. */
export function recordOf(curve: ArenaCurve, benchmarkCloses: Float64Array): ArenaRecord {
  const returnPct = changePct(curve.values);
  const benchmarkPct = changePct(benchmarkCloses);
  const alphaPct = returnPct === null || benchmarkPct === null ? null : returnPct - benchmarkPct;
  const sharpe = sharpeOf(curve.values);
  const isScored = curve.values.length > SCORED_SESSIONS;
  const score = part(returnPct, SCORE.returnPct) + part(alphaPct, SCORE.alphaPct) + part(sharpe, SCORE.sharpe);
  return { returnPct, alphaPct, sharpe, streak: streakOf(curve), score: isScored ? score : null };
}
