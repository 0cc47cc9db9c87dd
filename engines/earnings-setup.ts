import { isoDate } from '../calendar/days.js';
import { HISTORY_REPORTS, type EarningsCalendar, type EarningsReport } from './earnings-calendar.js';
import { adjustedReport, growth, resultOf, type Outcome, type ReportedQuarter } from './earnings-reports.js';
import { filingMoves, type FilingMoves } from './filing-moves.js';
import { impliedMove, type ImpliedMove, type ImpliedMoveInput, type NoImpliedMove } from './implied-move.js';
import type { RatingAction } from './rating-actions.js';
import { COVERED_DAYS, ratingRevisions, type RatingRevisions } from './rating-revisions.js';
import { at } from './series.js';
import { targetConsensus, type TargetConsensus } from './target-consensus.js';

export interface EarningsSetupInput extends Pick<ImpliedMoveInput, 'bars' | 'splits' | 'chain' | 'today'> {
  /** Oldest first. */
  readonly reports: readonly ReportedQuarter[];
  /** Of the same reports. */
  readonly calendar: EarningsCalendar;
  /** Oldest first. */
  readonly actions: readonly RatingAction[];
}

export interface GrowthOfQuarter {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  readonly periodEnd: string;
  readonly revenueGrowth: number | null;
  readonly epsGrowth: number | null;
  readonly netIncomeGrowth: number | null;
}

export interface FundamentalsTrend extends Omit<GrowthOfQuarter, 'fiscalYear' | 'fiscalQuarter' | 'periodEnd'> {
  /** Newest first. */
  readonly quarters: readonly GrowthOfQuarter[];
}

export type SetupValue =
  | 'NEXT_EARNINGS'
  | 'IMPLIED_MOVE'
  | 'REVISIONS'
  | 'TARGETS'
  | 'REVENUE_GROWTH'
  | 'EPS_GROWTH'
  | 'NET_INCOME_GROWTH'
  | 'FILING_MOVES';

export interface MissingSetup {
  readonly value: SetupValue;
  readonly reason: string;
}

export interface EarningsSetup {
  /** Day of the last session, whose close the targets are compared with; null without prices. */
  readonly asOf: string | null;
  readonly nextEarnings: { readonly date: string | null; readonly days: number | null };
  readonly impliedMove: ImpliedMove | null;
  readonly impliedMoveReason: NoImpliedMove | null;
  readonly revisions: RatingRevisions;
  readonly targets: TargetConsensus;
  readonly fundamentalsTrend: FundamentalsTrend;
  /** Newest first. */
  readonly recentActuals: readonly EarningsReport[];
  readonly filingMoves: FilingMoves;
  readonly missing: readonly MissingSetup[];
}

type Growths = Readonly<Record<'revenueGrowth' | 'epsGrowth' | 'netIncomeGrowth', Outcome>>;

function growthsOf(reports: readonly ReportedQuarter[], report?: ReportedQuarter): Growths {
  return {
    revenueGrowth: growth(reports, 'revenue', report),
    epsGrowth: growth(reports, 'epsDiluted', report),
    netIncomeGrowth: growth(reports, 'netIncome', report),
  };
}

function resultsOf({ revenueGrowth, epsGrowth, netIncomeGrowth }: Growths) {
  return {
    revenueGrowth: resultOf(revenueGrowth),
    epsGrowth: resultOf(epsGrowth),
    netIncomeGrowth: resultOf(netIncomeGrowth),
  };
}

function quarterGrowth(reports: readonly ReportedQuarter[], report: ReportedQuarter): GrowthOfQuarter {
  const { fiscalYear, fiscalQuarter, periodEnd } = report;
  return { fiscalYear, fiscalQuarter, periodEnd: isoDate(periodEnd), ...resultsOf(growthsOf(reports, report)) };
}

function missing(value: SetupValue, reason: string | undefined): readonly MissingSetup[] {
  return reason === undefined ? [] : [{ value, reason }];
}

function reasonOf(outcome: Outcome): string | undefined {
  return 'reason' in outcome ? outcome.reason : undefined;
}

function whyNoRevisions(actions: readonly RatingAction[], today: number): string | undefined {
  const newest = actions.findLast(({ day }) => day <= today)?.day;
  if (newest === undefined) return 'no rating action is stored for the ticker';
  return newest > today - COVERED_DAYS ? undefined : `the newest stored rating action is of ${isoDate(newest)}`;
}

/** What is known before a company's next report; `today` is New York's calendar day. */
export function earningsSetup(input: EarningsSetupInput): EarningsSetup {
  const { bars, splits, actions, calendar, chain, today } = input;
  const reports = input.reports.map((report) => adjustedReport(report, splits));
  const { nextEarningsEstimate: date, daysUntilEarnings: days } = calendar;
  const lastFilingDay = reports.reduce((last, { filingDay }) => Math.max(last, filingDay ?? last), -Infinity);
  const implied = impliedMove({
    chain,
    reportDay: days === null ? null : today + days,
    lastFilingDay,
    bars,
    splits,
    today,
  });
  const targets = targetConsensus(actions, splits, { today, price: at(bars.close, bars.close.length - 1) });
  const newest = growthsOf(reports);
  const shown = reports.slice(-HISTORY_REPORTS);
  const moves = filingMoves(shown, bars);
  const lastDay = bars.days.at(-1);
  return {
    asOf: lastDay === undefined ? null : isoDate(lastDay),
    nextEarnings: { date, days },
    impliedMove: 'move' in implied ? implied.move : null,
    impliedMoveReason: 'reason' in implied ? implied.reason : null,
    revisions: ratingRevisions(actions, splits, today),
    targets,
    fundamentalsTrend: {
      ...resultsOf(newest),
      quarters: shown.map((report) => quarterGrowth(reports, report)).reverse(),
    },
    recentActuals: calendar.earningsHistory,
    filingMoves: moves,
    missing: [
      ...missing('NEXT_EARNINGS', calendar.missing.find(({ value }) => value === 'NEXT_EARNINGS_ESTIMATE')?.reason),
      ...missing('IMPLIED_MOVE', 'detail' in implied ? implied.detail : undefined),
      ...missing('REVISIONS', whyNoRevisions(actions, today)),
      ...missing('TARGETS', targets.count > 0 ? undefined : 'no price target of the last year is stored'),
      ...missing('REVENUE_GROWTH', reasonOf(newest.revenueGrowth)),
      ...missing('EPS_GROWTH', reasonOf(newest.epsGrowth)),
      ...missing('NET_INCOME_GROWTH', reasonOf(newest.netIncomeGrowth)),
      ...missing('FILING_MOVES', moves.moves.length > 0 ? undefined : 'no filing has stored sessions around it'),
    ],
  };
}
