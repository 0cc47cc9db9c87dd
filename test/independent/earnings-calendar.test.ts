import { describe, expect, it } from '@jest/globals';
import { parseIsoDate } from '../../calendar/days.js';
import { isSession } from '../../calendar/nyse.js';
import { earningsCalendar } from '../../engines/earnings-calendar.js';
import type { ReportedQuarter } from '../../engines/earnings-reports.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';

type Split = Readonly<Record<'day' | 'ratio', number>>;

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const day = (text: string): number => parseIsoDate(text) ?? NaN;

/** The calendar, written down again: loops and dates as text. */
function plainCalendar(reports: readonly ReportedQuarter[], splits: readonly Split[], today: number) {
  const eps = (value: number | null, from: number | null): number | null => {
    if (value === null || from === null) return null;
    let shares = 1;
    for (const split of splits) if (iso(split.day) > iso(from)) shares *= split.ratio;
    return value / shares;
  };
  const find = (year: number, quarter: number) =>
    reports.filter((report) => report.fiscalYear === year && report.fiscalQuarter === quarter)[0];
  const newest = reports[reports.length - 1];
  const old = newest === undefined ? undefined : find(newest.fiscalYear - 1, newest.fiscalQuarter);
  const grown = (value: number | null | undefined, base: number | null | undefined): number | null =>
    typeof value === 'number' && typeof base === 'number' && base > 0 ? (value - base) / base : null;
  const filed = reports.filter((report) => report.filingDay !== null);
  const last = filed[filed.length - 1];
  const spacings: number[] = [];
  for (let years = 1; last !== undefined && years <= 4; years += 1) {
    const from = find(last.fiscalYear - years, last.fiscalQuarter)?.filingDay;
    const to =
      last.fiscalQuarter < 4
        ? find(last.fiscalYear - years, last.fiscalQuarter + 1)
        : find(last.fiscalYear - years + 1, 1);
    if (typeof from === 'number' && typeof to?.filingDay === 'number') spacings.push(to.filingDay - from);
  }
  spacings.sort((one, other) => one - other);
  let next: number | null = null;
  if (typeof last?.filingDay === 'number' && spacings.length > 0) {
    const half = spacings.length / 2;
    const middle =
      spacings.length % 2 === 1
        ? (spacings[Math.floor(half)] ?? NaN)
        : ((spacings[half - 1] ?? NaN) + (spacings[half] ?? NaN)) / 2;
    next = last.filingDay + Math.floor(middle + 0.5);
    while (!isSession(next)) next += 1;
    if (next < today) next = null;
  }
  const history = [];
  for (let index = reports.length - 1; index >= 0 && history.length < 8; index -= 1) {
    const report = reports[index];
    if (report === undefined) continue;
    history.push({
      fiscalYear: report.fiscalYear,
      fiscalQuarter: report.fiscalQuarter,
      periodEnd: iso(report.periodEnd),
      filingDate: report.filingDay === null ? null : iso(report.filingDay),
      epsBasic: eps(report.epsBasic, report.epsBasicDay),
      epsDiluted: eps(report.epsDiluted, report.epsDilutedDay),
      revenue: report.revenue,
      netIncome: report.netIncome,
      currency: report.currency,
    });
  }
  return {
    nextEarningsEstimate: next === null ? null : iso(next),
    daysUntilEarnings: next === null ? null : next - today,
    earningsHistory: history,
    revenueGrowth: grown(newest?.revenue, old?.revenue),
    epsGrowth:
      newest === undefined || old === undefined
        ? null
        : grown(eps(newest.epsDiluted, newest.epsDilutedDay), eps(old.epsDiluted, old.epsDilutedDay)),
    totalReports: reports.length,
  };
}

function report(fiscalYear: number, fiscalQuarter: number, change: Partial<ReportedQuarter> = {}): ReportedQuarter {
  const periodEnd = Date.UTC(fiscalYear, fiscalQuarter * 3, 0) / 86_400_000;
  const filingDay = change.filingDay === undefined ? periodEnd + 30 : change.filingDay;
  return {
    fiscalYear,
    fiscalQuarter,
    periodEnd,
    filingDay,
    acceptedAt: null,
    epsBasic: 1,
    epsBasicDay: filingDay,
    epsDiluted: 1,
    epsDilutedDay: filingDay,
    revenue: 100,
    netIncome: 10,
    currency: 'USD',
    missing: {},
    shownSplits: [],
    ...change,
  };
}

/** Two to eight years of reports with holes, losses and splits. */
function chanceCase(seed: number) {
  const random = seededRandom(seed, 0, 0);
  const years = 2 + Math.floor(random() * 7);
  const orNull = (value: number): number | null => (random() < 0.1 ? null : value);
  const reports = Array.from({ length: years * 4 - Math.floor(random() * 4) }, (_, index): ReportedQuarter | null => {
    const periodEnd = day('2018-03-31') + Math.round(index * 91.3125);
    const filingDay = orNull(periodEnd + 20 + Math.floor(random() * 60));
    return random() < 0.08
      ? null
      : {
          ...report(2018 + Math.floor(index / 4), (index % 4) + 1, { filingDay }),
          periodEnd,
          epsBasic: orNull(random() * 4 - 1),
          epsBasicDay: periodEnd + 30,
          epsDiluted: orNull(random() * 4 - 1),
          epsDilutedDay: periodEnd + 400,
          revenue: orNull(Math.floor(random() * 1e11)),
          netIncome: orNull(Math.floor(random() * 1e10 - 3e9)),
        };
  }).filter((each) => each !== null);
  const splits = Array.from({ length: Math.floor(random() * 3) }, (): Split => ({
    day: day('2018-06-01') + Math.floor(random() * 1500),
    ratio: [2, 0.125, 10, 1.5][Math.floor(random() * 4)] ?? 2,
  }));
  const today = (reports.at(-1)?.periodEnd ?? 0) + Math.floor(random() * 150);
  return { reports, splits: splits.sort((one, other) => one.day - other.day), today };
}

describe('earningsCalendar', () => {
  it.each(Array.from({ length: 300 }, (_, seed) => seed))('agrees with a plain computation over case %i', (seed) => {
    const { reports, splits, today } = chanceCase(seed);
    const { missing, earningsHistory, olderReports, ...rest } = earningsCalendar({ reports, splits, today });
    const valuesOf = ({ missing: _missing, knownAt: _knownAt, ...shown }: (typeof olderReports)[number]) => shown;
    const history = earningsHistory.map(valuesOf);
    expect(differences({ ...rest, earningsHistory: history }, plainCalendar(reports, splits, today))).toEqual([]);
    // The older ones are the newest of a calendar without the newest eight.
    const older = plainCalendar(reports.slice(0, -8), splits, today).earningsHistory;
    expect(olderReports).toHaveLength(Math.max(0, reports.length - 8));
    expect(differences(olderReports.slice(0, 8).map(valuesOf), older)).toEqual([]);
    const nulls = [rest.nextEarningsEstimate, rest.revenueGrowth, rest.epsGrowth].filter(
      (value) => value === null,
    ).length;
    expect(missing).toHaveLength(nulls);
  });

  it('estimates the next filing from the same step in four earlier years, not from a fifth, on a session', () => {
    const q1 = [31, 32, 33, 34, 35, 36];
    const reports = q1
      .flatMap((lag, index) =>
        [1, 2].map((quarter) => {
          const each = report(2020 + index, quarter);
          return { ...each, filingDay: each.periodEnd + (quarter === 1 ? 30 : index === 0 ? 80 : lag) };
        }),
      )
      .slice(0, -1);
    // The newest is the first quarter of 2025, filed on 2025-04-30; the spacings are 93 to 96 days, and 141 in 2020.
    const { nextEarningsEstimate, daysUntilEarnings } = earningsCalendar({
      reports,
      splits: [],
      today: day('2025-07-04'),
    });
    expect([nextEarningsEstimate, daysUntilEarnings]).toEqual(['2025-08-04', 31]);
  });

  it('has no estimate once its day has passed, and says so', () => {
    const reports = [report(2024, 1), report(2024, 2), report(2025, 1)];
    expect(earningsCalendar({ reports, splits: [], today: day('2025-07-30') })).toMatchObject({
      nextEarningsEstimate: '2025-07-30',
      daysUntilEarnings: 0,
    });
    const late = earningsCalendar({ reports, splits: [], today: day('2025-07-31') });
    expect(late).toMatchObject({ nextEarningsEstimate: null, daysUntilEarnings: null });
    expect(late.missing).toContainEqual({
      value: 'NEXT_EARNINGS_ESTIMATE',
      reason: 'the estimate, 2025-07-30, has passed, and no later report is stored',
    });
  });

  it('adjusts earnings per share for the splits after the filing that they are from, not after the quarter', () => {
    const before = report(2024, 2, { epsBasicDay: day('2024-08-01'), epsDilutedDay: day('2025-08-01') });
    const { earningsHistory } = earningsCalendar({
      reports: [before],
      splits: [
        { day: day('2025-01-10'), ratio: 4 },
        { day: day('2025-08-01'), ratio: 2 },
      ],
      today: day('2025-09-01'),
    });
    expect(earningsHistory[0]).toMatchObject({ epsBasic: 0.125, epsDiluted: 1 });
  });

  it('has growth only over a positive figure of the same quarter a year before', () => {
    const grow = (base: Partial<ReportedQuarter>, newest: Partial<ReportedQuarter> = {}) =>
      earningsCalendar({
        reports: [report(2024, 3, base), report(2025, 3, { revenue: 150, epsDiluted: 3, ...newest })],
        splits: [],
        today: day('2025-11-01'),
      });
    expect(grow({})).toMatchObject({ revenueGrowth: 0.5, epsGrowth: 2 });
    expect(grow({ revenue: 0, epsDiluted: -1 })).toMatchObject({ revenueGrowth: null, epsGrowth: null });
    expect(grow({}, { epsDiluted: null, missing: { epsDiluted: 'none' } }).missing).toContainEqual({
      value: 'EPS_GROWTH',
      reason: 'in the newest report: none',
    });
  });

  it('without reports, everything is null or empty, with a reason', () => {
    const reason = 'no report is stored for the ticker';
    expect(earningsCalendar({ reports: [], splits: [], today: 0 })).toEqual({
      nextEarningsEstimate: null,
      daysUntilEarnings: null,
      earningsHistory: [],
      olderReports: [],
      revenueGrowth: null,
      epsGrowth: null,
      totalReports: 0,
      missing: [
        { value: 'NEXT_EARNINGS_ESTIMATE', reason },
        { value: 'REVENUE_GROWTH', reason },
        { value: 'EPS_GROWTH', reason },
      ],
    });
  });

  it('is known when the filing was accepted, else at the end of its day in New York', () => {
    const accepted = new Date('2025-07-30T20:05:00Z');
    const { earningsHistory } = earningsCalendar({
      reports: [report(2025, 1), report(2025, 2, { acceptedAt: accepted }), report(2025, 3, { filingDay: null })],
      splits: [],
      today: day('2025-11-01'),
    });
    expect(earningsHistory.map(({ knownAt }) => knownAt)).toEqual([
      null,
      '2025-07-30T20:05:00.000Z',
      '2025-05-01T04:00:00.000Z',
    ]);
  });
});
