import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { EarningsToolQuery } from '../generated/operations.js';
import type { FactsAbout } from '../facts/fact-list.js';
import { entriesOf, graphqlRef, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

type Calendar = NonNullable<
  NonNullable<NonNullable<EarningsToolQuery['securitiesByTicker']>[number]>['earningsCalendar']
>;
type Statements = readonly {
  readonly fiscalYear: number;
  readonly currency: string;
  readonly income: Pick<Reports[number], 'revenue' | 'netIncome' | 'epsDiluted'>;
}[];
type Reports = Calendar['earningsHistory'];
/** What reports of many years are read of. */
type LongReports = NonNullable<Calendar['reports']>;

const QUARTERS = 4;
/** Fiscal years over which growth is told. */
const GROWTH_YEARS: readonly number[] = [1, 3, 5, 10];

type Report = Pick<Reports[number], keyof LongReports[number]>;

/** What sums of quarters are told of. */
const SUMMED = [
  { key: 'revenue', measure: 'revenue', unit: 'usd', of: ({ revenue }: Report) => revenue },
  { key: 'net_income', measure: 'net income', unit: 'usd', of: ({ netIncome }: Report) => netIncome },
  { key: 'eps', measure: 'earnings per share', unit: 'usd_per_share', of: ({ epsDiluted }: Report) => epsDiluted },
] as const;

/** The sum of four quarters; null unless each has the figure. */
function sumOf(quarters: readonly Report[], of: (report: Report) => number | null): number | null {
  const values = quarters.flatMap((report) => of(report) ?? []);
  return values.length < QUARTERS ? null : Number(values.reduce((total, value) => total + value, 0).toFixed(4));
}

/** The growth a year from one sum to another, percent; null unless both are positive. */
function growthOf(first: number | null, last: number | null, years: number): number | null {
  if (first === null || last === null || first <= 0 || last <= 0) return null;
  return Number((100 * ((last / first) ** (1 / years) - 1)).toFixed(4));
}

/** How fast the figures of whole fiscal years grew to the newest of them. Rows are the numbers of years. */
function tellYearlyGrowth(facts: FactsAbout, sums: ReadonlyMap<number, readonly (number | null)[]>): void {
  const newest = Math.max(...sums.keys());
  const last = sums.get(newest);
  if (last === undefined) return;
  facts.date('growth_to', 'newest whole fiscal year', String(newest));
  for (const row of GROWTH_YEARS) {
    const first = sums.get(newest - row);
    if (first === undefined) continue;
    facts.date('growth_from', 'fiscal year that the growth is from', String(newest - row), { row });
    for (const [index, { key, measure }] of SUMMED.entries())
      facts.number(
        `growth_${key}`,
        `growth of ${measure} a year`,
        growthOf(first[index] ?? null, last[index] ?? null, row),
        'percent',
        { row, measure, terms: ['a year', measure], isChange: true },
      );
  }
}

/** The figures of a fiscal year as its annual report has them. */
type FiledYears = ReadonlyMap<number, Report>;

function filedYears(statements: Statements): FiledYears {
  return new Map(
    statements.flatMap(({ fiscalYear, currency, income }) =>
      currency === 'USD' ? [[fiscalYear, { ...income, fiscalYear, fiscalQuarter: QUARTERS, currency } as Report]] : [],
    ),
  );
}

/**
 * The fiscal years as their annual reports have them, else sums of those of which all four quarters are stored; of
 * others, how many are. Rows are the years.
 */
function tellYears(facts: FactsAbout, reports: readonly Report[], filed: FiledYears, hasGrowth: boolean): void {
  const sums = new Map<number, readonly (number | null)[]>();
  for (const year of new Set([...reports.map(({ fiscalYear }) => fiscalYear), ...filed.keys()])) {
    const ofYear = reports.filter(({ fiscalYear, currency }) => fiscalYear === year && currency === 'USD');
    const quarters = [...new Map(ofYear.map((report) => [report.fiscalQuarter, report])).values()];
    const row = { row: year };
    facts.date('year', 'fiscal year', String(year), row);
    facts.count('year_quarters', 'stored quarters of the fiscal year', quarters.length, 'quarters', row);
    const annual = filed.get(year);
    if (quarters.length < QUARTERS && annual === undefined) continue;
    const own = SUMMED.map(({ of }) => (annual === undefined ? null : of(annual)) ?? sumOf(quarters, of));
    sums.set(year, own);
    for (const [index, { key, measure, unit, of }] of SUMMED.entries()) {
      facts.number(`year_${key}`, `${measure} of the fiscal year`, own[index], unit, { ...row, measure });
      if (annual !== undefined && of(annual) !== null) facts.text(`year_${key}_is`, 'where it is from', 'filed', row);
    }
  }
  if (hasGrowth) tellYearlyGrowth(facts, sums);
}

/** Net income of the newest quarter over that of the same quarter a year before; null unless both are profits. */
function incomeGrowth([newest, ...others]: Reports): number | null {
  const before = others.find(
    ({ fiscalYear, fiscalQuarter, currency }) =>
      fiscalYear + 1 === newest?.fiscalYear && fiscalQuarter === newest.fiscalQuarter && currency === newest.currency,
  );
  const [now, then] = [newest?.netIncome ?? null, before?.netIncome ?? null];
  return now === null || then === null || now <= 0 || then <= 0 ? null : Number((now / then - 1).toFixed(6));
}

const isNext = (one: Report, before: Report | undefined): boolean =>
  before === undefined ||
  one.fiscalYear * QUARTERS + one.fiscalQuarter === before.fiscalYear * QUARTERS + before.fiscalQuarter + 1;

/** The newest four quarters beside the four before, if all are stored. */
function tellTrailing(facts: FactsAbout, reports: Reports): void {
  const last = reports.slice(0, 2 * QUARTERS);
  const isWhole = last.every((report, at) => report.currency === 'USD' && isNext(report, last[at + 1]));
  if (last.length < 2 * QUARTERS || !isWhole) return;
  for (const { key, measure, unit, of } of SUMMED) {
    const [now, before] = [sumOf(last.slice(0, QUARTERS), of), sumOf(last.slice(QUARTERS), of)];
    facts.number(`trailing_${key}`, `${measure} of the last four quarters`, now, unit, { measure });
    facts.number(`trailing_before_${key}`, `${measure} of the four quarters before`, before, unit, { measure });
    if (now === null || before === null || before <= 0) continue;
    const growth = Number((now / before - 1).toFixed(6));
    facts.fraction(`trailing_growth_${key}`, `growth of ${measure} over the four quarters before`, growth, {
      measure,
      isChange: true,
    });
  }
}

type Street = NonNullable<Calendar['street']>;

const EPS = { measure: 'earnings per share' } as const;

/** What analysts expect of the quarter that is reported next, and what they expected of earlier ones. */
function tellStreet(facts: FactsAbout, street: Street): void {
  const expected = ['expect', 'expected', 'estimate'];
  facts.date('street_on', 'day of the next report', street.earningsDate);
  if (street.lastEarningsDate !== street.earningsDate)
    facts.date('street_until', 'last day of the next report', street.lastEarningsDate);
  facts.text('street_day', 'whether the day is an estimate', street.isDateEstimate === true ? 'estimated' : null);
  facts.number('expected_eps', 'average estimate of earnings per share', street.epsAverage, 'usd_per_share', {
    ...EPS,
    terms: expected,
  });
  facts.number('expected_eps_low', 'lowest estimate of earnings per share', street.epsLow, 'usd_per_share', {
    ...EPS,
    terms: ['estimates'],
  });
  facts.number('expected_eps_high', 'highest estimate of earnings per share', street.epsHigh, 'usd_per_share', {
    ...EPS,
    terms: ['estimates'],
  });
  facts.number('expected_revenue', 'average estimate of revenue', street.revenueAverage, 'usd', {
    measure: 'revenue',
    terms: [...expected, 'revenue'],
  });
  const compared = street.quarters.filter(({ epsActual, epsEstimate }) => epsActual !== null && epsEstimate !== null);
  if (compared.length === 0) return;
  const surprise = ({ epsActual, epsEstimate }: Street['quarters'][number]): number =>
    Number(((epsActual ?? 0) - (epsEstimate ?? 0)).toFixed(4));
  facts.count('compared', 'reports with an estimate', compared.length, 'reports');
  facts.count('beats', 'reports above the estimate', compared.filter((each) => surprise(each) > 0).length, 'reports', {
    terms: ['beat'],
  });
  facts.count('misses', 'reports below the estimate', compared.filter((each) => surprise(each) < 0).length, 'reports', {
    terms: ['missed'],
  });
  for (const [row, quarter] of compared.entries()) {
    facts.date('street_end', 'end of the quarter', quarter.periodEnd, { row });
    facts.number('street_eps', 'reported earnings per share', quarter.epsActual, 'usd_per_share', {
      ...EPS,
      row,
      terms: ['reported', 'a share'],
    });
    facts.number('street_estimate', 'estimate of earnings per share before', quarter.epsEstimate, 'usd_per_share', {
      ...EPS,
      row,
      terms: ['estimate'],
    });
    facts.number('street_surprise', 'reported less estimated', surprise(quarter), 'usd_per_share', {
      ...EPS,
      row,
      isChange: true,
      terms: ['surprise'],
    });
  }
}

/** Eight quarters; also fiscal years with their growth; or all quarters too. */
const HISTORIES = ['RECENT', 'YEARS', 'ALL'] as const;

/** Reported quarters, analysts' estimates, and the estimated date of the next report. */
export const TOOL = defineTool<
  { readonly tickers: readonly string[]; readonly history: (typeof HISTORIES)[number] },
  EarningsToolQuery
>({
  name: 'earnings',
  description:
    "Reported fiscal quarters of listed companies (revenue, net income, EPS), growth, analysts' estimates and beats, " +
    'date of the next report; YEARS: fiscal years.',
  input: tickersInput.extend({ history: z.enum(HISTORIES).default('RECENT') }),
  variables: ({ tickers, history }) => ({ tickers, hasYears: history !== 'RECENT' }),
  operation: /* GraphQL */ `
    query EarningsTool($tickers: [Ticker!]!, $hasYears: Boolean!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        lastSession
        earningsCalendar {
          nextEarningsEstimate
          daysUntilEarnings
          revenueGrowth
          epsGrowth
          totalReports
          earningsHistory { fiscalYear fiscalQuarter periodEnd filingDate epsDiluted revenue netIncome currency }
          reports(last: 100) @include(if: $hasYears) {
            fiscalYear fiscalQuarter periodEnd filingDate epsDiluted revenue netIncome currency
          }
          missing { value reason }
          street {
            earningsDate lastEarningsDate isDateEstimate epsAverage epsLow epsHigh revenueAverage knownAt
            quarters { periodEnd epsActual epsEstimate }
          }
        }
        financialStatements(period: YEAR) @include(if: $hasYears) {
          statements(last: 100) { fiscalYear currency income { revenue netIncome epsDiluted } }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers, history }) {
    for (const [ticker, { earningsCalendar: calendar, financialStatements, lastSession }] of entriesOf(
      tickers,
      securitiesByTicker,
    )) {
      if (!calendar) continue;
      if (calendar.street !== null)
        tellStreet(
          list.about(ticker, {
            title: `Analysts’ estimates on ${ticker}`,
            ref: graphqlRef('earningsCalendar'),
            asOf: calendar.street.knownAt,
          }),
          calendar.street,
        );
      const [newest] = calendar.earningsHistory;
      const day = newest?.filingDate ?? newest?.periodEnd ?? lastSession;
      if (day === null) continue;
      const facts = list.about(ticker, {
        title: `Earnings calendar of ${ticker}`,
        ref: restPath('/earnings-calendar', { ticker }),
        asOf: asOfDay(day),
      });
      facts.date('next', 'next report', calendar.nextEarningsEstimate, { terms: ['reports', 'report'] });
      facts.count('days', 'days to the next report', calendar.daysUntilEarnings, 'days', { terms: ['days'] });
      const growth = { isChange: true };
      facts.fraction('revenue_growth', 'growth of revenue', calendar.revenueGrowth, {
        ...growth,
        measure: 'revenue',
        terms: ['revenue'],
      });
      facts.fraction('eps_growth', 'growth of earnings per share', calendar.epsGrowth, {
        ...growth,
        measure: 'earnings per share',
        terms: ['earnings per share', 'EPS'],
      });
      facts.fraction('net_income_growth', 'growth of net income', incomeGrowth(calendar.earningsHistory), {
        ...growth,
        measure: 'net income',
        terms: ['net income'],
      });
      facts.count('reports', 'reports', calendar.totalReports, 'reports');
      for (const { value, reason } of calendar.missing) facts.text(`missing_${value.toLowerCase()}`, 'reason', reason);
      const told = (history === 'ALL' ? calendar.reports : undefined) ?? calendar.earningsHistory;
      for (const [row, report] of told.entries()) {
        facts.quarter('quarter', 'fiscal quarter', { year: report.fiscalYear, quarter: report.fiscalQuarter }, { row });
        facts.date('filed', 'filed', report.filingDate, { row });
        facts.date('period_end', 'end of the quarter', report.periodEnd, { row });
        // Other currencies have no unit of facts.
        if (report.currency !== 'USD') continue;
        facts.number('revenue', 'revenue', report.revenue, 'usd', { row, measure: 'revenue' });
        facts.number('net_income', 'net income', report.netIncome, 'usd', {
          row,
          measure: 'net income',
          terms: ['earned'],
        });
        facts.number('eps', 'earnings per share', report.epsDiluted, 'usd_per_share', {
          row,
          measure: 'earnings per share',
          terms: ['a share', 'EPS', 'per share'],
        });
      }
      const filed = filedYears(financialStatements?.statements ?? []);
      tellYears(facts, calendar.reports ?? calendar.earningsHistory, filed, history !== 'RECENT');
      tellTrailing(facts, calendar.earningsHistory);
    }
  },
});
