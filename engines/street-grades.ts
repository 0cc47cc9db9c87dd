import { isoDate, yearsBack } from '../calendar/days.js';
import { firmRecords, type FirmRecord } from './rating-firms.js';
import { forwardReturns, HORIZONS, startBar, type Horizon } from './rating-windows.js';
import type { RatingAction, RatingActionKind, Stance, StreetInput } from './rating-actions.js';
import { splitAdjustedTarget, targetRecord, type TargetRecord } from './rating-targets.js';
import { at, finiteOrNull, lowerBound } from './series.js';
import { median } from './statistics.js';
import { streetSummary } from './street-summary.js';
import { TIE } from './ties.js';

const YEARS = 6;
const RECENT_COUNT = 20;

/** Returns after some actions or sessions; null without any. */
export interface Outcome {
  readonly count: number;
  readonly median: number | null;
  readonly winRate: number | null;
}

export interface Outcomes {
  readonly upgrades: Outcome;
  readonly downgrades: Outcome;
}

type ByHorizon<Value> = Readonly<Record<Horizon, Value>>;

export interface RecentAction {
  readonly date: string;
  readonly firm: string;
  readonly action: RatingActionKind;
  readonly previousRating: string | null;
  readonly rating: string;
  readonly stance: Stance | null;
  readonly priceTarget: number | null;
  readonly returnSince: number | null;
}

export interface StreetResult {
  readonly from: string | null;
  readonly to: string | null;
  readonly actionCount: number;
  readonly upgradeCount: number;
  readonly downgradeCount: number;
  readonly firmCount: number;
  readonly summary: string;
  readonly threeMonthEdge: { readonly upgrades: number | null; readonly downgrades: number | null };
  readonly scoreboard: ByHorizon<Outcomes>;
  readonly baseline: ByHorizon<Outcome>;
  readonly targets: TargetRecord;
  readonly firms: readonly FirmRecord[];
  readonly recent: readonly RecentAction[];
}

function outcomeOf(returns: readonly number[]): Outcome {
  const known = Float64Array.from(returns.filter((each) => !Number.isNaN(each)));
  const wins = known.reduce((sum, each) => (each > TIE ? sum + 1 : sum), 0);
  return {
    count: known.length,
    median: finiteOrNull(median(known)),
    winRate: known.length === 0 ? null : wins / known.length,
  };
}

function byHorizon<Value>(valueOf: (sessions: number) => Value): ByHorizon<Value> {
  const { oneMonth, threeMonths, sixMonths } = HORIZONS;
  return { oneMonth: valueOf(oneMonth), threeMonths: valueOf(threeMonths), sixMonths: valueOf(sixMonths) };
}

/** The returns from every session between the first and the last action on. */
function baselineOf({ bars, actions }: StreetInput, sessions: number): Outcome {
  const [first] = actions;
  const last = actions.at(-1);
  if (first === undefined || last === undefined) return outcomeOf([]);
  const start = lowerBound(bars.days, first.day);
  const end = Math.min(lowerBound(bars.days, last.day), bars.days.length - 1);
  const forwardReturn = forwardReturns(bars.days);
  const returns = Array.from({ length: Math.max(0, end - start + 1) }, (_, k) =>
    forwardReturn(bars.adjClose, start + k, sessions),
  );
  return outcomeOf(returns);
}

function edgeOver(baseline: Outcome, { median: own }: Outcome): number | null {
  return own === null || baseline.median === null ? null : own - baseline.median;
}

function recentActions({ bars, splits, actions }: StreetInput): readonly RecentAction[] {
  const last = bars.close.length - 1;
  const newest = actions.slice(-RECENT_COUNT).reverse();
  return newest.map(({ day, firm, action, fromGrade, toGrade, toStance, priceTarget }) => {
    const start = startBar(bars.days, day);
    return {
      date: isoDate(day),
      firm,
      action,
      previousRating: fromGrade,
      rating: toGrade,
      stance: toStance,
      priceTarget: priceTarget === null ? null : splitAdjustedTarget(priceTarget, day, splits),
      returnSince: finiteOrNull(at(bars.close, last) / at(bars.close, start) - 1),
    };
  });
}

/**
 * What followed analysts' rating actions of the last 6 years, counted back from the last bar; all values are decimals.
 *
 * A return starts at the close of the action's day, or of the next session if the day has none. Returns are on
 * total-return prices; targets, and returns compared with them, on split-adjusted ones. `baseline` has the returns from
 * every session between the first and the last action on. What has no complete window is in no statistic.
 */
export function streetGrades(input: StreetInput): StreetResult {
  // Without prices the years end with the newest action.
  const lastDay = input.bars.days.at(-1) ?? input.actions.at(-1)?.day;
  const actions = input.actions.filter(({ day }) => lastDay !== undefined && day >= yearsBack(lastDay, YEARS));
  const inWindow = { ...input, actions };
  const ofKind = (kind: RatingActionKind): readonly RatingAction[] => actions.filter(({ action }) => action === kind);
  const upgrades = ofKind('upgrade');
  const downgrades = ofKind('downgrade');
  const forwardReturn = forwardReturns(input.bars.days);
  const after = (some: readonly RatingAction[], sessions: number): Outcome =>
    outcomeOf(some.map(({ day }) => forwardReturn(input.bars.adjClose, startBar(input.bars.days, day), sessions)));
  const scoreboard = byHorizon((sessions) => ({
    upgrades: after(upgrades, sessions),
    downgrades: after(downgrades, sessions),
  }));
  const baseline = byHorizon((sessions) => baselineOf(inWindow, sessions));
  const threeMonthEdge = {
    upgrades: edgeOver(baseline.threeMonths, scoreboard.threeMonths.upgrades),
    downgrades: edgeOver(baseline.threeMonths, scoreboard.threeMonths.downgrades),
  };
  const firms = firmRecords(inWindow);
  // Of the actions that have a return over three months.
  const days = (some: readonly RatingAction[]): number =>
    new Set(
      some
        .map(({ day }) => startBar(input.bars.days, day))
        .filter((start) => !Number.isNaN(forwardReturn(input.bars.adjClose, start, HORIZONS.threeMonths))),
    ).size;
  const { threeMonths } = scoreboard;
  return {
    from: dateOf(actions[0]),
    to: dateOf(actions.at(-1)),
    actionCount: actions.length,
    upgradeCount: upgrades.length,
    downgradeCount: downgrades.length,
    firmCount: firms.length,
    summary: streetSummary(
      actions.length,
      {
        upgrades: { ...threeMonths.upgrades, days: days(upgrades) },
        downgrades: { ...threeMonths.downgrades, days: days(downgrades) },
      },
      threeMonthEdge,
    ),
    threeMonthEdge,
    scoreboard,
    baseline,
    targets: targetRecord(inWindow),
    firms,
    recent: recentActions(inWindow),
  };
}

function dateOf(action: RatingAction | undefined): string | null {
  return action === undefined ? null : isoDate(action.day);
}
