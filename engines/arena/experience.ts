import { at } from '../series.js';
import { isAbove } from '../ties.js';
import type { ArenaCurve, ArenaPortfolio } from './portfolio.js';
import { positiveWeeks } from './record.js';

/** What gives experience (XP): for each time, up to `cap` times. */
export const XP_ACTS = {
  firstTrade: { xp: 50, cap: 1 },
  tradedSession: { xp: 5, cap: 200 },
  positiveWeek: { xp: 25, cap: 104 },
  sharedPortfolio: { xp: 100, cap: 1 },
} as const;

export type XpActs = Readonly<Record<keyof typeof XP_ACTS, number>>;

/** The XP at which each rank begins, ascending. */
export const TRADER_RANKS = [
  { name: 'Novice', xp: 0 },
  { name: 'Trader', xp: 150 },
  { name: 'Senior trader', xp: 500 },
  { name: 'Portfolio manager', xp: 1200 },
  { name: 'Partner', xp: 2500 },
] as const;

export interface TraderRank {
  readonly name: (typeof TRADER_RANKS)[number]['name'];
  /** XP at which the next rank begins; null at the highest. */
  readonly nextRankXp: number | null;
  /** Share of the way from this rank's beginning to the next one's, 0 to 1; 1 at the highest. */
  readonly progress: number;
}

/** What a portfolio did so far: counts, and the best of some measures. */
export interface ArenaActivity {
  readonly trades: number;
  /** Days with a trade. */
  readonly tradedSessions: number;
  readonly symbols: number;
  /** Sessions after the start. */
  readonly sessions: number;
  readonly positiveWeeks: number;
  readonly longestStreak: number;
  /** The largest return since the start on any session, in percent, at least 0. */
  readonly bestReturnPct: number;
  /** The largest lead over the benchmark since the start on any session, in percentage points, at least 0. */
  readonly bestAlphaPct: number;
  readonly isShared: boolean;
}

export interface ActivityInput {
  readonly trades: ArenaPortfolio['trades'];
  readonly curve: ArenaCurve;
  /** Total-return closes on the days of the curve. */
  readonly benchmarkCloses: Float64Array;
  readonly isShared: boolean;
}

function longestRun(weeks: readonly boolean[]): number {
  let run = 0;
  return weeks.reduce((longest, isPositive) => Math.max(longest, (run = isPositive ? run + 1 : 0)), 0);
}

function bestOf(values: Float64Array, benchmark: Float64Array): Pick<ArenaActivity, 'bestReturnPct' | 'bestAlphaPct'> {
  let bestReturn = 0;
  let bestAlpha = 0;
  for (let i = 0; i < values.length; i += 1) {
    const multiple = at(values, i) / at(values, 0);
    const market = at(benchmark, i) / at(benchmark, 0);
    if (isAbove(multiple, 1 + bestReturn)) bestReturn = multiple - 1;
    if (isAbove(multiple, market + bestAlpha)) bestAlpha = multiple - market;
  }
  return { bestReturnPct: bestReturn * 100, bestAlphaPct: bestAlpha * 100 };
}

/** What achievements and XP are counted from. */
export function activityOf({ trades, curve, benchmarkCloses, isShared }: ActivityInput): ArenaActivity {
  const weeks = positiveWeeks(curve);
  return {
    trades: trades.length,
    tradedSessions: new Set(trades.map(({ day }) => day)).size,
    symbols: new Set(trades.map(({ symbol }) => symbol)).size,
    sessions: Math.max(0, curve.days.length - 1),
    positiveWeeks: weeks.filter(Boolean).length,
    longestStreak: longestRun(weeks),
    ...bestOf(curve.values, benchmarkCloses),
    isShared,
  };
}

export function actsOf(activity: ArenaActivity): XpActs {
  return {
    firstTrade: activity.trades,
    tradedSession: activity.tradedSessions,
    positiveWeek: activity.positiveWeeks,
    sharedPortfolio: activity.isShared ? 1 : 0,
  };
}

/** XP of counted acts. */
export function xpOf(acts: XpActs): number {
  const names = Object.keys(XP_ACTS) as (keyof typeof XP_ACTS)[];
  return names.reduce((sum, name) => sum + XP_ACTS[name].xp * Math.min(acts[name], XP_ACTS[name].cap), 0);
}

export function traderRankOf(xp: number): TraderRank {
  const index = Math.max(
    0,
    TRADER_RANKS.findLastIndex((rank) => rank.xp <= xp),
  );
  const rank = TRADER_RANKS[index] ?? TRADER_RANKS[0];
  const next = TRADER_RANKS[index + 1];
  if (next === undefined) return { name: rank.name, nextRankXp: null, progress: 1 };
  return { name: rank.name, nextRankXp: next.xp, progress: Math.max(0, xp - rank.xp) / (next.xp - rank.xp) };
}
