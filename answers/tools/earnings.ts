import { asOfDay } from '../facts/as-of.js';
import type { EarningsToolQuery } from '../generated/operations.js';
import type { FactsAbout } from '../facts/fact-list.js';
import { entriesOf, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

type Reports = NonNullable<
  NonNullable<NonNullable<EarningsToolQuery['securitiesByTicker']>[number]>['earningsCalendar']
>['earningsHistory'];

const QUARTERS = 4;

/** Sums of the fiscal years of which all four quarters are stored; of others, how many are. Rows are the years. */
function tellYears(facts: FactsAbout, reports: Reports): void {
  for (const year of new Set(reports.map(({ fiscalYear }) => fiscalYear))) {
    const own = reports.filter(({ fiscalYear, currency }) => fiscalYear === year && currency === 'USD');
    const quarters = new Map(own.map((report) => [report.fiscalQuarter, report]));
    facts.date('year', 'fiscal year', String(year), { row: year });
    facts.count('year_quarters', 'stored quarters of the fiscal year', quarters.size, 'quarters', { row: year });
    if (quarters.size < QUARTERS) continue;
    const sum = (of: (report: Reports[number]) => number | null): number | null => {
      const values = [...quarters.values()].flatMap((report) => of(report) ?? []);
      return values.length < QUARTERS ? null : Number(values.reduce((total, value) => total + value, 0).toFixed(4));
    };
    const row = { row: year };
    facts.number(
      'year_revenue',
      'revenue of the fiscal year',
      sum(({ revenue }) => revenue),
      'usd',
      {
        ...row,
        measure: 'revenue',
      },
    );
    facts.number(
      'year_net_income',
      'net income of the fiscal year',
      sum(({ netIncome }) => netIncome),
      'usd',
      {
        ...row,
        measure: 'net income',
      },
    );
    facts.number(
      'year_eps',
      'earnings per share of the fiscal year',
      sum(({ epsDiluted }) => epsDiluted),
      'usd_per_share',
      {
        ...row,
        measure: 'earnings per share',
      },
    );
  }
}

/** Reported quarters, and the estimated date of the next report. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, EarningsToolQuery>({
  name: 'earnings',
  description:
    'Reported fiscal quarters of listed companies (revenue, net income, EPS), growth, and the estimated date of the next report.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query EarningsTool($tickers: [Ticker!]!) {
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
          missing { value reason }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { earningsCalendar: calendar, lastSession }] of entriesOf(tickers, securitiesByTicker)) {
      if (!calendar) continue;
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
      facts.count('reports', 'reports', calendar.totalReports, 'reports');
      for (const { value, reason } of calendar.missing) facts.text(`missing_${value.toLowerCase()}`, 'reason', reason);
      for (const [row, report] of calendar.earningsHistory.entries()) {
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
      tellYears(facts, calendar.earningsHistory);
    }
  },
});
